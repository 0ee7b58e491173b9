"""`catalogue report`: does the share of clues go with the share of backtracking?"""

import sys

import numpy as np

from catalogue.analysis import plots
from catalogue.analysis.correlation import Correlation
from catalogue.analysis.shares import Shares, shares
from catalogue.cli.commands.report import Options
from catalogue.cli.terminal.charts import table
from catalogue.store import Store
from catalogue.whole_files import write_whole


def run(options: Options) -> None:
    """Print the table and the answer, and draw the plot on request."""
    if options.plot:
        plots.check(options.plot)
    with Store.read(options.home) as store:
        figures = shares(store)
    if not len(figures.clues):
        print("The catalogue is empty.", file=sys.stderr)
        return
    if options.plot:
        write_whole(options.plot, plots.plot_shares(figures, options.plot.suffix))
    print(_table(figures))
    print("\n" + _answer(figures.correlation))


def _table(figures: Shares) -> str:
    rows = []
    for clues in np.unique(figures.clues).tolist():
        ours = figures.backtracking[figures.clues == clues]
        rows.append(
            (clues, f"{len(ours):,}", f"{clues / figures.cells:.1%}", f"{ours.mean():.1%}", f"{(ours > 0).mean():.1%}")
        )
    headers = ["clues", "puzzles", "share", "backtracking, mean", "with any"]
    return table(rows, headers, ["right"] * len(headers))


def _answer(correlation: Correlation | None) -> str:
    if correlation is None:
        return "No conclusion: too few puzzles, or all alike."
    if correlation.low > 0:
        verdict = "more clues go with more backtracking"
    elif correlation.high < 0:
        verdict = "more clues go with less backtracking"
    else:
        verdict = "no connection is visible"
    return (
        f"rank correlation {correlation.rho:.3f}, {correlation.confidence:.0%} confidence interval"
        f" {correlation.low:.3f} to {correlation.high:.3f}:\n{verdict}"
    )
