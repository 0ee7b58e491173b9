"""Errors as one clear line: a page for people, JSON for programs."""

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from catalogue.errors import on_one_line
from catalogue.web.safety.headers import HEADERS
from catalogue.web.site import site_of


def error_response(request: Request, status: int, message: str) -> Response:
    """Return the answer to a request that failed."""
    line = on_one_line(message)
    if is_for_programs(request):
        return JSONResponse({"error": line}, status)
    return site_of(request).page(request, "error.html", {"status": status, "message": line}, status)


def is_for_programs(request: Request) -> bool:
    """Whether the one who asks wants data, not a page."""
    path = request.url.path
    wants_page = "text/html" in request.headers.get("accept", "")
    return path == "/api" or path.startswith("/api/") or path.endswith((".json", ".csv")) or not wants_page


def on_http_error(request: Request, error: Exception) -> Response:
    """Answer where a handler or the router raises HTTPException."""
    assert isinstance(error, HTTPException)
    nothing_there = error.detail == HTTPStatus.NOT_FOUND.phrase  # the router's own words
    message = "there is nothing at this address" if nothing_there else error.detail
    response = error_response(request, error.status_code, message)
    response.headers.update(error.headers or {})
    return response


def on_failure(request: Request, error: Exception) -> Response:
    """Answer where something is wrong in the program; the server prints the error."""
    response = error_response(request, 500, "the server failed at this; what it prints says why")
    response.headers.update(HEADERS)  # Starlette answers failures outside of all middleware
    return response
