"""Boards drawn with box characters."""

from collections.abc import Iterable, Sequence
from typing import TextIO

from catalogue.formats.digits import grid_of
from catalogue.formats.text.blocks import is_like, read

__all__ = ["is_like", "read", "write"]


def write(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Draw each board, given as lines of one character a cell: first a puzzle, then perhaps its solution."""
    for lines in rows:
        for line in lines:
            file.write(f"{grid_of(line)}\n")
