"""Rules that setters write and that have no name here, made of those that have one: sums, tables, expressions, "or"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from ..geometry import Cells, around, beside, columns, related, rows
from ..named.rule import Use
from .drawing import Element
from .meanings import Meaning


class PartOfRule(ValueError):
    """A mark has something that its sentence says nothing of."""


def _halves(mark: Element, meaning: Meaning, size: int) -> Iterator[Use]:
    """The first N digits of a line have the sum of its last N."""
    count = meaning.value if meaning.value is not None else len(mark.cells) // 2
    if len(mark.cells) < 2 * count or (meaning.value is None and len(mark.cells) % 2):
        raise PartOfRule(f"a line of {len(mark.cells)} cells has no two parts of {count or 'as many'} cells")
    yield Use("equal sums", groups=(mark.cells[:count], mark.cells[-count:]))


def _either_way(mark: Element, meaning: Meaning, size: int) -> Iterator[Use]:
    """Digits rise from one end to the other, from which is not said."""
    _check_open(mark)
    yield Use("or", alternatives=tuple((Use("thermometer", cells),) for cells in (mark.cells, mark.cells[::-1])))


def _check_open(mark: Element) -> None:
    if len(set(mark.cells)) < len(mark.cells):
        raise PartOfRule("a line that crosses or closes itself does not rise")


def _fibonacci(mark: Element, meaning: Meaning, size: int) -> Iterator[Use]:
    """From one of the ends on digits rise, and each is the sum of the two before it."""
    _check_open(mark)
    ways = []
    for cells in (mark.cells, mark.cells[::-1]):
        sums = [Use("arrow", (cells[i], cells[i - 2], cells[i - 1])) for i in range(2, len(cells))]
        ways.append((Use("thermometer", cells), *sums))
    yield Use("or", alternatives=tuple(ways))


def _counting(mark: Element, meaning: Meaning, size: int) -> Iterator[Use]:
    """The digit counts the cells around it, or beside it, with smaller, larger, odd or even digits."""
    kind = next(name for name in _COUNTED if name in meaning.flags)
    _check_symbols(size)
    for cell in mark.cells:
        counted_cells = (beside if "beside" in meaning.flags else around)(size)[cell]
        ways = []
        for digit in range(1, min(size, len(counted_cells)) + 1):
            counted = [other for other in range(1, size + 1) if _COUNTED[kind](other, digit)]
            others = [other for other in range(1, size + 1) if other not in counted]
            if counted:
                rest = f"{_any_of(others)}*" if others else ""
                ways.append(f"{_any_of([digit])}{rest}({_any_of(counted)}{rest}){{{digit}}}")
        yield Use("regular expression", (cell, *counted_cells), "|".join(ways))


_COUNTED: dict[str, Callable[[int, int], bool]] = {
    "smaller": lambda other, digit: other < digit,
    "larger": lambda other, digit: other > digit,
    "odd": lambda other, digit: other % 2 == 1,
    "even": lambda other, digit: other % 2 == 0,
}


def _any_of(digits: Sequence[int]) -> str:
    return f"[{''.join(map(str, digits))}]" if len(digits) > 1 else str(digits[0])


def _check_symbols(size: int) -> None:
    if size > 9:
        raise PartOfRule("it is read for digits up to 9")


def _same_kind(mark: Element, meaning: Meaning, size: int) -> Iterator[Use]:
    """The digit is of the same kind as each one that a chess piece reaches from it."""
    if "parity" in meaning.flags:
        table = related(size, lambda a, b: a % 2 == b % 2)
    elif size % 3:
        raise PartOfRule("low, middle and high digits need a size of three equal parts")
    else:
        table = related(size, lambda a, b: (a - 1) * 3 // size == (b - 1) * 3 // size)
    for cell in mark.cells:
        reached = around(size)[cell] if "king" in meaning.flags else _knights_from(cell, size)
        yield from (Use("table", (cell, other), table) for other in reached)


def _knights_from(cell: int, size: int) -> Cells:
    """The cells a knight's move away."""
    steps = ((abs(cell // size - other // size), abs(cell % size - other % size)) for other in range(size * size))
    return tuple(other for other, step in enumerate(steps) if sorted(step) == [1, 2])


def _beside_all(rule: str) -> Callable[[Element, Meaning, int], Iterator[Use]]:
    """The digit is the least, or the greatest, among those beside it."""

    def made(mark: Element, meaning: Meaning, size: int) -> Iterator[Use]:
        table = related(size, lambda a, b: a < b if rule == "minimum" else a > b)
        yield from (
            Use("table", (cell, other), table, title=rule) for cell in mark.cells for other in beside(size)[cell]
        )

    return made


def _first_cells(mark: Element, meaning: Meaning, size: int) -> Iterator[Use]:
    """The first cells from a clue outside on hold its digits, or have its sum."""
    cells, digits = mark.cells[: meaning.value], re.findall(r"\d", mark.text)
    if not re.fullmatch(r"\d{1,3}(?:[ ,]+\d{1,2})*", mark.text) or len(cells) != meaning.value or size > 9:
        raise PartOfRule("it is no number beside a row or a column")
    if "sum" in meaning.flags:
        if not mark.text.isdecimal():
            raise PartOfRule("it is no number beside a row or a column")
        yield Use("sum", cells, int(mark.text))
    elif len(digits) > len(cells) or not all(1 <= int(digit) <= size for digit in digits):
        raise PartOfRule("its digits do not go into so many cells")
    else:
        yield Use("contains", cells, tuple(map(int, digits)))


COMPOSED: dict[str, Callable[[Element, Meaning, int], Iterator[Use]]] = {
    "equal halves": _halves,
    "rising either way": _either_way,
    "fibonacci": _fibonacci,
    "counting around": _counting,
    "same kind a move away": _same_kind,
    "least of its neighbours": _beside_all("minimum"),
    "greatest of its neighbours": _beside_all("maximum"),
    "first cells": _first_cells,
}
"""Rules of one mark."""


def _threes(meaning: Meaning, size: int) -> Iterator[Use]:
    """No three digits in a row are all odd or all even, along rows and columns."""
    _check_symbols(size)
    odd, even = (_any_of(range(first, size + 1, 2)) for first in (1, 2))
    runs = f"{odd}{{0,2}}({even}{{1,2}}{odd}{{1,2}})*{even}{{0,2}}"
    yield from (Use("regular expression", line, runs) for line in (*rows(size), *columns(size)))


COMPOSED_OF_BOARD: dict[str, Callable[[Meaning, int], Iterator[Use]]] = {"no three of a parity": _threes}
"""Rules of the whole board."""


def sum_of_cages(cages: Sequence[Element], total: int) -> Use:
    """Return the rule that the numbers in cages, read from the left or the top, add up to a total."""
    factors: dict[int, int] = {}
    for cage in cages:
        for place, cell in enumerate(sorted(cage.cells, reverse=True)):
            factors[cell] = factors.get(cell, 0) + 10**place
    cells = tuple(sorted(factors))
    return Use("sum", cells, (total, *(factors[cell] for cell in cells)))
