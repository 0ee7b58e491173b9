"""Puzzles that break a rule already."""

from engine import Grid
from engine.board.cell import cell_name


def clash_in(grid: Grid) -> str | None:
    """Name the first cell that has the value of one of its peers, and the first such peer; None for a valid grid."""
    if grid.is_valid:
        return None
    cells = list(grid)
    place, one = next((place, cell) for place, cell in enumerate(cells) if cell.value and not grid.fits(*cell[:3]))
    other = next(cells[peer] for peer in grid.board_shape.peers[place] if cells[peer].value == one.value)
    names = f"{cell_name(*one[:2])} and {cell_name(*other[:2])}"
    return f"{names} contradict each other: both are {one.value}"
