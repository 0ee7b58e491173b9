"""One moment of a catalogue: whatever a fill commits meanwhile, all rows are read as they were at the beginning."""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from catalogue.store import Store

_MANY = 512  # values looked up by one statement


class Snapshot:
    """Reads rows as they are stored, in one transaction; threads take turns."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Use `snapshot_of`."""
        self._connection = connection
        self._turn = threading.Lock()

    def rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        with self._turn:
            return self._connection.execute(query, values).fetchall()

    def value(self, query: str, values: Sequence[object] = ()) -> Any:
        """The first column of the first row; None where there is no row."""
        found = self.rows(query + " LIMIT 1", values)
        return found[0][0] if found else None

    def looked_up(self, query: str, values: Sequence[object]) -> Iterator[tuple[Any, ...]]:
        """The rows of a query that ends with `IN`, for any number of values."""
        for first in range(0, len(values), _MANY):
            part = values[first : first + _MANY]
            yield from self.rows(f"{query} ({', '.join('?' * len(part))})", part)

    def columns(self, table: str) -> list[str]:
        """The names of a table's columns."""
        return [name for (name,) in self.rows("SELECT name FROM pragma_table_info(?)", (table,))]


@contextmanager
def snapshot_of(store: Store) -> Iterator[Snapshot]:
    """Give a snapshot of an open catalogue; of the open transaction, where there is one."""
    connection = store.connection.connection.dbapi_connection
    assert isinstance(connection, sqlite3.Connection)
    factory, connection.text_factory = connection.text_factory, _readable
    begun = not connection.in_transaction
    try:
        if begun:
            connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # the moment is that of the first read
        yield Snapshot(connection)
    finally:
        connection.text_factory = factory
        if begun and connection.in_transaction:
            connection.execute("ROLLBACK")


def _readable(text: bytes) -> str:
    return text.decode(errors="replace")
