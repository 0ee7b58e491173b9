"""`catalogue report`: does the share of hints go with the share of backtracking?"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from catalogue.cli.charts import table
from catalogue.cli.options import DEFAULT_HOME, Home
from catalogue.whole_files import write_whole

if TYPE_CHECKING:
    from catalogue.analysis.correlation import Correlation
    from catalogue.analysis.shares import Shares


def command(
    plot: Annotated[Path | None, typer.Option(help="Draw a scatter plot too, as .png or .svg.", metavar="FILE")] = None,
    home: Home = DEFAULT_HOME,
) -> None:
    """Tell whether many hints go with little backtracking.

    Hints are a share of the cells, backtracks of the nodes of the reference search. A table by clues, Spearman's rank
    correlation with its 95 % confidence interval, and on demand a scatter plot.

    \b
    Example:
      catalogue report
    """
    from catalogue.analysis import plots
    from catalogue.analysis.shares import shares
    from catalogue.store import Store

    if plot:
        plots.check(plot)
    with Store.read(home) as store:
        figures = shares(store)
    if not len(figures.clues):
        print("the catalogue is empty", file=sys.stderr)
        return
    if plot:
        write_whole(plot, plots.plot_shares(figures, plot.suffix))
    print(_table(figures))
    print("\n" + _answer(figures.correlation))


def _table(figures: "Shares") -> str:
    import numpy as np

    rows = []
    for clues in np.unique(figures.clues).tolist():
        ours = figures.backtracking[figures.clues == clues]
        rows.append(
            (clues, f"{len(ours):,}", f"{clues / figures.cells:.1%}", f"{ours.mean():.1%}", f"{(ours > 0).mean():.1%}")
        )
    headers = ["clues", "puzzles", "hints", "backtracking, mean", "with any"]
    return table(rows, headers, ["right"] * len(headers))


def _answer(correlation: "Correlation | None") -> str:
    if correlation is None:
        return "Nothing can be said: too few puzzles, or all alike."
    if correlation.low > 0:
        verdict = "more hints go with more backtracking"
    elif correlation.high < 0:
        verdict = "more hints go with less backtracking"
    else:
        verdict = "no connection is to be seen"
    return (
        f"rank correlation {correlation.rho:.3f}, {correlation.confidence:.0%} confidence interval"
        f" {correlation.low:.3f} to {correlation.high:.3f}:\n{verdict}"
    )
