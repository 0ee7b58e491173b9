"""Runs through the API: fills, the steps of a collapse and of a search, experiments."""

import secrets
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict
from urllib.parse import urlencode

from anyio import sleep, to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from catalogue.web.api.operation import (
    BLOCKS,
    EXAMPLE,
    PUZZLE,
    Operation,
    flag,
    number,
    or_null,
    record,
    several,
    some_object,
    text,
    whole,
)
from catalogue.web.boards import read_puzzle
from catalogue.web.fills import FLAGS, LISTS, NAMES, NUMBERS, wanted_of
from catalogue.web.handling import Event, event_stream, json_of
from catalogue.web.live import GREATEST_SEED, Watched, collapse_steps, experiment_in, query_of, search_steps, whole_in
from catalogue.web.site import Site, site_of
from engine import Grid, time_limit
from engine.teaching.experiments import Experiment, Outcome
from engine.teaching.search import RULES

_PERIOD = 0.2  # seconds between two looks at a fill


def _state(request: Request) -> Response:
    """The last fill of this server."""
    return JSONResponse(site_of(request).fills.state())


def _start(request: Request) -> Response:
    """Start a fill with the options of `catalogue fill`; a missing catalogue is made."""
    return JSONResponse(site_of(request).fills.start(wanted_of(json_of(request))), 202)


def _stop(request: Request) -> Response:
    """Ask the fill that runs to end; what is finished is kept."""
    return JSONResponse(site_of(request).fills.stop(), 202)


async def _follow(request: Request) -> Response:
    """Send the state of the fill whenever it has changed, until the fill has ended."""
    return event_stream(_states(site_of(request)))


async def _states(site: Site) -> AsyncIterator[Event]:
    last = None
    while not site.is_ending:
        state = site.fills.state()
        if state != last:
            yield "state", state
            last = state
        if state["state"] not in ("running", "stopping"):
            return
        await sleep(_PERIOD)


_STATE = record(
    {
        "state": text("Of the last fill.", enum=["idle", "running", "stopping", "ended", "failed"]),
        "options": or_null(some_object("As they were asked for.")),
        "progress": or_null(some_object("How far it is.")),
        "report": or_null(some_object("The report of `catalogue fill --format json`, once it has ended.")),
        "error": or_null(text("Why it failed.")),
    },
    needs=["state", "options", "progress", "report", "error"],
)

_OPTIONS = {
    "count": {"type": ["integer", "object"], "description": "Boards to add, or so many of each grade."},
    "total": whole("Boards that there are to be in the end."),
    **{name: whole(f"As --{name.replace('_', '-')}.") for name in NUMBERS[2:]},
    **{name: text(f"As --{name}.") for name in NAMES},
    **{name: several(text(f"As --{name}."), f"As --{name}, any number of them.") for name in LISTS},
    **{name: flag(f"As --{name}.") for name in FLAGS},
}


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


SECONDS = 120.0
"""How long an experiment may take; then what is complete is its result."""


def _outcomes(request: Request) -> Response:
    """Run an experiment: search boards with random clues, and count how the searches end.

    The same query always gives the same boards. An experiment that takes longer than a request may is run with
    /api/experiment/events.
    """
    experiment = experiment_in(request.query_params, seed=0)
    outcomes = list(site_of(request).experiments.run(experiment))
    return JSONResponse({"outcomes": [asdict(outcome) for outcome in outcomes]})


async def _follow_experiment(request: Request) -> Response:
    """Run an experiment, and send each outcome when it is complete.

    The first event, `begin`, has the number of `rows`, the `seed`, and the addresses of the `plot` and of the `page`.
    `outcome` events have the fields of an outcome. The last event is `end`, with an `error` where not all rows are
    complete.
    """
    try:
        experiment = experiment_in(request.query_params, seed=secrets.randbits(32))
    except ValueError as error:
        raise HTTPException(400, str(error)) from error
    return event_stream(_events(site_of(request), experiment))


async def _events(site: Site, experiment: Experiment) -> AsyncIterator[Event]:
    query = query_of(experiment)
    yield (
        "begin",
        {
            "rows": experiment.rows,
            "seed": experiment.seed,
            "plot": f"/experiment.svg?{query}",
            "page": f"/experiment?{query}",
        },
    )
    found = site.experiments.run(experiment)
    deadline = time.monotonic() + SECONDS
    error = None
    try:
        while not site.is_ending:
            outcome = await to_thread.run_sync(_next, found, deadline, limiter=site.experiments.limiter)
            if outcome is None:
                break
            yield "outcome", asdict(outcome)
    except TimeoutError:
        error = f"stopped after {SECONDS:g} seconds; ask for fewer boards or steps"
    except ValueError as fault:  # so many clues are never found
        error = str(fault)
    yield "end", {"error": error}


def _next(found: Iterator[Outcome], deadline: float) -> Outcome | None:
    with time_limit(max(0.0, deadline - time.monotonic())):
        return next(found, None)


_PARAMETERS = {
    "clues": text("Numbers of random clues on a 9x9 board, such as 10,20; other sizes get the same share."),
    "sizes": text("Cells in a row, such as 4,9. Default: 9, or as the blocks say."),
    "blocks": BLOCKS,
    "rule": several(text("A rule.", enum=list(RULES)), "Rules for the next cell, tried on the same boards."),
    "runs": whole("Boards for each number of clues."),
    "max_steps": whole("Steps after which a search gives up."),
    "max_seconds": number("Seconds after which a search gives up."),
    "seed": whole("Default: 0, and a random one for events."),
}
_EXPERIMENT = {"clues": "0,8", "sizes": "4", "runs": 3}
_OUTCOMES = several({"type": "object"}, "As `catalogue explore --format json` writes them.")


operations = [
    Operation(path="/api/fill", work=_state, answer=_STATE),
    Operation(
        path="/api/fill",
        method="POST",
        work=_start,
        body=record(_OPTIONS),
        answer=_STATE,
        status=202,
        example={"count": 3, "seed": 1},
        writes=True,
    ),
    Operation(
        path="/api/fill/stop", method="POST", work=_stop, body=record({}), answer=_STATE, status=202, writes=True
    ),
    Operation(path="/api/fill/events", work=_follow, answer=_STATE, is_stream=True),
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
    Operation(
        path="/api/experiment",
        work=_outcomes,
        parameters=_PARAMETERS,
        answer=record({"outcomes": _OUTCOMES}, needs=["outcomes"]),
        example=_EXPERIMENT,
    ),
    Operation(
        path="/api/experiment/events",
        work=_follow_experiment,
        is_stream=True,
        parameters=_PARAMETERS,
        answer=record({}),
        example=_EXPERIMENT,
    ),
]
