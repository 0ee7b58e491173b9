"""The solutions of one puzzle, one after another."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from engine.boards import Boards, check_puzzles, size_of
from engine.solving import count_solutions, solve


def solutions(puzzle: ArrayLike) -> Iterator[Boards]:
    """Yield every solution of one puzzle, `uint8 (S*S,)`, in ascending order row by row.

    For an empty cell the kernel is asked at once which of its digits have a solution, so no way is gone in vain: each
    solution costs at most as many calls as there are empty cells. ValueError for more than one puzzle, else as in
    `engine.boards.check_puzzles`.
    """
    checked = check_puzzles(puzzle)
    if checked.ndim != 1:
        raise ValueError(f"one puzzle has shape (S*S,), not {checked.shape}")
    ways = [checked] if count_solutions(checked, limit=1) else []
    while ways:
        way = ways.pop()
        empty = np.flatnonzero(way == 0)
        if not len(empty) or count_solutions(way) == 1:
            yield solve(way)
            continue
        tries = np.repeat(way[np.newaxis], size_of(way), axis=0)
        tries[:, empty[0]] = np.arange(1, len(tries) + 1)
        ways.extend(reversed(tries[count_solutions(tries, limit=1) > 0]))
