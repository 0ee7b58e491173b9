"""Make a PDF book of puzzles, with solutions at the back.

Each --grade or --level makes a chapter with that many puzzles. Without them, one chapter has all puzzles that the
other options choose, or all of a file. The book is refused if there are fewer puzzles than asked for.

--words de makes a German book, fr a French and es a Spanish one. For another language it names a file with lines such
as contents = "Inhalt"; catalogue/README.md lists the words. --font names the font that has their letters.

\b
Examples:
  catalogue book --grade easy=2 --grade medium=12 --output book.pdf
  catalogue book puzzles.csv --paper 6x9 --author "A. Name" --output mine.pdf
  catalogue book --limit 24 --per-page 6 --paper letter --output train.pdf
  catalogue book --grade hard=9 --title "On the train" --output x.pdf
  catalogue book --level medium=24 --level unfair=6 --output levels.pdf
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from board_catalogue.catalogue.cli.options import DEFAULT_HOME, Base, Force, Home, choice, number
from board_catalogue.catalogue.cli.output import target_of
from board_catalogue.catalogue.cli.puzzles import kept_standard_input
from board_catalogue.catalogue.cli.values import usage_errors
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats.book.drawing import GRIDS, PAPERS, SOLUTION_GRIDS
from board_catalogue.catalogue.puzzles.kinds import Depth, why_unfilled
from board_catalogue.catalogue.verbs.selection import (
    Selection,
    check_ratings,
    of_mark,
    selected,
)
from board_catalogue.catalogue.verbs.shared import goals, goals_of
from board_catalogue.catalogue.verbs.values import Goal, Mark
from board_catalogue.engine.grades import Grade, Level

if TYPE_CHECKING:
    from board_catalogue.catalogue.formats import Record
    from board_catalogue.catalogue.formats.book.drawing import BookPuzzle, Chapter
    from board_catalogue.catalogue.formats.book.words import Words
    from board_catalogue.catalogue.puzzles.filters import Criteria
    from board_catalogue.catalogue.runs.importing.source import Listing
    from board_catalogue.catalogue.storage.store import Store
    from board_catalogue.engine.shape import Shape


def _isbn(text: str) -> str:
    from board_catalogue.catalogue.formats.book.words import check_isbn

    with usage_errors():
        return check_isbn(text) if text else ""


@dataclass(frozen=True, kw_only=True)
class Options(Selection):
    """Which puzzles the book has, and how it looks."""

    grade: Annotated[
        Sequence[Goal | str],
        goals(
            f"A chapter of N puzzles of a grade, such as easy=50: {', '.join(Grade)}. Repeat it for more chapters.",
            Grade,
            numbered=True,
        ),
    ] = ()
    level: Annotated[
        Sequence[Goal | str],
        goals(
            f"A chapter of N puzzles of a HoDoKu level, such as easy=50: {', '.join(Level)}. Repeat it"
            " for more chapters. The stars then show the level.",
            Level,
            numbered=True,
        ),
    ] = ()
    file: Annotated[
        Path | None,
        typer.Argument(help="File of puzzles; - for standard input. Default: the catalogue.", metavar="[FILE]"),
    ] = None
    base: Base = None
    title: Annotated[str, typer.Option(help="Title of the book.", metavar="WORDS")] = "Sudoku"
    author: Annotated[str, typer.Option(help="Author, below the title.", metavar="WORDS")] = ""
    copyright: Annotated[str, typer.Option(help="Line about the rights.", metavar="WORDS")] = ""
    isbn: Annotated[str, typer.Option(help="ISBN, with its check digit.", metavar="ISBN", parser=_isbn)] = ""
    per_page: Annotated[int, choice("Puzzles on a page.", GRIDS)] = 4
    solutions_per_page: Annotated[
        int | None,
        choice(
            "Solutions on a page. Default: as many as fit at two thirds of the size of the puzzles.", SOLUTION_GRIDS
        ),
    ] = None
    paper: Annotated[
        str,
        choice(f"Size of the paper after trimming: {', '.join(PAPERS)}, in inches.", PAPERS, metavar="NAME"),
    ] = "a4"
    bleed: Annotated[int, number("Millimetres around the paper that are trimmed off.", greatest=20, metavar="MM")] = 0
    font: Annotated[
        list[Path] | None,
        typer.Option(help="Font of the book, a .ttf; a second one is for bold text.", metavar="FILE"),
    ] = None
    words: Annotated[
        Path | None,
        typer.Option(help="Language of the book, or a file with its words: see the text above.", metavar="FILE"),
    ] = None
    credit: Annotated[bool, typer.Option("--credit", help="Print which program made the book.")] = False
    output: Annotated[Path, typer.Option("--output", "-o", help="Write the book to this file, a .pdf.", metavar="FILE")]
    force: Force = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Write the book."""
    from board_catalogue.catalogue.formats.book.drawing import MM, Book, Paper
    from board_catalogue.catalogue.formats.book.pages import book_as_pdf
    from board_catalogue.catalogue.formats.book.words import Words, read_words

    if not options.title.strip():
        raise typer.BadParameter("--title is empty")
    target = target_of(options.output, None, ("pdf",), default="pdf", force=options.force)
    if options.base is not None and not options.file:
        raise typer.BadParameter("--base is for FILE")
    words = read_words(options.words) if options.words else Words()
    quotas = _quotas(options)
    shape, chapters = _of_file(options.file, options, quotas, words) if options.file else _of_catalogue(options, words)
    book = Book(
        options.title.strip(),
        shape,
        chapters,
        author=options.author,
        copyright=options.copyright,
        isbn=options.isbn,
        words=words,
        fonts=(options.font or [])[:2],
        has_credit=options.credit,
        are_different=not options.file or _are_different(chapters, shape),
    )
    paper = Paper(*PAPERS[options.paper], bleed=options.bleed * MM)
    target.write(book_as_pdf(book, paper, options.per_page, options.solutions_per_page))


def _quotas(options: Options) -> Mapping[Mark, int]:
    """How many puzzles of each grade or level the book has, a chapter each; nothing if it has one chapter of all."""
    for option, wanted in (("--grade", goals_of(options.grade, Grade)), ("--level", goals_of(options.level, Level))):
        for mark, count in wanted:
            if count is None:
                raise typer.BadParameter(f"{option} {mark} needs a number, such as {mark}=50")
    return options.quotas


# --- Puzzles of a catalogue -----------------------------------------------------------------------------------------


def _of_catalogue(options: Options, words: Words) -> tuple[Shape, list[Chapter]]:
    from board_catalogue.catalogue.storage.store import Store

    quotas = _quotas(options)
    selection = _selection(options, None if quotas else options.limit)
    with Store.read(options.home) as store:
        with usage_errors():
            criteria = selection.criteria()
        wanted: list[tuple[Mark | None, int | None]] = [*quotas.items()] or [(None, options.limit)]
        chapters = [
            _chapter(store, replace(selection, limit=limit), criteria, mark, bool(options.level), words)
            for mark, limit in wanted
        ]
        return store.settings.shape, chapters


def _selection(options: Options, limit: int | None) -> Selection:
    """The options as those of a query, without what makes chapters."""
    values = {each.name: getattr(options, each.name) for each in fields(Selection)}
    return Selection(**values | {"grade": (), "level": (), "limit": limit})


def _chapter(
    store: Store, selection: Selection, criteria: Criteria, mark: Mark | None, by_level: bool, words: Words
) -> Chapter:
    """The puzzles of a chapter; CatalogueError if there are too few."""
    from board_catalogue.catalogue.formats.book.drawing import BookPuzzle
    from board_catalogue.catalogue.storage.queries import count

    if mark:
        criteria = of_mark(criteria, mark)
    check_ratings(store, selection, criteria)
    columns, game = ("givens", "solution", "grade", "level", "constraints"), store.settings.game
    found = [
        BookPuzzle.marked(givens, *row, by_level=by_level)._replace(variant=game.variant(givens, own))
        for givens, *row, own in selected(store, selection, criteria, columns)
    ]
    advice = "ask for fewer, fill the catalogue, or rate it"
    return _complete(found, count(store, criteria), selection.limit, mark, words, advice)


def _complete(
    found: list[BookPuzzle], matching: int, wanted: int | None, grade: Mark | None, words: Words, advice: str
) -> Chapter:
    """The chapter of some puzzles; CatalogueError if there are fewer than wanted, or none."""
    from board_catalogue.catalogue.formats.book.drawing import Chapter

    if not found or len(found) < (wanted or 0):
        kind = f"{grade} puzzles" if grade else "puzzles"
        raise CatalogueError(f"{matching:,} {kind} match, not {f'{wanted:,}' if wanted else 'any'}: {advice}")
    return Chapter(words.grade(grade).capitalize() if grade else words.puzzles, found, grade)


# --- Puzzles of a file ----------------------------------------------------------------------------------------------


def _of_file(path: Path, options: Options, quotas: Mapping[Mark, int], words: Words) -> tuple[Shape, list[Chapter]]:
    """The chapters of a file; CatalogueError names the line of a puzzle without exactly one solution."""
    if _selection(options, None).chooses:
        raise typer.BadParameter("options that choose puzzles are for those of the catalogue: leave out FILE")
    shape, puzzles = _read(path, bool(options.level), options.base)
    advice = f"{path} has no more; ask for fewer"
    if not quotas:
        some = puzzles[: options.limit]
        return shape, [_complete(some, len(puzzles), options.limit, None, words, advice)]
    chapters = []
    for mark, count in quotas.items():
        found = [puzzle for puzzle in puzzles if puzzle.grade is mark]
        chapters.append(_complete(found[:count], len(found), count, mark, words, advice))
    return shape, chapters


def _read(path: Path, by_level: bool, base: int | None) -> tuple[Shape, list[BookPuzzle]]:
    """The puzzles of a file, with their solutions."""
    from board_catalogue.catalogue.runs.importing.source import FileForm, survey

    with kept_standard_input(path):
        listing = survey(path, FileForm(base=base))
        shape = _shape_of(listing)
        if by_level and (reason := why_unfilled(Depth.score, shape, "")):
            raise CatalogueError(f"{path}: {reason}; leave out --level")
        bound = _bound_variants if listing.has_rules else partial(_bound, shape=shape, by_level=by_level)
        found = [puzzle for batch in listing.batches(0, 1024) for puzzle in bound(str(path), batch.records)]
        return shape, found


def _shape_of(listing: Listing) -> Shape:
    """The shape of the boards of a file; of a size without usual blocks, variants have regions of their own."""
    from board_catalogue.engine.shape import NO_BLOCKS, USUAL_BLOCKS, Shape

    has_blocks = listing.blocks or listing.size in USUAL_BLOCKS
    return Shape.of(listing.size, listing.blocks if has_blocks else NO_BLOCKS)


def _bound(word: str, records: Sequence[Record], shape: Shape, by_level: bool) -> Iterator[BookPuzzle]:
    """Plain puzzles, with grades or levels if boards of their size have them."""
    from board_catalogue import engine
    from board_catalogue.catalogue.cli.many import only_sound
    from board_catalogue.catalogue.formats.book.drawing import BookPuzzle
    from board_catalogue.catalogue.puzzles.stored import from_lines
    from board_catalogue.engine.boards import as_lines
    from board_catalogue.engine.grades import grade_of, why_unrated

    puzzles = from_lines([record.puzzle for record in records])
    only_sound(word, records, puzzles, shape.blocks)
    marks: Iterable[Mark | None] = [None] * len(puzzles)
    if by_level:
        marks = [list(Level)[level] for level in engine.score(puzzles)["level"].tolist()]
    elif why_unrated(shape.size) is None:
        marks = map(grade_of, engine.rate(puzzles, blocks=shape.blocks)["rating"].tolist())
    yield from map(BookPuzzle, as_lines(puzzles), as_lines(engine.solve(puzzles, blocks=shape.blocks)), marks)


def _bound_variants(word: str, records: Sequence[Record]) -> Iterator[BookPuzzle]:
    """Puzzles with their rules, which have no grades."""
    from board_catalogue import engine
    from board_catalogue.catalogue.cli.many import check_one
    from board_catalogue.catalogue.formats.book.drawing import BookPuzzle
    from board_catalogue.catalogue.formats.variants import variant_of
    from board_catalogue.engine.boards import as_lines

    variants = [variant_of(record) for record in records]
    solutions, counts = engine.solve(variants, limit=2)
    check_one(word, records, counts)
    for record, solution, variant in zip(records, as_lines(solutions), variants, strict=True):
        yield BookPuzzle(record.puzzle, solution, None, variant)


def _are_different(chapters: Sequence[Chapter], shape: Shape) -> bool:
    """Whether no puzzle is known to be another one turned or mirrored, as in a catalogue."""
    from board_catalogue import engine
    from board_catalogue.catalogue.puzzles.stored import from_lines

    bound = [puzzle for chapter in chapters for puzzle in chapter.puzzles]
    if any(puzzle.variant for puzzle in bound):
        return False  # puzzles under rules were not compared with each other
    puzzles = from_lines([puzzle.puzzle for puzzle in bound])
    keys = engine.puzzle_keys(puzzles, symmetry="d4", blocks=shape.blocks)
    return len({key.tobytes() for key in keys}) == len(puzzles)
