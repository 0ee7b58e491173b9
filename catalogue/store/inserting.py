"""Inserts of many rows by one statement.

A statement a row, as `executemany` runs them, passes the interpreter lock back and forth thousands of times a batch,
which took longer than the inserts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from sqlalchemy import Connection, CursorResult, Insert, Table
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.compiler import SQLCompiler

from catalogue.errors import RESTORE, CatalogueError

_MANY = 128  # rows in a statement: more are no faster


@dataclass(frozen=True)
class Insertion:
    """An insert of many rows at a time, its text written once for each number of rows."""

    statement: Insert
    columns: tuple[str, ...]

    def run(self, connection: Connection, rows: Sequence[Sequence[object]]) -> int:
        """Insert rows, given in the order of the columns, and return how many were new."""
        return sum(done.rowcount for done in self._run(connection, rows))

    def run_numbered(self, connection: Connection, numbers: range, *values: Sequence[object]) -> None:
        """Insert rows that SQLite numbers, and check that they got the numbers expected.

        The first column is `id`; `values` are those of the others, column by column.

        CatalogueError where they got others: the rows before them are not those that the numbers were counted from.
        """
        given = [0 if number == 0 else None for number in numbers]  # SQLite itself begins at 1
        end = numbers.start
        for done in self._run(connection, list(zip(given, *values, strict=True))):
            end += done.rowcount
            if done.lastrowid != end - 1:  # numbers within a statement follow each other
                got = done.lastrowid - done.rowcount + 1
                raise CatalogueError(
                    f"the next row of {self.table} would get number {got}, not {end - done.rowcount}: rows were deleted"
                    f" or added by hand; {RESTORE}"
                )

    @property
    def table(self) -> str:
        """The name of the table."""
        return str(self.statement.table.name)

    def _run(self, connection: Connection, rows: Sequence[Sequence[object]]) -> Iterator[CursorResult[Any]]:
        for first in range(0, len(rows), _MANY):
            part = rows[first : first + _MANY]
            yield connection.exec_driver_sql(self._text(len(part)), tuple(chain.from_iterable(part)))

    @cache  # noqa: B019  there are but a few of them, and they last
    def _text(self, rows: int) -> str:
        compiled = self.statement.compile(dialect=sqlite.dialect(), column_keys=list(self.columns))
        assert isinstance(compiled, SQLCompiler) and compiled.positiontup == list(self.columns)
        row = f"({', '.join('?' for _ in self.columns)})"
        head, tail = str(compiled).split(row)
        return head + ", ".join([row] * rows) + tail


def add_up(table: Table, key: Sequence[str], sums: Sequence[str], latest: Sequence[str] = ()) -> Insertion:
    """Insert, or add to the `sums` of the row with the same key and replace its `latest`."""
    insert = sqlite.insert(table)
    changes = {name: table.c[name] + insert.excluded[name] for name in sums}
    changes |= {name: insert.excluded[name] for name in latest}
    return Insertion(insert.on_conflict_do_update(index_elements=list(key), set_=changes), (*key, *latest, *sums))
