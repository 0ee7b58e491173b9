"""Puzzles rated 9.0 or more, found around each other: a search, not a fair sample."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from operator import index
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .boards import Boards, check_range, check_seed
from .carving import carve, minimal, vicinity
from .class_numbers import rank
from .generation import generate
from .random_numbers import RandomNumbers, drawn_below
from .rating import rate
from .solving import solve
from .symmetry import puzzle_keys

LEAST = 9.0
"""What every puzzle is rated, or more."""

CHAIN = 32
"""Puzzles that are found together: those of positions 32 k to 32 k + 31 are neighbours of neighbours."""

RATED = 1_200
"""Puzzles that a chain rates, at least."""

BEGUN, NEAR = 64, 32
"""Carved puzzles of which a chain begins at the hardest, and neighbours of a puzzle that are rated."""

_PLACES = 2**30


def places(classes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return a random place in 0 .. 1 for each class of boards, which it alone decides, `float64 (n,)`."""
    return drawn_below(_PLACES, 0, classes) / _PLACES


class HardPuzzles(NamedTuple):
    """The result of `hard_puzzles`, one row per puzzle."""

    boards: Boards
    puzzles: Boards
    attempts: NDArray[np.int32]


def hard_puzzles(count: int, *, seed: int, start: int = 0, share: float = 1.0) -> HardPuzzles:
    """Find the puzzles `start .. start+count-1` of a seed: minimal ones of 9x9, rated LEAST or more.

    Each CHAIN of them begins at the hardest of some carved puzzles. Of the hardest puzzle that it knows it rates
    neighbours, with one clue removed and one added (`vicinity`), and so on. It gives puzzles of each rating in turn, as
    far as there are any, no two of which have the same board under any symmetry. They are alike: most have a neighbour
    that led to them. `attempts` says how many puzzles were rated for each. Their classes of boards have `places` below
    the `share`, which takes longer the smaller it is. Puzzle k depends on the seed, k and the share alone.

    ValueError for a seed or puzzles outside 0 .. 2**63 - 1, and for a share outside 0.01 .. 1.
    """
    check_seed(seed)
    start, count = check_range(start, count)
    if not 0.01 <= share <= 1:
        raise ValueError(f"share {share} is not from 0.01 to 1")
    found = [_chain(index(seed), number, share) for number in range(start // CHAIN, -(-(start + count) // CHAIN))]
    rows = slice(start % CHAIN, start % CHAIN + count)
    puzzles = np.concatenate([np.empty((0, 81), np.uint8), *(each for each, _ in found)])[rows]
    attempts = np.repeat(np.array([rated // CHAIN for _, rated in found], np.int32), CHAIN)[rows]
    return HardPuzzles(solve(puzzles), puzzles, attempts)


@lru_cache(maxsize=64)  # a caller may take a chain in parts
def _chain(seed: int, number: int, share: float) -> tuple[Boards, int]:
    """The puzzles of a chain, and how many were rated."""
    random = RandomNumbers(seed, number)
    boards = generate(BEGUN, seed=seed, start=number * BEGUN)
    carved = carve(boards, seed=seed)
    first, *others = carved[np.argsort(-rate(carved)["rating"].astype(int), kind="stable")]
    waiting, known = [(0, 0, first)], {puzzle_keys(first, symmetry="full").tobytes()}
    hard: dict[int, list[Boards]] = {}
    taken: set[int] = set()
    rated = 0
    while rated < RATED or sum(map(len, hard.values())) < CHAIN:
        puzzle = heappop(waiting)[-1] if waiting else others.pop(0)  # the next hardest, if all neighbours are known
        around = np.concatenate([carved[:0], *vicinity(puzzle, remove=1, add=1)])
        some = around[random.shuffled(range(len(around)))[:NEAR]]
        some = some[minimal(some)]
        classes = rank(solve(some))
        inside = places(classes) < share
        keys = [key.tobytes() for key in puzzle_keys(some, symmetry="full")]
        wanted = inside if inside.any() else ~inside  # these only lead on
        new = {key: row for row, key in enumerate(keys) if wanted[row] and key not in known}
        known.update(new)
        rows = np.array(list(new.values()), np.intp)
        near = some[rows], rate(some[rows])["rating"].tolist(), classes[rows].tolist(), inside[rows]
        for puzzle, rating, board, fits in zip(*near, strict=True):
            rated += 1
            heappush(waiting, (-rating, rated, puzzle))
            if rating >= 10 * LEAST and fits and board not in taken:
                taken.add(board)
                hard.setdefault(rating, []).append(puzzle)
    in_turn = sorted((place, -rating, puzzle.tobytes()) for rating in hard for place, puzzle in enumerate(hard[rating]))
    return np.array([np.frombuffer(cells, np.uint8) for *_, cells in in_turn[:CHAIN]]), rated
