"""Jigsaw regions: drawn at random, of touching cells, as many as the board has rows."""

from collections.abc import Sequence

from engine.random_numbers import RandomNumbers
from engine.rules.geometry import Cells, beside, columns, rows, touch

SWAPS = 8
"""Exchanges of two cells for each cell of the board."""


def random_regions(size: int, random: RandomNumbers) -> tuple[Cells, ...]:
    """Return regions of `size` touching cells each: rows or columns, after many exchanges of cells at their edges."""
    around = beside(size)
    region_of = [0] * size**2
    for number, line in enumerate(rows(size) if random.below(2) else columns(size)):
        for cell in line:
            region_of[cell] = number
    for _ in range(SWAPS * size**2):
        one = random.below(size**2)
        mine = region_of[one]
        others = [region_of[cell] for cell in around[one] if region_of[cell] != mine]
        if not others:
            continue
        theirs = random.choice(others)
        edge = [
            cell
            for cell in range(size**2)
            if region_of[cell] == theirs and any(region_of[next] == mine and next != one for next in around[cell])
        ]
        if not edge:
            continue
        other = random.choice(edge)
        region_of[one], region_of[other] = theirs, mine
        if not all(
            touch({cell for cell in range(size**2) if region_of[cell] == each}, size) for each in (mine, theirs)
        ):
            region_of[one], region_of[other] = mine, theirs
    return regions_of(region_of)


def regions_of(layout: Sequence[object]) -> tuple[Cells, ...]:
    """Return the cells of each region of a layout, which names a region for each cell; in the order of first cells."""
    return tuple(tuple(cell for cell, name in enumerate(layout) if name == one) for one in dict.fromkeys(layout))
