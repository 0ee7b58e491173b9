"""Boards as rows of numbers, as in the files `N.txt`."""

from collections.abc import Iterable, Sequence
from typing import TextIO

from catalogue.formats.board_file import row_lines
from catalogue.formats.digits import checked
from catalogue.formats.text.blocks import is_like, read
from engine.board.shape import SIZE_OF_CELLS
from engine.board.symbols import VALUES

__all__ = ["is_like", "read", "write"]


def write(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Spell each board out, 0 for an empty cell, an empty line between two boards."""
    before = ""
    for lines in rows:
        for line in lines:
            size = SIZE_OF_CELLS[len(checked(line))]
            values = [VALUES[symbol] for symbol in line]
            file.write(before + row_lines([values[start : start + size] for start in range(0, len(values), size)]))
            before = "\n"
