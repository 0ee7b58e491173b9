import numpy as np
import pytest
import reference
from shapes import SQUARE_SIZES

import engine

sizes = pytest.mark.parametrize("size", SQUARE_SIZES)


@pytest.mark.parametrize(
    ("size", "count"),
    [
        (4, 500),
        (9, 150),
        (16, 40),
        (25, 1),
        *[pytest.param(size, 2000, marks=pytest.mark.fuzz) for size in SQUARE_SIZES],
    ],
)
@pytest.mark.parametrize("kind", ["unique", "loose", "wrong", "clashing", "full"])
def test_counts_are_those_of_the_oracle_at_every_limit(puzzles_by_kind, size, count, kind):
    puzzles = puzzles_by_kind(size, 51, count)[kind]
    expected = np.array([reference.count_solutions(puzzle, 50) for puzzle in puzzles.tolist()])
    for limit in (1, 2, 3, 50):
        assert np.array_equal(engine.count_solutions(puzzles, limit=limit), np.minimum(expected, limit))


@pytest.mark.parametrize(("size", "count"), [(4, 500), (9, 150), (16, 40), (25, 1)])
def test_solve_and_oracle_agree_on_which_puzzles_have_a_solution(puzzles_by_kind, size, count):
    for puzzles in puzzles_by_kind(size, 52, count).values():
        solved = engine.solve(puzzles).any(axis=1)
        assert solved.tolist() == [reference.solve(puzzle) is not None for puzzle in puzzles.tolist()]


@sizes
@pytest.mark.parametrize(
    ("kind", "fewest", "most"),
    [("unique", 1, 1), ("loose", 2, 99), ("wrong", 0, 0), ("clashing", 0, 0), ("full", 1, 1)],
)
def test_thousands_of_puzzles_count_as_they_were_made(puzzles_by_kind, size, kind, fewest, most):
    counts = engine.count_solutions(puzzles_by_kind(size, 53, 3000)[kind], limit=99)
    assert ((fewest <= counts) & (counts <= most)).all()


@sizes
def test_solutions_are_full_boards_that_keep_the_givens(puzzles_by_kind, size):
    kinds = puzzles_by_kind(size, 54, 2000)
    for kind in ("unique", "loose", "full"):
        solutions = engine.solve(kinds[kind])
        assert all(map(reference.is_full_board, solutions.tolist()))
        assert ((solutions == kinds[kind]) | (kinds[kind] == 0)).all()


@sizes
def test_a_puzzle_without_solution_is_answered_with_zeros(puzzles_by_kind, size):
    kinds = puzzles_by_kind(size, 55, 2000)
    mixed = np.stack([kinds["unique"], kinds["wrong"], kinds["clashing"]], axis=1).reshape(-1, size**2)
    solutions = engine.solve(mixed).reshape(-1, 3, size**2)
    assert np.array_equal(solutions[:, 0], kinds["full"])
    assert not solutions[:, 1:].any()


@sizes
def test_an_answer_does_not_depend_on_the_batch(puzzles_by_kind, size):
    puzzles = np.vstack(list(puzzles_by_kind(size, 56, 100).values()))
    counts, solutions = engine.count_solutions(puzzles, limit=20), engine.solve(puzzles)
    order = np.random.default_rng(57).permutation(len(puzzles))
    assert np.array_equal(engine.count_solutions(puzzles[order], limit=20), counts[order])
    assert np.array_equal(engine.solve(puzzles[order]), solutions[order])
    for row in range(0, len(puzzles), 7):
        assert engine.count_solutions(puzzles[row], limit=20) == counts[row]
        assert np.array_equal(engine.solve(puzzles[row]), solutions[row])


@pytest.mark.parametrize(
    ("limit", "count"), [(1, 1), (287, 287), (288, 288), (289, 288), (2**31 - 1, 288), (2**70, 288)]
)
def test_an_empty_4x4_grid_has_288_solutions(limit, count):
    # OEIS A107739
    assert engine.count_solutions(np.zeros(16, np.uint8), limit=limit) == count


@pytest.mark.parametrize(("size", "limit"), [(9, 100_000), (16, 5000), (25, 500)])
def test_an_empty_grid_is_solved_and_counted_to_the_limit(size, limit):
    empty = np.zeros(size**2, np.uint8)
    assert reference.is_full_board(engine.solve(empty).tolist())
    assert engine.count_solutions(empty, limit=limit) == limit


@pytest.mark.parametrize(("size", "count"), [(16, 3), (25, 3)])
def test_puzzles_carved_as_far_as_they_go_are_solved(size, count):
    boards = engine.generate(count, size=size, seed=58)
    puzzles = engine.carve(boards, seed=59)
    assert np.array_equal(engine.solve(puzzles), boards)
    assert (engine.count_solutions(puzzles) == 1).all()


@pytest.mark.parametrize(
    "line",
    [
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
        "000000010400000000020000000000050604008000300001090000300400200050100000000807000",
        "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
        "000000012003600000000007000410020000000500300700000600280000040000300500000000000",
    ],
)
def test_published_17_clue_puzzles_have_one_solution(line):
    # From the list of Gordon Royle, "Minimum Sudoku"
    puzzle = engine.Grid.parse(line).to_numpy().reshape(-1)
    assert (puzzle != 0).sum() == 17
    assert engine.count_solutions(puzzle, limit=1000) == 1
    assert engine.solve(puzzle).tolist() == reference.solve(puzzle.tolist())


def test_an_unsolvable_grid_is_excluded_though_no_rule_is_broken():
    # The last cell of the first row sees all nine digits.
    line = "12345678." + "........." * 3 + "........9" + "........." * 4
    assert engine.count_solutions(engine.Grid.parse(line).to_numpy().reshape(-1)) == 0


@sizes
def test_answers_have_the_shape_of_the_question(size):
    for shape in [(size**2,), (0, size**2), (1, size**2), (5, size**2)]:
        puzzles = np.zeros(shape, np.uint8)
        counts, solutions = engine.count_solutions(puzzles), engine.solve(puzzles)
        assert (counts.dtype, counts.shape) == (np.int32, shape[:-1])
        assert (solutions.dtype, solutions.shape) == (np.uint8, shape)


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_a_value_error(limit):
    with pytest.raises(ValueError, match=f"limit {limit} is below 1"):
        engine.count_solutions(np.zeros(81, np.uint8), limit=limit)
