"""Connections to a database of SQLite: to write, and to read also where nothing can be written beside it."""

import os
import sqlite3
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import StaticPool

from ...errors import CatalogueError

BUSY_SECONDS = 5.0  # to wait for another program that has the database locked

_WRITABLE = 0o222  # write permission for anyone


def readable(stored: bytes) -> str:
    """Text from the database, also where another program has written what is not UTF-8."""
    return stored.decode(errors="replace")


def connect(path: Path, mode: str) -> Connection:
    """Connect in a mode of SQLite's addresses, such as "ro", or "rwc" to make the database if it is missing."""
    uri = f"file://{quote(os.fsencode(path.absolute()))}?mode={mode}"

    def raw() -> sqlite3.Connection:
        connection = sqlite3.connect(uri, BUSY_SECONDS, uri=True, check_same_thread=False)
        if mode != "rwc":
            connection.text_factory = readable
        return connection

    # Transactions are begun and ended by Store.turn and Store.commit alone.
    return create_engine("sqlite://", creator=raw, poolclass=StaticPool, isolation_level="AUTOCOMMIT").connect()


def connect_to_read(path: Path) -> Connection:
    """Connect with SQLite's locks. If none can be made, read the file as it is, if nothing can change it.

    A reader without write permission can share a log that is there, but make none. Without a log the file is the whole
    database, and stays so if no process can write to it. CatalogueError if one can.
    """
    # Asked without opening the file: closing it would drop the locks that this process holds on it.
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return _opened(connect(path, "rw" if _beside(path, "-journal") else "ro"))
    if _beside(path, "-wal"):
        return _opened(connect(path, "ro"))
    if path.stat().st_mode & _WRITABLE and not os.statvfs(path).f_flag & os.ST_RDONLY:
        raise CatalogueError(
            f"{path.parent} is not writable, and SQLite needs write permission to read beside a writer:"
            f" copy the folder, or have its owner make {path.name} read-only (chmod a-w)"
        )
    return _opened(connect(path, "ro&immutable=1"))


def _beside(path: Path, end: str) -> bool:
    """Whether there is a file that SQLite keeps beside a database."""
    return path.with_name(path.name + end).exists()


def _opened(connection: Connection) -> Connection:
    """The connection, after a first look into the database: the log that it reads then stays until it is closed."""
    try:
        connection.exec_driver_sql("PRAGMA schema_version")
    except BaseException:
        connection.close()
        connection.engine.dispose()
        raise
    return connection
