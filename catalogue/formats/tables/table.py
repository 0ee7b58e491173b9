"""Rows as a table for people."""

from collections.abc import Iterable, Sequence
from typing import Any, TextIO


def write(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write a table with a heading; nothing where there are no rows."""
    import tabulate  # not for the other formats

    cells = list(rows)
    if cells:
        padding = tabulate.MIN_PADDING
        tabulate.MIN_PADDING = 0  # beside a heading: with the rating, eight columns are to fit into 80 characters
        texts = [place for place, name in enumerate(columns) if name == "id"]  # 7.10 is puzzle 10 of board 7, not 7.1
        table = tabulate.tabulate(
            [list(row) for row in cells],
            headers=list(columns),
            floatfmt=".1f",
            disable_numparse=texts,
            colalign=["right" if name == "id" else "global" for name in columns],
        )
        tabulate.MIN_PADDING = padding
        file.write(table + "\n")
