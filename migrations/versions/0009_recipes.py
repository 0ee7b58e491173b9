"""By which recipe the boards of a seed got their puzzles; of the boards of before it is not known.

A fair sample needs no recipe: its method makes board and puzzle together. What is not known has a row too, so that the
first row of every seed is at position 0.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "recipes",
        sa.Column("seed", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("start", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("recipe", sa.String),
        sa.Column("own", sa.Boolean),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO recipes SELECT s.seed, 0, CASE c.method WHEN 'fair' THEN '{}' END, NULL"
        " FROM streams AS s, settings AS c ORDER BY s.seed"
    )
