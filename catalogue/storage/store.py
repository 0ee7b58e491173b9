"""An open catalogue: a database, and files of its boards; and backups of it.

Opening for writing creates a missing catalogue and upgrades an old one by Alembic, which takes a third of a second to
import; one that is newer than the program is refused, and so is one of before the first release.
Readers never wait for a writer.
"""

import os
import sqlite3
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import ColumnElement, Connection, Result, Select, insert, select, update
from sqlalchemy import exists as exists_row
from sqlalchemy.exc import SQLAlchemyError

from ...engine.grades import RATING_VERSION, SCORE_VERSION
from ..errors import CatalogueError, OtherRatings, OutdatedCatalogue
from ..puzzles.settings import Settings, checked
from . import schema
from .database import ADVICE, Database, Lock, OnProgress, damaged, plain, said_plainly
from .digests import changing
from .files import BoardFiles, board_entries, unsynced
from .home import Home, remove_database
from .sqlite import Sqlite, open_to_read
from .whole_files import check_output, part_name, sync_path


def database_at(home: Home) -> Database:
    """Return the database of a catalogue, not yet connected."""
    if isinstance(home, Path):
        return Sqlite(home)
    try:
        from .postgresql import Postgresql
    except ImportError as error:
        extra = "pip install 'board-catalogue[postgres]'"
        raise CatalogueError(f"{home}: {error}; a catalogue in PostgreSQL needs psycopg: {extra}") from None
    return Postgresql(home)


def exists(home: Home) -> bool:
    """Whether there is a catalogue, or what may be one. CatalogueError if that cannot be found out."""
    with said_plainly(home):
        return database_at(home).exists()


_OF_ROWS = (TypeError, ValueError, LookupError, ArithmeticError, AttributeError)


class Store:
    """An open catalogue; close it, or use it as a context manager."""

    def __init__(self, database: Database, connection: Connection, lock: Lock | None) -> None:
        """Use `Store.read` or `Store.write`."""
        self.database = database
        self._connection = connection
        self._streams: dict[int, Result[Any]] = {}
        self._lock = lock
        self._is_made_here = False
        self.is_durable = False
        self._turn = threading.Lock()
        self._failure: BaseException | None = None

    @classmethod
    def read(cls, home: Home) -> "Store":
        """Open for reading, without a change to anything.

        OutdatedCatalogue if it has an older schema: `Store.write` upgrades it. CatalogueError if there is no
        catalogue, or one that this program cannot read.
        """
        with said_plainly(home):
            database = database_at(home)
            store = cls(database, database.connect_to_read(), None)
            try:
                revision = known(home, database.revision(store.connection))
                if revision != schema.REVISION:
                    raise OutdatedCatalogue(home, revision, schema.REVISION)
                for other in filter(None, (store.other_ratings(), store.other_scores())):
                    warnings.warn(other, OtherRatings, stacklevel=2)
            except BaseException:
                store.close()
                raise
            return store

    @classmethod
    def write(
        cls,
        home: Home,
        new: Settings | None = None,
        *,
        wait: float = 0.0,
        on_wait: Callable[[str], None] = lambda message: None,
    ) -> "Store":
        """Open for writing and hold the lock. A missing catalogue is created with the settings `new`.

        If another process holds the lock, `on_wait` gets a line that names it, and the lock is waited for, up to
        `wait` seconds. CatalogueError if it is still held then, the catalogue cannot be written, is newer than this
        program, or is missing and no settings are given, and if boards have files but no database. A block `with` that
        ends with one of these, or a ValueError, removes a catalogue that it made, unless it holds a board.
        """
        with said_plainly(home):
            database = database_at(home)
            is_there = database.exists()
            if is_there:
                _check_readable(database, new)  # before anything is made beside it
            elif new is None:
                return cls.read(home)  # which says that it is missing
            else:
                database.check_vacant()
            store = cls(database, *database.connect_to_write(wait, on_wait))
            store._is_made_here = not is_there
            try:
                store._prepare(new)
            except BaseException as error:
                store._end(error)
                raise
            return store

    @property
    def connection(self) -> Connection:
        """The connection to the database. CatalogueError after `close`."""
        if self._connection.closed:
            raise self._closed
        return self._connection

    @property
    def _closed(self) -> CatalogueError:
        return CatalogueError(f"{self.home} was closed; open the catalogue again")

    @property
    def home(self) -> Home:
        """Where the catalogue is."""
        return self.database.home

    @property
    def board_files(self) -> BoardFiles | None:
        """Where boards have their files; None if they can have none."""
        return self.database.board_files

    @property
    def settings(self) -> Settings:
        """The settings that the catalogue was created with."""
        rows = self.connection.execute(select(schema.settings).limit(2)).all()
        if len(rows) != 1:
            raise damaged(self.home, f"settings has {'several rows' if rows else 'no row'}")
        settings = checked(self.home, Settings(*rows[0]))
        if self.database.REMEMBERS_FILES:
            return settings
        return replace(settings, files=self.board_files is not None)

    def other_ratings(self) -> str | None:
        """Say so if puzzles were rated by another version of the program, and how to rate them anew."""
        return self._of_another("rating", RATING_VERSION, schema.puzzles.c.rating_status, "--again")

    def other_scores(self) -> str | None:
        """Say so if puzzles were scored by another version of the program, and how to score them anew."""
        return self._of_another("score", SCORE_VERSION, schema.puzzles.c.score, "--again --rate score")

    def _of_another(self, scale: str, own: int, column: ColumnElement[Any], options: str) -> str | None:
        # Damaged settings are for those who read them to name, and `verify` opens them too.
        version = self.connection.execute(select(schema.settings.c[f"{scale}_version"]).limit(1)).scalar()
        is_there = exists_row().where(column.is_not(None))
        if version in (None, own) or not self.connection.execute(select(is_there)).scalar():
            return None
        return (
            f"{self.home}: the {scale}s are of version {version}, not {own} as of this program, so none is"
            f" compared, copied or added: run catalogue rate {options} --home {self.home}"
        )

    def keep_files(self, files: bool) -> None:
        """Change whether boards get files. The next fill makes those that are then missing."""
        with self.turn() as connection, changing(connection, "settings"):
            connection.execute(update(schema.settings).values(files=files))
        self.commit()

    def sync_every_commit(self) -> None:
        """Have every commit wait until it is on the disk, with the files of its boards."""
        self.is_durable = True
        self.database.sync_commits(self.connection, True)

    @contextmanager
    def turn(self) -> Iterator[Connection]:
        """Write in a transaction that stays open until `commit`. An error undoes it all, and later turns are refused.

        Threads take turns, so none of them ever waits inside the database.
        """
        with self._turn:
            if isinstance(self._failure, CatalogueError):  # the thread that meets it first may report it last
                raise CatalogueError(str(self._failure)) from self._failure
            if self._failure:
                raise CatalogueError(f"an earlier write failed ({self._failure}); open the store again")
            with self._undone_by_errors():
                if not self.database.is_in_transaction(self.connection):
                    self.database.begin(self.connection)
                yield self.connection

    def commit(self) -> bool:
        """Commit everything written so far, and return whether it is: an error has undone it."""
        with self._turn:
            if self._failure is None:
                with self._undone_by_errors():
                    if self.database.is_in_transaction(self.connection):
                        self.database.commit(self.connection)
            return self._failure is None

    @contextmanager
    def _undone_by_errors(self) -> Iterator[None]:
        try:
            with said_plainly(self.home):
                yield
        except BaseException as failure:
            self._failure = failure
            self.database.rollback(self.connection)
            raise

    @contextmanager
    def moment(self) -> Iterator[None]:
        """Within the block all rows are read as they are at its beginning, whatever another process commits."""
        with self.database.moment(self.connection):
            yield

    @contextmanager
    def rows(self, query: Select[Any]) -> Iterator[Result[Any]]:
        """Give the rows of a query as they are asked for: there may be more than fit into memory."""
        with self.database.stream(self.connection, query) as found:
            self._streams[id(found)] = found
            try:
                yield found
            except Exception as error:
                if self._connection.closed:  # what a cursor says then differs
                    raise self._closed from error
                raise
            finally:
                del self._streams[id(found)]

    @property
    def is_unfinished(self) -> bool:
        """Whether an earlier fill, or a power cut after it, may have left files that have no number."""
        mark = unsynced(self.board_files.beside) if self.board_files else None
        after_restart = mark is not None and mark.is_of_another_boot
        return self._lock is not None and (self._lock.unfinished or after_restart)

    @contextmanager
    def files_are_numbered_in_the_end(self) -> Iterator[None]:
        """If the block fails, or the process is killed, the next one finds the catalogue unfinished."""
        if self._lock:
            self._lock.begin()
        yield
        if self._lock:
            self._lock.end()

    @property
    def is_written_elsewhere(self) -> bool:
        """Whether another process is writing to the catalogue right now."""
        return self._lock is None and self.database.is_written(self.connection)

    def check_sound(self) -> None:
        """CatalogueError for a database that does not pass its own check."""
        self.database.check_sound(self.connection)

    def close(self) -> None:
        """Close the database and release the lock. Closing it again does nothing."""
        for found in list(self._streams.values()):  # else SQLAlchemy tells of a cursor that it cannot close
            found.close()
        self.database.disconnect(self._connection)
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
                self.check_sound()  # rows that make no sense may be those of a damaged database
        finally:
            self._end(error)
        if isinstance(error, UnicodeDecodeError):
            raise damaged(self.home, "text in the database is not UTF-8") from error
        if isinstance(error, Exception) and isinstance(error, (SQLAlchemyError, *ADVICE)):
            raise plain(self.home, error) from error

    def _end(self, error: BaseException | None) -> None:
        """Close, and leave nothing of a catalogue that was made for what is refused; failed writes are no refusal."""
        if isinstance(error, (ValueError, CatalogueError)) and self._is_made_here and self._failure is None:
            with suppress(OSError, CatalogueError, SQLAlchemyError, *ADVICE):  # the first error is the one to report
                if self._holds_nothing():
                    self.database.remove_new(self.connection)
        self.close()

    def _holds_nothing(self) -> bool:
        if self.board_files and next(board_entries(self.board_files.folder), None):
            return False
        is_made = self.database.revision(self.connection) is not None
        return not (is_made and self.connection.execute(select(schema.boards.c.id).limit(1)).first())

    def _prepare(self, new: Settings | None) -> None:
        database = self.database
        revision = _usable_revision(database, self.connection, new)
        database.prepare_to_write(self.connection)
        is_new = revision != schema.REVISION
        if is_new:
            database.sync_commits(self.connection, True)
            self._bring_up_to_date(revision, new)
        self._name_new_techniques()
        database.finish_preparing(self.connection, is_new)
        # A killed process loses nothing; after a power cut the last commits may be undone, never half done.
        database.sync_commits(self.connection, False)

    def _bring_up_to_date(self, revision: str | None, new: Settings | None) -> None:
        with self.turn() as connection:
            if revision is None and new is not None:
                self.database.create(connection)
                kept = replace(new, files=new.files and self.database.REMEMBERS_FILES)
                with changing(connection, "settings"):
                    connection.execute(insert(schema.settings).values(asdict(kept)))
            else:
                upgrade(connection)
        self.commit()

    def _name_new_techniques(self) -> None:
        """Add the names of techniques that the program has, but had not when the catalogue was made."""
        from ..puzzles.techniques import TECHNIQUE_NUMBERS

        known = set(self.connection.execute(select(schema.techniques.c.number)).scalars())
        added = [{"number": number, "name": name} for name, number in TECHNIQUE_NUMBERS.items() if number not in known]
        if added:
            with self.turn() as connection:
                connection.execute(insert(schema.techniques), added)
            self.commit()


def _check_readable(database: Database, new: Settings | None) -> None:
    """CatalogueError for a database that this program cannot use."""
    connection = database.connect_to_read()
    try:
        if _usable_revision(database, connection, new) is None:
            database.check_vacant()
    finally:
        database.disconnect(connection)


def _usable_revision(database: Database, connection: Connection, new: Settings | None) -> str | None:
    """The revision of a database that can be written to; None for an empty one, if `new` settings are given."""
    revision = database.revision(connection)
    return revision if revision is None and new is not None else known(database.home, revision)


def known(home: object, revision: str | None) -> str:
    """The revision; CatalogueError if the catalogue was never finished or its schema is unknown to this program."""
    if revision is None:
        raise CatalogueError(f"the catalogue in {home} was never finished; run catalogue fill on it")
    if revision == schema.REVISION:
        return revision
    if revision.startswith("0"):
        raise CatalogueError(
            f"the catalogue in {home} has schema {revision}, of before the first release, which this program does not"
            " read: make it again with catalogue fill, in another folder"
        )
    from alembic.script import ScriptDirectory

    if revision not in {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}:
        raise CatalogueError(
            f"the catalogue in {home} was written by a newer program (schema {revision});"
            " install a newer board-catalogue"
        )
    return revision


# --- Upgrades ---

_SCRIPTS = Path(__file__).parents[2] / "migrations"


def _config() -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    return config


def upgrade(connection: Connection) -> None:
    """Run every migration that the database lacks, in the caller's transaction."""
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


Place = Home | Store
"""Where a catalogue is, or the catalogue itself, open already."""


@contextmanager
def reading(place: Place) -> Iterator[Store]:
    """Give a catalogue to read; one that is open already stays open."""
    if isinstance(place, Store):
        yield place
        return
    with Store.read(place) as store:
        yield store


# --- Backups: the database in one file of SQLite, whichever it is in; whole or not at all ---


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
                sync_path(target.parent)
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
