"""Automata along lines of cells: walked step by step, or made of a regular expression.

In an expression digits stand for themselves, A to Z for 10 and up; `.` for any, `[1-3]` and `[^5]` for some. `|`
separates alternatives, `( )` holds a part together, and `* + ? {n} {n,} {n,m}` say how often it comes.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from board_catalogue.engine.rules.model import Automaton

MOST_STATES = 1 << 16


def automaton(
    size: int,
    cells: tuple[int, ...],
    start: Hashable,
    step: Callable[[Hashable, int], Hashable | None],
    accepts: Callable[[Hashable], bool],
) -> Automaton:
    """Return the automaton of a step from state and digit to the next state, or None if there is none.

    States may be anything that can be hashed; only those that are reached within the line count.
    ValueError for too many.
    """
    numbers: dict[Hashable, int] = {start: 0}
    fresh = [start]
    arcs: dict[tuple[int, int], int] = {}
    for _ in cells:
        newer = []
        for state in fresh:
            for digit in range(1, size + 1):
                after = step(state, digit)
                if after is None:
                    continue
                if after not in numbers:
                    numbers[after] = len(numbers)
                    newer.append(after)
                key = (numbers[state], numbers[after])
                arcs[key] = arcs.get(key, 0) | 1 << (digit - 1)
        fresh = newer
        if len(numbers) > MOST_STATES:
            raise ValueError(f"an automaton of more than {MOST_STATES} states")
    accepting = tuple(number for state, number in numbers.items() if accepts(state))
    return Automaton(cells, tuple((before, digits, after) for (before, after), digits in arcs.items()), accepting)


MOST_REPEATED = 64


@dataclass(frozen=True, slots=True)
class _Some:
    digits: int


@dataclass(frozen=True, slots=True)
class _Then:
    parts: tuple["_Part", ...]


@dataclass(frozen=True, slots=True)
class _Either:
    parts: tuple["_Part", ...]


@dataclass(frozen=True, slots=True)
class _Repeat:
    part: "_Part"
    least: int
    most: int | None


_Part = _Some | _Then | _Either | _Repeat


class _Parser:
    def __init__(self, pattern: str, size: int) -> None:
        self.pattern, self.size, self.at = "".join(pattern.split()), size, 0

    def whole(self) -> _Part:
        part = self.either()
        if self.at < len(self.pattern):
            raise self.error()
        return part

    def error(self) -> ValueError:
        return ValueError(f"the regular expression {self.pattern!r} cannot be read at character {self.at + 1}")

    def peek(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def take(self, wanted: str) -> bool:
        found = self.peek() == wanted
        self.at += found
        return found

    def either(self) -> _Part:
        parts = [self.sequence()]
        while self.take("|"):
            parts.append(self.sequence())
        return _Either(tuple(parts))

    def sequence(self) -> _Part:
        parts = []
        while self.peek() not in ("", "|", ")"):
            part = self.atom()
            while self.peek() in ("*", "+", "?", "{"):
                part = _Repeat(part, *self.counts())
            parts.append(part)
        return _Then(tuple(parts))

    def atom(self) -> _Part:
        if self.take("("):
            part = self.either()
            if not self.take(")"):
                raise self.error()
            return part
        if self.take("."):
            return _Some((1 << self.size) - 1)
        if self.take("["):
            return _Some(self.some())
        return _Some(1 << (self.digit() - 1))

    def some(self) -> int:
        inverted, digits = self.take("^"), 0
        while not self.take("]"):
            low = high = self.digit()
            if self.take("-"):
                high = self.digit()
            digits |= sum(1 << (digit - 1) for digit in range(low, high + 1))
        return digits ^ ((1 << self.size) - 1) if inverted else digits

    def digit(self) -> int:
        symbol = self.peek()
        value = int(symbol) if symbol.isdecimal() else ord(symbol) - ord("A") + 10 if "A" <= symbol <= "Z" else 0
        if not 1 <= value <= self.size:
            raise self.error()
        self.at += 1
        return value

    def counts(self) -> tuple[int, int | None]:
        for symbol, least, most in (("*", 0, None), ("+", 1, None), ("?", 0, 1)):
            if self.take(symbol):
                return least, most
        close = self.pattern.find("}", self.at)
        low, comma, high = self.pattern[self.at + 1 : close].partition(",")
        if close < 0 or not low.isdecimal() or (high and not high.isdecimal()):
            raise self.error()
        least, last = int(low), int(high) if high else None if comma else int(low)
        if max(least, last or 0) > MOST_REPEATED or (last is not None and last < least):
            raise self.error()
        self.at = close + 1
        return least, last


@dataclass
class _Machine:
    """States with arcs by digits and arcs that read nothing."""

    arcs: list[tuple[int, int, int]] = field(default_factory=list)
    empty: list[tuple[int, int]] = field(default_factory=list)
    states: int = 0

    def state(self) -> int:
        self.states += 1
        return self.states - 1

    def add(self, part: _Part, first: int) -> int:
        """Add what leads from a state through the part; return the state after it."""
        match part:
            case _Some(digits):
                last = self.state()
                self.arcs.append((first, digits, last))
            case _Then(parts):
                last = first
                for one in parts:
                    last = self.add(one, last)
            case _Either(parts):
                last = self.state()
                for one in parts:
                    self.empty.append((self.add(one, first), last))
            case _Repeat(one, least, most):
                last = self._repeat(one, first, least, most)
        return last

    def _repeat(self, part: _Part, first: int, least: int, most: int | None) -> int:
        here = first
        for _ in range(least):
            here = self.add(part, here)
        last = self.state()
        if most is None:
            loop = self.state()
            self.empty += [(here, loop), (self.add(part, loop), loop), (loop, last)]
            return last
        for _ in range(most - least):
            self.empty.append((here, last))
            here = self.add(part, here)
        self.empty.append((here, last))
        return last

    def behind(self, state: int) -> frozenset[int]:
        """The states that are reached from one without reading."""
        reached, fresh = {state}, [state]
        while fresh:
            here = fresh.pop()
            new = {after for before, after in self.empty if before == here} - reached
            reached |= new
            fresh += new
        return frozenset(reached)


def regular(size: int, pattern: str, cells: tuple[int, ...]) -> Automaton:
    """Return the automaton of a regular expression that the digits along the cells have to match as a whole.

    ValueError for an expression that cannot be read.
    """
    machine = _Machine()
    first = machine.state()
    last = machine.add(_Parser(pattern, size).whole(), first)
    behind = {state: machine.behind(state) for state in range(machine.states)}
    start = behind[first]
    numbers, fresh, arcs = {start: 0}, [start], []
    while fresh:
        states = fresh.pop()
        leaving = [arc for arc in machine.arcs if arc[0] in states]
        for digit in range(size):
            into = frozenset(state for _, digits, end in leaving if digits >> digit & 1 for state in behind[end])
            if not into:
                continue
            if into not in numbers:
                numbers[into] = len(numbers)
                fresh.append(into)
            arcs.append((numbers[states], 1 << digit, numbers[into]))
    return Automaton(cells, tuple(arcs), tuple(number for states, number in numbers.items() if last in states))
