from functools import cache
from itertools import permutations, product
from math import factorial, sqrt

import numpy as np
import pytest
import reference
from reference import uniform as oracle

from board_catalogue import engine

BOARDS = {4: 288, 9: 6_670_903_752_021_072_936_960}
"""How many boards there are: OEIS A107739."""

CLASSES = {1: 5_472_170_387, 2: 548_449, 3: 7_336, 4: 2_826, 6: 1_257, 8: 29, 9: 42, 12: 92, 18: 85}
CLASSES |= {27: 2, 36: 15, 54: 11, 72: 2, 108: 3, 162: 1, 648: 1}
"""Classes of 9x9 boards by their number of automorphisms (Russell and Jarvis, "Mathematics of Sudoku II", 2006)."""

IMAGES = 3_359_232 * factorial(9)
"""Symmetries of a 9x9 board."""


def uniform(count, size=9, seed=1, start=0):
    return engine.generate(count, size=size, seed=seed, start=start, method="uniform")


def chi_square(observed, expected):
    return float(((observed - expected) ** 2 / expected).sum())


def most_likely_below(degrees):
    """A chi-square of so many degrees of freedom exceeds this once in ten thousand times (Wilson and Hilferty)."""
    return degrees * (1 - 2 / (9 * degrees) + 3.72 * sqrt(2 / (9 * degrees))) ** 3


@pytest.mark.slow_cases("9223372036854775807-1099511627776-9-1")
@pytest.mark.parametrize(("size", "count"), [(4, 150), (9, 1), pytest.param(9, 300, marks=pytest.mark.fuzz)])
@pytest.mark.parametrize(("seed", "start"), [(2**63 - 1, 2**40), pytest.param(0, 0, marks=pytest.mark.slow)])
def test_boards_and_attempts_are_those_of_the_oracle(size, count, seed, start):
    boards, attempts = engine.generate(count, size=size, seed=seed, start=start, method="uniform", return_attempts=True)
    for row in range(count):
        assert (boards[row].tolist(), attempts[row]) == oracle.generate(seed, start + row, size)


@pytest.mark.parametrize("size", [4, 9])
def test_a_board_does_not_depend_on_its_batch_and_is_full(size):
    boards = uniform(300, size)
    assert all(reference.is_full_board(board) for board in boards.tolist())
    assert np.array_equal(
        np.vstack([uniform(1, size), uniform(200, size, start=1), uniform(99, size, start=201)]), boards
    )
    assert not np.array_equal(uniform(300, size, seed=2), boards)


@pytest.mark.parametrize("size", [16, 25])
def test_other_sizes_have_no_uniform_boards(size):
    with pytest.raises(ValueError, match=f"method 'uniform' is for sizes 4 and 9, not {size}"):
        uniform(1, size)


@pytest.mark.parametrize("count", [100_000, pytest.param(5_000_000, marks=pytest.mark.slow)])
def test_every_4x4_board_is_equally_likely(count):
    boards = uniform(count, 4)
    found, times = np.unique(boards.view("V16").ravel(), return_counts=True)
    assert len(found) == BOARDS[4]
    assert chi_square(times, count / BOARDS[4]) < most_likely_below(BOARDS[4] - 1)


def test_the_chi_square_finds_that_collapse_is_not_uniform():
    times = np.unique(engine.generate(100_000, size=4, seed=1, method="wfc").view("V16").ravel(), return_counts=True)[1]
    assert chi_square(times, 100_000 / BOARDS[4]) > most_likely_below(BOARDS[4] - 1)


@pytest.mark.slow_cases("9-15680")
@pytest.mark.parametrize(("size", "stacks"), [(4, 3), (9, 15_680)])
def test_column_sets_are_accepted_as_often_as_the_number_of_boards_says(size, stacks):
    # A stack has its columns in any order, and the first one begins with any partition, of which only one is drawn.
    box, most = round(sqrt(size)), oracle.MOST_WAYS[size]
    partitions = len(oracle.partitions(size))
    chance = BOARDS[size] / (partitions * factorial(box) ** box) / (stacks**box // partitions * most**box)
    attempts = engine.generate(20_000, size=size, seed=3, method="uniform", return_attempts=True)[1]
    assert attempts.mean() == pytest.approx(1 / chance, abs=4 * sqrt(1 - chance) / chance / sqrt(20_000))


@cache
def sets_of_columns():
    """The partitions, a function that renames digits in all of them, the stacks by partition, and the table of ways."""
    partitions = oracle.partitions(9)
    number = {partition: place for place, partition in enumerate(partitions)}

    def images(names):
        return [number[oracle.partition_of(oracle.renamed(partition, names))] for partition in partitions]

    keeping = np.array(
        [
            images([3 * outer[digit // 3] + inner[digit // 3][digit % 3] for digit in range(9)])
            for outer in permutations(range(3))
            for inner in product(permutations(range(3)), repeat=3)
        ]
    )
    least, by = keeping.min(axis=0), keeping.argmin(axis=0)
    ways = np.zeros((280, 280), np.int64)
    for other in np.unique(least):
        ways[other] = [oracle.count_ways((partitions[0], partitions[other], last)) for last in partitions]
    ways = np.array([ways[least[other]][keeping[by[other]]] for other in range(280)])
    stacks = np.array([[number[oracle.partition_of(block)] for block in stack] for stack in oracle.stacks(9)])
    return partitions, images, stacks, ways


def boards_beginning_with(stack):
    """How many boards have these partitions in their first stack, each of its columns where it is, by the oracle."""
    partitions, images, stacks, ways = sets_of_columns()
    seen = []  # the partitions of every stack when digits are renamed such that this stack has partition 0 in the band
    for band, partition in enumerate(stack):
        digits = [digit for digits in partitions[partition] for digit in digits]
        seen.append(np.array(images([digits.index(digit) for digit in range(9)]))[stacks[:, band]])
    total = 0
    for second in range(len(stacks)):
        first, middle, last = (ways[renamed[second]][renamed] for renamed in seen)
        total += int((first * middle * last).sum())
    return 36 * total


@pytest.mark.slow
def test_the_ways_add_up_to_the_number_of_bands():
    _, _, stacks, ways = sets_of_columns()
    assert len(stacks) == 15_680
    assert ways.max() == oracle.MOST_WAYS[9]
    assert ways.sum() * 280 * factorial(3) ** 3 == factorial(9) * 56 * 6**6  # Felgenhauer and Jarvis 2005


@pytest.mark.slow
def test_the_products_of_the_ways_add_up_to_the_number_of_boards():
    # The stacks of partition 0 are two that have it in all blocks, and others that renamings, columns in another order
    # and bands in another order make of each other: the first of a kind counts for all.
    stacks = sets_of_columns()[2]
    alike = [stack for stack in stacks[:56] if len(set(stack)) == 1]
    others = [stack for stack in stacks[:56] if len(set(stack)) > 1]
    with_same = len(alike) * boards_beginning_with(alike[0])
    total = with_same + len(others) * boards_beginning_with(others[0])
    assert 6 * 280 * total == BOARDS[9]
    assert with_same / total == pytest.approx(SHARE_OF_SAME_PARTITION, rel=1e-12)


SHARE_OF_SAME_PARTITION = 0.03595208370214331
"""Of all boards have the same sets in the columns of every block of the first stack, if in another order."""


@pytest.mark.slow
@pytest.mark.parametrize("count", [100_000, pytest.param(5_000_000, marks=pytest.mark.slow)])
def test_the_same_sets_in_every_block_of_a_stack_or_band_are_as_frequent_as_among_all_boards(count):
    boards = uniform(count, seed=5).reshape(count, 9, 9)
    for image in (boards, boards.swapaxes(1, 2)):
        stack = image[:, :, :3].reshape(count, 3, 3, 3).astype(np.int64)
        sets = np.sort((1 << stack).sum(axis=2), axis=2)  # by block and column
        same = (sets == sets[:, :1]).all(axis=(1, 2)).sum()
        assert same == pytest.approx(count * SHARE_OF_SAME_PARTITION, abs=4 * sqrt(count * SHARE_OF_SAME_PARTITION))


@pytest.mark.slow
@pytest.mark.parametrize("count", [100_000, pytest.param(3_000_000, marks=pytest.mark.slow)])
def test_two_cells_hold_each_pair_of_digits_as_often_as_they_must(count):
    # By symmetry: where a digit is in one block, it has six cells in another of the same band, nine in one elsewhere.
    boards = uniform(count, seed=6)
    for cell, other, cells in [(0, 12, 6), (40, 77, 6), (10, 8 * 9 + 6, 9), (27 + 3, 80, 9), (0, 1, 0), (0, 9 * 8, 0)]:
        times = np.bincount(9 * boards[:, cell].astype(int) + boards[:, other] - 10, minlength=81).reshape(9, 9)
        same = 1 / cells if cells else 0
        expected = count / 9 * np.where(np.eye(9), same, (1 - same) / 8)
        possible = expected > 0
        assert not times[~possible].any()
        assert chi_square(times[possible], expected[possible]) < most_likely_below(possible.sum() - 1)


@pytest.mark.slow
def test_three_million_boards_collide_and_have_symmetries_as_they_must():
    count = 3_000_000
    batches = [uniform(100_000, seed=2026, start=start) for start in range(0, count, 100_000)]
    keys = np.concatenate([engine.keys(boards, symmetry="full") for boards in batches])
    distinct = len(np.unique(np.ascontiguousarray(keys).view(f"V{keys.shape[1]}")))
    chances = {order: IMAGES / order / BOARDS[9] for order in CLASSES}  # that a board is of a class, by automorphisms
    collisions = count**2 / 2 * sum(classes * chances[order] ** 2 for order, classes in CLASSES.items())
    assert collisions == pytest.approx(822, abs=1)
    assert count - distinct == pytest.approx(collisions, abs=3 * sqrt(collisions))
    orders, times = np.unique(
        np.concatenate([engine.symmetry.automorphisms(boards) for boards in batches]), return_counts=True
    )
    found = dict(zip(orders.tolist(), times.tolist(), strict=True))
    symmetric = {order: count * classes * chances[order] for order, classes in CLASSES.items() if order > 1}
    assert found[2] == pytest.approx(symmetric.pop(2), abs=3 * 150**0.5)
    rest = sum(symmetric.values())  # about two boards
    assert sum(times for order, times in found.items() if order > 2) <= rest + 4 * sqrt(rest)
