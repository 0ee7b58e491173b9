"""Boards drawn or spelled out for people: a grid of box characters, or the rows of `N.txt`."""

from collections.abc import Iterable, Sequence
from typing import TextIO

from catalogue.formats import Write
from catalogue.formats.board_file import row_lines
from engine import Grid


def write_grids(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Draw each board, given as lines of one character a cell: first a puzzle, then perhaps its solution."""
    for lines in rows:
        for line in lines:
            file.write(f"{Grid.parse(line)}\n")


def write_rows(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Spell each board out in the rows of `N.txt`, 0 for an empty cell, an empty line between two boards."""
    before = ""
    for lines in rows:
        for line in lines:
            file.write(before + row_lines(Grid.parse(line).to_numpy().tolist()))
            before = "\n"


DRAWN: dict[str, Write] = {"grid": write_grids, "txt": write_rows}
"""These formats: their rows have a puzzle, and perhaps its solution."""
