"""Count the symmetries of each puzzle.

These are the ways to permute rows within bands, columns within stacks, bands and stacks, and to transpose, that some
renaming of the digits undoes. Doing nothing always counts: 1 means that a puzzle has no symmetry. Of a full board they
are the symmetries of the board.

\b
Examples:
  catalogue automorphisms puzzle.txt
  catalogue automorphisms puzzle.txt --format csv
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from catalogue.cli.many import Rows, only_sound, target_of_many, write_each
from catalogue.cli.options import DEFAULT_HOME, Blocks, Force, FormatOfMany, Home, Output, PuzzleSource, Threads
from catalogue.cli.puzzles import kept_standard_input
from catalogue.errors import CatalogueError
from catalogue.numbers import PROCESSORS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from catalogue.formats import Record

_COLUMNS = ("line", "puzzle", "automorphisms")


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzles."""

    puzzle: PuzzleSource
    blocks: Blocks = None
    format: FormatOfMany = None
    output: Output = None
    force: Force = False
    threads: Threads = PROCESSORS
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Write the numbers in the order of the puzzles; CatalogueError names the line of one without one solution."""
    from engine.puzzle_symmetry import puzzle_automorphisms

    target = target_of_many(options.output, options.format, force=options.force)

    def work(records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        only_sound(options.puzzle, records, puzzles, options.blocks)
        try:
            counts = puzzle_automorphisms(puzzles, blocks=options.blocks).tolist()
        except ValueError as error:
            raise CatalogueError(f"{options.puzzle}: {error}") from error
        if target.format == "line":
            return [(record.puzzle, str(count)) for record, count in zip(records, counts, strict=True)]
        return [(record.line, record.puzzle, count) for record, count in zip(records, counts, strict=True)]

    with kept_standard_input(Path(options.puzzle)):
        write_each(options.puzzle, options.home, _COLUMNS, work, target=target, threads=options.threads)
