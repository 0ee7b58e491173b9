"""PostgreSQL: a catalogue in a database of a server, by psycopg."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import Connection, Result, Select, Table, event
from sqlalchemy.exc import DBAPIError

from ..errors import CatalogueError, MissingCatalogue
from . import postgresql_tables as tables
from . import schema
from .database import (
    Database,
    Insertion,
    Lock,
    Miscount,
    Object,
    OnProgress,
    OnWait,
    attach,
    out_of_step,
    said_plainly,
)
from .files import BoardFiles
from .home import Server, WriterLock
from .postgresql_session import AGAIN, connect, is_held, raw_of, take_lock
from .postgresql_tables import Rows, Sums

_LONGEST = 86_400.0  # seconds that a limit can have
_AHEAD = 4096  # rows of a query that the server sends at a time
_COLUMN = re.compile(r'"(\w+)"')


class _NoFiles(Lock):
    """For a catalogue without files, whose lock ends with the session."""

    unfinished = False


class Postgresql(Database):
    """A database of a server."""

    home: Server

    REMEMBERS_FILES = False
    FIND_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    NEW_PLACE = "name another database, or a schema of its own that is there: ?options=-csearch_path%%3Dboards"
    IS_NO_LINE = "line < 1"
    IS_NO_OBJECT = "details IS NOT JSON OBJECT"

    def __init__(self, home: Server) -> None:
        self.home = home
        self.board_files = BoardFiles(home.files, home.files) if home.files else None
        self._writes = False
        self._streams = 0
        self._meets_duplicates = False
        self._next: dict[str, int] = {}  # of each sequence that this transaction has restarted, by its table
        self._rows, self._sums = Rows(), Sums()  # that wait
        self._made: Sequence[Path] = ()

    # --- Opening ---

    def exists(self) -> bool:
        """Whether the database has the tables of a catalogue."""
        connection = self._connected(writes=False)
        try:
            return self.revision(connection) is not None
        finally:
            self.disconnect(connection)

    def _connected(self, *, writes: bool) -> Connection:
        return attach(connect(self.home, writes=writes), self)

    def connect_to_read(self) -> Connection:
        """Connect for reading only."""
        connection = self._connected(writes=False)
        if self.revision(connection) is None:
            self.disconnect(connection)
            raise MissingCatalogue(
                f"no catalogue in {self.home}; make one with: catalogue fill --count 1000 --home {self.home}"
            )
        return connection

    def connect_to_write(self, wait: float, on_wait: OnWait) -> tuple[Connection, Lock]:
        """Take the lock of the folder for files, if there is one, connect, and take the lock of the catalogue."""
        lock: Lock = _NoFiles()
        if self.board_files:
            self._made = self.board_files.make_folder()
            lock = WriterLock(self.board_files.lock, wait=wait, on_wait=on_wait)
        try:
            connection = self._connected(writes=True)
            try:
                take_lock(self.home, connection, wait, on_wait)
            except BaseException:
                self.disconnect(connection)
                raise
        except BaseException:
            lock.close()
            raise
        self._writes = True
        event.listen(connection, "before_cursor_execute", lambda *_: self._send(connection))
        return connection, lock

    def disconnect(self, connection: Connection) -> None:
        """Close, with all locks released when this returns: the server alone would take a moment."""
        with suppress(psycopg.Error, DBAPIError, CatalogueError):
            if not connection.closed and not connection.invalidated:
                raw = raw_of(connection)
                self.rollback(connection)
                raw.execute("SELECT pg_advisory_unlock_all()")
        with suppress(psycopg.Error, DBAPIError):
            super().disconnect(connection)

    def remove_new(self, connection: Connection) -> None:
        """Drop the tables; other tables stay."""
        self.rollback(connection)
        self.begin(connection)
        tables.drop_all(connection)
        self.commit(connection)
        if self.board_files:
            self.board_files.remove_new(self._made)

    # --- Transactions ---

    def begin(self, connection: Connection) -> None:
        """Begin. Nothing else writes: the lock is held."""
        self._check_connected(connection)
        connection.exec_driver_sql("BEGIN")
        self._next.clear()

    def commit(self, connection: Connection) -> None:
        """Commit, with each sequence where it is: after a crash the server would have it up to 32 numbers ahead.

        CatalogueError if a statement has failed, for then the server would undo the transaction and call it a success.
        """
        self._send(connection)
        if raw_of(connection).info.transaction_status == TransactionStatus.INERROR:
            raise CatalogueError(f"{self.home}: a statement of this transaction failed, and nothing of it is kept")
        with said_plainly(self.home):
            raw = raw_of(connection)
            for table in self._next:
                raw.execute("SELECT setval(%s, %s, false)", (tables.sequence_of(table), tables.next_number(raw, table)))
        connection.exec_driver_sql("COMMIT")

    def rollback(self, connection: Connection) -> None:
        """Undo the open transaction; if the connection is lost, the server has done so."""
        self._rows, self._sums = Rows(), Sums()
        if connection.closed or connection.invalidated or raw_of(connection).closed:
            return
        if self.is_in_transaction(connection):
            with suppress(psycopg.Error, DBAPIError):
                raw_of(connection).execute("ROLLBACK")

    def is_in_transaction(self, connection: Connection) -> bool:
        """Whether a transaction is open. CatalogueError if the connection is lost, and what was open with it."""
        self._check_connected(connection)
        status = raw_of(connection).info.transaction_status
        return status in (TransactionStatus.INTRANS, TransactionStatus.INERROR, TransactionStatus.ACTIVE)

    def _check_connected(self, connection: Connection) -> None:
        if connection.invalidated or raw_of(connection).closed:
            raise CatalogueError(f"{self.home}: the connection to the server is lost; {AGAIN}")

    def sync_commits(self, connection: Connection, every_commit: bool) -> None:
        """Leave it to the server, which waits by default; insist if it does not and each commit has to wait."""
        connection.exec_driver_sql("RESET synchronous_commit")
        if every_commit and connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "off":
            connection.exec_driver_sql("SET synchronous_commit = on")

    def is_written(self, connection: Connection) -> bool:
        """Whether some process holds the advisory lock."""
        with said_plainly(self.home):
            return is_held(self.home, connection)

    @contextmanager
    def moment(self, connection: Connection) -> Iterator[None]:
        """Read one snapshot, or in the transaction that is open."""
        if self.is_in_transaction(connection):
            yield
            return
        connection.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try:
            yield
        finally:
            self.rollback(connection)

    @contextmanager
    def stream(self, connection: Connection, query: Select[Any]) -> Iterator[Result[Any]]:
        """Give the rows by a cursor of the server, which needs a transaction; a writer's own stays its own."""
        if self._writes:
            yield connection.execute(query)
            return
        begun = not self.is_in_transaction(connection)
        if begun:
            connection.exec_driver_sql("BEGIN READ ONLY")
        mine = begun or self._streams > 0
        self._streams += mine
        try:
            options = {"stream_results": True, "max_row_buffer": _AHEAD}
            with connection.execute(query, execution_options=options) as rows:
                yield rows
        finally:
            self._streams -= mine
            if mine and not self._streams:  # the last one that is still read
                self.rollback(connection)

    # --- Readers that live long ---

    def identity(self) -> object:
        """Always the same: the server keeps a connection whatever happens to the tables."""
        return self.home.url

    def state(self, connection: Connection) -> object:
        """Which transactions have ended, of all databases of the server."""
        return self.rows(connection, "SELECT pg_current_snapshot()::text")[0]

    def end_statements(self, connection: Connection, seconds_left: Callable[[], float]) -> None:
        """Have the server end each statement in time."""

        def limit(*_: object) -> None:
            left = seconds_left()
            milliseconds = max(1, int(1000 * left)) if left < _LONGEST else 0
            raw_of(connection).execute(f"SET statement_timeout = {milliseconds}")

        event.listen(connection, "before_cursor_execute", limit)

    def is_end_of_time(self, error: DBAPIError) -> bool:
        """Whether the server ended the statement."""
        return isinstance(error.orig, psycopg.errors.QueryCanceled)

    # --- Many rows ---

    def insert(self, connection: Connection, insertion: Insertion, rows: Sequence[Sequence[object]]) -> None:
        """Insert by COPY. Sums wait for the next statement that could read them, which is mostly the commit."""
        if insertion.key:
            self._sums.add(insertion, rows)
            if not self._writes:  # the server refuses what a reader writes
                self._send(connection)
            return
        with said_plainly(self.home):
            tables.copy_in(raw_of(connection), insertion.table, insertion.columns, list(zip(*rows, strict=True)))

    def insert_numbered(
        self, connection: Connection, insertion: Insertion, numbers: range, columns: Sequence[Sequence[object]]
    ) -> range:
        """Have the rows wait for a COPY with later ones, which takes its ids from the sequence of the table.

        The sequence is locked by this transaction and goes on with these numbers; what it gave is compared with them
        when the rows are sent.
        """
        name = insertion.table.name
        if name not in self._next:
            self._next[name] = self._restart(connection, insertion.table)
        if self._next[name] != numbers.start:
            raise out_of_step(name, self._next[name], numbers.start)
        self._next[name] = numbers.stop
        if self._rows.add(insertion, columns):
            self._send_rows(connection)
        return numbers

    def _send(self, connection: Connection) -> None:
        """Send all that waits."""
        self._send_rows(connection)
        with said_plainly(self.home):
            for insertion, rows in self._sums.taken():
                tables.add_up(raw_of(connection), insertion, rows)

    def _send_rows(self, connection: Connection) -> None:
        """Send the rows that wait, and compare the numbers that the server gave with those expected."""
        with said_plainly(self.home):
            sent = set()
            for insertion, columns in self._rows.taken():
                tables.copy_in(raw_of(connection), insertion.table, insertion.columns[1:], columns)
                sent.add(insertion.table.name)
            for name in sent:
                following = tables.next_number(raw_of(connection), name)
                if following != self._next[name]:
                    raise out_of_step(name, following, self._next[name])

    def _restart(self, connection: Connection, table: Table) -> int:
        """Have a sequence go on as in SQLite: after the last board ever made, after the last puzzle that was kept."""
        raw = raw_of(connection)
        with said_plainly(self.home):
            if table is schema.boards:
                following = tables.next_number(raw, table.name)
            else:
                (following,) = raw.execute(f"SELECT coalesce(max(id) + 1, 0) FROM {table.name}").fetchone() or (0,)
            tables.restart(raw, table.name, following)
        return following

    def claim(
        self, connection: Connection, keys: Sequence[bytes], first: int, wanted: int
    ) -> tuple[Sequence[int], int]:
        """Claim by a plain INSERT while all keys are new; then with ON CONFLICT DO NOTHING, which takes longer."""
        raw = raw_of(connection)
        with said_plainly(self.home):
            if not self._meets_duplicates and (whole := min(len(keys), wanted)):
                if tables.claim_new(raw, keys[:whole], first):
                    return range(whole), whole
                self._meets_duplicates = True
            return tables.claim(raw, keys, first, wanted)

    # --- Rows as they are stored ---

    def rows(self, connection: Connection, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Rows of a query."""
        self._send(connection)
        with said_plainly(self.home):
            return raw_of(connection).execute(_spelled(query), values or None).fetchall()

    def run(self, connection: Connection, statement: str, values: Sequence[object]) -> bool:
        """Change rows; a failed statement would undo the transaction, so it has one of its own within it."""
        self._send(connection)
        with said_plainly(self.home):
            try:
                with raw_of(connection).transaction():
                    raw_of(connection).execute(_spelled(statement), _typed(statement, values) or None)
            except psycopg.IntegrityError:
                return False
            return True

    def objects(self, connection: Connection) -> dict[tuple[str, str], Object]:
        """Tables with their columns and constraints, indexes and the view, from the catalogue of the server."""
        with said_plainly(self.home):
            return tables.objects(raw_of(connection))

    def wanted_objects(self, connection: Connection) -> dict[tuple[str, str], Object]:
        """The same, from the schema of the program."""
        with said_plainly(self.home):
            return tables.wanted_objects(raw_of(connection))

    def last_number(self, connection: Connection) -> int | None:
        """The number before the one that the sequence gives next."""
        with said_plainly(self.home):
            following = tables.next_number(raw_of(connection), schema.boards.name)
        return following - 1 if following else None

    def miscounts(self, connection: Connection, last: int) -> list[Miscount]:
        """Whether the sequence goes on after the last board."""
        found = self.last_number(connection)
        known = -1 if found is None else found
        if known == last or (not self._writes and self._has_grown(known)):
            return []
        sequence = tables.sequence_of(schema.boards.name)
        repair = f"SELECT setval('{sequence}', ?, false)"
        return [Miscount(sequence, None, "last_value", known, last, repair, (last + 1,))]

    def _has_grown(self, last: int) -> bool:
        """Whether a fill explains the count: a sequence shows what was committed after this moment, too."""
        connection = self._connected(writes=False)
        try:
            now = self.rows(connection, "SELECT max(id) FROM boards")[0][0]
            return now == last or self.is_written(connection)
        finally:
            self.disconnect(connection)

    # --- The whole ---

    def copy(self, connection: Connection, target: Path, on_progress: OnProgress) -> None:
        """Write all tables into a file of SQLite."""
        own = connection
        if self._writes:  # what it has changed is not committed
            own = self._connected(writes=False)
        try:
            with said_plainly(self.home), self.moment(own):
                tables.write_sqlite(own, target, on_progress)
        finally:
            if own is not connection:
                super().disconnect(own)

    def restore(self, backup: Path, *, force: bool, wait: float, on_wait: OnWait) -> None:
        """Fill all tables in one transaction."""
        connection, lock = self.connect_to_write(wait, on_wait)
        try:
            if self.revision(connection) is not None and not force:
                raise CatalogueError(f"{self.home} holds a catalogue; replace it with --force, or name another one")
            with said_plainly(self.home):
                self.begin(connection)
                tables.drop_all(connection)
                self.create(connection)
                tables.read_sqlite(connection, backup)
                self.commit(connection)
        finally:
            self.disconnect(connection)
            lock.close()

    def bytes(self, connection: Connection) -> int:
        """The tables with their indexes."""
        names = [table.name for table in schema.metadata.sorted_tables]
        sizes = "SELECT pg_total_relation_size(to_regclass(name)) FROM unnest(?::text[]) AS name"
        return sum(size or 0 for (size,) in self.rows(connection, sizes, (names,)))


# --- Statements for SQLite ---


def _spelled(statement: str) -> str:
    """A statement as PostgreSQL and psycopg spell it. Keys are never NULL here."""
    known = statement.replace('"rowid"', "ctid").replace("rowid", "ctid").replace(" IS ?", " = ?")
    return known.replace("%", "%%").replace("?", "%s")


def _typed(statement: str, values: Sequence[object]) -> list[object]:
    """Values with truth if a column has that type: for SQLite it is a number."""
    table = re.search(r"(?:UPDATE|INTO) (\w+)", statement)
    if table is None or table[1] not in schema.metadata.tables:
        return list(values)
    truths = tables.boolean_columns(schema.metadata.tables[table[1]])
    names = _COLUMN.findall(statement)[: len(values)]
    named = zip(names, values, strict=True)
    return [bool(value) if name in truths and value is not None else value for name, value in named]
