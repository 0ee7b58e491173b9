"""The application, and the server: where it listens, what it prints, how it ends; levels for a small catalogue."""

import asyncio
import secrets
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from mimetypes import guess_type
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..errors import CatalogueError
from ..pages.rendering import STATIC, joined
from ..puzzles.kinds import Depth
from ..storage.home import Home
from ..storage.store import Store, exists
from ..verbs.looking import lacking_levels
from ..verbs.rate import RateRequest, rate
from . import (
    api,
    boards,
    browsing,
    lessons,
    playing,
    puzzles,
    safety,
    setting,
    solving,
    verbs,
    watching,
)
from .site import Config, Site, unless_known
from .verbs import Jobs

MOST_SCORED = 2_000
"""Puzzles without a level that a server scores by itself; `catalogue rate --rate score` is for more."""

_SECONDS = 60.0  # after which it ends: a puzzle of 9x9 takes a millisecond, one under rules a hundred times that


class Scoring(threading.Thread):
    """Gives the puzzles of a small catalogue their levels, by one thread, and gives way to whatever else writes."""

    def __init__(self, home: Home) -> None:
        super().__init__(name="scoring", daemon=True)
        self._home = home
        self._ended = threading.Event()

    def run(self) -> None:
        """Score what has no level. What is found is kept; a catalogue that another process writes to is left alone."""
        end = threading.Timer(_SECONDS, self._ended.set)
        end.daemon = True
        with suppress(CatalogueError, ValueError):
            if 0 < lacking_levels(self._home) <= MOST_SCORED:
                end.start()
                rate(self._home, RateRequest(rate=Depth.score, threads=1, stop=self._ended))
        end.cancel()

    def give_way(self) -> None:
        """End, and wait until the catalogue is free."""
        self._ended.set()
        if self.is_alive():
            self.join()


_COMPRESSION = 6  # the scripts of Play shrink to less than a third in 3 ms, once for each browser; 9 saves no more

OPERATIONS = [
    *puzzles.operations,
    *lessons.operations,
    *solving.operations,
    *verbs.operations_of_rows,
    *verbs.operations_of_jobs,
    *verbs.operations_of_verbs,
    *watching.operations,
]
"""The API, in the order of its page."""


_FILES = {
    # At the root, because a worker is for the addresses below its own.
    "worker.js": ("worker.js", "text/javascript"),
    "manifest.webmanifest": ("manifest.webmanifest", "application/manifest+json"),
    "favicon.ico": ("icon.png", "image/png"),  # which browsers ask for when they show JSON
}


async def _root_file(request: Request) -> FileResponse:
    file, kind = _FILES[request.url.path.removeprefix("/")]
    return FileResponse(STATIC / file, media_type=kind)


async def _files(request: Request) -> Response:
    """Files of the page, as one."""
    names: str = request.path_params["names"]
    try:
        return unless_known(request, Response(joined(names), media_type=guess_type(names)[0]))
    except LookupError:
        raise HTTPException(404) from None


ROUTES = [
    *boards.routes,
    *browsing.routes,
    *playing.routes,
    *setting.routes,
    *lessons.routes,
    *verbs.routes,
    *watching.routes,
    *safety.routes,
    *(each.route() for each in OPERATIONS),
    *api.routes_of(OPERATIONS),
    *(Route(f"/{name}", _root_file) for name in _FILES),
    Route("/static/{names}", _files),
]


def check_home(home: Home) -> None:
    """Say at the start what is wrong with a catalogue that exists. OutdatedCatalogue if it has an older schema."""
    if exists(home):
        Store.read(home).close()


def create_app(config: Config) -> Starlette:
    """Return the page and the API of one catalogue."""
    site, jobs = Site(config), Jobs(config.home)
    site.at_end.append(jobs.stop)
    site.at_close.append(jobs.close)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if config.scores and not config.read_only:
            scoring = Scoring(config.home)
            site.before_writing.append(scoring.give_way)
            site.at_close.append(scoring.give_way)
            scoring.start()
        yield
        site.close()

    app = Starlette(
        routes=ROUTES,
        middleware=[
            Middleware(safety.safe_headers, frames=config.frames),
            Middleware(safety.own_pages_only, host=config.host, readers=config.readers),
            Middleware(safety.limited_body),
            Middleware(safety.whole_answers),
            Middleware(GZipMiddleware, compresslevel=_COMPRESSION),
        ],
        exception_handlers={HTTPException: safety.on_http_error, Exception: safety.on_failure},
        lifespan=lifespan,
    )
    app.state.site, app.state.jobs = site, jobs
    return app


# --- The server ---

SECONDS_FOR_A_HEAD = 5.0
"""Of a request, from its first byte, or from the beginning of the connection."""

_CONNECTIONS = 500  # open together
_SECONDS_TO_END = 2  # for requests under way after Ctrl-C


def serve(
    home: Home,
    *,
    host: str,
    port: int,
    read_only: bool,
    open_browser: bool,
    readers: Sequence[str] = (),
    frames: Sequence[str] = (),
) -> None:
    """Serve the page of a catalogue until Ctrl-C; port 0 is any free one.

    `readers` are the origins of pages elsewhere that may read the API, or "*"; pages of `frames` may show these in a
    frame. CatalogueError if it cannot listen there, and for a text that is no origin. OutdatedCatalogue if the
    catalogue has an older schema.
    """
    check_home(home)
    token = None if safety.is_loopback(host) or read_only else secrets.token_urlsafe(24)
    config = Config(
        home=home,
        host=host,
        read_only=read_only,
        scores=True,
        token=token,
        readers=safety.origins(readers, has_all=True),
        frames=safety.origins(frames),
    )
    with listening(host, port) as listener:
        name = f"[{host}]" if ":" in host else host
        entry = f"enter?token={token}" if token else ""
        address = f"http://{name}:{listener.getsockname()[1]}/{entry}"
        print(f"{home}: {address} (Ctrl-C ends the server)", flush=True)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
        with suppress(KeyboardInterrupt):
            Server(config).run(sockets=[listener])


class Server(uvicorn.Server):
    """The server of a page; its site learns of the end before the open connections are waited for."""

    def __init__(self, config: Config, seconds_to_end: int = _SECONDS_TO_END) -> None:
        options: dict[str, Any] = {"log_level": "warning", "access_log": False, "server_header": False, "ws": "none"}
        app = create_app(config)
        super().__init__(uvicorn.Config(app, http=_Connection, timeout_graceful_shutdown=seconds_to_end, **options))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the server."""
        app: Any = self.config.app
        app.state.site.end()
        await super().shutdown(sockets)


class _Connection(H11Protocol):
    """A connection that ends if a request does not arrive: the head of each has a few seconds."""

    _end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin."""
        super().connection_made(transport)
        if len(self.connections) > _CONNECTIONS:
            transport.close()
        else:
            self._wait_for_a_request()

    def data_received(self, data: bytes) -> None:
        """Take what arrives."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        else:
            self._wait_for_a_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_a_request(self) -> None:
        if self._end is None:
            self._end = self.loop.call_later(SECONDS_FOR_A_HEAD, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens; CatalogueError if it cannot."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        raise CatalogueError(
            f"no server at {host}, port {port}: {error.strerror}; choose another --port or --host"
        ) from error
    # Connections inherit it. Without it the end of an answer waits 40 ms for the client to acknowledge its beginning.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener
