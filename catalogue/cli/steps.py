"""The steps of one puzzle as `hint` and `path` share them."""

import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import asdict, fields
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from catalogue.cli.puzzles import check_size, read_puzzle
from catalogue.errors import CatalogueError

if TYPE_CHECKING:
    from engine import Grid, Step

Puzzle = Annotated[
    str,
    typer.Argument(help="Number of a board, or file with a puzzle in any format; - for the standard input."),
]


class Format(StrEnum):
    """How steps are written."""

    text = "text"
    json = "json"


def puzzle_of(name: str, home: Path) -> "Grid":
    """The puzzle of a board, or out of a file; CatalogueError where there is none of size 9."""
    from engine import Grid

    if not re.fullmatch(r"\d{1,18}", name, re.ASCII):
        puzzle = read_puzzle(Path(name), None)
        if puzzle.size != 9:
            raise CatalogueError(f"{name}: a puzzle of size {puzzle.size} has no rating; only 9x9 ones have one")
        return puzzle
    from catalogue.store import Store
    from catalogue.store.queries import numbered

    with Store.read(home) as store:
        check_size(store)
        number = int(name)
        ((givens,),) = numbered(store, [(number, number)], columns=("givens",))
        return Grid.parse(givens)


def steps_of(puzzle: "Grid") -> list["Step"]:
    """The steps of its solution; CatalogueError for a puzzle that has not exactly one."""
    from engine import steps

    try:
        return steps(puzzle.to_numpy().reshape(-1))
    except ValueError as error:
        raise CatalogueError(f"{error}") from error


def as_data(step: "Step") -> dict[str, Any]:
    """A step for programs: its fields, the rating as people know it."""
    return asdict(step) | {"rating": step.rating / 10}


def field_names() -> Sequence[str]:
    """The fields of a step, in their order."""
    from engine import Step

    return [field.name for field in fields(Step)]


def folded(line: str, indent: int = 0) -> str:
    """A line; on a terminal that is too narrow for it, continued in the next ones."""
    if not sys.stdout.isatty():
        return line
    return textwrap.fill(line, shutil.get_terminal_size().columns, subsequent_indent=" " * indent)
