"""Keep a local server safe from pages of other sites, from other machines, and from requests without end."""

import secrets
from collections.abc import Sequence
from http import HTTPStatus
from ipaddress import ip_address
from socket import gethostname

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import CatalogueError, on_one_line
from .site import COOKIE, is_token, site_of

HEADERS = {
    # Nothing from elsewhere, nothing inline: a text that slips into a page cannot become a script.
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
    " object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # with no-referrer a form would come from the origin "null"
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    # A catalogue changes under the page; a browser may keep an answer, and asks whether it still holds.
    "cache-control": "no-cache",
}


class SafeHeaders:
    """Adds the headers to every answer, also to errors."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update({name: value for name, value in HEADERS.items() if name not in headers})
            await send(message)

        await self.app(scope, receive, send_with_headers)


class WholeAnswers:
    """Ignores the header Range, as HTTP allows: the files of the page are small, and a bad range cannot fail."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http":
            scope["headers"] = [(name, value) for name, value in scope["headers"] if name != b"range"]
        await self.app(scope, receive, send)


def error_response(request: Request, status: int, message: str) -> Response:
    """Return the answer to a request that failed."""
    line = on_one_line(message)
    if is_for_programs(request):
        return JSONResponse({"error": line}, status)
    return site_of(request).page(request, "error.html", {"status": status, "message": line}, status)


def is_for_programs(request: Request) -> bool:
    """Whether the client wants data, not a page."""
    path = request.url.path
    wants_page = "text/html" in request.headers.get("accept", "")
    return path == "/api" or path.startswith("/api/") or path.endswith((".json", ".csv")) or not wants_page


def on_http_error(request: Request, error: Exception) -> Response:
    """Answer when a handler or the router raises HTTPException."""
    assert isinstance(error, HTTPException)
    nothing_there = error.detail == HTTPStatus.NOT_FOUND.phrase  # the router's own words
    message = "there is nothing at this address" if nothing_there else error.detail
    response = error_response(request, error.status_code, message)
    response.headers.update(error.headers or {})
    return response


def on_failure(request: Request, error: Exception) -> Response:
    """Answer if something is wrong in the program; the server prints the error."""
    response = error_response(request, 500, "the server failed at this; what it prints says why")
    response.headers.update(HEADERS)  # Starlette answers failures outside of all middleware
    return response


MOST_BYTES = 262_144
"""Of a body: the longest selection of puzzles, or a thousand pasted ones."""


class LimitedBody:
    """Refuses a body that is too long, before it has arrived."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if _announced(Headers(scope=scope)) > MOST_BYTES:
            await error_response(Request(scope), 413, _TOO_LONG)(scope, receive, send)
            return
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > MOST_BYTES:
                raise HTTPException(413, _TOO_LONG)
            return message

        await self.app(scope, counted, send)


_TOO_LONG = f"a request may bring {MOST_BYTES:,} bytes"


def _announced(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isascii() and length.isdigit() and len(length) < 20 else MOST_BYTES + 1


_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_READING = frozenset({"GET", "HEAD"})


class OwnPagesOnly:
    """Refuses what the pages of other sites ask for."""

    def __init__(self, app: ASGIApp, host: str, readers: Sequence[str] = ()) -> None:
        self.app = app
        self.host = host.lower()
        self.readers = readers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http" and (origin := self._reader(scope)):
            await self.app(scope, receive, _readable(send, origin))
            return
        if scope["type"] == "http" and (reason := self._refusal(Headers(scope=scope), scope["method"])):
            await error_response(Request(scope), 403, reason)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _reader(self, scope: Scope) -> str | None:
        """The origin of a page elsewhere that may read what it asks for; None for all other requests."""
        headers, path = Headers(scope=scope), scope["path"]
        hosts, origin = headers.getlist("host"), headers.get("origin")
        is_data = path.startswith("/api/") or path in ("/puzzles.json", "/puzzles.csv")
        if origin is None or scope["method"] not in _READING or not is_data:
            return None
        if len(hosts) != 1 or not self._is_own(hosts[0]) or not {origin.lower(), "*"} & set(self.readers):
            return None
        return origin

    def _refusal(self, headers: Headers, method: str) -> str | None:
        """Why a request is refused; None if it is not."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_own(hosts[0]):
            return "the Host of the request is not a name of this server"
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"{scheme}://{hosts[0].lower()}" for scheme in _SCHEMES):
            return "the request comes from a page of another site"
        if headers.get("sec-fetch-site", "none") in ("same-origin", "none"):
            return None
        follows_link = method in _READING and headers.get("sec-fetch-mode") == "navigate"
        return None if follows_link else "the request comes from a page of another site"

    def _is_own(self, host: str) -> bool:
        name = _name(host)
        if name in _LOOPBACK or name == self.host:
            return True
        # Elsewhere than on loopback the server has addresses that it cannot know, but no name points to them falsely.
        return not is_loopback(self.host) and (_is_address(name) or name == gethostname().lower())


_SCHEMES = ("http", "https")


def _readable(send: Send, origin: str) -> Send:
    """Send answers that a page of another origin may read."""

    async def readable(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["access-control-allow-origin"] = origin
            headers["access-control-expose-headers"] = "ETag, Link"
            headers["cross-origin-resource-policy"] = "cross-origin"
            headers.add_vary_header("Origin")
        await send(message)

    return readable


def origins(texts: Sequence[str]) -> tuple[str, ...]:
    """The origins that a person names, such as https://example.org, or "*". CatalogueError for another text."""
    for text in texts:
        scheme, _, rest = text.partition("://")
        if text != "*" and (scheme.lower() not in _SCHEMES or not rest or set(rest) & set("/?# @")):
            raise CatalogueError(f"{text!r} is not an origin such as https://example.org, and not *")
    return tuple(text.lower() for text in texts)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that is bound to the host."""
    return host.lower() == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def _name(host: str) -> str:
    """A Host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def new_token() -> str:
    """Return a token that cannot be guessed."""
    return secrets.token_urlsafe(24)


def _enter(request: Request) -> Response:
    """Keep the token of an address that the server printed in the browser; HTTPException 401 for another one."""
    token = site_of(request).config.token
    if token is None or not is_token(token, request.query_params.get("token", "")):
        raise HTTPException(401, "this is not the token of this server; open the address that catalogue serve prints")
    answer = RedirectResponse("/", 303)
    answer.set_cookie(COOKIE, token, httponly=True, samesite="strict")
    return answer


async def enter(request: Request) -> Response:
    """Answer the address that the server prints if a token is needed."""
    return _enter(request)


routes = [
    Route("/enter", enter),
]
