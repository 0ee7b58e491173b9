"""Marks that a command asks for, such as "thermo=12" or "killer", drawn at random for a full board that obeys them.

Which lines and dots there are stands in the rows of rules. For a pattern they are symmetric.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count, islice, pairwise
from typing import NamedTuple

import numpy as np

from ..boards import Boards
from ..names import KILLER, MARKS
from ..native import check_time, core
from ..random_numbers import RandomNumbers
from ..shape import NO_BLOCKS, Shape
from .frame import Cells, around, beside, neighbours, touch
from .named import Clue, Dot, EveryDot, Line, Values
from .named.rule import Use
from .solving import program
from .variant import RULES, Variant

SHORTEST, LONGEST = 3, 6
"""Cells of a line."""

_WALKS = 8
"""Lines tried from each first cell; the longest is drawn."""


class Sheet(NamedTuple):
    """A full board on which marks are drawn."""

    size: int
    digits: Sequence[int]
    """Of the full board."""
    images: Sequence[Cells]
    """Where each cell goes by each turn and mirror that maps the drawing to itself; the first moves none."""
    random: RandomNumbers
    taken: set[int]
    """Cells with lines: no two lines share one."""
    corners: set[int]
    """Corners of cells that lines pass on a diagonal, by the cell above and to the left: no two lines cross there."""


class Lines(NamedTuple):
    """A kind of lines of a rule."""

    rules: tuple[str, ...]
    usual: int
    """How many a 9x9 board gets."""
    line: Line
    every: str = ""
    """No rule says that all lines are given."""

    def draw(self, sheet: Sheet, number: int) -> Iterator[Use]:
        """Yield as many lines, or all that there is room for."""
        made = 0
        for start in sheet.random.shuffled(range(len(sheet.digits))):
            walks = [self._grown(sheet, start) for _ in range(_WALKS)]
            lines = max(walks, key=lambda some: len(some[0]) if some else 0)
            if lines and made + len(lines) <= number:
                made += len(lines)
                sheet.taken.update(cell for line in lines for cell in line)
                sheet.corners.update(corner for line in lines for corner in _corners(line, sheet.size))
                yield from (Use(self.rules[0], line) for line in lines)
            if made == number:
                return

    def _grown(self, sheet: Sheet, start: int) -> list[Cells]:
        """A line at random from a cell, and its images; none if it stays too short."""

        def fits(line: Cells) -> bool:
            values = _values(sheet, line)
            return self.line.fits(values, sheet.size) or (self.line.turns and self.line.fits(values[::-1], sheet.size))

        best: list[Cells] = []
        lines = _images(sheet, [start])
        while lines and len(lines[0]) <= LONGEST:
            if len(lines[0]) >= SHORTEST and all(self.line.ends(_values(sheet, line)) for line in lines):
                best = lines
            ways = [
                grown
                for cell in around(sheet.size)[lines[0][-1]]
                if cell not in lines[0] and (grown := _images(sheet, [*lines[0], cell])) and all(map(fits, grown))
            ]
            if len(lines[0]) == LONGEST or not ways:
                break
            lines = sheet.random.choice(ways)
        return [line if self.line.fits(_values(sheet, line), sheet.size) else line[::-1] for line in best]


def _images(sheet: Sheet, line: Sequence[int]) -> list[Cells]:
    """The different images of a line, itself first; none if two of them share a cell, or one is taken."""
    lines = list(dict.fromkeys(tuple(image[cell] for cell in line) for image in sheet.images))
    cells = {cell for each in lines for cell in each}
    apart = len(cells) == len(lines) * len(line) and not cells & sheet.taken
    return lines if apart and _are_tidy(lines, sheet) else []


def _are_tidy(lines: Sequence[Cells], sheet: Sheet) -> bool:
    """Whether no line crosses itself or another, nor fills a square of 2x2 cells."""
    size = sheet.size
    corners = [corner for line in lines for corner in _corners(line, size)]
    if len(set(corners)) < len(corners) or not sheet.corners.isdisjoint(corners):
        return False
    return not any({cell, cell + 1, cell + size, cell + size + 1} <= set(line) for line in lines for cell in line)


def _corners(line: Cells, size: int) -> Iterator[int]:
    for one, other in pairwise(line):
        (row, column), (next_row, next_column) = divmod(one, size), divmod(other, size)
        if row != next_row and column != next_column:
            yield min(row, next_row) * size + min(column, next_column)


def _values(sheet: Sheet, line: Sequence[int]) -> Values:
    return [sheet.digits[cell] for cell in line]


class Dots(NamedTuple):
    """A kind of dots between neighbours."""

    rules: dict[str, Dot]
    usual: int
    every: str
    """The rule that says that all dots are given."""

    def draw(self, sheet: Sheet, number: int) -> Iterator[Use]:
        """Yield as many dots, or all that there are."""
        made, seen = 0, set[Cells]()
        for pair in sheet.random.shuffled(list(neighbours(sheet.size))):
            pairs = list(dict.fromkeys(tuple(sorted(image[cell] for cell in pair)) for image in sheet.images))
            if pairs[0] in seen or made + len(pairs) > number:
                continue
            seen.update(pairs)
            dots = [dot for each in pairs if (dot := self._at(sheet, each))]
            if len(dots) == len(pairs):
                made += len(dots)
                yield from dots

    def all_of(self, sheet: Sheet) -> Iterator[Use]:
        """Yield all dots of the board, and the rule that says so."""
        yield from (dot for pair in neighbours(sheet.size) if (dot := self._at(sheet, pair)))
        yield Use(self.every)

    def _at(self, sheet: Sheet, pair: Cells) -> Use | None:
        low, high = sorted(_values(sheet, pair))
        return next((Use(rule, pair) for rule, dot in self.rules.items() if dot.holds(low, high)), None)


class Clues(NamedTuple):
    """A kind of clues outside the board."""

    rules: tuple[str, ...]
    usual: int
    clue: Clue
    every: str = ""

    def draw(self, sheet: Sheet, number: int) -> Iterator[Use]:
        """Yield as many clues, or all that there are."""
        lines = dict.fromkeys(self.clue.lines(sheet.size))
        made = 0
        for line in sheet.random.shuffled(list(lines)):
            moved = [tuple(image[cell] for cell in line) for image in sheet.images]
            orbit = dict.fromkeys(one if one in lines else one[::-1] for one in moved)
            if line not in lines or made + len(orbit) > number:
                continue
            made += len(orbit)
            for one in orbit:
                lines.pop(one, None)
                yield Use(self.rules[0], one, self.clue.value(_values(sheet, one)))


def _kinds() -> dict[str, Lines | Dots | Clues]:
    """The kinds of lines, dots and clues by their names, from the rules that have such marks."""
    found: dict[str, Lines | Dots | Clues] = {}
    for name, rule in RULES.items():
        match rule.random:
            case Line() as line:
                found[rule.kind or name] = Lines((name,), line.usual, line)
            case Clue() as clue:
                found[name] = Clues((name,), clue.usual, clue)
            case EveryDot(kind, usual):
                dots = {one: each.random for one, each in RULES.items() if each.kind == kind}
                known = {one: dot for one, dot in dots.items() if isinstance(dot, Dot)}
                found[kind] = Dots(known, usual, name)
    return {kind: found[kind] for kind in MARKS}


KINDS = _kinds()
"""The kinds of lines, dots and clues, by their names in `engine.names.MARKS`."""

_NAMES = (
    {kind.every: f"{name}=all" for name, kind in KINDS.items() if kind.every}
    | {name: rule.kind for name, rule in RULES.items() if rule.kind and isinstance(rule.random, Line)}
    | {name.replace(" ", "-"): name for name in KINDS}
)
"""Other names of kinds."""


class Marks(NamedTuple):
    """Marks of a kind that puzzles are to have."""

    kind: str
    """A name of KINDS, or `killer`."""
    number: int | None = None
    """How many; None for as many as are usual."""
    every: bool = False
    """Whether all dots of the board are given, and a rule says so."""
    more: bool = False
    """Whether half as many more are drawn as are usual, for an easy puzzle."""

    @staticmethod
    def read(text: str) -> Marks:
        """Return the marks that a text such as "thermo", "thermo=12" or "kropki=all" names. ValueError for another."""
        if (marks := Marks.named(text)) is None:
            raise ValueError(f"rule {text!r} cannot be made: {', '.join((*KINDS, KILLER))} can")
        return marks

    @staticmethod
    def named(text: str) -> Marks | None:
        """Return what `read` does; None for a text that names another rule."""
        name = text.strip().lower()
        name, equals, value = _NAMES.get(name, name).partition("=")
        name, value = name.strip(), value.strip()
        kind = _NAMES.get(name, name)
        if kind not in (*KINDS, KILLER):
            return None
        every = kind in KINDS and bool(KINDS[kind].every)
        if not equals:
            return Marks(kind)
        if value == "all" and every:
            return Marks(kind, every=True)
        if not re.fullmatch("[0-9]{1,3}", value) or not 1 <= int(value) <= _MOST:
            also = " or all" if every else ""
            raise ValueError(f"rule {kind} takes a number from 1 to {_MOST}{also}, not {value!r}")
        return Marks(kind, int(value))

    @property
    def text(self) -> str:
        """The marks as `read` takes them."""
        return f"{self.kind}=all" if self.every else self.kind if self.number is None else f"{self.kind}={self.number}"

    @property
    def is_drawn(self) -> bool:
        """Whether they are lines or dots."""
        return self.kind != KILLER

    @property
    def rules(self) -> set[str]:
        """The named rules that such marks are."""
        kind = KINDS.get(self.kind)
        return {*kind.rules, *([kind.every] if self.every else [])} if kind else {"cage"}

    @property
    def reverses(self) -> bool:
        """Whether marks are still such marks when each digit d becomes size + 1 - d."""
        kind = KINDS.get(self.kind)
        return kind is None or (isinstance(kind, Lines) and kind.line.reverses)

    def draw(self, sheet: Sheet) -> list[Use]:
        """Draw lines or dots in the pattern, and the rest of their number, or all if none have it, anywhere.

        ValueError if there is no room for their number, or for any.
        """
        kind = KINDS[self.kind]
        if self.every:
            assert isinstance(kind, Dots)
            return list(kind.all_of(sheet))
        number, least = self.number or _usual(kind.usual * (2 + self.more) // 2, sheet.size), self.number or 1
        drawn = list(kind.draw(sheet, number))
        if len(drawn) < least and len(sheet.images) > 1:
            others = kind.draw(sheet._replace(images=sheet.images[:1]), 2 * number)
            drawn += islice((use for use in others if use not in drawn), number - len(drawn))
        if len(drawn) < least:
            raise ValueError(f"a board has room for {len(drawn)} marks of {self.text}: ask for fewer, or for no number")
        return drawn


def _usual(at_nine: int, size: int) -> int:
    """How many marks of a kind a board gets, from those at 9x9: a large board has room between them."""
    return max(1, at_nine * size**2 // 81 if size <= 9 else at_nine * size // 9)


_MOST = 144
"""The greatest number of marks of a kind."""


# --- Cages of killers ---------------------------------------------------------------------------------------------

_LARGEST = 4
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


def other_solution(variant: Variant, board: Sequence[int] | Boards) -> list[int] | None:
    """Return a solution of a variant, with its givens, that is not this board; None if there is no other."""
    boards = np.array([board], np.uint8)
    found = np.zeros_like(boards)
    shape, rules = Shape.of(variant.size, NO_BLOCKS), program(variant.ruled)
    core.other_ruled(shape, boards, rules, np.zeros(1, np.int64), True, found)
    return found[0].tolist() if found.any() else None


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
            kept: _Layout = []
            for cage in self._random.shuffled([cage for cage in self._layout() if len(cage) > 1]):
                orbit = self._orbit(cage)
                if cage not in kept and len(kept) + len(orbit) <= most:
                    kept += orbit
            layout: _Layout | None = kept
            while layout is not None and len(layout) < least:
                layout = self._split(layout, None)
            if layout is not None and len(layout) <= most:
                return self._with(layout)
        further = ", or for no pattern" if self._images else ""
        raise ValueError(f"no {least} cages of two cells or more were found: ask for fewer{further}")

    def _with(self, layout: _Layout) -> Variant:
        cages = [tuple(sorted(cage)) for cage in sorted(layout, key=min)]
        uses = (Use("cage", cells, sum(self._digits[cell] for cell in cells)) for cells in cages)
        return self._variant.with_uses((*self._variant.uses, *uses))

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
        size = _LARGEST - (self._random.below(4) == 0)
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
            joined = self._orbit(self._with_cell(cage, cell)) if len(cage) <= _LARGEST else []
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
                if near == cage or len(near) > _LARGEST or len(rest) != len(taken) or not self._are_different(taken[0]):
                    continue
                changed = self._replaced(layout, [cage, near], [*rest, *taken])
                fits = sum(map(len, changed)) == len(self._digits) and all(map(self._are_different, taken))
                if fits and all(any(self._differs(one, other) for one in changed) for other in others):
                    return changed
        return None


_LAYOUTS = 50
"""Layouts drawn for one that has a number of cages."""


def _parts(cage: _Cage, around: Sequence[Cells]) -> Iterator[_Cage]:
    """The touching parts of a cage that hold its first cell and leave touching cells."""
    parts = {frozenset({min(cage)})}
    for _ in range(len(cage) - 2):
        parts |= {part | {c} for part in parts for cell in part for c in around[cell] if c in cage and c not in part}
    size = round(len(around) ** 0.5)
    return (part for part in parts if len(part) < len(cage) and touch(cage - part, size))
