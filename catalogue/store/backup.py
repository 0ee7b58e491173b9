"""Copies of a database that a program has open: SQLite's online backup, whole or not at all."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from catalogue.errors import CatalogueError
from catalogue.own_files import BESIDE_DATABASE
from catalogue.store.faults import said_plainly
from catalogue.store.opening.lock import WriterLock
from catalogue.store.opening.unsynced import expect_unsynced
from catalogue.store.store import Store, boards_path, database_path, lock_path
from catalogue.whole_files import check_output, part_name

_PAGES = 4096  # copied at a time, between two reports

OnProgress = Callable[[int, int], None]
"""Takes how many pages are copied, and how many there are."""


def copy_database(home: Path, target: Path) -> None:
    """Copy the database of a catalogue, as it was last committed, to a file that does not exist yet.

    The copy is on the disk when this returns. CatalogueError where it cannot be written.
    """
    with said_plainly(target), closing(_open(database_path(home))) as source:
        _copy(source, target, lambda done, wanted: None)


def back_up(
    store: Store, target: Path, *, force: bool = False, on_progress: OnProgress = lambda done, wanted: None
) -> int:
    """Copy the database of an open catalogue to a file, and return how many boards it has.

    The file appears when it is complete, and has all boards of one moment; a fill may go on meanwhile.
    CatalogueError where the file exists and `force` is not given, or cannot be written.
    """
    check_output(target, force=force)
    part = target.with_name(part_name(target.name))
    try:
        with said_plainly(target), _one_moment(store) as source:
            _copy(source, part, on_progress)
        with said_plainly(store.home), closing(_open(part)) as copy:
            boards: int = copy.execute("SELECT count(*) FROM boards").fetchone()[0]
        with said_plainly(target):
            if force:
                part.replace(target)
            else:
                os.link(part, target)
            _sync_folder(target.parent)
        return boards
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _one_moment(store: Store) -> Iterator[sqlite3.Connection]:
    """Give the connection of a store that reads, with all pages as they are now: a commit would begin a copy anew."""
    source = store.connection.connection.dbapi_connection
    assert isinstance(source, sqlite3.Connection)
    source.execute("BEGIN")
    try:
        source.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        yield source
    finally:
        source.execute("ROLLBACK")


def restore(
    backup: Path,
    home: Path,
    *,
    force: bool = False,
    wait: float = 0.0,
    on_wait: Callable[[str], None] = lambda message: None,
) -> None:
    """Make the database of a catalogue from a copy that `back_up` wrote. The files of the boards stay as they are.

    CatalogueError where the copy is not a whole catalogue of this program or an older one, where another process writes
    to the folder after `wait` seconds, as in `Store.write`, and where it holds a catalogue and `force` is not given.
    Until the end the folder stays as it is.
    """
    with said_plainly(backup):
        check_backup(backup)
    path = database_path(home)
    with said_plainly(home):
        if path.exists() and path.stat().st_size and not force:
            raise CatalogueError(f"{home} holds a catalogue; replace it with --force, or name another folder")
        boards_path(home).mkdir(parents=True, exist_ok=True)
        lock = WriterLock(lock_path(home), wait=wait, on_wait=on_wait)
        part = path.with_name(part_name(path.name))
        try:
            with closing(_open(backup)) as source:
                _copy(source, part, lambda done, wanted: None)
            expect_unsynced(home, 0)  # before the rows that the files do not agree with yet
            _replace(path, part)
        finally:
            part.unlink(missing_ok=True)
            lock.close()


def check_backup(backup: Path) -> None:
    """CatalogueError unless a file is a whole catalogue that this program can read."""
    if not backup.is_file():
        raise CatalogueError(f"{backup} is not a file")
    try:
        with closing(_open(backup)) as source:
            said = source.execute("PRAGMA integrity_check(1)").fetchone()[0]
            revision = source.execute("SELECT version_num FROM alembic_version").fetchone()
            source.execute("SELECT count(*) FROM settings, boards, puzzles").fetchone()
    except sqlite3.DatabaseError as error:
        raise CatalogueError(f"{backup} is not a whole catalogue: {error}; name another backup") from None
    if said != "ok":
        raise CatalogueError(f"{backup} is damaged: {said}; name another backup")
    from catalogue.store.opening import migration  # slow to import

    if revision is None or not migration.is_known(str(revision[0])):
        raise CatalogueError(f"{backup} was written by a newer program; install a newer board-catalogue")


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _copy(source: sqlite3.Connection, target: Path, on_progress: OnProgress) -> None:
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
    try:
        with closing(sqlite3.connect(target, isolation_level=None)) as copy:
            source.backup(copy, pages=_PAGES, progress=lambda status, left, all: on_progress(all - left, all))
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, also for a folder that cannot be written
        _sync(target)
    except BaseException:
        with suppress(OSError):
            target.unlink()
        raise


def _replace(path: Path, part: Path) -> None:
    """Put a database in the place of another one, with what SQLite keeps beside that."""
    if path.exists():
        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path)) as before:
            before.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for beside in BESIDE_DATABASE:
        path.with_name(path.name + beside).unlink(missing_ok=True)
    part.replace(path)
    _sync_folder(path.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):  # not every file system can
        _sync(folder)
