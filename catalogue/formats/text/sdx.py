"""`.sdx`: a line a row, a space between two cells: a clue, `u` and a digit that was placed, or candidates (SudoCue)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, TextIO

from catalogue.formats.beginning import begins
from catalogue.formats.cells import normalised
from catalogue.formats.digits import checked
from catalogue.formats.lines import content_lines
from catalogue.formats.registry import Record
from engine.board.shape import SIZE_OF_CELLS

_DIGITS = "123456789"


def is_like(head: bytes) -> bool:
    """Whether the beginning can be read."""
    return begins(read, head)


def read(file: BinaryIO) -> Iterator[Record]:
    """Yield the puzzles: their clues alone, without what a player has placed."""
    board, first, size = "", 0, 0
    number = 0
    for number, line in content_lines(file):
        cells = line.split()
        if not board:
            first, size = number, len(cells)
        if len(cells) != size:
            raise ValueError(f"line {number}: {len(cells)} cells in a row of {size}")
        for cell in cells:
            if not cell.removeprefix("u").isdecimal():
                raise ValueError(f"line {number}: {cell!a} is neither a digit nor candidates")
        board += "".join(cell if len(cell) == 1 else "." for cell in cells)
        if len(board) == size * size:
            try:
                yield Record(normalised(board), None, first, {})
            except ValueError as error:
                raise ValueError(f"line {first}: {error}") from None
            board = ""
    if board:
        raise ValueError(f"line {number}: a board of {size} columns ends after {len(board) // size} rows")


def write(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Write the puzzle of each row; an empty cell has all digits as candidates, so none is taken for a clue."""
    before = ""
    for row in rows:
        puzzle = row[0]
        size = SIZE_OF_CELLS[len(checked(puzzle))]
        if size > len(_DIGITS):
            raise ValueError(f"sdx has one character a digit, so no boards of size {size}")
        words = [_DIGITS[:size] if cell == "." else cell for cell in puzzle]
        lines = (" ".join(words[start : start + size]) + "\n" for start in range(0, len(words), size))
        file.write(before + "".join(lines))
        before = "\n"
