"""`catalogue path`: a puzzle solved step by step."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Home
from catalogue.cli.puzzles import draw
from catalogue.cli.steps import Format, Puzzle, as_data, field_names, folded, puzzle_of, steps_of
from catalogue.rating.grades import spelled
from engine.rating.grades import grade_of

if TYPE_CHECKING:
    from engine import Grid, Step


def command(
    puzzle: Puzzle,
    format: Annotated[Format, typer.Option(help="For people or for programs.")] = Format.text,
    home: Home = DEFAULT_HOME,
) -> None:
    """Solve a puzzle step by step, as a person could.

    Each step is by the easiest technique that applies, as Sudoku Explainer has it, and has a line with its rating.

    \b
    Example:
      catalogue path 123
      catalogue path 123 --format json
      catalogue path puzzle.txt
    """
    grid = puzzle_of(puzzle, home)
    steps = steps_of(grid)
    if format is Format.json:
        from catalogue.formats import ROWS

        names = field_names()
        ROWS["json"]([[data[name] for name in names] for data in map(as_data, steps)], names, sys.stdout)
        return
    draw(grid)
    for number, step in enumerate(steps, 1):
        print(_line(number, step))
    print(_end(grid, steps))


def _line(number: int, step: "Step") -> str:
    return folded(f"{number:3}  {spelled(step.rating):>4}  {step.technique}: {step.sentence}", indent=11)


def _end(puzzle: "Grid", steps: list["Step"]) -> str:
    from engine.rating.position import Position

    position = Position(puzzle)
    for step in steps:
        position.take(step)
    if not position.grid.is_solved:
        return "No technique known here goes on from there."
    if not steps:
        return "The puzzle is full."
    hardest = max(steps, key=lambda step: step.rating)
    parts = (f"rated {spelled(hardest.rating)}", grade_of(hardest.rating), hardest.technique)
    return ", ".join(filter(None, parts))
