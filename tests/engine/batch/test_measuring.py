import numpy as np
import pytest
import reference
from shapes import SQUARE_SIZES

import engine
from engine import native
from engine.board.shape import Shape

sizes = pytest.mark.parametrize("size", SQUARE_SIZES)


def test_the_metrics_are_the_published_ones():
    # They name columns of stored data: a change here needs a new METRICS_VERSION.
    assert engine.METRICS == reference.METRICS
    assert engine.METRICS_VERSION == 2


@pytest.mark.parametrize(
    ("size", "count"),
    [(4, 500), (9, 80), (16, 40), (25, 1), *[pytest.param(size, 2000, marks=pytest.mark.fuzz) for size in (4, 9)]],
)
@pytest.mark.parametrize("kind", ["unique", "loose", "wrong", "clashing", "full"])
def test_metrics_are_those_of_the_oracle(puzzles_by_kind, size, count, kind):
    puzzles = puzzles_by_kind(size, 61, count)[kind]
    measured = engine.measure(puzzles)
    for row, puzzle in enumerate(puzzles.tolist()):
        assert dict(zip(engine.METRICS, measured[row].item(), strict=True)) == reference.measure(puzzle)


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
    monkeypatch.setitem(engine.batch.measuring.MOST_NODES, 25, 20)
    measured = engine.measure(puzzle)
    assert (measured["solutions"], measured["nodes"]) == (-1, 20)


@pytest.mark.parametrize("size", [4, 9])
def test_metrics_of_the_empty_grid_are_those_of_the_oracle(size):
    measured = engine.measure(np.zeros(size**2, np.uint8))
    assert dict(zip(engine.METRICS, measured.item(), strict=True)) == reference.measure([0] * size**2)


@sizes
@pytest.mark.parametrize("kind", ["unique", "loose", "wrong", "clashing", "full"])
def test_the_reference_search_and_the_fast_solver_agree(puzzles_by_kind, size, kind):
    puzzles = puzzles_by_kind(size, 62, 2000)[kind]
    assert np.array_equal(engine.measure(puzzles)["solutions"], engine.count_solutions(puzzles, limit=2))


@sizes
def test_a_full_board_takes_no_comparison(size):
    measured = engine.measure(engine.generate(1, size=size, seed=63)[0])
    assert measured.item() == (1, 0, 0, 1, 0, 0, 0, 0)


@sizes
def test_one_empty_cell_takes_a_comparison_for_every_digit(size):
    puzzle = engine.generate(1, size=size, seed=64)[0]
    puzzle[5] = 0
    assert engine.measure(puzzle).item() == (1, 0, 0, 1, 0, size, 1, 0)


@sizes
def test_the_counts_of_a_puzzle_hang_together(puzzles_by_kind, size):
    kinds = puzzles_by_kind(size, 65, 2000)
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
