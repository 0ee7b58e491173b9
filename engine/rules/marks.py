"""Lines, dots and cages that a command asks for, such as "thermo=12": drawn at random for a full board."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from ..names import KILLER, MARKS
from .named.randoms import Dot, Dots, EveryDot, Line, Lines, Sheet
from .named.rule import Use
from .variant import RULES


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
