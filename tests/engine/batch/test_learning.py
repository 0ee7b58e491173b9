"""The search that learns from conflicts: the same answers as the oracle and as guessing, at any shape."""

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from shapes import shapes

import engine
from engine.board.shape import Shape
from engine.native import core


def learn(shape, puzzles, limit):
    """Counts up to the limit, and first solutions, by learning from the first guess on."""
    solutions, counts = np.zeros_like(puzzles), np.empty(len(puzzles), np.int32)
    core.solve_by_learning(shape, puzzles, limit, solutions, counts)
    return counts, solutions


def puzzles_of(shape, seed, count):
    """Puzzles with random shares of a board's clues, some with a wrong one: without, with one, with many solutions."""
    random = np.random.default_rng(seed)
    boards = engine.generate(count, size=shape.size, blocks=shape.blocks, seed=seed)
    puzzles = np.where(random.random(boards.shape) < random.uniform(0.1, 0.9, (count, 1)), boards, 0).astype(np.uint8)
    wrong = np.flatnonzero(random.random(count) < 0.4)
    puzzles[wrong, random.integers(boards.shape[1], size=len(wrong))] = random.integers(1, shape.size + 1, len(wrong))
    return puzzles


def assert_solved(shape, puzzles, solutions):
    assert np.array_equal(np.where(puzzles, solutions, 0), puzzles)
    assert solutions.all()
    assert (engine.count_solutions(solutions, blocks=shape.blocks) == 1).all()  # no digit twice in a unit


@settings(max_examples=60)
@given(shapes(6), st.integers(0, 2**32), st.sampled_from([1, 2, 3, 40]))
def test_counts_are_those_of_the_oracle(shape, seed, limit):
    puzzles = puzzles_of(shape, seed, 5)
    counts, solutions = learn(shape, puzzles, limit)
    with reference.blocks(shape.rows, shape.columns):
        assert counts.tolist() == [reference.count_solutions(puzzle, limit) for puzzle in puzzles.tolist()]
    assert not solutions[counts == 0].any()
    assert_solved(shape, puzzles[counts > 0], solutions[counts > 0])


@pytest.mark.parametrize("limit", [1, 2, 200])
@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (1, 5), (1, 7), (3, 3), (3, 4)])
def test_counts_of_thousands_are_those_of_guessing(rows, columns, limit):
    shape = Shape(rows, columns)
    puzzles = puzzles_of(shape, 7, 1000 if shape.size < 8 else 200)
    counts, solutions = learn(shape, puzzles, limit)
    assert np.array_equal(counts, engine.count_solutions(puzzles, limit=limit, blocks=shape.blocks))
    assert {0, 1, min(limit, 2)} <= set(np.minimum(counts, 2).tolist())
    assert_solved(shape, puzzles[counts > 0], solutions[counts > 0])


def test_every_board_of_4x4_is_found_once():
    counts, _ = learn(Shape(2, 2), np.zeros((1, 16), np.uint8), 1000)
    assert counts.tolist() == [288]


def test_a_hard_25x25_puzzle_is_proven_to_have_one_solution():
    board = engine.generate(1, size=25, seed=1)
    puzzle = engine.carve(board, seed=1)
    puzzle[0, [330, 617, 593, 547, 153, 314, 408, 503]] = 0  # proven by `tests/benchmarks/prove_clues.py`
    counts, solutions = learn(Shape(5, 5), puzzle, 2)  # takes thousands of conflicts
    assert counts.tolist() == [1] and np.array_equal(solutions, board)
