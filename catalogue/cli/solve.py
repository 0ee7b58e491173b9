"""`catalogue solve`: the solution of one puzzle, and what it took to find it."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from itertools import islice
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from catalogue.cli.animation import animation, pause_of
from catalogue.cli.charts import tell
from catalogue.cli.puzzles import Figures, draw, read_puzzle, reference_figures

if TYPE_CHECKING:
    from rich.text import Text

    from engine import Grid
    from engine.batch.boards import Boards
    from engine.teaching.search import Search, SearchStep


_DELAY = 10  # milliseconds


class Method(StrEnum):
    """What solves the puzzle."""

    fast = "fast"
    stack = "stack"


class RuleName(StrEnum):
    """Which cell the stack takes next: the names of `engine.teaching.search.RULES`."""

    row_major = "row-major"
    fewest = "fewest"


def command(
    file: Annotated[
        Path, typer.Argument(help="File with the puzzle, in any format; - for the standard input.", metavar="FILE")
    ],
    method: Annotated[
        Method,
        typer.Option(help="The search with a stack, step by step, or the engine's fast solver: for hard large boards."),
    ] = Method.stack,
    rule: Annotated[
        RuleName | None,
        typer.Option(
            help="The stack's next cell: row by row, or one with the fewest candidates.",
            show_default=RuleName.fewest.value,
        ),
    ] = None,
    size: Annotated[
        int | None,
        typer.Option(help="Size of the board; lines of row column value do not show it, and are of size 9 without."),
    ] = None,
    progress: Annotated[
        bool, typer.Option("--progress", help="Draw the grid again when a further band is finished.")
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Watch the stack at work, on a terminal.")] = False,
    delay: Annotated[
        int | None, typer.Option(help="Milliseconds between two steps of --watch.", min=0, show_default=str(_DELAY))
    ] = None,
    all: Annotated[bool, typer.Option("--all", help="Find all solutions.")] = False,
    limit: Annotated[int | None, typer.Option(help="Find so many solutions at the most. Default: 1.", min=1)] = None,
    max_steps: Annotated[int | None, typer.Option(help="Steps after which the stack gives up.", min=1)] = None,
    max_seconds: Annotated[float | None, typer.Option(help="Seconds after which the stack gives up.", min=0)] = None,
) -> None:
    """Solve a puzzle of a file, and tell what that took.

    Reads 81 characters, 9 lines, rows of numbers, drawn grids, and lines of row column value, counted from 0. The exit
    status is 1 where no solution was found.

    \b
    Example:
      catalogue solve puzzle.txt
      catalogue solve puzzle.txt --progress --rule row-major --max-steps 100000
      catalogue solve puzzle.txt --method fast --limit 3
    """
    import engine

    if method is Method.fast and (progress or watch or any(o is not None for o in (rule, max_steps, max_seconds))):
        raise typer.BadParameter("--rule, --progress, --watch, --max-steps and --max-seconds are for --method stack")
    if max_seconds is not None and isnan(max_seconds):
        raise typer.BadParameter("--max-seconds nan is no number")
    pause = pause_of(watch, delay, _DELAY)
    if progress and watch:
        raise typer.BadParameter("give either --progress or --watch")
    if all and limit is not None:
        raise typer.BadParameter("give either --all or --limit")
    puzzle = read_puzzle(file, size)
    if method is Method.fast and puzzle.size not in engine.SIZES:
        raise typer.BadParameter(f"a board of size {puzzle.size} is for --method stack")
    print(f"puzzle with {puzzle.locked_count} clues")
    draw(puzzle)
    wanted = None if all else limit or 1
    if method is Method.fast:
        found = _solve_with_kernel(puzzle, wanted)
    else:
        found = _solve_with_stack(
            puzzle,
            wanted,
            rule or RuleName.fewest,
            max_steps,
            max_seconds,
            progress,
            pause,
        )
    if not found:
        raise typer.Exit(1)


def _solve_with_kernel(puzzle: "Grid", wanted: int | None) -> int:
    """Solve it, tell everything, and return how many solutions were found."""
    from engine.teaching.listing import solutions

    cells = solutions(puzzle.to_numpy().reshape(-1))
    seconds = 0.0

    def timed() -> Iterator["Grid"]:
        nonlocal seconds
        while True:
            begin = time.perf_counter()
            solution = next(cells, None)
            seconds += time.perf_counter() - begin
            if solution is None:
                return
            yield _filled(puzzle, solution)

    with _ended_at_once():
        found = _draw_all(timed(), wanted)
    print(_result(found, wanted))
    tell([*reference_figures(puzzle), *_times(seconds)])
    return found


@contextmanager
def _ended_at_once() -> Iterator[None]:
    """Let Ctrl-C end the program then and there: a kernel at work, perhaps for hours, would not notice it."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _solve_with_stack(
    puzzle: "Grid",
    wanted: int | None,
    rule: str,
    max_steps: int | None,
    max_seconds: float | None,
    progress: bool,
    delay: int | None,
) -> int:
    """Solve it, tell everything, and return how many solutions were found; `delay` is for one who watches."""
    from engine.teaching.search import RULES, Ending, Search

    search = Search(puzzle, rule=RULES[rule], max_steps=max_steps, max_seconds=max_seconds)
    with animation(delay) as show:
        if show:
            search.observer = lambda step: show(lambda: _frame(search))
        elif progress:
            search.observer = _each_finished_band(search)
        found = _draw_all(search.solutions(), wanted)
    if search.ending is Ending.GAVE_UP:
        print(f"Gave up after {search.metrics.steps:,} steps.")
    else:
        print(_result(found, wanted))
    tell(_search_figures(search))
    return found


def _draw_all(solutions: Iterator["Grid"], wanted: int | None) -> int:
    """Draw solutions as they are found, and return how many there were."""
    found = 0
    for found, solution in enumerate(islice(solutions, wanted), 1):
        print("solution" if wanted == 1 else f"solution {found}")
        draw(solution)
    return found


def _filled(puzzle: "Grid", cells: "Boards") -> "Grid":
    """The puzzle with the cells of its solution filled in."""
    grid = puzzle.copy()
    for row, column, value, _ in puzzle:
        if not value:
            grid.set(row, column, int(cells[row * grid.size + column]))
    return grid


# --- What is seen on the way --------------------------------------------------------------------------------------


def _each_finished_band(search: "Search") -> Callable[["SearchStep"], None]:
    """An observer that draws the grid whenever more bands are full than ever before."""
    box = round(search.grid.size**0.5)
    most = 0

    def look(step: "SearchStep") -> None:
        nonlocal most
        cells = [cell.value for cell in search.grid] if step.value else [0]
        band = box * search.grid.size
        full = sum(all(cells[start : start + band]) for start in range(0, len(cells), band))
        if most < full < box:  # the last band ends in the solution
            most = full
            print(f"{full} of {box} bands, after {search.metrics.steps:,} steps")
            draw(search.grid)

    return look


def _frame(search: "Search") -> "Text":
    """The search as one who watches sees it: givens blue, tries red."""
    from engine.board.drawing import coloured

    depth = sum(not cell.locked and cell.value != 0 for cell in search.grid)
    return coloured(search.grid, filled="red").append(
        f"\nstep {search.metrics.steps:,}  depth {depth}  backtracks {search.metrics.backtracks:,}"
    )


# --- What is told at the end --------------------------------------------------------------------------------------


def _result(found: int, wanted: int | None) -> str:
    if not found:
        return "No solution!"
    if wanted == 1:
        return "Hurray!"
    solutions = f"{found:,} solution{'s' if found > 1 else ''}"
    return f"{solutions}, and there may be more" if found == wanted else f"{solutions} in all"


def _search_figures(search: "Search") -> Figures:
    metrics = search.metrics
    names = ("clues", "comparisons", "backtracks", "max_depth", "assignments")
    counts = [(name.replace("_", " "), f"{getattr(metrics, name):,}") for name in names]
    return [*counts, *_times(metrics.seconds)]


def _times(seconds: float) -> Figures:
    return [
        ("seconds to solve", f"{seconds:.6f}"),
        ("processor seconds in all", f"{time.process_time():.3f}"),  # of the program, from its very start
    ]
