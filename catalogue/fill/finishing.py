"""From new boards to rows and files: puzzles are carved, rated, proven and measured."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.fill.actor import Stopwatch
from catalogue.fill.generator import Generated
from catalogue.formats.board_file import board_texts
from catalogue.formats.digits import as_lines
from catalogue.metrics import PUZZLE_METRICS
from catalogue.rating.grades import Depth
from catalogue.rating.rows import CEILINGS, rating_rows, tally_of
from catalogue.rating.target import Kind
from catalogue.store.writing import BoardRows, Stretch
from engine.batch.boards import size_of
from engine.batch.carving import EFFORT, MINIMAL_SIZES


@dataclass(frozen=True)
class Recipe:
    """Which puzzles are made of the boards: minimal ones, or with `clues` clues for an `effort`, or in a `pattern`.

    They are rated to a `depth`. With a `kind`, only puzzles of that kind are wanted, rated in full.
    """

    clues: int | None = None
    effort: int = EFFORT
    pattern: str | None = None
    depth: Depth = Depth.none
    kind: Kind | None = None


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

    def wanted(self, recipe: Recipe, count: int) -> Sequence[int]:
        """Return which of the first `count` are of the kind that the recipe wants."""
        if recipe.kind is None or self.ratings is None:
            return range(count)
        indices: list[int] = np.flatnonzero(recipe.kind.of(self.ratings[:count])).tolist()
        return indices


@dataclass(frozen=True)
class Finished:
    """A stretch of a seed with the rows and file contents of its new boards."""

    stretch: Stretch
    rows: BoardRows
    files: Sequence[bytes]


def draft(batch: Generated, which: Sequence[int], recipe: Recipe, watch: Stopwatch) -> Drafts:
    """Carve boards of a batch, unless they came with their puzzles, and rate the puzzles where the recipe says so.

    Puzzles depend on the seed and the boards alone.
    """
    chosen = list(which)
    if batch.puzzles is not None and batch.weights is not None:
        drafts = Drafts(batch.puzzles[chosen], batch.weights[chosen], None)
    else:
        with watch.timed("carve"):
            puzzles = engine.carve(
                batch.boards[chosen],
                seed=batch.seed,
                clues=recipe.clues,
                effort=recipe.effort,
                pattern=recipe.pattern,
            )
        drafts = Drafts(puzzles, None, None)
    if recipe.kind is None and recipe.depth is Depth.none:
        return drafts
    with watch.timed("rate"):
        ceiling = recipe.kind.ceiling if recipe.kind else CEILINGS[recipe.depth]
        return replace(drafts, ratings=engine.rate(drafts.puzzles, ceiling=ceiling))


def finish(
    stretch: Stretch,
    boards: NDArray[np.uint8],
    positions: Sequence[int],
    drafts: Drafts,
    recipe: Recipe,
    watch: Stopwatch,
) -> Finished:
    """Prove and measure the puzzles of new boards."""
    puzzles = drafts.puzzles
    with watch.timed("carve"):
        carved_out = recipe.clues is None and recipe.pattern is None and size_of(boards) in MINIMAL_SIZES
        minimal = np.ones(len(boards), np.bool_) if carved_out else engine.minimal(puzzles)
    with watch.timed("prove and measure"):
        measured = engine.measure(puzzles)
        solutions = measured["solutions"]
        unknown = solutions < 0  # the reference search was cut short
        solutions[unknown] = engine.count_solutions(puzzles[unknown])
    improper = np.flatnonzero(solutions != 1)
    if improper.size:
        bad = positions[improper[0]]
        raise RuntimeError(f"board {bad} of seed {stretch.seed} got a puzzle without exactly one solution")
    with watch.timed("rows"):
        columns = {"clues": np.count_nonzero(puzzles, axis=1), **{name: measured[name] for name in engine.METRICS}}
        metrics = [columns[name] for name in PUZZLE_METRICS]
        rows = BoardRows(
            positions,
            as_lines(boards),
            as_lines(puzzles),
            minimal.tolist(),
            engine.pattern_of(puzzles).tolist(),
            [column.tolist() for column in metrics],
            [row for metric, column in zip(PUZZLE_METRICS, metrics, strict=True) for row in tally_of(metric, column)],
            None if drafts.ratings is None else rating_rows(drafts.ratings),
            None if drafts.weights is None else drafts.weights.tolist(),
        )
        return Finished(stretch, rows, board_texts(boards))
