"""Ratings of puzzles on the scale of Sudoku Explainer 1.2.1: the hardest step of the easiest path names the puzzle."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import Boards, in_pieces, puzzles_and_shape
from .grades import LARGEST_RATED_SIZE, RATING_VERSION, RatingStatus, why_unrated
from .native import core
from .ruled import AnyRules, Puzzles, ruled
from .shape import Shape
from .solving import count_solutions
from .techniques import NO_CEILING, RATED

if core.rating_version != RATING_VERSION:
    raise ImportError(f"the kernels rate by version {core.rating_version}, not {RATING_VERSION}")

if [status.name.lower() for status in RatingStatus] != core.statuses:
    raise ImportError(f"the kernels' statuses are {core.statuses}, not those of RatingStatus")

if core.most_rated_size != LARGEST_RATED_SIZE:
    raise ImportError(f"the kernels rate boards up to size {core.most_rated_size}, not {LARGEST_RATED_SIZE}")


def rateable_and_shape(puzzles: ArrayLike, blocks: str | None) -> tuple[Boards, Shape]:
    """Like `engine.boards.puzzles_and_shape`; ValueError too for boards above LARGEST_RATED_SIZE."""
    checked, shape = puzzles_and_shape(puzzles, blocks)
    if reason := why_unrated(shape.size):
        raise ValueError(reason)
    return checked, shape


USUAL_HOUSES = np.zeros((0, 0), np.uint8)
"""The argument of the kernels that means the rows, columns and blocks of a shape."""


def kernels_of(shape: Shape) -> Any:
    """The kernels of ratings for a shape: 9x9 has its own."""
    return core.rating9 if shape == Shape.of(9) else core.any_rating


def rate(
    puzzles: Puzzles | None,
    rules: AnyRules | None = None,
    *,
    blocks: str | None = None,
    ceiling: float | None = None,
    threads: int = 1,
) -> NDArray[np.void]:
    """Ratings of puzzles, a structured array with one row per puzzle; `pandas.DataFrame` takes it as a table.

    A puzzle is solved step by step, always with the first technique that applies, as Sudoku
    Explainer 1.2.1 orders them; ratings are in tenths (26 is 2.6).

    Sudoku Explainer rates 9x9 puzzles only, and there the ratings are its own. At other shapes (any up to 12x12, and
    Latin squares, which have no blocks to use) they are on the same scale: the same techniques in the same order, each
    with the rating that it has at 9x9. So a rating says which technique a puzzle needs, at any shape. It does not say
    how much work the puzzle is: one of 12x12 takes longer than one of 6x6 with the same rating.

    - `status`: a `RatingStatus`; every other field is 0, `hardest` -1, unless it is RATED
    - `rating`: the hardest step (ER)
    - `pearl`: the hardest step up to the first placement (EP)
    - `diamond`: the first step (ED)
    - `hardest`: `number` of the technique (in `engine.TECHNIQUES`) of the first step of that rating; -1 for a
      full board, which needs none
    - `more_than_singles`: whether any step is no last value, hidden or naked single
    - a field for each of `engine.TECHNIQUES`, by its name, such as `"xy-wing"`: how often it was used;
      `technique_counts` has all of them in one array

    `ceiling`, such as 4.5, stops at the first step above that rating and makes the status ABOVE. `threads` share the
    batch. `blocks` as in
    `engine.boards.check_puzzles`.

    `rules` are as in `engine.solve`; all of them have to mean houses (`engine.rules.rating.rate_ruled`).

    ValueError for puzzles above 12x12, rules without ratings, or a ceiling below 0, else as in
    `engine.boards.check_puzzles`.
    """
    if under := ruled(puzzles, rules, blocks):
        from .rules.rating import rate_ruled

        found = rate_ruled(under.rules, under.puzzles, ceiling=ceiling, threads=threads)
        return found[0] if under.is_single else found
    checked, shape = rateable_and_shape(puzzles, blocks)  # type: ignore[arg-type]
    if ceiling is not None and not ceiling >= 0:
        raise ValueError(f"ceiling {ceiling} is no rating")
    ratings = np.zeros(checked.shape[:-1], RATED)
    tenths = NO_CEILING if ceiling is None else round(10 * min(ceiling, NO_CEILING / 10))
    batch = np.atleast_2d(checked)
    solutions = count_solutions(batch, blocks=shape.blocks, threads=threads)
    kernel, out = kernels_of(shape).rate, np.atleast_1d(ratings)

    def rate_some(some: slice) -> None:
        kernel(shape, batch[some], USUAL_HOUSES, tenths, solutions[some], out[some].view(np.uint8))

    in_pieces(rate_some, len(batch), threads)
    return ratings
