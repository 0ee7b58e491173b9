"""The page that starts fills and follows them."""

from starlette.requests import Request
from starlette.responses import Response

import engine
from catalogue.kinds import DEFAULT_DEPTH, Depth
from catalogue.request import SAMPLINGS
from catalogue.settings import Settings
from catalogue.store import database_at
from catalogue.web.handling import answered
from catalogue.web.safety.writing import check_not_read_only
from catalogue.web.site import Site, site_of
from engine.grades import Grade
from engine.shape import LARGEST_SIZE


def _make(request: Request) -> Response:
    check_not_read_only(request)
    site = site_of(request)
    choices = {
        "depths": list(Depth),
        "usual_depth": DEFAULT_DEPTH,
        "grades": list(Grade),
        "techniques": [technique.name for technique in engine.TECHNIQUES],
        "patterns": engine.PATTERNS,
        "symmetries": engine.SYMMETRIES,
        "methods": engine.METHODS,
        "samplings": SAMPLINGS,
        "largest_size": LARGEST_SIZE,
    }
    return site.page(request, "make.html", {"settings": _settings(site), **choices})


def _settings(site: Site) -> Settings | None:
    """The settings of the catalogue; None where the first fill makes it."""
    if not database_at(site.config.home).exists():
        return None
    with site.readers.store() as store:
        return store.settings


routes = [answered("/make", _make)]
