"""Counts of hundreds of solutions, for which the search infers more than for a few, beside a plain search."""

import numpy as np
import pytest

from board_catalogue.engine.rules.frame import neighbours
from board_catalogue.engine.rules.model import Relation, Rules
from board_catalogue.engine.rules.solving import solve_ruled
from board_catalogue.engine.rules.variant import Variant
from tests.engine.rules.test_oracle import learned_count

SIZE, MOST = 6, 3000


def random_rules(rng: np.random.Generator) -> Rules:
    """Relations of most neighbours, and of some other cells: each forbids a few pairs of digits."""
    constraints = []
    gap = int(rng.integers(1, 4))
    for first, second in neighbours(SIZE):
        if rng.random() < 0.4:
            allowed = tuple(
                sum(1 << other for other in range(SIZE) if abs(digit - other) != gap) for digit in range(SIZE)
            )
            constraints.append(Relation(first, second, allowed))
    for _ in range(int(rng.integers(0, 12))):
        first, second = (int(cell) for cell in rng.permutation(SIZE * SIZE)[:2])
        constraints.append(Relation(first, second, tuple(63 & ~(1 << digit) for digit in range(SIZE))))
    return Variant.of(SIZE).rules.with_constraints(*constraints)


def plain_solutions(rules: Rules, most: int) -> list[list[int]]:
    """All boards by depth-first search, cell by cell; at most so many."""
    cells = SIZE * SIZE
    forbidden: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in range(cells)]
    for house in rules.houses:
        for cell in house.cells:
            for other in house.cells:
                if other < cell:
                    forbidden[cell].append((other, tuple(1 << digit for digit in range(SIZE))))
    for one in rules.constraints:
        assert isinstance(one, Relation)
        if one.first < one.second:
            forbidden[one.second].append((one.first, tuple(63 & ~allowed for allowed in one.allowed)))
        else:
            back = (sum(1 << e for e in range(SIZE) if not one.allowed[e] >> d & 1) for d in range(SIZE))
            forbidden[one.first].append((one.second, tuple(back)))
    board, found = [0] * cells, []

    def fill(cell: int) -> None:
        if cell == cells:
            found.append([digit + 1 for digit in board])
            return
        gone = 0
        for other, by_digit in forbidden[cell]:
            gone |= by_digit[board[other]]
        for digit in range(SIZE):
            if not gone >> digit & 1 and len(found) < most:
                board[cell] = digit
                fill(cell + 1)

    fill(0)
    return found


def compare(seed: int) -> int:
    rng = np.random.default_rng(seed)
    rules = random_rules(rng)
    boards = plain_solutions(rules, 1000)
    if not boards:
        assert solve_ruled(rules, np.zeros((1, SIZE * SIZE), np.uint8))[1][0] == 0
        return 0
    clues = np.array(boards[int(rng.integers(len(boards)))], np.uint8)
    clues[rng.permutation(SIZE * SIZE)[: int(rng.integers(31, 35))]] = 0
    expected = count_with(rules, clues)
    solutions, counts, _ = solve_ruled(rules, clues[None], limit=MOST)
    assert counts[0] == expected
    assert learned_count(rules, clues, MOST) == expected
    assert (solutions[0][clues > 0] == clues[clues > 0]).all()
    return expected


def count_with(rules: Rules, clues: np.ndarray) -> int:
    """The number of boards with these clues, by the plain search, up to MOST."""
    given = tuple(
        Relation(cell, (cell + 1) % (SIZE * SIZE), tuple(63 if digit == clue - 1 else 0 for digit in range(SIZE)))
        for cell, clue in enumerate(clues.tolist())
        if clue
    )
    return len(plain_solutions(rules.with_constraints(*given), MOST))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [6, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 19))])
def test_counts_agree_with_a_plain_search(seed: int):
    assert compare(seed) > 400


@pytest.mark.slow
def test_many_counts_agree_with_a_plain_search():
    assert sum(compare(seed) > 400 for seed in range(100, 140)) >= 5
