"""The first page."""

from starlette.requests import Request
from starlette.responses import Response

from catalogue.store.queries import statistics
from catalogue.web.handling import answered
from catalogue.web.site import site_of


def _start(request: Request) -> Response:
    site = site_of(request)
    with site.readers.store() as store:
        figures = statistics(store)
    return site.page(request, "start.html", {"figures": figures})


routes = [answered("/", _start)]
