"""Keep a local server safe from pages of other sites, from other machines, and from requests without end."""

import re
from collections.abc import Callable, Sequence
from functools import partial
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
from .messages import said_in
from .site import COOKIE, is_token, language_of, site_of

_POLICY, _NO_FRAMES = "content-security-policy", "frame-ancestors 'none'"

HEADERS = {
    # Nothing from elsewhere, nothing inline: a text that slips into a page cannot become a script.
    # The engine is WebAssembly, and works in workers that its script makes.
    _POLICY: "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; base-uri 'none'; "
    f"form-action 'self'; {_NO_FRAMES}; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # with no-referrer a form would come from the origin "null"
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    # A catalogue changes under the page; a browser may keep an answer, and asks whether it still holds.
    "cache-control": "no-cache",
}


def _with_headers(send: Send, change: Callable[[MutableHeaders], object]) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            change(MutableHeaders(scope=message))
        await send(message)

    return sent


def safe_headers(app: ASGIApp, frames: Sequence[str] = ()) -> ASGIApp:
    """Add the headers to every answer, also to errors; pages of the origins `frames` may show these in a frame."""
    shown = " ".join(["frame-ancestors", *frames]) if frames else _NO_FRAMES
    every = HEADERS | {_POLICY: HEADERS[_POLICY].replace(_NO_FRAMES, shown)}

    def add(headers: MutableHeaders) -> None:
        headers.update({name: value for name, value in every.items() if name not in headers})

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await app(scope, receive, _with_headers(send, add))

    return answer


def whole_answers(app: ASGIApp) -> ASGIApp:
    """Ignore the header Range, as HTTP allows: the files of the page are small, and a bad range cannot fail."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope["headers"] = [(name, value) for name, value in scope["headers"] if name != b"range"]
        await app(scope, receive, send)

    return answer


def error_response(request: Request, status: int, message: str) -> Response:
    """Return the answer to a request that failed."""
    said = said_in(language_of(request), on_one_line(message))
    if is_for_programs(request):
        return JSONResponse({"error": said}, status)
    return site_of(request).page(request, "error.html", {"status": status, "message": said}, status)


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


_TOO_LONG = f"a request may bring {MOST_BYTES:,} bytes"


def limited_body(app: ASGIApp) -> ASGIApp:
    """Refuse a body that is too long, before it has arrived."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "0")
        is_number = length.isascii() and length.isdigit() and len(length) < 20
        if not is_number or int(length) > MOST_BYTES:
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

        await app(scope, counted, send)

    return answer


_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_READING = frozenset({"GET", "HEAD"})


def own_pages_only(app: ASGIApp, host: str, readers: Sequence[str] = ()) -> ASGIApp:
    """Refuse what the pages of other sites ask for, but for data that `readers` of other origins may read."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers, method = Headers(scope=scope), scope["method"]
            hosts, origin = headers.getlist("host"), headers.get("origin")
            is_own = len(hosts) == 1 and _is_own(hosts[0], host.lower())
            is_data = scope["path"].startswith("/api/") or scope["path"] in ("/puzzles.json", "/puzzles.csv")
            if origin and is_own and is_data and method in _READING and {origin.lower(), "*"} & set(readers):
                send = _with_headers(send, partial(_open_to, origin))
            elif reason := _refusal(headers, method, f"{scope['scheme']}://{hosts[0].lower()}" if is_own else None):
                await error_response(Request(scope), 403, reason)(scope, receive, send)
                return
        await app(scope, receive, send)

    return answer


def _refusal(headers: Headers, method: str, own: str | None) -> str | None:
    """Why a request to an origin of ours, or to another host, is refused; None if it is not."""
    if own is None:
        return "the Host of the request is not a name of this server"
    origin = headers.get("origin")
    if origin is not None and origin.lower() != own:
        return "the request comes from a page of another site"
    if headers.get("sec-fetch-site", "none") in ("same-origin", "none"):
        return None
    follows_link = method in _READING and headers.get("sec-fetch-mode") == "navigate"
    return None if follows_link else "the request comes from a page of another site"


_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{1,5})?", re.ASCII | re.IGNORECASE)


def _is_own(asked: str, host: str) -> bool:
    found = _HOST.fullmatch(asked)
    if found is None:
        return False
    name = (found[1] or found[2]).lower()
    if name in _LOOPBACK or name == host:
        return True
    # Elsewhere than on loopback the server has addresses that it cannot know, but no name points to them falsely.
    return not is_loopback(host) and (_is_address(name) or name == gethostname().lower())


def _open_to(origin: str, headers: MutableHeaders) -> None:
    headers["access-control-allow-origin"] = origin
    headers["access-control-expose-headers"] = "ETag, Link"
    headers["cross-origin-resource-policy"] = "cross-origin"
    headers.add_vary_header("Origin")


def origins(texts: Sequence[str], *, has_all: bool = False) -> tuple[str, ...]:
    """The origins that a person names, such as https://example.org; with `has_all` also "*". CatalogueError for others.

    What is given back stands in a header, so that nothing else may be in it.
    """
    for text in texts:
        scheme, _, rest = text.partition("://")
        if not (has_all and text == "*") and (scheme.lower() not in ("http", "https") or not _HOST.fullmatch(rest)):
            raise CatalogueError(f"{text!r} is not an origin such as https://example.org{', and not *' * has_all}")
    return tuple(text.lower() for text in texts)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that is bound to the host."""
    return host.lower() == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


async def _enter(request: Request) -> Response:
    """Keep the token of the address that the server prints in the browser; HTTPException 401 for another one."""
    token = site_of(request).config.token
    if token is None or not is_token(token, request.query_params.get("token", "")):
        raise HTTPException(401, "this is not the token of this server; open the address that catalogue serve prints")
    answer = RedirectResponse("/", 303)
    answer.set_cookie(COOKIE, token, httponly=True, samesite="strict")
    return answer


routes = [Route("/enter", _enter)]
