"""Puzzles of a batch, proven to have one solution, and what tells them apart."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.formats.digits import as_lines
from catalogue.formats.registry import Record
from catalogue.importing.computing import Proof
from catalogue.importing.listing import Batch
from catalogue.importing.report import NO_SOLUTION, SEVERAL_SOLUTIONS, WRONG_SOLUTION, Refusal


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


def proven(batch: Batch, puzzles: NDArray[np.uint8], proof: Proof) -> Proven:
    """Return the puzzles of a batch that have one solution, and if the batch names one, no other."""
    solutions = as_lines(proof.solutions)
    counts = proof.counts.tolist()
    reasons = [
        _reason(count, record, solution)
        for count, record, solution in zip(counts, batch.records, solutions, strict=True)
    ]
    sound = [row for row, reason in enumerate(reasons) if reason is None]
    with_one = [reason is None for reason, count in zip(reasons, counts, strict=True) if count == 1]
    board_keys, forms = split_keys(proof.keys[with_one], puzzles.shape[1])
    return Proven(
        batch,
        [batch.records[row] for row in sound],
        puzzles[sound],
        [solutions[row] for row in sound],
        board_keys,
        forms,
        [
            Refusal(record.line, reason, None, record.puzzle)
            for record, reason in zip(batch.records, reasons, strict=True)
            if reason
        ],
    )


def forms_of(puzzles: NDArray[np.uint8], symmetry: str, blocks: str) -> list[bytes]:
    """Return the forms of puzzles, which tell those of one board apart."""
    return split_keys(engine.puzzle_keys(puzzles, symmetry=symmetry, blocks=blocks), puzzles.shape[1])[1]


def split_keys(keys: NDArray[np.uint8], cells: int) -> tuple[list[bytes], list[bytes]]:
    """Return the keys of the boards of puzzles, and the forms of the puzzles, from `engine.puzzle_keys`."""
    width = keys.shape[1] - (cells + 7) // 8
    whole = [row.tobytes() for row in keys]
    return [key[:width] for key in whole], [key[width:] for key in whole]


def _reason(count: int, record: Record, solution: str) -> str | None:
    """Why a puzzle is refused; None: it is not."""
    if count != 1:
        return SEVERAL_SOLUTIONS if count else NO_SOLUTION
    return WRONG_SOLUTION if record.solution not in (None, solution) else None
