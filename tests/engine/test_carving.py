import numpy as np
import pytest
import reference
from scale import fewer
from shapes import SQUARE_SIZES

from board_catalogue import engine

sizes = pytest.mark.parametrize("size", SQUARE_SIZES)


def clues_of(puzzles):
    return (puzzles != 0).sum(axis=-1)


@pytest.mark.slow_cases("0-9-6", "9223372036854775807-9-6", "9223372036854775807-4-60")
@pytest.mark.parametrize(
    ("size", "count"),
    [(4, 60), (9, 6), *[pytest.param(size, 1000, marks=pytest.mark.fuzz) for size in (4, 9)]],
)
@pytest.mark.parametrize("seed", [0, 2**63 - 1])
def test_puzzles_are_those_of_the_oracle(size, count, seed):
    boards = engine.generate(count, size=size, seed=31)
    puzzles = engine.carve(boards, seed=seed)
    for board, puzzle in zip(boards.tolist(), puzzles.tolist(), strict=True):
        assert puzzle == reference.carve(board, seed)


@pytest.mark.slow_cases("4-3-8", "16-245-1", "9-24-2", "9-81-2")
@pytest.mark.parametrize(
    ("size", "clues", "count"),
    [
        *[(4, clues, 20) for clues in (4, 5, 8, 15, 16)],
        (4, 3, 8),  # no 4x4 puzzle has three clues, so this takes every pass there is
        *[(9, clues, 2) for clues in (24, 40, 81)],
        (16, 245, 1),
        *[
            pytest.param(*case, marks=pytest.mark.fuzz)
            for case in [(9, 24, 50), (16, 215, 2), (25, 622, 1), (25, 612, 1)]
        ],
    ],
)
def test_puzzles_of_a_wanted_clue_count_are_those_of_the_oracle(size, clues, count):
    boards = engine.generate(count, size=size, seed=32)
    puzzles = engine.carve(boards, seed=33, clues=clues)
    for board, puzzle in zip(boards.tolist(), puzzles.tolist(), strict=True):
        assert puzzle == reference.carve(board, 33, clues)


def course_of(board, puzzle, seed):
    """The cells in the order in which the first pass tried them, each with the puzzle that it was tried in."""
    current = board.copy()
    for cell in reference.Random(seed, reference.board_number(board.tolist())).shuffled(len(board)):
        yield cell, current.tolist()
        current[cell] = puzzle[cell]


@pytest.mark.slow
def test_16x16_clues_that_stay_have_another_solution_and_those_that_go_have_none():
    # The course of one puzzle: another solution is shown, and the reference search proves that there is none.
    board = engine.generate(1, size=16, seed=53)[0]
    puzzle = engine.carve(board, seed=54)
    gone = []
    for cell, tried_in in course_of(board, puzzle, 54):
        if puzzle[cell]:
            others = [reference.without(tried_in, cell) for _ in range(16)]
            for digit, other in enumerate(others, 1):
                other[cell] = digit if digit != board[cell] else 0
            solutions = [other for other in engine.solve(np.delete(others, board[cell] - 1, axis=0)) if other.any()]
            assert solutions
            assert reference.is_full_board(solutions[0].tolist())
            assert all(
                held in (0, digit) for held, digit in zip(reference.without(tried_in, cell), solutions[0], strict=True)
            )
        else:
            gone.append(reference.without(tried_in, cell))
    # Unique with fewest clues is unique with more.
    assert gone[-1] == puzzle.tolist()
    assert engine.measure(puzzle)["solutions"] == 1
    assert engine.minimal(puzzle)


@pytest.mark.slow
def test_25x25_clues_go_exactly_where_it_takes_no_guess():
    board = engine.generate(1, size=25, seed=55)[0]
    puzzle = engine.carve(board, seed=56)
    course = list(course_of(board, puzzle, 56))
    stays = [step for step in course if puzzle[step[0]]]
    goes = [step for step in course if not puzzle[step[0]]]
    for cell, tried_in in [goes[-1], stays[0], stays[-1]]:
        assert reference.can_go(tried_in, cell) == (not puzzle[cell])
    assert engine.count_solutions(puzzle) == 1
    assert not engine.minimal(puzzle)  # unknown


@pytest.mark.slow_cases("25-330")
@pytest.mark.parametrize(
    ("size", "clues"),
    [(4, None), (4, 6), (9, None), (9, 28), (16, 110), pytest.param(16, None, marks=pytest.mark.slow), (25, 330)],
)
def test_every_puzzle_has_its_board_as_only_solution(size, clues):
    boards = engine.generate(fewer(size, 1000) // (20 if size == 16 else 1), size=size, seed=34)
    puzzles = engine.carve(boards, seed=35, clues=clues)
    assert (engine.count_solutions(puzzles) == 1).all()
    assert np.array_equal(engine.solve(puzzles), boards)
    assert ((puzzles == boards) | (puzzles == 0)).all()


@pytest.mark.slow_cases("16-2")
@pytest.mark.parametrize(("size", "count"), [(4, 1000), (9, 500), (16, 2)])
def test_no_clue_of_a_minimal_puzzle_can_go(size, count):
    puzzles = engine.carve(engine.generate(count, size=size, seed=36), seed=37)
    row, cell = np.nonzero(puzzles)
    one_less = puzzles[row]
    one_less[np.arange(len(row)), cell] = 0
    assert (engine.count_solutions(one_less) == 2).all()


@pytest.mark.slow_cases("9-4")
@pytest.mark.parametrize(("size", "count"), [(4, 60), (9, 4), pytest.param(9, 200, marks=pytest.mark.fuzz)])
def test_the_oracle_too_finds_them_minimal(size, count):
    for puzzle in engine.carve(engine.generate(count, size=size, seed=38), seed=39).tolist():
        assert reference.is_minimal(puzzle)


@pytest.mark.slow_cases("16-110", "25-330")
@pytest.mark.parametrize(("size", "clues"), [(4, 6), (4, 16), (9, 26), (9, 30), (9, 80), (9, 81), (16, 110), (25, 330)])
def test_a_clue_count_within_reach_is_met_exactly(size, clues):
    boards = engine.generate(fewer(size, 500), size=size, seed=40)
    assert (clues_of(engine.carve(boards, seed=41, clues=clues)) == clues).all()


def test_a_clue_count_out_of_reach_gives_the_fewest_found():
    # No 4x4 puzzle has three clues, so all 100 orders are tried, and the first of them is the one that a minimal puzzle
    # is carved in.
    boards = engine.generate(50, size=4, seed=42)
    fewest = clues_of(engine.carve(boards, seed=43, clues=3))
    assert (fewest >= 4).all()
    assert (fewest <= clues_of(engine.carve(boards, seed=43))).all()
    assert (fewest < clues_of(engine.carve(boards, seed=43))).any()


@pytest.mark.slow_cases("4-3", "9-21", "25-330")
@pytest.mark.parametrize(
    ("size", "clues"),
    [(4, None), (4, 6), (4, 3), (9, None), (9, 24), (9, 21), (16, 110), (25, 330)],
)
def test_a_puzzle_depends_on_its_board_alone(size, clues):
    boards = engine.generate(fewer(size, 60), size=size, seed=44)
    puzzles = engine.carve(boards, seed=45, clues=clues)
    order = np.random.default_rng(46).permutation(len(boards))
    assert np.array_equal(engine.carve(boards[order], seed=45, clues=clues), puzzles[order])
    assert np.array_equal(engine.carve(np.repeat(boards, 2, axis=0), seed=45, clues=clues)[::2], puzzles)
    for board, puzzle in zip(boards[:5], puzzles, strict=False):
        assert np.array_equal(engine.carve(board, seed=45, clues=clues), puzzle)


@pytest.mark.slow_cases("16", "25")
@sizes
def test_another_seed_carves_another_puzzle(size):
    boards = engine.generate(10, size=size, seed=47)[: fewer(size, 10)]
    assert not np.array_equal(engine.carve(boards, seed=1), engine.carve(boards, seed=2))


@pytest.mark.daily("4", "9")
@sizes
def test_the_boards_given_are_left_as_they_were(size):
    boards = engine.generate(fewer(size, 50), size=size, seed=48)
    before = boards.copy()
    engine.carve(boards, seed=1)
    assert np.array_equal(boards, before)


@pytest.mark.parametrize(
    ("size", "arguments", "fault"),
    [
        (4, {"clues": 0}, r"clues 0 is not in 1 \.\. 16"),
        (4, {"clues": 17}, r"clues 17 is not in 1 \.\. 16"),
        (9, {"clues": 82}, r"clues 82 is not in 1 \.\. 81"),
        (9, {"clues": -1}, r"clues -1 is not in 1 \.\. 81"),
        (9, {"seed": -1}, "seed -1 is not in"),
        (9, {"seed": 2**63}, f"seed {2**63} is not in"),
    ],
)
def test_what_cannot_be_carved_is_a_value_error_that_says_so(size, arguments, fault):
    with pytest.raises(ValueError, match=fault):
        engine.carve(engine.generate(1, size=size, seed=1), **{"seed": 1, **arguments})


@pytest.mark.slow_cases("9-4")
@pytest.mark.parametrize(("size", "count"), [(4, 60), (9, 4)])
def test_minimal_tells_what_the_oracle_tells_of_proper_puzzles(size, count):
    boards = engine.generate(count, size=size, seed=49)
    least = engine.carve(boards, seed=50)
    one_more = least.copy()
    for puzzle, board in zip(one_more, boards, strict=True):
        cell = np.flatnonzero(puzzle == 0)[0]
        puzzle[cell] = board[cell]
    for puzzles in (least, one_more, engine.carve(boards, seed=50, clues=size * 3), boards):
        assert engine.minimal(puzzles).tolist() == [reference.is_minimal(puzzle) for puzzle in puzzles.tolist()]


@pytest.mark.slow_cases("25")
@sizes
def test_minimal_has_the_shape_of_the_question(size):
    puzzles = engine.carve(engine.generate(3, size=size, seed=51), seed=52, clues=size**2 * 5 // 6)
    assert engine.minimal(puzzles).dtype == bool
    assert engine.minimal(puzzles).shape == (3,)
    assert engine.minimal(puzzles[0]).shape == ()
    assert engine.minimal(puzzles[:0]).shape == (0,)


def test_a_puzzle_with_several_solutions_or_none_is_not_minimal():
    assert not engine.minimal(np.zeros(81, np.uint8))
    assert not engine.minimal(np.array([1, 1] + [0] * 79, np.uint8))


@pytest.mark.parametrize("size", [4, 6, 9])
@pytest.mark.parametrize("pattern", [None, "rotate180"])
def test_carving_to_the_end_asks_once_for_every_clue_unless_its_orbit_stays(size, pattern):
    boards = engine.generate(50, size=size, seed=91)
    puzzles, proofs = engine.carve(boards, seed=91, pattern=pattern, return_proofs=True)
    assert np.array_equal(puzzles, engine.carve(boards, seed=91, pattern=pattern))
    if pattern is None:
        assert (proofs == size**2).all()
    else:
        assert ((proofs >= size**2 / 2) & (proofs <= size**2)).all()


@pytest.mark.slow
def test_carving_to_some_clues_asks_until_it_has_them_and_search_for_few_asks_on():
    boards = engine.generate(30, seed=92)
    proofs = {clues: engine.carve(boards, seed=92, clues=clues, return_proofs=True)[1] for clues in (60, 30, 20)}
    assert (proofs[60] >= 21).all() and (proofs[60] < proofs[30]).all()
    assert (proofs[30] >= 51).all() and proofs[20].mean() > proofs[30].mean()
    one = engine.carve(boards[0], seed=92, clues=20, return_proofs=True)[1]
    assert one.shape == () and one == proofs[20][0]
