"""Puzzles of a list as a file in any format, and as a book."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from tempfile import TemporaryFile
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile

from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.responses import Response, StreamingResponse

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats import FORMATS, Format
from board_catalogue.catalogue.formats.book.drawing import GRIDS, PAPERS, Book, BookPuzzle, Chapter, Paper
from board_catalogue.catalogue.formats.book.pages import book_as_pdf
from board_catalogue.catalogue.puzzles.numbers import Range, parsed_number
from board_catalogue.catalogue.storage.queries import check_numbers, notes_in
from board_catalogue.catalogue.storage.store import Store
from board_catalogue.catalogue.verbs.export import RULED_COLUMNS, check_rules, usual_columns, variants_of, with_rules
from board_catalogue.catalogue.verbs.query import Puzzles
from board_catalogue.catalogue.web.listings import MOST, truth, view_of
from board_catalogue.engine.native import check_time

DOWNLOADS = tuple(name for name in FORMATS if name != "table")
"""The formats of a download."""

MOST_IN_BOOK = 2000

_EXPORT = ("format", "solution", "numbers")
_BOOK = ("title", "per_page", "paper", "numbers")
MOST_PICTURES = 500

_PICTURES = ("svg", "png")
_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "json": "application/json",
    "jsonl": "application/x-ndjson",
    "svg": "image/svg+xml",
    "png": "image/png",
    "opensudoku": "application/x-opensudoku",
    "parquet": "application/vnd.apache.parquet",
    "sqlite": "application/vnd.sqlite3",
}
_CHUNK = 1 << 16


def exported(store: Store, parameters: QueryParams) -> Response:
    """Return a file of all puzzles that an address asks for, or of those among them that it names as `numbers`.

    ValueError for an unknown value, and for a format that cannot have these puzzles.
    """
    form = FORMATS.get(parameters.get("format", "csv"))
    if form is None or form.name not in DOWNLOADS:
        raise ValueError(f"format is not one of {', '.join(DOWNLOADS)}")
    is_ruled = bool(store.settings.rules)
    solution = truth(parameters, "solution", default=True)
    columns = usual_columns(form, solution=solution, notes=notes_in(store), ruled=is_ruled)
    puzzles = _chosen(store, parameters, _EXPORT)
    is_archive = form.name in _PICTURES and len(puzzles.limit(2)) > 1
    file = TemporaryFile()  # noqa: SIM115  the response closes it
    try:
        check_rules(form, store.settings)
        if is_archive:
            _write_archive(form, puzzles, columns, file, solution=solution)
        elif is_ruled and form.keeps_rules:
            _write_ruled(form, puzzles, file, solution=solution)
        else:
            _write(form, puzzles, columns, file, store.settings.shape.blocks)
        length = file.tell()
        file.seek(0)
    except CatalogueError as error:  # what the format lacks for these puzzles
        file.close()
        raise ValueError(str(error)) from error
    except BaseException:
        file.close()
        raise
    ending = ".zip" if is_archive else form.endings[0] if form.endings else ".txt"
    headers = {"content-length": str(length)} | _named(f"puzzles{ending}")
    kind = "application/zip" if is_archive else media_type(form)
    return StreamingResponse(_chunks(file), media_type=kind, headers=headers)


def book(store: Store, parameters: QueryParams) -> Response:
    """Return a PDF with the puzzles that an address asks for, as `exported` chooses them.

    ValueError for an unknown value, for no puzzles, and for more than MOST_IN_BOOK.
    """
    title, paper = parameters.get("title", "").strip() or "Sudoku", parameters.get("paper", "a4")
    per_page = parameters.get("per_page", "4")
    if len(title) > MOST_LETTERS:
        raise ValueError(f"a title has at most {MOST_LETTERS} characters")
    if paper not in PAPERS or per_page not in map(str, GRIDS):
        raise ValueError(f"paper is {' or '.join(PAPERS)}, per_page one of {', '.join(map(str, GRIDS))}")
    chosen, game = _chosen(store, parameters, _BOOK).limit(MOST_IN_BOOK + 1), store.settings.game
    puzzles = [
        BookPuzzle.marked(givens, *row, by_level="level" in parameters)._replace(variant=game.variant(givens, own))
        for givens, own, *row in chosen.rows(("givens", "constraints", "solution", "grade", "level"))
    ]
    if not puzzles:
        raise ValueError("no puzzles for a book")
    if len(puzzles) > MOST_IN_BOOK:
        raise ValueError(f"more than {MOST_IN_BOOK:,} puzzles: choose fewer, or use catalogue book")
    content = Book(title, store.settings.shape, [Chapter("Puzzles", puzzles)])
    pdf = book_as_pdf(content, Paper(*PAPERS[paper]), int(per_page))
    return Response(pdf, media_type="application/pdf", headers=_named("puzzles.pdf"))


MOST_LETTERS = 100
"""Of the title of a book."""


def _chosen(store: Store, parameters: QueryParams, others: Sequence[str]) -> Puzzles:
    view = view_of(parameters, others)
    names = [name for text in parameters.getlist("numbers") for name in text.split(",") if name]
    ranges = numbers_of(names)
    check_there(store, ranges)
    found = view.puzzles(store)
    return replace(found, criteria=replace(found.criteria, ranges=ranges)) if ranges else found


def numbers_of(names: Sequence[str]) -> list[Range]:
    """Puzzles by their numbers; ValueError for a text that is no number, and for more than MOST."""
    if len(names) > MOST:
        raise ValueError(f"{len(names):,} numbers of puzzles: {MOST} are the most; use filters for more")
    numbers = []
    for name in names:
        number = parsed_number(name)
        if number is None:
            raise ValueError(f"{name!r} is not a number of a puzzle, such as 12 or 12.1")
        numbers.append(number)
    return numbers


def check_there(store: Store, numbers: Sequence[Range]) -> None:
    """HTTPException 404 for the number of a puzzle that the catalogue does not have."""
    try:
        check_numbers(store, numbers)
    except CatalogueError as error:
        raise HTTPException(404, str(error)) from error


def media_type(form: Format) -> str:
    """The type of a file of a format, as an answer names it."""
    return _TYPES.get(form.name, "application/octet-stream" if form.is_binary else "text/plain; charset=utf-8")


def _write_ruled(form: Format, puzzles: Puzzles, file: BinaryIO, *, solution: bool) -> None:
    variants = variants_of(puzzles.rows(RULED_COLUMNS), puzzles.store.settings, solution=solution)
    if form.is_binary:
        form.write_variants(variants, file)
        return
    text = io.TextIOWrapper(file, "utf-8", newline="")
    form.write_variants(variants, text)
    text.flush()
    text.detach()


def _write_archive(form: Format, puzzles: Puzzles, columns: Sequence[str], file: BinaryIO, *, solution: bool) -> None:
    """Write a ZIP archive with a picture of each puzzle, named after it."""
    if len(puzzles.limit(MOST_PICTURES + 1)) > MOST_PICTURES:
        raise ValueError(f"more than {MOST_PICTURES} pictures: choose fewer puzzles, or another format")
    settings = puzzles.store.settings
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for number, *row in puzzles.rows(("id", *(RULED_COLUMNS if settings.rules else columns))):
            picture = io.BytesIO() if form.is_binary else io.StringIO()
            if settings.rules:
                form.write_variants(variants_of([row], settings, solution=solution), picture)
            else:
                form.write([row], columns, picture, blocks=settings.shape.blocks)
            archive.writestr(f"puzzle-{number}{form.endings[0]}", picture.getvalue())
            check_time()


def _write(form: Format, puzzles: Puzzles, columns: Sequence[str], file: BinaryIO, blocks: str) -> None:
    extra = {"blocks": blocks} if form.shows_blocks else {}
    rows = with_rules(puzzles.rows(columns), columns, puzzles.store.settings)
    if form.is_binary:
        form.write(rows, columns, file, **extra)
        return
    text = io.TextIOWrapper(file, "utf-8", newline="")
    form.write(rows, columns, text, **extra)
    text.flush()
    text.detach()


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    with file:
        while chunk := file.read(_CHUNK):
            yield chunk


def _named(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}
