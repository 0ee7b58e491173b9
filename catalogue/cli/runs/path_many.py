"""`catalogue path` of a file with many puzzles."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import typer
from numpy.typing import NDArray

from catalogue.cli.many import FORMATS_OF_MANY, Rows, write_each
from catalogue.errors import CatalogueError
from catalogue.formats.registry import Record
from catalogue.rating.explaining import as_data
from catalogue.rating.grades import spelled
from engine import steps

COLUMNS = ("line", "puzzle", "rating", "steps")

BATCH = 64  # puzzles solved before their lines are written


def path_of_each(file: Path, format: str | None, blocks: str | None = None) -> None:
    """Write each puzzle with its rating and its steps: their techniques, or in jsonl all that is known of a step.

    CatalogueError names the line of a puzzle above 12x12, or one that does not have exactly one solution.
    """
    chosen = format or FORMATS_OF_MANY[0]
    if chosen not in FORMATS_OF_MANY:
        raise typer.BadParameter(f"{file} has many puzzles: give --format {', '.join(FORMATS_OF_MANY)}")

    def work(records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        return [_row(record, puzzle) for record, puzzle in zip(records, puzzles, strict=True)]

    def _row(record: Record, puzzle: NDArray[np.uint8]) -> Sequence[object]:
        try:
            path = steps(puzzle, blocks=blocks)
        except ValueError as error:
            raise CatalogueError(f"{file}: line {record.line}: {error}") from error
        rating = max((step.rating for step in path), default=0)
        techniques = " ".join(step.technique for step in path)
        if chosen == "line":
            return record.puzzle, spelled(rating), techniques
        known = list(map(as_data, path)) if chosen == "jsonl" else techniques
        return record.line, record.puzzle, rating / 10, known

    write_each(file, COLUMNS, work, format=chosen, batch=BATCH)
