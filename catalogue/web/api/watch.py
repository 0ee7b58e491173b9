"""/api/watch: the steps of a collapse and of a search, in pieces; each names the address of the next."""

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from catalogue.web.handling import answered
from catalogue.web.numbers import GREATEST_SEED, whole_in
from catalogue.web.reading import read_puzzle
from catalogue.web.watching.collapse_steps import collapse_steps
from catalogue.web.watching.search_steps import search_steps
from catalogue.web.watching.watched import Watched
from engine import Grid

COLLAPSE, SEARCH = "/api/watch/collapse", "/api/watch/search"


def first_piece(watched: Watched, start: Grid) -> str:
    """Return the address of the first steps."""
    if watched.method == "collapse":
        return _collapse_address(watched, 0)
    return _search_address(start, watched.rule, {})


def _collapse(request: Request) -> Response:
    watched = Watched.of(request.query_params, seed=0)
    start = whole_in(request.query_params, "from", 0, 0, GREATEST_SEED)
    steps, end = collapse_steps(watched.shape, seed=watched.seed, index=watched.index, start=start)
    following = None if end else _collapse_address(watched, start + len(steps))
    return JSONResponse({"steps": steps, "end": end, "next": following})


def _search(request: Request) -> Response:
    query = request.query_params
    blocks, rule = query.get("blocks") or None, query.get("rule") or "fewest"
    puzzle = read_puzzle(query.get("puzzle", ""), blocks=blocks)
    after = Grid.parse(query["after"], blocks=puzzle.blocks) if query.get("after") else None
    piece = search_steps(puzzle, rule, after=after, backed_out=query.get("backed_out") == "1")
    if piece.ending:
        end = {"ending": piece.ending, "board": piece.grid.line(), "invalid": piece.grid.invalid_count}
        return JSONResponse({"steps": piece.steps, "end": end, "next": None})
    following = _search_address(puzzle, rule, {"after": piece.grid.line(), "backed_out": int(piece.backed_out)})
    return JSONResponse({"steps": piece.steps, "end": None, "next": following})


def _collapse_address(watched: Watched, start: int) -> str:
    shape = watched.shape
    wanted = {"size": shape.size, "blocks": shape.blocks, "seed": watched.seed, "index": watched.index, "from": start}
    return f"{COLLAPSE}?{urlencode(wanted)}"


def _search_address(puzzle: Grid, rule: str, place: dict[str, str | int]) -> str:
    return f"{SEARCH}?{urlencode({'puzzle': puzzle.line(), 'blocks': puzzle.blocks, 'rule': rule, **place})}"


routes = [answered(COLLAPSE, _collapse), answered(SEARCH, _search)]
