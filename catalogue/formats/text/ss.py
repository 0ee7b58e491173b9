"""`.ss`: lines of cells with bars between the blocks and dashes between the bands (Simple Sudoku)."""

from collections.abc import Iterable, Sequence
from typing import TextIO

from catalogue.formats.digits import checked
from catalogue.formats.text.blocks import is_like, read
from engine.board.shape import SIZE_OF_CELLS, Shape

__all__ = ["is_like", "read", "write"]


def write(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO, blocks: str | None = None) -> None:
    """Write the puzzle of each row, a blank line between two."""
    before = ""
    for row in rows:
        puzzle = row[0]
        shape = Shape.of(SIZE_OF_CELLS[len(checked(puzzle))], blocks)
        rule = "-" * (shape.size + len(shape.stacks) - 1) + "\n"
        bands = ("".join(_line(puzzle, shape, row) for row in band) for band in shape.bands)
        file.write(before + rule.join(bands))
        before = "\n"


def _line(puzzle: str, shape: Shape, row: int) -> str:
    first = row * shape.size
    return "|".join(puzzle[first + stack.start : first + stack.stop] for stack in shape.stacks) + "\n"
