"""`.svg`: one puzzle as a drawing of lines and text."""

from collections.abc import Iterable, Sequence
from typing import TextIO

from catalogue.formats.pictures import the_only
from engine import Grid
from engine.board.drawing import svg


def write(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Draw the puzzle of the only row; ValueError where there are none or several."""
    file.write(svg(Grid.parse(the_only(rows))) + "\n")
