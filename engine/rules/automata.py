"""Automata along lines of cells: walked step by step, read from a code, or made of a regular expression.

In an expression digits stand for themselves, A to Z for 10 and up; `.` for any, `[1-3]` and `[^5]` for some. `|`
separates alternatives, `( )` holds a part together, and `* + ? {n} {n,} {n,m}` say how often it comes.
"""

from __future__ import annotations

from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field

from .model import Automaton

MOST_STATES = 1 << 16


def automaton(
    values: range,
    cells: tuple[int, ...],
    start: Hashable,
    step: Callable[[Hashable, int], Hashable | None],
    accepts: Callable[[Hashable], bool],
) -> Automaton:
    """Return the automaton of a step from state and digit, one of the values, to the next state, or None for none.

    States may be anything that can be hashed; only those that are reached within the line count.
    ValueError for too many.
    """
    numbers: dict[Hashable, int] = {start: 0}
    fresh = [start]
    arcs: dict[tuple[int, int], int] = {}
    for _ in cells:
        newer = []
        for state in fresh:
            for place, digit in enumerate(values):
                after = step(state, digit)
                if after is None:
                    continue
                if after not in numbers:
                    numbers[after] = len(numbers)
                    newer.append(after)
                key = (numbers[state], numbers[after])
                arcs[key] = arcs.get(key, 0) | 1 << place
        fresh = newer
        if len(numbers) > MOST_STATES:
            raise ValueError(f"an automaton of more than {MOST_STATES} states")
    accepting = tuple(number for state, number in numbers.items() if accepts(state))
    return Automaton(cells, tuple((before, digits, after) for (before, after), digits in arcs.items()), accepting)


@dataclass(frozen=True)
class Encoded:
    """An automaton as Interactive-Sudoku-Solver encodes it.

    The bits of base64 text: 2 for the format, 4 for the bits of a state less 1, 4 for the symbols less 1, the number of
    first states and of other accepting ones, a bit for each first state that accepts, and then the arcs of each state:
    plain with their number, or packed with a bit for each symbol. First states have the lowest numbers, accepting ones
    follow.
    """

    symbols: int
    starts: int
    accepting: frozenset[int]
    arcs: tuple[tuple[int, int, int], ...]
    """State, symbol from 0, next state. The symbol after the digits is the end of one group of cells."""

    @staticmethod
    def read(code: str) -> Encoded:
        """Return the automaton of a code. ValueError for one that is cut or something else."""
        if not code:
            return Encoded(0, 1, frozenset(), ())
        bits = _Bits(decoded(code))
        packed, width, symbols = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
        if packed > 1:
            raise ValueError(_BAD_CODE)
        starts, others = bits.take(width), bits.take(width)
        at_once = bits.take(starts)
        accepting = {state for state in range(starts) if at_once >> state & 1} | {*range(starts, starts + others)}
        arcs = list(_packed_arcs(bits, symbols, width) if packed else _plain_arcs(bits, symbols, width))
        return Encoded(symbols, starts, frozenset(accepting), tuple(arcs))

    def along(self, groups: tuple[tuple[int, ...], ...], size: int) -> Automaton:
        """Return the automaton along groups of cells, one after the other. ValueError for another number of digits."""
        if self.symbols > size + 1 or (len(groups) > 1 and self.symbols != size + 1):
            raise ValueError(f"an automaton of {self.symbols} symbols on a board of {size} digits")
        cells = tuple(cell for group in groups for cell in group)
        ends = Counter(sum(map(len, groups[:number])) for number in range(1, len(groups)))
        by_state: dict[tuple[int, int], set[int]] = {}
        for state, symbol, after in self.arcs:
            by_state.setdefault((state, symbol), set()).add(after)

        def following(states: frozenset[int], symbol: int) -> frozenset[int]:
            return frozenset(after for state in states for after in by_state.get((state, symbol), ()))

        def entered(states: frozenset[int], place: int) -> frozenset[int]:
            """The states before a cell, or at the end, once the groups that end there are over."""
            for _ in range(ends[place]):
                states = following(states, size)
            return states

        start = (0, entered(frozenset(range(self.starts)), 0))
        numbers, fresh = {start: 0}, [start]
        arcs: dict[tuple[int, int], int] = {}
        for place in range(1, len(cells) + 1):
            newer = []
            for key in fresh:
                for symbol in range(size):
                    reached = (place, entered(following(key[1], symbol), place))
                    if not reached[1]:
                        continue
                    if reached not in numbers:
                        numbers[reached] = len(numbers)
                        newer.append(reached)
                    arc = (numbers[key], numbers[reached])
                    arcs[arc] = arcs.get(arc, 0) | 1 << symbol
            fresh = newer
            if len(numbers) > MOST_STATES:
                raise ValueError(f"an automaton of more than {MOST_STATES} states")
        last = tuple(numbers[key] for key in fresh if key[1] & self.accepting)
        return Automaton(cells, tuple((before, digits, after) for (before, after), digits in arcs.items()), last)


_BAD_CODE = "the code of an automaton is cut, or it is something else"


def _plain_arcs(bits: _Bits, symbols: int, width: int) -> Iterator[tuple[int, int, int]]:
    counted = bits.take(4)
    state = 0
    while counted and bits.left >= counted:
        for _ in range(bits.take(counted)):
            yield state, bits.take((symbols - 1).bit_length()), bits.take(width)
        state += 1


def _packed_arcs(bits: _Bits, symbols: int, width: int) -> Iterator[tuple[int, int, int]]:
    state = 0
    while bits.left >= symbols:
        some = bits.take(symbols)
        for symbol in range(symbols):
            if some >> symbol & 1:
                yield state, symbol, bits.take(width)
        state += 1


def decoded(code: str) -> bytes:
    """Return the bytes of base64 text without padding, in the characters for addresses. ValueError for other text."""
    try:
        return b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise ValueError(f"{code[:10]!r} is not in base64") from None


class _Bits:
    """Numbers of some bits each, the highest bit first."""

    def __init__(self, data: bytes) -> None:
        self.number, self.left = int.from_bytes(data, "big"), 8 * len(data)

    def take(self, count: int) -> int:
        if count > self.left:
            raise ValueError(_BAD_CODE)
        self.left -= count
        return self.number >> self.left & ((1 << count) - 1)


MOST_REPEATED = 64

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The digits of an expression."""


@dataclass(frozen=True, slots=True)
class _Some:
    digits: int


@dataclass(frozen=True, slots=True)
class _Then:
    parts: tuple[_Part, ...]


@dataclass(frozen=True, slots=True)
class _Either:
    parts: tuple[_Part, ...]


@dataclass(frozen=True, slots=True)
class _Repeat:
    part: _Part
    least: int
    most: int | None


_Part = _Some | _Then | _Either | _Repeat


class _Parser:
    def __init__(self, pattern: str, values: range) -> None:
        self.pattern, self.values, self.at = "".join(pattern.split()), values, 0
        self.all = (1 << len(values)) - 1

    def whole(self) -> _Part:
        part = self.either()
        if self.at < len(self.pattern):
            raise self.error()
        return part

    def error(self) -> ValueError:
        return ValueError(f"the regular expression {self.pattern[:40]!r} cannot be read at character {self.at + 1}")

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
            return _Some(self.all)
        if self.take("["):
            return _Some(self.some())
        return _Some(self.set_of(self.digit()))

    def some(self) -> int:
        inverted, digits = self.take("^"), 0
        while not self.take("]"):
            low = high = self.digit()
            if self.take("-"):
                high = self.digit()
            digits |= sum(map(self.set_of, range(low, high + 1)))
        return digits ^ self.all if inverted else digits

    def set_of(self, digit: int) -> int:
        return 1 << self.values.index(digit) if digit in self.values else 0

    def digit(self) -> int:
        symbol = self.peek()
        value = DIGITS.find(symbol) if symbol else -1
        if value < 0:
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


def regular(values: range, pattern: str, cells: tuple[int, ...]) -> Automaton:
    """Return the automaton of a regular expression that the digits along the cells have to match as a whole.

    ValueError for an expression that cannot be read.
    """
    machine = _Machine()
    first = machine.state()
    last = machine.add(_Parser(pattern, values).whole(), first)
    behind = {state: machine.behind(state) for state in range(machine.states)}
    start = behind[first]
    numbers, fresh, arcs = {start: 0}, [start], []
    while fresh:
        states = fresh.pop()
        leaving = [arc for arc in machine.arcs if arc[0] in states]
        for digit in range(len(values)):
            into = frozenset(state for _, digits, end in leaving if digits >> digit & 1 for state in behind[end])
            if not into:
                continue
            if into not in numbers:
                numbers[into] = len(numbers)
                fresh.append(into)
            arcs.append((numbers[states], 1 << digit, numbers[into]))
    return Automaton(cells, tuple(arcs), tuple(number for states, number in numbers.items() if last in states))
