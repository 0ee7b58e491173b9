"""Ratings: columns of puzzles, the techniques that their paths take, and boards passed over for want of a kind.

Puzzles of before are not rated yet; `catalogue rate` does that.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    with op.batch_alter_table("puzzles", recreate="always") as puzzles:
        puzzles.add_column(sa.Column("rating_status", sa.Integer))
        puzzles.add_column(sa.Column("rating", sa.Integer))
        puzzles.add_column(sa.Column("pearl", sa.Integer))
        puzzles.add_column(sa.Column("diamond", sa.Integer))
        puzzles.add_column(sa.Column("hardest", sa.String))
    op.create_index("ix_puzzles_rating", "puzzles", ["rating"], sqlite_where=sa.text("rating IS NOT NULL"))
    op.create_index("ix_puzzles_hardest", "puzzles", ["hardest"], sqlite_where=sa.text("hardest IS NOT NULL"))
    op.create_table(
        "uses",
        sa.Column("technique", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("puzzle_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("times", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("streams", recreate="always") as streams:
        streams.add_column(sa.Column("unwanted", sa.Integer, nullable=False, server_default="0"))
