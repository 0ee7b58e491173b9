"""How much a puzzle counts for in a fair sample; the chances of older puzzles are not known."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("puzzles", sa.Column("weight", sa.Float))
