"""Digests of the tables whose rows cannot be computed: they show whether rows were altered, added or removed.

The digest of a table is the sum of a hash of each row, so it is kept by adding and subtracting the rows that change, in
the transaction that changes them. What another program alters in between stays in the sum.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select, true, update

from .schema import digests, metadata

COLUMNS = {
    name: tuple(column.name for column in metadata.tables[name].columns if column.name != "joined")
    for name in ("settings", "tags", "origins", "sources", "forms")
}
"""The columns in the digest of each table. A source has joined or brought a puzzle, which the puzzle shows."""

MODULUS = 2**61 - 1
"""Sums stay below it, so that every database can hold them."""

Rows = Iterable[Sequence[Any]]


def digest_of(table: str, rows: Rows) -> int:
    """Return the digest of some rows, values in the order of COLUMNS; every database has the same."""
    total = 0
    for row in rows:
        plain = [int(value) if isinstance(value, bool) else value for value in row]
        text = json.dumps([table, *plain], ensure_ascii=True, separators=(",", ":"), default=_spelled)
        total += int.from_bytes(sha256(text.encode()).digest()[:8])
    return total % MODULUS


def _spelled(value: object) -> str:
    return bytes(value).hex() if isinstance(value, (bytes, memoryview)) else str(value)


def add_to_digest(connection: Connection, table: str, added: Rows = (), removed: Rows = ()) -> None:
    """Keep the digest of a table that rows are added to, or removed from, in the same transaction."""
    change = digest_of(table, added) - digest_of(table, removed)
    if not change:
        return
    known = connection.execute(select(digests.c.digest).where(digests.c.name == table)).scalar()
    if known is None:
        connection.execute(insert(digests).values(name=table, digest=change % MODULUS))
        return
    changed = update(digests).where(digests.c.name == table).values(digest=(known + change) % MODULUS)
    connection.execute(changed)


@contextmanager
def changing(connection: Connection, table: str, where: ColumnElement[bool] | None = None) -> Iterator[None]:
    """Keep the digest of a table while a block changes its rows, or those that meet a condition."""
    before = _rows(connection, table, where)
    yield
    add_to_digest(connection, table, _rows(connection, table, where), before)


def renew_digest(connection: Connection, table: str) -> None:
    """Take the rows of a table as they stand."""
    connection.execute(delete(digests).where(digests.c.name == table))
    add_to_digest(connection, table, _rows(connection, table))


def _rows(connection: Connection, table: str, where: ColumnElement[bool] | None = None) -> list[tuple[Any, ...]]:
    columns = metadata.tables[table].c
    query = select(*(columns[name] for name in COLUMNS[table])).where(true() if where is None else where)
    return list(map(tuple, connection.execute(query)))
