"""Puzzles with rules of their own beside those that all share: the names of these rules, for queries.

The table of puzzles is made again in SQLite, which puts a new column behind the keys, so that the schema is word for
word that of a new catalogue. Its indexes and the view come back as they stand.
"""

from alembic import op

revision = "2"
down_revision = "1"

_COLUMNS = (
    "id, board_id, givens, minimal, pattern, clues, backtracks, max_depth, comparisons, filled, hidden_rounds,"
    " textbook_comparisons, textbook_backtracks, textbook_depth, rating_status, rating, pearl, diamond, hardest, score,"
    " level, weight, place, solution, constraints"
)

_TABLE = """CREATE TABLE puzzles (
    id INTEGER NOT NULL,
    board_id INTEGER NOT NULL,
    givens VARCHAR NOT NULL,
    minimal BOOLEAN NOT NULL,
    pattern VARCHAR,
    clues INTEGER NOT NULL,
    backtracks INTEGER NOT NULL,
    max_depth INTEGER NOT NULL,
    comparisons INTEGER NOT NULL,
    filled INTEGER NOT NULL,
    hidden_rounds INTEGER NOT NULL,
    textbook_comparisons INTEGER,
    textbook_backtracks INTEGER,
    textbook_depth INTEGER,
    rating_status INTEGER,
    rating INTEGER,
    pearl INTEGER,
    diamond INTEGER,
    hardest VARCHAR,
    score INTEGER,
    level INTEGER,
    weight FLOAT,
    place INTEGER DEFAULT '0' NOT NULL,
    solution VARCHAR,
    constraints VARCHAR,
    rules VARCHAR,
    PRIMARY KEY (id),
    FOREIGN KEY(board_id) REFERENCES boards (id)
)"""

_INDEX = "CREATE INDEX ix_puzzles_rules ON puzzles (rules) WHERE rules IS NOT NULL"


def upgrade() -> None:
    run = op.get_bind().exec_driver_sql
    if op.get_bind().dialect.name == "postgresql":
        run('ALTER TABLE puzzles ADD COLUMN rules VARCHAR COLLATE "C"')
        run(_INDEX)
        return
    kept = "SELECT sql FROM sqlite_schema WHERE type = '{}' AND tbl_name = '{}' AND sql IS NOT NULL"
    indexes = [sql for (sql,) in run(kept.format("index", "puzzles"))]
    views = [sql for (sql,) in run(kept.format("view", "catalogue"))]
    run("DROP VIEW IF EXISTS catalogue")  # it would refer to a table that is not there
    run("ALTER TABLE puzzles RENAME TO puzzles_of_before")
    run(_TABLE)
    run(f"INSERT INTO puzzles ({_COLUMNS}) SELECT {_COLUMNS} FROM puzzles_of_before")
    run("DROP TABLE puzzles_of_before")
    for sql in (*indexes, _INDEX, *views):
        run(sql)
