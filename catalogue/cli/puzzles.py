"""Puzzles as the commands for one of them share it: read, drawn, and told in figures."""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from catalogue.errors import CatalogueError

if TYPE_CHECKING:
    from rich.console import Console

    from catalogue.store import Store
    from engine import Cell, Grid

Figures = Sequence[tuple[str, str]]
"""What a number is, and the number."""


def read_puzzle(path: Path, size: int | None) -> "Grid":
    """Read a puzzle out of a file, `-` for the standard input; CatalogueError where it has none without conflicts."""
    from engine import Grid

    try:
        # A descriptor rather than /dev/stdin, which would be opened anew: a socket cannot be, nor another user's file.
        grid = Grid.read(os.dup(0) if str(path) == "-" else path, size=size)
    except OSError as error:
        raise CatalogueError(f"{path}: {error.strerror or error}; name a file that holds a puzzle") from error
    except ValueError as error:
        raise CatalogueError(f"{path}: {error}") from error
    if not grid.is_valid:
        one, other = _first_clash(grid)
        raise CatalogueError(
            f"{path}: row {one.row}, column {one.column} and row {other.row}, column {other.column}"
            f" contradict each other: both are {one.value}"
        )
    return grid


def _first_clash(grid: "Grid") -> tuple["Cell", "Cell"]:
    """The first two cells that have one value and share a row, column or block."""
    cells = [cell for cell in grid if cell.value and not grid.fits(*cell[:3])]
    one = cells[0]
    box = round(grid.size**0.5)
    for other in cells[1:]:
        same_block = (one.row // box, one.column // box) == (other.row // box, other.column // box)
        if one.value == other.value and (one.row == other.row or one.column == other.column or same_block):
            return one, other
    raise AssertionError("a cell is in conflict with no other")


@cache
def terminal() -> "Console":
    """Return what draws on the standard output: in colour on a terminal, unless NO_COLOR is set.

    Always the same one, so that what is printed while something moves stays above it.
    """
    from rich.console import Console

    return Console(highlight=False)


def draw(grid: "Grid") -> None:
    """Draw a grid on the standard output."""
    terminal().print(grid, soft_wrap=True)  # never folded: a narrow terminal folds it itself


def reference_figures(grid: "Grid") -> Figures:
    """What the reference search counts on a puzzle (`engine.measure`)."""
    import engine

    puzzle = grid.to_numpy().reshape(-1)
    metrics = engine.measure(puzzle)
    names = ("comparisons", "guesses", "nodes", "backtracks", "max_depth")
    return [
        ("clues", f"{(puzzle != 0).sum():,}"),
        *((name.replace("_", " "), f"{metrics[name]:,}") for name in names),
    ]


def check_size(store: "Store") -> None:
    """CatalogueError for a catalogue whose puzzles have no rating."""
    size = store.settings.size
    if size != 9:
        raise CatalogueError(
            f"the puzzles in {store.home} are of size {size}, and only 9x9 ones can be rated; name another --home"
        )
