"""`catalogue hint`: the next step of a puzzle, drawn among its candidates."""

import json
from pathlib import Path

import typer

from catalogue.cli.commands.hint import Options
from catalogue.cli.pencil_marks import read_marked
from catalogue.cli.runs.steps import folded, puzzle_of, steps_of
from catalogue.cli.terminal.console import terminal
from catalogue.errors import CatalogueError
from catalogue.rating.explaining import as_data, meaning_of, where_to_look
from catalogue.rating.grades import spelled
from engine import Grid, Step, next_step
from engine.rating.explanations.sentences import branch_lines
from engine.rating.explanations.step_drawing import draw_step
from engine.rating.explanations.step_svg import svg_step
from engine.rating.position import Position


def run(options: Options) -> None:
    """Draw the step, or say where it is, or print it as JSON or SVG."""
    if options.depth != "all" and options.format != "text":
        raise typer.BadParameter(f"--depth is for text: --format {options.format} always has all of the step")
    if options.at and options.step != 1:
        raise typer.BadParameter("--step counts from the puzzle, --at is for the next step of your board")
    grid = puzzle_of(options.puzzle, options.home, options.size, options.blocks)
    position, step, place = _next(grid, options.at) if options.at else _on_path(grid, options.step)
    if options.format == "json":
        print(json.dumps(as_data(step)))
    elif options.format == "svg":
        print(svg_step(position, step))
    elif options.depth == "all":
        _draw(position, step, place)
    else:
        print(folded(where_to_look(step, grid.size)))
        if options.depth == "technique":
            print(folded(f"{step.technique}, rated {spelled(step.rating)}: {meaning_of(step.technique)}"))


def _on_path(grid: Grid, number: int) -> tuple[Position, Step, str]:
    """The position before a step of the puzzle's path, the step, and its place for people."""
    steps = steps_of(grid)
    if not steps and grid.is_solved:
        raise CatalogueError("there is no next step: the puzzle is full")
    if number > len(steps):
        raise CatalogueError(f"no step {number}: the path of the puzzle has {len(steps)}")
    position = Position(grid)
    *before, now = steps[:number]
    for earlier in before:
        position.take(earlier)
    return position, now, f"step {number} of {len(steps)}"


def _next(grid: Grid, file: Path) -> tuple[Position, Step, str]:
    """The same for a board that has been begun."""
    board = read_marked(file, grid)
    try:
        step = next_step(grid.to_numpy().ravel(), board.values, board.marks, blocks=grid.blocks)
    except ValueError as error:
        raise CatalogueError(f"{file}: {error}") from error
    if step is None:
        full = all(board.values)
        raise CatalogueError(f"there is no next step: {'the board is full' if full else 'no technique applies'}")
    return Position.marked(grid, board.values, board.marks), step, "next step"


def _draw(position: Position, step: Step, place: str) -> None:
    terminal().print(draw_step(position, step), soft_wrap=True)
    print(f"{place}: {step.technique}, rated {spelled(step.rating)}")
    print(folded(step.sentence))
    if len(step.chains) > 1:  # the sentence has the links of a single branch
        for line in branch_lines(step.chains, position.grid.board_shape):
            print(line)
