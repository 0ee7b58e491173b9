"""What the system and the database report about a catalogue, in one line that says what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from catalogue.errors import RESTORE, CatalogueError, advised
from catalogue.home import Home
from catalogue.store.databases.postgresql_faults import advised_by_state
from catalogue.store.databases.sqlite_faults import advised_by_code


def damaged(home: Home, fault: str) -> CatalogueError:
    """Return the error for a database that lacks what every catalogue has."""
    return CatalogueError(f"{home}: {fault}; {RESTORE}")


def plain(home: Home, error: DBAPIError | sqlite3.Error) -> CatalogueError:
    """Return the error for a fault that a database reports, with advice."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if cause is not None and hasattr(cause, "sqlstate"):
        return CatalogueError(f"{home}: {advised_by_state(cause)}")
    return CatalogueError(f"{home}: {advised_by_code(cause)}")


@contextmanager
def said_plainly(home: Home) -> Iterator[None]:
    """Turn errors of the system and of a database into a CatalogueError that names the catalogue."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        raise plain(home, error) from error
    except UnicodeDecodeError as error:
        raise damaged(home, "text in the database is not UTF-8") from error
    except OSError as error:
        raise CatalogueError(advised(home, error)) from error
