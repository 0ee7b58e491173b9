"""A board's puzzle has the board's number as its id, and the version of the rating is stored.

Until now ids of puzzles began at 1 and numbers of boards at 0. Techniques were stored by their place in the engine's
table; those places are their numbers from now on. The tables are made anew: faster than moving every row.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    _settings()
    for table in ("puzzles", "uses"):
        op.rename_table(table, f"{table}_before")
    _uses()
    _puzzles()
    for table in ("uses", "puzzles"):
        op.drop_table(f"{table}_before")
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
    )
    op.execute("INSERT INTO settings SELECT size, symmetry, seed, metrics_version, method, 1 FROM settings_before")
    op.drop_table("settings_before")


def _uses() -> None:
    op.create_table(
        "uses",
        sa.Column("technique", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("puzzle_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("times", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO uses SELECT u.technique, p.board_id, u.times"
        " FROM uses_before AS u JOIN puzzles_before AS p ON p.id = u.puzzle_id ORDER BY 1, 2"
    )


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
        sa.Column("rating_status", sa.Integer),
        sa.Column("rating", sa.Integer),
        sa.Column("pearl", sa.Integer),
        sa.Column("diamond", sa.Integer),
        sa.Column("hardest", sa.String),
    )
    kept = (
        "board_id, givens, minimal, pattern, clues, guesses, backtracks, nodes, max_depth, comparisons,"
        " rating_status, rating, pearl, diamond, hardest"
    )
    op.execute(f"INSERT INTO puzzles SELECT board_id, {kept} FROM puzzles_before ORDER BY board_id")
