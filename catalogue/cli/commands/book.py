"""Make a PDF book of puzzles, with solutions at the back.

Each --grade is a chapter with so many puzzles. Without it there is one chapter with all puzzles that the other options
choose. The book is refused if there are fewer puzzles than asked for.

\b
Examples:
  catalogue book --grade easy=2 --grade medium=12 --output book.pdf
  catalogue book --limit 24 --per-page 6 --paper letter --output train.pdf
  catalogue book --grade hard=9 --title "On the train" --output x.pdf
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from catalogue.cli.grade_goals import GradeGoal, grade_goal
from catalogue.cli.names import PAPERS, PER_PAGE
from catalogue.cli.options import DEFAULT_HOME, Force, Home, choice
from catalogue.cli.selection import Selection
from engine.rating.grades import Grade


@dataclass(frozen=True, kw_only=True)
class Options(Selection):
    """Which puzzles the book has, and how it looks."""

    grade: Annotated[
        list[GradeGoal] | None,
        typer.Option(
            help=f"A chapter of so many puzzles of a grade, such as easy=50: {', '.join(Grade)}. Repeat it for more"
            " chapters.",
            parser=grade_goal,
            metavar="GRADE=N",
        ),
    ] = None  # type: ignore[assignment]  # a number belongs to each
    title: Annotated[str, typer.Option(help="Title of the book.", metavar="WORDS")] = "Sudoku"
    per_page: Annotated[int, choice("Puzzles on a page.", PER_PAGE)] = 4
    paper: Annotated[str, choice("Size of the paper.", PAPERS)] = "a4"
    output: Annotated[Path, typer.Option(help="Write the book to this file.", metavar="FILE")]
    force: Force = False
    home: Home = DEFAULT_HOME
