"""Values as people write them: each function makes the reader of one kind, or is one. ValueError for other text."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isclose
from typing import NamedTuple, TypeVar

from ...engine.grades import Grade, Level
from ..puzzles.numbers import Range, parsed_number

T = TypeVar("T")
Mark = Grade | Level

GREATEST = 2**63 - 1
"""The greatest integer that SQLite stores."""

_NUMBER = re.compile(r"[+-]?(\d+(_\d+)*|\d{1,3}(,\d{3})+)(\.\d+)?(e\+?\d{1,2}|[km])?", re.ASCII | re.IGNORECASE)
_ZEROS = {"k": "e3", "m": "e6"}


def whole(least: int = 0, greatest: int = GREATEST) -> Callable[[str], int]:
    """Parse a whole number within bounds; 1e6, 1M, 1000k, 1_000_000 and 1,000,000 are the same."""

    def parse(text: str) -> int:
        from decimal import Decimal  # the list of commands reads no number

        number = Decimal(_plain(str(text))) if _NUMBER.fullmatch(str(text)) else None
        if number is None or number != number.to_integral_value():
            raise ValueError(f"{text!r} is not a whole number")
        if number < least:
            raise ValueError(f"{text} is less than {least}")
        if number > greatest:
            raise ValueError(f"{text} is more than {greatest}")
        return int(number)

    return parse


def _plain(text: str) -> str:
    digits = text.replace(",", "")
    return digits[:-1] + _ZEROS[digits[-1].lower()] if digits[-1].lower() in _ZEROS else digits


def spans(least: int, greatest: int) -> Callable[[str | Sequence[int]], Sequence[int]]:
    """Parse whole numbers separated by commas, also spans such as 10-40; repeated ones count once."""
    parse_one = whole(least, greatest)

    def parse(text: str | Sequence[int]) -> Sequence[int]:
        if not isinstance(text, str):
            return text
        found: list[int] = []
        for word in text.split(","):
            ends = re.fullmatch(r"\s*(\d+)-(\d+)\s*", word, re.ASCII)
            first, last = (parse_one(ends[1]), parse_one(ends[2])) if ends else (parse_one(word.strip()),) * 2
            if last < first:
                raise ValueError(f"{word} ends before it begins")
            found += range(first, last + 1)
        return tuple(dict.fromkeys(found))

    return parse


def one_of(values: Iterable[T]) -> Callable[[str], T]:
    """Parse one of some values, written as `str` writes them."""
    named = {str(value): value for value in values}

    def parse(text: str) -> T:
        if str(text) not in named:
            raise ValueError(f"{text!r} is not one of {', '.join(named)}")
        return named[str(text)]

    return parse


def several(parse_one: Callable[[str], T]) -> Callable[[str | Sequence[T]], Sequence[T]]:
    """Parse several values separated by commas; repeated ones count once. A default is parsed already."""

    def parse(text: str | Sequence[T]) -> Sequence[T]:
        if not isinstance(text, str):
            return text
        return tuple(dict.fromkeys(parse_one(word.strip()) for word in text.split(",")))

    return parse


def shares(text: str) -> Mapping[str, float]:
    """Parse shares such as train=0.9,test=0.1: names of letters and digits, and numbers above 0 that sum up to 1."""
    found: dict[str, float] = {}
    for word in text.split(","):
        match = re.fullmatch(r"\s*(\w+)=(\d*\.?\d+)\s*", word)
        if not match or not float(match[2]) or match[1] in found:
            raise ValueError(f"{word!r} is not a share such as train=0.9")
        found[match[1]] = float(match[2])
    if not isclose(sum(found.values()), 1):
        raise ValueError(f"the shares sum up to {sum(found.values()):g}, not to 1")
    return found


def share(text: str | float) -> float:
    """Parse a share from 0 to below 1."""
    match = re.fullmatch(r"0?\.\d+|0", str(text), re.ASCII)
    if not match:
        raise ValueError(f"{text!r} is not a share such as 0.05")
    return float(text)


def seconds(text: str) -> float:
    """Parse a time of at least 0 seconds."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not number >= 0:  # nan is not
        raise ValueError(f"{text!r} is not a number of seconds")
    return number


def tenths(text: str) -> int:
    """Parse a rating such as 7.1, in tenths."""
    match = re.fullmatch(r"(\d{1,2})(?:\.(\d))?", text, re.ASCII)
    if not match:
        raise ValueError(f"{text!r} is not a rating such as 7.1")
    return 10 * int(match[1]) + int(match[2] or 0)


def rating(text: str) -> float:
    """Parse a rating such as 7.1."""
    return tenths(text) / 10


class Ranges(tuple[Range, ...]):
    """Ranges in the order in which they are named."""


def number_ranges(text: str) -> Ranges:
    """Parse numbers of puzzles: one, a range of boards such as 10-20, several separated by commas, or all."""
    return Ranges(Range(0, None) if word == "all" else _range(word) for word in text.split(","))


def _range(text: str) -> Range:
    if number := parsed_number(text):
        return number
    match = re.fullmatch(r"(\d{1,19})-(\d{1,19})", text, re.ASCII)
    if not match:
        raise ValueError(f"{text!r} is neither a number nor a range such as 10-20, nor all")
    first, last = int(match[1]), int(match[2])
    if last < first:
        raise ValueError(f"{text} ends before it begins")
    return Range(first, last)


class Goal(NamedTuple):
    """A grade or level that is wanted, perhaps with a number of puzzles."""

    mark: Mark
    number: int | None


def goal(marks: Iterable[Mark]) -> Callable[[str], Goal]:
    """Parse a grade or level such as hard, or with a number such as hard=500."""
    parse_mark, parse_number = one_of(marks), whole(1)

    def parse(text: str) -> Goal:
        name, equals, count = text.partition("=")
        return Goal(parse_mark(name), parse_number(count) if equals else None)

    return parse
