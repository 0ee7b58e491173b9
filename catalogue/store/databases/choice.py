"""Which database a catalogue is in."""

from pathlib import Path

from catalogue.errors import CatalogueError
from catalogue.home import Home
from catalogue.store.databases.database import Database
from catalogue.store.databases.sqlite.database import Sqlite


def database_at(home: Home) -> Database:
    """Return the database of a catalogue, not yet connected."""
    if isinstance(home, Path):
        return Sqlite(home)
    try:
        from catalogue.store.databases.postgresql.database import Postgresql  # needs psycopg
    except ImportError as error:
        extra = "pip install 'board-catalogue[postgres]'"
        raise CatalogueError(f"{home}: {error}; a catalogue in PostgreSQL needs psycopg: {extra}") from None
    return Postgresql(home)
