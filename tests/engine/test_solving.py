"""Solutions, their counts, and what two slower searches count."""

from functools import partial

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from shapes import LIKELY_SHAPES, SQUARE_SIZES, cells, shapes

from board_catalogue import engine
from board_catalogue.engine import native
from board_catalogue.engine.native import core
from board_catalogue.engine.rules.solving import measure_ruled
from board_catalogue.engine.shape import Shape
from board_catalogue.engine.teaching.search import Ending, Search

sizes = pytest.mark.parametrize("size", SQUARE_SIZES)


@pytest.mark.slow_cases("9-50")
@pytest.mark.parametrize(
    ("size", "count"),
    [
        (4, 60),
        (9, 50),
        (16, 40),
        (25, 1),
        *[pytest.param(size, 2000, marks=pytest.mark.fuzz) for size in SQUARE_SIZES],
    ],
)
def test_counts_are_those_of_the_oracle_at_every_limit(puzzles_by_kind, size, count):
    for kind, puzzles in puzzles_by_kind(size, 51, count).items():
        expected = np.array([reference.count_solutions(puzzle, 50) for puzzle in puzzles.tolist()])
        for limit in (1, 2, 3, 50):
            assert np.array_equal(engine.count_solutions(puzzles, limit=limit), np.minimum(expected, limit)), kind


@pytest.mark.slow_cases("9-50", "25-1")
@pytest.mark.parametrize(("size", "count"), [(4, 60), (9, 50), (16, 40), (25, 1)])
def test_solve_and_oracle_agree_on_which_puzzles_have_a_solution(puzzles_by_kind, size, count):
    for puzzles in puzzles_by_kind(size, 52, count).values():
        solved = engine.solve(puzzles).any(axis=1)
        assert solved.tolist() == [reference.solve(puzzle) is not None for puzzle in puzzles.tolist()]


@pytest.mark.daily("4")
@sizes
def test_thousands_of_puzzles_count_as_they_were_made(puzzles_by_kind, size):
    kinds = puzzles_by_kind(size, 53, 600)
    made = {"unique": (1, 1), "loose": (2, 99), "wrong": (0, 0), "clashing": (0, 0), "full": (1, 1)}
    for kind, (fewest, most) in made.items():
        counts = engine.count_solutions(kinds[kind], limit=99)
        assert ((fewest <= counts) & (counts <= most)).all(), kind


@pytest.mark.daily("4")
@sizes
def test_solutions_are_full_boards_that_keep_the_givens(puzzles_by_kind, size):
    kinds = puzzles_by_kind(size, 54, 400)
    for kind in ("unique", "loose", "full"):
        solutions = engine.solve(kinds[kind])
        assert all(map(reference.is_full_board, solutions.tolist()))
        assert ((solutions == kinds[kind]) | (kinds[kind] == 0)).all()


@pytest.mark.daily("4")
@sizes
def test_a_puzzle_without_solution_is_answered_with_zeros(puzzles_by_kind, size):
    kinds = puzzles_by_kind(size, 55, 400)
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


def test_an_empty_4x4_grid_has_288_solutions():
    # OEIS A107739
    for limit, count in ((1, 1), (287, 287), (288, 288), (289, 288), (2**31 - 1, 288), (2**70, 288)):
        assert engine.count_solutions(np.zeros(16, np.uint8), limit=limit) == count


@pytest.mark.parametrize(("size", "limit"), [(9, 20_000), (16, 5000), (25, 500)])
def test_an_empty_grid_is_solved_and_counted_to_the_limit(size, limit):
    empty = np.zeros(size**2, np.uint8)
    assert reference.is_full_board(engine.solve(empty).tolist())
    assert engine.count_solutions(empty, limit=limit) == limit


@pytest.mark.daily("25-1")
@pytest.mark.parametrize(("size", "count"), [(16, 3), (25, 1), (25, 3)])
def test_puzzles_carved_as_far_as_they_go_are_solved(size, count):
    boards = engine.generate(count, size=size, seed=58)
    puzzles = engine.carve(boards, seed=59)
    assert np.array_equal(engine.solve(puzzles), boards)
    assert (engine.count_solutions(puzzles) == 1).all()


@pytest.mark.daily(every=2)
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


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3",
        "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2",
    ],
)
def test_counts_are_those_of_the_oracle_where_hardly_a_cell_has_two_candidates(line):
    # From champagne's list of the hardest puzzles: guesses are made in bands, where a puzzle has so few such cells.
    puzzle = engine.Grid.parse(line).to_numpy().reshape(-1)
    random = np.random.default_rng(61)
    puzzles = np.repeat(puzzle[None], 40, axis=0)
    for row, fewer in zip(puzzles[:20], np.arange(20) % 5, strict=True):
        row[random.choice(np.flatnonzero(row), fewer, replace=False)] = 0
    for row in puzzles[20:]:  # another clue in an empty cell, mostly a wrong one
        row[random.choice(np.flatnonzero(row == 0))] = random.integers(1, 10)
    expected = np.array([reference.count_solutions(row, 60) for row in puzzles.tolist()])
    assert {0, 1, 60} <= set(expected.tolist())
    for limit in (1, 2, 3, 60):
        assert np.array_equal(engine.count_solutions(puzzles, limit=limit), np.minimum(expected, limit))


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


@pytest.mark.parametrize("limit", [0])
def test_measuring_takes_any_number_of_positions_from_one_on(limit):
    puzzles = engine.carve(engine.generate(1, size=10, seed=1), seed=1)
    rules = engine.Variant.of(10)
    for measure in (engine.measure, partial(engine.measure, rules=rules), partial(measure_ruled, rules)):
        assert (measure(puzzles, most_nodes=2**70)["solutions"] == 1).all()
        with pytest.raises(ValueError, match=f"most_nodes {limit} is below 1"):
            measure(puzzles, most_nodes=limit)


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_a_value_error(limit):
    with pytest.raises(ValueError, match=f"limit {limit} is below 1"):
        engine.count_solutions(np.zeros(81, np.uint8), limit=limit)


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


@pytest.mark.daily("2-2", "3-3")
@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (1, 5), (1, 7), (3, 3), (3, 4)])
def test_counts_of_thousands_are_those_of_guessing(rows, columns):
    shape = Shape(rows, columns)
    puzzles = puzzles_of(shape, 7, 300 if shape.size < 8 else 100)
    for limit in (1, 2, 200):
        counts, solutions = learn(shape, puzzles, limit)
        assert np.array_equal(counts, engine.count_solutions(puzzles, limit=limit, blocks=shape.blocks))
        assert {0, 1, min(limit, 2)} <= set(np.minimum(counts, 2).tolist())
        assert_solved(shape, puzzles[counts > 0], solutions[counts > 0])


def test_every_board_of_4x4_is_found_once():
    counts, _ = learn(Shape(2, 2), np.zeros((1, 16), np.uint8), 1000)
    assert counts.tolist() == [288]


@pytest.mark.slow
def test_a_hard_25x25_puzzle_is_proven_to_have_one_solution():
    board = engine.generate(1, size=25, seed=1)
    puzzle = engine.carve(board, seed=1)
    puzzle[0, [330, 617, 593, 547, 153, 314, 408, 503]] = 0  # proven by `tests/benchmarks/prove_clues.py`
    counts, solutions = learn(Shape(5, 5), puzzle, 2)  # takes thousands of conflicts
    assert counts.tolist() == [1] and np.array_equal(solutions, board)


def test_the_metrics_are_the_published_ones():
    # They name columns of stored data: a change here needs a new METRICS_VERSION.
    assert engine.METRICS == reference.METRICS
    assert engine.native.METRICS_VERSION == 3


@pytest.mark.slow_cases("9-30", "25-1")
@pytest.mark.parametrize(
    ("size", "count"),
    [(4, 60), (9, 30), (16, 40), (25, 1), *[pytest.param(size, 2000, marks=pytest.mark.fuzz) for size in (4, 9)]],
)
def test_metrics_are_those_of_the_oracle(puzzles_by_kind, size, count):
    for kind, puzzles in puzzles_by_kind(size, 61, count).items():
        measured = engine.measure(puzzles)
        for row, puzzle in enumerate(puzzles.tolist()):
            assert dict(zip(engine.METRICS, measured[row].item(), strict=True)) == reference.measure(puzzle), kind


def test_a_search_cut_short_has_counted_what_the_oracle_counts():
    puzzles = np.zeros((3, 16), np.uint8)
    puzzles[1, 0], puzzles[2] = 1, engine.carve(engine.generate(1, size=4, seed=67)[0], seed=67)
    for most_nodes in range(1, 12):
        metrics = np.empty((3, len(engine.METRICS)), np.int64)
        native.core.measure(Shape.of(4), puzzles, most_nodes, metrics.reshape(-1).view(np.uint8))
        for row, puzzle in enumerate(puzzles.tolist()):
            assert dict(zip(engine.METRICS, metrics[row].tolist(), strict=True)) == reference.measure(
                puzzle, most_nodes
            )


def test_a_hard_puzzle_of_size_25_is_measured_up_to_the_limit_and_says_so(monkeypatch):
    puzzle = engine.carve(engine.generate(1, size=25, seed=68)[0], seed=68)
    monkeypatch.setitem(engine.solving.MOST_NODES, 25, 20)
    measured = engine.measure(puzzle)
    assert (measured["solutions"], measured["nodes"]) == (-1, 20)


@pytest.mark.parametrize("size", [4, 9])
def test_metrics_of_the_empty_grid_are_those_of_the_oracle(size):
    measured = engine.measure(np.zeros(size**2, np.uint8))
    assert dict(zip(engine.METRICS, measured.item(), strict=True)) == reference.measure([0] * size**2)


@pytest.mark.daily("4")
@sizes
def test_the_reference_search_and_the_fast_solver_agree(puzzles_by_kind, size):
    for kind, puzzles in puzzles_by_kind(size, 62, 400).items():
        assert np.array_equal(engine.measure(puzzles)["solutions"], engine.count_solutions(puzzles, limit=2)), kind


@sizes
def test_a_full_board_takes_no_comparison(size):
    measured = engine.measure(engine.generate(1, size=size, seed=63)[0])
    assert measured.item() == (1, 0, 0, 1, 0, 0, 0, 0)


@sizes
def test_one_empty_cell_takes_a_comparison_for_every_digit(size):
    puzzle = engine.generate(1, size=size, seed=64)[0]
    puzzle[5] = 0
    assert engine.measure(puzzle).item() == (1, 0, 0, 1, 0, size, 1, 0)


@pytest.mark.daily("4")
@sizes
def test_the_counts_of_a_puzzle_hang_together(puzzles_by_kind, size):
    kinds = puzzles_by_kind(size, 65, 400)
    measured = engine.measure(np.vstack([kinds["unique"], kinds["loose"]]))
    singles_suffice = measured["guesses"] == 0
    assert np.array_equal(singles_suffice, measured["nodes"] == 1)
    assert np.array_equal(singles_suffice, measured["max_depth"] == 0)
    # Every position looked at is solved, a contradiction, or guessed in.
    ends = measured["solutions"] + measured["backtracks"] + measured["guesses"]
    assert np.array_equal(ends, measured["nodes"])
    assert (measured["max_depth"] <= measured["guesses"]).all()


@sizes
def test_metrics_do_not_depend_on_the_batch(puzzles_by_kind, size):
    puzzles = np.vstack(list(puzzles_by_kind(size, 66, 100).values()))
    measured = engine.measure(puzzles)
    assert np.array_equal(engine.measure(puzzles[::-1]), measured[::-1])
    for row in range(0, len(puzzles), 7):
        assert engine.measure(puzzles[row]) == measured[row]


@sizes
def test_metrics_have_the_shape_of_the_question(size):
    for shape in [(size**2,), (0, size**2), (1, size**2), (3, size**2)]:
        measured = engine.measure(np.zeros(shape, np.uint8))
        assert measured.shape == shape[:-1]
        assert measured.dtype == [(name, np.int64) for name in engine.METRICS]


SOLUTIONS = {Ending.SOLVED: 1, Ending.UNSOLVABLE: 0, Ending.GAVE_UP: -1}
MOST = 2000


class Oracle(Search):
    """The plain search, which gives up after MOST comparisons."""

    def _is_at_limit(self):
        return self.metrics.comparisons >= MOST


def counts_of_the_oracle(puzzle, shape):
    search = Oracle(engine.Grid(puzzle, blocks=shape.blocks))
    ending, counted = search.run(), search.metrics
    return SOLUTIONS[ending], counted.comparisons, counted.backtracks, counted.max_depth


def assert_as_the_oracle(puzzles, shape):
    counted = engine.solving.textbook(np.array(puzzles, np.uint8), blocks=shape.blocks, most=MOST)
    assert counted.tolist() == [counts_of_the_oracle(puzzle, shape) for puzzle in puzzles]


@pytest.mark.slow_cases("unique-4-100", "unique-9-60", "loose-4-100", "loose-9-60", "wrong-9-60")
@pytest.mark.parametrize(("size", "count"), [(4, 100), (9, 60), (16, 5), pytest.param(9, 2000, marks=pytest.mark.fuzz)])
@pytest.mark.parametrize("kind", ["unique", "loose", "wrong", "clashing", "full"])
def test_it_counts_what_the_plain_search_counts(puzzles_by_kind, size, count, kind):
    assert_as_the_oracle(puzzles_by_kind(size, 71, count)[kind].tolist(), Shape.of(size))


@pytest.mark.parametrize("shape", LIKELY_SHAPES, ids=lambda shape: f"{shape.rows}x{shape.columns}")
def test_at_any_shape_the_empty_board_and_some_clues_count_as_in_the_plain_search(shape):
    random = np.random.default_rng(72)
    puzzles = np.where(
        random.random((8, shape.cells)) < random.uniform(0, 0.1, (8, 1)),
        random.integers(1, shape.size + 1, (8, shape.cells)),
        0,
    )
    puzzles[0] = 0
    assert_as_the_oracle(puzzles.tolist(), shape)


@pytest.mark.slow
@settings(max_examples=100)
@given(cells())
def test_any_cells_count_as_in_the_plain_search(drawn):
    shape, puzzle = drawn
    assert_as_the_oracle([puzzle], shape)


def test_a_search_cut_short_has_made_the_comparisons_that_it_was_given_or_a_few_more():
    empty = np.zeros(81, np.uint8)
    whole = engine.solving.textbook(empty)
    assert (whole["solutions"], whole["depth"]) == (1, 81)
    for most in (1, 10, 400, int(whole["comparisons"]) - 9):
        cut = engine.solving.textbook(empty, most=most)
        assert cut["solutions"] == -1
        assert most <= cut["comparisons"] < most + 9
        assert cut["comparisons"] < whole["comparisons"]


@pytest.mark.slow
def test_threads_and_batches_change_nothing(puzzles_by_kind):
    puzzles = puzzles_by_kind(9, 73, 60)["unique"]
    one_by_one = [engine.solving.textbook(puzzle).item() for puzzle in puzzles]
    assert engine.solving.textbook(puzzles, threads=3).tolist() == one_by_one


def test_a_limit_below_one_is_refused():
    with pytest.raises(ValueError, match="most 0 is below 1"):
        engine.solving.textbook(np.zeros(81, np.uint8), most=0)
