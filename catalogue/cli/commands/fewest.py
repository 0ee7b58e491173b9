"""Find a puzzle with the fewest clues that a board has, and prove it.

All ways to place fewer clues are tried, which takes from minutes to hours. Ctrl-C ends the search and prints how to
resume it. With --clues the search only answers whether the board has a puzzle of at most that many clues.

\b
Examples:
  catalogue fewest 123 --clues 16
  catalogue fewest puzzle.txt --clues 16
"""

from dataclasses import dataclass
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Home, PuzzleSource, number


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which board to search."""

    puzzle: PuzzleSource
    clues: Annotated[int | None, number("Ask only for this many clues or fewer.", least=1, greatest=81)] = None
    resume: Annotated[
        str | None,
        typer.Option(help="Continue an earlier search from where it ended.", metavar="CLUES:PART:PARTS"),
    ] = None
    home: Home = DEFAULT_HOME
