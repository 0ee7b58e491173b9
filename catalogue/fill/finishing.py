"""From new boards to what is kept of them: puzzles carved, proven and measured, written as text and columns."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.fill.actor import Stopwatch
from catalogue.formats.board_file import board_texts
from catalogue.formats.digits import as_lines
from catalogue.intake import BoardRows, Stretch
from catalogue.schema import METRICS
from engine.boards import size_of
from engine.carving import MINIMAL_SIZES


@dataclass(frozen=True)
class Recipe:
    """Which puzzles are made of the boards: minimal ones, or with `clues` clues, their places in a `pattern`."""

    clues: int | None = None
    pattern: str | None = None


@dataclass(frozen=True)
class Finished:
    """A stretch of a seed, with what its new boards go to disk as: rows, and contents of files."""

    stretch: Stretch
    rows: BoardRows
    files: Sequence[bytes]


def finish(
    stretch: Stretch, boards: NDArray[np.uint8], positions: Sequence[int], recipe: Recipe, watch: Stopwatch
) -> Finished:
    """Carve and measure new boards. The puzzles depend on the seed and the boards alone."""
    with watch.timed("carve"):
        puzzles = engine.carve(boards, seed=stretch.seed, clues=recipe.clues, pattern=recipe.pattern)
        carved_out = recipe == Recipe() and size_of(boards) in MINIMAL_SIZES
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
        metrics = [np.count_nonzero(puzzles, axis=1), *(measured[metric] for metric in METRICS[1:])]
        rows = BoardRows(
            positions,
            as_lines(boards),
            as_lines(puzzles),
            minimal.tolist(),
            engine.pattern_of(puzzles).tolist(),
            [column.tolist() for column in metrics],
            _tally(metrics),
        )
        return Finished(stretch, rows, board_texts(boards))


def _tally(metrics: Sequence[NDArray[np.int64]]) -> list[tuple[str, int, int]]:
    """How many puzzles of the batch have each value of each metric."""
    tally: list[tuple[str, int, int]] = []
    for metric, column in zip(METRICS, metrics, strict=True):
        values, counts = np.unique(column, return_counts=True)
        tally += [(metric, value, count) for value, count in zip(values.tolist(), counts.tolist(), strict=True)]
    return tally
