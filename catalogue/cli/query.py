"""Find puzzles by their properties.

All bounds are inclusive. Filters on ratings, grades and techniques find rated puzzles only, filters on scores and
levels scored ones only: see catalogue rate.

\b
Examples:
  catalogue query --min-clues 17 --max-clues 24
  catalogue query --min-backtracks 10 --sort comparisons --desc --limit 5
  catalogue query --max-backtracks 0 --format line --output singles.txt
  catalogue query --pattern rotate180 --pattern rotate90 --limit 5
  catalogue query --min-rating 2.0 --max-rating 4.5 --technique xy-wing
  catalogue query --grade easy --grade medium --sort random --seed 1 --limit 9
  catalogue query --level easy --level medium --max-score 600
  catalogue query --grade hard --columns id,rating,hardest,givens
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Annotated

from ..formats import FORMATS
from ..verbs.query import QueryReport, QueryRequest, query
from .options import DEFAULT_HOME, Force, Home, Output, format_choice
from .output import target_of
from .terminal import notice
from .values import usage_errors

FORMATS_OF_ROWS = ("table", *(name for name, form in FORMATS.items() if form.keeps_columns and name != "table"), "line")
"""The formats that take any columns, and the one that is for solvers."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzles to find, and how to print them."""

    request: QueryRequest
    format: Annotated[
        str | None,
        format_choice("line prints one puzzle per line, as solvers read it. Default: table.", *FORMATS_OF_ROWS),
    ] = None
    output: Output = None
    force: Force = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Print the puzzles that match, or their number."""
    target = target_of(options.output, options.format, FORMATS_OF_ROWS, default="table", force=options.force)
    with usage_errors():
        found = query(options.home, options.request)
    with found:
        if options.request.count_only:
            replace(target, format="table").write(f"{found.count}\n")
            return
        columns = options.request.columns or _columns(target.format, found)
        with usage_errors():
            rows = found.rows(columns)
        first = next(rows, None)
        with target.opened() as file:
            FORMATS[target.format].write(chain([first] if first else [], rows), columns, file)
    if first is None:
        notice("No matching puzzles.")


def _columns(format: str, found: QueryReport) -> Sequence[str]:
    """The columns if none are named: a terminal has 80 characters, and a line is for programs that solve."""
    if format == "line":
        return ("givens",)
    if format != "table":
        return found.columns
    if found.is_rated or found.is_scored:
        rating = ("rating", "grade", "hardest") if found.is_rated else ()
        score = ("score", "level") if found.is_scored else ()
        minimal = ("minimal",) if found.has_rules else ()  # those of a level often are not
        return ("id", "clues", *minimal, *rating, *score, "pattern", *(() if rating and score else ("backtracks",)))
    return ("id", "clues", "pattern", "backtracks", "max_depth", "comparisons", "filled")
