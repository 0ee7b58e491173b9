"""The catalogue, open for reading by several requests side by side."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy.exc import DBAPIError

from catalogue.own_files import database_path
from catalogue.store import Store
from catalogue.store.faults import damaged, plain
from engine.deadline import check_time, current_deadline

_CHECKED = 20_000  # steps of SQLite's machine between two looks at the clock: below a millisecond
_IDLE = 8  # connections kept open


class Readers:
    """Connections to a catalogue; each serves one request at a time.

    A catalogue that is made, replaced or restored while the server runs is opened anew.
    """

    def __init__(self, home: Path) -> None:
        self.home = home
        self._idle: list[tuple[Store, tuple[int, int]]] = []
        self._lock = threading.Lock()

    @contextmanager
    def store(self) -> Iterator[Store]:
        """Give a store; its queries end with TimeoutError where `engine.time_limit` ends.

        CatalogueError where there is no catalogue, or it cannot be read.
        """
        identity = _identity(database_path(self.home))
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

    def _taken(self, identity: tuple[int, int]) -> Store:
        while True:
            with self._lock:
                store, made_for = self._idle.pop() if self._idle else (None, identity)
            if store is None:
                store = Store.read(self.home)
                _end_with_time_limit(store)
                return store
            if made_for == identity:
                return store
            store.close()

    def _give_back(self, store: Store, identity: tuple[int, int]) -> None:
        with self._lock:
            if len(self._idle) < _IDLE:
                self._idle.append((store, identity))
                return
        store.close()


def _identity(path: Path) -> tuple[int, int]:
    """What changes where another file takes the place of the database."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def _end_with_time_limit(store: Store) -> None:
    connection: Any = store.connection.connection.dbapi_connection
    connection.set_progress_handler(lambda: time.monotonic() >= current_deadline(), _CHECKED)


@contextmanager
def _errors_named(home: Path) -> Iterator[None]:
    """As `said_plainly`, but the time limit, which is an error of the system too, stays what it is."""
    try:
        yield
    except DBAPIError as error:
        if getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
            check_time()
        raise plain(home, error) from error
    except UnicodeDecodeError as error:
        raise damaged(home, "text in the database is not UTF-8") from error
