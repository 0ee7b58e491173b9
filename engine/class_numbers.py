"""A number for each of the 5,472,730,538 9x9 boards that differ under every symmetry, and the board of each number.

Also all these numbers in a random order, without a list of them. `python tests/reference/class_counting.py FOLDER`
writes the table that this needs.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import Batch, Boards, run
from .names import CLASSES
from .native import core
from .random_numbers import drawn_below

COUNTS_FILE = Path(__file__).with_name("class_counts.npz")
"""The table of the kernels (`ClassCounts` in core/kernels/kernels.hpp)."""


def rank(boards: ArrayLike, *, threads: int = 1) -> NDArray[np.int64]:
    """Return the number of each full 9x9 board's class, 0 .. CLASSES - 1: `int64 (n,)`, or `()` for one.

    All images of a board under `symmetry="full"` (see `canonical`) have the same number, and boards that are not
    images of each other have different ones. Classes are numbered in the lexicographic order of their canonical boards,
    read row by row: the order that solution grids are usually listed in (row-minlex). Programs that count from 1
    give `rank + 1`.

    A board takes a tenth of a millisecond on average, and microseconds if numbers are consecutive. The first call
    reads a table, which takes 0.2 s and 60 MB of memory. ValueError for a board that is not full, or not of size 9.
    """
    batch = Batch.full(boards)
    if batch.shape.size != 9:
        raise ValueError("only boards of size 9 have numbers")
    numbers = np.empty(len(batch), np.int64)
    run(_search().rank, batch.rows, numbers, threads=threads)
    return batch.shaped(numbers)


def unrank(numbers: ArrayLike, *, threads: int = 1) -> Boards:
    """Return the canonical board of each class number: `uint8 (n, 81)`, or `(81,)` for one. The inverse of `rank`.

    Numbers are as in `rank`: subtract 1 from a number that counts from 1. With random numbers below CLASSES every
    class is equally likely. Time as in `rank`. ValueError for anything but a whole number in
    0 .. CLASSES - 1.
    """
    given = np.array(numbers)  # a copy: another thread may change what was given
    if given.dtype.kind not in "ui" or given.ndim > 1:
        raise ValueError(f"class numbers are integers (n,) or a single one, not {given.dtype} {given.shape}")
    if given.size and not 0 <= given.min() <= given.max() < CLASSES:
        wrong = given[(given < 0) | (given >= CLASSES)] if given.ndim else given
        raise ValueError(f"class number {wrong.flat[0]} is not in 0..{CLASSES - 1}")
    batch = np.ascontiguousarray(np.atleast_1d(given), np.int64)
    boards = np.empty((len(batch), 81), np.uint8)
    run(_search().unrank, batch, boards, threads=threads)
    return boards.reshape(*given.shape, 81)


def band(boards: ArrayLike, *, threads: int = 1) -> NDArray[np.uint16]:
    """Return the number of each full 9x9 board's least band, 1 .. 416: `uint16 (n,)`, or `()` for one.

    A board has three bands and three stacks. Each is one of 416 up to symmetry, which are numbered in the lexicographic
    order of their least forms; the canonical board begins with the least of the six. Time and ValueError as in `rank`.
    """
    return (np.searchsorted(_ends_of_bands(), rank(boards, threads=threads), side="right") + 1).astype(np.uint16)


@cache
def _ends_of_bands() -> NDArray[np.int64]:
    """The class number after the last one of each least band."""
    with np.load(COUNTS_FILE) as table:
        entries = table["entries"].cumsum(dtype=np.int64)[table["fourth_rows"].cumsum(dtype=np.int64) - 1]
        return np.asarray(table["classes"].cumsum(dtype=np.int64)[entries - 1])


# --- All numbers in a random order --------------------------------------------------------------------------------

_SIDE = 73_978
"""The least number whose square is not below CLASSES; the square is 13,946 above."""

_ROUNDS = 8


def shuffled_numbers(places: NDArray[np.int64], seed: int) -> NDArray[np.int64]:
    """Return the numbers at some places, 0 .. CLASSES - 1, of all class numbers in a random order: `int64 (n,)`.

    The order depends on the seed alone, and each number stands at one place. A place is a pair (a, b) of numbers below
    _SIDE, and each round of a Feistel network replaces it by (b, a + a random function of b), which can be undone. A
    pair beyond the last number goes through the network again (J. Black and P. Rogaway, "Ciphers with Arbitrary Finite
    Domains", 2002).
    """
    numbers = _permuted(places, seed)
    while (beyond := numbers >= CLASSES).any():
        numbers[beyond] = _permuted(numbers[beyond], seed)
    return numbers


def _permuted(places: NDArray[np.int64], seed: int) -> NDArray[np.int64]:
    first, second = np.divmod(places, _SIDE)
    for step in range(_ROUNDS):
        first, second = second, (first + drawn_below(_SIDE, seed, step * _SIDE + second)) % _SIDE
    return first * _SIDE + second


@cache
def _search() -> Any:
    with np.load(COUNTS_FILE) as table:
        search = core.class_numbers(table["fourth_rows"], table["fifth_rows"], table["entries"], table["classes"])
    if search.classes != CLASSES:
        raise ValueError(f"{COUNTS_FILE} counts {search.classes} classes, not {CLASSES}: install the engine again")
    return search
