"""The database of a catalogue, of either kind.

Each database has a module that says how it does these things; everything else runs on any of them.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol

from sqlalchemy import JSON, ColumnElement, Connection, Dialect, Result, Select, Table, cast, func, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import UserDefinedType

from ..errors import RESTORE, CatalogueError, advised
from . import schema
from .files import BoardFiles
from .home import Home
from .schema import INTEGER, TEXT


@dataclass(frozen=True)
class Insertion:
    """Rows of a table, by some of its columns.

    With a `key`, a row whose key is there already is changed: its `sums` grow by the new values, its `latest` become
    them.
    """

    table: Table
    columns: tuple[str, ...]
    key: tuple[str, ...] = ()
    sums: tuple[str, ...] = ()
    latest: tuple[str, ...] = ()


def add_up(table: Table, key: tuple[str, ...], sums: tuple[str, ...], latest: tuple[str, ...] = ()) -> Insertion:
    """Insert, or add to the `sums` of the row with the same key and replace its `latest`."""
    return Insertion(table, (*key, *latest, *sums), key, sums, latest)


# A pool whose connection Ctrl-C interrupts logs a traceback, which Python prints if nothing else takes it.
logging.getLogger("sqlalchemy").addHandler(logging.NullHandler())

_KEY = "catalogue database"

_OWN_TABLES = frozenset({"alembic_version", "settings", "boards", "puzzles"})
"""By these a catalogue of before its database was marked is known."""

ADVICE: dict[type[Exception], Callable[[Any], str]] = {}
"""Functions that say, for an error of a driver, what is wrong and what to do: each database adds its own."""

OnProgress = Callable[[int, int], None]
"""Takes how much is done, and how much there is."""

OnWait = Callable[[str], None]
"""Takes a line that names the process that is waited for."""


class Lock(Protocol):
    """Held by the one process that writes. The database or the system releases it when its holder ends."""

    @property
    def unfinished(self) -> bool:
        """Whether the last writer ended before each of its files had a number."""

    def begin(self) -> None:
        """From now on files may be without a number, until `end`."""
        return

    def end(self) -> None:
        """Every file has its number."""
        return

    def close(self) -> None:
        """Release the lock."""
        return


class Damage(NamedTuple):
    """A fault that a database finds in itself, and the statement that repairs it, if any does."""

    what: str
    repair: str | None


class Object(NamedTuple):
    """A table, index, view or the like: how it is made, and a statement that makes it if that loses nothing."""

    text: str
    repair: str | None


class Miscount(NamedTuple):
    """A count that is wrong, with the statement that repairs it; `column` is None if its row is missing."""

    table: str
    row: object
    column: str | None
    found: object
    expected: object
    repair: str
    values: tuple[object, ...]


class Database(Protocol):
    """The database of one catalogue. A method without a body is one that each kind of database has."""

    home: Home
    board_files: BoardFiles | None
    """Where boards have their files; None if they have none."""

    REMEMBERS_FILES: ClassVar[bool]
    """Whether the settings say if boards have files; else the caller names a folder when opening it."""

    FIND_TABLES: ClassVar[str]
    """A query that finds the names of all tables, views and the like that may be ours or another program's."""

    NEW_PLACE: ClassVar[str]
    """What to do where another program has its tables."""

    IS_NO_LINE: ClassVar[str]
    """A condition on `origins.line`, in SQL: it is not a line number."""
    IS_NO_OBJECT: ClassVar[str]
    """A condition on `origins.details`, in SQL: it is not a JSON object."""

    # --- Opening ---

    def exists(self) -> bool:
        """Whether there is a catalogue, or what may be one."""

    def check_vacant(self) -> None:
        """CatalogueError if a new catalogue would take the place of another one. A server refuses names itself."""
        return

    def connect_to_read(self) -> Connection:
        """Connect without a change to anything. CatalogueError if there is no catalogue."""

    def connect_to_write(self, wait: float, on_wait: OnWait) -> tuple[Connection, Lock]:
        """Wait up to `wait` seconds for the lock, and connect.

        CatalogueError names the process that still has the lock then.
        """

    def disconnect(self, connection: Connection) -> None:
        """Close a connection; what is not committed is undone."""
        connection.close()

    def prepare_to_write(self, connection: Connection) -> None:
        """Set up the session of a writer, before any migration."""
        return

    def finish_preparing(self, connection: Connection, is_new: bool) -> None:
        """The same after the migrations; `is_new` says that there were some, or that the catalogue was made."""
        return

    def tables(self, connection: Connection) -> set[str]:
        """The names of all tables, of this program or another one."""
        return set(connection.exec_driver_sql(self.FIND_TABLES).scalars())

    def is_marked(self, connection: Connection) -> bool:
        """Whether the database says itself that it is a catalogue; one of before this was said does not."""
        return False

    def revision(self, connection: Connection) -> str | None:
        """The revision of the schema; None for an empty database.

        CatalogueError if it cannot be read, and for a database of another program.
        """
        names = self.tables(connection)
        if names and not self.is_marked(connection) and len(names & _OWN_TABLES) < 3:  # one of the four may be lost
            raise CatalogueError(f"{self.home} has tables of another program, such as {min(names)}; {self.NEW_PLACE}")
        if schema.alembic_version.name not in names:
            return None
        revisions = connection.execute(select(schema.alembic_version)).scalars().all()
        revision = schema.REVISION if schema.REVISION in revisions else max(revisions, default=None, key=str)
        if not isinstance(revision, str):  # it is written with the tables, in one transaction
            raise damaged(self.home, "alembic_version has no row")
        return revision

    def create(self, connection: Connection) -> None:
        """Make all tables at the newest revision, in the open transaction."""
        schema.metadata.create_all(connection, checkfirst=False)
        connection.execute(schema.alembic_version.insert().values(version_num=schema.REVISION))

    def remove_new(self, connection: Connection) -> None:
        """Remove a catalogue that was made after `connect_to_write`, while its lock is held."""

    # --- Transactions ---

    def begin(self, connection: Connection) -> None:
        """Begin a transaction that writes."""

    def commit(self, connection: Connection) -> None:
        """Commit the open transaction."""

    def rollback(self, connection: Connection) -> None:
        """Undo the open transaction, unless the database has done so already."""

    def is_in_transaction(self, connection: Connection) -> bool:
        """Whether a transaction is open. CatalogueError if the connection is lost."""

    def sync_commits(self, connection: Connection, every_commit: bool) -> None:
        """Have each commit wait until it is on the disk, or only what keeps the database whole."""

    def is_written(self, connection: Connection) -> bool:
        """Whether some other process holds the lock."""

    def moment(self, connection: Connection) -> AbstractContextManager[None]:
        """Within the block all rows are read as they are at its beginning, or as the open transaction has them."""

    def stream(self, connection: Connection, query: Select[Any]) -> AbstractContextManager[Result[Any]]:
        """Give the rows of a query, however many they are, without holding all of them in memory."""

    # --- Readers that live long ---

    def identity(self) -> object:
        """A value that changes when another database takes the place of this one."""

    def state(self, connection: Connection) -> object:
        """A value that changes with each commit of a writer."""

    def end_statements(self, connection: Connection, seconds_left: Callable[[], float]) -> None:
        """End each statement with an error when no seconds are left for it."""

    def is_end_of_time(self, error: DBAPIError) -> bool:
        """Whether a statement was ended for that reason."""

    # --- Many rows ---

    def insert(self, connection: Connection, insertion: Insertion, rows: Sequence[Sequence[object]]) -> None:
        """Insert rows, given in the order of the columns."""

    def insert_numbered(
        self, connection: Connection, insertion: Insertion, numbers: range, columns: Sequence[Sequence[object]]
    ) -> range:
        """Insert rows whose ids the database gives, column by column without the id, and return these ids.

        CatalogueError if they get other ids than these `numbers`.
        """

    def claim(
        self, connection: Connection, keys: Sequence[bytes], first: int, wanted: int
    ) -> tuple[Sequence[int], int]:
        """Insert `claims` on keys in their order for the boards numbered from `first` on, until `wanted` were new.

        All keys of a catalogue are equally long. The UNIQUE key decides what is new. Returns the indices of the new
        ones, and how many keys were looked at.
        """

    # --- Rows as they are stored, to prove them ---

    def rows(self, connection: Connection, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """All rows of an SQL query, with `?` for each value, as they are stored, unreadable text included."""

    def run(self, connection: Connection, statement: str, values: Sequence[object]) -> bool:
        """Change rows by an SQL statement, and return whether no other row prevents it."""

    def defer_references(self, connection: Connection) -> None:
        """Within this transaction, rows may refer to rows that do not exist yet.

        A server refuses such a row, and a later round repairs it.
        """
        return

    def damages(self, connection: Connection) -> list[Damage]:
        """Return the faults that the database finds in itself, each with the statement that repairs it."""
        return []

    def dangling(self, connection: Connection) -> list[tuple[str, object, str]]:
        """Rows that refer to no row: table, row, and the table that it refers to."""
        return []

    def objects(self, connection: Connection) -> dict[tuple[str, str], Object]:
        """All tables, indexes and views, by their kind and name."""

    def wanted_objects(self, connection: Connection) -> dict[tuple[str, str], Object]:
        """The same as this program makes them."""

    def last_number(self, connection: Connection) -> int | None:
        """The last number that the database gave to a board; None before the first one."""

    def miscounts(self, connection: Connection, last: int) -> list[Miscount]:
        """Find faults in the count from which the database numbers boards; `last` is their last number."""

    # --- The whole ---

    def check_sound(self, connection: Connection) -> None:
        """CatalogueError for a database that does not pass its own check; a server checks its pages itself."""
        return

    def copy(self, connection: Connection, target: Path, on_progress: OnProgress) -> None:
        """Copy all that is committed to a new file of SQLite, as of one moment; it is on the disk at the end."""

    def restore(self, backup: Path, *, force: bool, wait: float, on_wait: OnWait) -> None:
        """Make the database from such a file, in the place of another one only with `force`; all or nothing."""

    def bytes(self, connection: Connection) -> int:
        """How much room the database takes."""


def attach(connection: Connection, database: Database) -> Connection:
    """Have a connection know its database, for `database_of`."""
    connection.info[_KEY] = database
    return connection


def database_of(connection: Connection) -> Database:
    """Return the database that a connection is to."""
    database: Database = connection.info[_KEY]
    return database


def out_of_step(table: str, got: object, expected: int) -> CatalogueError:
    """Return the error for a row whose id is not the one that it was claimed for."""
    return CatalogueError(
        f"the next row of {table} would get number {got}, not {expected}: rows were deleted or added by hand; {RESTORE}"
    )


def insert_rows(connection: Connection, insertion: Insertion, rows: Sequence[Sequence[object]]) -> None:
    """Insert rows, given in the order of the insertion's columns."""
    if rows:
        database_of(connection).insert(connection, insertion, rows)


def insert_numbered(connection: Connection, insertion: Insertion, numbers: range, *columns: Sequence[object]) -> range:
    """Insert rows that the database numbers, column by column, and return the numbers, which have to be those expected.

    The first column of the insertion is `id`; `columns` are the others.

    CatalogueError if they get others: the rows before them are not those that the numbers were counted from.
    """
    return database_of(connection).insert_numbered(connection, insertion, numbers, columns) if numbers else numbers


class PuzzleNumber(UserDefinedType[Any]):
    """A number as commands print it: an integer N, or a text N.k. With one type per column, text."""

    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:
        """SQLite gives both types itself."""
        return None if dialect.name == "sqlite" else _number


def _number(text: Any) -> Any:
    return text if text is None or "." in text else int(text)


class _Spelled(FunctionElement[Any]):
    """A function of SQL that each kind of database spells in another way."""

    texts: ClassVar[dict[str, str]]


@compiles(_Spelled)
def _spelled(element: _Spelled, compiler: SQLCompiler, **options: Any) -> str:
    values = (compiler.process(clause, **options) for clause in element.clauses)
    if compiler.dialect.name not in element.texts:
        raise CatalogueError(
            f"a server has no engine to compute {element.name}, and none is stored: --columns {element.name} computes"
            " it here; or export the puzzles, and import them into a folder"
        )
    return element.texts[compiler.dialect.name].format(*values)


class puzzle_number(_Spelled):
    """The number of a puzzle, from its board and its place there."""

    name = "puzzle_number"
    inherit_cache = True
    texts: ClassVar = {
        "sqlite": "CASE WHEN ({1} = 0) THEN {0} ELSE {0} || '.' || {1} END",
        "postgresql": "CASE WHEN {1} = 0 THEN {0}::text ELSE {0} || '.' || {1} END",
    }
    type = PuzzleNumber()


class trial_depth(_Spelled):
    """How deep trial and error has to look to solve a 9x9 puzzle; NULL for others. Each reading computes it."""

    name = "trial_depth"
    inherit_cache = True
    texts: ClassVar = {"sqlite": "sudoku_trial_depth({0})"}
    type = INTEGER


class collected(_Spelled):
    """An object of JSON with a name and a value from each row."""

    name = "collected"
    inherit_cache = True
    texts: ClassVar = {
        "sqlite": "json_group_object({0}, {1})",
        "postgresql": "coalesce(json_object_agg({0}, {1}), '{{}}')",
    }
    type = JSON()


class json_text(_Spelled):
    """A text in an object of JSON by its name, NULL if it has none."""

    name = "json_text"
    inherit_cache = True
    texts: ClassVar = {"sqlite": "json_extract({0}, '$.' || {1})", "postgresql": "({0}::json ->> {1})"}
    type = TEXT


def total(column: ColumnElement[Any]) -> ColumnElement[int]:
    """The sum of a column of integers, 0 of no rows, as an integer."""
    return cast(func.coalesce(func.sum(column), 0), INTEGER)


def damaged(home: Home, fault: str) -> CatalogueError:
    """Return the error for a database that lacks what every catalogue has."""
    return CatalogueError(f"{home}: {fault}; {RESTORE}")


def plain(home: Home, error: Exception) -> CatalogueError:
    """Return the error for a fault that a database reports, with advice."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    advise = next((advise for kind, advise in ADVICE.items() if isinstance(cause, kind)), str)
    return CatalogueError(f"{home}: {advise(cause)}")


@contextmanager
def said_plainly(home: Home) -> Iterator[None]:
    """Turn errors of the system and of a database into a CatalogueError that names the catalogue."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise damaged(home, "text in the database is not UTF-8") from error
    except OSError as error:
        raise CatalogueError(advised(home, error)) from error
    except (SQLAlchemyError, *ADVICE) as error:  # type: ignore[misc]
        raise plain(home, error) from error
