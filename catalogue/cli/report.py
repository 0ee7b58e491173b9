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

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Annotated

import typer

from board_catalogue.catalogue.cli.options import DEFAULT_HOME, Force, Home, Plot, Threads, number
from board_catalogue.catalogue.cli.terminal import table, tracked
from board_catalogue.catalogue.cli.values import parser
from board_catalogue.catalogue.puzzles.numbers import PROCESSORS, PUZZLE_METRICS
from board_catalogue.catalogue.storage.whole_files import check_output, write_output
from board_catalogue.catalogue.verbs.values import spans

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from board_catalogue.catalogue.puzzles.correlation import Correlation
    from board_catalogue.catalogue.verbs.report import MetricValues, Searches


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzles are made, and what the report shows."""

    clues: Annotated[
        Sequence[int],
        typer.Option(
            help="Numbers of clues. Default: 18-60.",
            metavar="N,N-N...",
            parser=parser(spans(18, 80)),
            show_default=False,
        ),
    ] = tuple(range(18, 61))
    puzzles: Annotated[int, number("Puzzles for each number of clues.", least=1)] = 100
    seed: Annotated[int, number("The same seed always gives the same puzzles.")] = 1
    threads: Threads = PROCESSORS
    plot: Plot = None
    force: Force = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Print the tables and the answer, and draw the plot on request."""
    from board_catalogue.catalogue.verbs import plots
    from board_catalogue.catalogue.verbs.report import searches, together

    if options.plot:
        plots.check(options.plot)
        check_output(options.plot, force=options.force)
    of_catalogue = _of_catalogue(options)  # first: if the catalogue is old, the command runs again
    clues = list(dict.fromkeys(options.clues))
    parts = (searches(each, options.puzzles, seed=options.seed, threads=options.threads) for each in clues)
    found = together(list(tracked(parts, "searching", len(clues))))
    if options.plot:
        write_output(options.plot, plots.plot_searches(found, options.plot.suffix), force=options.force)
    print("\n\n".join([_table(found), _answer(found), *of_catalogue]))


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


# --- The metrics of a catalogue -------------------------------------------------------------------------------------


def _of_catalogue(options: Options) -> list[str]:
    """The correlations of the metrics of the catalogue, if there is one with puzzles."""
    from board_catalogue.catalogue.errors import MissingCatalogue
    from board_catalogue.catalogue.storage.store import Store
    from board_catalogue.catalogue.verbs.report import metric_values

    try:
        store = Store.read(options.home)
    except MissingCatalogue:
        return []
    with store:
        values = metric_values(store)
    return [_correlations(values)] if len(values["clues"]) else []


def _correlations(values: MetricValues) -> str:
    """A table of rank correlations: of the metrics in all puzzles, and of others in the puzzles that have them."""
    import numpy as np

    from board_catalogue.catalogue.puzzles.correlation import rank_correlations
    from board_catalogue.catalogue.verbs.report import RATING

    names, rows = list(PUZZLE_METRICS), list(rank_correlations([values[name] for name in PUZZLE_METRICS]))
    for name in ("textbook_backtracks", RATING):
        is_known = ~np.isnan(values[name])
        if is_known.any():
            names.append(name)
            rows.append(_correlations_of_last([values[other][is_known] for other in names]))
    # Each row ends before its own column: what follows is above, and in numbered columns there is room for all of them.
    cells = [[_spelled(rho) for rho in row[:number]] for number, row in enumerate(rows)]
    lines = [(f"{number} {name}", *row) for number, (name, row) in enumerate(zip(names, cells, strict=True), 1)]
    headers = ["rank correlations", *map(str, range(1, len(names)))]
    return table(lines, headers, ["left", *["right"] * (len(names) - 1)])


def _correlations_of_last(columns: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The rank correlations of the last column with each, if all of them are known."""
    import numpy as np

    from board_catalogue.catalogue.puzzles.correlation import rank_correlations

    is_known = ~np.isnan(columns).any(axis=0)
    last: NDArray[np.float64] = rank_correlations([column[is_known] for column in columns])[-1]
    return last


def _spelled(rho: float) -> str:
    return "-" if isnan(rho) else f"{rho:z.2f}"
