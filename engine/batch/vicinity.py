"""The vicinity of a puzzle: others that differ from it in a few clues."""

from collections.abc import Iterator
from itertools import combinations, islice

import numpy as np
from numpy.typing import ArrayLike

from engine.batch.boards import Boards, check_puzzles
from engine.batch.fewest import completions

REMOVALS_AT_A_TIME = 32
"""Choices of the clues that go, searched together in the lanes of the processor."""


def vicinity(puzzle: ArrayLike, *, remove: int, add: int) -> Iterator[Boards]:
    """Yield the puzzles with one solution that come from a 9x9 puzzle: `remove` clues go and `add` others come.

    `uint8 (m, 81)`, m from 0, for every few choices of the clues that go. `add` is 1 or 2. The clues that come may be
    any, on any board; those that went do not come back, and one that comes may be superfluous. The search is
    exhaustive. For a puzzle of 17 clues, one processor takes some milliseconds for -1+1, and seconds for -2+2.

    ValueError for what is not one puzzle of size 9, `add` outside 1 .. 2, or `remove` outside 1 .. the number of clues.
    """
    checked = check_puzzles(puzzle)
    clues = np.flatnonzero(checked)
    if checked.shape != (81,):
        raise ValueError(f"boards have shape {checked.shape}; this takes one puzzle of size 9, shape (81,)")
    if add not in (1, 2):
        raise ValueError(f"add {add} is not 1 or 2")
    if not 1 <= remove <= len(clues):
        raise ValueError(f"remove {remove} is not in 1 .. {len(clues)}")
    choices = combinations(clues, remove)
    while some := list(islice(choices, REMOVALS_AT_A_TIME)):
        starts: list[Boards] = []
        for gone in some:
            rest = checked.copy()
            rest[list(gone)] = 0
            starts += [rest] if add == 1 else _with_a_clue_more(rest)
        found = np.unique(np.concatenate(list(completions(np.array(starts)))), axis=0)
        kept = ((found == checked) & (checked != 0)).sum(axis=1)
        yield found[kept == len(clues) - remove]


def _with_a_clue_more(puzzle: Boards) -> Iterator[Boards]:
    """The puzzles with one clue more, which sees no clue of the same digit."""
    square = puzzle.reshape(9, 9)
    for cell in np.flatnonzero(puzzle == 0):
        row, column = divmod(int(cell), 9)
        top, left = row // 3 * 3, column // 3 * 3
        seen = {*square[row], *square[:, column], *square[top : top + 3, left : left + 3].flat}
        for digit in set(range(1, 10)) - seen:
            more = puzzle.copy()
            more[cell] = digit
            yield more
