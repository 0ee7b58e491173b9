"""Rows as a table for people."""

from collections.abc import Iterable, Sequence
from typing import Any, TextIO


def write(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write a table with a heading; nothing where there are no rows."""
    from tabulate import tabulate  # not for the other formats

    cells = list(rows)
    if cells:
        file.write(tabulate([list(row) for row in cells], headers=list(columns), floatfmt=".1f") + "\n")
