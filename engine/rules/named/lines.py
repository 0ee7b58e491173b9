"""Meanings of rules of lines of cells."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, groupby, pairwise
from operator import le, lt

from ..automata import automaton, encoded, regular
from ..frame import Cells
from ..model import AnyOf, Constraint, House, Mask, Relation
from . import Line, Meanings, Values
from .rule import Board, Use, equal_sums, number_of, relation, relations

LINES = Meanings()


def _without_repeats(cells: Cells) -> Cells:
    return tuple(dict.fromkeys(cells))  # a line may close or cross itself


# --- Neighbours on the line ---------------------------------------------------------------------------------------


def _rise(values: Values, size: int) -> bool:
    return all(low < high for low, high in pairwise(values))


def _half(size: int) -> int:
    return (size + 1) // 2


def _differ(values: Values, size: int) -> bool:
    return all(abs(one - other) >= _half(size) for one, other in pairwise(values))


_along = partial(relation, lambda board, use: pairwise(use.cells))
LINES.add("thermometer", _along(lt), random=Line(12, _rise, turns=True, reverses=True))
LINES.add("slow thermometer", _along(le))


@LINES.means("whispers", default=_half, closed=lambda cells: cells, random=Line(7, _differ, reverses=True))
def _whispers(board: Board, use: Use) -> Iterator[Constraint]:
    least = _half(board.size) if use.value is None else number_of(use)
    return relations(board, pairwise(use.cells), lambda a, b: abs(a - b) >= least)


# --- Sums ---------------------------------------------------------------------------------------------------------


LINES.add(
    "arrow",
    lambda board, use: [board.total(use.cells[1:], use.cells[:1])],
    random=Line(7, lambda values, size: sum(values[1:]) <= values[0], lambda values: sum(values[1:]) == values[0]),
)
LINES.add("double arrow", lambda board, use: [board.total(use.cells[1:-1], (use.cells[0], use.cells[-1]))])


@LINES.means("pill arrow")
def _pill_arrow(board: Board, use: Use) -> Iterator[Constraint]:
    length = number_of(use)
    if not 2 <= length < len(use.cells) or length > 3:
        raise ValueError(f"a pill of {length} cells on a line of {len(use.cells)}")
    coefficients = dict.fromkeys(use.cells, 0)
    for place, cell in enumerate(use.cells):
        coefficients[cell] += -(10 ** (length - 1 - place)) if place < length else 1
    yield board.weighted(coefficients, 0)
    if board.values[-1] > 9:
        for cell in use.cells[1:length]:
            yield Mask(cell, board.set_of(range(10)))


@LINES.means("region sum")
def _region_sum(board: Board, use: Use) -> Iterator[Constraint]:
    if not board.regions:
        raise ValueError("region sum needs a board with regions")
    region_of = {cell: number for number, region in enumerate(board.regions) for cell in region}
    return equal_sums(board, [tuple(part) for _, part in groupby(use.cells, region_of.get)])


@LINES.means("zipper")
def _zipper(board: Board, use: Use) -> Iterator[Constraint]:
    half, odd = divmod(len(use.cells), 2)
    pairs: list[Cells] = [(use.cells[place], use.cells[-1 - place]) for place in range(half)]
    return equal_sums(board, [*pairs, use.cells[half : half + 1]] if odd else pairs)


@LINES.means("sum line")
def _sum_line(board: Board, use: Use) -> Iterator[Constraint]:
    yield _cut(board, use.cells, number_of(use))


@LINES.means("sum loop")
def _sum_loop(board: Board, use: Use) -> Iterator[Constraint]:
    goal, cells = number_of(use), use.cells
    turns = range(min(len(cells), goal))
    yield AnyOf(tuple((_cut(board, cells[turn:] + cells[:turn], goal),) for turn in turns))


def _cut(board: Board, cells: Cells, goal: int) -> Constraint:
    """The automaton of a line that can be cut into pieces with the sum."""

    def step(sofar: int, digit: int) -> int | None:
        return (sofar + digit) % goal if sofar + digit <= goal else None

    return automaton(board.values, cells, 0, step, lambda sofar: sofar == 0)


# --- All digits of the line ---------------------------------------------------------------------------------------


def _runs(count: int, size: int) -> Iterator[tuple[int, ...]]:
    return (tuple(range(first, first + count)) for first in range(1, size - count + 2))


def _are_consecutive(values: Values, size: int) -> bool:
    return len(set(values)) == len(values) == max(values) - min(values) + 1


@LINES.means("renban", closed=_without_repeats, random=Line(7, _are_consecutive, reverses=True), sets=_runs)
def _renban(board: Board, use: Use) -> Iterator[Constraint]:
    cells = _without_repeats(use.cells)
    count = len(cells)
    yield House(cells)
    yield from relations(board, combinations(cells, 2), lambda a, b: a != b and abs(a - b) < count)
    if count < board.size:
        runs = [board.set_of(range(low, low + count)) for low in board.values[: board.size - count + 1]]
        yield AnyOf(tuple(tuple(Mask(cell, run) for cell in cells) for run in runs))


@LINES.means("nabner", closed=_without_repeats)
def _nabner(board: Board, use: Use) -> Iterator[Constraint]:
    yield House(use.cells)
    yield from relations(board, combinations(use.cells, 2), lambda a, b: abs(a - b) > 1)


def _can_mirror(values: Values, size: int) -> bool:
    """Whether up to six digits can begin with these and read the same from both ends."""
    return len(values) <= 3 or any(values[first:] == values[first:][::-1] for first in range(1, len(values) - 1))


@LINES.means("palindrome", random=Line(7, _can_mirror, lambda values: values == values[::-1], reverses=True))
def _palindrome(board: Board, use: Use) -> Iterator[Constraint]:
    pairs = zip(use.cells[: len(use.cells) // 2], use.cells[::-1], strict=False)
    return relations(board, [(a, b) for a, b in pairs if a != b], lambda a, b: a == b)


@LINES.means("modular", default=lambda size: 3, closed=lambda cells: cells + cells[1:2])
def _modular(board: Board, use: Use) -> Iterator[Constraint]:
    by = 3 if use.value is None else number_of(use)
    if by < 1:
        raise ValueError(f"modular has {by}: it takes a number from 1 on")
    return _in_turn(board, use.cells, lambda digit: digit % by, by)


@LINES.means("entropic", closed=lambda cells: cells + cells[1:2])
def _entropic(board: Board, use: Use) -> Iterator[Constraint]:
    if board.size % 3:
        raise ValueError("entropic needs a size of three equal parts")
    return _in_turn(board, use.cells, lambda digit: (digit - board.values[0]) * 3 // board.size, 3)


def _in_turn(board: Board, cells: Cells, kind: Callable[[int], int], kinds: int) -> Iterator[Constraint]:
    """Any so many cells in a row are of different kinds, so those that far apart are of the same."""
    for (i, first), (j, second) in combinations(enumerate(cells), 2):
        if first == second:
            continue
        if (j - i) % kinds == 0:
            yield from relations(board, [(first, second)], lambda a, b: kind(a) == kind(b))
        elif j - i < kinds:
            yield from relations(board, [(first, second)], lambda a, b: kind(a) != kind(b))


# --- The two ends and what is between them ------------------------------------------------------------------------


@LINES.means("between")
def _between(board: Board, use: Use) -> Iterator[Constraint]:
    return _with_ends(board, use.cells, lambda low, here, high: low < here < high)


@LINES.means("lockout", default=lambda size: 4)
def _lockout(board: Board, use: Use) -> Iterator[Constraint]:
    least = 4 if use.value is None else number_of(use)
    yield from relations(board, [(use.cells[0], use.cells[-1])], lambda a, b: abs(a - b) >= least)
    yield from _with_ends(board, use.cells, lambda low, here, high: high - low >= least and not low <= here <= high)


def _with_ends(board: Board, cells: Cells, holds: Callable[[int, int, int], bool]) -> Iterator[Constraint]:
    """For each cell within: the automaton of a condition on the lesser end, its digit and the greater end."""

    def step(before: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        if len(before) < 2:
            return (*before, digit)
        low, high = sorted((before[0], digit))
        return (0,) * 3 if holds(low, before[1], high) else None

    for cell in cells[1:-1]:
        yield automaton(board.values, (cells[0], cell, cells[-1]), (), step, lambda read: len(read) == 3)


# --- Tables, expressions and automata -----------------------------------------------------------------------------


def _relations(board: Board, use: Use, pairs: Iterator[tuple[int, int]]) -> Iterator[Constraint]:
    if not isinstance(use.value, tuple) or len(use.value) != board.size:
        raise ValueError(f"a table needs {board.size} sets of digits")
    for one, other in pairs:
        if one != other:
            yield Relation(one, other, use.value)


LINES.add("table", lambda board, use: _relations(board, use, pairwise(use.cells)))
LINES.add("table of all", lambda board, use: _relations(board, use, combinations(use.cells, 2)))
LINES.add("regular expression", lambda board, use: [regular(board.values, str(use.value), use.cells)])
LINES.add("automaton", lambda board, use: [encoded(str(use.value), use.groups, board.size)])
