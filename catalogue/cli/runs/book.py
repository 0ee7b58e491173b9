"""`catalogue book`: puzzles on paper."""

from collections.abc import Iterator
from dataclasses import fields

import typer

from catalogue.book.contents import Book, BookPuzzle, Chapter
from catalogue.book.pages import book_as_pdf
from catalogue.book.paper import PAPERS, Paper
from catalogue.cli.commands.book import Options
from catalogue.cli.selected import check_ratings, criteria_of, selected
from catalogue.cli.selection import Selection
from catalogue.errors import CatalogueError
from catalogue.store import Store
from catalogue.store.reading.queries import count
from catalogue.whole_files import check_output, write_output
from engine.rating.grades import Grade

_COLUMNS = ("givens", "solution", "grade")


def run(options: Options) -> None:
    """Write the book."""
    if not options.title.strip():
        raise typer.BadParameter("--title is empty")
    check_output(options.output, force=options.force)
    with Store.read(options.home) as store:
        shape = store.settings.shape
        chapters = list(_chapters(store, options))
    book = Book(options.title.strip(), shape, chapters)
    write_output(
        options.output, book_as_pdf(book, Paper(*PAPERS[options.paper]), options.per_page), force=options.force
    )


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
    return Selection(**values | {"grade": [grade] if grade else None, "limit": limit})


def _chapter(store: Store, selection: Selection, name: str) -> Chapter:
    """The puzzles of a chapter; CatalogueError where there are too few."""
    criteria = criteria_of(selection)
    check_ratings(store, selection, criteria)
    found = [
        BookPuzzle(puzzle, solution, Grade(grade) if grade else None)
        for puzzle, solution, grade in selected(store, selection, criteria, _COLUMNS)
    ]
    if not found or len(found) < (selection.limit or 0):
        kind = f"{selection.grade[0]} puzzles" if selection.grade else "puzzles"
        wanted = f"{selection.limit:,}" if selection.limit else "any"
        raise CatalogueError(
            f"{count(store, criteria):,} {kind} match, not {wanted}: ask for fewer, fill the catalogue, or rate it"
        )
    return Chapter(name, found)
