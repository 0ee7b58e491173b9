"""What a search on a stack shows while it runs."""

from collections.abc import Callable

from rich.text import Text

from catalogue.cli.terminal.console import draw
from engine.board.drawing import coloured
from engine.teaching.search import Search, SearchStep


def draw_finished_bands(search: Search) -> Callable[[SearchStep], None]:
    """Return an observer that draws the grid each time more bands are full than before."""
    box = round(search.grid.size**0.5)
    most = 0

    def look(step: SearchStep) -> None:
        nonlocal most
        cells = [cell.value for cell in search.grid] if step.value else [0]
        band = box * search.grid.size
        full = sum(all(cells[start : start + band]) for start in range(0, len(cells), band))
        if most < full < box:  # the last band ends in the solution
            most = full
            print(f"{full} of {box} bands, after {search.metrics.steps:,} steps")
            draw(search.grid)

    return look


def frame(search: Search) -> Text:
    """Draw the search: clues blue, tries red."""
    depth = sum(not cell.locked and cell.value != 0 for cell in search.grid)
    return coloured(search.grid, filled="red").append(
        f"\nstep {search.metrics.steps:,}  depth {depth}  backtracks {search.metrics.backtracks:,}"
    )
