"""The commands that solve the puzzles of a file, show one, and compare them up to symmetry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import typer

from ... import engine
from ...engine import rules
from .. import formats
from ..errors import CatalogueError, on_one_line
from ..formats import FORMATS
from ..formats.door import filled, grid_of
from ..puzzles.columns import TEXTBOOK, TEXTBOOK_METRICS
from ..puzzles.kinds import FAST_CEILING
from ..requests.named import named_by
from ..requests.shared import SERVICE
from ..requests.target import Target
from ..verbs.show import variants_named
from ..verbs.solve import PART, NotUnderstood
from ..verbs.solve import solve as solve_one
from .animation import animation, drawn_bands, pause_of, search_frame
from .calls import Call, command
from .options import FILE, FORMATS_OF_MANY, HOME, SWITCH, Own, delay, format_option, usage_errors
from .printing import draw, draw_solution, two_columns
from .terminal import notice

SOLUTION_FORMATS = ("line", "txt", "csv", "tsv", "json", "jsonl", "triples", "svg", "png")
"""The formats of solutions; a picture has one, in which the clues look different."""

DELAY = 10
"""Milliseconds between two frames of an animation."""

UNANSWERED = 3
"""The exit status if --max-seconds have passed and the kernel has no answer."""

NOT_UNDERSTOOD = 4
"""The exit status if a puzzle was not understood whole, so that the answer is for a part of it."""


# --- solve ------------------------------------------------------------------------------------------------------------


@command(
    progress=SWITCH,
    watch=SWITCH,
    delay=delay(DELAY),
    output=FILE,
    format=format_option(*SOLUTION_FORMATS),
    force=SWITCH,
    home=HOME,
)
def solve(call: Call) -> int:
    """Return 1 if a puzzle has no solution, UNANSWERED, or NOT_UNDERSTOOD."""
    pause = pause_of(call.watch, call.delay, DELAY)
    request = call.request
    if request.method == "fast" and (call.progress or call.watch):
        raise typer.BadParameter("--progress and --watch need --method stack")
    if call.progress and call.watch:
        raise typer.BadParameter("give either --progress or --watch")
    with usage_errors():
        if request.puzzle is None:
            return _solve(call, pause)
        with named_by(call.home, request) as found:
            call.request = replace(request, puzzle=found)
            # A format of many alone gives a row, as programs want it, also of one puzzle.
            wants_row = call.format in FORMATS_OF_MANY and call.output is None and not _is_shown(call)
            if found.is_one() and not wants_row:
                return _solve(call, pause)
            return _solve_each(call, found.source)


def _is_shown(call: Call) -> bool:
    """Whether a person wants to look at the search of one puzzle."""
    asked = call.request
    at_work = call.progress or call.watch or asked.max_steps is not None or asked.max_seconds is not None
    return bool(at_work or asked.all or asked.limit is not None)


def _solve_each(call: Call, source: str) -> int:
    """Write each puzzle with its solution, and return the exit status: 1 if one has none."""
    if call.progress or call.watch or call.format not in (None, *FORMATS_OF_MANY):
        raise typer.BadParameter(
            f"{source} has many puzzles: give --format {', '.join(FORMATS_OF_MANY)}, and no --watch"
        )
    call.request.check_for_many(source)
    target = call.target_of_many()
    found = call.done()
    call.write_rows(found, target)
    counted, total = found.counted, found.counted.total()
    notice(
        f"{total:,} puzzle{'' if total == 1 else 's'}: {counted[1]:,} with one solution, {counted[0]:,} with none,"
        f" {counted[2]:,} with several" + (f", {counted[PART]:,} not understood" if counted[PART] else "")
    )
    return 1 if counted[0] else NOT_UNDERSTOOD if counted[PART] else 0


def _solve(call: Call, pause: int | None) -> int:
    """Solve one puzzle, and return the exit status: 1 if it has no solution, or UNANSWERED, or NOT_UNDERSTOOD."""
    target = call.target(SOLUTION_FORMATS, "line")
    with call.report_aside():
        try:
            report = _shown(call, pause)
        except TimeoutError:
            notice(f"catalogue: no answer after {call.request.max_seconds:g} seconds; allow more of them")
            return UNANSWERED
        except NotUnderstood as error:
            notice(f"catalogue: {error}")
            return NOT_UNDERSTOOD
        print(_outcome(report))
        if (figures := report.figures()).rows:
            print(two_columns(figures))
    if report.solutions and (call.output or call.format):
        _write_solutions(target, report)
    return NOT_UNDERSTOOD if report.given.left else 0 if report.solutions else 1


def _shown(call: Call, pause: int | None) -> Any:
    """Solve the puzzle; draw it, the search if that is wanted, and each solution as it is found."""
    begun: list[Any] = []
    found: list[Sequence[int]] = []

    def on_begin(given: Any) -> None:
        if given.variant and (call.progress or call.watch):
            raise typer.BadParameter("only the engine's solver knows rules: leave out --progress and --watch")
        begun.append(given)
        _draw_puzzle(given)

    def on_solution(cells: Sequence[int]) -> None:
        found.append(cells)
        # The next one may take long.
        print("solution" if call.request.wanted == 1 else f"solution {len(found)}", flush=True)
        _draw_filled(begun[0], cells)

    with animation(pause) as show:

        def on_search(search: Any) -> None:
            if show:
                search.observer = lambda step: show(lambda: search_frame(search, step))
            elif call.progress:
                search.observer = drawn_bands(search)

        request = replace(call.request, on_begin=on_begin, on_solution=on_solution, on_search=on_search)
        return solve_one(call.home, request)


def _draw_puzzle(given: Any) -> None:
    clues = len(given.puzzle) - given.puzzle.count(".")
    print(f"{'variant' if given.variant else 'puzzle'} with {clues} clues")
    if given.variant:
        print(rules.boxes.described(given.variant))
        _print_reading(given)
    else:
        draw(grid_of(given))


def _print_reading(given: Any) -> None:
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


def _draw_filled(given: Any, cells: Sequence[int]) -> None:
    if given.variant:
        print(rules.boxes.boxes(given.variant, cells))
    else:
        draw(filled(given, cells))


def _outcome(report: Any) -> str:
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


def _write_solutions(target: Target, report: Any) -> None:
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


def _draw_picture(given: Any, cells: Sequence[int], format: str, file: Any) -> None:
    """Draw a solution, its clues in another colour than the digits that were found."""
    if format == "svg":
        file.write(
            f"{rules.picture.svg(given.variant, cells) if given.variant else filled(given, cells)._repr_svg_()}\n"
        )
    elif given.variant:
        formats.drawn.write_variant(given.variant, file, cells)
    else:
        formats.drawn.write_board(filled(given, cells), file)


# --- show -------------------------------------------------------------------------------------------------------------

_FORMATS = tuple(name for name, form in FORMATS.items() if form.keeps_rules)


@command(
    request=None,
    home=HOME,
    format=format_option(*_FORMATS),
    service=Own(SERVICE),
    output=FILE,
    force=SWITCH,
)
def show(call: Call) -> None:
    """Draw the puzzle, or its solution, below what the catalogue knows of it; or write the puzzles in a format."""
    if call.format or call.output:
        return _write(call)
    if call.service:
        raise typer.BadParameter("--service needs --format link")
    report = call.done()
    if report.row is not None:
        _print_row(report, report.row)
    elif report.given.variant is None:
        print(f"{grid_of(report.given).locked_count} clues")
    _draw(report)


def _write(call: Call) -> None:
    target = call.target(_FORMATS, "grid")
    if call.service and target.format != "link":
        raise typer.BadParameter("--service needs --format link")
    extra = {"service": call.service} if call.service else {}
    with usage_errors():
        variants = variants_named(call.home, call.request)
        first = next(variants)  # a puzzle that cannot be read leaves no file
        with target.opened() as file:
            FORMATS[target.format].write_variants(chain([first], variants), file, **extra)


def _draw(report: Any) -> None:
    given, cells = report.given, report.solution
    if given.variant:
        print(rules.boxes.described(given.variant) if cells is None else rules.boxes.boxes(given.variant, cells))
    elif cells is None:
        draw(grid_of(given))
    else:
        draw_solution(filled(given, cells))


def _print_row(report: Any, row: Mapping[str, Any]) -> None:
    """Print the numbers of a puzzle of the catalogue."""
    size = report.given.size
    print(_numbers(row, size))
    if row["textbook_depth"] is not None:
        print(_textbook(row))
    if row["clues"] < size**2 and (ratings := _ratings(row)):  # a full one needs no step
        print(ratings)
    if report.class_number is not None:
        print(f"class {report.class_number}")
    for origin in report.origins:
        print(_origin(origin))


def _numbers(puzzle: Mapping[str, Any], size: int) -> str:
    unproven = "not minimal" if size in engine.carving.MINIMAL_SIZES else "not proven minimal"
    kind = "minimal" if puzzle["minimal"] else unproven
    kind += f", {puzzle['pattern']}" if puzzle["pattern"] else ""
    return (
        f"{'board' if isinstance(puzzle['id'], int) else 'puzzle'} {puzzle['id']}: {puzzle['clues']} clues, {kind}\n"
        f"reference search: backtracks {puzzle['backtracks']:,}, depth {puzzle['max_depth']}"
    )


def _textbook(puzzle: Mapping[str, Any]) -> str:
    counts = ", ".join(f"{name.removeprefix(TEXTBOOK)} {puzzle[name]:,}" for name in TEXTBOOK_METRICS)
    return f"textbook search: {counts}"


def _ratings(puzzle: Mapping[str, Any]) -> str:
    """The rating and the score, as far as the puzzle has them."""
    score = f"score {puzzle['score']:,} ({puzzle['level']})" if puzzle["score"] is not None else ""
    return ", ".join(filter(None, (_rating(puzzle), score)))


def _rating(puzzle: Mapping[str, Any]) -> str:
    match puzzle["rating_status"]:
        case None:
            return ""
        case "above":
            return f"rated above {FAST_CEILING}"
        case "beyond":
            return "rated beyond all techniques known here"
        case _:
            return ", ".join(filter(None, (f"rated {puzzle['rating']:.1f}", puzzle["grade"], puzzle["hardest"])))


def _origin(origin: Any) -> str:
    details = "".join(f"; {name}: {value}" for name, value in origin.details.items() if value)
    return on_one_line(f"from {origin.source}, line {origin.line}{details}")


# --- canonical, automorphisms, rank, dedupe ---------------------------------------------------------------------------

FORMAT_OF_MANY = format_option(*FORMATS_OF_MANY)


@command(format=FORMAT_OF_MANY, output=FILE, force=SWITCH, home=HOME)
def canonical(call: Call) -> None:
    """Write the form of each puzzle."""
    call.write_rows(call.done(), call.target_of_many())


@command(format=FORMAT_OF_MANY, output=FILE, force=SWITCH, home=HOME)
def automorphisms(call: Call) -> None:
    """Write how many symmetries each puzzle has."""
    call.write_rows(call.done(), call.target_of_many())


@command(format=FORMAT_OF_MANY, output=FILE, force=SWITCH, home=HOME)
def rank(call: Call) -> None:
    """Write the class number of each puzzle."""
    call.write_rows(call.done(), call.target_of_many())


@command(format=FORMAT_OF_MANY, output=FILE, force=SWITCH, home=HOME)
def dedupe(call: Call) -> None:
    """Write the different puzzles, and say how many there were."""
    request, found = call.request, call.done()
    call.write_rows(found, call.target_of_many())
    read, kept = found.counted.read, found.counted.kept
    result = f"on boards new to {request.seen}" if request.seen else f"different up to {request.symmetry}"
    notice(f"{read:,} {'puzzle' if read == 1 else 'puzzles'}, {kept:,} {result}")
