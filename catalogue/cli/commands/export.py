"""Write puzzles and their solutions.

\b
Examples:
  catalogue export 123
  catalogue export 3 10-20 --format line --no-solution --output puzzles.txt
"""

from dataclasses import dataclass
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Home, Output, format_choice
from catalogue.cli.values import Range, number_range


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which boards to write, and how."""

    numbers: Annotated[
        list[Range], typer.Argument(help="Board numbers, or ranges such as 10-20.", metavar="N...", parser=number_range)
    ]
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
    home: Home = DEFAULT_HOME
