"""A catalogue on disk: a folder with `catalogue.db`, the `boards` and a lock.

Opening for writing creates a missing catalogue and upgrades an old one; one that is newer than the program is refused.
Readers never wait: the database is in write-ahead mode, and they open it read-only.
"""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import TracebackType
from urllib.parse import quote

from sqlalchemy import Connection, create_engine, insert, select, update
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.pool import StaticPool

from catalogue.errors import CatalogueError, ChangedCatalogue, OutdatedCatalogue, printable
from catalogue.formats.board_names import board_entries
from catalogue.own_files import BOARDS, DATABASE, LOCK
from catalogue.store import schema
from catalogue.store.faults import damaged, plain, said_plainly
from catalogue.store.opening.lock import WriterLock, is_held
from catalogue.store.opening.places import check_database
from catalogue.store.opening.soundness import check_sound
from catalogue.store.opening.unsynced import unsynced
from catalogue.store.opening.watched import WatchedConnection, has_log, is_passing
from catalogue.whole_files import sync_folder
from engine.board.shape import Shape

BUSY_SECONDS = 5.0  # to wait for another program that has the database locked

_LARGEST = 64  # size of any board
_WITHOUT_LOCKS = "ro&immutable=1"
_TRIES = 20  # to open what a writer opens or closes in that moment
_PAUSE = 0.05  # seconds between two tries


_OF_ROWS = (TypeError, ValueError, LookupError, ArithmeticError, AttributeError)


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
    blocks: str | None = None
    """Rows and columns of a block, such as "3x3", or "none"; the usual ones of the size where none are given."""

    def __post_init__(self) -> None:
        if self.blocks is None:
            object.__setattr__(self, "blocks", Shape.of(self.size).blocks)

    @property
    def shape(self) -> Shape:
        """The size and the blocks of the boards; ValueError where no board has them."""
        return Shape.of(self.size, self.blocks)


class Store:
    """An open catalogue; close it, or use it as a context manager."""

    def __init__(self, home: Path, connection: Connection, lock: WriterLock | None) -> None:
        """Use `Store.read` or `Store.write`."""
        self.home = home
        self.connection = connection
        self._lock = lock
        self.is_durable = False
        self._turn = threading.Lock()
        self._failure: BaseException | None = None

    @classmethod
    def read(cls, home: Path) -> "Store":
        """Open for reading, without a change to any file.

        OutdatedCatalogue where it has an older schema: `Store.write` upgrades it. CatalogueError where there is no
        catalogue, or one that this program cannot read. Who may not write to it gets ChangedCatalogue from a query
        while which a writer came; the next one is right.
        """
        path = database_path(home)
        with said_plainly(home):
            check_database(path)
            if not path.is_file():
                raise CatalogueError(
                    f"no catalogue in {home}; make one with: catalogue fill --count 1000 --home {home}"
                )
            store = cls(home, _connect_to_read(path), None)
            try:
                revision = _known(home, _revision(store.connection, home))
                if revision != schema.REVISION:
                    raise OutdatedCatalogue(home, revision, schema.REVISION)
            except BaseException:
                store.close()
                raise
            return store

    @classmethod
    def write(
        cls,
        home: Path,
        new: Settings | None = None,
        *,
        wait: float = 0.0,
        on_wait: Callable[[str], None] = lambda message: None,
    ) -> "Store":
        """Open for writing and hold the lock. A missing catalogue is created with the settings `new`.

        Where another process holds the lock, `on_wait` gets a line that names it, and the lock is waited for, up to
        `wait` seconds. CatalogueError where it is still held then, the folder cannot be written, the catalogue is newer
        than this program, or is missing and no settings are given, and where boards have files but no database.
        """
        with said_plainly(home):
            check_database(database_path(home))
            if database_path(home).is_file():
                _check_readable(home, new)  # before anything is made beside it
            elif new is None:
                return cls.read(home)  # which says that it is missing
            else:
                _check_no_boards(home)
            boards_path(home).mkdir(parents=True, exist_ok=True)
            lock = WriterLock(lock_path(home), wait=wait, on_wait=on_wait)
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
        rows = self.connection.execute(select(schema.settings).limit(2)).all()
        if len(rows) != 1:
            raise damaged(self.home, f"settings has {'several rows' if rows else 'no row'}")
        return _checked(self.home, Settings(*rows[0]))

    def keep_files(self, files: bool) -> None:
        """Change whether boards get files. The next fill makes those that are then missing."""
        with self.turn() as connection:
            connection.execute(update(schema.settings).values(files=files))
        self.commit()

    def sync_every_commit(self) -> None:
        """Have every commit wait until it is on the disk, with the files of its boards."""
        self.is_durable = True
        self._sync(every_commit=True)

    def _sync(self, *, every_commit: bool) -> None:
        """Sync the log at each commit, or only where SQLite needs it to keep the database whole."""
        self.connection.exec_driver_sql(f"PRAGMA synchronous = {'FULL' if every_commit else 'NORMAL'}")
        self.connection.exec_driver_sql(f"PRAGMA fullfsync = {every_commit:d}")  # macOS asks for more than fsync

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

    def commit(self) -> bool:
        """Commit everything written so far, and return whether it is: an error has undone it."""
        with self._turn:
            if self._in_transaction:
                with self._undone_by_errors():
                    self.connection.exec_driver_sql("COMMIT")
            return self._failure is None

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
    def is_unfinished(self) -> bool:
        """Whether an earlier fill, or a power cut after it, may have left files that have no number."""
        mark = unsynced(self.home)
        after_restart = mark is not None and mark.is_of_another_boot
        return self._lock is not None and (self._lock.unfinished or after_restart)

    @contextmanager
    def files_are_numbered_in_the_end(self) -> Iterator[None]:
        """Where the block fails, or the process is killed, the next one finds the catalogue unfinished."""
        if self._lock:
            self._lock.begin()
        yield
        if self._lock:
            self._lock.end()

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
        try:
            if isinstance(error, _OF_ROWS):
                check_sound(self.home, self.connection)  # rows that make no sense may be those of a damaged database
        finally:
            self.close()
        if isinstance(error, UnicodeDecodeError):
            raise damaged(self.home, "text in the database is not UTF-8") from error
        if isinstance(error, DBAPIError):
            raise plain(self.home, error) from error

    def _prepare(self, new: Settings | None) -> None:
        revision = _usable_revision(self.connection, self.home, new)
        run = self.connection.exec_driver_sql
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA cache_size = -65536")  # 64 MB: new keys fall on every page of the claims
        run("PRAGMA wal_autocheckpoint = 4000")
        if revision != schema.REVISION:
            self._sync(every_commit=True)
            self._bring_up_to_date(revision, new)
            for folder in (boards_path(self.home), self.home, self.home.absolute().parent):
                sync_folder(folder)
        # A killed process loses nothing; after a power cut the last commits may be undone, never half done.
        self._sync(every_commit=False)
        run("PRAGMA foreign_keys = ON")  # not before: a migration replaces tables that others refer to

    def _bring_up_to_date(self, revision: str | None, new: Settings | None) -> None:
        with self.turn() as connection:
            if revision is None and new is not None:
                schema.metadata.create_all(connection)
                connection.execute(insert(schema.alembic_version).values(version_num=schema.REVISION))
                connection.execute(insert(schema.settings).values(asdict(new)))
                connection.execute(insert(schema.techniques), _technique_rows())
            else:
                from catalogue.store.opening import migration  # slow to import, and needed for an old catalogue only

                migration.upgrade(connection)
                from catalogue.store.opening.remeasuring import remeasure  # imports the engine

                remeasure(connection)
        self.commit()


def _checked(home: Path, settings: Settings) -> Settings:
    """The settings; CatalogueError for a value of another type: SQLite keeps anything in any column."""
    for field in fields(Settings):
        value = getattr(settings, field.name)
        if not isinstance(value, field.type):  # type: ignore[arg-type]
            raise damaged(home, f"settings has {field.name} {value!r}")
    if not 1 <= settings.size <= _LARGEST:
        raise damaged(home, f"settings has size {settings.size}")
    try:
        settings.shape  # noqa: B018
    except ValueError:
        raise damaged(home, f"settings has size {settings.size} and blocks {settings.blocks!r}") from None
    return settings


def _technique_rows() -> list[dict[str, object]]:
    from catalogue.store.techniques import NUMBERS  # imports numpy, which only who writes needs

    return [{"number": number, "name": name} for name, number in NUMBERS.items()]


def _check_readable(home: Path, new: Settings | None) -> None:
    """CatalogueError for a file that is no database, or one that this program cannot use."""
    connection = _connect_to_read(database_path(home))
    try:
        if _usable_revision(connection, home, new) is None:
            _check_no_boards(home)
    finally:
        connection.close()
        connection.engine.dispose()


def _check_no_boards(home: Path) -> None:
    """CatalogueError where boards have files, of which an empty database would know nothing."""
    folder = boards_path(home)
    names = [entry.name for entry, number in board_entries(folder) if number is not None]
    if names:
        first = min(names, key=lambda name: (len(name), name))
        raise CatalogueError(
            f"{folder} has {len(names):,} files of boards such as {first}, but {DATABASE} is missing or empty; adopt"
            f" them with: catalogue verify --repair --home {home}; or name another folder with --home"
        )


def _usable_revision(connection: Connection, home: Path, new: Settings | None) -> str | None:
    """The revision of a database that can be written to; None for an empty one, where `new` settings are given."""
    revision = _revision(connection, home)
    return revision if revision is None and new is not None else _known(home, revision)


def _known(home: Path, revision: str | None) -> str:
    """The revision; CatalogueError where the catalogue was never finished or its schema is unknown to this program."""
    if revision is None:
        raise CatalogueError(f"the catalogue in {home} was never finished; run catalogue fill on it")
    if revision == schema.REVISION:
        return revision
    from catalogue.store.opening import migration  # slow to import, and only needed for an old catalogue

    if not migration.is_known(revision):
        raise CatalogueError(
            f"the catalogue in {home} was written by a newer program (schema {revision});"
            " install a newer board-catalogue"
        )
    return revision


def database_path(home: Path) -> Path:
    """Where the database of a catalogue is."""
    return home / DATABASE


def boards_path(home: Path) -> Path:
    """Where the `N.txt` files of a catalogue are."""
    return home / BOARDS


def lock_path(home: Path) -> Path:
    """Where the lock file of a catalogue is."""
    return home / LOCK


def _text(stored: bytes) -> str:
    """A text of the database, with nothing that a terminal would obey: anybody may have written it."""
    text = str(stored, "utf-8", "replace")
    return text if text.isprintable() else "\n".join(map(printable, text.split("\n")))


def _connect(path: Path, mode: str, *, watched: bool = False) -> Connection:
    uri = f"file://{quote(os.fsencode(path.absolute()))}?mode={mode}"

    def connect() -> sqlite3.Connection:
        factory = WatchedConnection if watched else sqlite3.Connection
        connection = sqlite3.connect(uri, BUSY_SECONDS, uri=True, check_same_thread=False, factory=factory)
        if mode != "rwc":
            connection.text_factory = _text
        if isinstance(connection, WatchedConnection):
            if mode == _WITHOUT_LOCKS:
                connection.watch(path)
            else:
                connection.execute("PRAGMA schema_version")  # opens the log
                connection.expect_writer(path)
        return connection

    # Transactions are begun and ended by Store.turn and Store.commit alone.
    return create_engine("sqlite://", creator=connect, poolclass=StaticPool, isolation_level="AUTOCOMMIT").connect()


def _connect_to_read(path: Path) -> Connection:
    """Connect as SQLite's locks ask for; where none can be made, watch for a writer instead."""
    for _ in range(_TRIES):
        # Asked without opening the file: closing it would drop the locks that this process holds on it.
        may_lock = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
        is_shared = has_log(path) or _has_index(path)
        try:
            if may_lock:
                return _opened(_connect(path, "rw" if _has_journal(path) else "ro"))
            return _opened(_connect(path, "ro" if is_shared else _WITHOUT_LOCKS, watched=True))
        except (ChangedCatalogue, OperationalError) as error:
            if may_lock or not (isinstance(error, ChangedCatalogue) or is_passing(error.orig)):
                raise
            failure = error
        time.sleep(_PAUSE)  # a writer has just come or gone
    raise failure


def _opened(connection: Connection) -> Connection:
    """The connection, after a first look into the database: the log that it reads then stays until it is closed."""
    try:
        connection.exec_driver_sql("PRAGMA schema_version")
    except BaseException:
        connection.close()
        connection.engine.dispose()
        raise
    return connection


def _has_index(path: Path) -> bool:
    """Whether a log and its index are there, as while a process has the database open for writing."""
    return all(path.with_name(path.name + end).exists() for end in ("-wal", "-shm"))


def _has_journal(path: Path) -> bool:
    """Whether a journal is left of a process that was killed while it created the database: it is to be rolled back."""
    return path.with_name(path.name + "-journal").exists()


def _revision(connection: Connection, home: Path) -> str | None:
    """The revision of a database, None for an empty one."""
    known = connection.exec_driver_sql("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'").first()
    if not known:
        return None
    revision = connection.execute(select(schema.alembic_version)).scalar()
    if not isinstance(revision, str):  # a fill writes it with the tables, in one transaction
        raise damaged(home, "alembic_version has no row")
    return revision
