"""One moment of a catalogue: whatever a fill commits meanwhile, all rows are read as they were at the beginning."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from catalogue.database import Damage, Miscount, Object
from catalogue.numbers import PUZZLE_METRICS, TEXTBOOK_METRICS
from catalogue.schema import RATING
from catalogue.store import Store
from catalogue.verify.faults import UNKNOWN

_MANY = 512  # values looked up by one statement

Objects = dict[tuple[str, str], Object]
"""Tables, indexes and views by their kind and name."""


class Snapshot:
    """Reads rows as they are stored, in one transaction; threads take turns."""

    def __init__(self, store: Store) -> None:
        """Use `snapshot_of`."""
        self._database, self._connection = store.database, store.connection
        self._turn = threading.Lock()

    @property
    def is_no_line(self) -> str:
        """A condition on `line`, in SQL: it is no number of a line."""
        return self._database.IS_NO_LINE

    @property
    def is_no_object(self) -> str:
        """A condition on `details`, in SQL: it is no JSON object."""
        return self._database.IS_NO_OBJECT

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        with self._turn:
            return self._database.rows(self._connection, query, values)

    def value(self, query: str, values: Sequence[object] = ()) -> Any:
        """The first column of the first row; None where there is no row."""
        found = self.rows(query + " LIMIT 1", values)
        return found[0][0] if found else None

    def looked_up(self, query: str, values: Sequence[object]) -> Iterator[tuple[Any, ...]]:
        """The rows of a query that ends with `IN`, for any number of values."""
        for first in range(0, len(values), _MANY):
            part = values[first : first + _MANY]
            yield from self.rows(f"{query} ({', '.join('?' * len(part))})", part)

    def damages(self) -> list[Damage]:
        """What the database finds wrong with itself."""
        return self._database.damages(self._connection)

    def dangling(self) -> list[tuple[str, object, str]]:
        """Rows that refer to no row: table, row, and the table that it refers to."""
        return self._database.dangling(self._connection)

    def objects(self) -> tuple[Objects, Objects]:
        """Tables, indexes and views: as they are, and as this program makes them."""
        return self._database.objects(self._connection), self._database.wanted_objects(self._connection)

    def last_number(self) -> int | None:
        """The last number that the database gave to a board."""
        return self._database.last_number(self._connection)

    def miscounts(self, last: int) -> list[Miscount]:
        """What is wrong with the count from which the database numbers boards, where `last` is their last number."""
        return self._database.miscounts(self._connection, last)


@contextmanager
def snapshot_of(store: Store) -> Iterator[Snapshot]:
    """Give a snapshot of an open catalogue; of the open transaction, where there is one."""
    with store.moment():
        yield Snapshot(store)


COLUMNS = (
    *("id", "board_id", "givens", "minimal", "pattern", *PUZZLE_METRICS, *TEXTBOOK_METRICS),
    *(*RATING, "weight", "place", "solution", "constraints"),
)
"""The columns of a row, in their order."""

Row = tuple[Any, ...]
"""A row; empty where there is none."""

PLACE = {name: place for place, name in enumerate(COLUMNS)}


class Case(NamedTuple):
    """A board that is proven, and what is stored of its puzzle."""

    number: int
    seed: int | None
    position: int | None
    row: Row
    uses: Mapping[int, int]


def value(row: Row, name: str) -> Any:
    """A column of a row; UNKNOWN where there is no row."""
    return row[PLACE[name]] if row else UNKNOWN


def by_column(rows: list[Row]) -> dict[str, tuple[Any, ...]]:
    """The columns of many rows, by their names."""
    if all(rows):
        return dict(zip(COLUMNS, zip(*rows, strict=True), strict=True))
    return {name: tuple(value(row, name) for row in rows) for name in COLUMNS}
