"""The first tables.

A migration is a record of what was: it spells its columns out and imports nothing of the schema of today.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "settings",
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("symmetry", sa.String, nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("metrics_version", sa.Integer, nullable=False),
    )
    op.create_table(
        "streams",
        sa.Column("seed", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("duplicates", sa.Integer, nullable=False),
    )
    op.create_table(
        "boards",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("solution", sa.String, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "claims",
        sa.Column("key", sa.LargeBinary, primary_key=True),
        sa.Column("board_id", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzles",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("board_id", sa.Integer, sa.ForeignKey("boards.id"), nullable=False, index=True),
        sa.Column("givens", sa.String, nullable=False),
        sa.Column("minimal", sa.Boolean, nullable=False),
        sa.Column("clues", sa.Integer, nullable=False),
        sa.Column("guesses", sa.Integer, nullable=False),
        sa.Column("backtracks", sa.Integer, nullable=False),
        sa.Column("nodes", sa.Integer, nullable=False),
        sa.Column("max_depth", sa.Integer, nullable=False),
        sa.Column("comparisons", sa.Integer, nullable=False),
    )
    op.create_table(
        "tallies",
        sa.Column("metric", sa.String, primary_key=True),
        sa.Column("value", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("puzzles", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
