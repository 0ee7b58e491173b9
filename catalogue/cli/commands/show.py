"""Draw a puzzle, with its numbers in a line above.

Clues are blue on a terminal with colours. With --solution, the other digits are green; without colours, each clue is
marked: 5'.

\b
Examples:
  catalogue show 123
  catalogue show 123 --solution
"""

from dataclasses import dataclass
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Home
from catalogue.cli.values import puzzle_number
from catalogue.puzzle_numbers import Range


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzle to draw."""

    number: Annotated[
        Range,
        typer.Argument(
            help="Number of a board, for its first puzzle; N.1, N.2, ... for further ones.",
            metavar="N",
            parser=puzzle_number,
        ),
    ]
    solution: Annotated[bool, typer.Option("--solution", help="Draw the solution instead of the puzzle.")] = False
    home: Home = DEFAULT_HOME
