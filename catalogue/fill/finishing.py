"""From claimed boards to what is kept of them: puzzles carved, proven and measured, written as text and rows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.fill.actor import Stopwatch
from catalogue.formats.board_file import board_texts
from catalogue.formats.digits import as_lines
from catalogue.intake import Claim, PuzzleRow
from catalogue.schema import METRICS


@dataclass(frozen=True)
class Finished:
    """Boards ready for their numbers: rows for the database and contents of their files."""

    rows: Sequence[PuzzleRow] = ()
    files: Sequence[bytes] = ()
    tally: Sequence[tuple[str, int, int]] = ()


def finish(claims: Sequence[Claim], size: int, watch: Stopwatch) -> Finished:
    """Carve and measure boards claimed by one fill. The puzzles depend on the seed and the boards alone."""
    if not claims:
        return Finished()
    boards = engine.unpack(
        np.frombuffer(b"".join(c.board for c in claims), np.uint8).reshape(len(claims), -1), size=size
    )
    clues = claims[0].clues_wanted
    with watch.timed("carve"):
        puzzles = engine.carve(boards, seed=claims[0].seed, clues=clues)
        minimal = np.ones(len(claims), np.bool_) if clues is None else engine.minimal(puzzles)
    with watch.timed("prove and measure"):
        measured = engine.measure(puzzles)
    improper = np.flatnonzero(measured["solutions"] != 1)
    if improper.size:
        bad = claims[improper[0]]
        raise RuntimeError(f"board {bad.position} of seed {bad.seed} got a puzzle with several solutions")
    with watch.timed("rows"):
        metrics = np.column_stack([np.count_nonzero(puzzles, axis=1), *(measured[metric] for metric in METRICS[1:])])
        rows = map(PuzzleRow, claims, as_lines(boards), as_lines(puzzles), minimal.tolist(), metrics.tolist())
        return Finished(list(rows), board_texts(boards), _tally(metrics))


def _tally(metrics: NDArray[np.int64]) -> list[tuple[str, int, int]]:
    """How many puzzles of the batch have each value of each metric."""
    tally: list[tuple[str, int, int]] = []
    for metric, column in zip(METRICS, metrics.T, strict=True):
        values, counts = np.unique(column, return_counts=True)
        tally += [(metric, value, count) for value, count in zip(values.tolist(), counts.tolist(), strict=True)]
    return tally
