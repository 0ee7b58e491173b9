"""A board may have several puzzles, imported ones among them; sources, and what tells puzzles of one board apart.

Until now each board had one puzzle, so that its key told them apart.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_VIEW = """CREATE VIEW catalogue AS
SELECT CASE p.place WHEN 0 THEN p.board_id ELSE p.board_id || '.' || p.place END AS number,
       p.clues, p.rating / 10.0 AS rating, CASE WHEN p.rating BETWEEN 10 AND 12 THEN 'easy'
       WHEN p.rating BETWEEN 13 AND 15 THEN 'medium'
       WHEN p.rating BETWEEN 16 AND 25 THEN 'hard'
       WHEN p.rating BETWEEN 26 AND 60 THEN 'fiendish'
       WHEN p.rating >= 61 THEN 'diabolical' END AS grade,
       p.hardest, p.givens, coalesce(p.solution, b.solution) AS solution
FROM puzzles AS p JOIN boards AS b ON b.id = p.board_id"""


def upgrade() -> None:
    op.execute("DROP VIEW catalogue")
    with op.batch_alter_table("boards", recreate="always", table_kwargs={"sqlite_autoincrement": True}) as boards:
        boards.alter_column("seed", nullable=True)
        boards.alter_column("position", nullable=True)
    with op.batch_alter_table("puzzles", recreate="always") as puzzles:
        puzzles.drop_index("ix_puzzles_board_id")
        puzzles.add_column(sa.Column("place", sa.Integer, nullable=False, server_default="0"))
        puzzles.add_column(sa.Column("solution", sa.String))
        puzzles.create_index("ix_puzzles_number", ["board_id", "place"], unique=True)
    op.create_index("ix_puzzles_further", "puzzles", ["id"], sqlite_where=sa.text("place > 0"))
    op.create_table(
        "forms",
        sa.Column("board_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("form", sa.LargeBinary, primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sources",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("digest", sa.String, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False),
    )
    op.create_table(
        "origins",
        sa.Column("puzzle_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("source_id", sa.Integer, sa.ForeignKey("sources.id"), nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("details", sa.String),
    )
    op.execute(_VIEW)
