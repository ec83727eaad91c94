"""Remember who is charged for a table, its bots and its own map, and what lies on it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

BOTS = "(SELECT count(*) FROM seats WHERE seats.table_id = tables.id AND seats.player IS NULL)"
MAP = 'document LIKE \'%"board_file": "%\''


def upgrade() -> None:
    """Add the columns, fill them for games that go on, and make indexes that answer by themselves."""
    for column in (
        sa.Column("person", sa.String(40)),
        sa.Column("bots", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("own_map", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("imprint", sa.String(32)),
    ):
        op.add_column("tables", column)
    op.execute(f"UPDATE tables SET person = host, bots = {BOTS}, own_map = {MAP} WHERE status IN ('open', 'running')")
    op.drop_index("ix_tables_host", "tables")
    op.create_index("tables_by_host", "tables", ["host", "status"])
    op.create_index("tables_by_person", "tables", ["person", "status"])
    op.create_index("tables_by_imprint", "tables", ["imprint"])
    op.drop_index("ix_seats_player", "seats")
    op.create_index("seats_by_player", "seats", ["player", "won"])
