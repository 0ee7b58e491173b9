"""Jigsaw regions of touching cells, drawn at random."""

from collections.abc import Sequence
from functools import cache

from ..random_numbers import RandomNumbers
from .geometry import Cells, beside, columns, rows

SWAPS = 8
"""Exchanges of two cells for each cell of the board."""


def random_regions(size: int, random: RandomNumbers) -> tuple[Cells, ...]:
    """Return regions of `size` touching cells each: rows or columns, after many exchanges of cells at their edges."""
    around = beside(size)
    region_of = [0] * size**2
    cells_of = [0] * size  # each region as a number with a bit for each cell
    for number, line in enumerate(rows(size) if random.below(2) else columns(size)):
        for cell in line:
            region_of[cell] = number
            cells_of[number] |= 1 << cell
    for _ in range(SWAPS * size**2):
        one = random.below(size**2)
        mine = region_of[one]
        others = [region_of[cell] for cell in around[one] if region_of[cell] != mine]
        if not others:
            continue
        theirs = random.choice(others)
        rest = cells_of[mine] & ~(1 << one)
        edge = cells_of[theirs] & _around(rest, size)
        if not edge:
            continue
        other = _nth_bit(edge, random.below(edge.bit_count()))
        changed = rest | other, cells_of[theirs] ^ other | 1 << one
        if _is_connected(changed[0], size) and _is_connected(changed[1], size):
            cells_of[mine], cells_of[theirs] = changed
            region_of[one], region_of[other.bit_length() - 1] = theirs, mine
    return regions_of(region_of)


def regions_of(layout: Sequence[object]) -> tuple[Cells, ...]:
    """Return the cells of each region of a layout, which names a region for each cell; in the order of first cells."""
    return tuple(tuple(cell for cell, name in enumerate(layout) if name == one) for one in dict.fromkeys(layout))


def _around(cells: int, size: int) -> int:
    """The cells that share an edge with any of some."""
    left, right = _edges(size)
    return cells << size | cells >> size | (cells & ~right) << 1 | (cells & ~left) >> 1


@cache
def _edges(size: int) -> tuple[int, int]:
    left = sum(1 << row * size for row in range(size))
    return left, left << size - 1


def _is_connected(cells: int, size: int) -> bool:
    """Whether each of the cells can be reached from any other through edges that they share."""
    reached, before = cells & -cells, 0
    while reached != before:
        before, reached = reached, reached | _around(reached, size) & cells
    return reached == cells


def _nth_bit(cells: int, skipped: int) -> int:
    for _ in range(skipped):
        cells &= cells - 1
    return cells & -cells
