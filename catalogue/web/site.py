"""The ground of every handler: the catalogue, open for several readers, the language, and how a function answers."""

from __future__ import annotations

import json
import os
import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any, BinaryIO, TypeVar, cast

from anyio import CapacityLimiter, move_on_after, to_thread
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from ...engine.native import check_time, current_deadline, time_limit
from ...engine.words import ENGLISH, LANGUAGES, words_in
from ..errors import BusyCatalogue, CatalogueError, NoSuchPuzzle
from ..formats import Format
from ..pages.rendering import environment
from ..storage.database import damaged, plain
from ..storage.home import Home
from ..storage.store import Store, database_at, exists
from ..verbs.looking import last_board

PARAMETER = "lang"
"""The name of the language in an address."""

_COOKIE = "catalogue-lang"
_YEAR = 365 * 24 * 3600  # seconds


R = TypeVar("R", bound=Response)


def language_of(request: Request) -> str:
    """Return the language of an address with `lang`, of the last such address, or the first that the browser wishes."""
    for asked in (request.query_params.get(PARAMETER), request.cookies.get(_COOKIE)):
        if asked in LANGUAGES:
            return asked
    wishes: list[tuple[float, str]] = []
    for each in request.headers.get("accept-language", "").split(","):  # such as "de-CH, de;q=0.9, en;q=0.8"
        name, _, weight = each.strip().partition(";q=")
        with suppress(ValueError):
            wishes.append((-float(weight or 1), name.partition("-")[0].lower()))
    wishes.sort(key=lambda wish: wish[0])
    return next((name for weight, name in wishes if weight and name in LANGUAGES), ENGLISH)


def remembered(request: Request, response: R) -> R:
    """Return a page whose links keep the language of its address, and say what it depends on."""
    asked = request.query_params.get(PARAMETER)
    if asked in LANGUAGES:
        response.set_cookie(_COOKIE, asked, max_age=_YEAR, samesite="lax", httponly=True)
    response.headers["vary"] = "Accept-Language, Cookie"
    response.headers["content-language"] = language_of(request)
    return response


_IDLE = 8  # connections kept open


class Readers:
    """Connections to a catalogue; each serves one request at a time.

    A catalogue that is made, replaced or restored while the server runs is opened anew.
    """

    def __init__(self, home: Home) -> None:
        self.home = home
        self._idle: deque[tuple[Store, object]] = deque()

    @contextmanager
    def store(self) -> Iterator[Store]:
        """Give a store; its queries end with TimeoutError when `engine.time_limit` ends.

        CatalogueError if there is no catalogue, or it cannot be read.
        """
        identity = database_at(self.home).identity()
        store = self._taken(identity)
        try:
            yield store
        except BaseException as error:
            store.close()
            if isinstance(error, DBAPIError):
                if database_at(self.home).is_end_of_time(error):
                    check_time()
                raise plain(self.home, error) from error
            if isinstance(error, UnicodeDecodeError):
                raise damaged(self.home, "text in the database is not UTF-8") from error
            raise
        if len(self._idle) < _IDLE:
            self._idle.append((store, identity))
        else:
            store.close()

    def close(self) -> None:
        """Close all connections that no request uses."""
        with suppress(IndexError):
            while True:
                self._idle.pop()[0].close()

    def _taken(self, identity: object) -> Store:
        with suppress(IndexError):
            while True:
                store, made_for = self._idle.pop()
                if made_for == identity:
                    return store
                store.close()
        store = Store.read(self.home)
        store.database.end_statements(store.connection, lambda: current_deadline() - time.monotonic())
        return store


T = TypeVar("T")

_KEPT = 64


class Remembered:
    """The newest answers, by their keys."""

    def __init__(self) -> None:
        self._kept: OrderedDict[object, Any] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: object, compute: Callable[[], T]) -> T:
        """Return the answer for a key, computed now or before."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                found: T = self._kept[key]
                return found
        return self.keep(key, compute())

    def keep(self, key: object, answer: T) -> T:
        """Keep an answer in place of the one before, and return it."""
        with self._lock:
            self._kept[key] = answer
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return answer


READING = 8
"""Requests that read the catalogue, and are worked on together; others wait for their turn."""

COMPUTING = max(2, os.cpu_count() or 1)
"""Requests that compute, and are worked on together: a place of their own, so that readers need not wait for them."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """The settings of `catalogue serve`."""

    home: Home
    host: str = "127.0.0.1"
    """The address that the server is bound to."""
    read_only: bool = False
    readers: tuple[str, ...] = ()
    """The origins of pages elsewhere that may read the API; "*" for all of them."""
    frames: tuple[str, ...] = ()
    """The origins of pages elsewhere that may show these in a frame."""
    scores: bool = False
    """Whether the puzzles of a small catalogue that have no level get one while the server runs."""
    token: str | None = None
    """The token that a request to write has to bring; None if it needs none, as where only this machine has access."""


class Site:
    """The catalogue behind the page, open to all handlers."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.readers = Readers(config.home)
        self.remembered = Remembered()
        self.reading = CapacityLimiter(READING)
        self.computing = CapacityLimiter(COMPUTING)
        self.experimenting = CapacityLimiter(1)
        self.shares: dict[tuple[str, str], CapacityLimiter] = {}
        """Of the places to compute: what a client may take for an address, all but one."""
        self.is_ending = False  # read by answers that stay open
        self.at_end: list[Callable[[], object]] = []
        self.at_close: list[Callable[[], object]] = []
        self.before_writing: list[Callable[[], object]] = []
        self.templates = {language: environment(language=language) for language in LANGUAGES}

    def page(self, request: Request, template: str, values: Mapping[str, Any], status: int = 200) -> HTMLResponse:
        """Return a page. Every template also knows the `path` of the request and whether the site is `read_only`."""
        language, same = language_of(request), request.url.include_query_params
        common = {
            "path": request.url.path,
            "read_only": self.config.read_only,
            "languages": [(each, words_in(each).name, f"?{same(**{PARAMETER: each}).query}") for each in LANGUAGES],
        }
        text = self.templates[language].get_template(template).render({**common, **values})
        return remembered(request, HTMLResponse(text, status))

    def exists(self) -> bool:
        """Whether there is a catalogue. CatalogueError if that cannot be found out."""
        return exists(self.config.home)

    def has_boards(self) -> bool:
        """Whether there is a catalogue, with at least one board. CatalogueError for one that cannot be read."""
        if not self.exists():
            return False
        with self.readers.store() as store:
            return last_board(store) >= 0

    def end(self) -> None:
        """Have answers that stay open end soon, and so what runs in the background."""
        self.is_ending = True
        for act in self.at_end:
            act()

    def close(self) -> None:
        """Wait for the end of what runs in the background, and close the catalogue."""
        for act in self.at_close:
            act()
        self.readers.close()


def site_of(request: Request) -> Site:
    """The site that a request came to."""
    return cast(Site, request.app.state.site)


# --- Who may write ---

COOKIE = "catalogue-token"


def check_may_write(request: Request) -> None:
    """HTTPException 403 if the server only reads, 401 for a request without the token if one is needed."""
    check_not_read_only(request)
    config = site_of(request).config
    scheme, _, brought = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        brought = request.cookies.get(COOKIE, "")
    if config.token is not None and not is_token(config.token, brought):
        raise HTTPException(401, "writing needs the token that catalogue serve prints", {"WWW-Authenticate": "Bearer"})


def check_not_read_only(request: Request) -> None:
    """HTTPException 403 if the server only reads."""
    if site_of(request).config.read_only:
        raise HTTPException(403, "this server only reads; start catalogue serve without --read-only")


def is_token(token: str, brought: str) -> bool:
    """Whether a request has brought the token, in a time that tells nothing about it."""
    return secrets.compare_digest(token.encode(), brought.encode("utf-8", "surrogatepass"))


# --- How a request is answered ---

SECONDS = 10.0
"""How long a request may take; what needs longer says so in its route."""

_SECONDS_TO_ARRIVE = 10.0  # for the body
_SECONDS_TO_WAIT = 30.0  # for others

Work = Callable[[Request], Response]


def answered(
    path: str,
    work: Work,
    *,
    methods: Sequence[str] = ("GET",),
    writes: bool = False,
    computes: bool = False,
    seconds: float = SECONDS,
) -> Route:
    """Return the route of a function that computes the answer.

    The function runs in a thread under `engine.time_limit`. ValueError in it becomes status 400, CatalogueError 409,
    TimeoutError 503, HTTPException its own. What `writes` changes the catalogue: the request has to be allowed to.
    What `computes` has threads of its own, and readers do not wait for it.
    """

    async def endpoint(request: Request) -> Response:
        if writes:
            check_may_write(request)
        request.state.body = b""
        try:
            with move_on_after(_SECONDS_TO_ARRIVE) as waiting:
                request.state.body = await request.body()
        except ClientDisconnect:
            return Response(status_code=400)  # for nobody
        if waiting.cancelled_caught:
            raise HTTPException(408, "the request did not arrive in time")
        site = site_of(request)
        client = request.client.host if request.client else ""
        for act in site.before_writing if writes else ():
            await to_thread.run_sync(act)
        async with _place_to_compute(site, (client, path)) if computes else _place(site.reading):
            return await to_thread.run_sync(_within, work, request, seconds)

    return Route(path, endpoint, methods=list(methods))


@asynccontextmanager
async def _place(limiter: CapacityLimiter) -> AsyncIterator[None]:
    with move_on_after(_SECONDS_TO_WAIT) as waiting:
        await limiter.acquire()
    if waiting.cancelled_caught:
        raise HTTPException(503, "the server works on other requests; try again later")
    try:
        yield
    finally:
        limiter.release()


@asynccontextmanager
async def _place_to_compute(site: Site, of: tuple[str, str]) -> AsyncIterator[None]:
    """A place that leaves one to other clients, and to what else this one asks: a hint does not wait for 30 books."""
    share = site.shares.setdefault(of, CapacityLimiter(COMPUTING - 1))
    try:
        async with _place(share), _place(site.computing):
            yield
    finally:
        asked = share.statistics()
        if not asked.borrowed_tokens and not asked.tasks_waiting:
            site.shares.pop(of, None)


_STATUSES = ((NoSuchPuzzle, 404), (CatalogueError, 409), (ValueError, 400))


def _within(work: Work, request: Request, seconds: float) -> Response:
    try:
        with time_limit(seconds):
            answer = work(request)
        leads_on = isinstance(answer, RedirectResponse)  # to a page that keeps the language of the address
        return remembered(request, answer) if leads_on else unless_known(request, answer)
    except TimeoutError:
        raise HTTPException(503, f"this takes longer than {seconds:g} seconds; ask for less") from None
    except (CatalogueError, ValueError) as error:
        status = next(status for kind, status in _STATUSES if isinstance(error, kind))
        raise HTTPException(status, error.on_a_page if isinstance(error, BusyCatalogue) else str(error)) from error


_KEPT_HEADERS = ("set-cookie", "vary", "content-language")
"""Headers that an answer without content keeps."""


def unless_known(request: Request, response: Response) -> Response:
    """The response with a tag of its content; status 304 alone if the client has that content already."""
    if request.method not in ("GET", "HEAD") or response.status_code != 200 or isinstance(response, StreamingResponse):
        return response
    tag = f'W/"{blake2b(bytes(response.body), digest_size=12).hexdigest()}"'  # weak: it may be compressed
    known = {each.strip() for each in request.headers.get("if-none-match", "").split(",")}
    if tag in known:
        kept = {name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers}
        return Response(status_code=304, headers={"etag": tag, **kept})
    response.headers["etag"] = tag
    return response


def json_of(request: Request) -> dict[str, Any]:
    """The JSON object that a request brings; HTTPException 415 for another type, ValueError for another value."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, "send JSON, with Content-Type: application/json")
    try:
        found = json.loads(request.state.body)
    except (ValueError, RecursionError):
        raise ValueError("the body of the request is not JSON") from None
    if not isinstance(found, dict):
        raise ValueError("the body of the request is not a JSON object")
    return found


def name_and_kind(form: Format, name: str = "puzzles", *, is_archive: bool = False) -> tuple[str, str]:
    """The name of a file in a format, and its type."""
    if is_archive:
        return f"{name}.zip", "application/zip"
    return f"{name}{form.endings[0] if form.endings else '.txt'}", form.media_type


_CHUNK = 1 << 16


def download(file: BinaryIO, name: str, kind: str) -> Response:
    """Return an open file as one to save; the answer closes it."""

    def chunks() -> Iterator[bytes]:
        with file:
            yield from iter(partial(file.read, _CHUNK), b"")

    length = file.seek(0, os.SEEK_END)
    file.seek(0)
    headers = {"content-length": str(length), "content-disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(chunks(), media_type=kind, headers=headers)


Data = dict[str, Any]
"""What is sent as JSON."""

Event = tuple[str, Any]
"""Its name and its data, which is sent as JSON."""


def event_stream(events: AsyncIterator[Event]) -> StreamingResponse:
    """Return the answer that sends these events as they come, and ends with them."""

    async def lines() -> AsyncIterator[str]:
        async for name, data in events:
            yield f"event: {name}\ndata: {json.dumps(data)}\n\n"

    return StreamingResponse(lines(), media_type="text/event-stream")
