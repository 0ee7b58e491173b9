"""`catalogue hint`: the next step of a puzzle, drawn among its candidates."""

import json
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Home
from catalogue.cli.puzzles import terminal
from catalogue.cli.steps import Format, Puzzle, as_data, folded, puzzle_of, steps_of
from catalogue.errors import CatalogueError
from catalogue.rating.grades import spelled


def command(
    puzzle: Puzzle,
    step: Annotated[int, typer.Option(help="Which step of the path: as path numbers them.", min=1)] = 1,
    format: Annotated[Format, typer.Option(help="For people or for programs.")] = Format.text,
    home: Home = DEFAULT_HOME,
) -> None:
    """Draw the next step of a puzzle among its candidates.

    It is the easiest step there is. Candidates are marked: + is placed, - is removed, * is part of the pattern that the
    step stands on.

    \b
    Example:
      catalogue hint 123
      catalogue hint 123 --step 20
      catalogue hint 123 --format json
      catalogue hint puzzle.txt
    """
    from engine.rating.position import Position
    from engine.rating.step_drawing import draw_step

    grid = puzzle_of(puzzle, home)
    steps = steps_of(grid)
    if not steps and grid.is_solved:
        raise CatalogueError("there is no next step: the puzzle is full")
    if step > len(steps):
        raise CatalogueError(f"no step {step}: the path of the puzzle has {len(steps)}")
    position = Position(grid)
    *before, now = steps[:step]
    for earlier in before:
        position.take(earlier)
    if format is Format.json:
        print(json.dumps(as_data(now)))
        return
    terminal().print(draw_step(position, now), soft_wrap=True)
    print(f"step {step} of {len(steps)}: {now.technique}, rated {spelled(now.rating)}")
    print(folded(now.sentence))
