"""/api/watch: the steps of a collapse and of a search, in pieces; each names the address of the next."""

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from catalogue.web.api.operation import BLOCKS, EXAMPLE, PUZZLE, Operation, flag, or_null, record, several, text, whole
from catalogue.web.boards.reading import read_puzzle
from catalogue.web.numbers import GREATEST_SEED, whole_in
from catalogue.web.watching.collapse_steps import collapse_steps
from catalogue.web.watching.search_steps import search_steps
from catalogue.web.watching.watched import Watched
from engine import Grid
from engine.teaching.search import RULES

COLLAPSE, SEARCH = "/api/watch/collapse", "/api/watch/search"


def first_piece(watched: Watched, start: Grid) -> str:
    """Return the address of the first steps."""
    if watched.method == "collapse":
        return _collapse_address(watched, 0)
    return _search_address(start, watched.rule, {})


def _collapse(request: Request) -> Response:
    """Give the steps of wave function collapse that make a board, from one of them on.

    `next` is the address of those that follow, and `end` how the run ended. Candidates are masks, bit 0 for digit 1.
    """
    watched = Watched.of(request.query_params, seed=0)
    start = whole_in(request.query_params, "from", 0, 0, GREATEST_SEED)
    steps, end = collapse_steps(watched.shape, seed=watched.seed, index=watched.index, start=start)
    following = None if end else _collapse_address(watched, start + len(steps))
    return JSONResponse({"steps": steps, "end": end, "next": following})


def _search(request: Request) -> Response:
    """Give the first steps of the search on a stack for a solution, or those after a piece.

    `next` is the address of those that follow, and `end` how the search ended. Candidates are masks, bit 0 for digit 1.
    """
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


_CELL = whole("Numbered row by row from 0.")
_CHANGES = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
_NEXT = or_null(text("The address of the steps that follow; null after the last ones."))
_BOARD = {"board": text("A character a cell."), "invalid": whole("How many cells have the value of a peer.")}
_STEP = {
    "cell": _CELL,
    "candidates": whole("Of the cell, as a mask."),
    "value": whole("What it gets; 0 where the search goes back and empties it."),
}
_COLLAPSE_STEP = record(
    {
        "attempt": whole("From 0; each starts with all candidates in all cells."),
        **_STEP,
        "undone": flag("Whether the value led to a dead end, and was taken back."),
        "settled": several(_CHANGES, "Cells, each with the value that it got."),
        "left": several(_CHANGES, "Open cells that lost candidates, each with the mask of those left."),
        "dead_end": or_null(text("What has nothing left.")),
    }
)

operations = [
    Operation(
        path=COLLAPSE,
        work=_collapse,
        computes=True,
        parameters={
            "size": whole("Cells in a row. Default: 9, or as the blocks say."),
            "blocks": BLOCKS,
            "seed": whole("Default: 0."),
            "index": whole("Which board of the seed, from 0."),
            "from": whole("The first step, from 0."),
        },
        answer=record(
            {"steps": several(_COLLAPSE_STEP, "In their order."), "end": or_null(record(_BOARD)), "next": _NEXT},
            needs=["steps", "end", "next"],
        ),
        example={"size": 4, "seed": 1},
    ),
    Operation(
        path=SEARCH,
        work=_search,
        computes=True,
        parameters={
            "puzzle": PUZZLE,
            "blocks": BLOCKS,
            "rule": text("Which cell comes next.", enum=list(RULES)),
            "after": text("The grid after the piece before, a character a cell."),
            "backed_out": whole("1 where the last step before emptied a cell."),
        },
        answer=record(
            {
                "steps": several(record(_STEP), "In their order."),
                "end": or_null(record({"ending": text("How.", enum=["solved", "unsolvable"]), **_BOARD})),
                "next": _NEXT,
            },
            needs=["steps", "end", "next"],
        ),
        example={"puzzle": EXAMPLE, "rule": "fewest"},
    ),
]
