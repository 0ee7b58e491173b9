"""Write puzzles and their solutions.

Name boards by their numbers, or choose puzzles with the options of catalogue query, or both.

\b
Examples:
  catalogue export 123
  catalogue export 3,5 10-20 --format line --no-solution --output puzzles.txt
  catalogue export all --max-clues 22 --format csv
  catalogue export --grade easy --sort random --seed 1 --limit 9 --format txt
"""

from dataclasses import dataclass
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Force, Home, Output, format_choice
from catalogue.cli.selection import Selection
from catalogue.cli.values import Ranges, number_ranges


@dataclass(frozen=True, kw_only=True)
class Options(Selection):
    """Which boards to write, and how."""

    numbers: Annotated[
        list[Ranges] | None,
        typer.Argument(
            help="Numbers of puzzles such as 3,5.1, of boards such as 10-20, or all.",
            metavar="[N...]",
            parser=number_ranges,
        ),
    ] = None
    format: Annotated[
        str,
        format_choice(
            "txt is the format of boards/N.txt. files writes those: a file for each board, into the folder --output or"
            " into boards/ of the catalogue.",
            "grid",
            "line",
            "txt",
            "csv",
            "json",
            "files",
        ),
    ] = "grid"
    solution: Annotated[bool, typer.Option(help="Include the solutions.")] = True
    output: Output = None
    force: Force = False
    home: Home = DEFAULT_HOME
