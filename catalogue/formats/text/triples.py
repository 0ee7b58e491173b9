"""A line `row column value` for each clue, a blank line between two boards.

The lines themselves do not show where they count from, so files of this program begin with a comment that does.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import BinaryIO, TextIO

from catalogue.formats.digits import checked
from catalogue.formats.lines import lines_of
from catalogue.formats.registry import Record
from catalogue.formats.text import blocks
from engine.board.shape import SIZE_OF_CELLS
from engine.board.symbols import DIGITS, VALUES

is_like = blocks.is_like

_heading = re.compile(r"# row column value, counted from 0, on boards of (\d+)x\1\s*")


def read(file: BinaryIO) -> Iterator[Record]:
    """Yield the boards; a solution goes with the puzzle before it."""
    lines = lines_of(file)
    first = next(lines, (1, ""))
    heading = _heading.fullmatch(first[1])
    boards = _boards(lines, int(heading[1])) if heading else blocks.boards(chain([first], lines))
    yield from blocks.with_solutions(boards)


def _boards(lines: Iterator[tuple[int, str]], size: int) -> Iterator[blocks.Block]:
    """The boards of a file that says how it counts."""
    cells: dict[int, str] = {}
    first = 0
    for number, line in chain(lines, [(0, "")]):
        words = line.split()
        if not words:
            if cells:
                yield blocks.Block(first, "".join(cells.get(place, ".") for place in range(size * size)))
            cells = {}
            continue
        first = first if cells else number
        place, value = _clue(number, words, size)
        if cells.setdefault(place, value) != value:
            raise ValueError(f"line {number}: r{place // size + 1}c{place % size + 1} has a value already")


def _clue(number: int, words: list[str], size: int) -> tuple[int, str]:
    try:
        row, column, value = map(int, words)
    except ValueError:
        raise ValueError(f"line {number}: {ascii(' '.join(words))[:40]} is not row column value") from None
    if not (0 <= row < size and 0 <= column < size and 1 <= value <= size):
        raise ValueError(f"line {number}: {row} {column} {value} is not on a board of {size}x{size} counted from 0")
    return row * size + column, DIGITS[value]


def write(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Write the puzzle of each row, and then its solution if there is one."""
    before = ""
    for board in chain.from_iterable(rows):
        size = SIZE_OF_CELLS[len(checked(board))]
        if not before:
            file.write(f"# row column value, counted from 0, on boards of {size}x{size}\n")
        clues = ((divmod(place, size), VALUES[symbol]) for place, symbol in enumerate(board) if symbol != ".")
        file.write(before + "".join(f"{row} {column} {value}\n" for (row, column), value in clues))
        before = "\n"
