"""What of a rule only a function can say, besides what it means, which the kernels know (`core/rules/named`)."""

from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from typing import Any

from ..frame import Cells, columns, ray, rows
from . import Clue, Dot, EveryDot, Line, Values

# --- Lines that grow cell by cell ---------------------------------------------------------------------------------


def _rise(values: Values, size: int) -> bool:
    return all(low < high for low, high in pairwise(values))


def _half(size: int) -> int:
    return (size + 1) // 2


def _differ(values: Values, size: int) -> bool:
    return all(abs(one - other) >= _half(size) for one, other in pairwise(values))


def _are_consecutive(values: Values, size: int) -> bool:
    return len(set(values)) == len(values) == max(values) - min(values) + 1


def _can_mirror(values: Values, size: int) -> bool:
    """Whether up to six digits can begin with these and read the same from both ends."""
    return len(values) <= 3 or any(values[first:] == values[first:][::-1] for first in range(1, len(values) - 1))


def _rest(values: Values) -> int:
    return sum(values[1:]) - values[0]


def _runs(count: int, size: int) -> Iterator[tuple[int, ...]]:
    return (tuple(range(first, first + count)) for first in range(1, size - count + 2))


def _without_repeats(cells: Cells) -> Cells:
    return tuple(dict.fromkeys(cells))  # a line may close or cross itself


def _closed_by_one(cells: Cells) -> Cells:
    return cells + cells[1:2]


# --- Clues beside the board ---------------------------------------------------------------------------------------


def _lines(size: int) -> list[Cells]:
    return [*rows(size), *columns(size)]


def _from_all_sides(size: int) -> list[Cells]:
    return [way for line in _lines(size) for way in (line, line[::-1])]


def _diagonals(size: int) -> list[Cells]:
    """The diagonals of three cells or more but the longest, each from one end of it."""
    starts = {(row, column) for at in range(size) for row, column in ((0, at), (at, 0), (at, size - 1))}
    rays = [ray(size, start, (1, step)) for start in sorted(starts) for step in (1, -1)]
    return [line for line in rays if 2 < len(line) < size - 2]


def _sum_between(values: Values) -> int:
    first, last = sorted((values.index(1), values.index(len(values))))
    return sum(values[first + 1 : last])


def _clue(usual: int, value: Callable[[Values], int], lines: Callable[[int], list[Cells]]) -> dict[str, Any]:
    return {"random": Clue(usual, value, lines)}


KNOWN: dict[str, dict[str, Any]] = {
    "all kropki": {"random": EveryDot("kropki", 28)},
    "all xv": {"random": EveryDot("xv", 24)},
    "white dot": {"random": Dot(lambda low, high: high - low == 1)},
    "black dot": {"random": Dot(lambda low, high: high == 2 * low)},
    "x": {"random": Dot(lambda low, high: low + high == 10)},
    "v": {"random": Dot(lambda low, high: low + high == 5)},
    "thermometer": {"random": Line(12, _rise, turns=True, reverses=True)},
    "whispers": {"default": _half, "closed": lambda cells: cells, "random": Line(7, _differ, reverses=True)},
    "arrow": {"random": Line(7, lambda values, size: _rest(values) <= 0, lambda values: _rest(values) == 0)},
    "renban": {"closed": _without_repeats, "random": Line(7, _are_consecutive, reverses=True), "sets": _runs},
    "nabner": {"closed": _without_repeats},
    "palindrome": {"random": Line(7, _can_mirror, lambda values: values == values[::-1], reverses=True)},
    "modular": {"default": lambda size: 3, "closed": _closed_by_one},
    "entropic": {"closed": _closed_by_one},
    "lockout": {"default": lambda size: 4},
    "little killer": _clue(8, sum, _diagonals),
    "sandwich": _clue(10, _sum_between, _lines),
    "x-sum": _clue(10, lambda values: sum(values[: values[0]]), _from_all_sides),
    "skyscraper": _clue(14, lambda values: len(set(accumulate(values, max))), _from_all_sides),
    "numbered room": _clue(14, lambda values: values[values[0] - 1], _from_all_sides),
}
"""Fields of NamedRule by the names of rules."""
