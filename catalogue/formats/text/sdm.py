"""`.sdm`: a puzzle a line, 0 for an empty cell, and nothing else (SudoCue, HoDoKu, OpenSudoku)."""

from collections.abc import Iterable, Sequence
from typing import TextIO

from catalogue.formats.text.line import is_like, read

__all__ = ["is_like", "read", "write"]


def write(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Write the puzzle of each row."""
    for row in rows:
        file.write(row[0].replace(".", "0") + "\n")
