"""Remember verified addresses, who said what, one-time links, blocks, reports, and what a host has decided."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the tables."""
    for column in (
        sa.Column("mail_verified", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("muted_until", sa.Float()),
        sa.Column("banned", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("deleted", sa.Float()),
        sa.Column("names_due", sa.Boolean(), nullable=False, server_default=sa.false()),
    ):
        op.add_column("players", column)
    op.add_column("chat", sa.Column("player", sa.String(32)))
    op.create_index("ix_chat_player", "chat", ["player"])
    op.create_index("ix_sessions_seen", "sessions", ["seen"])
    op.create_table(
        "links",
        sa.Column("secret_hash", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("purpose", sa.String(10), nullable=False),
        sa.Column("until", sa.Float()),
        sa.Column("detail", sa.String(255), nullable=False),
    )
    op.create_index("ix_links_player", "links", ["player"])
    op.create_table(
        "blocks",
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("blocked", sa.String(32), primary_key=True),
        sa.Column("since", sa.Float(), nullable=False),
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("reason", sa.String(12), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("closed", sa.Float()),
    )
    op.create_index("ix_reports_by", "reports", ["by"])
