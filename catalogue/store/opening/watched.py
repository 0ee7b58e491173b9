"""Read a database that SQLite does not protect from a writer: where the reader may not write, not even a lock.

In write-ahead mode a reader needs the log and its index, and it can make neither. While they are not there no process
writes, and SQLite reads the file as it is. A writer that comes then appends to a new log first, and changes the file
later. So what was read is right as long as the file is the same as before, and each row is followed by a look at it.
"""

import os
import sqlite3
import time
from pathlib import Path
from typing import Any

from catalogue.errors import ChangedCatalogue

_PASSING = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_PROTOCOL)
_SETTLED = 50_000_000  # nanoseconds after which a change of a file shows in its time: a tick of any kernel's clock


class WatchedConnection(sqlite3.Connection):
    """Raises ChangedCatalogue in place of whatever it reads after a change of the file.

    Also in place of an error by which SQLite says that a writer came or went, where it reads beside one.
    """

    _path: Path
    _before: tuple[int, int, int] | None = None
    _expects_writer = False

    def expect_writer(self, path: Path) -> None:
        """Read beside writers from now on; the log and its index are open."""
        self._path, self._expects_writer = path, True

    def watch(self, path: Path) -> None:
        """Begin to watch the file; ChangedCatalogue where a writer has come already."""
        self._path, self._before = path, _settled(path)
        if has_log(path):  # the file alone is not all
            raise ChangedCatalogue(path.parent)

    def cursor(self, *_: Any) -> Any:
        """Return a cursor that looks at the file after each step."""
        return super().cursor(_WatchedCursor)

    def check(self, error: sqlite3.Error | None = None) -> None:
        """Raise ChangedCatalogue where the file has changed; it is then the cause of any other error."""
        moved = self._before is not None and _state(self._path) != self._before
        if moved or (self._expects_writer and is_passing(error)):
            raise ChangedCatalogue(self._path.parent) from error


def is_passing(error: BaseException | None) -> bool:
    """Whether SQLite says that a log cannot be read right now: a writer makes, restores or removes it."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return code & 0xFF in _PASSING


class _WatchedCursor(sqlite3.Cursor):
    connection: WatchedConnection

    def execute(self, *args: Any) -> Any:
        return self._checked(super().execute, *args)

    def fetchone(self) -> Any:
        return self._checked(super().fetchone)

    def fetchmany(self, *args: Any) -> Any:
        return self._checked(super().fetchmany, *args)

    def fetchall(self) -> Any:
        return self._checked(super().fetchall)

    def _checked(self, step: Any, *args: Any) -> Any:
        try:
            result = step(*args)
        except sqlite3.Error as error:
            self.connection.check(error)
            raise
        self.connection.check()
        return result


def has_log(path: Path) -> bool:
    """Whether there are changes that a database does not hold yet, but its log does."""
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def _state(path: Path) -> tuple[int, int, int]:
    found = os.stat(path)  # noqa: PTH116  called for each row
    return found.st_ino, found.st_size, found.st_mtime_ns


def _settled(path: Path) -> tuple[int, int, int]:
    """The state of a file after which a later change has another time."""
    while 0 <= time.time_ns() - (state := _state(path))[2] < _SETTLED:
        time.sleep(_SETTLED / 1e9)
    return state
