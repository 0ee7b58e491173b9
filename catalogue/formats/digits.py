"""Boards as lines of one character a cell: 1..9 then A..P, a full stop where a cell is empty."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from catalogue.errors import RESTORE, CatalogueError
from engine import Grid
from engine.board.shape import SIZE_OF_CELLS
from engine.board.symbols import DIGITS

_DIGITS = {size: frozenset(DIGITS[: size + 1]) for size in range(1, len(DIGITS))}
_SYMBOLS = np.frombuffer(DIGITS.encode(), np.uint8)
_NONE = 255  # the value of a character that no board has
_VALUES = np.full(256, _NONE, np.uint8)
_VALUES[_SYMBOLS] = np.arange(len(DIGITS))


def as_lines(boards: NDArray[np.uint8]) -> list[str]:
    """Return one string a board for boards of shape `(n, S*S)`."""
    width = boards.shape[1]
    whole = _SYMBOLS[boards].tobytes().decode()
    return [whole[i : i + width] for i in range(0, len(whole), width)]


def from_lines(lines: Sequence[str]) -> NDArray[np.uint8]:
    """Return the boards that `as_lines` was given, all of one size. CatalogueError for a line that is no board."""
    if not lines:
        return np.empty((0, 0), np.uint8)
    boards = _VALUES[np.frombuffer("".join(lines).encode("latin-1", "replace"), np.uint8)]
    cells = len(lines[0])
    if set(map(len, lines)) != {cells} or cells not in SIZE_OF_CELLS or boards.max() == _NONE:
        raise _no_board(lines)
    return boards.reshape(len(lines), -1)


def grid_of(line: str, blocks: str | None = None) -> Grid:
    """Return a stored puzzle or solution as a grid; CatalogueError for a line that is none."""
    try:
        return Grid(from_lines([line])[0], blocks=blocks)
    except ValueError:
        raise _no_board([line]) from None


def checked(line: str) -> str:
    """Return a line of digits; CatalogueError where no board is written so."""
    if not _is_board(line):
        raise _no_board([line])
    return line


def _is_board(line: str) -> bool:
    size = SIZE_OF_CELLS.get(len(line))
    return size is not None and _DIGITS[size].issuperset(line)


def _no_board(lines: Sequence[str]) -> CatalogueError:
    usual = Counter(map(len, lines)).most_common(1)[0][0]
    wrong = next((line for line in lines if len(line) != usual or not _is_board(line)), lines[0])
    return CatalogueError(f"the database holds {wrong!r} in the place of a board or a puzzle; {RESTORE}")
