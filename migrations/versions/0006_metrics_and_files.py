"""Two more metrics, and whether boards have files; until now all had them.

The program measures the puzzles after the migration, and only then raises the version of the metrics: until then they
are 0. Tables are made anew: SQLite adds a column that may not be null only with a default, and none is wanted.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    _settings()
    op.rename_table("puzzles", "puzzles_before")
    _puzzles()
    op.drop_table("puzzles_before")
    op.create_index("ix_puzzles_board_id", "puzzles", ["board_id"])
    op.create_index("ix_puzzles_rating", "puzzles", ["rating"], sqlite_where=sa.text("rating IS NOT NULL"))
    op.create_index("ix_puzzles_hardest", "puzzles", ["hardest"], sqlite_where=sa.text("hardest IS NOT NULL"))


def _settings() -> None:
    op.rename_table("settings", "settings_before")
    op.create_table(
        "settings",
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("symmetry", sa.String, nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("metrics_version", sa.Integer, nullable=False),
        sa.Column("method", sa.String, nullable=False),
        sa.Column("rating_version", sa.Integer, nullable=False),
        sa.Column("files", sa.Boolean, nullable=False),
    )
    op.execute(
        "INSERT INTO settings SELECT size, symmetry, seed, metrics_version, method, rating_version, 1"
        " FROM settings_before"
    )
    op.drop_table("settings_before")


def _puzzles() -> None:
    op.create_table(
        "puzzles",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("board_id", sa.Integer, sa.ForeignKey("boards.id"), nullable=False),
        sa.Column("givens", sa.String, nullable=False),
        sa.Column("minimal", sa.Boolean, nullable=False),
        sa.Column("pattern", sa.String),
        sa.Column("clues", sa.Integer, nullable=False),
        sa.Column("guesses", sa.Integer, nullable=False),
        sa.Column("backtracks", sa.Integer, nullable=False),
        sa.Column("nodes", sa.Integer, nullable=False),
        sa.Column("max_depth", sa.Integer, nullable=False),
        sa.Column("comparisons", sa.Integer, nullable=False),
        sa.Column("filled", sa.Integer, nullable=False),
        sa.Column("hidden_rounds", sa.Integer, nullable=False),
        sa.Column("rating_status", sa.Integer),
        sa.Column("rating", sa.Integer),
        sa.Column("pearl", sa.Integer),
        sa.Column("diamond", sa.Integer),
        sa.Column("hardest", sa.String),
    )
    before = "id, board_id, givens, minimal, pattern, clues, guesses, backtracks, nodes, max_depth, comparisons"
    after = "rating_status, rating, pearl, diamond, hardest"
    op.execute(f"INSERT INTO puzzles SELECT {before}, 0, 0, {after} FROM puzzles_before ORDER BY id")
