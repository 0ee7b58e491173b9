"""Write the canonical form of each puzzle.

Two puzzles have the same form exactly when they are the same up to the symmetry: turned and mirrored (d4), also with
digits renamed (d4+relabel), also with rows, columns, bands and stacks permuted (full). The form has the least image of
the solution, row by row, and of the puzzles that lead to it the least one. --format csv adds the key, a short name of
the form that is the same in every catalogue. Full boards have a form, too.

\b
Examples:
  catalogue canonical puzzle.txt
  catalogue canonical puzzle.txt --symmetry d4 --format csv
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import engine
from catalogue.cli.many import Rows, only_sound, target_of_many, write_each
from catalogue.cli.options import (
    DEFAULT_HOME,
    Blocks,
    Force,
    FormatOfMany,
    Home,
    Output,
    PuzzleSource,
    SameUpTo,
    Threads,
)
from catalogue.cli.puzzles import kept_standard_input
from catalogue.numbers import PROCESSORS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from catalogue.formats import Record

_COLUMNS = ("line", "puzzle", "canonical", "key")


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzles, and what counts as the same."""

    puzzle: PuzzleSource
    symmetry: SameUpTo = "full"
    blocks: Blocks = None
    format: FormatOfMany = None
    output: Output = None
    force: Force = False
    threads: Threads = PROCESSORS
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Write the forms in the order of the puzzles; CatalogueError names a line that does not have one solution."""
    from engine.boards import as_lines

    target = target_of_many(options.output, options.format, force=options.force)

    def work(records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        only_sound(options.puzzle, records, puzzles, options.blocks)
        forms = as_lines(engine.canonical(puzzles, symmetry=options.symmetry, blocks=options.blocks))
        if target.format == "line":
            return [(form,) for form in forms]
        keys = engine.puzzle_keys(puzzles, symmetry=options.symmetry, blocks=options.blocks)
        names = [key.tobytes().hex() for key in keys]
        return [
            (record.line, record.puzzle, form, name) for record, form, name in zip(records, forms, names, strict=True)
        ]

    with kept_standard_input(Path(options.puzzle)):
        write_each(options.puzzle, options.home, _COLUMNS, work, target=target, threads=options.threads)
