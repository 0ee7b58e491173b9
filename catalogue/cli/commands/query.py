"""Find puzzles by their numbers.

All bounds are inclusive. Options about ratings, grades and techniques find rated puzzles only: see catalogue rate.

\b
Examples:
  catalogue query --min-clues 17 --max-clues 24
  catalogue query --min-guesses 10 --sort nodes --desc --limit 5
  catalogue query --max-guesses 0 --format line > singles.txt
  catalogue query --pattern rotate180 --limit 5
  catalogue query --min-rating 2.0 --max-rating 4.5 --technique xy-wing
  catalogue query --grade hard --without-technique naked-single --sort rating
"""

from dataclasses import dataclass
from typing import Annotated

import typer

from catalogue.cli.filters import SORTABLE, Bounds
from catalogue.cli.options import (
    DEFAULT_HOME,
    GradeOption,
    Home,
    Pattern,
    Technique,
    choice,
    format_choice,
    number,
)
from catalogue.formats import ROWS


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which puzzles to find, and how to print them."""

    bounds: Bounds
    pattern: Pattern = None
    grade: GradeOption = None
    technique: Technique = None
    without_technique: Annotated[
        list[str] | None,
        typer.Option(help="Technique that the solution path avoids; repeat it to exclude several.", metavar="NAME"),
    ] = None
    sort: Annotated[str, choice("Sort by this; ties in the order of board numbers.", SORTABLE, metavar="COLUMN")] = "id"
    desc: Annotated[bool, typer.Option("--desc", help="Greatest first.")] = False
    limit: Annotated[int | None, number("Print at most this many.")] = None
    count_only: Annotated[bool, typer.Option("--count-only", help="Print only the number of matches.")] = False
    format: Annotated[str, format_choice("line prints one puzzle a line, as solvers read it.", *ROWS)] = "table"
    home: Home = DEFAULT_HOME
