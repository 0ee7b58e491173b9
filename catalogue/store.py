"""A catalogue on disk: a folder with `catalogue.db`, the `boards` and a lock.

Opening creates what is missing, upgrades what is old and refuses what is newer than the program. Readers never wait:
the database is in write-ahead mode, and they open it read-only.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from urllib.parse import quote

from sqlalchemy import Connection, create_engine, insert, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from catalogue import schema
from catalogue.errors import CatalogueError, advised
from catalogue.lock import WriterLock


@dataclass(frozen=True)
class Settings:
    """What is fixed when a catalogue is created."""

    size: int
    symmetry: str
    seed: int
    metrics_version: int


class Store:
    """An open catalogue; close it, or use it as a context manager."""

    def __init__(self, home: Path, connection: Connection, lock: WriterLock | None) -> None:
        """Use `Store.read` or `Store.write`."""
        self.home = home
        self.connection = connection
        self._lock = lock
        self._turn = threading.Lock()
        self._failed = False

    @classmethod
    def read(cls, home: Path) -> "Store":
        """Open for reading. CatalogueError where there is no catalogue, or one that this program cannot read."""
        path = database_path(home)
        with _said_plainly(home):
            if not path.is_file():
                raise CatalogueError(
                    f"no catalogue in {home}; make one with: catalogue fill --count 1000 --home {home}"
                )
            connection = _connect(f"file:{quote(str(path))}?mode={_reading_mode(path)}")
            revision = _revision(connection)
            if revision is None:
                raise CatalogueError(_never_finished(home))
            if revision != schema.REVISION:
                connection.close()
                cls.write(home).close()
                return cls.read(home)
            return cls(home, connection, None)

    @classmethod
    def write(cls, home: Path, new: Settings | None = None) -> "Store":
        """Open for writing and hold the lock. Without a catalogue one is made with the settings `new`.

        CatalogueError where another process holds the lock, the folder cannot be written, the catalogue is newer than
        this program, or there is none and no settings are given.
        """
        with _said_plainly(home):
            if new is None and not database_path(home).is_file():
                return cls.read(home)  # which says that there is none
            boards_path(home).mkdir(parents=True, exist_ok=True)
            lock = WriterLock(home / "catalogue.lock")
            try:
                connection = _connect(f"file:{quote(str(database_path(home)))}?mode=rwc")
                store = cls(home, connection, lock)
                store._prepare(new)
            except BaseException:
                lock.close()
                raise
            return store

    @property
    def settings(self) -> Settings:
        """The settings that the catalogue was created with."""
        return Settings(*self.connection.execute(select(schema.settings)).one())

    @contextmanager
    def turn(self) -> Iterator[Connection]:
        """Write inside a transaction that stays open until `commit`; an error undoes all of it.

        Threads take turns, so none of them ever waits inside SQLite.
        """
        with self._turn, _said_plainly(self.home):
            if self._failed:
                raise RuntimeError("an earlier write failed and took others with it; open the store again")
            try:
                if not self._in_transaction:
                    self.connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield self.connection
            except BaseException:
                self._failed = True
                if self._in_transaction:  # after a full disk SQLite has rolled back by itself
                    self.connection.exec_driver_sql("ROLLBACK")
                raise

    def commit(self) -> None:
        """Make everything written so far durable; only within a turn."""
        self.connection.exec_driver_sql("COMMIT")

    @property
    def _in_transaction(self) -> bool:
        return bool(getattr(self.connection.connection.dbapi_connection, "in_transaction", False))

    def close(self) -> None:
        """Close the database and lift the lock; a second time does nothing."""
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
            raise CatalogueError(advised(self.home, str(error.orig))) from error

    def _prepare(self, new: Settings | None) -> None:
        run = self.connection.exec_driver_sql
        run("PRAGMA journal_mode = WAL")
        # A killed process loses nothing; after a power cut the last commits may be undone, never half done.
        run("PRAGMA synchronous = NORMAL")
        run("PRAGMA foreign_keys = ON")
        run("PRAGMA cache_size = -65536")  # 64 MB: new keys fall on every page of the claims
        run("PRAGMA wal_autocheckpoint = 4000")
        revision = _revision(self.connection)
        if revision == schema.REVISION:
            return
        if revision is None and new is None:
            raise CatalogueError(_never_finished(self.home))
        from catalogue import migration  # slow to import, and needed once in the life of a catalogue

        if revision is not None and not migration.is_known(revision):
            raise CatalogueError(
                f"the catalogue in {self.home} was written by a newer program (schema {revision});"
                " install a newer board-catalogue"
            )
        with self.turn() as connection:
            migration.upgrade(connection)
            if revision is None and new is not None:
                connection.execute(insert(schema.settings).values(asdict(new)))
            self.commit()


def database_path(home: Path) -> Path:
    """Where the database of a catalogue is."""
    return home / "catalogue.db"


def boards_path(home: Path) -> Path:
    """Where the `N.txt` files of a catalogue are."""
    return home / "boards"


def _never_finished(home: Path) -> str:
    return f"the catalogue in {home} was never finished; run catalogue fill on it"


def _connect(uri: str) -> Connection:
    def connect() -> sqlite3.Connection:
        return sqlite3.connect(uri, uri=True, check_same_thread=False)

    # Transactions are begun and ended by Store.turn and Store.commit alone.
    return create_engine("sqlite://", creator=connect, poolclass=StaticPool, isolation_level="AUTOCOMMIT").connect()


def _reading_mode(path: Path) -> str:
    """On a medium that cannot be written SQLite must be told that nobody writes, unless a log shows that one does."""
    log = path.with_name(path.name + "-wal")
    try:
        with path.open("r+b"):
            return "ro"
    except OSError:
        return "ro" if log.exists() and log.stat().st_size else "ro&immutable=1"


def _revision(connection: Connection) -> str | None:
    known = connection.exec_driver_sql("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'").first()
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() if known else None


@contextmanager
def _said_plainly(home: Path) -> Iterator[None]:
    """Turn what the system and SQLite say into one line that names the catalogue."""
    try:
        yield
    except DBAPIError as error:
        raise CatalogueError(advised(home, str(error.orig))) from error
    except OSError as error:
        raise CatalogueError(advised(home, error.strerror or str(error))) from error
