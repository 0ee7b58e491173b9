"""The text of boards and puzzles as a catalogue stores them, checked before it is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ... import engine
from ...engine.shape import DIGITS, SIZE_OF_CELLS
from ..errors import RESTORE, CatalogueError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...engine.grid import Grid

_DIGITS = {size: frozenset(DIGITS[: size + 1]) for size in range(1, len(DIGITS))}


def from_lines(lines: Sequence[str]) -> NDArray[np.uint8]:
    """Return the boards that `engine.boards.as_lines` wrote. CatalogueError for a line that is not a board."""
    from ...engine.boards import from_lines as boards_from_lines  # with numpy, which writing does without

    try:
        return boards_from_lines(lines)
    except ValueError:
        raise _no_board(lines) from None


def grid_of(line: str, blocks: str | None = None) -> Grid:
    """Return a stored puzzle or solution as a grid; CatalogueError for a line that is none."""
    try:
        return engine.Grid(from_lines([line])[0], blocks=blocks)
    except ValueError:
        raise _no_board([line]) from None


def checked(line: str) -> str:
    """Return a line of digits; CatalogueError if no board is written so."""
    if not _is_board(line):
        raise _no_board([line])
    return line


def size_of(line: str) -> int:
    """Return the size of a line of digits; CatalogueError if no board is written so."""
    return SIZE_OF_CELLS[len(checked(line))]


def _is_board(line: str) -> bool:
    size = SIZE_OF_CELLS.get(len(line))
    return size is not None and _DIGITS[size].issuperset(line)


def _no_board(lines: Sequence[str]) -> CatalogueError:
    usual = Counter(map(len, lines)).most_common(1)[0][0]
    wrong = next((line for line in lines if len(line) != usual or not _is_board(line)), lines[0])
    return CatalogueError(f"the database holds {wrong!r} in the place of a board or a puzzle; {RESTORE}")


def row_lines(rows: Sequence[Sequence[int]]) -> str:
    """Write a board as in a file `N.txt`: a line a row, spaces between digits, 0 for an empty cell of a puzzle."""
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def line_of_rows(text: bytes, size: int) -> str | None:
    """Read the full board that `row_lines` wrote as a line of digits; None if the text is no such board."""
    symbols = {str(value).encode(): DIGITS[value] for value in range(1, size + 1)}
    words = text.split()
    if len(words) != size * size or not symbols.keys() >= set(words):
        return None
    return "".join(symbols[word] for word in words)
