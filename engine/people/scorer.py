"""Scores and levels of puzzles of any rules and shape: what the steps of a person add up to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..boards import Boards, in_pieces
from ..grades import Level, ScoreStatus
from ..native import core
from ..rules.solving import solve_ruled
from ..rules.variant import Variant
from ..shape import NO_BLOCKS, Shape
from .program import board_of_people
from .techniques import BY_NUMBER, PEOPLE_NUMBERS, level_of_cost

HIGHEST_SCORES_A_CELL = (25, 40, 80, 200)
"""The highest score of each level but the last, for each cell of the board: with more, a puzzle is of the next one."""

_FIELDS = [("status", np.int8), ("level", np.int8), ("logical", np.bool_), ("hardest", np.int16), ("score", np.int32)]
_NO_CEILING = 1 << 30

_FIRST = 16  # bytes of the fields, before the uses of techniques

PEOPLE_SCORED = np.dtype(
    {
        "names": [*(name for name, _ in _FIELDS), "steps", *PEOPLE_NUMBERS],
        "formats": [*(kind for _, kind in _FIELDS), np.int32, *[np.uint16] * len(PEOPLE_NUMBERS)],
        "offsets": [0, 1, 2, 4, 8, 12, *(_FIRST + 2 * number for number in PEOPLE_NUMBERS.values())],
        "itemsize": _FIRST + 2 * core.most_people_techniques,
    }
)
"""The dtype of what `score_people` returns."""


def score_people(
    rules: Variant | Sequence[Variant], puzzles: Boards | None = None, *, most_cost: int | None = None, threads: int = 1
) -> NDArray[np.void]:
    """Scores and levels of puzzles of any rules and sizes 4 to 16, a structured array with one row per puzzle.

    A puzzle is solved step by step, always by the cheapest technique that helps (`engine.PEOPLE_TECHNIQUES`). A step
    counts its cost, and a tenth less for each of up to three other steps by the same technique. The level is that of
    the greatest cost, or the least one whose highest score is enough, if that is higher (HIGHEST_SCORES_A_CELL). All
    numbers are whole, so that every machine finds the same.

    - `status`: a `ScoreStatus`, SCORED for a puzzle with one solution; else every other field is 0, `hardest` -1
    - `score`: the sum
    - `level`: a place in `engine.LEVELS`, 0 (easy) to 4 (extreme)
    - `logical`: whether named techniques alone solve it, without a digit by all rules together
    - `hardest`: the number of the technique of the first step of the greatest cost, -1 for a full board
    - `steps`: how many there are
    - a field for each of `engine.PEOPLE_TECHNIQUES`, by its name, such as "cage-combinations": how often it was used

    One variant holds for all `puzzles`, `uint8 (n, cells)`, a sequence has that of each; variants bring their givens
    if no puzzles are passed. With `most_cost` a path ends where only steps that cost more help, and is not logical
    then: that is much quicker. `threads` share the batch. ValueError as in `solve_ruled`.
    """
    shared = isinstance(rules, Variant)
    each: list[Variant] = [rules] if isinstance(rules, Variant) else list(rules)
    batch = np.array([one.clues for one in each], np.uint8) if puzzles is None else np.atleast_2d(puzzles)
    scores = np.zeros(len(batch), PEOPLE_SCORED)
    scores["hardest"] = -1
    solutions, counts, _guesses = solve_ruled(rules, puzzles, threads=threads)
    scores["status"] = np.where(counts == 1, ScoreStatus.SCORED, ScoreStatus.SEVERAL_SOLUTIONS)
    scores["status"][counts == 0] = ScoreStatus.NO_SOLUTION
    one = np.flatnonzero(counts == 1)
    if not one.size:
        return scores
    size = each[0].size
    programs = [board_of_people(each[row].with_givens(())).numbers for row in ([0] if shared else one.tolist())]
    numbers = np.concatenate(programs)
    starts = np.cumsum([0, *map(len, programs)])[:-1].astype(np.int64)
    given, solved = np.ascontiguousarray(batch[one], np.uint8), np.ascontiguousarray(solutions[one])
    efforts = np.zeros((len(one), 5), np.int32)
    uses = np.zeros((len(one), core.most_people_techniques), np.uint16)
    shape = Shape.of(size, NO_BLOCKS)
    ceiling = _NO_CEILING if most_cost is None else most_cost

    def work(some: slice) -> None:
        of_each = starts if shared else starts[some]
        core.effort_of(shape, given[some], solved[some], numbers, of_each, shared, ceiling, efforts[some], uses[some])

    in_pieces(work, len(one), threads)
    _fill(scores, one, efforts, uses, size)
    return scores


def _fill(scores: NDArray[np.void], rows: NDArray[np.intp], efforts: NDArray[np.int32], uses: Any, size: int) -> None:
    score, steps, unexplained, hardest, technique = efforts.T
    levels = [list(Level).index(level_of_cost(cost)) for cost in hardest.tolist()]
    by_score = np.searchsorted(np.array(HIGHEST_SCORES_A_CELL) * size**2, score)
    found = {
        "score": score,
        "steps": steps,
        "logical": unexplained == 0,
        "hardest": technique,
        "level": np.maximum(levels, by_score),
    }
    for name, column in found.items():
        scores[name][rows] = column
    for name, number in PEOPLE_NUMBERS.items():
        scores[name][rows] = uses[:, number]


def hardest_of(score: np.void) -> str | None:
    """Return the name of the technique of the hardest step; None for a full board."""
    number = int(score["hardest"])
    return BY_NUMBER[number].name if number >= 0 else None
