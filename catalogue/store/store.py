"""A catalogue on disk: a folder with `catalogue.db`, the `boards` and a lock.

Opening for writing creates a missing catalogue and upgrades an old one; one that is newer than the program is refused.
Readers never wait: the database is in write-ahead mode, and they open it read-only.
"""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from urllib.parse import quote

from sqlalchemy import Connection, create_engine, insert, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from catalogue.errors import CatalogueError, OutdatedCatalogue
from catalogue.store import schema
from catalogue.store.faults import damaged, plain, said_plainly
from catalogue.store.lock import WriterLock, is_held


@dataclass(frozen=True)
class Settings:
    """What is fixed when a catalogue is created, and two that may change.

    The rating version is that of the first puzzle rated. `files` says whether boards get files; a fill can change it.
    """

    size: int
    symmetry: str
    seed: int
    metrics_version: int
    method: str
    rating_version: int
    files: bool = True


class Store:
    """An open catalogue; close it, or use it as a context manager."""

    def __init__(self, home: Path, connection: Connection, lock: WriterLock | None) -> None:
        """Use `Store.read` or `Store.write`."""
        self.home = home
        self.connection = connection
        self._lock = lock
        self._turn = threading.Lock()
        self._failure: BaseException | None = None

    @classmethod
    def read(cls, home: Path) -> "Store":
        """Open for reading, without a change to any file.

        OutdatedCatalogue where it has an older schema: `Store.write` upgrades it. CatalogueError where there is no
        catalogue, or one that this program cannot read.
        """
        path = database_path(home)
        with said_plainly(home):
            if not path.is_file():
                raise CatalogueError(
                    f"no catalogue in {home}; make one with: catalogue fill --count 1000 --home {home}"
                )
            store = cls(home, _connect(path, _reading_mode(path)), None)
            try:
                revision = _known(home, _revision(store.connection))
                if revision != schema.REVISION:
                    raise OutdatedCatalogue(home, revision, schema.REVISION)
            except BaseException:
                store.close()
                raise
            return store

    @classmethod
    def write(cls, home: Path, new: Settings | None = None) -> "Store":
        """Open for writing and hold the lock. A missing catalogue is created with the settings `new`.

        CatalogueError where another process holds the lock, the folder cannot be written, the catalogue is newer than
        this program, or is missing and no settings are given.
        """
        with said_plainly(home):
            if database_path(home).is_file():
                _check_readable(home, new)  # before anything is made beside it
            elif new is None:
                return cls.read(home)  # which says that it is missing
            boards_path(home).mkdir(parents=True, exist_ok=True)
            lock = WriterLock(lock_path(home))
            try:
                store = cls(home, _connect(database_path(home), "rwc"), lock)
            except BaseException:
                lock.close()
                raise
            try:
                store._prepare(new)
            except BaseException:
                store.close()
                raise
            return store

    @property
    def settings(self) -> Settings:
        """The settings that the catalogue was created with."""
        row = self.connection.execute(select(schema.settings)).one_or_none()
        if row is None:
            raise damaged(self.home, "settings has no row")
        return Settings(*row)

    def keep_files(self, files: bool) -> None:
        """Change whether boards get files. The next fill makes those that are then missing."""
        with self.turn() as connection:
            connection.execute(update(schema.settings).values(files=files))
        self.commit()

    @contextmanager
    def turn(self) -> Iterator[Connection]:
        """Write in a transaction that stays open until `commit`. An error undoes it all, and later turns are refused.

        Threads take turns, so none of them ever waits inside SQLite.
        """
        with self._turn:
            if self._failure:
                raise CatalogueError(f"an earlier write failed ({self._failure}); open the store again")
            with self._undone_by_errors():
                if not self._in_transaction:
                    self.connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield self.connection

    def commit(self) -> None:
        """Commit everything written so far; after an error, which has undone it, this does nothing."""
        with self._turn:
            if self._in_transaction:
                with self._undone_by_errors():
                    self.connection.exec_driver_sql("COMMIT")

    @contextmanager
    def _undone_by_errors(self) -> Iterator[None]:
        try:
            with said_plainly(self.home):
                yield
        except BaseException as failure:
            self._failure = failure
            if self._in_transaction:  # after a full disk SQLite has rolled back by itself
                self.connection.exec_driver_sql("ROLLBACK")
            raise

    @property
    def _in_transaction(self) -> bool:
        return bool(getattr(self.connection.connection.dbapi_connection, "in_transaction", False))

    @property
    def is_written_elsewhere(self) -> bool:
        """Whether another process is writing to the catalogue right now."""
        return self._lock is None and is_held(lock_path(self.home))

    def close(self) -> None:
        """Close the database and release the lock. Closing it again does nothing."""
        self.connection.close()
        self.connection.engine.dispose()
        if self._lock:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if isinstance(error, DBAPIError):
            raise plain(self.home, error) from error

    def _prepare(self, new: Settings | None) -> None:
        revision = _usable_revision(self.connection, self.home, new)
        run = self.connection.exec_driver_sql
        run("PRAGMA journal_mode = WAL")
        # A killed process loses nothing; after a power cut the last commits may be undone, never half done.
        run("PRAGMA synchronous = NORMAL")
        run("PRAGMA cache_size = -65536")  # 64 MB: new keys fall on every page of the claims
        run("PRAGMA wal_autocheckpoint = 4000")
        if revision != schema.REVISION:
            self._bring_up_to_date(revision, new)
        run("PRAGMA foreign_keys = ON")  # not before: a migration replaces tables that others refer to

    def _bring_up_to_date(self, revision: str | None, new: Settings | None) -> None:
        with self.turn() as connection:
            if revision is None and new is not None:
                schema.metadata.create_all(connection)
                connection.execute(insert(schema.alembic_version).values(version_num=schema.REVISION))
                connection.execute(insert(schema.settings).values(asdict(new)))
                connection.execute(insert(schema.techniques), _technique_rows())
            else:
                from catalogue.store import migration  # slow to import, and needed for an old catalogue only

                migration.upgrade(connection)
                from catalogue.store.remeasuring import remeasure  # imports the engine

                remeasure(connection)
        self.commit()


def _technique_rows() -> list[dict[str, object]]:
    from catalogue.store.techniques import NUMBERS  # imports numpy, which only who writes needs

    return [{"number": number, "name": name} for name, number in NUMBERS.items()]


def _check_readable(home: Path, new: Settings | None) -> None:
    """CatalogueError for a file that is no database, or one that this program cannot use."""
    path = database_path(home)
    connection = _connect(path, _reading_mode(path))
    try:
        _usable_revision(connection, home, new)
    finally:
        connection.close()
        connection.engine.dispose()


def _usable_revision(connection: Connection, home: Path, new: Settings | None) -> str | None:
    """The revision of a database that can be written to; None for an empty one, where `new` settings are given."""
    revision = _revision(connection)
    return revision if revision is None and new is not None else _known(home, revision)


def _known(home: Path, revision: str | None) -> str:
    """The revision; CatalogueError where the catalogue was never finished or its schema is unknown to this program."""
    if revision is None:
        raise CatalogueError(f"the catalogue in {home} was never finished; run catalogue fill on it")
    if revision == schema.REVISION:
        return revision
    from catalogue.store import migration  # slow to import, and only needed for an old catalogue

    if not migration.is_known(revision):
        raise CatalogueError(
            f"the catalogue in {home} was written by a newer program (schema {revision});"
            " install a newer board-catalogue"
        )
    return revision


def database_path(home: Path) -> Path:
    """Where the database of a catalogue is."""
    return home / "catalogue.db"


def boards_path(home: Path) -> Path:
    """Where the `N.txt` files of a catalogue are."""
    return home / "boards"


def lock_path(home: Path) -> Path:
    """Where the lock file of a catalogue is."""
    return home / "catalogue.store.lock"


def _connect(path: Path, mode: str) -> Connection:
    uri = f"file://{quote(os.fsencode(path.absolute()))}?mode={mode}"

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(uri, uri=True, check_same_thread=False)

    # Transactions are begun and ended by Store.turn and Store.commit alone.
    return create_engine("sqlite://", creator=connect, poolclass=StaticPool, isolation_level="AUTOCOMMIT").connect()


def _reading_mode(path: Path) -> str:
    """On a read-only medium, tell SQLite that no process writes, unless a log shows that one does."""
    # Asked without opening the file: closing it would drop the locks that this process holds on it.
    log = path.with_name(path.name + "-wal")
    return "ro" if os.access(path, os.W_OK) or (log.exists() and log.stat().st_size) else "ro&immutable=1"


def _revision(connection: Connection) -> str | None:
    known = connection.exec_driver_sql("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'").first()
    return connection.execute(select(schema.alembic_version)).scalar() if known else None
