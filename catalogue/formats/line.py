"""A puzzle a line, one character a cell: the format that other solvers read."""

from collections.abc import Iterable, Sequence
from typing import Any, TextIO


def write(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write the values of a row with a space between them, and no heading."""
    for row in rows:
        file.write(" ".join(map(str, row)) + "\n")
