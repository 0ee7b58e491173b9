"""What a search on a stack shows while it runs."""

from collections.abc import Callable

from rich.text import Text

from catalogue.cli.runs.finished_bands import FinishedBands
from catalogue.cli.terminal.animation import chosen_cell
from catalogue.cli.terminal.console import draw
from engine.board.drawing import coloured
from engine.board.symbols import DIGITS
from engine.teaching.search import Search, SearchStep


def draw_finished_bands(search: Search) -> Callable[[SearchStep], None]:
    """Return an observer that draws the grid each time more bands are full than before."""
    bands = FinishedBands()

    def look(step: SearchStep) -> None:
        # The last band ends in the solution, which is drawn anyway.
        if step.value and search.grid.first_empty() and (news := bands.news(search.grid)):
            print(f"{news}, after {search.metrics.steps:,} steps")
            draw(search.grid)

    return look


def frame(search: Search, step: SearchStep) -> Text:
    """Draw the search after a step: clues blue, tries red, the chosen cell in reverse and its candidates below."""
    cell = (step.row, step.column)
    depth = sum(not cell.locked and cell.value != 0 for cell in search.grid)
    outcome = f"tries {DIGITS[step.value]}" if step.value else "none is left: back"
    return coloured(search.grid, filled="red", chosen=cell).append(
        f"\nstep {search.metrics.steps:,}  depth {depth}  backtracks {search.metrics.backtracks:,}"
        f"\n{chosen_cell(cell, search.grid.candidates(*cell), outcome)}"
    )
