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

import typer

from board_catalogue.catalogue.cli.options import DEFAULT_HOME, Columns, Force, Home, Output, format_choice
from board_catalogue.catalogue.cli.output import target_of
from board_catalogue.catalogue.cli.terminal import notice
from board_catalogue.catalogue.cli.values import usage_errors
from board_catalogue.catalogue.formats import FORMATS
from board_catalogue.catalogue.puzzles.numbers import own_names
from board_catalogue.catalogue.verbs.selection import Selection, check_ratings, how_many, selected

FORMATS_OF_ROWS = ("table", *(name for name, form in FORMATS.items() if form.keeps_columns and name != "table"), "line")
"""The formats that take any columns, and the one that is for solvers."""


@dataclass(frozen=True, kw_only=True)
class Options(Selection):
    """Which puzzles to find, and how to print them."""

    columns: Columns = None
    count_only: Annotated[bool, typer.Option("--count-only", help="Print only the number of matches.")] = False
    format: Annotated[
        str | None,
        format_choice("line prints one puzzle per line, as solvers read it. Default: table.", *FORMATS_OF_ROWS),
    ] = None
    output: Output = None
    force: Force = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Print the puzzles that match, or their number."""
    from board_catalogue.catalogue.storage.queries import rated, scored
    from board_catalogue.catalogue.storage.store import Store

    target = target_of(options.output, options.format, FORMATS_OF_ROWS, default="table", force=options.force)
    with usage_errors():
        criteria = options.criteria()
    with Store.read(options.home) as store:
        check_ratings(store, options, criteria)
        if options.count_only:
            replace(target, format="table").write(f"{how_many(store, options, criteria)}\n")
            return
        columns = options.columns or _columns(target.format, rated(store).rated > 0, scored(store)[0] > 0)
        rows = selected(store, options, criteria, own_names(columns))
        first = next(rows, None)
        with target.opened() as file:
            FORMATS[target.format].write(chain([first] if first else [], rows), columns, file)
    if first is None:
        notice("No matching puzzles.")


def _columns(format: str, is_rated: bool, is_scored: bool) -> Sequence[str]:
    """The columns if none are named: a terminal has 80 characters, and a line is for programs that solve."""
    from board_catalogue.catalogue.storage.columns import COLUMNS

    if format == "line":
        return ("givens",)
    if format != "table":
        return tuple(COLUMNS)
    if is_rated or is_scored:
        rating = ("rating", "grade", "hardest") if is_rated else ()
        score = ("score", "level") if is_scored else ()
        return ("id", "clues", *rating, *score, "pattern", *(() if is_rated and is_scored else ("backtracks",)))
    return ("id", "clues", "pattern", "backtracks", "max_depth", "comparisons", "filled")
