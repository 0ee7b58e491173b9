"""Lines and dots that a command asks for, such as "thermo=12": drawn at random for a full board, so that it obeys them.

Which lines and dots there are stands in the rows of rules. For a pattern they are symmetric.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ..names import KILLER, MARKS
from ..random_numbers import RandomNumbers
from .frame import Cells, around, neighbours
from .named import Dot, EveryDot, Line, Values
from .named.rule import Use
from .variant import RULES

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


def _kinds() -> dict[str, Lines | Dots]:
    """The kinds of lines and dots by their names, from the rules that have such marks."""
    found: dict[str, Lines | Dots] = {}
    for name, rule in RULES.items():
        kind = rule.kind or name
        match rule.random:
            case Line():
                found[kind] = Lines(name, rule.random)
            case EveryDot():
                dots = {one: each.random for one, each in RULES.items() if each.kind == rule.random.kind}
                known = {one: dot for one, dot in dots.items() if isinstance(dot, Dot)}
                found[rule.random.kind] = Dots(known, rule.random.usual, name)
    return {kind: found[kind] for kind in MARKS}


KINDS = _kinds()
"""The kinds of lines and dots, by their names in `engine.names.MARKS`."""

_NAMES = {kind.every: f"{name}=all" for name, kind in KINDS.items() if kind.every} | {
    name: rule.kind for name, rule in RULES.items() if rule.kind and isinstance(rule.random, Line)
}
"""Other names of kinds."""


def _has_every(kind: str) -> bool:
    return kind in KINDS and bool(KINDS[kind].every)


class Marks(NamedTuple):
    """Marks of a kind that puzzles are to have."""

    kind: str
    """A name of KINDS, or `killer`."""
    number: int | None = None
    """How many; None for as many as are usual."""
    every: bool = False
    """Whether all dots of the board are given, and a rule says so."""

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
        kind, value = _NAMES.get(name.strip(), name.strip()), value.strip()
        if kind not in (*KINDS, KILLER):
            return None
        if not equals:
            return Marks(kind)
        if value == "all" and _has_every(kind):
            return Marks(kind, every=True)
        if not value.isascii() or not value.isdigit() or not 1 <= int(value[:4]) <= _MOST or len(value) > 3:
            also = " or all" if _has_every(kind) else ""
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
        if kind is None:
            return {"cage"}
        return {*kind.rules, kind.every} if self.every else set(kind.rules)

    @property
    def every_rule(self) -> str | None:
        """The rule that says that all dots are given, if it is asked for."""
        return KINDS[self.kind].every if self.every else None

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
        number = self.number or max(1, kind.usual * sheet.size**2 // 81)
        least, drawn = self.number or 1, list(kind.draw(sheet, number))
        if len(drawn) < least and len(sheet.images) > 1:
            others = kind.draw(sheet._replace(images=sheet.images[:1]), 2 * number)
            drawn += islice((use for use in others if use not in drawn), number - len(drawn))
        if len(drawn) < least:
            raise ValueError(f"a board has room for {len(drawn)} marks of {self.text}: ask for fewer, or for no number")
        return drawn


_MOST = 144
"""The greatest number of marks of a kind."""
