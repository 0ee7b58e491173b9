"""Lines and dots drawn at random for a full board, so that it obeys them; symmetric ones for a pattern."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ...random_numbers import RandomNumbers
from ..frame import Cells, around, neighbours
from .rule import Use

SHORTEST, LONGEST = 3, 6
"""Cells of a line."""

_WALKS = 8
"""Lines tried from each first cell; the longest is drawn."""

Values = list[int]
"""Digits along a line."""


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


class Line(NamedTuple):
    """A kind of lines that grow cell by cell."""

    usual: int
    """How many a 9x9 board gets."""
    fits: Callable[[Values, int], bool]
    """Whether digits can be the first ones of such a line, on a board of a size."""
    ends: Callable[[Values], bool] = lambda values: True
    """Whether they can be all."""
    turns: bool = False
    """Whether an image may be such a line from its other end."""
    reverses: bool = False
    """Whether lines are still such lines when each digit d becomes size + 1 - d."""


class Lines(NamedTuple):
    """A kind of lines of a rule."""

    rule: str
    line: Line
    every: str = ""
    """No rule says that all lines are given."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule."""
        return (self.rule,)

    @property
    def usual(self) -> int:
        """How many a 9x9 board gets."""
        return self.line.usual

    def draw(self, sheet: Sheet, number: int) -> Iterator[Use]:
        """Yield as many lines, or all that there is room for."""
        made = 0
        for start in sheet.random.shuffled(range(len(sheet.digits))):
            walks = [self._grown(sheet, start) for _ in range(_WALKS)]
            lines = max(walks, key=lambda some: len(some[0]) if some else 0)
            if lines and made + len(lines) <= number:
                made += len(lines)
                sheet.taken.update(cell for line in lines for cell in line)
                yield from (Use(self.rule, line) for line in lines)
            if made == number:
                return

    def _grown(self, sheet: Sheet, start: int) -> list[Cells]:
        """A line at random from a cell, and its images; none if it stays too short."""
        best: list[Cells] = []
        lines = _images(sheet, [start])
        while lines and len(lines[0]) <= LONGEST:
            if len(lines[0]) >= SHORTEST and all(self.line.ends(_values(sheet, line)) for line in lines):
                best = lines
            ways = [
                grown
                for cell in around(sheet.size)[lines[0][-1]]
                if cell not in lines[0]
                and (grown := _images(sheet, [*lines[0], cell]))
                and all(self._fits_some_way(sheet, line) for line in grown)
            ]
            if len(lines[0]) == LONGEST or not ways:
                break
            lines = sheet.random.choice(ways)
        return [line if self.line.fits(_values(sheet, line), sheet.size) else line[::-1] for line in best]

    def _fits_some_way(self, sheet: Sheet, line: Cells) -> bool:
        values = _values(sheet, line)
        return self.line.fits(values, sheet.size) or (self.line.turns and self.line.fits(values[::-1], sheet.size))


def _images(sheet: Sheet, line: Sequence[int]) -> list[Cells]:
    """The different images of a line, itself first; none if two of them share a cell, or one is taken."""
    lines = list(dict.fromkeys(tuple(image[cell] for cell in line) for image in sheet.images))
    cells = {cell for each in lines for cell in each}
    return lines if len(cells) == len(lines) * len(line) and not cells & sheet.taken else []


def _values(sheet: Sheet, line: Sequence[int]) -> Values:
    return [sheet.digits[cell] for cell in line]


class Dot(NamedTuple):
    """A dot between neighbours; a board may have several kinds, and the first that holds is drawn."""

    holds: Callable[[int, int], bool]
    """Whether the lower and the higher digit have it."""


class EveryDot(NamedTuple):
    """A rule that says that all dots of a kind are given."""

    kind: str
    usual: int
    """How many dots a 9x9 board gets where not all of them are given."""


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
