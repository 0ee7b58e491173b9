"""Lines and groups of cells on a square board, and the sets of digits that rules speak of."""

from collections.abc import Callable, Iterator, Sequence
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
