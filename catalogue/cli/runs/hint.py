"""`catalogue hint`: the next step of a puzzle, drawn among its candidates."""

import json

from catalogue.cli.commands.hint import Options
from catalogue.cli.runs.steps import as_data, folded, puzzle_of, steps_of
from catalogue.cli.terminal.console import terminal
from catalogue.errors import CatalogueError
from catalogue.rating.grades import spelled
from engine.rating.position import Position
from engine.rating.sentences import branch_lines
from engine.rating.step_drawing import draw_step
from engine.rating.step_svg import svg_step


def run(options: Options) -> None:
    """Draw the step, or print it as JSON."""
    grid = puzzle_of(options.puzzle, options.home, options.size, options.blocks)
    steps = steps_of(grid)
    if not steps and grid.is_solved:
        raise CatalogueError("there is no next step: the puzzle is full")
    if options.step > len(steps):
        raise CatalogueError(f"no step {options.step}: the path of the puzzle has {len(steps)}")
    position = Position(grid)
    *before, now = steps[: options.step]
    for earlier in before:
        position.take(earlier)
    if options.format == "json":
        print(json.dumps(as_data(now)))
        return
    if options.format == "svg":
        print(svg_step(position, now))
        return
    terminal().print(draw_step(position, now), soft_wrap=True)
    print(f"step {options.step} of {len(steps)}: {now.technique}, rated {spelled(now.rating)}")
    print(folded(now.sentence))
    if len(now.chains) > 1:  # the sentence has the links of a single branch
        for line in branch_lines(now.chains, grid.board_shape):
            print(line)
