"""Sums that follow from cages, little killers and houses, beside all boards of 6x6 that fit."""

import numpy as np
import pytest
from reference.constraints import holds

from board_catalogue import engine
from board_catalogue.engine.rules.model import House, Mask, Rules, Sum
from board_catalogue.engine.rules.solving import solve_ruled, true_candidates_ruled

SIZE = 6
UNITS = [tuple(int(cell) for cell in unit) for unit in engine.Shape.of(SIZE).units]
DIAGONALS = [
    tuple(SIZE * row + column for row in range(SIZE) for column in range(SIZE) if row + turn * column == place)
    for turn in (1, -1)
    for place in range(-SIZE, 2 * SIZE)
]


def sums_of(rng: np.random.Generator, board: np.ndarray) -> list[Sum]:
    """Little killers and cages; one in five puzzles has a total that is wrong by one."""
    lines = [line for line in DIAGONALS if len(line) > 2]
    cells: list[tuple[int, ...]] = [lines[int(i)] for i in rng.permutation(len(lines))[: rng.integers(0, 8)]]
    orders = rng.permutation(SIZE**2), np.arange(SIZE**2), np.argsort(board + rng.random(SIZE**2))
    choice = int(rng.integers(3))
    order = orders[choice]  # digits in order make large cages whose sums are as low or high as can be
    ends = np.cumsum(rng.integers(6, 9, 12) if choice == 2 else rng.integers(2, 9, 12))
    cells += [tuple(sorted(int(c) for c in part)) for part in np.split(order, ends[ends < SIZE**2])]
    cells = [one for one in cells if rng.random() < 0.5] or cells
    wrong = len(cells) if rng.random() < 0.8 else int(rng.integers(len(cells)))
    totals = [int(board[list(one)].sum()) for one in cells]
    totals = [total + (i == wrong) * (1 if 2 * total < 7 * len(cells[i]) else -1) for i, total in enumerate(totals)]
    return [Sum(one, (1,) * len(one), total) for one, total in zip(cells, totals, strict=True)]


def fillings(board: list[int], open_: list[int]) -> list[list[int]]:
    if not open_:
        return [list(board)]
    cell, *rest = open_
    taken = {board[other] for unit in UNITS if cell in unit for other in unit}
    found = []
    for digit in set(range(1, SIZE + 1)) - taken:
        board[cell] = digit
        found += fillings(board, rest)
    board[cell] = 0
    return found


def compare(seed: int) -> int:
    """The number of solutions, after the kernel has agreed."""
    rng = np.random.default_rng(seed)
    board = engine.generate(1, size=SIZE, seed=seed)[0].ravel()
    open_ = [int(cell) for cell in rng.permutation(SIZE**2)[: rng.integers(19, 27)]]
    puzzle = board.astype(int)
    puzzle[open_] = 0
    sums = sums_of(rng, board)
    masks = [Mask(cell, 1 << (int(digit) - 1)) for cell, digit in enumerate(puzzle) if digit]
    rules = Rules(SIZE, tuple(House(unit) for unit in UNITS), (*sums, *masks))
    fitting = [one for one in fillings(puzzle.tolist(), open_) if all(holds(each, one) for each in sums)]
    assert solve_ruled(rules, limit=1 << 14)[1][0] == len(fitting)
    left = np.bitwise_or.reduce([1 << (np.array(one) - 1) for one in fitting] or [np.zeros(SIZE**2, int)])
    assert true_candidates_ruled(rules)[0].tolist() == left.tolist()
    return len(fitting)


@pytest.mark.slow
def test_sums_that_follow_agree_with_all_boards_that_fit():
    counts = [compare(seed) for seed in range(40)]
    assert counts.count(0) > 2 and sum(count > 1 for count in counts) > 2


@pytest.mark.slow
def test_sums_that_follow_agree_in_many_cases():
    assert sum(compare(seed) > 0 for seed in range(100, 2000)) > 500
