"""Remember when players were last seen at their tables."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of visits."""
    op.create_table(
        "visits",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("seen", sa.Float(), nullable=False),
    )
