"""Make the first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every table."""
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("name_key", sa.String(96), unique=True),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("password_hash", sa.String(255)),
        sa.Column("mail", sa.String(255)),
        sa.Column("language", sa.String(8)),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("rated_games", sa.Integer(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("webhook_url", sa.Text()),
        sa.Column("webhook_when", sa.String(8), nullable=False),
        sa.Column("mail_when", sa.String(8), nullable=False),
        sa.Column("push_when", sa.String(8), nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("secret_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("seen", sa.Float(), nullable=False),
        sa.Column("agent", sa.String(200), nullable=False),
        sa.Column("is_token", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_sessions_player", "sessions", ["player"])
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("host", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("to_move", sa.Integer()),
        sa.Column("mover", sa.String(32)),
        sa.Column("since", sa.Float()),
        sa.Column("deadline", sa.Float()),
        sa.Column("result", sa.Text()),
    )
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("tables_by_status", "tables", ["status", "public", "number"])
    op.create_index("tables_by_deadline", "tables", ["deadline"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("player", sa.String(32)),
        sa.Column("won", sa.Boolean()),
    )
    op.create_index("ix_seats_player", "seats", ["player"])
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("version", sa.Integer(), primary_key=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("text", sa.Text()),
        sa.Column("auto", sa.Boolean(), nullable=False),
        sa.Column("key", sa.String(64)),
        sa.UniqueConstraint("table_id", "key", name="log_key"),
    )
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("n", sa.Integer(), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("text", sa.Text()),
        sa.Column("greeting", sa.String(24)),
        sa.Column("room", sa.String(12), nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
    )
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("document", sa.Text(), nullable=False),
    )
    op.create_table(
        "subscriptions",
        sa.Column("endpoint", sa.String(1000), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
    )
    op.create_index("ix_subscriptions_player", "subscriptions", ["player"])
    op.create_table(
        "calls",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(10), nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
    )
    op.create_index("ix_calls_due", "calls", ["due"])
    op.create_table(
        "facts",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text(), nullable=False),
    )
