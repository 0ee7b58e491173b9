"""One writer at a time: an advisory lock, which the server releases when the session of its holder ends."""

import os
import re
import socket
import time
import zlib
from typing import Any

import psycopg
from sqlalchemy import Connection

from catalogue.errors import BusyCatalogue, CatalogueError
from catalogue.home import Home
from catalogue.store.databases.database import OnWait
from catalogue.store.databases.postgresql.session import raw_of
from catalogue.store.opening.lock import WriterLock

_CATALOGUE = 0x5D0C  # tells these locks from those of other programs
_PERIOD = 0.1  # seconds between two tries to take a lock that another process holds
_PATIENCE = 2.0  # seconds in which a server notices that the holder was killed

_HOLDER = """
SELECT a.pid, a.application_name FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
WHERE l.locktype = 'advisory' AND l.granted AND l.classid = %s AND l.objid = %s AND l.objsubid = 2
AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


class AdvisoryLock:
    """Held while a process writes to a catalogue, with the lock of the folder of its files where it has one."""

    def __init__(self, home: Home, connection: Connection, files: WriterLock | None, wait: float, on_wait: OnWait):
        """Take the lock. Where another process has it, say so to `on_wait` and wait up to `wait` seconds.

        BusyCatalogue with the holder's name where it still has the lock then.
        """
        self._files = files
        raw = raw_of(connection)
        schema = _schema(home, raw)
        begin = time.monotonic()
        said = False
        while not _take(raw, schema):
            passed = time.monotonic() - begin
            holder = _holder(raw, schema)
            busy = f"{holder or 'another session'} is writing to {home}"
            if passed >= max(wait, 0.0 if _is_alive(holder) else _PATIENCE):
                raise BusyCatalogue(busy)
            if wait and not said:
                said = True
                on_wait(f"{busy}; waiting up to {wait:g} s")
            time.sleep(_PERIOD)

    @property
    def unfinished(self) -> bool:
        """Whether files may be left of a fill that did not end as it should."""
        return self._files is not None and self._files.unfinished

    def begin(self) -> None:
        """From now on files may be without a number."""
        if self._files:
            self._files.begin()

    def end(self) -> None:
        """Every file has its number."""
        if self._files:
            self._files.end()

    def close(self) -> None:
        """Release the lock of the files; that of the database ends with the session."""
        if self._files:
            self._files.close()


def is_held(home: Home, connection: Connection) -> bool:
    """Whether another process writes to the catalogue."""
    raw = raw_of(connection)
    return _holder(raw, _schema(home, raw)) is not None


def _take(raw: "psycopg.Connection[Any]", schema: int) -> bool:
    row = raw.execute("SELECT pg_try_advisory_lock(%s, %s)", (_CATALOGUE, schema)).fetchone()
    return bool(row and row[0])


def _holder(raw: "psycopg.Connection[Any]", schema: int) -> str | None:
    row = raw.execute(_HOLDER, (_CATALOGUE, schema)).fetchone()
    return None if row is None else row[1] or f"session {row[0]}"


def _is_alive(holder: str | None) -> bool:
    """Whether it is a process of this machine, and runs: the session of one that was killed is about to end."""
    found = re.match(r"process (\d+) on (\S+) ", holder or "")
    if found is None or found[2] != socket.gethostname():
        return False
    try:
        os.kill(int(found[1]), 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # of another user
        pass
    return True


def _schema(home: Home, raw: "psycopg.Connection[Any]") -> int:
    """A number for the schema of the catalogue: a database may have several."""
    row = raw.execute("SELECT current_schema()").fetchone()
    if row is None or row[0] is None:
        raise CatalogueError(f"{home}: the role finds no schema there; check its search_path and its rights")
    return zlib.crc32(row[0].encode()) & 0x7FFFFFFF
