"""What to do about an error that SQLite reports."""

import sqlite3

from catalogue.errors import CHOOSE_ANOTHER, FREE_SPACE, LET_GO, MAKE_WRITABLE, RESTORE

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


def advised_by_code(error: BaseException | None) -> str:
    """Return an error in words, with advice by its result code."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK)
    return f"{error}; {_ADVICE.get(code & _PRIMARY, CHOOSE_ANOTHER)}"
