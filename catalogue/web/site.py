"""What every handler needs: the catalogue, open for several readers, the templates, what the server may do."""

from __future__ import annotations

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from anyio import CapacityLimiter
from jinja2 import Environment, PackageLoader, StrictUndefined
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from starlette.requests import Request
from starlette.responses import HTMLResponse

from catalogue.database import damaged, plain
from catalogue.home import Home
from catalogue.schema import boards
from catalogue.store import Store, database_at, exists
from catalogue.web.fills import Fills
from catalogue.web.live import Experiments
from engine.native import check_time, current_deadline

_IDLE = 8  # connections kept open


class Readers:
    """Connections to a catalogue; each serves one request at a time.

    A catalogue that is made, replaced or restored while the server runs is opened anew.
    """

    def __init__(self, home: Home) -> None:
        self.home = home
        self._idle: list[tuple[Store, object]] = []
        self._lock = threading.Lock()

    @contextmanager
    def store(self) -> Iterator[Store]:
        """Give a store; its queries end with TimeoutError where `engine.time_limit` ends.

        CatalogueError where there is no catalogue, or it cannot be read.
        """
        identity = database_at(self.home).identity()
        store = self._taken(identity)
        try:
            with _errors_named(self.home):
                yield store
        except BaseException:
            store.close()
            raise
        self._give_back(store, identity)

    def close(self) -> None:
        """Close all connections that no request uses."""
        with self._lock:
            idle, self._idle = self._idle, []
        for store, _ in idle:
            store.close()

    def _taken(self, identity: object) -> Store:
        while True:
            with self._lock:
                store, made_for = self._idle.pop() if self._idle else (None, identity)
            if store is None:
                store = Store.read(self.home)
                store.database.end_statements(store.connection, lambda: current_deadline() - time.monotonic())
                return store
            if made_for == identity:
                return store
            store.close()

    def _give_back(self, store: Store, identity: object) -> None:
        with self._lock:
            if len(self._idle) < _IDLE:
                self._idle.append((store, identity))
                return
        store.close()


@contextmanager
def _errors_named(home: Home) -> Iterator[None]:
    """As `said_plainly`, but the time limit, which is an error of the system too, stays what it is."""
    try:
        yield
    except DBAPIError as error:
        if database_at(home).is_end_of_time(error):
            check_time()
        raise plain(home, error) from error
    except UnicodeDecodeError as error:
        raise damaged(home, "text in the database is not UTF-8") from error


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
        computed = compute()
        with self._lock:
            self._kept[key] = computed
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return computed


READING = 8
"""Requests that read the catalogue, and are worked on together; others wait for their turn."""

COMPUTING = max(2, os.cpu_count() or 1)
"""Requests that compute, and are worked on together: a place of their own, so that readers need not wait for them."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """What `catalogue serve` is asked for."""

    home: Home
    host: str = "127.0.0.1"
    """The address that the server is bound to."""
    read_only: bool = False
    token: str | None = None
    """What a request to write has to bring; None: nothing, as where only this machine can reach the server."""


class Site:
    """The catalogue behind the page, open to all handlers."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.readers = Readers(config.home)
        self.remembered = Remembered()
        self.fills = Fills(config.home)
        self.experiments = Experiments()
        self.reading = CapacityLimiter(READING)
        self.computing = CapacityLimiter(COMPUTING)
        self.is_ending = False  # read by answers that stay open
        self.templates = Environment(
            loader=PackageLoader("catalogue.web"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

        self.templates.filters["thousands"] = "{:,}".format

    def page(self, request: Request, template: str, values: Mapping[str, Any], status: int = 200) -> HTMLResponse:
        """Return a page. Every template also knows the `path` of the request and whether the site is `read_only`."""
        common = {"path": request.url.path, "read_only": self.config.read_only}
        return HTMLResponse(self.templates.get_template(template).render({**common, **values}), status)

    def has_boards(self) -> bool:
        """Whether there is a catalogue, with at least one board. CatalogueError for one that cannot be read."""
        if not exists(self.config.home):
            return False
        with self.readers.store() as store:
            return bool(store.connection.execute(select(boards.c.id).limit(1)).first())

    def end(self) -> None:
        """Have answers that stay open end soon, and the fill that runs."""
        self.is_ending = True
        self.fills.stop()

    def close(self) -> None:
        """Wait for the end of the fill that runs, and close the catalogue."""
        self.fills.close()
        self.readers.close()


def site_of(request: Request) -> Site:
    """The site that a request came to."""
    return cast(Site, request.app.state.site)
