"""Publish puzzles: a PDF book with solutions at the back, and a site of plain files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, BinaryIO

from ... import engine
from ...engine.grades import SCORED_BLOCKS, Grade, Level, grade_of, why_unrated
from ...engine.reading.tables import Given
from ...engine.shape import NO_BLOCKS, USUAL_BLOCKS, Shape
from ...engine.words import ENGLISH, LANGUAGES
from .. import formats, runs, storage
from ..errors import CatalogueError
from ..formats import How
from ..formats.book.content import (
    GRIDS,
    MM,
    PAPERS,
    SOLUTION_GRIDS,
    Book,
    BookPuzzle,
    Chapter,
    Paper,
    Words,
    check_isbn,
    languages,
    read_words,
)
from ..puzzles.kinds import Depth, why_unfilled
from ..puzzles.stored import from_lines
from ..requests.request import Goal, Mark, Ranges, choice, text
from ..requests.selection import NumberedSelection, chosen
from ..requests.shared import NUMBERS, goals, target_of
from ..storage.whole_files import File, check_folder, write_folder
from .sections import Figures, Report, Sections


def _isbn(text: str) -> str:
    return check_isbn(text) if text else ""


@dataclass(frozen=True, kw_only=True)
class BookRequest(NumberedSelection):
    """Which puzzles the book has, and how it looks. ValueError for fields that do not go together."""

    output: str | PathLike[str] | None = field(default=None, kw_only=False)
    numbers: Annotated[Sequence[Ranges | int | str] | None, NUMBERS] = None
    grade: Annotated[Sequence[Goal | str], goals(Grade, numbered=True)] = ()
    level: Annotated[Sequence[Goal | str], goals(Level, numbered=True)] = ()
    puzzles: str | PathLike[str] | None = None
    base: int | None = None
    trust: bool = False
    title: str = "Sudoku"
    author: str = ""
    copyright: str = ""
    isbn: Annotated[str, text(read=_isbn)] = ""
    per_page: Annotated[int, choice(GRIDS)] = 4
    solutions_per_page: Annotated[int | None, choice(SOLUTION_GRIDS)] = None
    paper: Annotated[str, choice(PAPERS)] = "a4"
    bleed: int = 0
    font: Sequence[str | PathLike[str]] = ()
    language: Annotated[
        str | PathLike[str] | None, text(choices=languages, is_closed=False, or_file=True, former="words")
    ] = None
    credit: bool = False
    force: bool = False
    file: BinaryIO | None = field(default=None, compare=False, repr=False)
    """For programs: an open file to write to, in place of `output`."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _isbn(self.isbn)
        if not self.title.strip():
            raise ValueError("`title` is empty")
        if self.output is None and self.file is None:
            raise ValueError("name a file for the book with `output`")
        if self.base is not None and not self.puzzles:
            raise ValueError("`base` is for FILE")
        if self.puzzles and self.in_catalogue(None).names_puzzles:
            raise ValueError("options that choose puzzles are for those of the catalogue: leave out FILE")

    def in_catalogue(self, limit: int | None) -> NumberedSelection:
        """The selection without the grades and levels that make chapters."""
        values = {each.name: getattr(self, each.name) for each in fields(NumberedSelection)}
        chapters = {"grade": (), "level": ()} if self.quotas else {}
        return NumberedSelection(**values | chapters | {"limit": limit})


@dataclass(frozen=True)
class BookReport:
    """How many puzzles each chapter has, in the order of the book."""

    chapters: Sequence[tuple[str, int]]

    @property
    def puzzles(self) -> int:
        """How many puzzles the book has."""
        return sum(count for _, count in self.chapters)

    def data(self) -> dict[str, object]:
        """Return the figures for programs."""
        chapters = [{"name": name, "puzzles": count} for name, count in self.chapters]
        return {"puzzles": self.puzzles, "chapters": chapters}


def book(place: storage.Place, request: BookRequest) -> BookReport:
    """Write a book of the puzzles of the catalogue, or of a file.

    CatalogueError if there are fewer puzzles than asked for, or none, the file exists and `force` is not given, or
    reportlab is missing.
    """
    from ..formats.book.pages import book_as_pdf  # which needs the fonts

    output = None if request.output is None else Path(request.output)
    target = None if request.file else target_of(output, None, ("pdf",), default="pdf", force=request.force)
    words = read_words(Path(request.language)) if request.language else Words()
    path = None if request.puzzles is None else Path(request.puzzles)
    shape, chapters = _of_file(path, request, words) if path else _of_catalogue(place, request, words)
    content = Book(
        request.title.strip(),
        shape,
        chapters,
        author=request.author,
        copyright=request.copyright,
        isbn=request.isbn,
        words=words,
        fonts=[Path(font) for font in request.font][:2],
        has_credit=request.credit,
        are_different=not path or _are_different(chapters, shape),
    )
    paper = Paper(*PAPERS[request.paper], bleed=request.bleed * MM)
    pdf = book_as_pdf(content, paper, request.per_page, request.solutions_per_page)
    if target:
        target.write(pdf)
    elif request.file:
        request.file.write(pdf)
    return BookReport([(chapter.name, len(chapter.puzzles)) for chapter in chapters])


# --- Puzzles of a catalogue -----------------------------------------------------------------------------------------


def _of_catalogue(place: storage.Place, request: BookRequest, words: Words) -> tuple[Shape, list[Chapter]]:
    wanted: list[tuple[Mark | None, int | None]] = [*request.quotas.items()] or [(None, request.limit)]
    with storage.reading(place) as store:
        return store.settings.shape, [_chapter(store, request, *goal, words) for goal in wanted]


def _chapter(store: storage.Store, request: BookRequest, mark: Mark | None, limit: int | None, words: Words) -> Chapter:
    selection = request.in_catalogue(limit)
    if mark:
        goal = (Goal(mark, None),)
        selection = replace(selection, level=goal) if isinstance(mark, Level) else replace(selection, grade=goal)
    puzzles = chosen(store, selection)
    columns, game = ("givens", "solution", "grade", "level", "constraints"), store.settings.game
    rows = [(*row, game.variant(row[0], row[-1])) for row in puzzles.rows(columns)]
    lacking = [row[0] for row in rows if not row[3] and row[-1] is None and not request.grade]
    levels = {}
    if lacking and game.blocks == SCORED_BLOCKS:  # plain ones that the catalogue has not scored
        levels = dict(zip(lacking, _levels(from_lines(lacking)), strict=True))
    found = [
        BookPuzzle.marked(givens, solution, grade, level or levels.get(givens), by_grade=bool(request.grade))._replace(
            variant=variant
        )
        for givens, solution, grade, level, _, variant in rows
    ]
    if not request.grade:
        found = _scored(found)
    matching = len(puzzles.unlimited()) if len(found) < (limit or 1) else len(found)
    return _complete(found, matching, (mark, limit), words, "ask for fewer, fill the catalogue, or rate it")


def _levels(puzzles: Any, **how: Any) -> list[Level]:
    return [list(Level)[level] for level in engine.score(puzzles, **how)["level"].tolist()]


def _scored(puzzles: list[BookPuzzle]) -> list[BookPuzzle]:
    """The puzzles, with levels of those under rules that have no grade or level yet."""
    lacking = [puzzle.variant for puzzle in puzzles if puzzle.variant and puzzle.grade is None]
    levels = iter(_levels(lacking) if lacking else ())
    return [
        puzzle._replace(grade=next(levels)) if puzzle.variant and puzzle.grade is None else puzzle for puzzle in puzzles
    ]


def _complete(
    found: list[BookPuzzle], matching: int, goal: tuple[Mark | None, int | None], words: Words, advice: str
) -> Chapter:
    """The chapter of some puzzles; CatalogueError if there are fewer than wanted, or none."""
    grade, wanted = goal
    if not found or len(found) < (wanted or 0):
        kind = f"{grade} puzzles" if grade else "puzzles"
        raise CatalogueError(f"{matching:,} {kind} match, not {f'{wanted:,}' if wanted else 'any'}: {advice}")
    return Chapter(words.grade(grade).capitalize() if grade else words.puzzles, found, grade)


# --- Puzzles of a file ----------------------------------------------------------------------------------------------


def _of_file(path: Path, request: BookRequest, words: Words) -> tuple[Shape, list[Chapter]]:
    """The chapters of a file; CatalogueError names the line of a puzzle without exactly one solution."""
    shape, puzzles = _read(path, request)
    advice = f"{path} has no more; ask for fewer"
    if not request.quotas:
        some = _scored(puzzles[: request.limit])
        return shape, [_complete(some, len(puzzles), (None, request.limit), words, advice)]
    chapters = []
    for mark, count in request.quotas.items():
        found = [puzzle for puzzle in puzzles if puzzle.grade is mark]
        chapters.append(_complete(found[:count], len(found), (mark, count), words, advice))
    return shape, chapters


def _read(path: Path, request: BookRequest) -> tuple[Shape, list[BookPuzzle]]:
    """The puzzles of a file, with their solutions, and with their levels, or grades if these are asked for."""
    listing = runs.survey(path, How(base=request.base, trust=request.trust))
    has_blocks = listing.blocks or listing.size in USUAL_BLOCKS  # else variants have regions of their own
    shape = Shape.of(listing.size, listing.blocks if has_blocks else NO_BLOCKS)
    reason = None if listing.has_rules else why_unfilled(Depth.score, shape, "")
    if request.level and reason:
        raise CatalogueError(f"{path}: {reason}; leave out --level")
    by_level = bool(request.level) or not (request.grade or reason or why_unrated(shape.size))
    bound = _bound_variants if listing.has_rules else partial(_bound, shape=shape, by_level=by_level)
    puzzles = [puzzle for batch in listing.batches(0, 1024) for puzzle in bound(str(path), batch.records)]
    return shape, _scored(puzzles) if request.level else puzzles


def _bound(word: str, records: Sequence[Given], shape: Shape, by_level: bool) -> Iterator[BookPuzzle]:
    """Plain puzzles, with grades or levels if boards of their size have them."""
    puzzles = from_lines([record.puzzle for record in records])
    how: dict[str, Any] = {"blocks": shape.blocks}
    formats.opening.check_one(word, records, engine.count_solutions(puzzles, **how))
    marks: Iterable[Mark | None] = [None] * len(puzzles)
    if by_level:
        marks = _levels(puzzles, **how)
    elif why_unrated(shape.size) is None:
        marks = map(grade_of, engine.rate(puzzles, **how)["rating"].tolist())
    solutions = engine.boards.as_lines(engine.solve(puzzles, **how))
    yield from map(BookPuzzle, engine.boards.as_lines(puzzles), solutions, marks)


def _bound_variants(word: str, records: Sequence[Given]) -> Iterator[BookPuzzle]:
    """Puzzles with their rules, without levels: of many, only some may be chosen."""
    variants = [formats.variants.variant_of(record) for record in records]
    solutions, counts = engine.solve(variants, limit=2)
    formats.opening.check_one(word, records, counts)
    for record, solution, variant in zip(records, engine.boards.as_lines(solutions), variants, strict=True):
        yield BookPuzzle(record.puzzle, solution, None, variant)


def _are_different(chapters: Sequence[Chapter], shape: Shape) -> bool:
    """Whether no puzzle is known to be another one turned or mirrored, as in a catalogue."""
    bound = [puzzle for chapter in chapters for puzzle in chapter.puzzles]
    if any(puzzle.variant for puzzle in bound):
        return False  # puzzles under rules were not compared with each other
    puzzles = from_lines([puzzle.puzzle for puzzle in bound])
    keys = engine.puzzle_keys(puzzles, symmetry="d4", blocks=shape.blocks)
    return len({key.tobytes() for key in keys}) == len(puzzles)


# --- A site -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class SiteRequest(NumberedSelection):
    """Which puzzles the site has, and its folder. ValueError for fields that do not go together."""

    folder: str | PathLike[str] = field(kw_only=False)
    numbers: Annotated[Sequence[Ranges | int | str] | None, NUMBERS] = None
    title: str = "Sudoku"
    language: Annotated[str, choice(LANGUAGES)] = ENGLISH

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.title.strip():
            raise ValueError("`title` is empty")


@dataclass(frozen=True)
class SiteReport(Report):
    """The folder of the site, and how large it is."""

    folder: Path = field(repr=False)
    puzzles: int
    bytes: int

    def sections(self, seconds: float) -> Sections:
        """Return the figures of a site that took so long, for people."""
        counts = ("puzzles", self.puzzles), ("megabytes", f"{self.bytes / 1e6:.1f}"), ("seconds", f"{seconds:.2f}")
        return [Figures([*counts, ("open", str(self.folder / "index.html"))])]


def site(place: storage.Place, request: SiteRequest) -> SiteReport:
    """Write puzzles of the catalogue, with lists and lessons, as a site that needs no server.

    The folder appears whole or not at all, and replaces a site that it held. CatalogueError if it holds anything else,
    if no puzzle matches, or jinja2 is missing.
    """
    folder = Path(request.folder)
    check_folder(folder)
    try:
        from ..pages.site_pages import SitePages  # with templates
    except ModuleNotFoundError as error:
        if error.name != "jinja2":
            raise
        raise CatalogueError("a site needs jinja2; install it with: pip install 'board-catalogue[web]'") from None
    with storage.reading(place) as store:
        pages = SitePages(request.title.strip(), store.settings, request.language)
        size = write_folder(folder, _files(store, request, pages))
    return SiteReport(folder, len(pages.found), size)


def _files(store: storage.Store, request: SiteRequest, pages: Any) -> Iterator[File]:
    puzzles = chosen(store, request)
    count = len(puzzles)
    if not count:
        raise CatalogueError("no puzzle matches: choose others, or fill the catalogue")
    for row in puzzles.rows(pages.columns):
        yield from pages.puzzle(dict(zip(pages.columns, row, strict=True)))
        request.on_progress(len(pages.found), count)
    yield from pages.of_all()
