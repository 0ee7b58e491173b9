"""Draw a puzzle, with its numbers in a line above.

The puzzle is a number in the catalogue, its cells in a line, or a file.
Clues are blue on a terminal with colours. With --solution, the other digits are green; without colours, each clue is
marked: 5'. With --format, the puzzles of a file, one or many, are written with their rules, a link or a line each; svg
and png take one.

\b
Examples:
  catalogue show 123
  catalogue show 123 --solution
  catalogue show puzzle.txt
  catalogue show 5 --format svg --output board.svg
  catalogue show variants.txt --format link
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

from typer import BadParameter

from ..errors import on_one_line
from ..formats import FORMATS
from ..puzzles.columns import TEXTBOOK, TEXTBOOK_METRICS
from ..puzzles.kinds import FAST_CEILING
from ..requests.request import options_of
from ..verbs.export import ExportRequest
from ..verbs.show import ShowReport, ShowRequest, show, variants_named
from .options import DEFAULT_HOME, Force, Home, Output, format_choice
from .output import target_of
from .requests import option_for
from .terminal import draw, draw_solution
from .values import usage_errors

if TYPE_CHECKING:
    from ..verbs.show import Origin

_FORMATS = tuple(name for name, form in FORMATS.items() if form.keeps_rules)


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzle to draw."""

    request: ShowRequest
    home: Home = DEFAULT_HOME
    format: Annotated[
        str | None, format_choice(f"Write the puzzle as {', '.join(_FORMATS)}.", *_FORMATS, metavar="NAME")
    ] = None
    service: Annotated[str | None, option_for("service", options_of(ExportRequest)["service"])] = None
    output: Output = None
    force: Force = False


def run(options: Options) -> None:
    """Draw the puzzle, or its solution, below what the catalogue knows of it; or write the puzzles in a format."""
    if options.format or options.output:
        return _write(options)
    if options.service:
        raise BadParameter("--service needs --format link")
    with usage_errors():
        report = show(options.home, options.request)
    if report.row is not None:
        _print_row(report, report.row)
    elif report.given.variant is None:
        print(f"{report.given.grid().locked_count} clues")
    _draw(report)


def _write(options: Options) -> None:
    target = target_of(options.output, options.format, _FORMATS, default="grid", force=options.force)
    if options.service and target.format != "link":
        raise BadParameter("--service needs --format link")
    extra = {"service": options.service} if options.service else {}
    with usage_errors():
        variants = variants_named(options.home, options.request)
        first = next(variants)  # a puzzle that cannot be read leaves no file
        with target.opened() as file:
            FORMATS[target.format].write_variants(chain([first], variants), file, **extra)


def _draw(report: ShowReport) -> None:
    from ...engine.rules.boxes import boxes, described

    given, cells = report.given, report.solution
    if given.variant:
        print(described(given.variant) if cells is None else boxes(given.variant, cells))
    elif cells is None:
        draw(given.grid())
    else:
        draw_solution(given.filled(cells))


def _print_row(report: ShowReport, row: Mapping[str, Any]) -> None:
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
    from ...engine.carving import MINIMAL_SIZES

    unproven = "not minimal" if size in MINIMAL_SIZES else "not proven minimal"
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


def _origin(origin: Origin) -> str:
    details = "".join(f"; {name}: {value}" for name, value in origin.details.items() if value)
    return on_one_line(f"from {origin.source}, line {origin.line}{details}")
