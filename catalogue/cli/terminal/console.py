"""The terminal that grids are drawn on."""

from functools import cache

from rich.console import Console

from engine import Grid
from engine.board.drawing import marked
from engine.board.symbols import CLUE_MARK


@cache
def terminal() -> Console:
    """Return the console of the standard output: in colour on a terminal, unless NO_COLOR is set.

    It is always the same one, so that lines printed during an animation stay above it.
    """
    return Console(highlight=False)


def draw(grid: Grid) -> None:
    """Draw a grid on the standard output."""
    terminal().print(grid, soft_wrap=True)  # a narrow terminal wraps it itself


def draw_solution(grid: Grid) -> None:
    """Draw a filled grid, with its clues in another colour; without colours, with a mark after each."""
    if terminal().color_system and not terminal().no_color:
        draw(grid)
    else:
        print(f"clues are marked {CLUE_MARK}")
        print(marked(grid))
