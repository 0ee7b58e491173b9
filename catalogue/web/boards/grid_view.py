"""A board as the template `grid.html` shows it: an HTML grid of any shape, with a label for every cell."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Grid
from engine.drawing import framed
from engine.shape import DIGITS


@dataclass(frozen=True)
class CellView:
    """A cell; `symbol` is empty where the cell is."""

    symbol: str
    is_clue: bool
    label: str
    """What a screen reader says, such as "row 1 column 3, clue 5"."""
    ends_block: bool
    """Whether a block ends at its right."""


@dataclass(frozen=True)
class RowView:
    """A row of cells."""

    cells: tuple[CellView, ...]
    ends_block: bool
    """Whether blocks end below it."""


@dataclass(frozen=True)
class GridView:
    """A board. `blocks` is as in `engine.Shape`, `clues` has a character a cell."""

    name: str
    size: int
    blocks: str
    clues: str
    rows: tuple[RowView, ...]


def grid_view(grid: Grid, name: str) -> GridView:
    """Return what the template shows; the name is for screen readers. Locked cells are clues."""
    height, width = framed(grid.board_shape)
    size = grid.size
    cells = [
        CellView(
            DIGITS[value] if value else "",
            locked,
            f"row {row + 1} column {column + 1}, {_content(value, locked)}",
            (column + 1) % width == 0 and column + 1 < size,
        )
        for row, column, value, locked in grid
    ]
    rows = (
        RowView(tuple(cells[start : start + size]), (row + 1) % height == 0 and row + 1 < size)
        for row, start in enumerate(range(0, len(cells), size))
    )
    clues = "".join(DIGITS[cell.value if cell.locked else 0] for cell in grid)
    return GridView(name, size, grid.blocks, clues, tuple(rows))


def _content(value: int, locked: bool) -> str:
    if not value:
        return "empty"
    return f"clue {DIGITS[value]}" if locked else DIGITS[value]
