"""Cages drawn at random that leave one solution; symmetric ones for a pattern."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count

import numpy as np

from ..boards import Boards
from ..native import check_time, core
from ..random_numbers import RandomNumbers
from ..shape import NO_BLOCKS, Shape
from .frame import Cells, beside, columns, rows, touch
from .named.rule import Use
from .solving import program
from .variant import Variant

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


LARGEST = 4
"""Cells of a cage at first: cages begin large, at random, and are split if they allow another board."""

CAGES_AT_NINE = (25, 35)
"""The fewest and the most cages of a killer at 9x9."""

FEW_LAYOUTS = 40
"""Layouts drawn before one more cage is allowed: some small boards need more than their share."""

_Cage = frozenset[int]
_Layout = list[_Cage]


def usual_cages(size: int) -> tuple[int, int]:
    """Return the fewest and the most cages of a killer of a size: as many a cell as at 9x9."""
    least, most = (number * size**2 // 81 for number in CAGES_AT_NINE)
    return least, most


class Cages:
    """Cages that cover a full board and have different digits; of two cells or more where a board has such."""

    def __init__(
        self, variant: Variant, board: Sequence[int] | Boards, random: RandomNumbers, images: Sequence[Cells]
    ) -> None:
        """Draw on a board that obeys a variant; the turns and mirrors `images` map the cages to each other."""
        self._variant, self._random, self._images = variant, random, images[1:]
        self._digits = [int(digit) for digit in board]
        self._around = beside(variant.size)
        self._smallest = 2  # cells of a cage

    def leaving_one_solution(self, least: int, most: int, layouts: int | None = None) -> Variant | None:
        """Return the variant with `least` to `most` cages that leave only this board.

        Draws them anew until that is so, and allows one more cage after each of FEW_LAYOUTS; None after so many
        `layouts`. Cages of one cell come where the board has no room for more cages of two: some boards of 4x4 need
        them.
        """
        for drawn in count() if layouts is None else range(layouts):
            check_time()  # the kernels end too soon to ask
            most += drawn > 0 and drawn % FEW_LAYOUTS == 0
            self._smallest = 1 if most > len(self._digits) // 2 else 2
            layout: _Layout | None = self._layout()
            others: list[list[int]] = []
            if any(len(cage) == 1 for cage in layout or ()):
                continue
            while layout is not None and len(layout) <= most:
                caged = self._with(layout)
                other = other_solution(caged, self._digits)
                if other is None and len(layout) >= least:
                    return caged
                others += [other] if other else []
                layout = self._changed(layout, others) if other else self._split(layout, None)
        return None

    def numbering(self, least: int, most: int) -> Variant:
        """Return the variant with `least` to `most` cages, which may leave several boards and cells without a cage.

        ValueError if no layout drawn has so many.
        """
        for _ in range(_LAYOUTS):
            layout: _Layout | None = self._fewer([cage for cage in self._layout() if len(cage) > 1], most)
            while layout is not None and len(layout) < least:
                layout = self._split(layout, None)
            if layout is not None and len(layout) <= most:
                return self._with(layout)
        further = ", or for no pattern" if self._images else ""
        raise ValueError(f"no {least} cages of two cells or more were found: ask for fewer{further}")

    def _fewer(self, layout: _Layout, most: int) -> _Layout:
        """At most so many of the cages, images together."""
        kept = _Layout()
        for cage in self._random.shuffled(layout):
            orbit = self._orbit(cage)
            if cage not in kept and len(kept) + len(orbit) <= most:
                kept += orbit
        return kept

    def _with(self, layout: _Layout) -> Variant:
        total = [(tuple(sorted(cage)), sum(self._digits[cell] for cell in cage)) for cage in sorted(layout, key=min)]
        return self._variant.with_uses((*self._variant.uses, *(Use("cage", cells, value) for cells, value in total)))

    # --- Symmetry ---

    def _orbit(self, cage: _Cage) -> _Layout:
        """The different images of a cage, itself first; none if two of them share a cell."""
        if not self._images:
            return [cage]
        cages = list(dict.fromkeys([cage, *(frozenset(image[cell] for cell in cage) for image in self._images)]))
        return cages if len(frozenset().union(*cages)) == sum(map(len, cages)) else []

    def _with_cell(self, cage: _Cage, cell: int) -> _Cage:
        """The cage with a cell, and with its images by what maps the cage to itself."""
        keeping = (image for image in self._images if all(image[one] in cage for one in cage))
        return cage | {cell} | {image[cell] for image in keeping}

    def _are_different(self, cage: _Cage) -> bool:
        return len({self._digits[cell] for cell in cage}) == len(cage)

    # --- A first layout ---

    def _layout(self) -> _Layout:
        """Cages over the whole board, each of touching cells with different digits; few are of one cell."""
        free, layout = set(range(len(self._digits))), _Layout()
        for start in self._random.shuffled(range(len(self._digits))):
            if start in free:
                orbit = self._grown(start, free)
                free -= frozenset().union(*orbit)
                layout += orbit
        for cage in [cage for cage in layout if len(cage) == 1]:
            if cage in layout:
                layout = self._joined(layout, cage)
        return layout

    def _grown(self, start: int, free: set[int]) -> _Layout:
        """A cage of free cells from a cell on, at random, and its images."""
        size = LARGEST - (self._random.below(4) == 0)
        orbit = self._orbit(frozenset({start})) or [frozenset({start})]
        while len(orbit[0]) < size:
            held = {self._digits[cell] for cell in orbit[0]}
            edge = {c for cell in orbit[0] for c in self._around[cell] if c in free and self._digits[c] not in held}
            ways = [way for cell in sorted(edge - orbit[0]) if (way := self._orbit(self._with_cell(orbit[0], cell)))]
            ways = [way for way in ways if all(cage <= free and self._are_different(cage) for cage in way)]
            if not ways:
                break
            orbit = self._random.choice(ways)
        return orbit

    def _joined(self, layout: _Layout, single: _Cage) -> _Layout:
        """The layout with a cage of one cell joined to a neighbour that can take it, or with a cell of one."""
        (cell,) = single
        near = [cage for cage in layout if not cage.isdisjoint(self._around[cell])]
        for cage in near:
            joined = self._orbit(self._with_cell(cage, cell)) if len(cage) <= LARGEST else []
            if joined and all(map(self._are_different, joined)):
                return self._replaced(layout, [cage, single], joined)
        for cage in near:
            for taken in sorted(cage.intersection(self._around[cell])):
                rest, pair = self._orbit(cage - {taken}), self._orbit(single | {taken})
                if len(cage) > 2 and rest and len(rest) == len(pair) and touch(cage - {taken}, self._variant.size):
                    return self._replaced(layout, [cage, single], [*rest, *pair])
        return layout

    def _replaced(self, layout: _Layout, old: Sequence[_Cage], new: Sequence[_Cage]) -> _Layout:
        gone = {image for cage in old for image in self._orbit(cage)}
        return [*(cage for cage in layout if cage not in gone), *new]

    # --- Ruling out other boards ---

    def _changed(self, layout: _Layout, others: list[list[int]]) -> _Layout | None:
        """The layout with a cage split in two, or else a cell moved to a neighbour, so that the last board is out."""
        return self._split(layout, others[-1]) or self._moved(layout, others)

    def _split(self, layout: _Layout, other: list[int] | None) -> _Layout | None:
        """The layout with a cage split in two, neither too small, whose sums rule out a board if one is given."""
        ways = []
        for cage in layout:
            if len(cage) < 2 * self._smallest or not (
                other is None or any(self._digits[cell] != other[cell] for cell in cage)
            ):
                continue
            for part in _parts(cage, self._around):
                if self._smallest <= len(part) <= len(cage) - self._smallest and (
                    other is None or self._differs(part, other)
                ):
                    ways.append((sorted(part), cage))
        for cells, cage in self._random.shuffled(sorted(ways, key=lambda way: (way[0], min(way[1])))):
            first, second = self._orbit(frozenset(cells)), self._orbit(cage - frozenset(cells))
            pieces = list(dict.fromkeys([*first, *second]))
            if first and second and sum(map(len, pieces)) == len(cage) * len(self._orbit(cage)):
                return self._replaced(layout, [cage], pieces)
        return None

    def _differs(self, part: Sequence[int] | _Cage, other: list[int]) -> bool:
        """Whether the sum of some cells is another one on another board."""
        return sum(self._digits[cell] - other[cell] for cell in part) != 0

    def _moved(self, layout: _Layout, others: list[list[int]]) -> _Layout | None:
        """The layout with a cell moved to a neighbouring cage, so that all the other boards are ruled out."""
        cage_of = {cell: cage for cage in layout for cell in cage}
        cells = [cell for cell, cage in cage_of.items() if len(cage) > 2 and self._differs((cell,), others[-1])]
        for cell in self._random.shuffled(sorted(cells)):
            cage = cage_of[cell]
            rest = self._orbit(cage - {cell})
            if not rest or not touch(cage - {cell}, self._variant.size):
                continue
            for near in dict.fromkeys(cage_of[c] for c in self._around[cell]):
                taken = self._orbit(near | {cell})
                if near == cage or len(near) > LARGEST or len(rest) != len(taken) or not self._are_different(taken[0]):
                    continue
                changed = self._replaced(layout, [cage, near], [*rest, *taken])
                fits = sum(map(len, changed)) == len(self._digits) and all(map(self._are_different, taken))
                if fits and all(any(self._differs(one, other) for one in changed) for other in others):
                    return changed
        return None


_LAYOUTS = 50
"""Layouts drawn for one that has a number of cages."""


def other_solution(variant: Variant, board: Sequence[int]) -> list[int] | None:
    """Return a solution that is not this board; None if there is no other."""
    boards = np.array([board], np.uint8)
    found = np.zeros_like(boards)
    core.other_ruled(
        Shape.of(variant.size, NO_BLOCKS), boards, program(variant.rules), np.zeros(1, np.int64), True, found
    )
    return [int(digit) for digit in found[0]] if found.any() else None


def _parts(cage: _Cage, around: Sequence[Cells]) -> Iterator[_Cage]:
    """The touching parts of a cage that hold its first cell and leave touching cells."""
    parts = {frozenset({min(cage)})}
    for _ in range(len(cage) - 2):
        parts |= {part | {c} for part in parts for cell in part for c in around[cell] if c in cage and c not in part}
    size = round(len(around) ** 0.5)
    return (part for part in parts if len(part) < len(cage) and touch(cage - part, size))
