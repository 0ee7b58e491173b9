"""What the system and SQLite report about a catalogue, in one line that says what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from catalogue.errors import CHOOSE_ANOTHER, FREE_SPACE, LET_GO, MAKE_WRITABLE, RESTORE, CatalogueError, advised

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


def damaged(home: Path, fault: str) -> CatalogueError:
    """Return the error for a database that lacks what every catalogue has."""
    return CatalogueError(f"{home}: {fault}; {RESTORE}")


def plain(home: Path, error: DBAPIError | sqlite3.Error) -> CatalogueError:
    """Return the error for a fault that SQLite reports, with advice by its result code."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return CatalogueError(f"{home}: {cause}; {_ADVICE.get(code & _PRIMARY, CHOOSE_ANOTHER)}")


@contextmanager
def said_plainly(home: Path) -> Iterator[None]:
    """Turn errors of the system and of SQLite into a CatalogueError that names the catalogue."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        raise plain(home, error) from error
    except UnicodeDecodeError as error:
        raise damaged(home, "text in the database is not UTF-8") from error
    except OSError as error:
        raise CatalogueError(advised(home, error)) from error
