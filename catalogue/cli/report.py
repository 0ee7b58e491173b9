"""Test whether more clues mean less backtracking.

Prints a table by number of clues, and Spearman's rank correlation with its 95 % confidence interval. It compares the
share of cells that are clues with the share of the reference search's nodes that are backtracks. It concludes nothing
if the numbers of clues of 95 % of the puzzles span less than a quarter of the cells, as after a fill without --clues.

A second table shows which metrics measure the same: the rank correlation of every two, and of the rating with each.

\b
Examples:
  catalogue report
  catalogue report --plot report.png
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

from catalogue.cli.options import DEFAULT_HOME, Force, Home, Plot
from catalogue.cli.terminal import notice, table
from catalogue.numbers import PUZZLE_METRICS
from catalogue.whole_files import check_output, write_output

if TYPE_CHECKING:
    from catalogue.analysis import ClueRange, Correlation, MetricValues, Shares


@dataclass(frozen=True, kw_only=True)
class Options:
    """What the report shows."""

    plot: Plot = None
    force: Force = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Print the tables and the answer, and draw the plot on request."""
    from catalogue import plots
    from catalogue.analysis import metric_values, shares
    from catalogue.plots import plot_shares
    from catalogue.store import Store

    if options.plot:
        plots.check(options.plot)
        check_output(options.plot, force=options.force)
    with Store.read(options.home) as store:
        values = metric_values(store)
        figures = shares(values, store.settings.size)
    if not len(figures.clues):
        notice("The catalogue is empty.")
        return
    if options.plot:
        write_output(options.plot, plot_shares(figures, options.plot.suffix), force=options.force)
    parts = [_share_table(figures), _answer(figures.clue_range, figures.correlation), _correlations(values)]
    print("\n\n".join(parts))


def _share_table(figures: Shares) -> str:
    import numpy as np

    rows = []
    for clues in np.unique(figures.clues).tolist():
        ours = figures.backtracking[figures.clues == clues]
        rows.append(
            (clues, f"{len(ours):,}", f"{clues / figures.cells:.1%}", f"{ours.mean():.1%}", f"{(ours > 0).mean():.1%}")
        )
    headers = ["clues", "puzzles", "share", "backtracking, mean", "with any"]
    return table(rows, headers, ["right"] * len(headers))


def _answer(clues: ClueRange, correlation: Correlation | None) -> str:
    lines = [
        f"{clues.fewest} to {clues.most} clues; 95% of the puzzles have {clues.usual_fewest} to {clues.usual_most},"
        f" a range of {clues.share:.0%} of the cells"
    ]
    if correlation:
        lines.append(
            f"rank correlation {correlation.rho:.3f}, {correlation.confidence:.0%} confidence interval"
            f" {correlation.low:.3f} to {correlation.high:.3f}:"
        )
    return "\n".join([*lines, _verdict(clues, correlation)])


def _verdict(clues: ClueRange, correlation: Correlation | None) -> str:
    from catalogue.analysis import WIDE_ENOUGH

    if correlation is None:
        return "No conclusion: too few puzzles, or all alike."
    if clues.is_too_narrow:
        return (
            f"No conclusion: the range is too narrow, under {WIDE_ENOUGH:.0%} of the cells.\n"
            "Add puzzles with more clues: catalogue fill --clues N"
        )
    if correlation.low > 0:
        return "more clues go with more backtracking"
    if correlation.high < 0:
        return "more clues go with less backtracking"
    return "no connection is visible"


def _correlations(values: MetricValues) -> str:
    """A table of rank correlations: of the metrics in all puzzles, and of the rating in those rated."""
    import numpy as np

    from catalogue.analysis import RATING, rank_correlations

    metrics = np.array([values[name] for name in PUZZLE_METRICS])
    names, rows = list(PUZZLE_METRICS), list(rank_correlations(metrics))
    is_rated = ~np.isnan(values[RATING])
    if is_rated.any():
        names.append(RATING)
        rows.append(rank_correlations([*metrics[:, is_rated], values[RATING][is_rated]])[-1])
    # Each row ends before its own column: what follows is above, and in numbered columns there is room for all of them.
    cells = [[_spelled(rho) for rho in row[:number]] for number, row in enumerate(rows)]
    lines = [(f"{number} {name}", *row) for number, (name, row) in enumerate(zip(names, cells, strict=True), 1)]
    headers = ["rank correlations", *map(str, range(1, len(names)))]
    return table(lines, headers, ["left", *["right"] * (len(names) - 1)])


def _spelled(rho: float) -> str:
    return "-" if isnan(rho) else f"{rho:z.2f}"
