"""Random full boards, and all of them where they can be counted."""

from itertools import permutations, product
from operator import index
from typing import Literal, overload

import numpy as np
from numpy.typing import NDArray

from engine.batch.boards import Boards, check_seed, check_size
from engine.native import core

METHODS = ("wfc", "wfc+singles", "wfc+backtrack")
"""How boards can be made; `generate` says what each does."""


def default_method(size: int) -> str:
    """Return the method that boards of a size are made by: "wfc" at 4 and 9, "wfc+backtrack" at 16 and 25."""
    return "wfc" if check_size(size) <= 9 else "wfc+backtrack"


def check_method(method: str) -> str:
    """Return the method; ValueError unless it is one of METHODS."""
    if method not in METHODS:
        raise ValueError(f"method {method!r} is not one of {', '.join(METHODS)}")
    return method


@overload
def generate(
    count: int,
    *,
    size: int = 9,
    seed: int,
    start: int = 0,
    method: str | None = None,
    return_attempts: Literal[False] = False,
) -> Boards: ...
@overload
def generate(
    count: int, *, size: int = 9, seed: int, start: int = 0, method: str | None = None, return_attempts: Literal[True]
) -> tuple[Boards, NDArray[np.int32]]: ...
def generate(
    count: int,
    *,
    size: int = 9,
    seed: int,
    start: int = 0,
    method: str | None = None,
    return_attempts: bool = False,
) -> Boards | tuple[Boards, NDArray[np.int32]]:
    """Boards `start .. start+count-1` of a seed, `uint8 (count, size*size)`.

    Board k depends on the method, the seed and k alone, so any split into batches gives the same boards. The methods:

    - `"wfc"`, the default at sizes 4 and 9: wave function collapse (M. Gumin's WaveFunctionCollapse, 2016, on the
      constraints of Sudoku). Every cell starts with all digits; a cell with the fewest left is picked, ties at random,
      one of its digits at random, and that digit leaves the row, column and block. A cell with nothing left makes the
      attempt invalid and it is tried again. One attempt in 2 succeeds at size 9, one in 32 at size 16, one in some
      65,000 at size 25, where a board takes seconds.
    - `"wfc+singles"`: after each choice naked and hidden singles are followed up, so an attempt turns out invalid
      earlier, and more of them succeed: one in 2 at size 16, one in 15 at size 25.
    - `"wfc+backtrack"`, the default at sizes 16 and 25: as before, but a choice that leads to a contradiction is taken
      back and excluded; the attempt is invalid only where that is a contradiction too. Nine in 10 succeed at
      size 16, two in 5 at size 25.

    With `return_attempts` also how many attempts each board took, the last one included: `int32 (count,)`.
    ValueError for a size or a method the engine lacks, or a seed or boards outside 0 .. 2**63 - 1.
    """
    check_size(size)
    check_seed(seed)
    number = METHODS.index(check_method(default_method(size) if method is None else method))
    count, start = index(count), index(start)
    if count < 0 or start < 0 or start + count > 2**63:
        raise ValueError(f"start {start} and count {count} do not stay within 0 .. 2**63 - 1")
    boards = np.empty((count, size * size), np.uint8)
    attempts = np.empty(count, np.int32)
    core.generate(size, number, seed, start, boards, attempts)
    return (boards, attempts) if return_attempts else boards


def all_boards(size: int = 4) -> Boards:
    """Every full board of a size small enough to list: `uint8 (288, 16)` at size 4.

    ValueError for the others; of size 9 alone there are 6,670,903,752,021,072,936,960 (Felgenhauer and Jarvis, 2005).
    """
    if size != 4:
        raise ValueError(f"boards of size {size} are too many to list; size 4 has 288")
    rows = np.array(list(permutations(range(1, 5))), np.uint8)
    boards = rows[list(product(range(len(rows)), repeat=4))].reshape(-1, 4, 4)
    digits = 1 << boards
    columns = np.bitwise_or.reduce(digits, axis=1)
    blocks = np.bitwise_or.reduce(digits.reshape(-1, 2, 2, 2, 2), axis=(2, 4)).reshape(-1, 4)
    every_digit = sum(1 << digit for digit in range(1, 5))
    valid = (columns == every_digit).all(axis=1) & (blocks == every_digit).all(axis=1)
    every: Boards = boards[valid].reshape(-1, 16)
    return every
