"""Boards as lines of one character a cell: 1..9 then A..P, a full stop where a cell is empty."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.board.symbols import DIGITS

_SYMBOLS = np.frombuffer(DIGITS.encode(), np.uint8)
_VALUES = np.zeros(128, np.uint8)
_VALUES[_SYMBOLS] = np.arange(len(DIGITS))


def as_lines(boards: NDArray[np.uint8]) -> list[str]:
    """Return one string a board for boards of shape `(n, S*S)`."""
    width = boards.shape[1]
    whole = _SYMBOLS[boards].tobytes().decode()
    return [whole[i : i + width] for i in range(0, len(whole), width)]


def from_lines(lines: Sequence[str]) -> NDArray[np.uint8]:
    """Return the boards that `as_lines` was given, all of one size."""
    return _VALUES[np.frombuffer("".join(lines).encode(), np.uint8)].reshape(len(lines), -1)
