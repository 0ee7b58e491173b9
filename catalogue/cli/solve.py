"""Solve a puzzle and report the cost.

The puzzle is a number in the catalogue, its cells in a line, or a file: with 81 characters, 9 lines, rows of numbers, a
drawn grid, lines "row column value" that count from 0 or 1, or what show and export print. An empty cell is one of
. 0 * x _ - or a blank in a drawing; # begins a comment. Lines "row column value" need --size if it is not 9; a Latin
square needs --blocks none. The exit status is 1 if no solution was found, 3 if --method fast has no full answer after
--max-seconds, 4 if a puzzle is not understood whole.

In a file with many puzzles, the engine's solver proves each one and writes it with its solution; --format line, csv or
jsonl chooses how. With --rule, each is also searched by that rule, and its comparisons, backtracks and depth are
written after the solution; row-major is the textbook search.

In place of a puzzle, --random N makes a board of N random clues that break no rule; it may have no solution. With
--seed, the search tries the digits of each cell in a random order, so that --random 0 gives a random full board.

Variants are read as constraint text, such as .Cage~15~R1C1~R1C2, or as links, strings or JSON of f-puzzles or
SudokuPad, one per line; jsonl then has "line", "solutions", "solution", "understood" and "left" for each. --rules names
the rules of plain text. A single one takes --all, --limit and --max-seconds too.

A drawing gets its meaning from the English text beside it. What was made of each sentence is printed, and what is left
over; the answer is then for the rest alone, and is no proof. --understood refuses such a puzzle.

\b
Examples:
  catalogue solve puzzle.txt
  catalogue solve puzzle.txt --progress --rule row-major --max-steps 100000
  catalogue solve puzzle.txt --method fast --limit 3
  catalogue solve puzzle.txt --method fast --max-seconds 60
  catalogue solve 123 --output solution.svg --method fast
  catalogue solve puzzle.txt --format line
  catalogue solve --random 15 --watch --seed 1
  catalogue solve --random 0 --seed 1
  catalogue solve latin.txt --size 3 --blocks none
  catalogue solve .Windoku.Cage~15~R1C1~R1C2
"""

from __future__ import annotations

import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from board_catalogue import engine
from board_catalogue.catalogue.cli.animation import animation, drawn_bands, pause_of, search_frame
from board_catalogue.catalogue.cli.many import Rows, holds_many, target_of_many, write_each
from board_catalogue.catalogue.cli.options import (
    DEFAULT_HOME,
    FORMATS_OF_MANY,
    Base,
    Blocks,
    Force,
    Home,
    RulesOfPuzzle,
    Size,
    Watch,
    choice,
    format_choice,
    frame_delay,
    number,
    shape_of,
)
from board_catalogue.catalogue.cli.output import Target, is_for_programs, report_aside, target_of
from board_catalogue.catalogue.cli.puzzles import (
    Figures,
    filled,
    kept_standard_input,
    puzzle_of,
    reference_figures,
    textbook_figures,
)
from board_catalogue.catalogue.cli.ruled import Line, variants_of
from board_catalogue.catalogue.cli.terminal import draw, notice, print_figures
from board_catalogue.catalogue.cli.values import parser, usage_errors
from board_catalogue.catalogue.cli.variants import NOT_UNDERSTOOD, show_solutions, solve_variants
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats import FORMATS, Record
from board_catalogue.catalogue.verbs.values import seconds
from board_catalogue.engine.names import RULES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from board_catalogue.engine import Grid
    from board_catalogue.engine.teaching.search import Search

SOLUTION_FORMATS = ("line", "txt", "csv", "tsv", "json", "jsonl", "triples", "svg", "png")
"""The formats of solutions; a picture has one, in which the clues look different."""

DELAY = 10
"""Milliseconds between two frames of an animation."""

UNANSWERED = 3
"""The exit status if --max-seconds have passed and the kernel has no answer."""

MOST_COUNTED = 10_000
"""Solutions that are counted after those that were asked for; of more it says "more than"."""

_COLUMNS = ("line", "puzzle", "solutions", "solution")  # of a file with many puzzles
_FOUND = {0: "no-solution", 1: "one-solution", 2: "several-solutions"}


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzle to solve, how, and what to show."""

    puzzle: Annotated[
        str | None,
        typer.Argument(
            help="Number of a puzzle of the catalogue, its cells such as 53..7...6, or a file in any format; - for"
            " standard input.",
            metavar="[PUZZLE]",
        ),
    ] = None
    random: Annotated[int | None, number("Search a board with this many random clues in place of a puzzle.")] = None
    seed: Annotated[
        int | None,
        number("Seed of the board of --random and of a random order of the digits in each cell."),
    ] = None
    method: Annotated[
        str,
        choice(
            "stack searches step by step; fast uses the engine's solver, for hard or large puzzles.", ("fast", "stack")
        ),
    ] = "stack"
    rule: Annotated[
        str | None,
        choice("Which cell stack takes next: row by row, or one with the fewest candidates. Default: fewest.", RULES),
    ] = None
    size: Size = None
    blocks: Blocks = None
    base: Base = None
    rules: RulesOfPuzzle = None
    progress: Annotated[bool, typer.Option("--progress", help="Draw the grid each time another band is complete.")] = (
        False
    )
    watch: Watch = False
    delay: Annotated[int | None, frame_delay(DELAY)] = None
    all: Annotated[bool, typer.Option("--all", help="Find all solutions.")] = False
    limit: Annotated[int | None, number("Find at most this many solutions. Default: 1.", least=1)] = None
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="Also write the solutions to this file; its ending chooses the format. - is the standard output;"
            " everything else then goes to stderr.",
            metavar="FILE",
        ),
    ] = None
    format: Annotated[
        str | None,
        format_choice(
            f"Format of the solutions in --output or on the screen: {', '.join(SOLUTION_FORMATS)}. Default: line.",
            *SOLUTION_FORMATS,
            metavar="NAME",
        ),
    ] = None
    force: Force = False
    understood: Annotated[
        bool,
        typer.Option("--understood", help="Refuse puzzles whose words or drawing are not understood whole."),
    ] = False
    max_steps: Annotated[int | None, number("Stack gives up after this many steps.", least=1)] = None
    max_seconds: Annotated[
        float | None,
        typer.Option(help="Give up after this many seconds.", parser=parser(seconds), metavar="SECONDS"),
    ] = None
    home: Home = DEFAULT_HOME


def run(options: Options) -> int:
    """Solve the puzzle, or each of many, and return the exit status: 1 if one has no solution, or UNANSWERED."""
    if (options.puzzle is None) == (options.random is None):
        raise typer.BadParameter("give either a PUZZLE or --random N")
    if options.puzzle is None:
        return _solve(options)
    with kept_standard_input(Path(options.puzzle)):
        if variants := variants_of(options.puzzle, options.home, options.rules, whole=False):
            return _solve_variants(options, variants)
        if _is_for_many(options, options.puzzle):
            return _solve_each(options, options.puzzle)
        return _solve(options)


def _solve_variants(options: Options, variants: Iterator[Line]) -> int:
    """Solve variants, as lines if there are many or --format asks for them."""
    first = list(islice(variants, 2))
    are_lines = bool(options.format or options.output or len(first) > 1)
    names = ("output", "force", "format") if are_lines else ("all", "limit", "max_seconds")
    allowed = Options(**{name: getattr(options, name) for name in ("puzzle", "rules", "home", "understood", *names)})
    if options != allowed or options.format not in (None, *FORMATS_OF_MANY):
        raise typer.BadParameter(
            f"variants only take --rules, --output and --format {', '.join(FORMATS_OF_MANY)}; a single one takes --all,"
            " --limit and --max-seconds without --output and --format"
        )
    if are_lines:
        every = chain(first, variants)
        wanted = options.format or FORMATS_OF_MANY[0]
        return solve_variants(every, wanted, options.output, force=options.force, understood=options.understood)
    if first[0].left and options.understood:
        notice(f"catalogue: {first[0].reading.refusal if first[0].reading else ''}")
        return NOT_UNDERSTOOD
    found = _in_time(options, lambda: show_solutions(first[0], _wanted(options)))
    return UNANSWERED if found is None else NOT_UNDERSTOOD if first[0].left else 0 if found else 1


def _solve(options: Options) -> int:
    _check(options)
    target = target_of(options.output, options.format, SOLUTION_FORMATS, default="line", force=options.force)
    pause = pause_of(options.watch, options.delay, DELAY)
    puzzle = _puzzle(options)
    kept: list[Grid] | None = [] if options.output or options.format else None
    with report_aside(is_for_programs(options.output, options.format)):
        status = _solve_and_report(options, puzzle, pause, kept)
    if kept and status != UNANSWERED:
        _write(target, puzzle, kept)
    return status


def _puzzle(options: Options) -> Grid:
    """The puzzle that is named, or a random board; BadParameter if no such board is found."""
    if options.puzzle is not None:
        return puzzle_of(options.puzzle, options.home, options.size, options.blocks, options.base)
    shape = shape_of(options.size, options.blocks)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    with usage_errors("--random: "):
        board = engine.Grid.random(locked=options.random or 0, seed=seed, size=shape.size, blocks=shape.blocks)
    if options.seed is None:
        notice(f"the board is that of --seed {seed}, except for the order of its digits")
    return board


def _write(target: Target, puzzle: Grid, solutions: Sequence[Grid]) -> None:
    """Write the solutions of a puzzle in the format of a target."""
    if target.format == "svg":
        target.write(f"{_the_only(solutions)._repr_svg_()}\n")
        return
    rows = [[puzzle.line(), solution.line()] for solution in solutions]
    form = FORMATS[target.format]
    extra = {"blocks": puzzle.blocks} if form.shows_blocks else {}
    with target.opened() as file:
        if form.keeps_columns:
            form.write(rows, ("givens", "solution"), file)
        else:
            form.write([row[1:] for row in rows], ("solution",), file, **extra)


def _the_only(solutions: Sequence[Grid]) -> Grid:
    if len(solutions) > 1:
        raise CatalogueError("a picture has one solution, not several: leave out --all and --limit")
    return solutions[0]


def _solve_and_report(options: Options, puzzle: Grid, pause: int | None, kept: list[Grid] | None) -> int:
    """Draw the puzzle and its solutions, print the figures, keep the solutions, and return the exit status."""
    print(f"puzzle with {puzzle.locked_count} clues")
    draw(puzzle)
    wanted = _wanted(options)
    found: int | None
    if options.method == "fast":
        found = _in_time(options, lambda: _solve_with_kernel(puzzle, wanted, kept))
    else:
        found = _solve_with_stack(puzzle, wanted, options, pause, kept)
    return UNANSWERED if found is None else 0 if found else 1


def _wanted(options: Options) -> int | None:
    """How many solutions to find at most; None for all."""
    if options.all and options.limit is not None:
        raise typer.BadParameter("give either --all or --limit")
    return None if options.all else options.limit or 1


def _in_time(options: Options, work: Callable[[], int]) -> int | None:
    """Return what the work returns, or None after --max-seconds, and say so."""
    try:
        with nullcontext() if options.max_seconds is None else engine.time_limit(options.max_seconds):
            return work()
    except TimeoutError:
        notice(f"catalogue: no answer after {options.max_seconds:g} seconds; allow more of them")
        return None


def _check(options: Options) -> None:
    """BadParameter for options that exclude each other."""
    of_stack = (options.rule, options.max_steps)
    if options.method == "fast" and (options.progress or options.watch or any(each is not None for each in of_stack)):
        raise typer.BadParameter("--rule, --progress, --watch and --max-steps need --method stack")
    if options.method == "fast" and options.seed is not None and options.random is None:
        raise typer.BadParameter("--seed needs --method stack, or --random")
    if options.progress and options.watch:
        raise typer.BadParameter("give either --progress or --watch")
    _wanted(options)


def _solve_with_kernel(puzzle: Grid, wanted: int | None, kept: list[Grid] | None) -> int:
    """Print the solutions and the figures, keep the solutions, and return how many were found."""
    from board_catalogue.engine.teaching.frontier import solutions

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
            yield filled(puzzle, engine.Grid(solution, blocks=puzzle.blocks))

    found = _draw_all(timed(), wanted, kept)
    _print_count(puzzle, found, wanted)
    print_figures([*reference_figures(puzzle), *textbook_figures(puzzle), *_times(seconds)])
    return found


def _solve_with_stack(
    puzzle: Grid, wanted: int | None, options: Options, pause: int | None, kept: list[Grid] | None
) -> int:
    """Print the solutions and the figures, keep the solutions, and return how many were found."""
    from board_catalogue.engine.teaching import search as searching
    from board_catalogue.engine.teaching.search import Ending, Search

    rule = options.rule or "fewest"
    search = Search(
        puzzle,
        rule=searching.RULES[rule],
        seed=options.seed,
        max_steps=options.max_steps,
        max_seconds=options.max_seconds,
    )
    with animation(pause) as show:
        if show:
            search.observer = lambda step: show(lambda: search_frame(search, step))
        elif options.progress:
            search.observer = drawn_bands(search)
        found = _draw_all(search.solutions(), wanted, kept)
    if search.ending is Ending.GAVE_UP:
        print(f"Gave up after {search.metrics.steps:,} steps.")
    else:
        _print_count(puzzle, found, wanted)
    print_figures(_search_figures(search, "textbook" if rule == "row-major" and options.seed is None else rule))
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
        sys.stdout.flush()  # counting may take long
        print(_counted(puzzle, found))


def _counted(puzzle: Grid, found: int) -> str:
    """Count the solutions, at least this many; above 9x9 up to the next one if the reference search is cut short."""
    too_long = f"At least {found:,} found; it takes too long to count all."
    if puzzle.size > 9 and engine.measure(puzzle)["solutions"] < 2:
        return _sentence(found) if _no_more(puzzle, found) else too_long
    most = max(MOST_COUNTED, found)
    count = int(engine.count_solutions(puzzle, limit=most + 1))
    if count > most:
        return f"The puzzle has more than {most:,} solutions."
    return _sentence(count)


def _no_more(puzzle: Grid, found: int) -> bool:
    """Whether it is proven, in the time allowed, that the puzzle has no more solutions than these."""
    try:
        return int(engine.count_solutions(puzzle, limit=found + 1)) == found
    except TimeoutError:
        return False


def _sentence(count: int) -> str:
    return "Hurray! The puzzle has exactly 1 solution." if count == 1 else f"The puzzle has {count:,} solutions."


def _search_figures(search: Search, name: str) -> Figures:
    metrics = search.metrics
    counts = {
        "comparisons": metrics.comparisons,
        "backtracks": metrics.backtracks,
        "depth": metrics.max_depth,
        "assignments": metrics.assignments,
    }
    figures = [(f"{name} search, {what}", f"{count:,}") for what, count in counts.items()]
    return [("clues", f"{metrics.clues:,}"), *figures, *_times(metrics.seconds)]


def _times(seconds: float) -> Figures:
    return [
        ("seconds to solve", f"{seconds:.6f}"),
        ("processor seconds in total", f"{time.process_time():.3f}"),  # of the program, from its very start
    ]


# --- A file of many puzzles ---------------------------------------------------------------------------------------


def _is_for_many(options: Options, word: str) -> bool:
    """Whether a file has many puzzles, or a format of many is asked for on the standard output and nothing else is."""
    is_plain = options.format in FORMATS_OF_MANY and options.output is None and options == _allowed_for_many(options)
    return is_plain or holds_many(word, options.base)


def _allowed_for_many(options: Options) -> Options:
    names = ("puzzle", "base", "method", "rule", "output", "format", "force", "home")
    return Options(**{name: getattr(options, name) for name in names})


_COUNTS = ("comparisons", "backtracks", "depth")


def _searched_columns(rule: str | None) -> Sequence[str]:
    """The columns of what a search by a rule counts, named like those of the catalogue."""
    if rule is None:
        return ()
    return [f"{'textbook' if rule == 'row-major' else rule}_{name}" for name in _COUNTS]


def _searched(rule: str | None, puzzles: NDArray[np.uint8]) -> Sequence[Sequence[int]]:
    """What a search by a rule counts of each puzzle up to its first solution; nothing without a rule."""
    if rule is None:
        return [()] * len(puzzles)
    if rule == "row-major":
        return engine.textbook(puzzles)[list(_COUNTS)].tolist()  # type: ignore[no-any-return]
    from board_catalogue.engine.teaching import search as searching

    found = []
    for puzzle in puzzles:
        search = searching.Search(engine.Grid(puzzle), rule=searching.RULES[rule])
        search.run()
        found.append((search.metrics.comparisons, search.metrics.backtracks, search.metrics.max_depth))
    return found


def _solve_each(options: Options, word: str) -> int:
    """Write each puzzle with its solution, and return the exit status: 1 if one has none.

    BadParameter for options that are for a single puzzle.
    """
    from board_catalogue.engine.boards import as_lines

    if options != _allowed_for_many(options) or options.format not in (None, *FORMATS_OF_MANY):
        raise typer.BadParameter(
            f"{word} has many puzzles, which only take --rule, --output and --format {', '.join(FORMATS_OF_MANY)}"
        )
    target = target_of_many(options.output, options.format, force=options.force)
    counted: Counter[int] = Counter()

    def work(records: Sequence[Record], puzzles: NDArray[np.uint8]) -> Rows:
        counts = engine.count_solutions(puzzles).tolist()
        solutions = as_lines(engine.solve(puzzles))
        searched = _searched(options.rule, puzzles)
        counted.update(counts)  # nothing fails, or takes too long, after it
        rows = zip(records, counts, solutions, searched, strict=True)
        if target.format == "line":
            return [(each.puzzle, text if count == 1 else _FOUND[count], *more) for each, count, text, more in rows]
        return [
            (each.line, each.puzzle, count if count < 2 else "several", text if count == 1 else None, *more)
            for each, count, text, more in rows
        ]

    columns = (*_COLUMNS, *_searched_columns(options.rule))
    write_each(word, options.home, columns, work, target=target, base=options.base)
    puzzles = "puzzle" if counted.total() == 1 else "puzzles"
    notice(
        f"{counted.total():,} {puzzles}: {counted[1]:,} with one solution, {counted[0]:,} with none,"
        f" {counted[2]:,} with several"
    )
    return 1 if counted[0] else 0
