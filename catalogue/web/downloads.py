"""Puzzles of a list as a file in any format, or as a book: its dialog has the options of `catalogue book`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from os import SEEK_END
from tempfile import TemporaryFile
from typing import Any, BinaryIO

from starlette.datastructures import QueryParams
from starlette.responses import Response, StreamingResponse

from ...engine.grades import Level
from ..errors import CatalogueError, NoSuchPuzzle
from ..formats import FORMATS, Format
from ..puzzles.numbers import parsed_number
from ..requests.request import Option, hints_of, made, options_of
from ..requests.selection import NumberedSelection
from ..verbs.book import BookRequest, book
from ..verbs.export import EXPORTED, ExportRequest, export
from ..verbs.query import QueryRequest, query
from .api import truth, whole_in
from .listings import MOST, view_of

DOWNLOADS = EXPORTED
"""The formats of a download."""

_EXPORT = ("format", "solution", "numbers")
MOST_PICTURES = 500

_CHUNK = 1 << 16


def exported(place: Any, parameters: QueryParams) -> Response:
    """Return a file of all puzzles that an address asks for, or of those among them that it names as `numbers`.

    ValueError for an unknown value, and for a format that cannot have these puzzles.
    """
    form = FORMATS.get(parameters.get("format", "csv"))
    if form is None or form.name not in DOWNLOADS:
        raise ValueError(f"format is not one of {', '.join(DOWNLOADS)}")
    chosen, solution = fields_of_list(parameters, _EXPORT), truth(parameters, "solution", default=True)
    count = count_of(place, chosen, MOST_PICTURES + 1) if form.is_picture else 1
    if count > MOST_PICTURES:
        raise ValueError(f"more than {MOST_PICTURES} pictures: choose fewer puzzles, or another format")
    is_archive = count > 1
    file = TemporaryFile()  # noqa: SIM115  the response closes it
    try:
        export(place, ExportRequest(**chosen, format=form.name, solution=solution, archive=is_archive, file=file))
    except BaseException as error:
        file.close()
        if isinstance(error, CatalogueError) and not isinstance(error, NoSuchPuzzle):
            raise ValueError(str(error)) from error  # what the format lacks for these puzzles
        raise
    return download(file, *name_and_kind(form, is_archive=is_archive))


def fields_of_list(parameters: QueryParams, others: Sequence[str]) -> dict[str, Any]:
    """Which puzzles an address asks for, as fields of a request."""
    names = [name for text in parameters.getlist("numbers") for name in text.split(",") if name]
    check_numbers(names)
    return view_of(parameters, others).fields | {"numbers": names or None}


def count_of(place: Any, chosen: dict[str, Any], most: int) -> int:
    """How many puzzles there are, up to some number."""
    with query(place, QueryRequest(**chosen, limit=most)) as found:
        return len(found.puzzles)


def check_numbers(names: Sequence[str]) -> None:
    """ValueError for a text that is no number of a puzzle, and for more than MOST."""
    if len(names) > MOST:
        raise ValueError(f"{len(names):,} numbers of puzzles: {MOST} are the most; use filters for more")
    if unknown := [name for name in names if parsed_number(name) is None]:
        raise ValueError(f"{unknown[0]!r} is not a number of a puzzle, such as 12 or 12.1")


def name_and_kind(form: Format, name: str = "puzzles", *, is_archive: bool = False) -> tuple[str, str]:
    """The name of a file in a format, and its type."""
    if is_archive:
        return f"{name}.zip", "application/zip"
    return f"{name}{form.endings[0] if form.endings else '.txt'}", form.media_type


def download(file: BinaryIO, name: str, kind: str) -> Response:
    """Return an open file as one to save; the answer closes it."""
    length = file.seek(0, SEEK_END)
    file.seek(0)
    headers = {"content-length": str(length), "content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(_chunks(file), media_type=kind, headers=headers)


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    with file:
        while chunk := file.read(_CHUNK):
            yield chunk


# --- Books ---

MOST_IN_BOOK = 2000
MOST_LETTERS = 100
"""Of a text in a book."""

_CHAPTER = "chapter"
_ORDER = ("limit", "shuffled")
_OF_FILES = ("base",)


@dataclass(frozen=True)
class Field:
    """An option of the dialog."""

    name: str
    label: str
    kind: str
    """Of its control: text, whole, choice or flag."""
    choices: Sequence[str]
    default: str
    option: Option

    def read(self, text: str) -> object:
        """Return the value of a text. ValueError for one that it cannot have."""
        if len(text) > MOST_LETTERS:
            article = "an" if self.label[0] in "AEIOU" else "a"
            raise ValueError(f"{article} {self.label.lower()} has at most {MOST_LETTERS} characters")
        try:
            if self.kind == "flag":
                return truth({self.name: text}, self.name)
            if self.choices and text not in self.choices:
                raise ValueError(f"{text!r} is not one of {', '.join(self.choices)}")
            return self.option.read(text)
        except ValueError as error:
            raise ValueError(f"{self.label.lower()}: {error}") from None


def book_fields() -> list[Field]:
    """Return the options of a book that are not about which puzzles it has, nor files of the server."""
    shared = options_of(NumberedSelection)
    own = {name: each for name, each in options_of(BookRequest).items() if name not in shared and not each.is_local}
    defaults = {each.name: each.default for each in fields(BookRequest)}
    hints = hints_of(BookRequest)
    return [_field(name, option, hints[name], defaults[name]) for name, option in own.items() if name not in _OF_FILES]


def _field(name: str, option: Option, hint: object, default: object) -> Field:
    choices = [str(each) for each in option.choices()] if option.choices else []
    is_whole = option.greatest is not None
    kind = "flag" if hint is bool else "choice" if choices else "whole" if is_whole else "text"
    words = option.help.partition(". ")[0].partition(":")[0].partition(", or ")[0].rstrip(".")
    label = {"isbn": "ISBN"}.get(name, name.capitalize()) if kind == "text" else words
    usual = "" if default in (None, MISSING, "") else str(default)
    return Field(name, label, kind, choices, usual, option)


def bound(place: Any, parameters: QueryParams) -> Response:
    """Return a PDF with the puzzles that an address asks for, as `downloads.exported` chooses them.

    `chapter=easy=50`, perhaps several times, makes chapters of so many puzzles of a level. ValueError for an unknown
    value, for no puzzles, and for more than MOST_IN_BOOK.
    """
    options = book_fields()
    names = [each.name for each in options]
    chosen = fields_of_list(parameters, (*names, _CHAPTER, *_ORDER, "numbers")) | _order_in(parameters)
    if chapters := [text for text in parameters.getlist(_CHAPTER) if text]:
        chosen["level"] = [_chapter(text, chosen.get("level")) for text in chapters]
    values = {each.name: each.read(text) for each in options if (text := parameters.get(each.name, "").strip())}
    with TemporaryFile() as file:
        request = made(BookRequest, {**chosen, **values, "file": file})
        asked = sum(request.quotas.values()) or request.limit or count_of(place, chosen, MOST_IN_BOOK + 1)
        if not asked:
            raise ValueError("no puzzles for a book")
        if asked > MOST_IN_BOOK:
            raise ValueError(f"more than {MOST_IN_BOOK:,} puzzles: choose fewer, or use catalogue book")
        book(place, request)
        file.seek(0)
        headers = {"content-disposition": 'attachment; filename="puzzles.pdf"'}
        return Response(file.read(), media_type="application/pdf", headers=headers)


def _order_in(parameters: Mapping[str, str]) -> dict[str, Any]:
    """How many of the puzzles, and whether they are shuffled."""
    limit = whole_in(parameters, "limit", 0, 1, MOST_IN_BOOK)
    shuffled = {"sort": "random", "desc": False} if truth(parameters, "shuffled") else {}
    return shuffled | ({"limit": limit} if limit else {})


def _chapter(text: str, levels: Sequence[str] | None) -> str:
    """A chapter such as easy=50. ValueError for a text without a number, or for a level that the list leaves out."""
    level, _, number = text.partition("=")
    if levels and level not in levels:
        raise ValueError(f"the list has no {level} puzzles: take away its filter of levels, or the chapter")
    if not number:
        raise ValueError(f"chapter {text!r} is not a level and a number, such as easy=50")
    return text


CHAPTERS = tuple(map(str, Level))
"""The levels that can have a chapter."""
