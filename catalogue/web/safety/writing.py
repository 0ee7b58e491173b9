"""Who may write: every user of this machine, and elsewhere those with the token that the server prints at its start."""

import secrets

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from catalogue.web.site import site_of

COOKIE = "catalogue-token"


def new_token() -> str:
    """Return a token that cannot be guessed."""
    return secrets.token_urlsafe(24)


def check_may_write(request: Request) -> None:
    """HTTPException 403 where the server only reads, 401 for a request without the token where one is needed."""
    check_not_read_only(request)
    config = site_of(request).config
    if config.token is not None and not _matches(config.token, request):
        raise HTTPException(401, "writing needs the token that catalogue serve prints", {"WWW-Authenticate": "Bearer"})


def check_not_read_only(request: Request) -> None:
    """HTTPException 403 where the server only reads."""
    if site_of(request).config.read_only:
        raise HTTPException(403, "this server only reads; start catalogue serve without --read-only")


def _matches(token: str, request: Request) -> bool:
    scheme, _, brought = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        brought = request.cookies.get(COOKIE, "")
    return secrets.compare_digest(token.encode(), brought.encode("utf-8", "surrogatepass"))


def _enter(request: Request) -> Response:
    """Keep the token of an address that the server printed in the browser."""
    answer = RedirectResponse("/", 303)
    answer.set_cookie(COOKIE, request.query_params.get("token", ""), httponly=True, samesite="strict")
    return answer


async def enter(request: Request) -> Response:
    """Answer the address that the server prints where a token is needed."""
    return _enter(request)


routes = [Route("/enter", enter)]
