"""Boards drawn: in lines, `grid`, `txt`, `ss` and `triples`, or as the picture of one puzzle, `svg` and `png`."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any, BinaryIO, TextIO

from catalogue.files import row_lines
from catalogue.formats.cells import grid_of, size_of
from catalogue.formats.lines import head_lines, is_list, lines_of
from engine import Grid
from engine.drawing import svg
from engine.reading import board_puzzles, boards_of
from engine.reading_forms import Wanted
from engine.reading_tables import Record, Refuse, is_json, is_table, stop_at_line
from engine.shape import DIGITS, VALUES, Shape


def is_drawn(head: bytes) -> bool:
    """Whether the file begins with a board of several lines."""
    lines = head_lines(head)
    if is_json("\n".join(lines)) or is_table([line for line in lines if line.strip()][:2]):
        return False
    try:
        first = next(boards_of((number, f"{line}\n") for number, line in enumerate(lines, 1)), None)
    except ValueError:
        return False
    if first is None:
        return False
    return len(first.board) == len(lines) ** 2 or not is_list(head)  # 16 boards of 4x4, or one of 16x16


def read_drawn(file: BinaryIO, base: int | None = None, refuse: Refuse = stop_at_line) -> Iterator[Record]:
    """Yield the boards of a file; a solution goes with the puzzle before. `base` is as in `engine.reading.read`."""
    return board_puzzles(lines_of(file, refuse), Wanted.of(None, None, base), refuse)


def write_grid(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO, blocks: str | None = None) -> None:
    """Draw each board, given as lines of one character a cell: first a puzzle, then perhaps its solution."""
    for line in chain.from_iterable(rows):
        file.write(_template(size_of(line), blocks) % tuple(line))


@cache
def _template(size: int, blocks: str | None) -> str:
    """The drawing of every board of a shape, with a place for each character."""
    return f"{Grid.empty(size, blocks=blocks)}\n".replace(DIGITS[0], "%s")


def write_txt(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Spell each board out in rows of numbers, as the files `N.txt`: 0 for an empty cell, a blank line between two."""
    before = ""
    for line in chain.from_iterable(rows):
        size = size_of(line)
        values = [VALUES[symbol] for symbol in line]
        file.write(before + row_lines([values[start : start + size] for start in range(0, len(values), size)]))
        before = "\n"


def write_ss(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO, blocks: str | None = None) -> None:
    """Write the puzzle of each row with bars between the blocks and dashes between the bands (Simple Sudoku)."""
    before = ""
    for row in rows:
        puzzle = row[0]
        shape = Shape.of(size_of(puzzle), blocks)
        rule = "-" * (shape.size + len(shape.stacks) - 1) + "\n"
        bands = ("".join(_barred(puzzle, shape, row) for row in band) for band in shape.bands)
        file.write(before + rule.join(bands))
        before = "\n"


def _barred(puzzle: str, shape: Shape, row: int) -> str:
    first = row * shape.size
    return "|".join(puzzle[first + stack.start : first + stack.stop] for stack in shape.stacks) + "\n"


def write_triples(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Write a line `row column value` for each clue of a puzzle, and then of its solution if there is one.

    The lines themselves do not show where they count from, so a heading does.
    """
    before = ""
    for board in chain.from_iterable(rows):
        size = size_of(board)
        if not before:
            file.write(f"# row column value, counted from 0, on boards of {size}x{size}\n")
        clues = ((divmod(place, size), VALUES[symbol]) for place, symbol in enumerate(board) if symbol != ".")
        file.write(before + "".join(f"{row} {column} {value}\n" for (row, column), value in clues))
        before = "\n"


# --- svg, and png, which needs matplotlib, the extra `plot` --------------------------------------------------


def write_svg(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO, blocks: str | None = None) -> None:
    """Draw the puzzle of the only row; ValueError where there are none or several."""
    file.write(svg(grid_of(_the_only(rows), blocks)) + "\n")


def write_png(rows: Iterable[Sequence[str]], columns: Sequence[str], file: BinaryIO, blocks: str | None = None) -> None:
    """Draw the puzzle of the only row. ValueError for none or several, CatalogueError without matplotlib."""
    from catalogue.formats.pixels import write_puzzle

    write_puzzle(_the_only(rows), blocks, file)


def _the_only(rows: Iterable[Sequence[Any]]) -> str:
    """The puzzle of the only row; ValueError where there are none or several."""
    puzzles = [row[0] for row, _ in zip(rows, range(2), strict=False)]
    if len(puzzles) != 1:
        raise ValueError(f"a picture has one puzzle, not {'several' if puzzles else 'none'}: name its number")
    return str(puzzles[0])
