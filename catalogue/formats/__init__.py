"""How boards and puzzles are written, one module a format.

Those in ROWS write any rows: `write(rows, columns, file)`, as they come; only the table, which has to know
its widest cell, holds them all.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TextIO

from catalogue.formats import csv, json, line, table

Write = Callable[[Iterable[Sequence[Any]], Sequence[str], TextIO], None]

ROWS: dict[str, Write] = {
    "table": table.write,
    "csv": csv.write,
    "tsv": csv.write_tabs,
    "json": json.write,
    "jsonl": json.write_lines,
    "line": line.write,
}
