"""Test whether fewer clues mean more backtracking.

Makes 9x9 puzzles with every number of clues and solves them by the textbook search: cells in order, digits in order, no
inference. Prints the quartiles of its backtracks by number of clues, and Spearman's rank correlation of clues and
backtracks with its 95 % confidence interval. Each puzzle is on a different board; the same seed always gives the same
report. Few boards yield a puzzle with 18 clues in the time allowed: puzzles of the others have 19 or 20.

If there is a catalogue, a second table shows which of its metrics measure the same: the rank correlation of every
two, and of each with the rating and the textbook search.

\b
Examples:
  catalogue report
  catalogue report --clues 20-30 --puzzles 500 --plot report.png
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING

from board_catalogue.catalogue.cli.options import DEFAULT_HOME, Home
from board_catalogue.catalogue.cli.terminal import progress, table
from board_catalogue.catalogue.verbs.report import Correlations, ReportRequest, report

if TYPE_CHECKING:
    from board_catalogue.catalogue.puzzles.correlation import Correlation
    from board_catalogue.catalogue.runs.backtracking import Searches


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzles are made, and what the report shows."""

    request: ReportRequest
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Print the tables and the answer, and draw the plot on request."""
    begin = time.monotonic()
    with progress("numbers of clues", quiet=not sys.stderr.isatty()) as show:
        request = replace(
            options.request, on_progress=lambda done, wanted: show(done, wanted, time.monotonic() - begin, "")
        )
        found = report(options.home, request)
    parts = [_table(found.searches), _answer(found.searches)]
    print("\n\n".join([*parts, *([_correlations(found.catalogue)] if found.catalogue else [])]))


def _table(found: Searches) -> str:
    rows = [
        (clues, f"{len(ours.clues):,}", *(f"{count:,.0f}" for count in ours.quartiles), f"{ours.cut_short:,}")
        for clues, ours in found.by_clues
    ]
    headers = ["clues", "puzzles", "lower quartile", "median", "upper quartile", "cut short"]
    return "backtracks of the textbook search\n" + table(rows, headers, ["right"] * len(headers))


def _answer(found: Searches) -> str:
    correlation = found.correlation
    if correlation is None:
        return "No conclusion: too few puzzles, or all alike."
    return "\n".join(
        [
            f"{len(found.clues):,} puzzles: rank correlation of clues and backtracks {correlation.rho:.3f},",
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


def _correlations(found: Correlations) -> str:
    """A table of rank correlations, each metric with those above it, which are numbered: so there is room for all."""
    cells = [[_spelled(rho) for rho in row] for row in found.rows]
    lines = [(f"{number} {name}", *row) for number, (name, row) in enumerate(zip(found.names, cells, strict=True), 1)]
    headers = ["rank correlations", *map(str, range(1, len(found.names)))]
    return table(lines, headers, ["left", *["right"] * (len(found.names) - 1)])


def _spelled(rho: float) -> str:
    return "-" if isnan(rho) else f"{rho:z.2f}"
