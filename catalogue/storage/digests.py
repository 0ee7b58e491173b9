"""Digests of what cannot be computed: tags, and where puzzles came from. They say whether rows were altered.

Each is a sum over the rows of a table, so adding or removing rows needs no look at the others. A plain fill writes
none of these tables.
"""

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from .schema import digests, metadata

COLUMNS = {
    "tags": ("name", "puzzle_id"),
    "origins": ("puzzle_id", "source_id", "line", "details"),
    "sources": ("id", "name", "digest"),
}
"""The columns in the digest of each table, without the ones that change from batch to batch."""

MODULUS = 2**61 - 1
"""Sums stay below it, so that every database can hold them."""

Rows = Iterable[Sequence[Any]]


def digest_of(table: str, rows: Rows) -> int:
    """Return the digest of some rows, values in the order of COLUMNS."""
    total = 0
    for row in rows:
        text = json.dumps([table, *row], ensure_ascii=True, separators=(",", ":"), default=str)
        total += int.from_bytes(sha256(text.encode()).digest()[:8])
    return total % MODULUS


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


def renew_digest(connection: Connection, table: str) -> None:
    """Take the rows of a table as they stand."""
    columns = metadata.tables[table].c
    rows = connection.execute(select(*(columns[name] for name in COLUMNS[table])))
    connection.execute(delete(digests).where(digests.c.name == table))
    add_to_digest(connection, table, map(tuple, rows))
