"""How much a file may take: limits that no file of puzzles reaches, so that a stranger's takes no more memory or time.

They hold for the command line, the library and the server alike. Who trusts a file lifts them: `trust` in a request,
`--trust` on the command line.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from .tables import Refuse

T = TypeVar("T")

RECORD = 262_144
"""Bytes of a record: a puzzle takes about 2,000, and its title, author and description 65,536 each."""

FAULTS = 10_000
"""Lines in a row that are not puzzles."""

DEPTH = 50
"""Groups, lists or elements within each other."""

SECONDS = 5.0
"""Until the next row of a query."""

FREE, TIMES = 1 << 24, 200
"""Bytes that everything may unpack to, and how many times its size what is larger: text is rarely ten times smaller."""

_LIFTED = "; --trust reads it all the same"


class TooMuchError(ValueError):
    """A file takes more than the budget."""


def over(what: str) -> TooMuchError:
    """Return the error for what takes too much."""
    return TooMuchError(what + _LIFTED)


def check_unpacked(packed: int, unpacked: int) -> None:
    """ValueError for what unpacks to so many bytes that it is no file of puzzles."""
    if unpacked > max(FREE, TIMES * packed):
        raise over(f"it unpacks to more than {TIMES} times its size")


def check_record(size: float, where: str = "it") -> None:
    """ValueError for a record of so many bytes that it is no puzzle."""
    if size > RECORD:
        raise over(f"{where} has a value of more than {RECORD:,} bytes, more than any puzzle takes")


def patient(read: Callable[[Refuse], Iterator[T]], refuse: Refuse) -> Iterator[T]:
    """Yield what a reader finds, which hands its faults on. ValueError for too many of them in a row."""
    faults = 0

    def counted(line: int, error: Exception) -> None:
        nonlocal faults
        faults += 1
        if faults > FAULTS:
            raise over(f"line {line}: {FAULTS:,} lines in a row are not puzzles")
        refuse(line, error)

    for found in read(counted):
        faults = 0
        yield found


class Watch:
    """How long a query has gone without a row: SQLite asks, and stops if it is told true."""

    def __init__(self) -> None:
        self.is_over, self._last = False, time.monotonic()

    def row(self) -> None:
        """Begin to wait for the next row."""
        self._last = time.monotonic()

    def __call__(self) -> bool:
        """Whether it takes too long."""
        self.is_over = time.monotonic() - self._last > SECONDS
        return self.is_over
