"""`catalogue path`: a puzzle solved step by step."""

import sys
from pathlib import Path

import typer

from catalogue.cli.commands.path import Options
from catalogue.cli.many import FORMATS_OF_MANY, holds_many
from catalogue.cli.runs.path_many import path_of_each
from catalogue.cli.runs.steps import folded, puzzle_of, steps_of
from catalogue.cli.standard_input import kept_standard_input
from catalogue.cli.terminal.console import draw
from catalogue.formats import FORMATS
from catalogue.puzzle_numbers import parsed_number
from catalogue.rating.explaining import as_data, field_names
from catalogue.rating.grades import spelled
from engine import Grid, Step
from engine.rating.grades import grade_of
from engine.rating.position import Position


def run(options: Options) -> None:
    """Print the puzzle and every step, or those of each puzzle of a file."""
    if parsed_number(options.puzzle):
        if options.format in FORMATS_OF_MANY:
            raise typer.BadParameter(f"--format {options.format} is for a file of puzzles")
        return _path(options)
    file = Path(options.puzzle)
    with kept_standard_input(file):
        is_one = bool(options.size or options.blocks)
        if options.format in FORMATS_OF_MANY or (not is_one and holds_many(file)):
            return path_of_each(file, options.format, options.blocks)
        _path(options)


def _path(options: Options) -> None:
    grid = puzzle_of(options.puzzle, options.home, options.size, options.blocks)
    steps = steps_of(grid)
    if options.format == "json":
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
