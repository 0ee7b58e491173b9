"""`catalogue solve`: the solutions of one puzzle, and what it took to find them."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

import typer

import engine
from catalogue.cli.commands.solve import DELAY, Options
from catalogue.cli.puzzles import Figures, read_puzzle, reference_figures
from catalogue.cli.runs.watched_search import draw_finished_bands, frame
from catalogue.cli.terminal.animation import animation, pause_of
from catalogue.cli.terminal.charts import print_figures
from catalogue.cli.terminal.console import draw
from engine import Grid
from engine.batch.boards import Boards
from engine.teaching.listing import solutions
from engine.teaching.search import RULES, Ending, Search


def run(options: Options) -> int:
    """Solve the puzzle, and return the exit status: 1 if no solution was found."""
    _check(options)
    pause = pause_of(options.watch, options.delay, DELAY)
    puzzle = read_puzzle(options.file, options.size)
    if options.method == "fast" and puzzle.size not in engine.SIZES:
        raise typer.BadParameter(f"--method fast does not solve size {puzzle.size}; use --method stack")
    print(f"puzzle with {puzzle.locked_count} clues")
    draw(puzzle)
    wanted = None if options.all else options.limit or 1
    if options.method == "fast":
        found = _solve_with_kernel(puzzle, wanted)
    else:
        found = _solve_with_stack(puzzle, wanted, options, pause)
    return 0 if found else 1


def _check(options: Options) -> None:
    """BadParameter for options that exclude each other."""
    of_stack = (options.rule, options.max_steps, options.max_seconds)
    if options.method == "fast" and (options.progress or options.watch or any(each is not None for each in of_stack)):
        raise typer.BadParameter("--rule, --progress, --watch, --max-steps and --max-seconds need --method stack")
    if options.progress and options.watch:
        raise typer.BadParameter("give either --progress or --watch")
    if options.all and options.limit is not None:
        raise typer.BadParameter("give either --all or --limit")


def _solve_with_kernel(puzzle: Grid, wanted: int | None) -> int:
    """Print the solutions and the figures, and return how many solutions were found."""
    cells = solutions(puzzle.to_numpy().reshape(-1))
    seconds = 0.0

    def timed() -> Iterator[Grid]:
        nonlocal seconds
        while True:
            begin = time.perf_counter()
            solution = next(cells, None)
            seconds += time.perf_counter() - begin
            if solution is None:
                return
            yield _filled(puzzle, solution)

    with _ended_by_ctrl_c():
        found = _draw_all(timed(), wanted)
    print(_result(found, wanted))
    print_figures([*reference_figures(puzzle), *_times(seconds)])
    return found


@contextmanager
def _ended_by_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C end the program immediately: a kernel, which may run for hours, does not notice it."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _solve_with_stack(puzzle: Grid, wanted: int | None, options: Options, pause: int | None) -> int:
    """Print the solutions and the figures, and return how many solutions were found."""
    search = Search(
        puzzle,
        rule=RULES[options.rule or "fewest"],
        max_steps=options.max_steps,
        max_seconds=options.max_seconds,
    )
    with animation(pause) as show:
        if show:
            search.observer = lambda step: show(lambda: frame(search))
        elif options.progress:
            search.observer = draw_finished_bands(search)
        found = _draw_all(search.solutions(), wanted)
    if search.ending is Ending.GAVE_UP:
        print(f"Gave up after {search.metrics.steps:,} steps.")
    else:
        print(_result(found, wanted))
    print_figures(_search_figures(search))
    return found


def _draw_all(solutions: Iterator[Grid], wanted: int | None) -> int:
    """Draw solutions as they are found, and return how many there were."""
    found = 0
    for found, solution in enumerate(islice(solutions, wanted), 1):
        print("solution" if wanted == 1 else f"solution {found}")
        draw(solution)
    return found


def _filled(puzzle: Grid, cells: Boards) -> Grid:
    """The puzzle with the cells of its solution filled in."""
    grid = puzzle.copy()
    for row, column, value, _ in puzzle:
        if not value:
            grid.set(row, column, int(cells[row * grid.size + column]))
    return grid


def _result(found: int, wanted: int | None) -> str:
    if not found:
        return "No solution!"
    if wanted == 1:
        return "Hurray!"
    solutions = f"{found:,} solution{'s' if found > 1 else ''}"
    return f"{solutions}, and there may be more" if found == wanted else f"{solutions} in total"


def _search_figures(search: Search) -> Figures:
    metrics = search.metrics
    names = ("clues", "comparisons", "backtracks", "max_depth", "assignments")
    counts = [(name.replace("_", " "), f"{getattr(metrics, name):,}") for name in names]
    return [*counts, *_times(metrics.seconds)]


def _times(seconds: float) -> Figures:
    return [
        ("seconds to solve", f"{seconds:.6f}"),
        ("processor seconds in total", f"{time.process_time():.3f}"),  # of the program, from its very start
    ]
