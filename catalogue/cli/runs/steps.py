"""The steps of one puzzle as `hint` and `path` share them."""

import shutil
import sys
import textwrap
from pathlib import Path

import typer

from catalogue.cli.puzzles import read_puzzle
from catalogue.cli.ratable import check_ratable
from catalogue.errors import CatalogueError
from catalogue.formats.digits import grid_of
from catalogue.home import Home
from catalogue.puzzle_numbers import parsed_number
from catalogue.store import Store
from catalogue.store.reading.queries import numbered
from engine import Grid, Step, steps
from engine.rating.stored import why_unrated


def puzzle_of(name: str, home: Home, size: int | None = None, blocks: str | None = None) -> Grid:
    """The puzzle of a board, or from a file of that shape; CatalogueError if it is too large to be rated."""
    number = parsed_number(name)
    if number is None:
        puzzle = read_puzzle(Path(name), size, blocks)
        if reason := why_unrated(puzzle.size):
            raise CatalogueError(f"{name}: {reason}")
        return puzzle
    if size or blocks:
        raise typer.BadParameter("--size and --blocks are for a puzzle in a file: the catalogue knows its own")
    with Store.read(home) as store:
        check_ratable(store)
        ((givens,),) = numbered(store, [number], columns=("givens",))
        return grid_of(givens, store.settings.blocks)


def steps_of(puzzle: Grid) -> list[Step]:
    """The steps to its solution; CatalogueError for a puzzle that does not have exactly one."""
    try:
        return steps(puzzle.to_numpy().reshape(-1), blocks=puzzle.blocks)
    except ValueError as error:
        raise CatalogueError(f"{error}") from error


def folded(line: str, indent: int = 0) -> str:
    """A line, wrapped where the terminal is too narrow for it."""
    if not sys.stdout.isatty():
        return line
    return textwrap.fill(line, shutil.get_terminal_size().columns, subsequent_indent=" " * indent)
