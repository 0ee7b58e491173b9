"""Solve a puzzle step by step, as a person could.

Each step uses the easiest technique that applies, in the order of Sudoku Explainer, and is printed with its rating.
Of a file with many puzzles, each is written with its rating and its steps; --format line, csv or jsonl chooses how.

\b
Examples:
  catalogue path 123
  catalogue path 123 --format json
  catalogue path puzzle.txt
  catalogue path latin.txt --size 3 --blocks none
  catalogue path puzzles.csv --format csv
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import engine
from catalogue.cli.many import Rows, holds_many, target_of_many, write_each
from catalogue.cli.options import (
    DEFAULT_HOME,
    FORMATS_OF_MANY,
    Blocks,
    Force,
    Home,
    Output,
    PuzzleSource,
    Size,
    format_choice,
)
from catalogue.cli.output import Target, target_of
from catalogue.cli.puzzles import kept_standard_input, ratable_puzzle, steps_of
from catalogue.cli.terminal import draw, folded
from catalogue.errors import CatalogueError
from catalogue.formats import FORMATS, Record
from catalogue.kinds import spelled
from engine.grades import grade_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine import Grid, Step

_COLUMNS = ("line", "puzzle", "rating", "steps")  # of a file with many puzzles
_BATCH = 64  # puzzles solved before their lines are written
_FORMATS = tuple(dict.fromkeys(("text", "json", *FORMATS_OF_MANY)))


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzle to solve."""

    puzzle: PuzzleSource
    format: Annotated[
        str | None,
        format_choice(
            f"text for people, json for programs; of many puzzles: {', '.join(FORMATS_OF_MANY)}. Default: text, or"
            " line.",
            *_FORMATS,
            metavar="NAME",
        ),
    ] = None
    output: Output = None
    force: Force = False
    size: Size = None
    blocks: Blocks = None
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Print the puzzle and every step, or those of each puzzle of a file."""
    with kept_standard_input(Path(options.puzzle)):
        target = target_of(options.output, options.format, _FORMATS, default="text", force=options.force)
        is_one = bool(options.size or options.blocks)
        if target.format not in ("text", "json") or (not is_one and holds_many(options.puzzle)):
            return _path_of_each(options)
        _path(options, target)


def _path(options: Options, target: Target) -> None:
    from catalogue.rating import as_data, field_names

    grid = ratable_puzzle(options.puzzle, options.home, options.size, options.blocks)
    steps = steps_of(grid)
    with target.printed():
        if target.format == "json":
            names = field_names()
            FORMATS["json"].write([[data[name] for name in names] for data in map(as_data, steps)], names, sys.stdout)
            return
        draw(grid)
        for number, step in enumerate(steps, 1):
            print(_line(number, step))
        print(_end(grid, steps))


def _line(number: int, step: Step) -> str:
    return folded(f"{number:3}  {spelled(step.rating):>4}  {step.technique}: {step.sentence}", indent=11)


def _end(puzzle: Grid, steps: list[Step]) -> str:
    from engine.positions import Position

    position = Position(puzzle)
    for step in steps:
        position.take(step)
    if not position.grid.is_solved:
        return "No technique known here applies any further."
    if not steps:
        return "The puzzle is full."
    hardest = max(steps, key=lambda step: step.rating)
    parts = (f"rated {spelled(hardest.rating)}", grade_of(hardest.rating), hardest.technique)
    return ", ".join(filter(None, parts))


# --- A file of many puzzles ---------------------------------------------------------------------------------------


def _path_of_each(options: Options) -> None:
    """Write each puzzle with its rating and its steps: their techniques, or in jsonl all that is known of a step.

    CatalogueError names the line of a puzzle above 12x12, or one that does not have exactly one solution.
    """
    from catalogue.rating import as_data

    if options.format == "text":
        raise typer.BadParameter(f"{options.puzzle} has many puzzles: give --format {', '.join(FORMATS_OF_MANY)}")
    target = target_of_many(options.output, options.format, force=options.force)

    def work(records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        return [_row(record, puzzle) for record, puzzle in zip(records, puzzles, strict=True)]

    def _row(record: Record, puzzle: NDArray[np.uint8]) -> Sequence[object]:
        try:
            path = engine.steps(puzzle, blocks=options.blocks)
        except ValueError as error:
            raise CatalogueError(f"{options.puzzle}: line {record.line}: {error}") from error
        rating = max((step.rating for step in path), default=0)
        techniques = " ".join(step.technique for step in path)
        if target.format == "line":
            return record.puzzle, spelled(rating), techniques
        known = list(map(as_data, path)) if target.format in ("json", "jsonl") else techniques
        return record.line, record.puzzle, rating / 10, known

    write_each(options.puzzle, options.home, _COLUMNS, work, target=target, batch=_BATCH)
