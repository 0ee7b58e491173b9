from collections import Counter
from math import sqrt

import numpy as np
import pytest
import reference
from processor_levels import levels
from reference import fair as oracle

from board_catalogue import engine
from board_catalogue.engine import native
from board_catalogue.engine.shape import Shape

MINIMAL_PUZZLES = 3.10e37
"""Estimate of how many minimal 9x9 puzzles there are, and below their mean number of clues and the share of each number
in percent (D. Berthier, "Unbiased Statistics of a CSP", 2012)."""

MEAN_CLUES = 26.577
SHARES = {23: 0.148, 24: 2.28, 25: 13.42, 26: 31.91, 27: 32.71, 28: 15.48, 29: 3.60}


def clues_of(puzzles):
    return (puzzles != 0).sum(axis=1)


def estimate(values, weights):
    """The weighted mean and its standard error."""
    mean = (weights * values).sum() / weights.sum()
    return mean, sqrt((weights**2 * (values - mean) ** 2).sum()) / weights.sum()


@pytest.mark.daily("9223372036854775807-9-1", "5-4-12")
@pytest.mark.parametrize(
    ("size", "count"),
    [(4, 12), (4, 60), (9, 1), (9, 2), *[pytest.param(size, 600, marks=pytest.mark.fuzz) for size in (4, 9)]],
)
@pytest.mark.parametrize("seed", [5, 2**63 - 1])
def test_weights_are_those_of_the_oracle(size, count, seed):
    boards = engine.generate(count, size=size, seed=3)
    puzzles, weights = engine.carving.carve_weighted(boards, seed=seed)
    assert np.array_equal(puzzles, engine.carve(boards, seed=seed))
    for board, puzzle, weight in zip(boards.tolist(), puzzles.tolist(), weights, strict=True):
        order = oracle.order_of_carving(board, puzzle, seed)
        assert weight == pytest.approx(oracle.weight(board, order), rel=1e-12)
        if size == 4:
            assert oracle.weight(board, order) == pytest.approx(oracle.weight_by_definition(board, order), rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0])
def test_weights_count_the_minimal_puzzles_of_a_board(number):
    board = engine.generation.all_boards(4)[number]
    every = oracle.minimal_puzzles(tuple(board.tolist()))
    puzzles, weights = zip(*(engine.carving.carve_weighted(board, seed=seed) for seed in range(4000)), strict=True)
    clues = Counter(each.bit_count() for each in every)
    for wanted, number_of_them in clues.items():
        these = np.array(weights) * (clues_of(np.array(puzzles)) == wanted)
        assert these.mean() == pytest.approx(number_of_them, abs=4 * these.std() / sqrt(len(these)))
    assert sum(clues.values()) == len(every)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "count"), [(4, 40), pytest.param(4, 2000, marks=pytest.mark.fuzz)])
def test_fair_puzzles_are_those_of_the_oracle(size, count):
    sample = engine.fair_puzzles(count, size=size, seed=9, start=3)
    for row in range(count):
        board, puzzle, weight, attempts = oracle.fair(9, 3 + row)
        assert (sample.boards[row].tolist(), sample.puzzles[row].tolist()) == (board, puzzle)
        assert sample.weights[row] == pytest.approx(weight, rel=1e-12)
        assert sample.attempts[row] == attempts


@pytest.mark.daily("4")
@pytest.mark.parametrize("size", [4, 9])
def test_fair_puzzles_are_minimal_puzzles_of_their_boards(size):
    sample = engine.fair_puzzles(20, size=size, seed=1)
    assert all(reference.is_minimal(puzzle) for puzzle in sample.puzzles[:6].tolist())
    assert np.array_equal(engine.solve(sample.puzzles), sample.boards)
    assert (sample.weights >= 1).all()
    assert (sample.attempts >= 1).all()


@pytest.mark.daily("4")
@pytest.mark.parametrize("size", [4, 9])
def test_a_fair_puzzle_does_not_depend_on_its_batch(size):
    whole = engine.fair_puzzles(20, size=size, seed=2)
    parts = [engine.fair_puzzles(count, size=size, seed=2, start=start) for start, count in [(0, 1), (1, 18), (19, 1)]]
    for name, column in whole._asdict().items():
        assert np.array_equal(np.concatenate([getattr(part, name) for part in parts]), column)
    assert not np.array_equal(engine.fair_puzzles(20, size=size, seed=3).puzzles, whole.puzzles)


@pytest.mark.slow_cases("9-v3", "9-v4")
@levels
@pytest.mark.parametrize("size", [4, 9])
def test_every_level_of_processor_gives_the_same_weights_and_samples(size, level):
    core = native.load(level)
    boards = engine.generate(100, size=size, seed=10)
    puzzles, weights = engine.carving.carve_weighted(boards, seed=11)
    weighed = np.empty(100)
    core.weigh(Shape.of(size), boards, puzzles, 11, weighed)
    assert np.array_equal(weighed, weights)
    sample = engine.fair_puzzles(10, size=size, seed=12)
    columns = [np.empty_like(column) for column in sample]
    core.fair_puzzles(Shape.of(size), 12, 0, *columns)
    assert all(np.array_equal(column, of_engine) for column, of_engine in zip(columns, sample, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("count", [2_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_every_minimal_4x4_puzzle_is_equally_likely(count):
    classes, boards_of_class = np.unique(
        engine.canonical(engine.generation.all_boards(4), symmetry="full"), axis=0, return_counts=True
    )
    every = [oracle.minimal_puzzles(tuple(board)) for board in classes.tolist()]
    total = sum(len(puzzles) * boards for puzzles, boards in zip(every, boards_of_class, strict=True))
    sample = engine.fair_puzzles(count, size=4, seed=4)
    for wanted in {clues.bit_count() for puzzles in every for clues in puzzles}:
        with_these = [sum(clues.bit_count() == wanted for clues in puzzles) for puzzles in every]
        mean, error = estimate(clues_of(sample.puzzles) == wanted, sample.weights)
        assert mean == pytest.approx((with_these * boards_of_class).sum() / total, abs=4 * error)
    # Boards come in proportion to their number of minimal puzzles.
    first = (engine.canonical(sample.boards, symmetry="full") == classes[0]).all(axis=1)
    mean, error = estimate(first, sample.weights)
    assert mean == pytest.approx(len(every[0]) * boards_of_class[0] / total, abs=4 * error)
    # Any puzzle is as likely as any other: of about 86,000 so many distinct ones are expected.
    distinct = total * (1 - (1 - 1 / total) ** count)
    assert len(np.unique(sample.puzzles, axis=0)) == pytest.approx(distinct, rel=0.02)


@pytest.mark.slow
def test_the_mean_weight_of_carved_puzzles_is_the_number_of_minimal_puzzles_of_a_board():
    boards = engine.generate(10_000, seed=6, method="uniform")
    weights = engine.carving.carve_weighted(boards, seed=7)[1]
    expected = MINIMAL_PUZZLES / 6_670_903_752_021_072_936_960
    assert weights.mean() == pytest.approx(expected, abs=4 * weights.std() / sqrt(len(weights)))


@pytest.mark.slow
def test_fair_puzzles_have_as_many_clues_as_all_minimal_puzzles():
    sample = engine.fair_puzzles(6_000, seed=8)
    clues = clues_of(sample.puzzles)
    mean, error = estimate(clues, sample.weights)
    assert error < 0.02
    assert mean == pytest.approx(MEAN_CLUES, abs=3 * error)
    for number, share in SHARES.items():
        mean, error = estimate(100.0 * (clues == number), sample.weights)
        assert mean == pytest.approx(share, abs=4 * error)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"size": 16}, "fair samples are for sizes 4 and 9, not 16"),
        ({"seed": -1}, "seed -1 is not in"),
        ({"count": -1}, "start 0 and count -1 do not stay"),
        ({"start": 2**63}, "do not stay"),
    ],
)
def test_what_cannot_be_sampled_is_a_value_error_that_says_so(arguments, fault):
    with pytest.raises(ValueError, match=fault):
        engine.fair_puzzles(**{"count": 1, "seed": 1, **arguments})


def test_only_boards_of_size_4_and_9_have_weighted_puzzles():
    with pytest.raises(ValueError, match="weights are for sizes 4 and 9, not 16"):
        engine.carving.carve_weighted(engine.generate(1, size=16, seed=1), seed=1)
    with pytest.raises(ValueError, match="is not a full board"):
        engine.carving.carve_weighted(np.zeros(81, np.uint8), seed=1)
