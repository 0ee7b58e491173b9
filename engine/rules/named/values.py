"""What rules take besides cells: how it stands in a sentence, how it is read there, and what a picture prints of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .rule import Board, Use

Value = int | str | tuple[int, ...] | None


def shown(use: Use) -> str:
    """Return a number or a text as it stands, several numbers with commas."""
    if isinstance(use.value, tuple):
        return ",".join(map(str, use.value))
    return "" if use.value is None else str(use.value)


def _integer(text: str, board: Board) -> Value:
    return int(text)


@dataclass(frozen=True, slots=True)
class Taken:
    """A kind of value."""

    text: Callable[[Use, Board], str] = lambda use, board: shown(use)
    """The value in a sentence, "" for nothing."""
    label: Callable[[Use, Board], str] = lambda use, board: "" if isinstance(use.value, tuple) else shown(use)
    """The value beside a mark in a picture, if that is no part of the mark."""
    read: Callable[[str, Board], Value] | None = _integer
    """The value that a text in a sentence says; none for one that no sentence has. ValueError for another text."""
    titled: bool = False
    """Whether the setter's title stands before it in a sentence."""
    spelled: bool = False
    """Whether the name of the rule is not enough where its value is not drawn, so that words spell it out."""


NUMBER = Taken()
UNLABELLED = Taken(label=lambda use, board: "")
"""A number that is a part of the mark."""


def _digits(text: str, board: Board) -> Value:
    return tuple(map(int, text.split(",")))


DIGITS = Taken(label=lambda use, board: "", read=_digits)
"""Digits in a mark of their own."""


def listed(sign: str = "") -> Taken:
    """Return digits that a picture prints in a row, after a sign."""

    def label(use: Use, board: Board) -> str:
        values = use.value if isinstance(use.value, tuple) else (use.value,)
        return sign + ("" if all(isinstance(one, int) and one < 10 for one in values) else ",").join(map(str, values))

    return Taken(label=label, read=_digits)


def signed(sign: str) -> Taken:
    """Return a number that a picture prints after a sign."""
    return Taken(label=lambda use, board: f"{sign}{shown(use)}")


WORD = Taken(read=lambda text, board: text)
"""A text as it stands."""
SPELLED_WORD = Taken(read=lambda text, board: text, spelled=True)
SPELLED_NUMBER = Taken(spelled=True)


def _pattern_label(use: Use, board: Board) -> str:
    return use.title or str(use.value)


PATTERN = Taken(label=_pattern_label, read=lambda text, board: text, spelled=True)
CODE = Taken(label=lambda use, board: use.title or "*", read=None, spelled=True)
"""A code that only a program reads."""


# --- A sum with factors -------------------------------------------------------------------------------------------


def _factors(use: Use, board: Board) -> str:
    if not isinstance(use.value, tuple):
        return shown(use)
    total, *factors = use.value
    return f"{total} = {' '.join(f'{factor:+d}' for factor in factors)}"


def _read_factors(text: str, board: Board) -> Value:
    total, equals, factors = text.partition(" = ")
    return (int(total), *map(int, factors.split(" "))) if equals else int(text)


FACTORS = Taken(_factors, _factors, _read_factors)


# --- Digits, and how many cells hold them -------------------------------------------------------------------------


def _counted(use: Use, board: Board) -> str:
    count, *digits = use.value if isinstance(use.value, tuple) else (0,)
    return ",".join(map(str, digits)) + (f" x{count}" if count else "")


def _read_counted(text: str, board: Board) -> Value:
    digits, _, count = text.partition(" x")
    return (int(count or 0), *map(int, digits.split(",")))


COUNTED = Taken(_counted, _counted, _read_counted, spelled=True)


# --- Tables -------------------------------------------------------------------------------------------------------


def _pairs(use: Use, board: Board) -> str:
    """The pairs of a table, such as `1-2 4-1`."""
    symbols = [board.frame.symbol(place + 1) for place in range(board.size)]
    table = use.value if isinstance(use.value, tuple) else ()
    pairs = (
        f"{one}-{symbols[place]}"
        for one, mask in zip(symbols, table, strict=False)
        for place in range(board.size)
        if mask >> place & 1
    )
    return " ".join(pairs)


_PAIRS = re.compile(r"(?:\b\w-\w ?)*$")


def _read_table(text: str, board: Board) -> Value:
    found = _PAIRS.search(text)
    return _table(found[0].split() if found else [], board)


def _table(pairs: Sequence[str], board: Board) -> tuple[int, ...]:
    place = {board.frame.symbol(digit): digit - 1 for digit in range(1, board.size + 1)}
    table = [0] * board.size
    for first, _, second in (pair.partition("-") for pair in pairs):
        if first not in place or second not in place:
            raise ValueError(f"{first}-{second} is no pair of digits")
        table[place[first]] |= 1 << place[second]
    return tuple(table)


def title_in(text: str) -> str:
    """Return what stands before the pairs of a table."""
    found = _PAIRS.search(text)
    return text.removesuffix(" ".join(found[0].split()) if found else "").strip()


TABLE = Taken(_pairs, lambda use, board: use.title or "*", _read_table, titled=True, spelled=True)


# --- Codes ---------------------------------------------------------------------------------------------------------


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""The characters of base64 for addresses (RFC 4648)."""

_SWAPPED = str.maketrans("-_", "_-")


def bits_of(code: str) -> list[int]:
    """Return the numbers of the bits that are set. ValueError for another character."""
    found = []
    for place, character in enumerate(code):
        value = ALPHABET.find(character)
        if value < 0:
            raise ValueError(f"the code {code[:20]!r} has {character!r}, which encodes nothing")
        found += [6 * place + bit for bit in range(6) if value >> bit & 1]
    return found


def code_of(bits: Iterable[int]) -> str:
    """Return the code of the numbers of bits; as short as can be."""
    values: dict[int, int] = {}
    for bit in bits:
        values[bit // 6] = values.get(bit // 6, 0) | 1 << bit % 6
    return "".join(ALPHABET[values.get(place, 0)] for place in range(max(values, default=-1) + 1))


def table_in(code: str, size: int, *, swapped: bool = False) -> tuple[int, ...]:
    """Return for each first digit the set of second ones. ValueError for a code of a larger table.

    In older texts "-" and "_" are `swapped`.
    """
    table = [0] * size
    for bit in bits_of(code.translate(_SWAPPED) if swapped else code):
        first, second = divmod(bit, size)
        if first >= size:
            raise ValueError(f"the code {code[:20]!r} is of a table of more than {size} digits")
        table[first] |= 1 << second
    return tuple(table)


def table_code(table: Sequence[int]) -> str:
    """Return the code of a table."""
    size = len(table)
    return code_of(
        size * first + second for first in range(size) for second in range(size) if table[first] >> second & 1
    )
