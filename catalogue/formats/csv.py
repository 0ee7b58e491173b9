"""Rows with a heading, separated by commas or by tabs."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from typing import Any, TextIO


def write(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO, delimiter: str = ",") -> None:
    """Write comma-separated values (RFC 4180, but for line ends of one character)."""
    writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)


def write_tabs(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write tab-separated values."""
    write(rows, columns, file, delimiter="\t")
