"""Puzzles of a list as a file in any format."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO

from starlette.datastructures import QueryParams
from starlette.responses import Response, StreamingResponse

from ..errors import CatalogueError, NoSuchPuzzle
from ..formats import FORMATS
from ..puzzles.numbers import Range, parsed_number
from ..verbs.export import EXPORTED, ExportRequest, export
from ..verbs.query import QueryRequest, query
from .listings import MOST, truth, view_of

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
    headers = {"content-length": str(length)} | named(f"puzzles{ending}")
    kind = "application/zip" if is_archive else form.media_type
    return StreamingResponse(_chunks(file), media_type=kind, headers=headers)


def fields_of_list(parameters: QueryParams, others: Sequence[str]) -> dict[str, Any]:
    """Which puzzles an address asks for, as fields of a request."""
    names = [name for text in parameters.getlist("numbers") for name in text.split(",") if name]
    numbers_of(names)
    return view_of(parameters, others).fields | {"numbers": names or None}


def count_of(place: Any, chosen: dict[str, Any], most: int) -> int:
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


def named(name: str) -> dict[str, str]:
    """The header of an answer that is saved under a name."""
    return {"content-disposition": f'attachment; filename="{name}"'}


def download(path: Path, name: str, kind: str) -> Response:
    """Return a file on the disk as one to save, which may then be removed."""
    file = path.open("rb")
    headers = {"content-length": str(path.stat().st_size)} | named(name)
    return StreamingResponse(_chunks(file), media_type=kind, headers=headers)
