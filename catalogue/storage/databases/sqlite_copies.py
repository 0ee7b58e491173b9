"""Files of SQLite, written whole or not at all: copies by its online backup."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from ..home import BESIDE_DATABASE
from ..whole_files import sync_folder
from .base import OnProgress

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
