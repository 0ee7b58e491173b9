"""Unavoidable sets of a full board: cells of which every puzzle with this solution has a clue in at least one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from operator import index

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import check_complete, puzzles_and_shape
from .shape import Shape

LEAST, MOST = 4, 11
"""The sizes of sets that are searched for: no set has fewer cells than four."""


def unavoidable_sets(board: ArrayLike, *, largest: int = 9, blocks: str | None = None) -> NDArray[np.bool_]:
    """Return all minimal unavoidable sets of a full board with at most `largest` cells: `bool (n, S*S)`.

    The digits in such a set can be exchanged among its cells and leave the board valid, so a puzzle without a clue in
    it has several solutions. No set holds another one. The smallest come first, then the order is that of their cells.

    Each digit of a set has at least two cells in it, so sets of up to `largest` cells have at most half as many digits:
    the cells of so many digits are filled in all other ways that change few enough cells. At 9x9 that takes tenths of a
    second for 9 cells and ten seconds for 11. Sizes up to 9. ValueError for a board that is not full, several boards, a
    larger size, and `largest` outside 4 .. 11.
    """
    if not LEAST <= index(largest) <= MOST:
        raise ValueError(f"largest {largest} is not in {LEAST} .. {MOST}")
    checked, shape = puzzles_and_shape(board, blocks)
    check_complete(checked, blocks)
    if checked.ndim != 1 or shape.size > 9:
        raise ValueError("unavoidable sets are those of one board of size 9 or less")
    values: list[int] = checked.tolist()
    found = {
        changed
        for digits in combinations(range(1, shape.size + 1), min(largest // 2, shape.size))
        for changed in _other_ways(values, shape, digits, largest)
    }
    minimal: list[frozenset[int]] = []
    for each in sorted(found, key=lambda cells: (len(cells), sorted(cells))):
        if not any(other < each for other in minimal):
            minimal.append(each)
    sets = np.zeros((len(minimal), shape.cells), bool)
    for row, cells in zip(sets, minimal, strict=True):
        row[list(cells)] = True
    return sets


def _other_ways(values: Sequence[int], shape: Shape, digits: Sequence[int], largest: int) -> Iterator[frozenset[int]]:
    """Yield the cells that change when some digits are placed otherwise, at most so many of them."""
    size = shape.size
    below = list(enumerate(shape.units))[size:]  # the columns and blocks: a row has each digit once anyway
    units_of = [[number for number, unit in below if cell in unit] for cell in range(shape.cells)]
    rows = [[cell for cell in range(row * size, (row + 1) * size) if values[cell] in digits] for row in range(size)]
    ways = [_ways_of_row(values, cells, units_of) for cells in rows]

    def filled(row: int, used: int, changed: tuple[int, ...]) -> Iterator[frozenset[int]]:
        if row == size:
            if changed:
                yield frozenset(changed)
            return
        for marks, moved in ways[row]:
            if not marks & used and len(changed) + len(moved) <= largest:
                yield from filled(row + 1, used | marks, changed + moved)

    return filled(0, 0, ())


def _ways_of_row(
    values: Sequence[int], cells: Sequence[int], units_of: Sequence[Sequence[int]]
) -> list[tuple[int, tuple[int, ...]]]:
    """The ways to place the digits of some cells of a row: a bit for each unit and digit, and the cells that change."""
    found = []
    for order in permutations([values[cell] for cell in cells]):
        marks = 0
        for cell, digit in zip(cells, order, strict=True):
            for unit in units_of[cell]:
                marks |= 1 << unit * 10 + digit
        found.append((marks, tuple(cell for cell, digit in zip(cells, order, strict=True) if values[cell] != digit)))
    return found
