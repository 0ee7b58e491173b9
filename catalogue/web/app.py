"""The application: every page and every address of the API, behind what keeps it safe."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from catalogue.web import safety
from catalogue.web.api import operation, puzzles, runs, solving
from catalogue.web.pages import catalogue, play
from catalogue.web.pages import runs as run_pages
from catalogue.web.safety import LimitedBody, OwnPagesOnly, SafeHeaders, on_failure, on_http_error
from catalogue.web.site import Config, Site

_QUICKLY = 4  # the page of a 25x25 board shrinks to a tenth in 0.2 ms
_STATIC = Path(__file__).parent / "static"

OPERATIONS = [*puzzles.operations, *solving.operations, *runs.operations]
"""The API, in the order of its page."""

ROUTES = [
    *catalogue.routes,
    *play.routes,
    *run_pages.routes,
    *safety.routes,
    *(each.route() for each in OPERATIONS),
    *operation.routes_of(OPERATIONS),
    Mount("/static", StaticFiles(directory=_STATIC), name="static"),
]


def create_app(config: Config) -> Starlette:
    """Return the page and the API of one catalogue."""
    site = Site(config)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        site.close()

    app = Starlette(
        routes=ROUTES,
        middleware=[
            Middleware(SafeHeaders),
            Middleware(OwnPagesOnly, host=config.host),
            Middleware(LimitedBody),
            Middleware(GZipMiddleware, compresslevel=_QUICKLY),
        ],
        exception_handlers={HTTPException: on_http_error, Exception: on_failure},
        lifespan=lifespan,
    )
    app.state.site = site
    return app
