"""Summarize the catalogue: counts, metrics and ratings.

With --weighted: what a catalogue filled with --sampling fair says about all minimal puzzles there are. Each mean and
share comes with its standard error.

\b
Examples:
  catalogue stats
  catalogue stats --format json
  catalogue stats --plot stats.svg
"""

from dataclasses import dataclass
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Force, Home, Plot, TextFormat


@dataclass(frozen=True, kw_only=True)
class Options:
    """How the figures are printed."""

    weighted: Annotated[bool, typer.Option("--weighted", help="Estimate the figures of all minimal puzzles.")] = False
    format: TextFormat = "text"
    plot: Plot = None
    force: Force = False
    home: Home = DEFAULT_HOME
