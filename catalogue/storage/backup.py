"""Copies of a catalogue's database in one file of SQLite, whichever database it is in; whole or not at all."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from ..errors import CatalogueError
from .databases.base import OnProgress, said_plainly
from .databases.sqlite_connections import open_to_read, remove_database
from .home import Home
from .store import Store, database_at, known
from .whole_files import check_output, part_name, sync_folder


def copy_database(store: Store, target: Path) -> None:
    """Copy the database of a catalogue, as it was last committed, to a file that does not exist yet.

    The copy is on the disk when this returns. CatalogueError if it cannot be written.
    """
    with said_plainly(target):
        store.database.copy(store.connection, target, lambda done, wanted: None)


def back_up(
    store: Store, target: Path, *, force: bool = False, on_progress: OnProgress = lambda done, wanted: None
) -> int:
    """Copy the database of an open catalogue to a file, and return how many boards it has.

    The file appears when it is complete, and is a snapshot; a fill may run at the same time.
    CatalogueError if the file exists and `force` is not given, or cannot be written.
    """
    check_output(target, force=force)
    part = target.with_name(part_name(target.name))
    try:
        with said_plainly(target):
            store.database.copy(store.connection, part, on_progress)
        with said_plainly(store.home), closing(open_to_read(part)) as copy:
            boards: int = copy.execute("SELECT count(*) FROM boards").fetchone()[0]
        with said_plainly(target):
            if force:
                part.replace(target)
            else:
                os.link(part, target)
            with suppress(OSError):  # not every file system can
                sync_folder(target.parent)
        return boards
    finally:
        remove_database(part)


def restore(
    backup: Path,
    home: Home,
    *,
    force: bool = False,
    wait: float = 0.0,
    on_wait: Callable[[str], None] = lambda message: None,
) -> None:
    """Make the database of a catalogue from a copy that `back_up` wrote. The files of the boards stay as they are.

    CatalogueError if the copy is not a whole catalogue of this program or an older one, if another process writes
    to the catalogue after `wait` seconds, as in `Store.write`, or if there is one and `force` is not given. Until
    the end it stays as it is.
    """
    with said_plainly(backup):
        check_backup(backup)
    with said_plainly(home):
        database_at(home).restore(backup, force=force, wait=wait, on_wait=on_wait)


def check_backup(backup: Path) -> None:
    """CatalogueError unless a file is a whole catalogue that this program can read."""
    if not backup.is_file():
        raise CatalogueError(f"{backup} is not a file")
    try:
        with closing(open_to_read(backup)) as source:
            said = source.execute("PRAGMA integrity_check(1)").fetchone()[0]
            revision = source.execute("SELECT version_num FROM alembic_version").fetchone()
            source.execute("SELECT count(*) FROM settings, boards, puzzles").fetchone()
    except sqlite3.DatabaseError as error:
        raise CatalogueError(f"{backup} is not a whole catalogue: {error}; name another backup") from None
    if said != "ok":
        raise CatalogueError(f"{backup} is damaged: {said}; name another backup")
    if revision is None:
        raise CatalogueError(f"{backup} is not a whole catalogue: it has no revision; name another backup")
    known(backup, str(revision[0]))
