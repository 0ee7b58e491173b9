"""Draw the next step of a puzzle among its candidates.

It is the first step that applies, in the order in which people look: HoDoKu's. --style rating takes the easiest one of
Sudoku Explainer, which boards of other sizes than 9x9 always have. A digit in brackets is the value of its cell.
Candidates are marked: + is placed, - is removed, * belongs to the pattern behind the step. On a chain, ? is assumed, *
then holds and ~ does not.

--at is for a puzzle that you have begun: a file with your digits, or with a word for each cell, its pencil marks or its
value in brackets, as hint draws them. If one is wrong, hint names it and gives no step.

\b
Examples:
  catalogue hint 123
  catalogue hint 123 --step 20
  catalogue hint 123 --depth where
  catalogue hint 123 --style rating
  catalogue hint 123 --format json
  catalogue hint 123 --format svg > hint.svg
  catalogue hint puzzle.txt
  catalogue hint latin.txt --size 3 --blocks none
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from catalogue.cli.options import (
    DEFAULT_HOME,
    Blocks,
    Force,
    Home,
    Output,
    PuzzleSource,
    Size,
    StyleChoice,
    choice,
    format_choice,
    number,
)
from catalogue.cli.output import target_of
from catalogue.cli.puzzles import ratable_puzzle, read_marked, steps_of
from catalogue.cli.terminal import folded, terminal
from catalogue.errors import CatalogueError

if TYPE_CHECKING:
    from catalogue.kinds import Style
    from catalogue.rating import AnyStep
    from engine import Grid
    from engine.positions import Position

FORMATS = ("text", "json", "svg")


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which step of which puzzle to draw."""

    puzzle: PuzzleSource
    step: Annotated[int, number("Number of the step, as catalogue path counts them.", least=1)] = 1
    at: Annotated[
        Path | None,
        typer.Option(help="File with the board as you have it.", metavar="FILE"),
    ] = None
    depth: Annotated[
        str, choice("How much to say: where to look, which technique too, or all.", ("where", "technique", "all"))
    ] = "all"
    style: StyleChoice = None
    format: Annotated[
        str | None, format_choice("text for people, json for programs, svg for an image. Default: text.", *FORMATS)
    ] = None
    output: Output = None
    force: Force = False
    size: Size = None
    blocks: Blocks = None
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Draw the step, or say where it is, or print it as JSON or SVG."""
    from catalogue.rating import as_data, meaning_of, weight_of, where_to_look
    from engine.step_drawing import svg_step

    target = target_of(options.output, options.format, FORMATS, default="text", force=options.force)
    if options.depth != "all" and target.format != "text":
        raise typer.BadParameter(f"--depth is for text: --format {target.format} always has all of the step")
    if options.at and options.step != 1:
        raise typer.BadParameter("--step counts from the puzzle, --at is for the next step of your board")
    grid = ratable_puzzle(options.puzzle, options.home, options.size, options.blocks)
    position, step, place = (
        _next(grid, options.at, options.style) if options.at else _on_path(grid, options.step, options.style)
    )
    with target.printed():
        if target.format == "json":
            print(json.dumps(as_data(step)))
        elif target.format == "svg":
            print(svg_step(position, step))
        elif options.depth == "all":
            _draw(position, step, place)
        else:
            print(folded(where_to_look(step, grid.size)))
            if options.depth == "technique":
                print(folded(f"{step.technique}, {weight_of(step)}: {meaning_of(step.technique)}"))


def _on_path(grid: Grid, number: int, style: Style | None) -> tuple[Position, AnyStep, str]:
    """The position before a step of the puzzle's path, the step, and its place for people."""
    from engine.positions import Position

    steps = steps_of(grid, style)
    if not steps and grid.is_solved:
        raise CatalogueError("there is no next step: the puzzle is full")
    if number > len(steps):
        raise CatalogueError(f"no step {number}: the path of the puzzle has {len(steps)}")
    position = Position(grid)
    *before, now = steps[:number]
    for earlier in before:
        position.take(earlier)
    return position, now, f"step {number} of {len(steps)}"


def _next(grid: Grid, file: Path, style: Style | None) -> tuple[Position, AnyStep, str]:
    """The same for a board that has been begun."""
    from catalogue.rating import next_of
    from engine.positions import Position

    board = read_marked(file, grid)
    try:
        step = next_of(grid.to_numpy().ravel(), board.values, board.marks, grid.blocks, style)
    except ValueError as error:
        raise CatalogueError(f"{file}: {error}") from error
    if step is None:
        full = all(board.values)
        raise CatalogueError(f"there is no next step: {'the board is full' if full else 'no technique applies'}")
    return Position.marked(grid, board.values, board.marks), step, "next step"


def _draw(position: Position, step: AnyStep, place: str) -> None:
    from catalogue.rating import weight_of
    from engine.sentences import branch_lines
    from engine.step_drawing import draw_step

    terminal().print(draw_step(position, step), soft_wrap=True)
    print(f"{place}: {step.technique}, {weight_of(step)}")
    print(folded(step.sentence))
    if len(step.chains) > 1:  # the sentence has the links of a single branch
        for line in branch_lines(step.chains, position.grid.board_shape):
            print(line)
