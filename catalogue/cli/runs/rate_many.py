"""`catalogue rate` of the puzzles of a file."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.cli.commands.rate import Options
from catalogue.cli.many import Rows, write_each
from catalogue.errors import CatalogueError
from catalogue.formats.registry import Record
from catalogue.rating.grades import spelled
from catalogue.rating.rows import CEILINGS
from engine.rating.grades import grade_of
from engine.rating.stored import RatingStatus
from engine.rating.techniques import technique_of

COLUMNS = ("line", "puzzle", "status", "rating", "pearl", "diamond", "grade", "hardest")

BATCH = 128  # puzzles that a thread rates at a time


def rate_each(options: Options, file: Path) -> None:
    """Write each puzzle with its rating, in the order of the file. CatalogueError for puzzles that are not 9x9."""
    ceiling = CEILINGS[options.depth]
    format = options.format or "line"

    def work(records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        if puzzles.shape[1] != 81:
            raise CatalogueError(f"{file}: line {records[0].line}: only 9x9 puzzles have a rating")
        ratings = engine.rate(puzzles, ceiling=ceiling)
        row = _words if format == "line" else _row
        return [row(record, rating) for record, rating in zip(records, ratings, strict=True)]

    write_each(
        file,
        COLUMNS,
        work,
        format=format,
        batch=BATCH,
        threads=options.threads,
        output=options.output,
        force=options.force,
    )


def _words(record: Record, rating: np.void) -> Sequence[str]:
    status = RatingStatus(int(rating["status"]))
    if status is not RatingStatus.RATED:
        return record.puzzle, status.name.lower().replace("_", "-")
    return record.puzzle, "/".join(spelled(int(rating[name])) for name in ("rating", "pearl", "diamond"))


def _row(record: Record, rating: np.void) -> Sequence[object]:
    status = RatingStatus(int(rating["status"]))
    name = status.name.lower().replace("_", " ")
    if status is not RatingStatus.RATED:
        return record.line, record.puzzle, name, None, None, None, None, None
    tenths = [int(rating[each]) for each in ("rating", "pearl", "diamond")]
    number = int(rating["hardest"])
    hardest = technique_of(number).name if number >= 0 else None
    return record.line, record.puzzle, name, *(each / 10 for each in tenths), grade_of(tenths[0]), hardest
