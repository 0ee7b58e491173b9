"""One puzzle of the catalogue."""

from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from catalogue.errors import CatalogueError
from catalogue.numbers import Range, parsed_number
from catalogue.queries import COLUMNS, numbered
from catalogue.store import Store
from catalogue.web.api.operation import BLOCKS, NUMBER, Operation, counts, or_null, record, text
from catalogue.web.api.puzzles import PUZZLE_FIELDS
from catalogue.web.site import site_of

_MORE = ("techniques", "tags", "source")


def _board(request: Request) -> Response:
    """A puzzle by its number, with its solution, its tags and the techniques on its path."""
    number = number_in(request.path_params)
    with site_of(request).readers.store() as store:
        return JSONResponse(puzzle_of(store, number) | {"blocks": store.settings.shape.blocks})


def number_in(parameters: Mapping[str, str]) -> Range:
    """The number of a puzzle in an address; HTTPException 404 for another text."""
    number = parsed_number(parameters["number"])
    if number is None:
        raise HTTPException(404, f"{parameters['number']!r} is not a number of a puzzle, such as 12 or 12.1")
    return number


def puzzle_of(store: Store, number: Range) -> dict[str, Any]:
    """All that the catalogue knows of a puzzle, by column; HTTPException 404 where there is none."""
    columns = (*COLUMNS, *_MORE)
    try:
        (row,) = numbered(store, [number], columns=columns)
    except CatalogueError as error:
        raise HTTPException(404, str(error)) from error
    return dict(zip(columns, row, strict=True))


operations = [
    Operation(
        path="/api/boards/{number}",
        work=_board,
        parameters={"number": NUMBER},
        answer=record(
            PUZZLE_FIELDS
            | {
                "techniques": or_null(counts("How many steps of its path use each technique.")),
                "tags": or_null(text("Its tags, with commas between.")),
                "source": or_null(text("The file that it was imported from.")),
                "blocks": BLOCKS,
            },
            needs=[*PUZZLE_FIELDS, *_MORE, "blocks"],
        ),
        example={"number": "12"},
    )
]
