"""/api/fill: start a fill, follow it, stop it."""

from collections.abc import AsyncIterator

from anyio import sleep
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from catalogue.web.api.operation import Operation, flag, or_null, record, several, some_object, text, whole
from catalogue.web.event_stream import Event, event_stream
from catalogue.web.handling import json_of
from catalogue.web.making.wanted import FLAGS, LISTS, NAMES, NUMBERS, wanted_of
from catalogue.web.site import Site, site_of

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
]
