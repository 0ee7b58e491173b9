"""Rows as JSON objects: one array of them, or one a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, TextIO


def write(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write one array, an object a line."""
    before = "[\n"
    for row in rows:
        file.write(before + json.dumps(dict(zip(columns, row, strict=True))))
        before = ",\n"
    file.write("[]\n" if before == "[\n" else "\n]\n")


def write_lines(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write an object a line and nothing around them (JSON Lines)."""
    for row in rows:
        file.write(json.dumps(dict(zip(columns, row, strict=True))) + "\n")
