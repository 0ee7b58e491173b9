"""Files say that they are catalogues, more tables have digests, and textbook searches count filled cells alone.

Counts of the textbook search of before are dropped: they count cells that were never filled, too.
"""

import json
from hashlib import sha256

from alembic import op

revision = "5"
down_revision = "4"

_COUNTS = ("textbook_comparisons", "textbook_backtracks", "textbook_depth")

_DIGESTED = {
    "settings": "SELECT * FROM settings",
    "sources": "SELECT id, name, digest, position, finished FROM sources",
    "forms": "SELECT board_id, form, place FROM forms",
}


def upgrade() -> None:
    run = op.get_bind().exec_driver_sql
    if op.get_bind().dialect.name == "sqlite":
        run("PRAGMA application_id = 0x53756442")
    if run("SELECT metrics_version FROM settings").scalar() == 2:
        nothing = ", ".join(f"{name} = NULL" for name in _COUNTS)
        run(f"UPDATE puzzles SET {nothing} WHERE textbook_backtracks IS NOT NULL")
        run("UPDATE settings SET metrics_version = 3")
    for table, rows in _DIGESTED.items():
        total = 0
        for row in run(rows):
            text = json.dumps([table, *map(_plain, row)], ensure_ascii=True, separators=(",", ":"), default=str)
            total += int.from_bytes(sha256(text.encode()).digest()[:8])
        run(f"DELETE FROM digests WHERE name = '{table}'")
        if total:
            run(f"INSERT INTO digests (name, digest) VALUES ('{table}', {total % (2**61 - 1)})")


def _plain(value: object) -> object:
    if isinstance(value, (bytes, memoryview)):
        return bytes(value).hex()
    return int(value) if isinstance(value, bool) else value
