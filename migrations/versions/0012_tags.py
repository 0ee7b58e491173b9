"""Tags of puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "tags",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("puzzle_id", sa.Integer, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tags_puzzle_id", "tags", ["puzzle_id"])
