"""Meanings of rules of cages, of single cells and groups of cells, and of marks between two cells."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, pairwise
from operator import eq, gt, lt

from ..automata import automaton
from ..frame import neighbours
from ..model import AnyOf, Constraint, House, Mask
from . import Dot, Meanings
from .rule import Board, Make, Use, equal_sums, number_of, pair_of, relation, relations

CELLS = Meanings()


@CELLS.means("cage")
def _cage(board: Board, use: Use) -> Iterator[Constraint]:
    yield House(tuple(dict.fromkeys(use.cells)))  # a cell that the cage names twice counts twice in its sum
    if use.value is not None:
        yield board.total(use.cells, (), number_of(use))


@CELLS.means("sum")
def _sum(board: Board, use: Use) -> Iterator[Constraint]:
    if isinstance(use.value, tuple):
        total, *factors = use.value
        if len(factors) != len(use.cells):
            raise ValueError(f"sum has {len(use.cells)} cells and {len(factors)} factors")
        coefficients = dict.fromkeys(use.cells, 0)
        for cell, factor in zip(use.cells, factors, strict=True):
            coefficients[cell] += factor
        yield board.weighted(coefficients, total)
    else:
        yield board.total(use.cells, (), number_of(use))


def _masks(holds: Callable[[int], int]) -> Make:
    return lambda board, use: [Mask(cell, board.set_of(filter(holds, board.values))) for cell in use.cells]


CELLS.add("all different", lambda board, use: [House(use.cells)])
CELLS.add("odd", _masks(lambda digit: digit % 2))
CELLS.add("even", _masks(lambda digit: digit % 2 == 0))
CELLS.add("digits", lambda board, use: [Mask(cell, board.set_of(digits_of(board, use))) for cell in use.cells])


def digits_of(board: Board, use: Use) -> tuple[int, ...]:
    """Return the digits that a rule takes. ValueError for digits that the board does not have."""
    digits = (use.value,) if isinstance(use.value, int) else use.value
    if not isinstance(digits, tuple) or not all(digit in board.values for digit in digits):
        raise ValueError(f"{use.rule} has {use.value!r}: digits go from {board.values[0]} to {board.values[-1]}")
    return digits


@CELLS.means("quadruple")
def _digits_around(board: Board, use: Use) -> Iterator[Constraint]:
    wanted = tuple(sorted(digits_of(board, use)))
    if len(wanted) > len(use.cells):
        raise ValueError(f"a {use.rule} of {len(wanted)} digits has {len(use.cells)} cells")

    def step(left: tuple[int, ...], digit: int) -> tuple[int, ...]:
        place = left.index(digit) if digit in left else len(left)
        return left[:place] + left[place + 1 :]

    yield automaton(board.values, use.cells, wanted, step, lambda left: left == ())


@CELLS.means("counting circles")
def _counting_circles(board: Board, use: Use) -> Iterator[Constraint]:
    count = len(use.cells)
    every = [digit for digit in board.values if digit]
    chosen = [some for n in every for some in combinations(every, n) if sum(some) == count]
    yield AnyOf(
        tuple(
            (
                *(Mask(cell, board.set_of(some)) for cell in use.cells),
                board.total(use.cells, (), sum(digit * digit for digit in some)),
                *(_so_many(board, use.cells, digit) for digit in some),
            )
            for some in chosen
        )
    )


def _so_many(board: Board, cells: tuple[int, ...], wanted: int) -> Constraint:
    """The automaton that counts a digit: it stands in so many of the cells as it says."""

    def step(seen: int, here: int) -> int | None:
        after = seen + (here == wanted)
        return after if after <= wanted else None

    return automaton(board.values, cells, 0, step, lambda seen: seen == wanted)


@CELLS.means("clone")
def _clone(board: Board, use: Use) -> Iterator[Constraint]:
    for first, second in pairwise(use.groups):
        if len(first) != len(second):
            raise ValueError("clones have different numbers of cells")
        yield from relations(board, [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]], eq)


CELLS.add("equal sums", lambda board, use: equal_sums(board, use.groups))


# --- Pairs of neighbours ------------------------------------------------------------------------------------------


def _edges_of(board: Board, use: Use) -> list[tuple[int, int]]:
    """The marked cells, each with a neighbour that is not marked."""
    marked = {cell for other in board.uses if other.rule == use.rule for cell in other.cells} | set(use.cells)
    edges = list(neighbours(board.frame.rows, board.frame.columns))
    both = [*edges, *((b, a) for a, b in edges)]
    return [(a, b) for a, b in both if a in use.cells and b not in marked]


def _dot(usual: int, holds: Callable[[int, int, int], bool]) -> Make:
    """Digits that are in a relation by the number of a dot, or the usual one."""

    def make(board: Board, use: Use) -> Iterator[Constraint]:
        by = usual if use.value is None else number_of(use)
        return relations(board, [pair_of(use)], lambda a, b: holds(a, b, by))

    return make


of_pair = partial(relation, lambda board, use: [pair_of(use)])
CELLS.add("minimum", relation(_edges_of, lt))
CELLS.add("maximum", relation(_edges_of, gt))
CELLS.add("inequality", of_pair(gt))
CELLS.add("white dot", _dot(1, lambda a, b, by: abs(a - b) == by), random=Dot(lambda low, high: high - low == 1))
CELLS.add(
    "black dot", _dot(2, lambda a, b, by: a == by * b or b == by * a), random=Dot(lambda low, high: high == 2 * low)
)
CELLS.add("x", of_pair(lambda a, b: a + b == 10), random=Dot(lambda low, high: low + high == 10))
CELLS.add("v", of_pair(lambda a, b: a + b == 5), random=Dot(lambda low, high: low + high == 5))
