"""The cells of a board: where they are, what they hold, and what they are called."""

from enum import Flag, auto
from typing import NamedTuple

RowColumn = tuple[int, int]
"""Row and column of a cell, counted from 0."""


class Cell(NamedTuple):
    """A cell of a grid: row and column from 0, its value or 0, and whether it is locked."""

    row: int
    column: int
    value: int
    locked: bool


class Conflict(Flag):
    """Which units have the value already: any of ROW, COLUMN, BLOCK, or none: `Conflict(0)`, which is false."""

    ROW = auto()
    COLUMN = auto()
    BLOCK = auto()


def cell_name(row: int, column: int) -> str:
    """Name a cell for a person: counted from 1, so row 0, column 5 is r1c6."""
    return f"r{row + 1}c{column + 1}"
