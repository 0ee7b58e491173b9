"""What a catalogue asks of its database, whichever it is.

Each database has a module here that says how it does these things; everything else runs on any of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol

from sqlalchemy import Connection, Result, Select
from sqlalchemy.exc import DBAPIError

from catalogue.errors import RESTORE, CatalogueError
from catalogue.home import Home
from catalogue.store.board_files import BoardFiles
from catalogue.store.databases.insertion import Insertion
from catalogue.store.databases.sqlite.files import OnProgress

_KEY = "catalogue database"

OnWait = Callable[[str], None]
"""Takes a line that names the process that is waited for."""


class Lock(Protocol):
    """Held by the one process that writes. The database or the system releases it when its holder ends."""

    @property
    def unfinished(self) -> bool:
        """Whether the last writer ended before each of its files had a number."""

    def begin(self) -> None:
        """From now on files may be without a number, until `end`."""

    def end(self) -> None:
        """Every file has its number."""

    def close(self) -> None:
        """Release the lock."""


class Damage(NamedTuple):
    """What a database finds wrong with itself, and the statement that repairs it, if any does."""

    what: str
    repair: str | None


class Object(NamedTuple):
    """A table, index or view: how it is made, and a statement that makes it again where that loses nothing."""

    text: str
    repair: str | None


class Miscount(NamedTuple):
    """A count that is wrong, with the statement that repairs it; `column` is None where its row is missing."""

    table: str
    row: object
    column: str | None
    found: object
    expected: object
    repair: str
    values: tuple[object, ...]


class Database(ABC):
    """The database of one catalogue."""

    home: Home
    board_files: BoardFiles | None
    """Where boards have their files; None where they have none."""

    REMEMBERS_FILES: ClassVar[bool]
    """Whether the settings say if boards have files; else the caller names a folder when opening it."""

    IS_NO_LINE: ClassVar[str]
    """A condition on `origins.line`, in SQL: it is no number of a line."""
    IS_NO_OBJECT: ClassVar[str]
    """A condition on `origins.details`, in SQL: it is no JSON object."""

    # --- Opening ---

    @abstractmethod
    def exists(self) -> bool:
        """Whether there is a catalogue, or what may be one."""

    @abstractmethod
    def check_vacant(self) -> None:
        """CatalogueError where a new catalogue would take the place of another one."""

    @abstractmethod
    def connect_to_read(self) -> Connection:
        """Connect without a change to anything. CatalogueError where there is no catalogue."""

    @abstractmethod
    def connect_to_write(self, wait: float, on_wait: OnWait) -> tuple[Connection, Lock]:
        """Take the lock, for which `wait` seconds are waited, and connect.

        CatalogueError where another process has the lock then; it says which.
        """

    def disconnect(self, connection: Connection) -> None:
        """Close a connection; what is not committed is undone."""
        connection.close()
        connection.engine.dispose()

    @abstractmethod
    def prepare_to_write(self, connection: Connection) -> None:
        """Set up what holds for the whole session of a writer, before any migration."""

    @abstractmethod
    def finish_preparing(self, connection: Connection, is_new: bool) -> None:
        """The same after the migrations; `is_new` says that there were some, or that the catalogue was made."""

    @abstractmethod
    def revision(self, connection: Connection) -> str | None:
        """The revision of the schema; None for a database without one. CatalogueError where it cannot be read."""

    @abstractmethod
    def create(self, connection: Connection) -> None:
        """Make all tables at the newest revision, in the open transaction."""

    # --- Transactions ---

    @abstractmethod
    def begin(self, connection: Connection) -> None:
        """Begin a transaction that writes."""

    @abstractmethod
    def commit(self, connection: Connection) -> None:
        """Commit the open transaction."""

    @abstractmethod
    def rollback(self, connection: Connection) -> None:
        """Undo the open transaction, unless the database has done so already."""

    @abstractmethod
    def is_in_transaction(self, connection: Connection) -> bool:
        """Whether a transaction is open. CatalogueError where the connection is lost."""

    @abstractmethod
    def sync_commits(self, connection: Connection, every_commit: bool) -> None:
        """Have each commit wait until it is on the disk, or only what keeps the database whole."""

    @abstractmethod
    def is_written(self, connection: Connection) -> bool:
        """Whether some other process holds the lock."""

    @abstractmethod
    def moment(self, connection: Connection) -> AbstractContextManager[None]:
        """Within the block all rows are read as they are at its beginning, or as the open transaction has them."""

    @abstractmethod
    def stream(self, connection: Connection, query: Select[Any]) -> AbstractContextManager[Result[Any]]:
        """Give the rows of a query, however many they are, without holding all of them in memory."""

    # --- Readers that live long ---

    @abstractmethod
    def identity(self) -> object:
        """What is different once another database has taken the place of this one."""

    @abstractmethod
    def state(self, connection: Connection) -> object:
        """What is different after each commit of a writer."""

    @abstractmethod
    def end_statements(self, connection: Connection, seconds_left: Callable[[], float]) -> None:
        """End each statement with an error when no seconds are left for it."""

    @abstractmethod
    def is_end_of_time(self, error: DBAPIError) -> bool:
        """Whether a statement was ended for that reason."""

    # --- Many rows ---

    @abstractmethod
    def insert(self, connection: Connection, insertion: Insertion, rows: Sequence[Sequence[object]]) -> None:
        """Insert rows, given in the order of the columns."""

    @abstractmethod
    def insert_numbered(
        self, connection: Connection, insertion: Insertion, numbers: range, columns: Sequence[Sequence[object]]
    ) -> range:
        """Insert rows whose ids the database gives, column by column without the id, and return these ids.

        CatalogueError where they get other ids than these `numbers`.
        """

    @abstractmethod
    def claim(
        self, connection: Connection, keys: Sequence[bytes], first: int, wanted: int
    ) -> tuple[Sequence[int], int]:
        """Insert `claims` on keys in their order for the boards numbered from `first` on, until `wanted` were new.

        The UNIQUE key decides what is new. Returns the indices of the new ones, and how many keys were looked at.
        """

    # --- Rows as they are stored, for who proves them ---

    @abstractmethod
    def rows(self, connection: Connection, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query in SQL, with `?` for each value, as they are stored: unreadable text included."""

    @abstractmethod
    def run(self, connection: Connection, statement: str, values: Sequence[object]) -> bool:
        """Change rows by a statement in SQL, and return whether no other row is in its way."""

    @abstractmethod
    def defer_references(self, connection: Connection) -> None:
        """Within this transaction rows may refer to rows that are not there yet."""

    @abstractmethod
    def damages(self, connection: Connection) -> list[Damage]:
        """What the database itself finds wrong, with the statement that repairs it."""

    @abstractmethod
    def dangling(self, connection: Connection) -> list[tuple[str, object, str]]:
        """Rows that refer to no row: table, row, and the table that it refers to."""

    @abstractmethod
    def objects(self, connection: Connection) -> dict[tuple[str, str], Object]:
        """All tables, indexes and views, by their kind and name."""

    @abstractmethod
    def wanted_objects(self, connection: Connection) -> dict[tuple[str, str], Object]:
        """The same as this program makes them."""

    @abstractmethod
    def last_number(self, connection: Connection) -> int | None:
        """The last number that the database gave to a board; None before the first one."""

    @abstractmethod
    def miscounts(self, connection: Connection, last: int) -> list[Miscount]:
        """What is wrong with the count from which the database numbers boards, where `last` is their last number."""

    # --- The whole ---

    @abstractmethod
    def check_sound(self, connection: Connection) -> None:
        """CatalogueError for a database that does not pass its own check."""

    @abstractmethod
    def copy(self, connection: Connection, target: Path, on_progress: OnProgress) -> None:
        """Copy all that is committed to a new file of SQLite, as of one moment; it is on the disk at the end."""

    @abstractmethod
    def restore(self, backup: Path, *, force: bool, wait: float, on_wait: OnWait) -> None:
        """Make the database from such a file, in the place of another one only with `force`; all or nothing."""

    @abstractmethod
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
