"""The catalogue, open for reading by several requests side by side."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from catalogue.database import damaged, plain
from catalogue.home import Home
from catalogue.store import Store, database_at
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
