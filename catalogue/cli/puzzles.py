"""One puzzle from a file, and its figures."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import engine
from catalogue.cli.options import ADD_BLOCKS, shape_of
from catalogue.errors import CatalogueError
from catalogue.formats.clashes import clash_in
from engine import Grid
from engine.board.reading import read, read_text
from engine.board.shape import NoUsualBlocks

Figures = Sequence[tuple[str, str]]
"""Names and their numbers."""


def read_puzzle(path: Path, size: int | None = None, blocks: str | None = None) -> Grid:
    """Read a puzzle from a file, `-` for standard input; CatalogueError if it has none or one with conflicts.

    Where the text does not show how to read it, a line on stderr says how it was read.
    """
    shape_of(size, blocks)  # options that name no shape are no fault of the file
    try:
        # A descriptor rather than /dev/stdin, which would be opened anew: a socket cannot be, nor another user's file.
        found = read(read_text(os.dup(0) if str(path) == "-" else path), size, blocks)
    except OSError as error:
        raise CatalogueError(f"{path}: {error.strerror or error}; name a file that holds a puzzle") from error
    except NoUsualBlocks as error:
        raise CatalogueError(f"{path}: {error.advised(ADD_BLOCKS)}") from error
    except ValueError as error:
        raise CatalogueError(f"{path}: {error}") from error
    grid = Grid(found.cells, blocks=found.shape.blocks)
    if clash := clash_in(grid):
        raise CatalogueError(f"{path}: {clash}")
    if not found.is_certain:
        print(f"{path}: read as {found.format} on a board of {found.shape}", file=sys.stderr)
    return grid


def filled(puzzle: Grid, solution: Grid) -> Grid:
    """The puzzle with its empty cells filled in; its clues stay locked."""
    grid = puzzle.copy()
    for row, column, value, _ in puzzle:
        if not value:
            grid.set(row, column, solution.get(row, column))
    return grid


def reference_figures(grid: Grid) -> Figures:
    """What the reference search counts on a puzzle (`engine.measure`)."""
    metrics = engine.measure(grid)
    names = ("comparisons", "guesses", "nodes", "backtracks", "max_depth")
    return [
        ("clues", f"{sum(cell.value != 0 for cell in grid):,}"),
        *((name.replace("_", " "), f"{metrics[name]:,}") for name in names),
    ]
