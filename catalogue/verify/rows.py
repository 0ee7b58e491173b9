"""Rows of `puzzles` as they are read: plain tuples, because there is one for every board."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from catalogue.metrics import PUZZLE_METRICS, TEXTBOOK_METRICS
from catalogue.store.schema import RATING
from catalogue.verify.faults import UNKNOWN

COLUMNS = (
    *("id", "board_id", "givens", "minimal", "pattern", *PUZZLE_METRICS, *TEXTBOOK_METRICS),
    *(*RATING, "weight", "place", "solution"),
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
