"""An insert of many rows, whichever database does it."""

from dataclasses import dataclass

from sqlalchemy import Table


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
