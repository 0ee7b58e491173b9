"""`catalogue canonical`, `automorphisms` and `dedupe`: the puzzles of a file, up to symmetry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import engine
from catalogue.cli.many import OfMany, Rows, only_sound, write_each_of
from catalogue.cli.options import SameUpTo, Threads
from catalogue.cli.terminal import notice
from catalogue.errors import CatalogueError
from catalogue.numbers import PROCESSORS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from catalogue.formats import Record


@dataclass(frozen=True, kw_only=True)
class CanonicalOptions(OfMany):
    """Which puzzles, and what counts as the same."""

    symmetry: SameUpTo = "full"
    threads: Threads = PROCESSORS


def canonical(options: CanonicalOptions) -> None:
    """Write the canonical form of each puzzle.

    Two puzzles have the same form exactly when they are the same up to the symmetry: turned and mirrored (d4), also
    with digits renamed (d4+relabel), also with rows, columns, bands and stacks permuted (full). The form has the least
    image of the solution, row by row, and of the puzzles that lead to it the least one. --format csv adds the key, a
    short name of the form that is the same in every catalogue. Full boards have a form, too.

    \b
    Examples:
      catalogue canonical puzzle.txt
      catalogue canonical puzzle.txt --symmetry d4 --format csv
    """
    from engine.boards import as_lines

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
    some renaming of the digits undoes. Doing nothing always counts: 1 means that a puzzle has no symmetry. Of a full
    board they are the symmetries of the board.

    \b
    Examples:
      catalogue automorphisms puzzle.txt
      catalogue automorphisms puzzle.txt --format csv
    """
    from engine.puzzle_symmetry import puzzle_automorphisms

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
class DedupeOptions(OfMany):
    """Which puzzles, and what counts as the same."""

    symmetry: SameUpTo = "full"


def dedupe(options: DedupeOptions) -> None:
    """Write the puzzles that differ, each once.

    Of puzzles that a symmetry maps to each other only the first is written. The symmetries are all of Sudoku's (full),
    unless --symmetry names fewer. A puzzle without exactly one solution is the same only as its own copy.

    \b
    Examples:
      catalogue dedupe puzzle.txt
      catalogue dedupe puzzle.txt --symmetry d4 --format csv
    """
    seen: set[bytes] = set()
    read = 0

    def work(format: str, records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        nonlocal read
        read += len(records)
        rows: list[Sequence[object]] = []
        for record, key in zip(records, _keys(puzzles, options), strict=True):
            if key not in seen:
                seen.add(key)
                rows.append((record.puzzle,) if format == "line" else (record.line, record.puzzle))
        return rows

    write_each_of(options, ("line", "puzzle"), work)
    notice(f"{read:,} {'puzzle' if read == 1 else 'puzzles'}, {len(seen):,} different up to {options.symmetry}")


def _keys(puzzles: NDArray[np.uint8], options: DedupeOptions) -> list[bytes]:
    """What is the same for the same puzzles: the key of those with one solution, the cells of others."""
    sound = engine.count_solutions(puzzles, blocks=options.blocks) == 1
    keys = [puzzle.tobytes() for puzzle in puzzles]
    named = engine.puzzle_keys(puzzles[sound], symmetry=options.symmetry, blocks=options.blocks) if sound.any() else ()
    for place, key in zip(sound.nonzero()[0].tolist(), named, strict=True):
        keys[place] = b"key" + key.tobytes()
    return keys
