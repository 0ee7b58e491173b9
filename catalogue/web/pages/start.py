"""The first address: the list of puzzles, or what to do where there is no catalogue yet."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from catalogue.store import database_at
from catalogue.web.handling import answered
from catalogue.web.site import site_of


def _start(request: Request) -> Response:
    site = site_of(request)
    if database_at(site.config.home).exists():
        return RedirectResponse("/puzzles", 303)
    return site.page(request, "start.html", {"home": site.config.home})


routes = [answered("/", _start)]
