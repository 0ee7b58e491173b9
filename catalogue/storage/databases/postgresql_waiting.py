"""Statements that a writer of PostgreSQL sends later, together: rows that the server numbers, and sums that grow."""

from collections.abc import Iterable, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

from .. import schema
from .base import Insertion

Key = tuple[object, ...]
Columns = Sequence[Sequence[object]]

MANY = 8192
"""Rows of a table that are sent together, or a few more.

PostgreSQL 18 collects up to 1,000 rows of a COPY before it inserts them, and for each one it searches those that it has
collected. A COPY of 1,000 rows takes a microsecond longer for each of them; one of many rows takes that time once.
"""


class Rows:
    """Rows that wait, in the order of each table."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[tuple[Insertion, Columns]]] = {}

    def add(self, insertion: Insertion, columns: Columns) -> bool:
        """Add rows, column by column, and return whether many of the table wait."""
        those = self._waiting.setdefault(insertion.table.name, [])
        those.append((insertion, columns))
        return sum(len(columns[0]) for _, columns in those) >= MANY

    def taken(self) -> list[tuple[Insertion, list[Iterable[object]]]]:
        """Return all that waits, tables before those that refer to them, and forget it."""
        waiting, self._waiting = self._waiting, {}
        found: list[tuple[Insertion, list[Iterable[object]]]] = []
        for table in schema.metadata.sorted_tables:
            for insertion, those in groupby(waiting.get(table.name, ()), key=itemgetter(0)):
                parts = zip(*(columns for _, columns in those), strict=True)
                found.append((insertion, [chain.from_iterable(part) for part in parts]))
        return found


class Sums:
    """Rows of insertions that add up, by their keys: of each other column, the value of each key."""

    def __init__(self) -> None:
        self._waiting: dict[Insertion, list[dict[Key, Any]]] = {}

    def add(self, insertion: Insertion, rows: Sequence[Sequence[Any]]) -> None:
        """Add rows to those that wait: their sums grow, their latest values are replaced."""
        end, latest = len(insertion.key), len(insertion.key) + len(insertion.latest)
        keys = [tuple(row[:end]) for row in rows]
        columns = self._waiting.setdefault(insertion, [{} for _ in insertion.columns[end:]])
        for place, values in enumerate(columns, end):
            for key, row in zip(keys, rows, strict=True):
                values[key] = row[place] if place < latest else values.get(key, 0) + row[place]

    def taken(self) -> list[tuple[Insertion, list[tuple[Any, ...]]]]:
        """Return all that waits, in the order of the keys, which the server finds sooner, and forget it."""
        waiting, self._waiting = self._waiting, {}
        return [
            (insertion, [(*key, *(values[key] for values in columns)) for key in sorted(columns[0])])
            for insertion, columns in waiting.items()
            if columns[0]
        ]
