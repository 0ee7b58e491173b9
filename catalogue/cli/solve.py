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
SudokuPad, one per line; --rules names the rules of plain text. They are solved by the engine's solver alone. The rows
of many puzzles have "line", "puzzle", "solutions" (how many, up to --limit or 2), "more" (whether there are others),
"solution", "understood" and "left".

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

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import CatalogueError
from ..formats import FORMATS
from ..requests.each import named_by
from ..verbs.solve import PART, NotUnderstood, SolveReport, SolveRequest, solve, solve_each
from .animation import animation, drawn_bands, pause_of, search_frame
from .options import DEFAULT_HOME, FORMATS_OF_MANY, Force, Home, Watch, format_choice, frame_delay
from .output import Target, is_for_programs, report_aside, target_of, target_of_many, write_rows
from .terminal import draw, notice, print_figures
from .values import usage_errors

if TYPE_CHECKING:
    from ...engine.teaching.search import Search
    from ..requests.named import Given, Named

SOLUTION_FORMATS = ("line", "txt", "csv", "tsv", "json", "jsonl", "triples", "svg", "png")
"""The formats of solutions; a picture has one, in which the clues look different."""

DELAY = 10
"""Milliseconds between two frames of an animation."""

UNANSWERED = 3
"""The exit status if --max-seconds have passed and the kernel has no answer."""

NOT_UNDERSTOOD = 4
"""The exit status if a puzzle was not understood whole, so that the answer is for a part of it."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzle to solve, how, and what to show."""

    request: SolveRequest
    progress: Annotated[bool, typer.Option("--progress", help="Draw the grid each time another band is complete.")] = (
        False
    )
    watch: Watch = False
    delay: Annotated[int | None, frame_delay(DELAY)] = None
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
    home: Home = DEFAULT_HOME

    @property
    def is_shown(self) -> bool:
        """Whether a person wants to look at the search of one puzzle."""
        request = self.request
        at_work = self.progress or self.watch or request.max_steps is not None or request.max_seconds is not None
        return at_work or request.all or request.limit is not None


def run(options: Options) -> int:
    """Solve the puzzle, or each of many, and return the exit status: 1 if one has no solution, or UNANSWERED."""
    pause = pause_of(options.watch, options.delay, DELAY)
    _check(options)
    with usage_errors():
        if options.request.puzzle is None:
            return _solve(options, None, pause)
        with named_by(options.home, options.request) as found:
            # A format of many alone gives a row, as programs want it, also of one puzzle.
            wants_row = options.format in FORMATS_OF_MANY and options.output is None and not options.is_shown
            if found.is_one() and not wants_row:
                return _solve(options, found, pause)
            return _solve_each(options, found)


def _check(options: Options) -> None:
    """BadParameter for options that exclude each other."""
    if options.request.method == "fast" and (options.progress or options.watch):
        raise typer.BadParameter("--progress and --watch need --method stack")
    if options.progress and options.watch:
        raise typer.BadParameter("give either --progress or --watch")


# --- Many puzzles --------------------------------------------------------------------------------------------------


def _solve_each(options: Options, puzzles: Named) -> int:
    """Write each puzzle with its solution, and return the exit status: 1 if one has none."""
    if options.progress or options.watch or options.format not in (None, *FORMATS_OF_MANY):
        raise typer.BadParameter(
            f"{puzzles.source} has many puzzles: give --format {', '.join(FORMATS_OF_MANY)}, and no --watch"
        )
    options.request.check_for_many(puzzles.source)
    target = target_of_many(options.output, options.format, force=options.force)
    found = solve_each(options.home, replace(options.request, puzzle=puzzles))
    write_rows(found, target)
    counted, total = found.counted, found.counted.total()
    notice(
        f"{total:,} puzzle{'' if total == 1 else 's'}: {counted[1]:,} with one solution, {counted[0]:,} with none,"
        f" {counted[2]:,} with several" + (f", {counted[PART]:,} not understood" if counted[PART] else "")
    )
    return 1 if counted[0] else NOT_UNDERSTOOD if counted[PART] else 0


# --- One puzzle ----------------------------------------------------------------------------------------------------


def _solve(options: Options, puzzle: Named | None, pause: int | None) -> int:
    target = target_of(options.output, options.format, SOLUTION_FORMATS, default="line", force=options.force)
    with report_aside(is_for_programs(options.output, options.format)):
        try:
            report = _shown(options, puzzle, pause)
        except TimeoutError:
            notice(f"catalogue: no answer after {options.request.max_seconds:g} seconds; allow more of them")
            return UNANSWERED
        except NotUnderstood as error:
            notice(f"catalogue: {error}")
            return NOT_UNDERSTOOD
        print(_outcome(report))
        if report.figures:
            print_figures(report.figures)
    if report.solutions and (options.output or options.format):
        _write(target, report)
    return NOT_UNDERSTOOD if report.given.left else 0 if report.solutions else 1


def _shown(options: Options, puzzle: Named | None, pause: int | None) -> SolveReport:
    """Solve the puzzle; draw it, the search if that is wanted, and each solution as it is found."""
    found = 0
    begun: list[Given] = []

    def on_begin(given: Given) -> None:
        if given.variant and (options.progress or options.watch):
            raise typer.BadParameter("only the engine's solver knows rules: leave out --progress and --watch")
        begun.append(given)
        _draw_puzzle(given)

    def on_solution(cells: Sequence[int]) -> None:
        nonlocal found
        found += 1
        print(
            "solution" if options.request.wanted == 1 else f"solution {found}", flush=True
        )  # the next one may take long
        _draw(begun[0], cells)

    with animation(pause) as show:

        def on_search(search: Search) -> None:
            if show:
                search.observer = lambda step: show(lambda: search_frame(search, step))
            elif options.progress:
                search.observer = drawn_bands(search)

        watched: dict[str, Any] = {"on_begin": on_begin, "on_solution": on_solution, "on_search": on_search}
        return solve(options.home, replace(options.request, puzzle=puzzle, **watched))


def _draw_puzzle(given: Given) -> None:
    from ...engine.rules.boxes import described

    clues = len(given.puzzle) - given.puzzle.count(".")
    print(f"{'variant' if given.variant else 'puzzle'} with {clues} clues")
    if given.variant:
        print(described(given.variant))
        _print_reading(given)
    else:
        draw(given.grid())


def _print_reading(given: Given) -> None:
    """Print which words became which rules, and what is left over."""
    if given.reading is None:
        return
    about = " by ".join(part for part in (given.reading.title, given.reading.author) if part)
    if about:
        print(about)
    for pair in given.reading.pairs:
        print(f"read as: {pair}")
    if given.reading.kept:
        print(f"says nothing of digits: {', '.join(given.reading.kept)}")
    for one in given.left:
        print(f"not understood: {one}")
    if given.left:
        print("The answer is for the rest alone.")


def _draw(given: Given, cells: Sequence[int]) -> None:
    from ...engine.rules.boxes import boxes

    if given.variant:
        print(boxes(given.variant, cells))
    else:
        draw(given.filled(cells))


def _outcome(report: SolveReport) -> str:
    """How many solutions there are, or why that is not known."""
    is_part = bool(report.given.left)
    what = "What is understood of the puzzle" if is_part else "The puzzle"
    if report.gave_up_after is not None:
        return f"Gave up after {report.gave_up_after:,} steps."
    if not report.count:
        return "No solution!"
    if report.is_exact:
        one = f"{what} has exactly 1 solution."
        return f"{what} has {report.count:,} solutions." if report.count > 1 else one if is_part else f"Hurray! {one}"
    if report.is_counted:
        return f"{what} has more than {report.count:,} solution{'s' * (report.count > 1)}."
    return f"At least {report.count:,} found; it takes too long to count all."


def _write(target: Target, report: SolveReport) -> None:
    """Write the solutions of a puzzle in the format of a target."""
    given, form = report.given, FORMATS[target.format]
    if target.format in ("svg", "png") and len(report.solutions) > 1:
        raise CatalogueError("a picture has one solution, not several: leave out --all and --limit")
    if target.format in ("svg", "png"):
        with target.opened() as file:
            _draw_picture(given, report.solutions[0], target.format, file)
        return
    rows = [[given.written, line] for line in report.lines]
    extra = {"blocks": given.shape.blocks} if form.shows_blocks else {}
    with target.opened() as file:
        if form.keeps_columns:
            form.write(rows, ("givens", "solution"), file)
        else:
            form.write([row[1:] for row in rows], ("solution",), file, **extra)


def _draw_picture(given: Given, cells: Sequence[int], format: str, file: Any) -> None:
    """Draw a solution, its clues in another colour than the digits that were found."""
    from ...engine.rules.drawing import svg
    from ..formats.drawn import write_board, write_variant

    if format == "svg":
        file.write(f"{svg(given.variant, cells) if given.variant else given.filled(cells)._repr_svg_()}\n")
    elif given.variant:
        write_variant(given.variant, file, cells)
    else:
        write_board(given.filled(cells), file)
