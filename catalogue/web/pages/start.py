"""The first address: the list of puzzles, or what to do where there are none yet."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from catalogue.web.handling import answered
from catalogue.web.site import site_of


def _start(request: Request) -> Response:
    return RedirectResponse("/puzzles", 303) if site_of(request).has_boards() else start_page(request)


def start_page(request: Request) -> Response:
    """Say how to get boards."""
    site = site_of(request)
    return site.page(request, "start.html", {"home": site.config.home})


routes = [answered("/", _start)]
