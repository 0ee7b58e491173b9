"""Summarize the catalogue: counts, metrics and ratings.

\b
Examples:
  catalogue stats
  catalogue stats --format json
"""

from dataclasses import dataclass

from catalogue.cli.options import DEFAULT_HOME, Home, TextFormat


@dataclass(frozen=True, kw_only=True)
class Options:
    """How the figures are printed."""

    format: TextFormat = "text"
    home: Home = DEFAULT_HOME
