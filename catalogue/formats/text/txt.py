"""Boards as rows of numbers, as in the files `N.txt`."""

from collections.abc import Iterable, Sequence
from typing import TextIO

from catalogue.formats.board_file import row_lines
from catalogue.formats.digits import grid_of
from catalogue.formats.text.blocks import is_like, read

__all__ = ["is_like", "read", "write"]


def write(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Spell each board out, 0 for an empty cell, an empty line between two boards."""
    before = ""
    for lines in rows:
        for line in lines:
            file.write(before + row_lines(grid_of(line).to_numpy().tolist()))
            before = "\n"
