"""Boards drawn with box characters."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TextIO

from catalogue.formats.digits import checked
from catalogue.formats.text.blocks import is_like, read
from engine import Grid
from engine.board.shape import SIZE_OF_CELLS
from engine.board.symbols import DIGITS

__all__ = ["is_like", "read", "write"]


def write(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO, blocks: str | None = None) -> None:
    """Draw each board, given as lines of one character a cell: first a puzzle, then perhaps its solution."""
    for lines in rows:
        for line in lines:
            file.write(_template(SIZE_OF_CELLS[len(checked(line))], blocks) % tuple(line))


@cache
def _template(size: int, blocks: str | None) -> str:
    """The drawing of every board of a shape, with a place for each character."""
    return f"{Grid.empty(size, blocks=blocks)}\n".replace(DIGITS[0], "%s")
