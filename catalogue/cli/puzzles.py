"""One puzzle from a file, and its figures."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import engine
from catalogue.errors import CatalogueError
from engine import Cell, Grid
from engine.board.reading import read, read_text

Figures = Sequence[tuple[str, str]]
"""Names and their numbers."""


def read_puzzle(path: Path, size: int | None) -> Grid:
    """Read a puzzle from a file, `-` for standard input; CatalogueError if it has none or one with conflicts.

    Where the text does not show how to read it, a line on stderr says how it was read.
    """
    try:
        # A descriptor rather than /dev/stdin, which would be opened anew: a socket cannot be, nor another user's file.
        found = read(read_text(os.dup(0) if str(path) == "-" else path), size)
    except OSError as error:
        raise CatalogueError(f"{path}: {error.strerror or error}; name a file that holds a puzzle") from error
    except ValueError as error:
        raise CatalogueError(f"{path}: {error}") from error
    grid = Grid(found.cells)
    if not grid.is_valid:
        one, other = _first_clash(grid)
        raise CatalogueError(f"{path}: {_name(one)} and {_name(other)} contradict each other: both are {one.value}")
    if not found.is_certain:
        print(f"{path}: read as {found.format} on a board of {grid.size}x{grid.size}", file=sys.stderr)
    return grid


def filled(puzzle: Grid, solution: Grid) -> Grid:
    """The puzzle with its empty cells filled in; its clues stay locked."""
    grid = puzzle.copy()
    for row, column, value, _ in puzzle:
        if not value:
            grid.set(row, column, solution.get(row, column))
    return grid


def _name(cell: Cell) -> str:
    return f"r{cell.row + 1}c{cell.column + 1}"


def _first_clash(grid: Grid) -> tuple[Cell, Cell]:
    """The first two cells that have one value and share a row, column or block."""
    cells = [cell for cell in grid if cell.value and not grid.fits(*cell[:3])]
    one = cells[0]
    box = round(grid.size**0.5)
    for other in cells[1:]:
        same_block = (one.row // box, one.column // box) == (other.row // box, other.column // box)
        if one.value == other.value and (one.row == other.row or one.column == other.column or same_block):
            return one, other
    raise AssertionError("a cell is in conflict with no other")


def reference_figures(grid: Grid) -> Figures:
    """What the reference search counts on a puzzle (`engine.measure`)."""
    puzzle = grid.to_numpy().reshape(-1)
    metrics = engine.measure(puzzle)
    names = ("comparisons", "guesses", "nodes", "backtracks", "max_depth")
    return [
        ("clues", f"{(puzzle != 0).sum():,}"),
        *((name.replace("_", " "), f"{metrics[name]:,}") for name in names),
    ]
