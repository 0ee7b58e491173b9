"""Cells of a grid: lines and groups of them, their names in the formats, and sets of digits."""

import re
from collections.abc import Callable, Iterator, Sequence, Set
from functools import cache
from itertools import pairwise

Cells = tuple[int, ...]


def rows(height: int, width: int | None = None) -> list[Cells]:
    """Return the cells of each row; the grid is square without a width, here and below."""
    wide = width or height
    return [tuple(range(wide * row, wide * (row + 1))) for row in range(height)]


def columns(height: int, width: int | None = None) -> list[Cells]:
    """Return the cells of each column."""
    wide = width or height
    return [tuple(range(column, height * wide, wide)) for column in range(wide)]


def blocks(size: int, height: int, width: int, across: int | None = None) -> list[Cells]:
    """Return the cells of each block of `height` rows and `width` columns, in `size` rows and `across` columns."""
    wide = across or size
    return [
        tuple((top + cell // width) * wide + left + cell % width for cell in range(height * width))
        for top in range(0, size, height)
        for left in range(0, wide, width)
    ]


def neighbours(height: int, width: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield each pair of cells that share an edge."""
    for line in (*rows(height, width), *columns(height, width)):
        yield from pairwise(line)


@cache
def beside(height: int, width: int | None = None) -> tuple[Cells, ...]:
    """Return for each cell those that share an edge with it."""
    found: list[list[int]] = [[] for _ in range(height * (width or height))]
    for one, other in neighbours(height, width):
        found[one].append(other)
        found[other].append(one)
    return tuple(map(tuple, found))


@cache
def around(size: int) -> tuple[Cells, ...]:
    """Return for each cell those that touch it, at a corner too."""

    def touching(cell: int) -> Iterator[int]:
        row, column = divmod(cell, size)
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                if (down or right) and 0 <= row + down < size and 0 <= column + right < size:
                    yield cell + down * size + right

    return tuple(tuple(touching(cell)) for cell in range(size**2))


def touch(cells: Set[int], height: int, width: int | None = None) -> bool:
    """Whether each of the cells can be reached from any other through edges that they share."""
    reached, fresh = {min(cells)}, [min(cells)]
    while fresh:
        for cell in beside(height, width)[fresh.pop()]:
            if cell in cells and cell not in reached:
                reached.add(cell)
                fresh.append(cell)
    return len(reached) == len(cells)


def apart(height: int, down: int, right: int, width: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield each pair of cells that are so many rows and columns apart, mirrored too."""
    wide = width or height
    for row in range(height - down):
        for column in range(wide):
            for other in {column + right, column - right}:
                if 0 <= other < wide:
                    yield row * wide + column, (row + down) * wide + other


def images(size: int, which: int) -> list[Cells]:
    """Return where each cell goes in some turns and mirrors of a board, the set that `pattern_images` gives."""

    def moved(image: int, cell: int) -> int:
        row, column = divmod(cell, size)
        row, column = (size - 1 - row if image & 1 else row), (size - 1 - column if image & 2 else column)
        return column * size + row if image & 4 else row * size + column

    return [tuple(moved(image, cell) for cell in range(size**2)) for image in range(8) if which >> image & 1]


def orbits(moves: Sequence[Cells]) -> list[Cells]:
    """Return the sets of cells that moves carry into each other, if these are a group; in the order of first cells."""
    return list(dict.fromkeys(tuple(sorted({move[cell] for move in moves})) for cell in range(len(moves[0]))))


def ray(height: int, row: int, column: int, down: int, right: int, width: int | None = None) -> Cells:
    """Return the cells from one on in a direction, as far as the edge."""
    wide, cells = width or height, []
    while 0 <= row < height and 0 <= column < wide:
        cells.append(row * wide + column)
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
