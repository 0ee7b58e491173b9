"""Test whether more clues mean less backtracking.

Prints a table by number of clues, and Spearman's rank correlation with its 95 % confidence interval. It compares the
share of cells that are clues with the share of the reference search's nodes that are backtracks.

\b
Examples:
  catalogue report
"""

from dataclasses import dataclass

from catalogue.cli.options import DEFAULT_HOME, Home, Plot


@dataclass(frozen=True, kw_only=True)
class Options:
    """What the report shows."""

    plot: Plot = None
    home: Home = DEFAULT_HOME
