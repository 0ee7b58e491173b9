"""Inserts of many rows, by the means of the database that they go into."""

from collections.abc import Sequence

from sqlalchemy import Connection

from catalogue.store.databases.database import database_of
from catalogue.store.databases.insertion import Insertion


def insert_rows(connection: Connection, insertion: Insertion, rows: Sequence[Sequence[object]]) -> None:
    """Insert rows, given in the order of the insertion's columns."""
    if rows:
        database_of(connection).insert(connection, insertion, rows)


def insert_numbered(connection: Connection, insertion: Insertion, numbers: range, *columns: Sequence[object]) -> range:
    """Insert rows that the database numbers, column by column, and return the numbers, which have to be those expected.

    The first column of the insertion is `id`; `columns` are the others.

    CatalogueError where they get others: the rows before them are not those that the numbers were counted from.
    """
    if not numbers:
        return numbers
    return database_of(connection).insert_numbered(connection, insertion, numbers, columns)
