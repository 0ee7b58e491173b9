"""Named rules as a board uses them, what they take besides cells, and what many of them say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..coding import board_numbers
from ..frame import Cells, Frame

Value = int | str | tuple[int, ...] | None
"""What a rule takes besides cells: a sum, a difference, a pattern, digits."""


@dataclass(frozen=True, slots=True)
class Use:
    """A named rule where it holds: on the whole board, on cells in order, or on groups of cells."""

    rule: str
    cells: Cells = ()
    value: Value = None
    groups: tuple[Cells, ...] = ()
    """Of equal sums and clones: groups of cells."""
    alternatives: tuple[tuple[Use, ...], ...] = ()
    """Of the rule "or": lists of which at least one holds."""
    title: str = ""
    """The setter's name for a table or an automaton."""

    def each(self) -> Iterator[Use]:
        """Yield the use and all that stand in its alternatives."""
        yield self
        for some in self.alternatives:
            for one in some:
                yield from one.each()


@dataclass(frozen=True)
class Board:
    """The ground of rules: a board, its regions, and all the rules in use."""

    size: int
    """How many digits there are."""
    regions: tuple[Cells, ...] = ()
    """Blocks, or jigsaw regions; none on a Latin square. Each of `size` cells holds every digit."""
    uses: tuple[Use, ...] = ()
    frame: Frame = field(default=None, kw_only=True)  # type: ignore[assignment]
    """Rows, columns and digits; a square of `size` with the digits from 1 if it is left out."""

    def __post_init__(self) -> None:
        """ValueError for a frame that has another number of digits."""
        if self.frame is None:
            object.__setattr__(self, "frame", Frame.square(self.size))
        if self.frame.digits != self.size:
            raise ValueError(f"a board of {self.size} digits in a frame of {self.frame.digits}")

    @property
    def values(self) -> range:
        """The digits, as people write them."""
        return self.frame.values

    def set_of(self, digits: Iterable[int]) -> int:
        """Return digits as a set, without those that the board does not have."""
        lowest = self.frame.lowest
        return sum(1 << (digit - lowest) for digit in set(digits) if digit in self.values)

    @cached_property
    def numbers(self) -> NDArray[np.int32]:
        """The board with its rules as the kernels read it. ValueError for an unknown rule."""
        return board_numbers(self)


def number_of(use: Use) -> int:
    """Return the number that a rule takes. ValueError if there is none."""
    if not isinstance(use.value, int):
        raise ValueError(f"{use.rule} has {use.value!r} where a number is needed")
    return use.value


# --- What rules take: in a sentence, and read there -----------------------------------------------------------------


def shown(value: Value) -> str:
    """Return a number or a text as it stands, several numbers with commas, "" for nothing."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else "" if value is None else str(value)


def _as_it_stands(text: str, board: Board) -> Value:
    return text


@dataclass(frozen=True, slots=True)
class Taken:
    """A kind of value."""

    text: Callable[[Use, Board], str] = lambda use, board: shown(use.value)
    """The value in a sentence, "" for nothing."""
    read: Callable[[str, Board], Value] | None = lambda text, board: int(text)
    """The value that a text in a sentence says; none for one that no sentence has. ValueError for another text."""
    titled: bool = False
    """Whether the setter's title stands before it in a sentence."""
    spelled: bool = False
    """Whether the name of the rule is not enough where its value is not drawn, so that words spell it out."""


NUMBER = Taken()
SPELLED_NUMBER = Taken(spelled=True)
WORD = Taken(read=_as_it_stands)
"""A text as it stands."""
SPELLED_WORD = Taken(read=_as_it_stands, spelled=True)
CODE = Taken(read=None, spelled=True)
"""A code that only a program reads."""


# --- Digits -------------------------------------------------------------------------------------------------------


def _digits(text: str, board: Board) -> Value:
    return tuple(map(int, text.split(",")))


DIGITS = Taken(read=_digits)


def _factors(use: Use, board: Board) -> str:
    if not isinstance(use.value, tuple):
        return shown(use.value)
    total, *factors = use.value
    return f"{total} = {' '.join(f'{factor:+d}' for factor in factors)}"


def _read_factors(text: str, board: Board) -> Value:
    total, equals, factors = text.partition(" = ")
    return (int(total), *map(int, factors.split(" "))) if equals else int(text)


FACTORS = Taken(_factors, _read_factors)
"""A sum, perhaps with a factor for each cell."""


def _counted(use: Use, board: Board) -> str:
    count, *digits = use.value if isinstance(use.value, tuple) else (0,)
    return ",".join(map(str, digits)) + (f" x{count}" if count else "")


def _read_counted(text: str, board: Board) -> Value:
    digits, _, count = text.partition(" x")
    return (int(count or 0), *map(int, digits.split(",")))


COUNTED = Taken(_counted, _read_counted, spelled=True)
"""A number of cells, and the digits in them."""


# --- Tables -------------------------------------------------------------------------------------------------------


_PAIRS = re.compile(r"(?:\b\w-\w ?)*$")


def _pairs(use: Use, board: Board) -> str:
    """The pairs of a table, such as `1-2 4-1`."""
    symbols = [board.frame.symbol(place + 1) for place in range(board.size)]
    table = use.value if isinstance(use.value, tuple) else ()
    rows = zip(symbols, table, strict=False)
    return " ".join(f"{one}-{other}" for one, mask in rows for at, other in enumerate(symbols) if mask >> at & 1)


def _read_table(text: str, board: Board) -> Value:
    place = {board.frame.symbol(digit): digit - 1 for digit in range(1, board.size + 1)}
    table = [0] * board.size
    for pair in _pairs_in(text):
        first, _, second = pair.partition("-")
        if first not in place or second not in place:
            raise ValueError(f"{pair} is no pair of digits")
        table[place[first]] |= 1 << place[second]
    return tuple(table)


def _pairs_in(text: str) -> list[str]:
    found = _PAIRS.search(text)
    return found[0].split() if found else []


def title_in(text: str) -> str:
    """Return what stands before the pairs of a table."""
    return text.removesuffix(" ".join(_pairs_in(text))).strip()


TABLE = Taken(_pairs, _read_table, titled=True, spelled=True)


# --- Codes ---------------------------------------------------------------------------------------------------------


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""The characters of base64 for addresses (RFC 4648)."""


def bits_of(code: str) -> list[int]:
    """Return the numbers of the bits that are set. ValueError for another character."""
    found = []
    for place, character in enumerate(code):
        value = ALPHABET.find(character)
        if value < 0:
            raise ValueError(f"the code {code[:20]!r} has {character!r}, which encodes nothing")
        found += [6 * place + bit for bit in range(6) if value >> bit & 1]
    return found


def table_in(code: str, size: int) -> tuple[int, ...]:
    """Return for each first digit the set of second ones. ValueError for a code of a larger table."""
    table = [0] * size
    for bit in bits_of(code):
        first, second = divmod(bit, size)
        if first >= size:
            raise ValueError(f"the code {code[:20]!r} is of a table of more than {size} digits")
        table[first] |= 1 << second
    return tuple(table)


def table_code(table: Sequence[int]) -> str:
    """Return the code of a table; as short as can be."""
    whole = sum(mask << len(table) * first for first, mask in enumerate(table))
    return "".join(ALPHABET[whole >> place & 63] for place in range(0, whole.bit_length(), 6))
