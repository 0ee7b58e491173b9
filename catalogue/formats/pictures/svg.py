"""`.svg`: one puzzle as a drawing of lines and text."""

from collections.abc import Iterable, Sequence
from typing import TextIO

from catalogue.formats.digits import grid_of
from catalogue.formats.pictures import the_only
from engine.board.drawing import svg


def write(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO, blocks: str | None = None) -> None:
    """Draw the puzzle of the only row; ValueError where there are none or several."""
    file.write(svg(grid_of(the_only(rows), blocks)) + "\n")
