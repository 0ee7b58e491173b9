"""The puzzle that a command is for: of the catalogue, of a file, or of the standard input."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from board_catalogue import engine
from board_catalogue.catalogue.cli.options import shape_of
from board_catalogue.catalogue.cli.terminal import notice
from board_catalogue.catalogue.cli.values import ADD_BLOCKS
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.puzzles.numbers import Range, number_of, parsed_number
from board_catalogue.engine.grades import why_unrated
from board_catalogue.engine.shape import SIZE_OF_CELLS, NoUsualBlocks

if TYPE_CHECKING:
    from board_catalogue.catalogue.storage.home import Home
    from board_catalogue.engine import Grid

STANDARD_INPUT = Path("-")

THE_PUZZLE = "the puzzle"
"""What messages call a puzzle given on the command line."""

_CELLS = r"[0-9A-P.*_x-]{16,}"
_NEARLY_81 = range(72, 91)  # a word this long is a 9x9 puzzle with too few or too many cells, not the name of a file

Figures = Sequence[tuple[str, str]]
"""Names and their numbers."""


def puzzle_of(
    word: str, home: Home, size: int | None = None, blocks: str | None = None, base: int | None = None
) -> Grid:
    """Return the puzzle that a word names: a number in the catalogue, all cells of a puzzle, or a file with one puzzle.

    CatalogueError if there is no such puzzle or it has conflicts.
    """
    if number := parsed_number(word):
        if size or blocks or base is not None:
            raise typer.BadParameter("--size, --blocks and --base are for a file: the catalogue knows its own shape")
        return _of_catalogue(number, home)
    if is_board(word):
        return _parsed(word, THE_PUZZLE, size, blocks, base)
    return read_puzzle(Path(word), size, blocks, base)


def ratable_puzzle(
    word: str, home: Home, size: int | None = None, blocks: str | None = None, base: int | None = None
) -> Grid:
    """Return the puzzle that a word names, as `puzzle_of` does; CatalogueError if it is too large to be rated."""
    puzzle = puzzle_of(word, home, size, blocks, base)
    if reason := why_unrated(puzzle.size):
        raise CatalogueError(f"{home}: {reason}; name another --home" if parsed_number(word) else f"{word}: {reason}")
    return puzzle


def is_board(word: str) -> bool:
    """Whether a word is the cells of a puzzle: neither a number in the catalogue nor the name of a file."""
    if not re.fullmatch(_CELLS, word) or parsed_number(word) or os.path.lexists(word):
        return False
    return len(word) in SIZE_OF_CELLS or (len(word) in _NEARLY_81 and not re.search("[A-P]", word))


def is_file(word: str) -> bool:
    """Whether a word names a file, which may hold many puzzles; - is the standard input."""
    return not parsed_number(word) and not is_board(word)


def read_puzzle(path: Path, size: int | None = None, blocks: str | None = None, base: int | None = None) -> Grid:
    """Read a puzzle from a file, `-` for standard input; CatalogueError if it has none or one with conflicts.

    If the text does not show how to read it, a line on stderr says how it was read.
    """
    from board_catalogue.engine.reading.reader import read_text

    try:
        # A descriptor rather than /dev/stdin, which would be opened anew: a socket cannot be, nor another user's file.
        text = read_text(os.dup(0) if path == STANDARD_INPUT else path)
    except OSError as error:
        raise CatalogueError(f"{path}: {error.strerror or error}; name a file that holds a puzzle") from error
    except ValueError as error:
        raise CatalogueError(f"{path}: {error}") from error
    return _parsed(text, str(path), size, blocks, base)


def _parsed(text: str, source: str, size: int | None, blocks: str | None, base: int | None) -> Grid:
    """The one puzzle of a text; errors name the source."""
    from board_catalogue.catalogue.formats.lines import clash_in
    from board_catalogue.engine.reading.reader import read

    shape_of(size, blocks)  # options that name no shape are not a fault of the text
    try:
        found = read(text, size, blocks, base)
    except NoUsualBlocks as error:
        raise CatalogueError(f"{source}: {error.advised(ADD_BLOCKS)}") from error
    except ValueError as error:
        raise CatalogueError(_why_not_one(text, source) or f"{source}: {error}") from error
    grid = engine.Grid(found.cells, blocks=found.shape.blocks)
    if clash := clash_in(grid):
        raise CatalogueError(f"{source}: {clash}")
    if not found.is_certain:
        notice(f"{source}: read as {found.format} on a board of {found.shape}")
    return grid


def _why_not_one(text: str, source: str) -> str | None:
    """Say that a text is a variant, has a line of a wrong length, or many puzzles; None for other faults."""
    from board_catalogue.catalogue.formats import MORE_RULES
    from board_catalogue.engine.rules.reading import is_variant

    if is_variant(text):
        return f"{source}: {MORE_RULES}"
    lines = _lines_of_cells(text)
    many = f"{source} holds {len(lines):,} puzzles; this takes one" if len(lines) > 1 else None
    return _wrong_line(lines, source) or many


def wrong_line(path: Path) -> str | None:
    """Say which line of a file of puzzles has a wrong length; None if all are right, or it has no such lines."""
    from board_catalogue.engine.reading.reader import read_text

    try:
        return None if path == STANDARD_INPUT else _wrong_line(_lines_of_cells(read_text(path)), str(path))
    except (OSError, ValueError):
        return None


def _lines_of_cells(text: str) -> dict[int, str]:
    """The lines of a text by their numbers, if each is the cells of a puzzle; nothing if one is not."""
    lines = {number: line.strip() for number, line in enumerate(text.splitlines(), 1) if line.strip()}
    return lines if all(re.fullmatch(_CELLS, line) for line in lines.values()) else {}


def _wrong_line(lines: Mapping[int, str], source: str) -> str | None:
    first = len(next(iter(lines.values()), ""))
    cells = min(SIZE_OF_CELLS, key=lambda cells: abs(cells - first))
    for number, line in lines.items():
        if len(line) != cells:
            where = "it" if source == THE_PUZZLE else f"line {number}"
            return f"{source}: {where} has {len(line)} characters, not {cells}"
    return None


def _of_catalogue(number: Range, home: Home) -> Grid:
    from board_catalogue.catalogue.puzzles.stored import grid_of
    from board_catalogue.catalogue.storage.queries import numbered
    from board_catalogue.catalogue.storage.store import Store

    with Store.read(home) as store:
        ((givens, names),) = numbered(store, [number], columns=("givens", "rules"))
        if names:
            rules = f"puzzle {number_of(number.first, number.place or 0)} is under the rules {names}"
            raise CatalogueError(
                f"{rules}: catalogue show, solve, rate, hint and path know them, other commands do not"
            )
        return grid_of(givens, store.settings.blocks)


def filled(puzzle: Grid, solution: Grid) -> Grid:
    """Return the puzzle with its empty cells filled in; its clues stay locked."""
    grid = puzzle.copy()
    for row, column, value, _ in puzzle:
        if not value:
            grid.set(row, column, solution.get(row, column))
    return grid


def reference_figures(grid: Grid) -> Figures:
    """Return what the reference search counts on a puzzle (`engine.measure`)."""
    metrics = engine.measure(grid)
    names = {"comparisons": "comparisons", "backtracks": "backtracks", "depth": "max_depth"}
    return [
        ("clues", f"{sum(cell.value != 0 for cell in grid):,}"),
        *((f"reference search, {label}", f"{metrics[name]:,}") for label, name in names.items()),
    ]


def textbook_figures(grid: Grid) -> Figures:
    """Return what the textbook search counts on a puzzle (`engine.textbook`), and whether it was cut short."""
    counts = engine.textbook(grid)
    cut = " (cut short)" if counts["solutions"] < 0 else ""
    names = ("comparisons", "backtracks", "depth")
    return [(f"textbook search, {name}", f"{counts[name]:,}{cut}") for name in names]


# --- The standard input, read more than once ----------------------------------------------------------------------


@contextmanager
def kept_standard_input(path: Path, format: str | None = None) -> Iterator[None]:
    """If the path is -, keep the standard input in a file on disk, so that it can be read more than once.

    One that may have no end is not read to it: if no format is given and the beginning fits none, that is all that
    is kept.
    """
    if path != STANDARD_INPUT:
        yield
        return
    from board_catalogue.engine.reading.files import HEAD_BYTES

    with tempfile.TemporaryFile() as kept:
        with open(os.dup(0), "rb") as given:  # noqa: PTH123  a descriptor has no path
            head = given.read(HEAD_BYTES + 1)
            kept.write(head)
            if format or _has_format(head[:HEAD_BYTES]):
                shutil.copyfileobj(given, kept)
        kept.flush()
        os.dup2(kept.fileno(), 0)
        rewind(path)
        yield


def _has_format(head: bytes) -> bool:
    from board_catalogue.catalogue.formats.opening import looks_readable
    from board_catalogue.engine.rules.reading import is_variant

    return is_variant(head.decode(errors="replace")) or looks_readable(head)


def rewind(path: Path) -> None:
    """If the path is -, have the kept standard input read from its beginning."""
    if path == STANDARD_INPUT:
        os.lseek(0, 0, os.SEEK_SET)
