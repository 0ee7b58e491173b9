"""Cells of a square board: lines and groups of them, their names in the formats, and sets of digits."""

import re
from collections.abc import Callable, Iterator, Sequence, Set
from functools import cache
from itertools import pairwise

Cells = tuple[int, ...]


def rows(size: int) -> list[Cells]:
    """Return the cells of each row."""
    return [tuple(range(size * row, size * (row + 1))) for row in range(size)]


def columns(size: int) -> list[Cells]:
    """Return the cells of each column."""
    return [tuple(range(column, size * size, size)) for column in range(size)]


def blocks(size: int, height: int, width: int) -> list[Cells]:
    """Return the cells of each block, `height` rows and `width` columns of them."""
    return [
        tuple((top + cell // width) * size + left + cell % width for cell in range(height * width))
        for top in range(0, size, height)
        for left in range(0, size, width)
    ]


def neighbours(size: int) -> Iterator[tuple[int, int]]:
    """Yield each pair of cells that share an edge."""
    for line in (*rows(size), *columns(size)):
        yield from pairwise(line)


@cache
def beside(size: int) -> tuple[Cells, ...]:
    """Return for each cell those that share an edge with it."""
    around: list[list[int]] = [[] for _ in range(size * size)]
    for one, other in neighbours(size):
        around[one].append(other)
        around[other].append(one)
    return tuple(map(tuple, around))


def touch(cells: Set[int], size: int) -> bool:
    """Whether each of the cells can be reached from any other through edges that they share."""
    reached, fresh = {min(cells)}, [min(cells)]
    while fresh:
        for cell in beside(size)[fresh.pop()]:
            if cell in cells and cell not in reached:
                reached.add(cell)
                fresh.append(cell)
    return len(reached) == len(cells)


def apart(size: int, down: int, right: int) -> Iterator[tuple[int, int]]:
    """Yield each pair of cells that are so many rows and columns apart, mirrored too."""
    for row in range(size - down):
        for column in range(size):
            for other in {column + right, column - right}:
                if 0 <= other < size:
                    yield row * size + column, (row + down) * size + other


def ray(size: int, row: int, column: int, down: int, right: int) -> Cells:
    """Return the cells from one on in a direction, as far as the edge."""
    cells = []
    while 0 <= row < size and 0 <= column < size:
        cells.append(row * size + column)
        row, column = row + down, column + right
    return tuple(cells)


def bits(digits: Sequence[int]) -> int:
    """Return a set of digits as a number: bit d - 1 for digit d."""
    return sum(1 << (digit - 1) for digit in set(digits))


def related(size: int, holds: Callable[[int, int], bool]) -> tuple[int, ...]:
    """Return the table of a relation: for each first digit the set of second ones."""
    digits = range(1, size + 1)
    return tuple(bits([second for second in digits if holds(first, second)]) for first in digits)


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
