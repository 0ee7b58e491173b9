"""The setter's desk: the page on which a puzzle is drawn, and what the page asks the server about a draft."""

from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..pages.desk import desk_values, draft_of, shown
from .boards import found_puzzle
from .site import Data, answered, json_of, language_of, site_of
from .solving import puzzle_of


def _desk(request: Request) -> Response:
    """The page, perhaps with a puzzle of the catalogue."""
    number, draft = request.query_params.get("board"), None
    if number:
        found = found_puzzle(request, number.strip())[1]
        draft = draft_of(found.variant or found.grid)
    return site_of(request).page(request, "set.html", desk_values(language_of(request)) | {"draft": draft})


def _answer(work: Callable[[Request, Mapping[str, Any]], Data]) -> Callable[[Request], Response]:
    """A function of a request and its draft as a handler; ValueError for a draft of another form."""

    def answer(request: Request) -> Response:
        data = json_of(request)
        try:
            return JSONResponse(work(request, data))
        except (AttributeError, IndexError, KeyError, TypeError):
            raise ValueError("this is no draft of the desk") from None

    return answer


def _shown(request: Request, data: Mapping[str, Any]) -> Data:
    return shown(data, language_of(request))


def _read(request: Request, data: Mapping[str, Any]) -> Data:
    return draft_of(puzzle_of(str(data["text"])))


routes = [
    answered("/set", _desk),
    answered("/set/shown", _answer(_shown), methods=["POST"]),
    answered("/set/read", _answer(_read), methods=["POST"]),
]
