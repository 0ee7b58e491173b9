"""`catalogue canonical`, `automorphisms`, `rank` and `dedupe`: the puzzles of a file, up to symmetry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from board_catalogue import engine
from board_catalogue.catalogue.cli.many import OfMany, Rows, only_sound, write_each_of
from board_catalogue.catalogue.cli.options import SameUpTo, Threads
from board_catalogue.catalogue.cli.terminal import notice
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.numbers import PROCESSORS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from board_catalogue.catalogue.formats import Record


@dataclass(frozen=True, kw_only=True)
class CanonicalOptions(OfMany):
    """Which puzzles, and what counts as the same."""

    symmetry: SameUpTo = "full"
    threads: Threads = PROCESSORS


def canonical(options: CanonicalOptions) -> None:
    """Write the canonical form of each puzzle.

    Two puzzles have the same form exactly when they are the same up to the symmetry: turned and mirrored (d4), also
    with digits renamed (d4+relabel), also with rows, columns, bands and stacks permuted (full). The form has the least
    image of the solution, row by row; of several such puzzles, it is the least. --format csv adds the key, a
    short name of the form that is the same in every catalogue. Full boards have a form too.

    \b
    Examples:
      catalogue canonical puzzle.txt
      catalogue canonical puzzle.txt --symmetry d4 --format csv
    """
    from board_catalogue.engine.boards import as_lines

    symmetry, blocks = options.symmetry, options.blocks

    def work(format: str, records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        only_sound(options.puzzle, records, puzzles, blocks)
        forms = as_lines(engine.canonical(puzzles, symmetry=symmetry, blocks=blocks))
        if format == "line":
            return [(form,) for form in forms]
        keys = [key.tobytes().hex() for key in engine.puzzle_keys(puzzles, symmetry=symmetry, blocks=blocks)]
        return [(record.line, record.puzzle, *both) for record, *both in zip(records, forms, keys, strict=True)]

    write_each_of(options, ("line", "puzzle", "canonical", "key"), work, threads=options.threads)


@dataclass(frozen=True, kw_only=True)
class AutomorphismsOptions(OfMany):
    """Which puzzles."""

    threads: Threads = PROCESSORS


def automorphisms(options: AutomorphismsOptions) -> None:
    """Count the symmetries of each puzzle.

    These are the ways to permute rows within bands, columns within stacks, bands and stacks, and to transpose, that
    some renaming of the digits undoes. Doing nothing always counts: 1 means that a puzzle has no symmetry. For a
    full board, they are the symmetries of the board.

    \b
    Examples:
      catalogue automorphisms puzzle.txt
      catalogue automorphisms puzzle.txt --format csv
    """
    from board_catalogue.engine.symmetry import puzzle_automorphisms

    def work(format: str, records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        only_sound(options.puzzle, records, puzzles, options.blocks)
        try:
            counts = puzzle_automorphisms(puzzles, blocks=options.blocks).tolist()
        except ValueError as error:
            raise CatalogueError(f"{options.puzzle}: {error}") from error
        if format == "line":
            return [(record.puzzle, str(count)) for record, count in zip(records, counts, strict=True)]
        return [(record.line, record.puzzle, count) for record, count in zip(records, counts, strict=True)]

    write_each_of(options, ("line", "puzzle", "automorphisms"), work, threads=options.threads)


@dataclass(frozen=True, kw_only=True)
class RankOptions(OfMany):
    """Which puzzles."""

    threads: Threads = PROCESSORS


def rank(options: RankOptions) -> None:
    """Write the class number of each puzzle's solution.

    All 9x9 boards that are the same under some symmetry of Sudoku are one class. The 5,472,730,538 classes are numbered
    from 0, in the order of their least boards, row by row. Programs that count from 1 give a number one higher. Full
    boards have a number too. catalogue export all --columns id,class lists those of a catalogue, and catalogue
    create --class N makes a puzzle of a class.

    \b
    Examples:
      catalogue rank puzzle.txt
      catalogue rank puzzle.txt --format csv
      catalogue rank 7
    """

    def work(format: str, records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        numbers = _classes(options, records, puzzles, 1).tolist()
        if format == "line":
            return [(record.puzzle, str(number)) for record, number in zip(records, numbers, strict=True)]
        return [(record.line, record.puzzle, number) for record, number in zip(records, numbers, strict=True)]

    write_each_of(options, ("line", "puzzle", "class"), work, threads=options.threads)


def _classes(options: OfMany, records: Sequence[Record], puzzles: NDArray[np.uint8], threads: int) -> NDArray[np.int64]:
    """The class of each solution; CatalogueError names the line of a puzzle that has none."""
    if puzzles.shape[1] != 81 or options.blocks not in (None, "3x3"):
        raise CatalogueError(f"{options.puzzle}: line {records[0].line}: only 9x9 boards with 3x3 blocks have classes")
    only_sound(options.puzzle, records, puzzles, options.blocks)
    return engine.rank(engine.solve(puzzles, threads=threads), threads=threads)


@dataclass(frozen=True, kw_only=True)
class DedupeOptions(OfMany):
    """Which puzzles, and what counts as the same."""

    symmetry: SameUpTo = "full"
    seen: Annotated[
        Path | None,
        typer.Option(
            help="Write only puzzles on boards that no call with this file has seen, up to every symmetry; size 9.",
            metavar="FILE",
        ),
    ] = None
    threads: Threads = PROCESSORS


def dedupe(options: DedupeOptions) -> None:
    """Write the different puzzles, each once.

    Of puzzles that a symmetry maps to each other, only the first is written. These are all symmetries of Sudoku
    (full), unless --symmetry names fewer. A puzzle without exactly one solution equals only its own copies.

    --seen FILE compares solutions in place of puzzles: only the first 9x9 puzzle of each class of boards is written, in
    all calls with the same FILE together. FILE has a bit for each of the 5,472,730,538 classes, at most 684 MB, so
    neither memory nor time grows with the number of puzzles. A class is marked before its puzzle is written: a call
    that is killed may lose some puzzles, but none is written twice.

    \b
    Examples:
      catalogue dedupe puzzle.txt
      catalogue dedupe puzzle.txt --symmetry d4 --format csv
      catalogue dedupe puzzle.txt --seen classes.seen
    """
    if options.seen and options.symmetry != "full":
        raise typer.BadParameter("--seen compares boards up to every symmetry: leave out --symmetry")
    read = kept = 0
    with _judge(options) as is_new:

        def work(format: str, records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
            nonlocal read, kept
            new = [record for record, keep in zip(records, is_new(records, puzzles), strict=True) if keep]
            read, kept = read + len(records), kept + len(new)
            return [(each.puzzle,) if format == "line" else (each.line, each.puzzle) for each in new]

        write_each_of(options, ("line", "puzzle"), work)
    result = f"on boards new to {options.seen}" if options.seen else f"different up to {options.symmetry}"
    notice(f"{read:,} {'puzzle' if read == 1 else 'puzzles'}, {kept:,} {result}")


Judge = Callable[[Sequence["Record"], "NDArray[np.uint8]"], Sequence[bool]]
"""Says of each of some puzzles whether it is new."""


@contextmanager
def _judge(options: DedupeOptions) -> Iterator[Judge]:
    if options.seen is None:
        yield partial(_are_new, options, set())
        return
    from board_catalogue.catalogue.storage.seen import SeenClasses

    with SeenClasses(options.seen) as seen:
        yield lambda records, puzzles: seen.mark(_classes(options, records, puzzles, options.threads)).tolist()


def _are_new(options: DedupeOptions, seen: set[bytes], _: object, puzzles: NDArray[np.uint8]) -> list[bool]:
    new = []
    for key in _keys(puzzles, options):
        new.append(key not in seen)
        seen.add(key)
    return new


def _keys(puzzles: NDArray[np.uint8], options: DedupeOptions) -> list[bytes]:
    """What is the same for the same puzzles: the key of those with one solution, the cells of others."""
    blocks, threads = options.blocks, options.threads
    sound = engine.count_solutions(puzzles, blocks=blocks, threads=threads) == 1
    keys = [puzzle.tobytes() for puzzle in puzzles]
    if sound.any():
        named = engine.puzzle_keys(puzzles[sound], symmetry=options.symmetry, blocks=blocks, threads=threads)
        for place, key in zip(sound.nonzero()[0].tolist(), named, strict=True):
            keys[place] = b"key" + key.tobytes()
    return keys
