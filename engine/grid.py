"""One board that a person can hold."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

import numpy as np
from numpy.typing import ArrayLike

from engine.boards import Boards, check_puzzles, size_of

DIGITS = ".123456789ABCDEFGHIJKLMNOP"
"""How the value of a cell is written in one character; an empty cell is a full stop."""

_VALUE = {symbol: value for value, symbol in enumerate(DIGITS)} | {"0": 0}


class Grid:
    """A board of S x S cells, some of them perhaps empty.

    >>> print(Grid.parse("1...23..4......1"))
    ╔═════╦═════╗
    ║ 1 . ║ . . ║
    ║ 2 3 ║ . . ║
    ╠═════╬═════╣
    ║ 4 . ║ . . ║
    ║ . . ║ . 1 ║
    ╚═════╩═════╝
    """

    def __init__(self, cells: ArrayLike) -> None:
        """Take one board, `(S*S,)` or `(S, S)`; ValueError where it is none."""
        given = np.asarray(cells)
        if given.ndim == 2 and given.shape[0] == given.shape[1]:
            given = given.reshape(-1)
        if given.ndim != 1:
            raise ValueError(f"a board has shape (S*S,) or (S, S), not {given.shape}")
        self._cells = check_puzzles(given).copy()

    @classmethod
    def parse(cls, text: str) -> Grid:
        """Read S*S characters row by row, 1..9 then A..P, `.` or `0` for empty; white space is passed over.

        ValueError for a character that is no digit, or a number of them that makes no board.
        """
        symbols = "".join(text.split())
        strange = next((symbol for symbol in symbols if symbol not in _VALUE), None)
        if strange is not None:
            raise ValueError(f"{strange!r} is no digit of a board")
        return cls(np.array([_VALUE[symbol] for symbol in symbols], np.uint8))

    @property
    def size(self) -> int:
        """S, the number of digits and of cells in a row."""
        return size_of(self._cells)

    def to_numpy(self) -> Boards:
        """Return a copy of the cells, `uint8 (S, S)`, 0 for empty."""
        return self._cells.reshape(self.size, self.size).copy()

    def line(self) -> str:
        """Return the board in S*S characters, as `parse` reads it."""
        return "".join(DIGITS[value] for value in self._cells)

    def __str__(self) -> str:
        """Draw the board with box characters, a double line around each block."""
        return draw([[DIGITS[value] for value in row] for row in self.to_numpy()])

    def __repr__(self) -> str:
        return f"Grid.parse({self.line()!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and np.array_equal(self._cells, other._cells)

    __hash__ = None  # type: ignore[assignment]


def draw(symbols: Sequence[Sequence[str]]) -> str:
    """Draw a square of one-character symbols, a double line around each block."""
    size = len(symbols)
    box = isqrt(size)
    edge = "═" * (2 * box + 1)

    def rule(left: str, middle: str, right: str) -> str:
        return left + middle.join([edge] * box) + right

    def line(row: Sequence[str]) -> str:
        return "║" + "║".join(" " + " ".join(row[i : i + box]) + " " for i in range(0, size, box)) + "║"

    bands = ["\n".join(map(line, symbols[i : i + box])) for i in range(0, size, box)]
    between = "\n" + rule("╠", "╬", "╣") + "\n"
    return "\n".join([rule("╔", "╦", "╗"), between.join(bands), rule("╚", "╩", "╝")])
