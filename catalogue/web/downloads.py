"""Puzzles of a list as a file in any format, and as a book."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO

from starlette.datastructures import QueryParams
from starlette.responses import Response, StreamingResponse

from board_catalogue.catalogue.errors import CatalogueError, NoSuchPuzzle
from board_catalogue.catalogue.formats import FORMATS
from board_catalogue.catalogue.formats.book.drawing import GRIDS, PAPERS
from board_catalogue.catalogue.puzzles.numbers import Range, parsed_number
from board_catalogue.catalogue.verbs.book import BookRequest, book
from board_catalogue.catalogue.verbs.export import EXPORTED, ExportRequest, export
from board_catalogue.catalogue.verbs.query import QueryRequest, query
from board_catalogue.catalogue.web.listings import MOST, truth, view_of

DOWNLOADS = EXPORTED
"""The formats of a download."""

MOST_IN_BOOK = 2000

_EXPORT = ("format", "solution", "numbers")
_BOOK = ("title", "per_page", "paper", "numbers")
MOST_PICTURES = 500

_CHUNK = 1 << 16


def exported(place: Any, parameters: QueryParams) -> Response:
    """Return a file of all puzzles that an address asks for, or of those among them that it names as `numbers`.

    ValueError for an unknown value, and for a format that cannot have these puzzles.
    """
    form = FORMATS.get(parameters.get("format", "csv"))
    if form is None or form.name not in DOWNLOADS:
        raise ValueError(f"format is not one of {', '.join(DOWNLOADS)}")
    chosen, solution = _fields(parameters, _EXPORT), truth(parameters, "solution", default=True)
    count = _count(place, chosen, MOST_PICTURES + 1) if form.is_picture else 1
    if count > MOST_PICTURES:
        raise ValueError(f"more than {MOST_PICTURES} pictures: choose fewer puzzles, or another format")
    is_archive = count > 1
    file = TemporaryFile()  # noqa: SIM115  the response closes it
    try:
        export(place, ExportRequest(**chosen, format=form.name, solution=solution, archive=is_archive, file=file))
        length = file.tell()
        file.seek(0)
    except NoSuchPuzzle:
        file.close()
        raise
    except CatalogueError as error:  # what the format lacks for these puzzles
        file.close()
        raise ValueError(str(error)) from error
    except BaseException:
        file.close()
        raise
    ending = ".zip" if is_archive else form.endings[0] if form.endings else ".txt"
    headers = {"content-length": str(length)} | _named(f"puzzles{ending}")
    kind = "application/zip" if is_archive else form.media_type
    return StreamingResponse(_chunks(file), media_type=kind, headers=headers)


def bound(place: Any, parameters: QueryParams) -> Response:
    """Return a PDF with the puzzles that an address asks for, as `exported` chooses them.

    ValueError for an unknown value, for no puzzles, and for more than MOST_IN_BOOK.
    """
    title, paper = parameters.get("title", "").strip() or "Sudoku", parameters.get("paper", "a4")
    per_page = parameters.get("per_page", "4")
    if len(title) > MOST_LETTERS:
        raise ValueError(f"a title has at most {MOST_LETTERS} characters")
    if paper not in PAPERS or per_page not in map(str, GRIDS):
        raise ValueError(f"paper is {' or '.join(PAPERS)}, per_page one of {', '.join(map(str, GRIDS))}")
    chosen = _fields(parameters, _BOOK)
    count = _count(place, chosen, MOST_IN_BOOK + 1)
    if not count:
        raise ValueError("no puzzles for a book")
    if count > MOST_IN_BOOK:
        raise ValueError(f"more than {MOST_IN_BOOK:,} puzzles: choose fewer, or use catalogue book")
    with TemporaryFile() as file:
        book(place, BookRequest(**chosen, title=title, paper=paper, per_page=int(per_page), file=file))
        file.seek(0)
        return Response(file.read(), media_type="application/pdf", headers=_named("puzzles.pdf"))


MOST_LETTERS = 100
"""Of the title of a book."""


def _fields(parameters: QueryParams, others: Sequence[str]) -> dict[str, Any]:
    """Which puzzles an address asks for, as fields of a request."""
    names = [name for text in parameters.getlist("numbers") for name in text.split(",") if name]
    numbers_of(names)
    return view_of(parameters, others).fields | {"numbers": names or None}


def _count(place: Any, chosen: dict[str, Any], most: int) -> int:
    """How many puzzles there are, up to some number."""
    with query(place, QueryRequest(**chosen, limit=most)) as found:
        return len(found.puzzles)


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


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    with file:
        while chunk := file.read(_CHUNK):
            yield chunk


def _named(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


def download(path: Path, name: str, kind: str) -> Response:
    """Return a file on the disk as one to save, which may then be removed."""
    file = path.open("rb")
    headers = {"content-length": str(path.stat().st_size)} | _named(name)
    return StreamingResponse(_chunks(file), media_type=kind, headers=headers)
