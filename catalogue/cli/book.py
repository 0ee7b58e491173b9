"""Make a PDF book of puzzles, with solutions at the back.

Each --grade is a chapter with so many puzzles. Without it there is one chapter with all puzzles that the other options
choose. The book is refused if there are fewer puzzles than asked for.

\b
Examples:
  catalogue book --grade easy=2 --grade medium=12 --output book.pdf
  catalogue book --limit 24 --per-page 6 --paper letter --output train.pdf
  catalogue book --grade hard=9 --title "On the train" --output x.pdf
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from catalogue.book.drawing import GRIDS, PAPERS
from catalogue.cli.options import DEFAULT_HOME, Force, Home, choice
from catalogue.cli.output import target_of
from catalogue.cli.selection import Selection, check_ratings, criteria_of, selected
from catalogue.cli.values import GradeGoal, grade_goal
from catalogue.errors import CatalogueError
from engine.grades import Grade

if TYPE_CHECKING:
    from catalogue.book.drawing import Chapter
    from catalogue.store import Store


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
    ] = None
    title: Annotated[str, typer.Option(help="Title of the book.", metavar="WORDS")] = "Sudoku"
    per_page: Annotated[int, choice("Puzzles on a page.", GRIDS)] = 4
    paper: Annotated[str, choice("Size of the paper.", PAPERS)] = "a4"
    output: Annotated[Path, typer.Option("--output", "-o", help="Write the book to this file, a .pdf.", metavar="FILE")]
    force: Force = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Write the book."""
    from catalogue.book.drawing import Book, Paper
    from catalogue.book.pages import book_as_pdf
    from catalogue.store import Store

    if not options.title.strip():
        raise typer.BadParameter("--title is empty")
    target = target_of(options.output, None, ("pdf",), default="pdf", force=options.force)
    with Store.read(options.home) as store:
        shape = store.settings.shape
        chapters = list(_chapters(store, options))
    book = Book(options.title.strip(), shape, chapters)
    target.write(book_as_pdf(book, Paper(*PAPERS[options.paper]), options.per_page))


def _chapters(store: Store, options: Options) -> Iterator[Chapter]:
    if not options.grade:
        yield _chapter(store, _selection(options, None, options.limit), "Puzzles")
        return
    if options.limit is not None:
        raise typer.BadParameter("give either --limit or --grade with numbers")
    if len({goal.grade for goal in options.grade}) < len(options.grade):
        raise typer.BadParameter("name each --grade once")
    for goal in options.grade:
        if goal.number is None:
            raise typer.BadParameter(f"--grade {goal.grade} needs a number, such as {goal.grade}=50")
        yield _chapter(store, _selection(options, goal.grade, goal.number), goal.grade.capitalize())


def _selection(options: Options, grade: Grade | None, limit: int | None) -> Selection:
    """The options as those of a query for the puzzles of a chapter."""
    values = {each.name: getattr(options, each.name) for each in fields(Selection)}
    return Selection(**values | {"grade": [GradeGoal(grade, None)] if grade else None, "limit": limit})


def _chapter(store: Store, selection: Selection, name: str) -> Chapter:
    """The puzzles of a chapter; CatalogueError where there are too few."""
    from catalogue.book.drawing import BookPuzzle, Chapter
    from catalogue.queries import count

    criteria = criteria_of(selection)
    check_ratings(store, selection, criteria)
    found = [
        BookPuzzle(puzzle, solution, Grade(grade) if grade else None)
        for puzzle, solution, grade in selected(store, selection, criteria, ("givens", "solution", "grade"))
    ]
    if not found or len(found) < (selection.limit or 0):
        kind = f"{selection.grade[0].grade} puzzles" if selection.grade else "puzzles"
        wanted = f"{selection.limit:,}" if selection.limit else "any"
        raise CatalogueError(
            f"{count(store, criteria):,} {kind} match, not {wanted}: ask for fewer, fill the catalogue, or rate it"
        )
    return Chapter(name, found)
