"""Write the class number of each puzzle's solution.

All 9x9 boards that are the same under some symmetry of Sudoku are one class. The 5,472,730,538 classes are numbered
from 0, in the order of their least boards, row by row. Programs that count from 1 name a number that is one more. Full
boards have a number, too. catalogue export all --columns id,class has those of a
catalogue, and catalogue create --class N makes a puzzle of a class.

\b
Examples:
  catalogue rank puzzle.txt
  catalogue rank puzzle.txt --format csv
  catalogue rank 7
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from catalogue.cli.many import Rows, class_numbers, target_of_many, write_each
from catalogue.cli.options import DEFAULT_HOME, Force, FormatOfMany, Home, Output, PuzzleSource, Threads
from catalogue.cli.puzzles import kept_standard_input
from catalogue.numbers import PROCESSORS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from catalogue.formats import Record

_COLUMNS = ("line", "puzzle", "class")


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzles."""

    puzzle: PuzzleSource
    format: FormatOfMany = None
    output: Output = None
    force: Force = False
    threads: Threads = PROCESSORS
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Write the numbers in the order of the puzzles; CatalogueError names the line of one without one solution."""
    target = target_of_many(options.output, options.format, force=options.force)

    def work(records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        numbers = class_numbers(options.puzzle, records, puzzles).tolist()
        if target.format == "line":
            return [(record.puzzle, str(number)) for record, number in zip(records, numbers, strict=True)]
        return [(record.line, record.puzzle, number) for record, number in zip(records, numbers, strict=True)]

    with kept_standard_input(Path(options.puzzle)):
        write_each(options.puzzle, options.home, _COLUMNS, work, target=target, threads=options.threads)
