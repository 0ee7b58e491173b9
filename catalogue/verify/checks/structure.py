"""The database itself: what SQLite checks, the tables, and the rows that do not depend on boards."""

import re
import sqlite3

from sqlalchemy import create_engine

from catalogue.store import schema
from catalogue.store.techniques import NUMBERS
from catalogue.verify.faults import UNKNOWN, Fault, Statement, extra, missing, wrong
from catalogue.verify.snapshot import Snapshot


def structure_faults(snapshot: Snapshot) -> list[Fault]:
    """What SQLite finds wrong with the file, and what is wrong with tables, indexes and the view."""
    faults: list[Fault] = []
    for (said,) in snapshot.rows("PRAGMA integrity_check"):
        if said != "ok":
            repair = Statement("REINDEX", ()) if "index" in str(said) else None
            faults.append(Fault("database", None, None, str(said), UNKNOWN, repair))
    return faults + _schema_faults(snapshot)


def reference_faults(snapshot: Snapshot) -> list[Fault]:
    """Rows that refer to no row."""
    rows = snapshot.rows("PRAGMA foreign_key_check")
    return [Fault(table, row, None, f"refers to no row of {parent}", UNKNOWN) for table, row, parent, _ in rows]


def technique_faults(snapshot: Snapshot) -> list[Fault]:
    """What is wrong with the names of the techniques."""
    stored = dict(snapshot.rows("SELECT number, name FROM techniques"))
    expected = {number: name for name, number in NUMBERS.items()}
    faults: list[Fault] = []
    for number in sorted(stored.keys() | expected.keys()):
        key = {"number": number}
        if number not in stored:
            faults.append(missing("techniques", key, {"name": expected[number]}))
        elif number not in expected:
            faults.append(extra("techniques", key, stored[number]))
        elif stored[number] != expected[number]:
            faults.append(wrong("techniques", key, "name", stored[number], expected[number]))
    return faults


def sequence_faults(snapshot: Snapshot, last: int) -> list[Fault]:
    """Whether SQLite knows the last number, from which it counts on."""
    key = {"name": "boards"}
    stored = snapshot.rows("SELECT seq FROM sqlite_sequence WHERE name = 'boards'")
    if not stored:
        return [missing("sqlite_sequence", key, {"seq": last})] if last > 0 else []
    if stored[0][0] != max(last, 0):
        return [wrong("sqlite_sequence", key, "seq", stored[0][0], max(last, 0))]
    return []


def count_faults(snapshot: Snapshot) -> list[Fault]:
    """Whether there are as many rows as there have to be, from counts alone."""
    boards, least, greatest = snapshot.rows("SELECT count(*), min(id), max(id) FROM boards")[0]
    puzzles = snapshot.value("SELECT count(*) FROM puzzles")
    claims = snapshot.value("SELECT count(*) FROM claims WHERE board_id <= ?", (greatest,)) if boards else 0
    tallied = snapshot.value("SELECT sum(puzzles) FROM tallies WHERE metric = 'clues'") or 0
    faults = []
    if boards and (least, greatest) != (0, boards - 1):
        faults.append(Fault("boards", None, None, f"{boards} rows are numbered {least} to {greatest}", UNKNOWN))
    for table, found, expected in (("claims", claims, boards), ("tallies", tallied, puzzles)):
        if found != expected:
            faults.append(Fault(table, None, None, f"there are {found}, not {expected}", UNKNOWN))
    return faults


def _schema_faults(snapshot: Snapshot) -> list[Fault]:
    with create_engine("sqlite://").begin() as connection:
        schema.metadata.create_all(connection)
        raw = connection.connection.dbapi_connection
        assert isinstance(raw, sqlite3.Connection)
        wanted = _spelled(raw.execute(_SCHEMA).fetchall())
    stored = _spelled(snapshot.rows(_SCHEMA))
    faults = []
    for (kind, name), sql in wanted.items():
        found = stored.get((kind, name))
        if found is None:
            repair = Statement(sql, ()) if kind != "table" else None
            faults.append(Fault(kind, name, None, None, UNKNOWN, repair))
        elif _plain(found) != _plain(sql) and name != "alembic_version":
            faults.append(Fault(kind, name, None, "is not as this program makes it", UNKNOWN))
    return faults


_SCHEMA = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"


def _spelled(rows: list[tuple[str, str, str]]) -> dict[tuple[str, str], str]:
    return {(kind, name): sql for kind, name, sql in rows}


def _plain(sql: str) -> str:
    return re.sub(r"[\s\"]+", " ", sql)
