"""Solve a puzzle step by step, as a person could.

Each step uses the first technique that applies, in the order in which people look, HoDoKu's, and is printed with its
score. --style rating takes the order and the ratings of Sudoku Explainer, which boards of other sizes than 9x9 always
have. Of a file with many puzzles, each is written with its numbers and its steps; --format line, csv or jsonl chooses
how.

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
    StyleChoice,
    format_choice,
)
from catalogue.cli.output import Target, target_of
from catalogue.cli.puzzles import kept_standard_input, ratable_puzzle, steps_of
from catalogue.cli.terminal import draw, folded
from catalogue.errors import CatalogueError
from catalogue.formats import FORMATS, Record
from catalogue.kinds import Style, spelled
from engine.boards import size_of
from engine.grades import grade_of
from engine.shape import Shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from catalogue.rating import AnyStep
    from engine import Grid

_COLUMNS = ("line", "puzzle", "score", "rating", "steps")  # of a file with many puzzles
_BATCH = 64  # puzzles solved before their lines are written
_FORMATS = tuple(dict.fromkeys(("text", "json", *FORMATS_OF_MANY)))


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzle to solve."""

    puzzle: PuzzleSource
    style: StyleChoice = None
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
    from catalogue.rating import as_data

    grid = ratable_puzzle(options.puzzle, options.home, options.size, options.blocks)
    steps = steps_of(grid, options.style)
    with target.printed():
        if target.format == "json":
            rows = list(map(as_data, steps))
            FORMATS["json"].write([list(row.values()) for row in rows], list(rows[0]) if rows else [], sys.stdout)
            return
        draw(grid)
        for number, step in enumerate(steps, 1):
            print(_line(number, step))
        print(_end(grid, steps))


def _line(number: int, step: AnyStep) -> str:
    weight = spelled(step.rating) if isinstance(step, engine.Step) else str(step.score)
    return folded(f"{number:3}  {weight:>4}  {step.technique}: {step.sentence}", indent=11)


def _end(puzzle: Grid, steps: Sequence[AnyStep]) -> str:
    from engine.positions import Position

    position = Position(puzzle)
    for step in steps:
        position.take(step)
    if not position.grid.is_solved:
        return "No technique known here applies any further."
    if not steps:
        return "The puzzle is full."
    cells = puzzle.to_numpy().ravel()
    rating = int(engine.rate(cells, blocks=puzzle.blocks)["rating"])
    rated = ", ".join(filter(None, (f"rated {spelled(rating)}", grade_of(rating))))
    first = steps[0]
    if isinstance(first, engine.Step):
        hardest = max(steps, key=lambda step: step.rating if isinstance(step, engine.Step) else 0)
        return f"{rated}, {hardest.technique}"
    scored = engine.score(cells)
    name = engine.SOLVING_TECHNIQUES[scored["hardest"]].name
    return f"score {scored['score']:,} ({engine.LEVELS[scored['level']]}), {name}; {rated}"


# --- A file of many puzzles ---------------------------------------------------------------------------------------


def _path_of_each(options: Options) -> None:
    """Write each puzzle with its score, rating and steps: their techniques, or in jsonl all that is known of a step.

    CatalogueError names the line of a puzzle above 12x12, or one that does not have exactly one solution.
    """
    from catalogue.kinds import Depth
    from catalogue.rating import as_data, path_of, rate_to

    if options.format == "text":
        raise typer.BadParameter(f"{options.puzzle} has many puzzles: give --format {', '.join(FORMATS_OF_MANY)}")
    target = target_of_many(options.output, options.format, force=options.force)

    def work(records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        blocks = options.blocks or Shape.of(size_of(puzzles)).blocks
        paths = [_steps(record, puzzle, blocks) for record, puzzle in zip(records, puzzles, strict=True)]
        ratings, scores = rate_to(Depth.full, puzzles, blocks)
        numbers = [None] * len(paths) if scores is None else scores["score"].tolist()
        return list(map(_row, records, paths, (ratings["rating"] / 10).tolist(), numbers))

    def _steps(record: Record, puzzle: NDArray[np.uint8], blocks: str) -> Sequence[AnyStep]:
        try:
            return path_of(puzzle, blocks, options.style)
        except ValueError as error:
            raise CatalogueError(f"{options.puzzle}: line {record.line}: {error}") from error

    def _row(record: Record, path: Sequence[AnyStep], rating: float, score: int | None) -> Sequence[object]:
        techniques = " ".join(step.technique for step in path)
        if target.format == "line":
            by_rating = score is None or options.style is Style.rating
            return record.puzzle, rating if by_rating else score, techniques
        known = list(map(as_data, path)) if target.format in ("json", "jsonl") else techniques
        return record.line, record.puzzle, score, rating, known

    write_each(options.puzzle, options.home, _COLUMNS, work, target=target, batch=_BATCH)
