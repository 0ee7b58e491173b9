"""The language of a page: what its address asks for, what was chosen before, or what the browser wishes."""

from __future__ import annotations

from typing import TypeVar

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from ...engine.words import ENGLISH, LANGUAGES

PARAMETER = "lang"
"""The name of the language in an address."""

_COOKIE = "catalogue-lang"
_YEAR = 365 * 24 * 3600  # seconds


R = TypeVar("R", bound=Response)


def language_of(request: Request) -> str:
    """Return the language of an address with `lang`, of the last such address, or the one that the browser wishes."""
    for asked in (request.query_params.get(PARAMETER), request.cookies.get(_COOKIE)):
        if asked in LANGUAGES:
            return asked
    return _wished(request.headers)


def remembered(request: Request, response: R) -> R:
    """Return a page whose links keep the language of its address, and say what it depends on."""
    asked = request.query_params.get(PARAMETER)
    if asked in LANGUAGES:
        response.set_cookie(_COOKIE, asked, max_age=_YEAR, samesite="lax", httponly=True)
    response.headers["vary"] = "Accept-Language, Cookie"
    response.headers["content-language"] = language_of(request)
    return response


def in_language(request: Request, language: str) -> str:
    """Return the query of a request with another language: the address of the same page in that language."""
    return f"?{request.url.include_query_params(**{PARAMETER: language}).query}"


def _wished(headers: Headers) -> str:
    """The first language that a browser wishes, such as `de` of "de-CH, de;q=0.9, en;q=0.8", and that there is."""
    wishes: list[tuple[float, str]] = []
    for each in headers.get("accept-language", "").split(","):
        name, _, weight = each.strip().partition(";q=")
        try:
            wishes.append((-float(weight or 1), name.partition("-")[0].lower()))
        except ValueError:
            continue
    return next(
        (name for weight, name in sorted(wishes, key=lambda wish: wish[0]) if weight and name in LANGUAGES), ENGLISH
    )
