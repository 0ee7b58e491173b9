"""The names of cells in the formats: R1C1 to R16C16."""

import re

_NAME = re.compile(r"[Rr](\d{1,2})[Cc](\d{1,2})")


def cell_of(name: object, size: int) -> int:
    """Return the number of a cell. ValueError for what is no cell of the board."""
    match = _NAME.fullmatch(str(name))
    row, column = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (1 <= row <= size and 1 <= column <= size):
        raise ValueError(f"cell {str(name)[:20]!r} is not on the board of size {size}")
    return (row - 1) * size + column - 1


def name_of(cell: int, size: int) -> str:
    """Return the name of a cell."""
    return f"R{cell // size + 1}C{cell % size + 1}"
