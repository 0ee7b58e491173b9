"""Write the puzzles that differ, each once.

Of puzzles that a symmetry maps to each other only the first is written. The symmetries are all of Sudoku's (full),
unless --symmetry names fewer. A puzzle without exactly one solution is the same only as its own copy.

--seen FILE compares solutions in place of puzzles: only the first 9x9 puzzle on each class of boards is written, in
all calls with the same FILE together. FILE has a bit for each of the 5,472,730,538 classes, 684 MB at the most, so
neither memory nor time grows with the number of puzzles. A class is marked before its puzzle is written: a call that is
killed may lose some puzzles, but none is written twice.

\b
Examples:
  catalogue dedupe puzzle.txt
  catalogue dedupe puzzle.txt --symmetry d4 --format csv
  catalogue dedupe puzzle.txt --seen classes.seen
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import engine
from catalogue.cli.many import Rows, class_numbers, target_of_many, write_each
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
from catalogue.cli.terminal import notice
from catalogue.numbers import PROCESSORS

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
    seen: Annotated[
        Path | None,
        typer.Option(
            help="Write only puzzles on boards that no call with this file has seen, up to every symmetry; size 9.",
            metavar="FILE",
        ),
    ] = None
    blocks: Blocks = None
    format: FormatOfMany = None
    output: Output = None
    force: Force = False
    threads: Threads = PROCESSORS
    home: Home = DEFAULT_HOME


Judge = Callable[[Sequence["Record"], "NDArray[np.uint8]"], Sequence[bool]]
"""Says of each of some puzzles whether it is new."""


def run(options: Options) -> None:
    """Write the first puzzle of each class, and say on stderr how many there were."""
    if options.seen and (options.symmetry != "full" or options.blocks):
        raise typer.BadParameter("--seen compares 9x9 boards up to every symmetry: leave out --symmetry and --blocks")
    target = target_of_many(options.output, options.format, force=options.force)
    read = kept = 0
    with kept_standard_input(Path(options.puzzle)), _judge(options) as is_new:

        def work(records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
            nonlocal read, kept
            new = [record for record, keep in zip(records, is_new(records, puzzles), strict=True) if keep]
            read, kept = read + len(records), kept + len(new)
            return [(each.puzzle,) if target.format == "line" else (each.line, each.puzzle) for each in new]

        write_each(options.puzzle, options.home, _COLUMNS, work, target=target)
    result = f"on boards new to {options.seen}" if options.seen else f"different up to {options.symmetry}"
    notice(f"{read:,} {'puzzle' if read == 1 else 'puzzles'}, {kept:,} {result}")


@contextmanager
def _judge(options: Options) -> Iterator[Judge]:
    if options.seen:
        from catalogue.seen import SeenClasses

        with SeenClasses(options.seen) as seen:
            yield lambda records, puzzles: seen.mark(
                class_numbers(options.puzzle, records, puzzles, options.threads)
            ).tolist()
    else:
        yield partial(_is_new, set(), options)


def _is_new(seen: set[bytes], options: Options, _: Sequence[Record], puzzles: NDArray[np.uint8]) -> Sequence[bool]:
    before = len(seen)
    found = []
    for key in _keys(puzzles, options):
        seen.add(key)
        found.append(len(seen) > before)
        before = len(seen)
    return found


def _keys(puzzles: NDArray[np.uint8], options: Options) -> list[bytes]:
    """What is the same for the same puzzles: the key of those with one solution, the cells of others."""
    sound = engine.count_solutions(puzzles, blocks=options.blocks, threads=options.threads) == 1
    keys = [puzzle.tobytes() for puzzle in puzzles]
    named = (
        engine.puzzle_keys(puzzles[sound], symmetry=options.symmetry, blocks=options.blocks, threads=options.threads)
        if sound.any()
        else ()
    )
    for place, key in zip(sound.nonzero()[0].tolist(), named, strict=True):
        keys[place] = b"key" + key.tobytes()
    return keys
