"""Where things are on a page, in points from its lower left corner."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

MM = 72 / 25.4

PAPERS = {"a4": (210 * MM, 297 * MM), "letter": (8.5 * 72, 11 * 72)}
"""Width and height."""

GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 12: (3, 4)}
"""Columns and rows of puzzles for each number a page."""

_INNER, _OUTER, _TOP, _BOTTOM = 22 * MM, 16 * MM, 25 * MM, 22 * MM
_SMALLEST_GAP = 7 * MM


class Area(NamedTuple):
    """A rectangle."""

    left: float
    bottom: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def top(self) -> float:
        """Its upper edge."""
        return self.bottom + self.height

    @property
    def middle(self) -> float:
        """Half way from left to right."""
        return self.left + self.width / 2


@dataclass(frozen=True)
class Paper:
    """The paper of a book that is bound at the left of its odd pages."""

    width: float
    height: float

    def text(self, page: int) -> Area:
        """What the margins leave of a page; the inner margin is the wider one."""
        left = _INNER if page % 2 else _OUTER
        return Area(left, _BOTTOM, self.width - _INNER - _OUTER, self.height - _TOP - _BOTTOM)


def places(area: Area, columns: int, rows: int, label: float) -> Iterator[Area]:
    """Squares for boards in columns and rows, row by row, each with room for a label of some height above it.

    Space that is left over is shared between and around them; the outer ones are at the edges where there is none.
    """
    gap_across, gap_down = _SMALLEST_GAP, _SMALLEST_GAP * (0.6 if rows > 3 else 1)
    side = min(
        (area.width - gap_across * (columns - 1)) / columns,
        (area.height - gap_down * (rows - 1)) / rows - label,
    )
    over_across = area.width - side * columns
    over_down = area.height - (side + label) * rows
    for row in range(rows):
        for column in range(columns):
            left = area.left + _start(column, columns, side, over_across, gap_across)
            top = area.top - _start(row, rows, side + label, over_down, gap_down)
            yield Area(left, top - label - side, side, side)


def _start(place: int, count: int, step: float, over: float, least_gap: float) -> float:
    """Where the place begins, from the edge where the first one could."""
    gap = max(over / (count + 1), least_gap)
    return (over - gap * (count - 1)) / 2 + place * (step + gap)


def pages_of(count: int, per_page: int) -> int:
    """How many pages so many things take."""
    return ceil(count / per_page)
