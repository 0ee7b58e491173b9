"""Write the puzzles that differ, each once.

Of puzzles that a symmetry maps to each other only the first is written. The symmetries are all of Sudoku's (full),
unless --symmetry names fewer. A puzzle without exactly one solution is the same only as its own copy.

\b
Examples:
  catalogue dedupe puzzle.txt
  catalogue dedupe puzzle.txt --symmetry d4 --format csv
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import engine
from catalogue.cli.many import Rows, target_of_many, write_each
from catalogue.cli.options import DEFAULT_HOME, Blocks, Force, FormatOfMany, Home, Output, PuzzleSource, SameUpTo
from catalogue.cli.puzzles import kept_standard_input
from catalogue.cli.terminal import notice

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from catalogue.formats import Record

_COLUMNS = ("line", "puzzle")


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzles, and what counts as the same."""

    puzzle: PuzzleSource
    symmetry: SameUpTo = "full"
    blocks: Blocks = None
    format: FormatOfMany = None
    output: Output = None
    force: Force = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Write the first puzzle of each class, and say on stderr how many there were."""
    target = target_of_many(options.output, options.format, force=options.force)
    seen: set[bytes] = set()
    read = 0

    def work(records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        nonlocal read
        read += len(records)
        rows: list[Sequence[object]] = []
        for record, key in zip(records, _keys(puzzles, options), strict=True):
            if key not in seen:
                seen.add(key)
                rows.append((record.puzzle,) if target.format == "line" else (record.line, record.puzzle))
        return rows

    with kept_standard_input(Path(options.puzzle)):
        write_each(options.puzzle, options.home, _COLUMNS, work, target=target)
    notice(f"{read:,} {'puzzle' if read == 1 else 'puzzles'}, {len(seen):,} different up to {options.symmetry}")


def _keys(puzzles: NDArray[np.uint8], options: Options) -> list[bytes]:
    """What is the same for the same puzzles: the key of those with one solution, the cells of others."""
    sound = engine.count_solutions(puzzles, blocks=options.blocks) == 1
    keys = [puzzle.tobytes() for puzzle in puzzles]
    named = engine.puzzle_keys(puzzles[sound], symmetry=options.symmetry, blocks=options.blocks) if sound.any() else ()
    for place, key in zip(sound.nonzero()[0].tolist(), named, strict=True):
        keys[place] = b"key" + key.tobytes()
    return keys
