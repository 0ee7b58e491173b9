"""How a function answers a request: in a thread, in limited time, with errors as one line; and events as they come."""

import json
from collections.abc import AsyncIterator, Callable, Sequence
from hashlib import blake2b
from typing import Any

from anyio import CapacityLimiter, move_on_after, to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from catalogue.errors import BusyCatalogue, CatalogueError
from catalogue.web.safety import check_may_write
from catalogue.web.site import site_of
from engine.native import time_limit

SECONDS = 10.0
"""How long a request may take; what needs longer says so in its route."""

_SECONDS_TO_ARRIVE = 10.0  # for the body
_SECONDS_TO_WAIT = 30.0  # for others

Work = Callable[[Request], Response]


def answered(
    path: str,
    work: Work,
    *,
    methods: Sequence[str] = ("GET",),
    writes: bool = False,
    computes: bool = False,
    seconds: float = SECONDS,
) -> Route:
    """Return the route of a function that computes the answer.

    The function runs in a thread under `engine.time_limit`. ValueError in it becomes status 400, CatalogueError 409,
    TimeoutError 503, HTTPException its own. What `writes` changes the catalogue: the request has to be allowed to.
    What `computes` has threads of its own, and readers do not wait for it.
    """

    async def endpoint(request: Request) -> Response:
        if writes:
            check_may_write(request)
        request.state.body = b""
        with move_on_after(_SECONDS_TO_ARRIVE) as waiting:
            request.state.body = await request.body()
        if waiting.cancelled_caught:
            raise HTTPException(408, "the request did not arrive in time")
        site = site_of(request)
        limiter = site.computing if computes else site.reading
        await _get_a_place(limiter)
        try:
            return await to_thread.run_sync(_within, work, request, seconds)
        finally:
            limiter.release()

    return Route(path, endpoint, methods=list(methods))


async def _get_a_place(limiter: CapacityLimiter) -> None:
    with move_on_after(_SECONDS_TO_WAIT) as waiting:
        await limiter.acquire()
    if waiting.cancelled_caught:
        raise HTTPException(503, "the server works on other requests; try again later")


def _within(work: Work, request: Request, seconds: float) -> Response:
    try:
        with time_limit(seconds):
            return _unless_known(request, work(request))
    except TimeoutError:
        raise HTTPException(503, f"this takes longer than {seconds:g} seconds; ask for less") from None
    except BusyCatalogue as error:
        raise HTTPException(409, error.on_a_page) from error
    except CatalogueError as error:
        raise HTTPException(409, str(error)) from error
    except ValueError as error:
        raise HTTPException(400, str(error)) from error


def _unless_known(request: Request, response: Response) -> Response:
    """The response with a tag of its content; status 304 alone where the one who asks has that content already."""
    if request.method not in ("GET", "HEAD") or response.status_code != 200 or isinstance(response, StreamingResponse):
        return response
    tag = f'W/"{blake2b(bytes(response.body), digest_size=12).hexdigest()}"'  # weak: it may be compressed
    known = {each.strip() for each in request.headers.get("if-none-match", "").split(",")}
    if tag in known:
        return Response(status_code=304, headers={"etag": tag})
    response.headers["etag"] = tag
    return response


def json_of(request: Request) -> dict[str, Any]:
    """The JSON object that a request brings; HTTPException 415 for another type, ValueError for another value."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, "send JSON, with Content-Type: application/json")
    try:
        found = json.loads(request.state.body)
    except (ValueError, RecursionError):
        raise ValueError("the body of the request is not JSON") from None
    if not isinstance(found, dict):
        raise ValueError("the body of the request is not a JSON object")
    return found


Event = tuple[str, Any]
"""Its name and its data, which is sent as JSON."""


def event_stream(events: AsyncIterator[Event]) -> StreamingResponse:
    """Return the answer that sends these events as they come, and ends with them."""

    async def lines() -> AsyncIterator[str]:
        async for name, data in events:
            yield f"event: {name}\ndata: {json.dumps(data)}\n\n"

    return StreamingResponse(lines(), media_type="text/event-stream")
