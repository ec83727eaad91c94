"""Number the changes of a player, and hold keys of moves of every length that the protocol allows."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the number, widen the column."""
    op.add_column("players", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("log") as log:
        log.alter_column("key", type_=sa.String(96), existing_type=sa.String(64), existing_nullable=True)
