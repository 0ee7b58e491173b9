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

from dataclasses import dataclass

from catalogue.cli.options import DEFAULT_HOME, Force, Home, Plot


@dataclass(frozen=True, kw_only=True)
class Options:
    """What the report shows."""

    plot: Plot = None
    force: Force = False
    home: Home = DEFAULT_HOME
