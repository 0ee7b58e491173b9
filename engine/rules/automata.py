"""Automata along lines of cells: walked step by step, read from a code, or made of a regular expression.

In an expression digits stand for themselves, A to Z for 10 and up; `.` for any, `[1-3]` and `[^5]` for some. `|`
separates alternatives, `( )` holds a part together, and `* + ? {n} {n,} {n,m}` say how often it comes.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from .model import Automaton

MOST_STATES = 1 << 16


def automaton(
    values: range,
    cells: tuple[int, ...],
    start: Hashable,
    step: Callable[[Any, int], Any],
    accepts: Callable[[Any], bool],
) -> Automaton:
    """Return the automaton of a step from state and digit, one of the values, to the next state, or None for none.

    States may be anything that can be hashed; only those that are reached within the line count.
    ValueError for too many.
    """
    numbers = {start: 0}
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


_BAD_CODE = "the code of an automaton is cut, or it is something else"


def encoded(code: str, groups: tuple[tuple[int, ...], ...], size: int) -> Automaton:
    """Return the automaton of a code of Interactive-Sudoku-Solver along groups of cells, one after the other.

    The bits of base64 text: 2 for the format, 4 for the bits of a state less 1, 4 for the symbols less 1, the number of
    first states and of other accepting ones, a bit for each first state that accepts, and then the arcs of each state:
    plain with their number, or packed with a bit for each symbol. First states have the lowest numbers, accepting ones
    follow. The symbol after the digits is the end of one group of cells.

    ValueError for a code that is cut or something else, and for another number of digits.
    """
    bits = _Bits(decoded(code or "ACAA"))  # no code: one state that accepts nothing
    packed, width, symbols = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
    if packed > 1:
        raise ValueError(_BAD_CODE)
    starts, others = bits.take(width), bits.take(width)
    at_once = bits.take(starts)
    accepting = {state for state in range(starts) if at_once >> state & 1} | {*range(starts, starts + others)}
    following: dict[tuple[int, int], set[int]] = {}
    for state, symbol, after in (_packed_arcs if packed else _plain_arcs)(bits, symbols, width):
        following.setdefault((state, symbol), set()).add(after)
    if symbols > size + 1 or (len(groups) > 1 and symbols != size + 1):
        raise ValueError(f"an automaton of {symbols} symbols on a board of {size} digits")
    cells = tuple(cell for group in groups for cell in group)
    ends = Counter(sum(map(len, groups[:number])) for number in range(1, len(groups)))

    def read(states: frozenset[int], *read: int) -> frozenset[int]:
        for symbol in read:
            states = frozenset(after for state in states for after in following.get((state, symbol), ()))
        return states

    def step(state: tuple[int, frozenset[int]], symbol: int) -> tuple[int, frozenset[int]] | None:
        place = state[0] + 1
        after = read(state[1], symbol, *[size] * ends[place])  # and over the groups that end there
        return (place, after) if after else None

    def accepts(state: tuple[int, frozenset[int]]) -> bool:
        return state[0] == len(cells) and not accepting.isdisjoint(state[1])

    start = (0, read(frozenset(range(starts)), *[size] * ends[0]))
    return automaton(range(size), cells, start, step, accepts)


def _plain_arcs(bits: _Bits, symbols: int, width: int) -> Iterator[tuple[int, int, int]]:
    counted, state = bits.take(4), 0
    while counted and bits.left >= counted:
        for _ in range(bits.take(counted)):
            yield state, bits.take((symbols - 1).bit_length()), bits.take(width)
        state += 1


def _packed_arcs(bits: _Bits, symbols: int, width: int) -> Iterator[tuple[int, int, int]]:
    state = 0
    while bits.left >= symbols:
        some = bits.take(symbols)
        yield from ((state, symbol, bits.take(width)) for symbol in range(symbols) if some >> symbol & 1)
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


# --- Regular expressions -------------------------------------------------------------------------------------------

MOST_REPEATED = 64

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The digits of an expression."""


@dataclass(frozen=True, slots=True)
class _Some:
    digits: int


@dataclass(frozen=True, slots=True)
class _Then:
    parts: _Parts


@dataclass(frozen=True, slots=True)
class _Either:
    parts: _Parts


@dataclass(frozen=True, slots=True)
class _Repeat:
    part: _Part
    least: int
    most: int | None


_Part = _Some | _Then | _Either | _Repeat
_Parts = tuple[_Part, ...]

_DIGITS = re.compile(r"\.|([0-9A-Z])|\[(\^?)((?:[0-9A-Z](?:-[0-9A-Z])?)*)\]")
_TIMES = re.compile(r"([*+?])|\{(\d+)(,?)(\d*)\}")
_OR, _OPEN, _CLOSE = map(re.compile, (r"\|", r"\(", r"\)"))


class _Parser:
    def __init__(self, pattern: str, values: range) -> None:
        self.pattern, self.values, self.at = "".join(pattern.split()), values, 0

    def whole(self) -> _Part:
        part = self.either()
        if self.at < len(self.pattern):
            raise self.error()
        return part

    def error(self) -> ValueError:
        return ValueError(f"the regular expression {self.pattern[:40]!r} cannot be read at character {self.at + 1}")

    def take(self, wanted: re.Pattern[str]) -> re.Match[str] | None:
        if found := wanted.match(self.pattern, self.at):
            self.at = found.end()
        return found

    def either(self) -> _Part:
        parts = [self.sequence()]
        while self.take(_OR):
            parts.append(self.sequence())
        return _Either(tuple(parts))

    def sequence(self) -> _Part:
        parts: list[_Part] = []
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            parts.append(self.atom())
            while found := self.take(_TIMES):
                parts[-1] = _Repeat(parts[-1], *self.times(found))
        return _Then(tuple(parts))

    def atom(self) -> _Part:
        if self.take(_OPEN):
            part = self.either()
            if not self.take(_CLOSE):
                raise self.error()
            return part
        if not (found := self.take(_DIGITS)):
            raise self.error()
        return _Some(self.digits(found))

    def digits(self, found: re.Match[str]) -> int:
        one, inverted, several = found.groups()
        named = {
            number
            for low, high in re.findall(r"(.)(?:-(.))?", one or several or "")
            for number in range(DIGITS.index(low), DIGITS.index(high or low) + 1)
        }
        inverted = inverted or found[0] == "."
        return sum(1 << place for place, digit in enumerate(self.values) if (digit in named) != bool(inverted))

    def times(self, found: re.Match[str]) -> tuple[int, int | None]:
        sign, low, comma, high = found.groups()
        if sign:
            return (int(sign == "+"), 1 if sign == "?" else None)
        least, most = int(low), int(high) if high else None if comma else int(low)
        if max(least, most or 0) > MOST_REPEATED or (most is not None and most < least):
            self.at = found.start()
            raise self.error()
        return least, most


def _may_be_empty(part: _Part) -> bool:
    match part:
        case _Some():
            return False
        case _Then(parts):
            return all(map(_may_be_empty, parts))
        case _Either(parts):
            return any(map(_may_be_empty, parts))
        case _Repeat(one, least):
            return least == 0 or _may_be_empty(one)


def _ways(parts: _Parts) -> Iterator[tuple[int, _Parts]]:
    """The digits that parts may begin with, and what is then left of them: the partial derivatives of Antimirov."""
    if not parts:
        return
    first, rest = parts[0], parts[1:]
    match first:
        case _Some(digits):
            yield digits, rest
        case _Then(inner):
            yield from _ways(inner + rest)
        case _Either(inner):
            for one in inner:
                yield from _ways((one, *rest))
        case _Repeat(one, least, most):
            again = _Repeat(one, max(least - 1, 0), None if most is None else most - 1)
            for digits, left in _ways((one,)) if most != 0 else ():
                yield digits, (*left, again, *rest)
            if _may_be_empty(first):
                yield from _ways(rest)


def regular(values: range, pattern: str, cells: tuple[int, ...]) -> Automaton:
    """Return the automaton of a regular expression that the digits along the cells have to match as a whole.

    ValueError for an expression that cannot be read.
    """

    @cache
    def ways(parts: _Parts) -> tuple[tuple[int, _Parts], ...]:
        return tuple(_ways(parts))

    def step(states: frozenset[_Parts], place: int) -> frozenset[_Parts] | None:
        return frozenset(after for parts in states for digits, after in ways(parts) if digits >> place & 1) or None

    def accepts(states: frozenset[_Parts]) -> bool:
        return any(all(map(_may_be_empty, parts)) for parts in states)

    start = frozenset({(_Parser(pattern, values).whole(),)})
    return automaton(range(len(values)), cells, start, step, accepts)
