"""Ratings of puzzles on the scale of Sudoku Explainer 1.2.1, and puzzles of a grade.

The hardest step of the easiest path names the puzzle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import rules as variants
from .boards import Batch, Boards
from .carving import carve
from .generation import generate
from .grades import BOUNDS, LARGEST_RATED_SIZE, RATING_VERSION, Grade, RatingStatus, why_unrated
from .native import NO_CEILING, RATED, core
from .shape import Shape
from .solving import AnyRules, Puzzles, count_solutions, measure, ruled

for ours, theirs in (
    (RATING_VERSION, core.rating_version),
    ([status.name.lower() for status in RatingStatus], core.statuses),
    (LARGEST_RATED_SIZE, core.most_rated_size),
):
    if ours != theirs:
        raise ImportError(f"the kernels rate by {theirs}, not {ours}")


def rateable(puzzles: ArrayLike, blocks: str | None) -> Batch:
    """Return puzzles as the kernels take them; ValueError too for boards above LARGEST_RATED_SIZE."""
    batch = Batch.of(puzzles, blocks)
    if reason := why_unrated(batch.shape.size):
        raise ValueError(reason)
    return batch


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
    Explainer 1.2.1 orders them; ratings are in tenths (26 is 2.6). At other shapes than 9x9 (any up to 12x12, and
    Latin squares, which have no blocks to use) the same techniques in the same order have the same ratings. So a rating
    says which technique a puzzle needs, at any shape, and not how much work it is.

    - `status`: a `RatingStatus`; every other field is 0, `hardest` -1, unless it is RATED
    - `rating`: the hardest step (ER)
    - `pearl`: the hardest step up to the first placement (EP)
    - `diamond`: the first step (ED)
    - `hardest`: `number` of the technique (in `engine.TECHNIQUES`) of the first step of that rating; -1 for a
      full board, which needs none
    - `more_than_singles`: whether any step is no last value, hidden or naked single
    - a field for each of `engine.TECHNIQUES`, by its name, such as `"xy-wing"`: how often it was used;
      `technique_counts` has all of them in one array

    `ceiling`, such as 4.5, stops at the first step above that rating and makes the status ABOVE. `blocks` are as in
    `engine.boards.check_puzzles`, `rules` as in `engine.solve`; all of them have to mean houses
    (`engine.rules.houses.rate_ruled`).

    ValueError for puzzles above 12x12, rules without ratings, or a ceiling below 0, else as in
    `engine.boards.check_puzzles`.
    """
    if under := ruled(puzzles, rules, blocks):
        found = variants.rate_ruled(under.rules, under.puzzles, ceiling=ceiling, threads=threads)
        return found[0] if under.is_single else found
    batch = rateable(puzzles, blocks)  # type: ignore[arg-type]
    if ceiling is not None and not ceiling >= 0:
        raise ValueError(f"ceiling {ceiling} is no rating")
    ratings = np.zeros(len(batch), RATED)
    tenths = NO_CEILING if ceiling is None else round(10 * min(ceiling, NO_CEILING / 10))
    solutions = count_solutions(batch.rows, blocks=batch.shape.blocks, threads=threads)
    batch.run(kernels_of(batch.shape).rate, USUAL_HOUSES, tenths, solutions, ratings, threads=threads)
    return batch.shaped(ratings)


CARVED = {4: 4.3, 6: 10.1, 8: 19.3, 9: 24.4, 10: 32.8, 12: 47.6, 16: 94, 25: 278}
"""How many clues `carve` leaves, on average, on boards of these sizes with their usual blocks."""

FACTORS = {Grade.easy: 1.56, Grade.medium: 1.27}
"""The clues of a grade as a multiple of CARVED; puzzles of the other grades are carved as far as `carve` goes."""

MOST_BATCHES = 100
"""How many batches of 32 puzzles `find_puzzle` rates before it gives up."""


class GradedPuzzle(NamedTuple):
    """A puzzle of a grade, and how it was found."""

    puzzle: Boards
    """`uint8 (S*S,)`."""
    position: int
    """The number of its board among those of the seed."""
    tried: int
    """Puzzles that were made and compared."""
    attempts: int
    """Attempts at the boards of all of them."""
    proofs: int
    """The cost of carving all of them, as `engine.carve` counts it."""


_RATED_BATCH = 32
_COMPARED = 4  # puzzles of one batch, if there is no rating: making one takes a second


def find_puzzle(grade: str, *, size: int | None = None, blocks: str | None = None, seed: int) -> GradedPuzzle:
    """Make a puzzle of a grade with one solution, and say how it was found; the same seed always gives the same puzzle.

    Easy and medium puzzles have FACTORS times the clues that carving leaves at their size, at 9x9 38 and 31. The others
    have as few as carving leaves. The puzzle is the first of the seed whose rating by `engine.rate` is within the
    BOUNDS of the grade, at any shape up to 12x12. Above 12x12 there is no rating and a grade is relative: of 4 puzzles,
    it has the fewest backtracks of the reference search (`engine.measure`) if it is easy, medium or hard, the median if
    it is fiendish, the most if it is diabolical.

    ValueError for an unknown grade, if the first 3,200 puzzles of the seed have none of the grade, and as in
    `engine.generate`.
    """
    if grade not in BOUNDS:
        raise ValueError(f"grade {grade!r} is not one of {', '.join(BOUNDS)}")
    shape = Shape.of(size, blocks)
    wanted = Grade(grade)
    if shape.size > LARGEST_RATED_SIZE:
        return _by_backtracks(wanted, shape, seed)
    low, high = BOUNDS[wanted]
    ceiling = None if high is None else high / 10  # above it a puzzle has the rating 0, so no rating is too high

    def suits(puzzles: Boards) -> NDArray[np.bool_]:
        return rate(puzzles, blocks=shape.blocks, ceiling=ceiling)["rating"] >= low

    tried = MOST_BATCHES * _RATED_BATCH
    found = first_puzzle(suits, shape, seed, grade=wanted, most=tried)
    if found is None:
        raise ValueError(f"no {grade} puzzle among the first {tried:,} of seed {seed}: try another seed or grade")
    return found


def first_puzzle(
    suits: Callable[[Boards], NDArray[np.bool_]],
    shape: Shape,
    seed: int,
    *,
    grade: Grade | None = None,
    most: int = MOST_BATCHES * _RATED_BATCH,
) -> GradedPuzzle | None:
    """Return the first puzzle of a seed for which `suits`, given a batch `uint8 (n, S*S)`, says so; None of the `most`.

    The puzzles have as many clues as puzzles of `grade`, or as few as carving leaves.
    """
    attempts = proofs = 0
    for batch in range(-(-most // _RATED_BATCH)):
        puzzles, more_attempts, more_proofs = _puzzles(grade, shape, seed, _RATED_BATCH, batch)
        attempts, proofs = attempts + more_attempts, proofs + more_proofs
        suited = suits(puzzles)
        if suited.any():
            place = int(suited.argmax())
            position, tried = batch * len(puzzles) + place, (batch + 1) * len(puzzles)
            return GradedPuzzle(puzzles[place], position, tried, attempts, proofs)
    return None


def _by_backtracks(grade: Grade, shape: Shape, seed: int) -> GradedPuzzle:
    puzzles, attempts, proofs = _puzzles(grade, shape, seed, _COMPARED, 0)
    order = measure(puzzles, blocks=shape.blocks)["backtracks"].argsort(kind="stable")
    place = {Grade.fiendish: len(order) // 2, Grade.diabolical: -1}.get(grade, 0)
    return GradedPuzzle(puzzles[order[place]], int(order[place]), len(puzzles), attempts, proofs)


def _puzzles(grade: Grade | None, shape: Shape, seed: int, count: int, batch: int) -> tuple[Boards, int, int]:
    """A batch of puzzles, the attempts at their boards, and the proofs of their carving."""
    carved = float(np.interp(shape.size, [*CARVED], [*CARVED.values()]))
    clues = min(shape.cells, round(FACTORS[grade] * carved)) if grade and grade in FACTORS else None
    boards, attempts = generate(
        count, size=shape.size, blocks=shape.blocks, seed=seed, start=batch * count, return_attempts=True
    )
    puzzles, proofs = carve(boards, blocks=shape.blocks, seed=seed, clues=clues, return_proofs=True)
    return puzzles, int(attempts.sum()), int(proofs.sum())
