"""The commands that solve the puzzles of a file, show one, and compare them up to symmetry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import chain
from typing import Any

import typer

from ... import engine
from ...engine import rules
from ...engine.drawing import ruled
from .. import formats
from ..errors import CatalogueError, on_one_line
from ..formats import FORMATS
from ..formats.door import filled, grid_of
from ..puzzles.columns import TEXTBOOK, TEXTBOOK_METRICS
from ..puzzles.kinds import FAST_CEILING
from ..requests.named import named_by
from ..requests.request import choice
from ..requests.shared import SERVICE, Target
from ..storage.whole_files import check_output, write_output
from ..verbs.sections import counted
from ..verbs.solve import PART, NotUnderstood, certificate_of, variants_named
from ..verbs.solve import solve as solve_one
from .animation import animation, drawn_bands, pause_of, search_frame
from .calls import FILE, FORMATS_OF_MANY, HOME, SWITCH, Call, Own, command, delay, format_option, usage_errors
from .terminal import draw, draw_solution, notice, ticking, two_columns

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
    certificate=FILE,
    force=SWITCH,
    strict=SWITCH,
    home=HOME,
)
def solve(call: Call) -> int:
    """Return 1 if a puzzle has no solution, UNANSWERED, or NOT_UNDERSTOOD."""
    pause = pause_of(call.watch, call.delay, DELAY)
    request = call.request
    if request.search == "fast" and (call.progress or call.watch):
        raise typer.BadParameter("--progress and --watch need --search stack")
    if call.progress and call.watch:
        raise typer.BadParameter("give either --progress or --watch")
    with usage_errors():
        if request.puzzle is None:
            return _solve(call, pause)
        with named_by(call.home, request) as found:
            found.go_on()
            call.request = replace(request, puzzle=found)
            # A format of many alone gives a row, as programs want it, also of one puzzle.
            wants_row = call.format in FORMATS_OF_MANY and call.output is None and not _is_shown(call)
            if found.is_one() and not wants_row:
                return _solve(call, pause)
            return _solve_each(call, found.source)


def _is_shown(call: Call) -> bool:
    asked = call.request
    named = (asked.max_steps, asked.max_seconds, asked.limit, call.certificate)
    return call.progress or call.watch or asked.all or any(each is not None for each in named)


def _solve_each(call: Call, source: str) -> int:
    """Write each puzzle with its solution, and return the exit status: 1 if one has none."""
    if call.progress or call.watch or call.format not in (None, *FORMATS_OF_MANY):
        raise typer.BadParameter(
            f"{source} has many puzzles: give --format {', '.join(FORMATS_OF_MANY)}, and no --watch"
        )
    call.request.check_for_many(source)
    if call.certificate:
        raise typer.BadParameter(f"{source} has many puzzles: --certificate is for one")
    target, found = call.target_of_many(), call.done()
    is_whole = call.write_rows(found, target)
    counts = found.counted
    notice(
        f"{counted(counts.total(), 'puzzle')}: {counts[1]:,} with one solution, {counts[0]:,} with none,"
        f" {counts[2]:,} with several" + (f", {counts[PART]:,} not understood" if counts[PART] else "")
    )
    return 1 if counts[0] or not is_whole else _status(counts[PART])


def _status(is_part: object) -> int:
    return NOT_UNDERSTOOD if is_part else 0


def _solve(call: Call, pause: int | None) -> int:
    """Solve one puzzle, and return the exit status: 1 if it has no solution, or UNANSWERED, or NOT_UNDERSTOOD."""
    target = call.target(SOLUTION_FORMATS, "line")
    check_output(call.certificate, force=call.force)
    with call.report_aside():
        try:
            report = _shown(call, pause)
            proof = call.certificate and certificate_of(report, call.request.max_seconds)
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
    if call.certificate:
        write_output(call.certificate, proof, force=call.force)
    return _status(report.given.left) or (0 if report.solutions else 1)


def _shown(call: Call, pause: int | None) -> Any:
    """Solve the puzzle; draw it, the search if that is wanted, and each solution as it is found."""
    begun: list[Any] = []
    found: list[Sequence[int]] = []
    searches: list[Any] = []

    def far() -> str:
        return f"{searches[0].metrics.steps:,} steps, " if searches else ""

    def on_begin(given: Any) -> None:
        if given.variant and (call.progress or call.watch):
            raise typer.BadParameter("only the engine's solver knows rules: leave out --progress and --watch")
        begun.append(given)
        print(f"{'variant' if given.variant else 'puzzle'} with {len(given.puzzle) - given.puzzle.count('.')} clues")
        _draw(given)
        for line in _readings(given):
            print(line)

    def on_solution(cells: Sequence[int]) -> None:
        found.append(cells)
        # The next one may take long.
        print("solution" if call.request.wanted == 1 else f"solution {len(found)}", flush=True)
        _draw(begun[0], cells)

    with animation(pause) as show:

        def on_search(search: Any) -> None:
            searches.append(search)
            if show:
                search.observer = lambda step: show(lambda: search_frame(search, step))
            elif call.progress:
                search.observer = drawn_bands(search)

        request = replace(call.request, on_begin=on_begin, on_solution=on_solution, on_search=on_search)
        with nullcontext() if show or call.progress else ticking(far):
            return solve_one(call.home, request)


def _draw(given: Any, cells: Sequence[int] | None = None, draw_filled: Callable[[Any], None] = draw) -> None:
    if given.variant:
        print(rules.texts.described(given.variant) if cells is None else rules.texts.boxes(given.variant, cells))
    elif cells is None:
        draw(grid_of(given))
    else:
        draw_filled(filled(given, cells))


def _readings(given: Any) -> Iterator[str]:
    """Which words became which rules, and what is left over."""
    if given.reading is None:
        return
    if about := " by ".join(filter(None, (given.reading.title, given.reading.author))):
        yield about
    yield from (f"read as: {pair}" for pair in given.reading.pairs)
    if given.reading.kept:
        yield f"says nothing of digits: {', '.join(given.reading.kept)}"
    yield from (f"not understood: {one}" for one in given.left)
    if given.left:
        yield "The answer is for the rest alone."


def _outcome(report: Any) -> str:
    is_part = bool(report.given.left)
    what = "What is understood of the puzzle" if is_part else "The puzzle"
    if report.gave_up_after is not None:
        return f"Gave up after {report.gave_up_after:,} steps."
    if not report.count:
        return "No solution!"
    if report.is_exact and report.count == 1:
        return f"{'' if is_part else 'Hurray! '}{what} has exactly 1 solution."
    if report.is_exact:
        return f"{what} has {report.count:,} solutions."
    if report.is_counted:
        return f"{what} has more than {counted(report.count, 'solution')}."
    return f"At least {report.count:,} found; it takes too long to count all."


def _write_solutions(target: Target, report: Any) -> None:
    given, form = report.given, FORMATS[target.format]
    is_picture = target.format in ("svg", "png")
    if is_picture and len(report.solutions) > 1:
        raise CatalogueError("a picture has one solution, not several: leave out --all and --limit")
    if given.variant and given.variant.frame.lowest == 0 and target.format in ("txt", "triples"):
        raise CatalogueError(
            f"{target.format} has 0 for an empty cell, and this puzzle for a digit: use line, csv or json"
        )
    with target.opened() as file:
        if is_picture:
            _draw_picture(given, report.solutions[0], target.format, file)
        elif form.keeps_columns:
            form.write([[given.written, line] for line in report.lines], ("givens", "solution"), file)
        else:
            extra = {"blocks": given.shape.blocks} if form.shows_blocks else {}
            form.write([[line] for line in report.lines], ("solution",), file, **extra)


def _draw_picture(given: Any, cells: Sequence[int], format: str, file: Any) -> None:
    """Draw a solution, its clues in another colour than the digits that were found."""
    if format == "svg" and given.variant:
        file.write(f"{rules.picture.svg(given.variant, cells)}\n")
    elif format == "svg":
        file.write(f"{filled(given, cells)._repr_svg_()}\n")
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
    style=Own(choice(("blocks", "lines")), default="blocks"),
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
        for line in _facts(report, report.row):
            print(line)
    elif report.given.variant is None:
        print(f"{grid_of(report.given).locked_count} clues")
    if call.style == "lines":
        if report.given.variant:
            raise typer.BadParameter("--style lines is for plain puzzles")
        print(ruled(filled(report.given, report.solution) if report.solution else grid_of(report.given)))
        return
    _draw(report.given, report.solution, draw_solution)


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


def _facts(report: Any, row: Mapping[str, Any]) -> Iterator[str]:
    size = report.given.size
    unproven = "not minimal" if size in engine.carving.MINIMAL_SIZES else "not proven minimal"
    kind = ", ".join(filter(None, ("minimal" if row["minimal"] else unproven, row["pattern"])))
    yield f"{'board' if isinstance(row['id'], int) else 'puzzle'} {row['id']}: {row['clues']} clues, {kind}"
    yield f"reference search: backtracks {row['backtracks']:,}, depth {row['depth']}"
    if row["textbook_depth"] is not None:
        counts = ", ".join(f"{name.removeprefix(TEXTBOOK)} {row[name]:,}" for name in TEXTBOOK_METRICS)
        yield f"textbook search: {counts}"
    score = f"score {row['score']:,} ({row['level']})" if row["score"] is not None else ""
    if row["clues"] < size**2 and (ratings := ", ".join(filter(None, (_rating(row), score)))):  # a full one has no step
        yield ratings
    if report.class_number is not None:
        yield f"class {report.class_number}"
    for origin in report.origins:
        details = "".join(f"; {name}: {value}" for name, value in origin.details.items() if value)
        yield on_one_line(f"from {origin.source}, line {origin.line}{details}")


def _rating(row: Mapping[str, Any]) -> str:
    match row["rating_status"]:
        case None:
            return ""
        case "above":
            return f"rated above {FAST_CEILING}"
        case "beyond":
            return "rated beyond all techniques known here"
        case _:
            return ", ".join(filter(None, (f"rated {row['rating']:.1f}", row["grade"], row["hardest"])))


# --- inspect, canonical, automorphisms, rank, dedupe ------------------------------------------------------------------

_OF_MANY: dict[str, Any] = {
    "format": format_option(*FORMATS_OF_MANY),
    "output": FILE,
    "force": SWITCH,
    "strict": SWITCH,
    "home": HOME,
}


def _write_each(call: Call) -> int:
    return int(not call.write_rows(call.done(), call.target_of_many()))


inspect, canonical, automorphisms, rank = (
    command(name, **_OF_MANY)(_write_each) for name in ("inspect", "canonical", "automorphisms", "rank")
)


@command(**_OF_MANY)
def dedupe(call: Call) -> int:
    """Write the different puzzles, and say how many there were. Return 1 if some were faulty."""
    request, found = call.request, call.done()
    is_whole = call.write_rows(found, call.target_of_many())
    result = f"on boards new to {request.seen}" if request.seen else f"different up to {request.symmetry}"
    notice(f"{counted(found.counted.read, 'puzzle')}, {found.counted.kept:,} {result}")
    return int(not is_whole)
