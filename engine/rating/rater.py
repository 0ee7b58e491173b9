"""Rate puzzles on the scale of Sudoku Explainer 1.2.1: the hardest step of the easiest path names the puzzle."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.batch.boards import Boards, check_puzzles, size_of
from engine.native import core, record_dtype
from engine.rating.stored import RatingStatus

NO_CEILING: int = core.no_ceiling
"""Tenths, above every rating."""

RATING_VERSION: int = core.rating_version
"""Goes up when a puzzle may get another rating than before, because ratings are stored."""

if [status.name.lower() for status in RatingStatus] != core.statuses:
    raise ImportError(f"the kernels' statuses are {core.statuses}, not those of RatingStatus")

_DTYPE = record_dtype(core.rating_layout)


def check_rateable(puzzles: ArrayLike) -> Boards:
    """Like `engine.batch.boards.check_puzzles`; ValueError too for any size but 9."""
    checked = check_puzzles(puzzles)
    if size_of(checked) != 9:
        raise ValueError(f"puzzles of size {size_of(checked)} have no rating: Sudoku Explainer's scale is for 9x9 only")
    return checked


def rate(puzzles: ArrayLike, *, ceiling: float | None = None) -> NDArray[np.void]:
    """Ratings of 9x9 puzzles, a structured array with one row a puzzle.

    A puzzle is solved step by step, always with the first technique that applies, as Sudoku
    Explainer 1.2.1 orders them; ratings are in tenths (26 is 2.6).

    - `status`: a `RatingStatus`; every other field is 0, `hardest` -1, unless it is RATED
    - `rating`: the hardest step (ER)
    - `pearl`: the hardest step up to the first placement (EP)
    - `diamond`: the first step (ED)
    - `hardest`: `number` of the technique (in `engine.TECHNIQUES`) of the first step of that rating; -1 for a
      full board, which needs none
    - `more_than_singles`: whether any step is no last value, hidden or naked single
    - `counts`: `(len(TECHNIQUES),)`, how often each technique was used, by its number

    `ceiling`, such as 4.5, stops at the first step above that rating and makes the status ABOVE.

    ValueError for puzzles that are not 9x9 or a ceiling below 0, else as in `engine.batch.boards.check_puzzles`.
    """
    checked = check_rateable(puzzles)
    if ceiling is not None and not ceiling >= 0:
        raise ValueError(f"ceiling {ceiling} is no rating")
    ratings = np.zeros(checked.shape[:-1], _DTYPE)
    tenths = NO_CEILING if ceiling is None else round(10 * min(ceiling, NO_CEILING / 10))
    core.rate(np.atleast_2d(checked), tenths, np.atleast_1d(ratings).view(np.uint8))
    return ratings
