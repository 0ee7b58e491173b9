"""The blocks of the boards: until now they were square at sizes 4, 9, 16 and 25, and the usual ones at other sizes."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_BLOCKS = {4: "2x2", 6: "2x3", 8: "2x4", 9: "3x3", 10: "2x5", 12: "3x4", 15: "3x5", 16: "4x4", 20: "4x5", 25: "5x5"}


def upgrade() -> None:
    op.add_column("settings", sa.Column("blocks", sa.String))
    for size, blocks in _BLOCKS.items():
        op.execute(f"UPDATE settings SET blocks = '{blocks}' WHERE size = {size}")
    with op.batch_alter_table("settings") as settings:
        settings.alter_column("blocks", existing_type=sa.String, nullable=False)
