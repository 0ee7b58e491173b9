"""Advice depends on the kind of an error, never on the words of its message."""

import errno
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

import board_catalogue.catalogue.storage.sqlite  # noqa: F401  which knows its errors
from board_catalogue.catalogue.errors import CHOOSE_ANOTHER, FREE_SPACE, MAKE_WRITABLE, RESTORE, advised
from board_catalogue.catalogue.storage.database import plain


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.ENOSPC, FREE_SPACE),
        (errno.EDQUOT, FREE_SPACE),
        (errno.EACCES, CHOOSE_ANOTHER),
        (errno.ENOENT, CHOOSE_ANOTHER),
    ],
)
def test_advice_on_an_error_of_the_system_depends_on_its_number(number, advice):
    assert advised("full house", OSError(number, "no space in words")) == f"full house: no space in words; {advice}"


@pytest.mark.parametrize(
    ("code", "advice"),
    [
        (sqlite3.SQLITE_FULL, FREE_SPACE),
        (sqlite3.SQLITE_CORRUPT, RESTORE),
        (sqlite3.SQLITE_CORRUPT_INDEX, RESTORE),  # an extended code
        (sqlite3.SQLITE_NOTADB, RESTORE),
        (sqlite3.SQLITE_ERROR, RESTORE),
        (sqlite3.SQLITE_CANTOPEN, MAKE_WRITABLE),
        (sqlite3.SQLITE_READONLY, CHOOSE_ANOTHER),
        (None, CHOOSE_ANOTHER),  # raised by the Python module itself
    ],
)
def test_advice_on_an_error_of_sqlite_depends_on_its_code(code, advice):
    error = sqlite3.OperationalError("full, malformed, unable to open database")
    if code is not None:
        error.sqlite_errorcode = code
    message = str(plain(Path("home"), OperationalError("SELECT", {}, error)))
    assert message == f"home: full, malformed, unable to open database; {advice}"
