"""Rate puzzles on the scale of Sudoku Explainer 1.2.1: the hardest step of the easiest path names the puzzle."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.batch.boards import Boards, check_puzzles, size_of
from engine.batch.solving import count_solutions
from engine.native import core, record_dtype
from engine.rating.stored import RatingStatus
from engine.rating.techniques import TECHNIQUES

NO_CEILING: int = core.no_ceiling
"""Tenths, above every rating."""

RATING_VERSION: int = core.rating_version
"""Goes up when a puzzle may get another rating than before, because ratings are stored."""

if [status.name.lower() for status in RatingStatus] != core.statuses:
    raise ImportError(f"the kernels' statuses are {core.statuses}, not those of RatingStatus")

_RECORD = record_dtype(core.rating_layout)


def _flat_dtype() -> np.dtype[np.void]:
    """The record with a field for each technique in place of the array of counts, which pandas does not take."""
    record = _RECORD.fields
    assert record is not None  # it has fields
    fields = {name: field[:2] for name, field in record.items() if name != "counts"}
    counts, start = record["counts"][:2]
    fields |= {of.name: (counts.base, start + of.number * counts.base.itemsize) for of in TECHNIQUES}
    formats, offsets = zip(*fields.values(), strict=True)
    return np.dtype({"names": [*fields], "formats": formats, "offsets": offsets, "itemsize": _RECORD.itemsize})


_DTYPE = _flat_dtype()


def check_rateable(puzzles: ArrayLike) -> Boards:
    """Like `engine.batch.boards.check_puzzles`; ValueError too for any size but 9."""
    checked = check_puzzles(puzzles)
    if size_of(checked) != 9:
        raise ValueError(f"puzzles of size {size_of(checked)} have no rating: Sudoku Explainer's scale is for 9x9 only")
    return checked


def rate(puzzles: ArrayLike, *, ceiling: float | None = None) -> NDArray[np.void]:
    """Ratings of 9x9 puzzles, a structured array with one row a puzzle; `pandas.DataFrame` takes it as a table.

    A puzzle is solved step by step, always with the first technique that applies, as Sudoku
    Explainer 1.2.1 orders them; ratings are in tenths (26 is 2.6).

    - `status`: a `RatingStatus`; every other field is 0, `hardest` -1, unless it is RATED
    - `rating`: the hardest step (ER)
    - `pearl`: the hardest step up to the first placement (EP)
    - `diamond`: the first step (ED)
    - `hardest`: `number` of the technique (in `engine.TECHNIQUES`) of the first step of that rating; -1 for a
      full board, which needs none
    - `more_than_singles`: whether any step is no last value, hidden or naked single
    - a field for each of `engine.TECHNIQUES`, by its name, such as `"xy-wing"`: how often it was used;
      `technique_counts` has all of them in one array

    `ceiling`, such as 4.5, stops at the first step above that rating and makes the status ABOVE.

    ValueError for puzzles that are not 9x9 or a ceiling below 0, else as in `engine.batch.boards.check_puzzles`.
    """
    checked = check_rateable(puzzles)
    if ceiling is not None and not ceiling >= 0:
        raise ValueError(f"ceiling {ceiling} is no rating")
    ratings = np.zeros(checked.shape[:-1], _DTYPE)
    tenths = NO_CEILING if ceiling is None else round(10 * min(ceiling, NO_CEILING / 10))
    batch = np.atleast_2d(checked)
    core.rating9.rate((3, 3), batch, tenths, count_solutions(batch), np.atleast_1d(ratings).view(np.uint8))
    return ratings


def technique_counts(ratings: NDArray[np.void]) -> NDArray[np.uint16]:
    """How often each technique was used, `uint16 (n, len(TECHNIQUES))` by its number: a view of what `rate` returned.

    `(len(TECHNIQUES),)` for a single rating. TypeError for anything else.
    """
    given = np.asarray(ratings)
    if given.dtype != _DTYPE:
        raise TypeError("technique_counts takes what engine.rate returned, with all its fields")
    counts: NDArray[np.uint16] = given.view(_RECORD)["counts"]
    return counts
