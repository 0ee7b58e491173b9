"""Jigsaw regions: drawn at random, of touching cells, as many as the board has rows."""

from collections.abc import Sequence

from engine.random_numbers import RandomNumbers
from engine.rules.geometry import Cells, columns, neighbours, rows

SWAPS = 8
"""Exchanges of two cells for each cell of the board."""


def random_regions(size: int, random: RandomNumbers) -> tuple[Cells, ...]:
    """Return regions of `size` touching cells each: rows or columns, after many exchanges of cells at their edges."""
    beside = _neighbours_of(size)
    region_of = [0] * size**2
    for number, line in enumerate(rows(size) if random.below(2) else columns(size)):
        for cell in line:
            region_of[cell] = number
    for _ in range(SWAPS * size**2):
        one = random.below(size**2)
        mine = region_of[one]
        others = [region_of[cell] for cell in beside[one] if region_of[cell] != mine]
        if not others:
            continue
        theirs = random.choice(others)
        edge = [
            cell
            for cell in range(size**2)
            if region_of[cell] == theirs and any(region_of[next] == mine and next != one for next in beside[cell])
        ]
        if not edge:
            continue
        other = random.choice(edge)
        region_of[one], region_of[other] = theirs, mine
        if not (_touches(mine, region_of, beside) and _touches(theirs, region_of, beside)):
            region_of[one], region_of[other] = mine, theirs
    return regions_of(region_of)


def regions_of(layout: Sequence[object]) -> tuple[Cells, ...]:
    """Return the cells of each region of a layout, which names a region for each cell; in the order of first cells."""
    return tuple(tuple(cell for cell, name in enumerate(layout) if name == one) for one in dict.fromkeys(layout))


def _touches(region: int, region_of: list[int], beside: list[list[int]]) -> bool:
    first = region_of.index(region)
    reached, fresh = {first}, [first]
    while fresh:
        for cell in beside[fresh.pop()]:
            if region_of[cell] == region and cell not in reached:
                reached.add(cell)
                fresh.append(cell)
    return len(reached) == region_of.count(region)


def _neighbours_of(size: int) -> list[list[int]]:
    beside: list[list[int]] = [[] for _ in range(size * size)]
    for one, other in neighbours(size):
        beside[one].append(other)
        beside[other].append(one)
    return beside
