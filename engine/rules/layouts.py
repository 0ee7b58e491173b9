"""Layouts drawn at random: jigsaw regions of touching cells, and cages that leave one solution."""

from collections.abc import Sequence
from functools import cache
from itertools import count

import numpy as np

from board_catalogue.engine.boards import Boards
from board_catalogue.engine.native import check_time, core
from board_catalogue.engine.random_numbers import RandomNumbers
from board_catalogue.engine.rules.geometry import Cells, beside, columns, rows, touch
from board_catalogue.engine.rules.named.rule import Use
from board_catalogue.engine.rules.solving import program
from board_catalogue.engine.rules.variant import Variant
from board_catalogue.engine.shape import NO_BLOCKS, Shape

# --- Regions ---

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


# --- Cages ---

LARGEST = 4
"""Cells of a cage at first: cages begin large, at random, and are split if they allow another board."""

LAYOUTS = 40
"""Layouts drawn before one more cage is allowed: some small boards need more than their share."""

_Cage = frozenset[int]


def cages(variant: Variant, board: Sequence[int] | Boards, random: RandomNumbers, least: int, most: int) -> Variant:
    """Return the variant with cages that leave only this board.

    Cages are drawn again until their number suits; after each LAYOUTS of them one more is allowed.
    """
    digits = [int(digit) for digit in board]
    around = beside(variant.size)
    for drawn in count():
        check_time()  # its kernels end too soon to ask
        most += drawn > 0 and drawn % LAYOUTS == 0
        layout = _layout(digits, around, random)
        while (other := other_solution(caged := _with(variant, layout, digits), digits)) is not None:
            split = _split(layout, digits, other, around, random)
            if split is None or len(split) > most:
                break
            layout = split
        else:
            if least <= len(layout):
                return caged
    raise AssertionError("layouts are drawn until one suits")


def other_solution(variant: Variant, board: Sequence[int]) -> list[int] | None:
    """Return a solution that is not this board; None if there is no other."""
    boards = np.array([board], np.uint8)
    found = np.zeros_like(boards)
    core.other_ruled(
        Shape.of(variant.size, NO_BLOCKS), boards, program(variant.rules), np.zeros(1, np.int64), True, found
    )
    return [int(digit) for digit in found[0]] if found.any() else None


def _with(variant: Variant, layout: list[_Cage], digits: list[int]) -> Variant:
    uses = [Use("cage", tuple(sorted(cage)), sum(digits[cell] for cell in cage)) for cage in sorted(layout, key=min)]
    return variant.with_uses((*variant.uses, *uses))


def _layout(digits: list[int], around: Sequence[Cells], random: RandomNumbers) -> list[_Cage]:
    """Cages over the whole board, each of touching cells with different digits."""
    free, layout = set(range(len(digits))), []
    for start in random.shuffled(range(len(digits))):
        if start not in free:
            continue
        cage = {start}
        size = LARGEST - (random.below(4) == 0)
        while len(cage) < size:
            held = {digits[cell] for cell in cage}
            edge = sorted({c for cell in cage for c in around[cell] if c in free and digits[c] not in held} - cage)
            if not edge:
                break
            cage.add(random.choice(edge))
        free -= cage
        layout.append(frozenset(cage))
    return _joined(layout, digits, around)


def _joined(layout: list[_Cage], digits: list[int], around: Sequence[Cells]) -> list[_Cage]:
    """The cages, with each cage of one cell joined to a neighbour that can take it."""
    for cage in [cage for cage in layout if len(cage) == 1]:
        (cell,) = cage
        for other in layout:
            if other.isdisjoint(around[cell]) or digits[cell] in {digits[c] for c in other} or len(other) > LARGEST:
                continue
            layout = [one for one in layout if one not in (cage, other)] + [other | cage]
            break
    return layout


def _split(
    layout: list[_Cage], digits: list[int], other: list[int], around: Sequence[Cells], random: RandomNumbers
) -> list[_Cage] | None:
    """A cage split in two whose sums rule the other board out; a piece of one cell only if there is no other way."""
    ways = []
    for cage in layout:
        differ = [cell for cell in cage if digits[cell] != other[cell]]
        if not differ:
            continue
        for part in _parts(cage, around):
            if sum(digits[cell] - other[cell] for cell in part):
                ways.append((min(len(part), len(cage) - len(part)), sorted(part), cage))
    if not ways:
        return None
    largest = min(max(way[0] for way in ways), 2)
    _, chosen, cage = random.choice(
        [way for way in sorted(ways, key=lambda way: (way[1], min(way[2]))) if way[0] >= largest]
    )
    return [*(one for one in layout if one != cage), frozenset(chosen), cage - frozenset(chosen)]


def _parts(cage: _Cage, around: Sequence[Cells]) -> list[_Cage]:
    """The touching parts of a cage that hold its first cell and leave touching cells."""
    first = min(cage)
    parts = {frozenset({first})}
    for _ in range(len(cage) - 2):
        parts |= {part | {c} for part in parts for cell in part for c in around[cell] if c in cage and c not in part}
    return [part for part in parts if len(part) < len(cage) and touch(cage - part, round(len(around) ** 0.5))]
