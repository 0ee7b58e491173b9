"""Many rows into SQLite by one statement.

A statement a row, as `executemany` runs them, passes the interpreter lock back and forth thousands of times a batch,
which took longer than the inserts.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any

from sqlalchemy import Connection, CursorResult
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.compiler import SQLCompiler

from catalogue.store.databases.database import out_of_step
from catalogue.store.databases.insertion import Insertion

_MANY = 128  # rows in a statement: more are no faster


def insert(connection: Connection, insertion: Insertion, rows: Sequence[Sequence[object]]) -> None:
    """Insert rows, given in the order of the columns."""
    for _ in _run(connection, insertion, rows):
        pass


def insert_or_ignore(connection: Connection, insertion: Insertion, rows: Sequence[Sequence[object]]) -> int:
    """Insert the rows whose keys are new, and return how many they were."""
    return sum(done.rowcount for done in _run(connection, insertion, rows, ignore=True))


def insert_numbered(
    connection: Connection, insertion: Insertion, numbers: range, columns: Sequence[Sequence[object]]
) -> range:
    """Insert rows that SQLite numbers, check that they got the numbers expected, and return these."""
    given = [0 if number == 0 else None for number in numbers]  # SQLite itself begins at 1
    first = end = numbers.start
    for done in _run(connection, insertion, list(zip(given, *columns, strict=True))):
        end += done.rowcount
        if done.lastrowid != end - 1:  # numbers within a statement follow each other
            raise out_of_step(insertion.table.name, done.lastrowid - done.rowcount + 1, end - done.rowcount)
        first = done.lastrowid + 1 - len(numbers)
    return range(first, first + len(numbers))


def _run(
    connection: Connection, insertion: Insertion, rows: Sequence[Sequence[object]], *, ignore: bool = False
) -> Iterator[CursorResult[Any]]:
    for first in range(0, len(rows), _MANY):
        part = rows[first : first + _MANY]
        yield connection.exec_driver_sql(_text(insertion, len(part), ignore), tuple(chain.from_iterable(part)))


@cache
def _text(insertion: Insertion, rows: int, ignore: bool) -> str:
    """The statement, written once for each number of rows."""
    statement = sqlite.insert(insertion.table)
    if ignore:  # rather than ON CONFLICT DO NOTHING: a statement that cannot fail halfway spares SQLite a copy of pages
        statement = statement.prefix_with("OR IGNORE")
    if insertion.key:
        changes = {name: insertion.table.c[name] + statement.excluded[name] for name in insertion.sums}
        changes |= {name: statement.excluded[name] for name in insertion.latest}
        statement = statement.on_conflict_do_update(index_elements=list(insertion.key), set_=changes)
    compiled = statement.compile(dialect=sqlite.dialect(), column_keys=list(insertion.columns))
    assert isinstance(compiled, SQLCompiler) and compiled.positiontup == list(insertion.columns)
    row = f"({', '.join('?' for _ in insertion.columns)})"
    head, tail = str(compiled).split(row)
    return head + ", ".join([row] * rows) + tail
