"""From new boards to rows and files: puzzles are carved, rated, proven and measured."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.actors.actor import Stopwatch
from catalogue.fill.recipe import Recipe
from catalogue.fill.stages.generator import Generated
from catalogue.formats.board_file import board_texts
from catalogue.formats.digits import as_lines
from catalogue.metrics import PUZZLE_METRICS
from catalogue.rating.rows import rating_rows, tally_of
from catalogue.store.writing import BoardRows, PuzzleRows, Stretch
from engine.batch.boards import size_of
from engine.batch.carving import MINIMAL_SIZES
from engine.rating.grades import grade_of


@dataclass(frozen=True)
class Drafts:
    """Puzzles of some boards, not yet proven, their weights in a fair sample, and their ratings if they are rated."""

    puzzles: NDArray[np.uint8]
    weights: NDArray[np.float64] | None
    ratings: NDArray[np.void] | None

    def only(self, indices: Sequence[int]) -> "Drafts":
        """Some of them."""
        chosen = list(indices)
        return Drafts(
            self.puzzles[chosen],
            None if self.weights is None else self.weights[chosen],
            None if self.ratings is None else self.ratings[chosen],
        )

    def wanted(self, recipe: Recipe, count: int) -> NDArray[np.bool_]:
        """Return which of the first `count` the recipe wants: `bool (count,)`."""
        wanted = np.ones(count, np.bool_)
        if recipe.strict:
            wanted &= np.count_nonzero(self.puzzles[:count], axis=1) == recipe.clues
        if recipe.kind and self.ratings is not None:
            wanted &= recipe.kind.of(self.ratings[:count])
        return wanted

    def quotas(self, recipe: Recipe, indices: Sequence[int]) -> Sequence[int]:
        """Return which quota each of some wanted puzzles counts towards: the place of its grade in the kind, or 0."""
        if not recipe.by_grade or recipe.kind is None or self.ratings is None:
            return [0] * len(indices)
        places = {grade: place for place, grade in enumerate(recipe.kind.grades)}
        ratings: Sequence[int] = self.ratings["rating"][list(indices)].tolist()
        return [places[grade] for rating in ratings if (grade := grade_of(rating))]


@dataclass(frozen=True)
class Measured:
    """Boards with their puzzles, proven and measured; `metrics` and `ratings` are records of the engine."""

    boards: NDArray[np.uint8]
    puzzles: NDArray[np.uint8]
    minimal: NDArray[np.bool_]
    metrics: NDArray[np.void]
    weights: NDArray[np.float64] | None
    ratings: NDArray[np.void] | None

    def only(self, indices: Sequence[int]) -> "Measured":
        """Some of them."""
        chosen = list(indices)
        return Measured(
            self.boards[chosen],
            self.puzzles[chosen],
            self.minimal[chosen],
            self.metrics[chosen],
            None if self.weights is None else self.weights[chosen],
            None if self.ratings is None else self.ratings[chosen],
        )


@dataclass(frozen=True)
class Finished:
    """A stretch of a seed with the rows of its new boards, and the contents of their files unless there are none."""

    stretch: Stretch
    rows: BoardRows
    files: Sequence[bytes] | None


def draft(batch: Generated, which: Sequence[int], recipe: Recipe, blocks: str, watch: Stopwatch) -> Drafts:
    """Carve boards of a batch, unless they came with their puzzles, and rate the puzzles where the recipe says so.

    A puzzle depends on the seed, the board and its position alone.
    """
    chosen = list(which)
    if batch.puzzles is not None and batch.weights is not None:
        drafts = Drafts(batch.puzzles[chosen], batch.weights[chosen], None)
    else:
        with watch.timed("carve"):
            positions = [batch.start + index for index in chosen]
            drafts = Drafts(carved(batch.boards[chosen], positions, batch.seed, recipe, blocks), None, None)
    if not recipe.rates:
        return drafts
    with watch.timed("rate"):
        return replace(drafts, ratings=engine.rate(drafts.puzzles, blocks=blocks, ceiling=recipe.ceiling))


def carved(
    boards: NDArray[np.uint8], positions: Sequence[int], seed: int, recipe: Recipe, blocks: str
) -> NDArray[np.uint8]:
    """Carve boards of a seed; those of several patterns take the one that their position says."""
    several = len(recipe.patterns)
    carve = partial(engine.carve, blocks=blocks, seed=seed, clues=recipe.clues, effort=recipe.effort)
    if several == 1:
        return carve(boards, pattern=recipe.patterns[0])
    turns = np.asarray(positions, np.int64) % several
    puzzles = np.empty_like(boards)
    for turn, pattern in enumerate(recipe.patterns):
        mine = turns == turn
        puzzles[mine] = carve(boards[mine], pattern=pattern)
    return puzzles


def minimal_by(recipe: Recipe, puzzles: NDArray[np.uint8], blocks: str) -> NDArray[np.bool_]:
    """Which puzzles that a recipe carved are minimal, `bool (n,)`: all of them where carving ends only there."""
    carved_out = recipe.clues is None and recipe.patterns == (None,) and size_of(puzzles) in MINIMAL_SIZES
    return np.ones(len(puzzles), np.bool_) if carved_out else engine.minimal(puzzles, blocks=blocks)


def proven(puzzles: NDArray[np.uint8], blocks: str) -> tuple[NDArray[np.void], NDArray[np.intp]]:
    """Return what `engine.measure` finds, and the indices of puzzles that do not have exactly one solution."""
    measured = engine.measure(puzzles, blocks=blocks)
    solutions = measured["solutions"]
    unknown = solutions < 0  # the reference search was cut short
    solutions[unknown] = engine.count_solutions(puzzles[unknown], blocks=blocks)
    return measured, np.flatnonzero(solutions != 1)


def measured(
    batch: Generated, which: Sequence[int], drafts: Drafts, recipe: Recipe, blocks: str, watch: Stopwatch
) -> Measured:
    """Prove and measure the puzzles of some boards of a batch."""
    with watch.timed("carve"):
        minimal = minimal_by(recipe, drafts.puzzles, blocks)
    with watch.timed("prove and measure"):
        metrics, improper = proven(drafts.puzzles, blocks)
    if improper.size:
        bad = batch.start + which[improper[0]]
        raise RuntimeError(f"board {bad} of seed {batch.seed} got a puzzle without exactly one solution")
    return Measured(batch.boards[list(which)], drafts.puzzles, minimal, metrics, drafts.weights, drafts.ratings)


def finish(
    stretch: Stretch, positions: Sequence[int], found: Measured, blocks: str, files: bool, watch: Stopwatch
) -> Finished:
    """Return new boards and their puzzles as what is written of them."""
    with watch.timed("rows"):
        rows = puzzle_rows(found.puzzles, blocks, found.minimal, found.metrics, found.ratings, found.weights)
        texts = board_texts(found.boards) if files else None
        return Finished(stretch, BoardRows(positions, as_lines(found.boards), rows), texts)


def puzzle_rows(
    puzzles: NDArray[np.uint8],
    blocks: str,
    minimal: NDArray[np.bool_],
    measured: NDArray[np.void],
    ratings: NDArray[np.void] | None = None,
    weights: NDArray[np.float64] | None = None,
) -> PuzzleRows:
    """Return puzzles as rows to store; `measured` and `ratings` are what `engine.measure` and `engine.rate` found."""
    columns = {"clues": np.count_nonzero(puzzles, axis=1), **{name: measured[name] for name in engine.METRICS}}
    metrics = [columns[name] for name in PUZZLE_METRICS]
    return PuzzleRows(
        as_lines(puzzles),
        minimal.tolist(),
        engine.pattern_of(puzzles, blocks=blocks).tolist(),
        [column.tolist() for column in metrics],
        [row for metric, column in zip(PUZZLE_METRICS, metrics, strict=True) for row in tally_of(metric, column)],
        None if ratings is None else rating_rows(ratings),
        None if weights is None else weights.tolist(),
    )
