"""The page on which a board is made, or a puzzle searched, step by step."""

import secrets

from starlette.requests import Request
from starlette.responses import Response

from catalogue.web.api.watched_steps import first_piece
from catalogue.web.boards.grid_view import grid_view
from catalogue.web.handling import answered
from catalogue.web.site import site_of
from catalogue.web.watching.watched import Watched
from engine.shape import LARGEST_SIZE
from engine.teaching.search import RULES


def _watch(request: Request) -> Response:
    watched = Watched.of(request.query_params, seed=secrets.randbits(32))
    start = watched.start()
    return site_of(request).page(
        request,
        "watch.html",
        {
            "watched": watched,
            "caption": _caption(watched, start.locked_count),
            "view": grid_view(start, "The board"),
            "first_piece": first_piece(watched, start),
            "next_page": watched.next_page(),
            "asked": request.query_params,
            "rules": list(RULES),
            "largest_size": LARGEST_SIZE,
        },
    )


def _caption(watched: Watched, clues: int) -> str:
    """What is shown, in one line."""
    if watched.pasted:
        return f"A puzzle with {clues} clues"
    board = f"Board {watched.index} of seed {watched.seed}"
    return board if watched.method == "collapse" else f"{board}, with {clues} random clues"


routes = [answered("/watch", _watch)]
