"""Puzzles of a batch, proven to have one solution, and what tells them apart."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.actors.actor import Stopwatch
from catalogue.formats.digits import as_lines, from_lines
from catalogue.formats.registry import Record
from catalogue.importing.listing import Batch
from catalogue.importing.report import NO_SOLUTION, SEVERAL_SOLUTIONS, WRONG_SOLUTION, Refusal
from catalogue.store import Settings


@dataclass(frozen=True)
class Proven:
    """The puzzles of a batch that have one solution, row by row, and the refusals of the others."""

    batch: Batch
    records: list[Record]
    puzzles: NDArray[np.uint8]
    solutions: list[str]
    board_keys: list[bytes]
    forms: list[bytes]
    """One bit for each cell of the canonical puzzle; with the key of the board it is the key of the puzzle."""
    refusals: list[Refusal]


def prove(batch: Batch, settings: Settings, watch: Stopwatch) -> Proven:
    """Prove the puzzles of a batch and compute their keys."""
    with watch.timed("prove"):
        puzzles = from_lines([record.puzzle for record in batch.records])
        counts = engine.count_solutions(puzzles, blocks=settings.blocks).tolist()
        solutions = as_lines(engine.solve(puzzles, blocks=settings.blocks))
        reasons = [
            _reason(count, record, solution)
            for count, record, solution in zip(counts, batch.records, solutions, strict=True)
        ]
        sound = [row for row, reason in enumerate(reasons) if reason is None]
        refusals = [
            Refusal(record.line, reason, None, record.puzzle)
            for record, reason in zip(batch.records, reasons, strict=True)
            if reason
        ]
    with watch.timed("keys"):
        kept = puzzles[sound]
        board_keys, forms = keys_of(kept, settings)
    return Proven(
        batch,
        [batch.records[row] for row in sound],
        kept,
        [solutions[row] for row in sound],
        board_keys,
        forms,
        refusals,
    )


def keys_of(puzzles: NDArray[np.uint8], settings: Settings) -> tuple[list[bytes], list[bytes]]:
    """Return the keys of the boards of puzzles, and the forms of the puzzles, which tell those of one board apart."""
    keys = engine.puzzle_keys(puzzles, symmetry=settings.symmetry, blocks=settings.blocks)
    width = keys.shape[1] - (puzzles.shape[1] + 7) // 8
    whole = [row.tobytes() for row in keys]
    return [key[:width] for key in whole], [key[width:] for key in whole]


def _reason(count: int, record: Record, solution: str) -> str | None:
    """Why a puzzle is refused; None: it is not."""
    if count != 1:
        return SEVERAL_SOLUTIONS if count else NO_SOLUTION
    return WRONG_SOLUTION if record.solution not in (None, solution) else None
