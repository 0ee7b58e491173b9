"""Score puzzles on the scale of HoDoKu 2.2.0: each step of the path that its techniques take adds to the score."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.boards import Boards, in_pieces, puzzles_and_shape
from engine.native import core, flat_dtype, record_dtype
from engine.scoring.techniques import DEFAULT_RULES, HIGHEST_SCORES, SOLVING_TECHNIQUES, Rule, rule_table
from engine.shape import Shape
from engine.solving import count_solutions, solve


class ScoreStatus(IntEnum):
    """How the scoring of a puzzle ended."""

    SCORED = 0
    NO_SOLUTION = 1
    SEVERAL_SOLUTIONS = 2
    STUCK = 3
    """No rule of the table applies; score and level are those of the steps up to there."""


if [status.name.lower() for status in ScoreStatus] != core.scoring_statuses:
    raise ImportError(f"the kernels' statuses are {core.scoring_statuses}, not those of ScoreStatus")

SCORED = flat_dtype(
    record_dtype(core.score_layout), {technique.name: technique.number for technique in SOLVING_TECHNIQUES}
)
"""The dtype of what `score` returns."""


def score(puzzles: ArrayLike, *, rules: Iterable[Rule] = DEFAULT_RULES, threads: int = 1) -> NDArray[np.void]:
    """Scores and levels of 9x9 puzzles, a structured array with one row a puzzle.

    A puzzle is solved step by step, always with the first rule of the table that applies. The score is the sum of the
    rules' scores; the level is the highest of their levels, or the least one whose highest score is enough, if that is
    higher (`engine.HIGHEST_SCORES`). With DEFAULT_RULES both are those of HoDoKu 2.2.0 with its default settings, and
    so are the steps.

    - `status`: a `ScoreStatus`; every other field is 0, `hardest` -1, unless it is SCORED or STUCK
    - `score`: the sum
    - `level`: a place in `engine.LEVELS`, 0 (easy) to 4 (extreme)
    - `hardest`: `number` of the technique (in `engine.SOLVING_TECHNIQUES`) of the first step of the highest score; -1
      for a full board
    - a field for each of `engine.SOLVING_TECHNIQUES`, by its name, such as `"skyscraper"`: how often it was used

    `rules` replaces the table: other scores, levels, orders, fewer rules, or more of `engine.ALL_RULES`. `threads`
    share the batch.

    ValueError for boards that are not 9x9, for a bad table as in `engine.scoring.techniques.rule_table`, and as in
    `engine.boards.check_puzzles`.
    """
    checked = scoreable(puzzles)
    table, highest = rule_table(rules), np.array(HIGHEST_SCORES, np.int32)
    scores = np.zeros(checked.shape[:-1], SCORED)
    batch, out = np.atleast_2d(checked), np.atleast_1d(scores)
    counts = count_solutions(batch, threads=threads)
    solutions = solve(batch, threads=threads)
    in_pieces(
        lambda some: core.score(
            Shape.of(9),
            batch[some],
            solutions[some],
            counts[some],
            highest,
            table.view(np.uint8),
            len(table),
            out[some].view(np.uint8),
        ),
        len(batch),
        threads,
    )
    return scores


def scoreable(puzzles: ArrayLike) -> Boards:
    """Like `engine.boards.check_puzzles`; ValueError too for boards that are not 9x9."""
    checked, shape = puzzles_and_shape(puzzles, None)
    if shape != Shape.of(9):
        raise ValueError(f"scores are for 9x9 puzzles, not {shape.size}x{shape.size}")
    return checked
