"""Stored puzzles, one character a cell: what a database or a caller gives, checked before it is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from catalogue.errors import RESTORE, CatalogueError
from engine.boards import from_lines as boards_from_lines
from engine.shape import DIGITS, SIZE_OF_CELLS, cell_name

if TYPE_CHECKING:
    from engine.grid import Grid

_DIGITS = {size: frozenset(DIGITS[: size + 1]) for size in range(1, len(DIGITS))}


def from_lines(lines: Sequence[str]) -> NDArray[np.uint8]:
    """Return the boards that `engine.boards.as_lines` wrote. CatalogueError for a line that is not a board."""
    try:
        return boards_from_lines(lines)
    except ValueError:
        raise _no_board(lines) from None


def grid_of(line: str, blocks: str | None = None) -> Grid:
    """Return a stored puzzle or solution as a grid; CatalogueError for a line that is none."""
    from engine.grid import Grid

    try:
        return Grid(from_lines([line])[0], blocks=blocks)
    except ValueError:
        raise _no_board([line]) from None


def checked(line: str) -> str:
    """Return a line of digits; CatalogueError where no board is written so."""
    if not _is_board(line):
        raise _no_board([line])
    return line


def size_of(line: str) -> int:
    """Return the size of a line of digits; CatalogueError where no board is written so."""
    return SIZE_OF_CELLS[len(checked(line))]


def _is_board(line: str) -> bool:
    size = SIZE_OF_CELLS.get(len(line))
    return size is not None and _DIGITS[size].issuperset(line)


def _no_board(lines: Sequence[str]) -> CatalogueError:
    usual = Counter(map(len, lines)).most_common(1)[0][0]
    wrong = next((line for line in lines if len(line) != usual or not _is_board(line)), lines[0])
    return CatalogueError(f"the database holds {wrong!r} in the place of a board or a puzzle; {RESTORE}")


def clash_in(grid: Grid) -> str | None:
    """Name the first cell that has the value of one of its peers, and the first such peer; None for a valid grid."""
    if grid.is_valid:
        return None
    cells = list(grid)
    place, one = next((place, cell) for place, cell in enumerate(cells) if cell.value and not grid.fits(*cell[:3]))
    other = next(cells[peer] for peer in grid.board_shape.peers[place] if cells[peer].value == one.value)
    names = f"{cell_name(*one[:2])} and {cell_name(*other[:2])}"
    return f"{names} contradict each other: both are {one.value}"
