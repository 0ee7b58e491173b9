"""`catalogue solve`: the solutions of one puzzle, and what it took to find them."""

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import islice

import typer

import engine
from catalogue.cli.commands.solve import DELAY, SOLUTION_FORMATS, Options
from catalogue.cli.puzzles import Figures, filled, read_puzzle, reference_figures
from catalogue.cli.runs.solve_many import is_for_many, solve_each
from catalogue.cli.runs.watched_search import draw_finished_bands, frame
from catalogue.cli.standard_input import kept_standard_input
from catalogue.cli.terminal.animation import animation, pause_of
from catalogue.cli.terminal.charts import print_figures
from catalogue.cli.terminal.console import draw
from catalogue.formats.solutions import solutions_text
from catalogue.whole_files import check_output, write_output
from engine import Grid
from engine.teaching.listing import solutions
from engine.teaching.search import RULES, Ending, Search

UNANSWERED = 3
"""The exit status where --max-seconds have passed and the kernel has no answer."""

MOST_COUNTED = 10_000
"""Solutions that are counted after those that were asked for; of more it says "more than"."""


def run(options: Options) -> int:
    """Solve the puzzle, or each of many, and return the exit status: 1 if one has no solution, or UNANSWERED."""
    with kept_standard_input(options.file):
        if is_for_many(options):
            return solve_each(options)
        return _solve(options)


def _solve(options: Options) -> int:
    _check(options)
    check_output(options.output, force=options.force)
    pause = pause_of(options.watch, options.delay, DELAY)
    puzzle = read_puzzle(options.file, options.size, options.blocks)
    print(f"puzzle with {puzzle.locked_count} clues")
    draw(puzzle)
    wanted = None if options.all else options.limit or 1
    kept: list[Grid] | None = [] if options.output else None
    if options.method == "fast":
        try:
            with nullcontext() if options.max_seconds is None else engine.time_limit(options.max_seconds):
                found = _solve_with_kernel(puzzle, wanted, kept)
        except TimeoutError:
            print(f"catalogue: no answer after {options.max_seconds:g} seconds; allow more of them", file=sys.stderr)
            return UNANSWERED
    else:
        found = _solve_with_stack(puzzle, wanted, options, pause, kept)
    if options.output and kept:
        text = solutions_text(puzzle, kept, options.format or SOLUTION_FORMATS[0])
        write_output(options.output, text, force=options.force)
    return 0 if found else 1


def _check(options: Options) -> None:
    """BadParameter for options that exclude each other."""
    of_stack = (options.rule, options.max_steps)
    if options.method == "fast" and (options.progress or options.watch or any(each is not None for each in of_stack)):
        raise typer.BadParameter("--rule, --progress, --watch and --max-steps need --method stack")
    if options.progress and options.watch:
        raise typer.BadParameter("give either --progress or --watch")
    if options.format and not options.output:
        raise typer.BadParameter("--format needs --output")
    if options.all and options.limit is not None:
        raise typer.BadParameter("give either --all or --limit")


def _solve_with_kernel(puzzle: Grid, wanted: int | None, kept: list[Grid] | None) -> int:
    """Print the solutions and the figures, keep the solutions, and return how many were found."""
    cells = solutions(puzzle)
    seconds = 0.0

    def timed() -> Iterator[Grid]:
        nonlocal seconds
        while True:
            begin = time.perf_counter()
            solution = next(cells, None)
            seconds += time.perf_counter() - begin
            if solution is None:
                return
            yield filled(puzzle, Grid(solution, blocks=puzzle.blocks))

    with _ended_by_ctrl_c():
        found = _draw_all(timed(), wanted, kept)
    _print_count(puzzle, found, wanted)
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


def _solve_with_stack(
    puzzle: Grid, wanted: int | None, options: Options, pause: int | None, kept: list[Grid] | None
) -> int:
    """Print the solutions and the figures, keep the solutions, and return how many were found."""
    search = Search(
        puzzle,
        rule=RULES[options.rule or "fewest"],
        max_steps=options.max_steps,
        max_seconds=options.max_seconds,
    )
    with animation(pause) as show:
        if show:
            search.observer = lambda step: show(lambda: frame(search, step))
        elif options.progress:
            search.observer = draw_finished_bands(search)
        found = _draw_all(search.solutions(), wanted, kept)
    if search.ending is Ending.GAVE_UP:
        print(f"Gave up after {search.metrics.steps:,} steps.")
    else:
        _print_count(puzzle, found, wanted)
    print_figures(_search_figures(search))
    return found


def _draw_all(solutions: Iterator[Grid], wanted: int | None, kept: list[Grid] | None) -> int:
    """Draw solutions as they are found, keep them if there is a list, and return how many there were."""
    found = 0
    for found, solution in enumerate(islice(solutions, wanted), 1):
        print("solution" if wanted == 1 else f"solution {found}")
        draw(solution)
        if kept is not None:
            kept.append(solution)
    return found


def _print_count(puzzle: Grid, found: int, wanted: int | None) -> None:
    """Say how many solutions the puzzle has, of which these were found."""
    if not found:
        print("No solution!")
    elif wanted is None or found < wanted:
        print(_sentence(found))
    else:
        sys.stdout.flush()  # counting may take long, and Ctrl-C then ends the program without more output
        with _ended_by_ctrl_c():
            print(_counted(puzzle, found))


def _counted(puzzle: Grid, found: int) -> str:
    """Count the solutions, at least so many; above 9x9 up to the next one where the reference search sees no end."""
    too_long = f"At least {found:,} found; it takes too long to count all."
    if puzzle.size > 9 and engine.measure(puzzle)["solutions"] < 2:
        return _sentence(found) if _no_more(puzzle, found) else too_long
    most = max(MOST_COUNTED, found)
    count = int(engine.count_solutions(puzzle, limit=most + 1))
    if count > most:
        return f"The puzzle has more than {most:,} solutions."
    return _sentence(count)


def _no_more(puzzle: Grid, found: int) -> bool:
    """Whether it is proven, in the time there is, that the puzzle has no solutions but so many."""
    try:
        return int(engine.count_solutions(puzzle, limit=found + 1)) == found
    except TimeoutError:
        return False


def _sentence(count: int) -> str:
    return "Hurray! The puzzle has exactly 1 solution." if count == 1 else f"The puzzle has {count:,} solutions."


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
