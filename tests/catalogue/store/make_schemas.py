"""Write the catalogue of each revision that has none in `schemas` yet: `python tests/catalogue/store/make_schemas.py`.

The tables are those of the migrations up to the revision, the rows those of a new catalogue as far as it has them. What
is written once stays as it is.
"""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from alembic import command
from sqlalchemy import create_engine

import engine
from catalogue.fill import FillRequest, fill
from catalogue.rating.grades import Depth
from catalogue.store import Settings, Store
from catalogue.store.opening import migration
from engine.rating.rater import RATING_VERSION

SCHEMAS = Path(__file__).parent / "schemas"
RATINGS = ("rating_status", "rating", "hardest", "technique")
LATER_METRICS = ("filled", "hidden_rounds")


def as_of(revision: str, table: str, row: dict) -> dict | None:
    """The row as the revision had it; None where it had none."""
    if revision < "0005":  # ids of puzzles began at 1
        id = {"puzzles": "id", "uses": "puzzle_id"}.get(table)
        row |= {id: row[id] + 1} if id else {}
    if revision < "0006" and table == "settings":
        row["metrics_version"] = 1
    too_early = (revision < "0004" and row.get("metric") in RATINGS) or (
        revision < "0006" and row.get("metric") in LATER_METRICS
    )
    return None if too_early and table == "tallies" else row


def columns(database: sqlite3.Connection, table: str) -> list[str]:
    """The names of a table's columns."""
    return [row[1] for row in database.execute(f"PRAGMA table_info({table})")]


def copy_rows(source: sqlite3.Connection, target: sqlite3.Connection, revision: str) -> None:
    """Copy every row that the revision has a table for."""
    names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    theirs = {name for (name,) in source.execute(names)} - {"alembic_version", "techniques"}
    for table in [name for (name,) in target.execute(names) if name in theirs]:
        known = [name for name in columns(target, table) if name in columns(source, table)]
        for values in source.execute(f"SELECT {', '.join(known)} FROM {table}").fetchall():
            row = as_of(revision, table, dict(zip(known, values, strict=True)))
            if row is not None:
                marks = ", ".join("?" * len(row))
                target.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
    target.commit()


def main() -> None:
    """Write what is missing."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        with Store.write(home, Settings(9, "d4", 7, engine.METRICS_VERSION, "wfc", RATING_VERSION)) as store:
            fill(store, FillRequest(boards=4, rate=Depth.full))
            fill(store, FillRequest(boards=2, clues=30))
        for revision in sorted(path.name[:4] for path in (migration._SCRIPTS / "versions").glob("0*.py")):
            script, path = SCHEMAS / f"{revision}.sql", Path(folder, f"{revision}.db")
            if script.exists():
                continue
            with create_engine(f"sqlite:///{path}").begin() as connection:
                config = migration._config()
                config.attributes["connection"] = connection
                command.upgrade(config, revision)
            with closing(sqlite3.connect(home / "catalogue.db")) as source, closing(sqlite3.connect(path)) as target:
                copy_rows(source, target, revision)
                script.write_text("\n".join(target.iterdump()) + "\n")


if __name__ == "__main__":
    main()
