"""Test whether fewer clues mean more backtracking.

Makes 9x9 puzzles with every number of clues and solves them by the textbook search: cells in order, digits in order, no
inference. Prints the quartiles of its backtracks by number of clues, and Spearman's rank correlation of clues and
backtracks with its 95 % confidence interval. Each puzzle is on a different board; the same seed always gives the same
report. Few boards yield a puzzle with 18 clues in the time allowed: puzzles of the others have 19 or 20.

If there is a catalogue, a second table shows which of its metrics measure the same: the rank correlation of every
two, and of each with the rating and the textbook search. CSV has the rows of both tables, with the name of the table
before each.

\b
Examples:
  catalogue report
  catalogue report --clues 20-30 --puzzles 500 --plot report.png
  catalogue report --format json --output report.json
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from math import isnan
from typing import TYPE_CHECKING, Annotated, Any

from ..formats import FORMATS
from ..verbs.report import ReportRequest, report
from .options import DEFAULT_HOME, Home, Output, format_choice
from .output import target_of
from .terminal import progress, table

if TYPE_CHECKING:
    from ..puzzles.correlation import Correlation
    from ..runs.backtracking import Searches
    from ..verbs.report import BacktrackingReport, Correlations

_FORMATS = ("text", "csv", "json")


@dataclass(frozen=True, kw_only=True)
class Options:
    """The report to write, and its file."""

    request: ReportRequest
    format: Annotated[
        str | None, format_choice("text for people, csv and json for programs. Default: text.", *_FORMATS)
    ] = None
    output: Output = None
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Print the tables and the answer, and draw the plot on request."""
    request = options.request
    target = target_of(options.output, options.format, _FORMATS, default="text", force=request.force)
    begin = time.monotonic()
    with progress("numbers of clues", quiet=not sys.stderr.isatty()) as show:

        def look(done: int, wanted: int) -> None:
            show(done, wanted, time.monotonic() - begin, "")

        found = report(options.home, replace(request, on_progress=look))
    with target.printed():
        if target.format == "json":
            print(json.dumps(found.data(), indent=2))
        elif target.format == "csv":
            FORMATS["csv"].write(([row.get(name) for name in _COLUMNS] for row in _rows(found)), _COLUMNS, sys.stdout)
        else:
            print(_text(found, request))


# --- For programs ---------------------------------------------------------------------------------------------------

_COLUMNS = (
    "table",
    *("clues", "puzzles", "lower_quartile", "median", "upper_quartile", "cut_short"),
    *("first", "second", "rho", "low", "high", "confidence"),
)


def _rows(found: BacktrackingReport) -> Iterator[dict[str, Any]]:
    """The rows of all tables, each with the name of its table."""
    for row in found.searches.rows():
        yield {"table": "searches", **row}
    if correlation := found.searches.correlation:
        both = {"first": "clues", "second": "textbook_backtracks"}
        yield {"table": "correlation", "puzzles": correlation.pairs, **both, **asdict(correlation)}
    for row in found.catalogue.rows() if found.catalogue else ():
        yield {"table": "catalogue", **row}


# --- For people -----------------------------------------------------------------------------------------------------


def _text(found: BacktrackingReport, request: ReportRequest) -> str:
    searched = [_searches(found.searches, request.puzzles), _answer(found.searches)]
    return "\n\n".join([*searched, *(_of_catalogue(found.catalogue) if found.catalogue else ())])


def _searches(found: Searches, puzzles: int) -> str:
    names = ("lower_quartile", "median", "upper_quartile")
    rows = [
        (row["clues"], f"{row['puzzles']:,}", *(f"{row[name]:,.0f}" for name in names), f"{row['cut_short']:,}")
        for row in found.rows()
    ]
    headers = ["clues", "puzzles", "lower quartile", "median", "upper quartile", "cut short"]
    return (
        "backtracks of the textbook search, which goes row by row without inference:\n"
        f"{puzzles:,} puzzles of 9x9 made for each number of clues, each from another board\n"
        + table(rows, headers, ["right"] * len(headers))
    )


def _answer(found: Searches) -> str:
    correlation = found.correlation
    if correlation is None:
        return "No conclusion: too few puzzles, or all alike."
    clues = f"{found.clues.min()} to {found.clues.max()} clues"
    return "\n".join(
        [
            f"{len(found.clues):,} puzzles of {clues}: rank correlation of clues and backtracks {correlation.rho:.3f},",
            f"{correlation.confidence:.0%} confidence interval {correlation.low:.3f} to {correlation.high:.3f}:",
            _verdict(correlation),
        ]
    )


def _verdict(correlation: Correlation) -> str:
    if correlation.high < 0:
        return "fewer clues go with more backtracking"
    if correlation.low > 0:
        return "fewer clues go with less backtracking"
    return "no connection is visible"


_OTHERS = (
    "These are other puzzles than those above: where all have few clues, their",
    "number says little.",
)
_TWO_KINDS = (
    "The textbook search infers nothing, so its backtracks say little about the work",
    "of a person, which the rating measures.",
)


def _of_catalogue(found: Correlations) -> Iterator[str]:
    """The table of rank correlations, and what sets its puzzles apart from those made for the report."""
    # Each row ends before its own column: what follows is above, and in numbered columns there is room for all of them.
    lines = [(f"{number} {name}", *map(_spelled, rho)) for number, (name, rho) in enumerate(found.rho.items(), 1)]
    headers = ["rank correlations", *map(str, range(1, len(lines)))]
    fewest, most = found.clues
    caption = [
        f"{found.puzzles:,} puzzles of {fewest} to {most} clues in the catalogue, {found.minimal:,} of them minimal;",
        "2 to 6 are of the reference search, which fills singles before it guesses",
        *(f"{name}: of {count:,} puzzles" for name, count in found.known.items() if count < found.puzzles),
    ]
    yield "\n".join([*caption, table(lines, headers, ["left", *["right"] * (len(lines) - 1)])])
    yield "\n".join([*_OTHERS, *(_TWO_KINDS if {"textbook_backtracks", "rating"} <= found.rho.keys() else ())])


def _spelled(rho: float) -> str:
    return "-" if isnan(rho) else f"{rho:z.2f}"
