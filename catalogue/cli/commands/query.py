"""Find puzzles by their numbers.

All bounds are inclusive. Options about ratings, grades and techniques find rated puzzles only: see catalogue rate.

\b
Examples:
  catalogue query --min-clues 17 --max-clues 24
  catalogue query --min-guesses 10 --sort nodes --desc --limit 5
  catalogue query --max-guesses 0 --format line --output singles.txt
  catalogue query --pattern rotate180 --pattern rotate90 --limit 5
  catalogue query --min-rating 2.0 --max-rating 4.5 --technique xy-wing
  catalogue query --grade easy --grade medium --sort random --seed 1 --limit 9
  catalogue query --grade hard --columns id,rating,hardest,givens
"""

from dataclasses import dataclass
from typing import Annotated

import typer

from catalogue.cli.options import DEFAULT_HOME, Columns, Force, Home, Output, format_choice
from catalogue.cli.selection import Selection
from catalogue.formats import ROW_FORMATS


@dataclass(frozen=True, kw_only=True)
class Options(Selection):
    """Which puzzles to find, and how to print them."""

    columns: Columns = None
    count_only: Annotated[bool, typer.Option("--count-only", help="Print only the number of matches.")] = False
    format: Annotated[str, format_choice("line prints one puzzle a line, as solvers read it.", *ROW_FORMATS)] = "table"
    output: Output = None
    force: Force = False
    home: Home = DEFAULT_HOME
