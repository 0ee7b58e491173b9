"""The pages of a class: its board, and the puzzles of the catalogue whose solution is one of its images."""

import secrets
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...engine import CLASSES, Grid, automorphisms, pack, rank, unrank
from ...engine.boards import Boards
from ...engine.shape import Shape
from ..pages.boards import grid_view
from ..verbs.looking import by_class, last_board, of_key, state
from .browsing import found_puzzle
from .site import answered, site_of

_MOST_RANKED = 20_000  # boards, of which the class takes 0.1 ms each
_MOST_OF_CLASS = 200


def _class_of_board(request: Request) -> Response:
    """Lead from a puzzle to the class of its solution."""
    found = found_puzzle(request, request.path_params["number"])[1]
    solution = found.solution
    if found.variant or solution.board_shape != Shape.of(9):
        raise HTTPException(404, "only boards of 9x9 have a class with a number")
    return RedirectResponse(f"/class/{rank(solution)}", 303)


def _class(request: Request) -> Response:
    """The board of a class, and the puzzles of the catalogue whose solution is one of its images."""
    text = request.path_params["number"]
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) < CLASSES):
        raise HTTPException(404, f"{text!r} is not the number of a class: they go from 0 to {CLASSES - 1:,}")
    number = int(text)
    board = unrank(number)
    name = f"Class {number:,}"
    values = {
        "number": number,
        "classes": CLASSES,
        "grid": grid_view(Grid(board), name),
        "name": name,
        "line": Grid(board).line(),
        "automorphisms": int(automorphisms(board)),
        "random": secrets.randbelow(CLASSES),
        "found": _in_class(request, number, board),
    }
    return site_of(request).page(request, "class.html", values)


def _class_address(request: Request) -> str:
    text = request.query_params.get("number", "").replace(",", "").strip()
    if not text:
        return f"/class/{secrets.randbelow(CLASSES)}"
    return f"/class/{quote(text, safe='')}"


def _in_class(request: Request, number: int, board: Boards) -> list[str] | None:
    """The puzzles of the catalogue with a class, at most some; None if the catalogue does not know classes."""
    site = site_of(request)
    if not site.has_boards():
        return []
    with site.readers.store() as store:
        if store.settings.shape != Shape.of(9):
            return []
        if store.settings.symmetry == "full":
            return of_key(store, pack(board[None])[0].tobytes(), _MOST_OF_CLASS)
        if last_board(store) >= _MOST_RANKED:
            return None
        key = ("classes", state(store))
        return site.remembered.get(key, lambda: by_class(store)).get(number, [])[:_MOST_OF_CLASS]


routes = [
    answered("/boards/{number}/class", _class_of_board, computes=True),
    answered("/class", lambda request: RedirectResponse(_class_address(request), 303)),
    answered("/class/{number}", _class, computes=True),
]
