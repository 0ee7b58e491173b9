"""SQLite: a catalogue in a folder, in write-ahead mode, so that readers never wait."""

import os
import re
import resource
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, CursorResult, Engine, Result, Select, create_engine, delete
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool
from sqlalchemy.sql.compiler import SQLCompiler

from ..errors import CHOOSE_ANOTHER, FREE_SPACE, LET_GO, MAKE_WRITABLE, RESTORE, CatalogueError, MissingCatalogue
from ..puzzles.stored import trial_depth_of
from . import schema
from .database import (
    ADVICE,
    Damage,
    Database,
    Insertion,
    Lock,
    Miscount,
    Object,
    OnProgress,
    OnWait,
    attach,
    damaged,
    out_of_step,
    said_plainly,
)
from .files import BoardFiles, board_entries, expect_unsynced
from .home import BESIDE_DATABASE, BOARDS, DATABASE, WriterLock, check_home, is_held, remove_database
from .whole_files import part_name, parts_of, sync_path

_ADVICE = {
    sqlite3.SQLITE_FULL: FREE_SPACE,
    sqlite3.SQLITE_CORRUPT: RESTORE,
    sqlite3.SQLITE_NOTADB: RESTORE,
    sqlite3.SQLITE_ERROR: RESTORE,  # statements are never wrong by themselves: a table or a column is missing
    sqlite3.SQLITE_BUSY: LET_GO,
    sqlite3.SQLITE_LOCKED: LET_GO,
    sqlite3.SQLITE_CANTOPEN: MAKE_WRITABLE,
}
_PRIMARY = 0xFF  # the byte of an extended result code that holds the primary one


def _advised(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    if code & _PRIMARY == sqlite3.SQLITE_IOERR and limit != resource.RLIM_INFINITY:  # SQLite does not say which error
        return f"{error}, where no file may have more than {limit:,} bytes; raise that limit (ulimit -f)"
    return f"{error}; {_ADVICE.get(code & _PRIMARY, CHOOSE_ANOTHER)}"


ADVICE[sqlite3.Error] = _advised


_MANY = 128  # rows in a statement: more are no faster


def _insert_new(connection: Connection, insertion: Insertion, rows: Sequence[Sequence[object]]) -> int:
    """Insert the rows whose keys are new, and return how many they were."""
    return sum(done.rowcount for done in _run(connection, insertion, rows, ignore=True))


def _run(
    connection: Connection, insertion: Insertion, rows: Sequence[Sequence[object]], *, ignore: bool = False
) -> Iterator[CursorResult[Any]]:
    for first in range(0, len(rows), _MANY):
        part = rows[first : first + _MANY]
        yield connection.exec_driver_sql(_text(insertion, len(part), ignore), tuple(chain.from_iterable(part)))


@cache
def _text(insertion: Insertion, rows: int, ignore: bool) -> str:
    """The statement, written once for each number of rows."""
    statement = sqlite.insert(insertion.table)
    if ignore:  # rather than ON CONFLICT DO NOTHING: a statement that cannot fail halfway spares SQLite a copy of pages
        statement = statement.prefix_with("OR IGNORE")
    if insertion.key:
        changes = {name: insertion.table.c[name] + statement.excluded[name] for name in insertion.sums}
        changes |= {name: statement.excluded[name] for name in insertion.latest}
        statement = statement.on_conflict_do_update(index_elements=list(insertion.key), set_=changes)
    compiled = statement.compile(dialect=sqlite.dialect(), column_keys=list(insertion.columns))
    assert isinstance(compiled, SQLCompiler) and compiled.positiontup == list(insertion.columns)
    row = f"({', '.join('?' for _ in insertion.columns)})"
    head, tail = str(compiled).split(row)
    return head + ", ".join([row] * rows) + tail


_STEPS = 20_000  # of SQLite's machine between two looks at the clock: below a millisecond

_CLAIMS = Insertion(schema.claims, ("key", "board_id"))


class Sqlite(Database):
    """The database `catalogue.db` of a folder."""

    home: Path
    board_files: BoardFiles

    REMEMBERS_FILES = True
    FIND_TABLES = (
        "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    )
    NEW_PLACE = "name another folder with --home"
    IS_NO_LINE = "(typeof(line) <> 'integer' OR line < 1)"
    IS_NO_OBJECT = (
        "CASE WHEN typeof(details) <> 'text' OR NOT json_valid(details) THEN 1 ELSE json_type(details) <> 'object' END"
    )

    def __init__(self, home: Path) -> None:
        self.home = home
        self.board_files = BoardFiles(home / BOARDS, home)
        self._path = home / DATABASE
        self._made: Sequence[Path] = ()

    # --- Opening ---

    def exists(self) -> bool:
        """Whether there is a file."""
        check_home(self.home)
        return self._path.is_file()

    def check_vacant(self) -> None:
        """CatalogueError if boards have files, which an empty database would not know."""
        folder = self.home / BOARDS
        names = [entry.name for entry, number in board_entries(folder) if number is not None]
        if names:
            first = min(names, key=lambda name: (len(name), name))
            raise CatalogueError(
                f"{folder} has {len(names):,} file{'s' * (len(names) > 1)} of boards such as {first}, but {DATABASE} is"
                " missing or empty;"
                f" adopt them with: catalogue verify --repair --home {self.home}; or name another folder with --home"
            )

    def connect_to_read(self) -> Connection:
        """Connect with SQLite's locks; if none can be made, watch for a writer instead."""
        check_home(self.home)
        if not self._path.is_file():
            raise MissingCatalogue(
                f"no catalogue in {self.home}; make one with: catalogue fill --count 1000 --home {self.home}"
            )
        return attach(_connect_to_read(self._path), self)

    def connect_to_write(self, wait: float, on_wait: OnWait) -> tuple[Connection, Lock]:
        """Take the lock of the folder, which is made if it is missing, and connect."""
        check_home(self.home)
        self._made = self.board_files.make_folder()
        lock = WriterLock(self.board_files.lock, wait=wait, on_wait=on_wait)
        try:
            return attach(_connect(self._path, "rwc"), self), lock
        except BaseException:
            lock.close()
            raise

    def prepare_to_write(self, connection: Connection) -> None:
        """Write ahead."""
        run = connection.exec_driver_sql
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA cache_size = -65536")  # 64 MB: new keys fall on every page of the claims
        run("PRAGMA wal_autocheckpoint = 4000")

    def finish_preparing(self, connection: Connection, is_new: bool) -> None:
        """Check references from now on: a migration replaces tables that others refer to."""
        if is_new:
            for folder in (self.board_files.folder, self.home, self.home.absolute().parent):
                sync_path(folder)
        connection.exec_driver_sql("PRAGMA foreign_keys = ON")

    def is_marked(self, connection: Connection) -> bool:
        """Whether the header of the file has our mark."""
        return bool(connection.exec_driver_sql("PRAGMA application_id").scalar() == schema.APPLICATION_ID)

    def create(self, connection: Connection) -> None:
        """Mark the file, and make all tables."""
        connection.exec_driver_sql(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        super().create(connection)

    def remove_new(self, connection: Connection) -> None:
        """Remove the files, and the folders that were made for them."""
        self.disconnect(connection)
        remove_database(self._path)
        self.board_files.remove_new(self._made)

    # --- Transactions ---

    def begin(self, connection: Connection) -> None:
        """Begin as the only writer, so that no commit finds another one."""
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    def commit(self, connection: Connection) -> None:
        """Commit, by a statement: SQLAlchemy does not know the transaction."""
        connection.exec_driver_sql("COMMIT")

    def rollback(self, connection: Connection) -> None:
        """Undo it, unless SQLite has: after a full disk it does so by itself."""
        if self.is_in_transaction(connection):
            connection.exec_driver_sql("ROLLBACK")

    def is_in_transaction(self, connection: Connection) -> bool:
        """Whether a transaction is open."""
        return bool(getattr(connection.connection.dbapi_connection, "in_transaction", False))

    def sync_commits(self, connection: Connection, every_commit: bool) -> None:
        """Sync the log at each commit, or only when SQLite needs it to keep the database whole."""
        connection.exec_driver_sql(f"PRAGMA synchronous = {'FULL' if every_commit else 'NORMAL'}")
        connection.exec_driver_sql(f"PRAGMA fullfsync = {every_commit:d}")  # macOS asks for more than fsync

    def is_written(self, connection: Connection) -> bool:
        """Whether some process holds the lock."""
        return is_held(self.board_files.lock)

    @contextmanager
    def moment(self, connection: Connection) -> Iterator[None]:
        """Read in one transaction, or in the one that is open."""
        raw = _raw(connection)
        begun = not raw.in_transaction
        try:
            if begun:
                raw.execute("BEGIN")
            raw.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # the moment is that of the first read
            yield
        finally:
            if begun and raw.in_transaction:
                raw.execute("ROLLBACK")

    @contextmanager
    def stream(self, connection: Connection, query: Select[Any]) -> Iterator[Result[Any]]:
        """SQLite finds each row when it is asked for."""
        yield connection.execute(query)

    # --- Readers that live long ---

    def identity(self) -> object:
        """Which file it is."""
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def state(self, connection: Connection) -> object:
        """The times and sizes of the file and of its log."""
        files = (self._path, self._path.with_name(self._path.name + "-wal"))
        return tuple((found.st_mtime_ns, found.st_size) for file in files if file.exists() for found in [file.stat()])

    def end_statements(self, connection: Connection, seconds_left: Callable[[], float]) -> None:
        """Have SQLite look at the clock every now and then."""
        _raw(connection).set_progress_handler(lambda: seconds_left() <= 0, _STEPS)

    def is_end_of_time(self, error: DBAPIError) -> bool:
        """Whether SQLite was interrupted."""
        return getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT

    # --- Many rows ---

    def insert(self, connection: Connection, insertion: Insertion, rows: Sequence[Sequence[object]]) -> None:
        """Insert many rows by one statement."""
        for _ in _run(connection, insertion, rows):
            pass

    def insert_numbered(
        self, connection: Connection, insertion: Insertion, numbers: range, columns: Sequence[Sequence[object]]
    ) -> range:
        """Insert rows that AUTOINCREMENT numbers; 0 is the one explicit id, because SQLite itself begins at 1."""
        given = [0 if number == 0 else None for number in numbers]
        end = first = numbers.start
        for done in _run(connection, insertion, list(zip(given, *columns, strict=True))):
            end += done.rowcount
            if done.lastrowid != end - 1:  # numbers within a statement follow each other
                raise out_of_step(insertion.table.name, done.lastrowid - done.rowcount + 1, end - done.rowcount)
            first = done.lastrowid + 1 - len(numbers)
        return range(first, first + len(numbers))

    def claim(
        self, connection: Connection, keys: Sequence[bytes], first: int, wanted: int
    ) -> tuple[Sequence[int], int]:
        """Claim all; if some were taken, which leaves gaps in the numbers, the new ones once more, one by one."""
        chunk = keys[:wanted]
        numbered = list(zip(chunk, range(first, first + len(chunk)), strict=True))
        if _insert_new(connection, _CLAIMS, numbered) == len(chunk):
            return range(len(chunk)), len(chunk)
        mine = schema.claims.c
        connection.execute(delete(schema.claims).where(mine.key.in_(chunk), mine.board_id >= first))
        new: list[int] = []
        for index, key in enumerate(keys):
            if len(new) == wanted:
                return new, index
            if _insert_new(connection, _CLAIMS, [(key, first + len(new))]):
                new.append(index)
        return new, len(keys)

    # --- Rows as they are stored ---

    def rows(self, connection: Connection, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Any value in any column, text that is not UTF-8 included."""
        raw = _raw(connection)
        factory, raw.text_factory = raw.text_factory, readable
        try:
            return raw.execute(query, values).fetchall()
        finally:
            raw.text_factory = factory

    def run(self, connection: Connection, statement: str, values: Sequence[object]) -> bool:
        """Change rows; SQLite undoes a statement that fails."""
        try:
            _raw(connection).execute(statement, values)
        except sqlite3.IntegrityError:
            return False
        return True

    def defer_references(self, connection: Connection) -> None:
        """Until the commit."""
        _raw(connection).execute("PRAGMA defer_foreign_keys = ON")

    def damages(self, connection: Connection) -> list[Damage]:
        """Return the faults that SQLite's own check finds."""
        found = [str(said) for (said,) in self.rows(connection, "PRAGMA integrity_check")]
        return [Damage(said, "REINDEX" if "index" in said else None) for said in found if said != "ok"]

    def dangling(self, connection: Connection) -> list[tuple[str, object, str]]:
        """Return the faults that SQLite's own check of references finds."""
        found = self.rows(connection, "PRAGMA foreign_key_check")
        return [(table, row, parent) for table, row, parent, _ in found]

    def objects(self, connection: Connection) -> dict[tuple[str, str], Object]:
        """The schema as SQLite keeps it, word for word."""
        return _spelled(self.rows(connection, _SCHEMA))

    def wanted_objects(self, connection: Connection) -> dict[tuple[str, str], Object]:
        """The schema of a database in memory."""
        with create_engine("sqlite://").begin() as other:
            schema.metadata.create_all(other)
            return _spelled(_raw(other).execute(_SCHEMA).fetchall())

    def last_number(self, connection: Connection) -> int | None:
        """Return the number after which AUTOINCREMENT continues."""
        stored = self.rows(connection, "SELECT seq FROM sqlite_sequence WHERE name = 'boards'")
        return stored[0][0] if stored else None

    def miscounts(self, connection: Connection, last: int) -> list[Miscount]:
        """Whether SQLite knows the last number, from which it counts on."""
        rows = self.rows(connection, "SELECT rowid, seq FROM sqlite_sequence WHERE name = 'boards'")
        table, row, right = "sqlite_sequence", "boards", max(last, 0)
        if not rows and last > 0:
            insert = 'INSERT INTO sqlite_sequence ("name", "seq") VALUES (?, ?)'
            return [Miscount(table, row, None, None, {"name": row, "seq": last}, insert, (row, last))]
        delete, update = (f"{what} WHERE rowid = ?" for what in (f"DELETE FROM {table}", f"UPDATE {table} SET seq = ?"))
        more = [Miscount(table, row, None, seq, None, delete, (rowid,)) for rowid, seq in rows[1:]]
        wrong = [
            Miscount(table, row, "seq", seq, right, update, (right, rowid)) for rowid, seq in rows[:1] if seq != right
        ]
        return more + wrong

    # --- The whole ---

    def check_sound(self, connection: Connection) -> None:
        """CatalogueError for a file that does not pass SQLite's check: half a second for a million boards."""
        with said_plainly(self.home):
            found = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalars().all()
        if found != ["ok"]:
            fault = " ".join(str(found[0]).split()) if found else "nothing"
            raise damaged(self.home, f"the database does not pass SQLite's check ({fault})")

    def copy(self, connection: Connection, target: Path, on_progress: OnProgress) -> None:
        """Copy the pages. A commit on the way would begin the copy anew, so all are read in one moment."""
        raw = _raw(connection)
        if raw.in_transaction:  # what it has changed is not committed
            with closing(open_to_read(self._path)) as source:
                copy_pages(source, target, on_progress)
            return
        with self.moment(connection):
            copy_pages(raw, target, on_progress)

    def restore(self, backup: Path, *, force: bool, wait: float, on_wait: OnWait) -> None:
        """Copy the pages beside the database, then exchange the files. What a killed process left is removed."""
        check_home(self.home)
        if self._path.exists() and self._path.stat().st_size and not force:
            raise CatalogueError(f"{self.home} holds a catalogue; replace it with --force, or name another folder")
        self.board_files.folder.mkdir(parents=True, exist_ok=True)
        lock = WriterLock(self.board_files.lock, wait=wait, on_wait=on_wait)
        part = self._path.with_name(part_name(self._path.name))
        try:
            for left in parts_of(self._path):
                left.unlink()
            with closing(open_to_read(backup)) as source:
                copy_pages(source, part, lambda done, wanted: None)
            expect_unsynced(self.home, 0)  # before the rows that the files do not agree with yet
            replace_database(self._path, part)
        finally:
            remove_database(part)
            lock.close()

    def bytes(self, connection: Connection) -> int:
        """The file and its log."""
        log = self._path.with_name(self._path.name + "-wal")
        return sum(path.stat().st_size for path in (self._path, log) if path.exists())


def _raw(connection: Connection) -> sqlite3.Connection:
    raw = connection.connection.dbapi_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw


# --- Connections: to write, and to read also where nothing can be written beside the database ---

BUSY_SECONDS = 5.0  # to wait for another program that has the database locked

_WRITABLE = 0o222  # write permission for anyone


def readable(stored: bytes) -> str:
    """Text from the database, also where another program has written what is not UTF-8."""
    return stored.decode(errors="replace")


def _connect(path: Path, mode: str) -> Connection:
    """Connect in a mode of SQLite's addresses, such as "ro", or "rwc" to make the database if it is missing."""
    uri = f"file://{quote(os.fsencode(path.absolute()))}?mode={mode}"

    def raw() -> sqlite3.Connection:
        connection = sqlite3.connect(uri, BUSY_SECONDS, uri=True, check_same_thread=False)
        if mode != "rwc":
            connection.text_factory = readable
        connection.create_function("sudoku_trial_depth", 1, trial_depth_of, deterministic=True)
        return connection

    before = _opening.set(raw)
    try:
        return _engine().connect()
    finally:
        _opening.reset(before)


_opening: ContextVar[Callable[[], sqlite3.Connection]] = ContextVar("_opening")


@cache
def _engine() -> Engine:
    """Return the one engine for all databases: it keeps the statements that it compiles, so each is compiled once."""
    # Transactions are begun and ended by Store.turn and Store.commit alone.
    return create_engine(
        "sqlite://", creator=lambda: _opening.get()(), poolclass=NullPool, isolation_level="AUTOCOMMIT"
    )


def _connect_to_read(path: Path) -> Connection:
    """Connect with SQLite's locks. If none can be made, read the file as it is, if nothing can change it.

    A reader without write permission can share a log that is there, but make none. Without a log the file is the whole
    database, and stays so if no process can write to it. CatalogueError if one can.
    """
    # Asked without opening the file: closing it would drop the locks that this process holds on it.
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        found = _opened(_connect(path, "rw"))  # only who may write removes the log when the last reader leaves
        found.exec_driver_sql("PRAGMA query_only = ON")
        return found
    if _beside(path, "-wal"):
        return _opened(_connect(path, "ro"))
    if path.stat().st_mode & _WRITABLE and not os.statvfs(path).f_flag & os.ST_RDONLY:
        raise CatalogueError(
            f"{path.parent} is not writable, and SQLite needs write permission to read beside a writer:"
            f" copy the folder, or have its owner make {path.name} read-only (chmod a-w)"
        )
    return _opened(_connect(path, "ro&immutable=1"))


def _beside(path: Path, end: str) -> bool:
    """Whether there is a file that SQLite keeps beside a database."""
    return path.with_name(path.name + end).exists()


def _opened(connection: Connection) -> Connection:
    """The connection, after a first look into the database: the log that it reads then stays until it is closed."""
    try:
        connection.exec_driver_sql("PRAGMA schema_version")
    except BaseException:
        connection.close()
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
        sync_path(target)
    except BaseException:
        with suppress(OSError):
            remove_database(target)
        raise


def replace_database(path: Path, part: Path) -> None:
    """Put a database in the place of another one, with what SQLite keeps beside that."""
    if path.exists():
        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path)) as before:
            before.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for beside in BESIDE_DATABASE:
        path.with_name(path.name + beside).unlink(missing_ok=True)
    part.replace(path)
    with suppress(OSError):  # not every file system can
        sync_path(path.parent)


# --- The schema ---

_SCHEMA = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"


def _spelled(rows: list[tuple[str, str, str]]) -> dict[tuple[str, str], Object]:
    return {
        (kind, name): Object(re.sub(r"[\s\"]+", " ", sql), sql if kind != "table" else None) for kind, name, sql in rows
    }
