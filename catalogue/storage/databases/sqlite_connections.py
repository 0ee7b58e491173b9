"""Connections to a database of SQLite: to write, and to read also where nothing can be written beside it."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import StaticPool

from ...errors import CatalogueError
from ..home import BESIDE_DATABASE
from ..whole_files import sync_folder
from .base import OnProgress

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


# --- Copies -----------------------------------------------------------------------------------------------------------

_PAGES = 4096  # copied at a time, between two reports


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open a database that is there."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def copy_pages(source: sqlite3.Connection, target: Path, on_progress: OnProgress) -> None:
    """Copy a database to a file that does not exist yet, and wait until it is on the disk."""
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
    try:
        with closing(sqlite3.connect(target, isolation_level=None)) as copy:
            source.backup(copy, pages=_PAGES, progress=lambda status, left, all: on_progress(all - left, all))
            # One file, also for a folder that cannot be written. If that fails, SQLite may only name the mode.
            if copy.execute("PRAGMA journal_mode = DELETE").fetchone() != ("delete",):
                raise sqlite3.OperationalError("disk I/O error")
        sync_file(target)
    except BaseException:
        with suppress(OSError):
            remove_database(target)
        raise


def remove_database(path: Path) -> None:
    """Remove a database that may be there, and what SQLite keeps beside it."""
    for end in ("", *BESIDE_DATABASE):
        path.with_name(path.name + end).unlink(missing_ok=True)


def replace_database(path: Path, part: Path) -> None:
    """Put a database in the place of another one, with what SQLite keeps beside that."""
    if path.exists():
        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path)) as before:
            before.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for beside in BESIDE_DATABASE:
        path.with_name(path.name + beside).unlink(missing_ok=True)
    part.replace(path)
    with suppress(OSError):  # not every file system can
        sync_folder(path.parent)


def sync_file(path: Path) -> None:
    """Wait until a file is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
