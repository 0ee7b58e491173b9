"""/api/experiment: how the stack search performs on random clues."""

import secrets
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from catalogue.web.api.operation import BLOCKS, Operation, number, record, several, text, whole
from catalogue.web.event_stream import Event, event_stream
from catalogue.web.experimenting.asked import experiment_in, query_of
from catalogue.web.site import Site, site_of
from engine import time_limit
from engine.teaching.experiments import Experiment, Outcome
from engine.teaching.search import RULES

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


async def _follow(request: Request) -> Response:
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
_EXAMPLE = {"clues": "0,8", "sizes": "4", "runs": 3}
_OUTCOMES = several({"type": "object"}, "As `catalogue explore --format json` writes them.")

operations = [
    Operation(
        path="/api/experiment",
        work=_outcomes,
        parameters=_PARAMETERS,
        answer=record({"outcomes": _OUTCOMES}, needs=["outcomes"]),
        example=_EXAMPLE,
    ),
    Operation(
        path="/api/experiment/events",
        work=_follow,
        is_stream=True,
        parameters=_PARAMETERS,
        answer=record({}),
        example=_EXAMPLE,
    ),
]
