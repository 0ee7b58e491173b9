"""`catalogue solve` of a file with many puzzles."""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import typer
from numpy.typing import NDArray

import engine
from catalogue.cli.commands.solve import Options
from catalogue.cli.many import FORMATS_OF_MANY, Rows, holds_many, write_each
from catalogue.formats.digits import as_lines
from catalogue.formats.registry import Record

COLUMNS = ("line", "puzzle", "solutions", "solution")

_FOUND = {0: "no-solution", 1: "one-solution", 2: "several-solutions"}


def is_for_many(options: Options) -> bool:
    """Whether the file has many puzzles, or a format of many is asked for without --output."""
    return (options.format in FORMATS_OF_MANY and not options.output) or holds_many(options.file)


def solve_each(options: Options) -> int:
    """Write each puzzle with its solution, and return the exit status: 1 if one has none.

    BadParameter for options that are for a single puzzle.
    """
    format = options.format or FORMATS_OF_MANY[0]
    allowed = Options(
        file=options.file, method=options.method, output=options.output, force=options.force, format=format
    )
    if replace(options, format=format) != allowed or format not in FORMATS_OF_MANY:
        raise typer.BadParameter(
            f"{options.file} has many puzzles, for which there are --output and --format {', '.join(FORMATS_OF_MANY)}"
        )
    counted: Counter[int] = Counter()

    def work(records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        counts = engine.count_solutions(puzzles).tolist()
        solutions = as_lines(engine.solve(puzzles))
        counted.update(counts)
        both = zip(records, counts, solutions, strict=True)
        if format == "line":
            return [(record.puzzle, text if count == 1 else _FOUND[count]) for record, count, text in both]
        return [
            (record.line, record.puzzle, count if count < 2 else "several", text if count == 1 else None)
            for record, count, text in both
        ]

    write_each(options.file, COLUMNS, work, format=format, output=options.output, force=options.force)
    print(
        f"{counted.total():,} puzzles: {counted[1]:,} with one solution, {counted[0]:,} with none,"
        f" {counted[2]:,} with several",
        file=sys.stderr,
    )
    return 1 if counted[0] else 0
