"""Sums that wait for the database: adding them up here costs it one change of a row instead of many."""

from collections.abc import Sequence
from typing import Any

from catalogue.store.databases.insertion import Insertion

Key = tuple[object, ...]


class Sums:
    """Rows of insertions that add up, by their keys."""

    def __init__(self) -> None:
        self._waiting: dict[Insertion, dict[Key, list[Any]]] = {}

    def add(self, insertion: Insertion, rows: Sequence[Sequence[Any]]) -> None:
        """Add rows to those that wait: their sums grow, their latest values are replaced."""
        waiting = self._waiting.setdefault(insertion, {})
        end, latest = len(insertion.key), len(insertion.key) + len(insertion.latest)
        for row in rows:
            before = waiting.get(key := tuple(row[:end]))
            if before is None:
                waiting[key] = list(row)
            else:
                before[end:] = [*row[end:latest], *map(sum, zip(before[latest:], row[latest:], strict=True))]

    def taken(self) -> list[tuple[Insertion, list[list[Any]]]]:
        """Return all that waits, and forget it."""
        waiting, self._waiting = self._waiting, {}
        return [(insertion, list(rows.values())) for insertion, rows in waiting.items() if rows]
