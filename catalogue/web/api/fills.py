"""/api/fill: start a fill, follow it, stop it."""

from collections.abc import AsyncIterator

from anyio import sleep
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from catalogue.web.event_stream import Event, event_stream
from catalogue.web.handling import answered, json_of
from catalogue.web.making.wanted import wanted_of
from catalogue.web.site import Site, site_of

_PERIOD = 0.2  # seconds between two looks at a fill


def _state(request: Request) -> Response:
    return JSONResponse(site_of(request).fills.state())


def _start(request: Request) -> Response:
    return JSONResponse(site_of(request).fills.start(wanted_of(json_of(request))), 202)


def _stop(request: Request) -> Response:
    return JSONResponse(site_of(request).fills.stop(), 202)


async def follow(request: Request) -> Response:
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


routes = [
    answered("/api/fill", _state),
    answered("/api/fill", _start, methods=["POST"], writes=True),
    answered("/api/fill/stop", _stop, methods=["POST"], writes=True),
    Route("/api/fill/events", follow),
]
