"""What a search on a stack shows while it runs."""

from collections.abc import Callable

from rich.text import Text

from catalogue.cli.runs.finished_bands import FinishedBands
from catalogue.cli.terminal.console import draw
from engine.board.drawing import coloured
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


def frame(search: Search) -> Text:
    """Draw the search: clues blue, tries red."""
    depth = sum(not cell.locked and cell.value != 0 for cell in search.grid)
    return coloured(search.grid, filled="red").append(
        f"\nstep {search.metrics.steps:,}  depth {depth}  backtracks {search.metrics.backtracks:,}"
    )
