"""Words that the sentences of steps share: cells, digits, what follows."""

from __future__ import annotations

from collections.abc import Iterable

from engine.shape import DIGITS, Shape, cell_name

Placement = tuple[int, int] | None
Eliminations = tuple[tuple[int, int], ...]


def result_text(placement: Placement, eliminations: Eliminations, shape: Shape) -> str:
    """What follows, behind a comma: the digit of a cell, or the candidates that go."""
    if placement is not None:
        return f", so {cells_text([placement[0]], shape)} is {DIGITS[placement[1]]}"
    digits_of: dict[tuple[int, ...], list[str]] = {}
    for digit in sorted({digit for _, digit in eliminations}):
        digits_of.setdefault(tuple(cell for cell, own in eliminations if own == digit), []).append(DIGITS[digit])
    parts = [f"{listed(digits)} from {cells_text(cells, shape)}" for cells, digits in digits_of.items()]
    first = next(iter(digits_of.values()))
    parts[0] = parts[0].replace(" from", f" {'is' if len(first) == 1 else 'are'} removed from")
    return f", so {clauses(parts)}"


def digits_text(digits: Iterable[int]) -> str:
    """Such as "1, 2 and 3"."""
    return listed(DIGITS[digit] for digit in digits)


def cells_text(cells: Iterable[int], shape: Shape, conjunction: str = "and") -> str:
    """Such as "r1c1 and r1c2"."""
    return listed((cell_name(*divmod(cell, shape.size)) for cell in cells), conjunction)


def clauses(parts: list[str]) -> str:
    """Clauses in a row, with an "and" before the last."""
    *first, last = parts
    return f"{', '.join(first)}, and {last}" if first else last


def listed(words: Iterable[str], conjunction: str = "and") -> str:
    """Words in a row, with a conjunction before the last."""
    *first, last = list(words) or [""]
    return f"{', '.join(first)} {conjunction} {last}" if first else last
