"""Each kind of inference beside brute force: a few cells with some candidates, all others known, at several sizes."""

from collections.abc import Iterator

import numpy as np
import pytest
from reference.constraints import holds

from board_catalogue.engine.rules.model import AnyOf, Automaton, Constraint, House, Mask, Rules, Sum
from board_catalogue.engine.rules.solving import solve_ruled, true_candidates_ruled
from tests.engine.rules.test_oracle import learned_count

SIZES = (6, 9, 11, 16)
FEW, MOST = 100, 1 << 14
"""Boards that are tried out one by one; what may be more is not asked."""


def cage(rng: np.random.Generator, size: int) -> tuple[list[int], list[Constraint]]:
    cells = some_cells(rng, size, int(rng.integers(2, 7)))
    return cells, [House(tuple(cells)), Sum(tuple(cells), (1,) * len(cells), reachable(rng, size, cells, 1))]


def cage_in_houses(rng: np.random.Generator, size: int) -> tuple[list[int], list[Constraint]]:
    """In a row whose other cells are open too, and beside a cell that sees two of its own."""
    row, outside = list(range(size)), size + 1
    cells = [int(cell) for cell in rng.permutation(size)[: rng.integers(2, 6)]]
    total = int(rng.permutation(size)[: len(cells)].sum()) + len(cells)
    seen = House((*cells[: int(rng.integers(2, 4))], outside))
    return [*row, outside], [House(tuple(row)), seen, Sum(tuple(cells), (1,) * len(cells), total)]


def sum_with_coefficients(rng: np.random.Generator, size: int) -> tuple[list[int], list[Constraint]]:
    cells = some_cells(rng, size, int(rng.integers(3, 7)))
    units = rng.random() < 0.6
    by = [int(n) for n in (rng.choice([-1, 1], len(cells)) if units else rng.integers(-3, 12, len(cells)))]
    total = sum(n * int(rng.integers(1, size + 1)) for n in by)
    return cells, [House(tuple(cells[: rng.integers(1, 5)])), Sum(tuple(cells), tuple(by), total)]


def choice_of_sets(rng: np.random.Generator, size: int) -> tuple[list[int], list[Constraint]]:
    cells = some_cells(rng, size, int(rng.integers(2, 6)))
    sets = [sum(1 << int(d) for d in rng.permutation(size)[: len(cells)]) for _ in range(rng.integers(1, 7))]
    ways = tuple(tuple(Mask(cell, digits) for cell in cells) for digits in sets)
    return cells, [House(tuple(cells)), AnyOf(ways)]


def either_sum(rng: np.random.Generator, size: int) -> tuple[list[int], list[Constraint]]:
    """Masks and a sum of some of the cells in each alternative, as a sandwich has them."""
    cells = some_cells(rng, size, int(rng.integers(3, 6)))
    ways: list[tuple[Constraint, ...]] = []
    for _ in range(rng.integers(1, 5)):
        masks = [Mask(cell, int(rng.integers(1, 1 << size))) for cell in cells]
        part = cells[: rng.integers(1, len(cells) + 1)]
        ways.append((*masks, Sum(tuple(part), (1,) * len(part), reachable(rng, size, part, 1))))
    return cells, [House(tuple(cells[1:])), AnyOf(tuple(ways))]


def line(rng: np.random.Generator, size: int) -> tuple[list[int], list[Constraint]]:
    """An automaton, one in three with more states than bits of a word."""
    cells = some_cells(rng, size, int(rng.integers(2, 7)))
    states = int(rng.choice([3, 12, 150]))
    leads = rng.integers(-1, states, (states, size)).tolist()
    last = rng.permutation(states)[: max(1, states // 3)].tolist()
    arcs = [(before, 1 << (digit - 1), after) for before, row in enumerate(leads) for digit, after in enumerate(row, 1)]
    return cells, [Automaton(tuple(cells), tuple(arc for arc in arcs if arc[2] >= 0), tuple(last))]


KINDS = (cage, cage_in_houses, sum_with_coefficients, choice_of_sets, either_sum, line)


def some_cells(rng: np.random.Generator, size: int, count: int) -> list[int]:
    return [int(cell) for cell in rng.permutation(size * size)[:count]]


def reachable(rng: np.random.Generator, size: int, cells: list[int], least: int) -> int:
    return int(np.sum(rng.permutation(size)[: len(cells)] + least))


def candidates_of(rng: np.random.Generator, size: int, cells: list[int]) -> dict[int, list[int]]:
    """Two to six digits a cell, or more where there are few cells."""
    open_ = {}
    for cell in cells:
        many = int(rng.integers(2, min(size, 6 if len(cells) < 6 else 3) + 1))
        open_[cell] = sorted(int(digit) + 1 for digit in rng.permutation(size)[:many])
    return open_


def boards(board: list[int], open_: dict[int, list[int]], houses: list[House]) -> Iterator[list[int]]:
    """Fill the open cells in all ways in which the cells of no house are the same."""
    apart = {cell: {c for house in houses if cell in house.cells for c in house.cells} - {cell} for cell in open_}
    order = list(open_)

    def fill(at: int) -> Iterator[list[int]]:
        if at == len(order):
            yield board
            return
        cell = order[at]
        taken = {board[other] for other in order[:at] if other in apart[cell]}
        for digit in open_[cell]:
            if digit not in taken:
                board[cell] = digit
                yield from fill(at + 1)

    yield from fill(0)


def compare(kind: int, seed: int) -> bool:
    """Whether there was a solution, after the kernel has agreed."""
    rng = np.random.default_rng((kind, seed))
    size = int(rng.choice(SIZES))
    cells, constraints = KINDS[kind](rng, size)
    open_ = candidates_of(rng, size, cells)
    others = [constraint for constraint in constraints if not isinstance(constraint, House)]
    houses = [constraint for constraint in constraints if isinstance(constraint, House)]
    known = [1] * size**2
    masks = [Mask(cell, sum(1 << (d - 1) for d in open_.get(cell, [1]))) for cell in range(size**2)]
    rules = Rules(size, tuple(houses), (*others, *masks))
    left = [0] * size**2
    count = 0
    for board in boards(list(known), open_, houses):
        if all(holds(one, board) for one in others):
            count += 1
            left = [digits | 1 << (digit - 1) for digits, digit in zip(left, board, strict=True)]
    assert solve_ruled(rules, limit=MOST)[1][0] == min(count, MOST)
    assert learned_count(rules, np.zeros(size**2, np.uint8), FEW) == min(count, FEW)
    assert true_candidates_ruled(rules)[0].tolist() == left
    return count > 0


@pytest.mark.daily("sum_with_coefficients", "cage_in_houses")
@pytest.mark.parametrize("kind", range(len(KINDS)), ids=[kind.__name__ for kind in KINDS])
def test_inference_agrees_with_brute_force(kind: int):
    assert sum(compare(kind, seed) for seed in range(30)) > 2


@pytest.mark.slow
@pytest.mark.parametrize("kind", range(len(KINDS)), ids=[kind.__name__ for kind in KINDS])
def test_inference_agrees_with_brute_force_in_many_cases(kind: int):
    assert sum(compare(kind, seed) for seed in range(1000, 3000)) > 200


def test_guesses_are_those_of_each_puzzle():
    """A puzzle that a rule refuses at once has no guesses, whatever puzzle came before it."""
    rules = Rules(4, tuple(House(tuple(range(4 * row, 4 * row + 4))) for row in range(4)), (Mask(0, 1),))
    puzzles = np.zeros((2, 16), np.uint8)
    puzzles[1, 0] = 2
    guesses = solve_ruled(rules, puzzles)[2]
    assert guesses[0] > 0 and guesses[1] == solve_ruled(rules, puzzles[1:])[2][0] == 0


def test_a_line_without_a_way_has_no_solution():
    never = Automaton((0, 1), ((0, 1, 1),), (1,))
    assert solve_ruled(Rules(4, (), (never,)))[1][0] == 0
