"""`catalogue query`: find puzzles by their numbers."""

import re
import sys
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from catalogue.cli.options import (
    DEFAULT_HOME,
    GradeOption,
    Home,
    Pattern,
    Technique,
    check_pattern,
    check_techniques,
)
from catalogue.cli.puzzles import check_size
from catalogue.metrics import PUZZLE_METRICS
from catalogue.rating.grades import BOUNDS, FAST_CEILING, Grade, spelled

if TYPE_CHECKING:
    from catalogue.store.queries import Rated

_GREATEST = 2**63 - 1  # that SQLite knows
AtLeast = Annotated[int | None, typer.Option(help="Least value to keep.", min=0, max=_GREATEST)]
AtMost = Annotated[int | None, typer.Option(help="Greatest value to keep.", min=0, max=_GREATEST)]


def _tenths(text: str) -> int:
    match = re.fullmatch(r"(\d{1,2})(?:\.(\d))?", text, re.ASCII)
    if not match:
        raise typer.BadParameter(f"{text!r} is no rating such as 7.1")
    return 10 * int(match[1]) + int(match[2] or 0)


_rating: dict[str, Any] = {"parser": _tenths, "metavar": "RATING"}
EasiestRating = Annotated[int | None, typer.Option(help="Least rating to keep, such as 2.0.", **_rating)]
HardestRating = Annotated[int | None, typer.Option(help="Greatest rating to keep, such as 4.5.", **_rating)]


class Format(StrEnum):
    """How rows are written."""

    table = "table"
    csv = "csv"
    tsv = "tsv"
    json = "json"
    jsonl = "jsonl"
    line = "line"


class Order(StrEnum):
    """What rows are sorted by."""

    id = "id"
    clues = "clues"
    guesses = "guesses"
    backtracks = "backtracks"
    nodes = "nodes"
    depth = "depth"
    comparisons = "comparisons"
    rating = "rating"


def command(
    min_clues: AtLeast = None,
    max_clues: AtMost = None,
    min_guesses: AtLeast = None,
    max_guesses: AtMost = None,
    min_backtracks: AtLeast = None,
    max_backtracks: AtMost = None,
    min_nodes: AtLeast = None,
    max_nodes: AtMost = None,
    min_depth: AtLeast = None,
    max_depth: AtMost = None,
    min_comparisons: AtLeast = None,
    max_comparisons: AtMost = None,
    min_id: AtLeast = None,
    max_id: AtMost = None,
    pattern: Pattern = None,
    min_rating: EasiestRating = None,
    max_rating: HardestRating = None,
    grade: GradeOption = None,
    technique: Technique = None,
    without_technique: Annotated[
        list[str] | None, typer.Option(help="Technique that the path does without; may be given again.", metavar="NAME")
    ] = None,
    sort: Annotated[Order, typer.Option(help="What to sort by; equals stay in the order of their numbers.")] = Order.id,
    desc: Annotated[bool, typer.Option("--desc", help="Greatest first.")] = False,
    limit: Annotated[int | None, typer.Option(help="How many rows at the most.", min=0, max=_GREATEST)] = None,
    count_only: Annotated[bool, typer.Option("--count-only", help="Print only how many there are.")] = False,
    format: Annotated[Format, typer.Option(help="How to write them; line is a puzzle a line.")] = Format.table,
    home: Home = DEFAULT_HOME,
) -> None:
    """Find puzzles by their numbers; every bound is included.

    By rating, grade and technique only rated puzzles are found: see catalogue rate.

    \b
    Example:
      catalogue query --min-clues 17 --max-clues 24
      catalogue query --min-guesses 10 --sort nodes --desc --limit 5
      catalogue query --max-guesses 0 --format line > singles.txt
      catalogue query --pattern rotate180 --limit 5
      catalogue query --min-rating 2.0 --max-rating 4.5 --technique xy-wing
      catalogue query --grade hard --without-technique naked-single --sort rating
    """
    from catalogue.formats import ROWS
    from catalogue.store import Store
    from catalogue.store.queries import COLUMNS, Criteria, count, find, rated

    bounds = {
        "id": (min_id, max_id),
        "clues": (min_clues, max_clues),
        "guesses": (min_guesses, max_guesses),
        "backtracks": (min_backtracks, max_backtracks),
        "nodes": (min_nodes, max_nodes),
        "max_depth": (min_depth, max_depth),
        "comparisons": (min_comparisons, max_comparisons),
        "rating": (min_rating, max_rating),
    }
    for name, (low, high) in bounds.items():
        if low is not None and high is not None and low > high:
            least, most = (spelled(bound) if name == "rating" else bound for bound in (low, high))
            number = name.removeprefix("max_")
            raise typer.BadParameter(f"--min-{number} {least} is above --max-{number} {most}")
    bounds["rating"] = _rating_bounds(min_rating, max_rating, grade)
    techniques = check_techniques("--technique", technique)
    without = check_techniques("--without-technique", without_technique)
    patterns = None
    if pattern is not None:
        from engine import patterns_within  # numpy takes a while to import, and few queries need it

        check_pattern(pattern)
        patterns = patterns_within(pattern)
    criteria = Criteria(bounds, patterns, techniques, without)
    by_rating = techniques or without or bounds["rating"] != (None, None) or sort is Order.rating
    # A terminal is too narrow for boards; a line is for programs that want nothing else.
    columns = {"table": ("id", *PUZZLE_METRICS), "line": ("givens",)}.get(format, tuple(COLUMNS))
    with Store.read(home) as store:
        known = rated(store)
        if by_rating:
            check_size(store)
            _tell_unrated(known, bounds["rating"][1], home)
        if format is Format.table and known.rated:
            columns += ("rating",)
        if count_only:
            print(count(store, criteria))
            return
        rows = find(
            store,
            criteria,
            columns=columns,
            sort="max_depth" if sort is Order.depth else sort,
            descending=desc,
            limit=limit,
        )
        first = next(rows, None)
        ROWS[format](chain([first] if first else [], rows), columns, sys.stdout)
    if first is None:
        print("no puzzle is like that", file=sys.stderr)


def _rating_bounds(low: int | None, high: int | None, grade: Grade | None) -> tuple[int | None, int | None]:
    """Where the bounds given and those of the grade meet."""
    lows, highs = zip((low, high), BOUNDS[grade] if grade else (None, None), strict=True)
    return (
        max((bound for bound in lows if bound is not None), default=None),
        min((bound for bound in highs if bound is not None), default=None),
    )


def _tell_unrated(puzzles: "Rated", high: int | None, home: Path) -> None:
    """Say how many puzzles such a query cannot see: not rated, or only known to be above the fast ceiling."""
    parts = [f"{puzzles.unrated:,} puzzles are not rated"] if puzzles.unrated else []
    if puzzles.above and (high is None or high > 10 * FAST_CEILING):
        parts.append(f"{puzzles.above:,} are rated only as above {FAST_CEILING}")
    if parts:
        print(f"{', '.join(parts)}: catalogue rate --home {home}", file=sys.stderr)
