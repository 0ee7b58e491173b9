"""The textbook search of the kernels: it counts what the search in plain Python counts."""

import numpy as np
import pytest
from hypothesis import given, settings
from shapes import LIKELY_SHAPES, cells

from board_catalogue import engine
from board_catalogue.engine.shape import Shape
from board_catalogue.engine.teaching.search import Ending, Search

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
    counted = engine.textbook(np.array(puzzles, np.uint8), blocks=shape.blocks, most=MOST)
    assert counted.tolist() == [counts_of_the_oracle(puzzle, shape) for puzzle in puzzles]


@pytest.mark.parametrize(("size", "count"), [(4, 500), (9, 60), (16, 5), pytest.param(9, 2000, marks=pytest.mark.fuzz)])
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


@settings(max_examples=100)
@given(cells())
def test_any_cells_count_as_in_the_plain_search(drawn):
    shape, puzzle = drawn
    assert_as_the_oracle([puzzle], shape)


def test_a_search_cut_short_has_made_the_comparisons_that_it_was_given_or_a_few_more():
    empty = np.zeros(81, np.uint8)
    whole = engine.textbook(empty)
    assert (whole["solutions"], whole["depth"]) == (1, 81)
    for most in (1, 10, 400, int(whole["comparisons"]) - 9):
        cut = engine.textbook(empty, most=most)
        assert cut["solutions"] == -1
        assert most <= cut["comparisons"] < most + 9
        assert cut["comparisons"] < whole["comparisons"]


def test_threads_and_batches_change_nothing(puzzles_by_kind):
    puzzles = puzzles_by_kind(9, 73, 60)["unique"]
    one_by_one = [engine.textbook(puzzle).item() for puzzle in puzzles]
    assert engine.textbook(puzzles, threads=3).tolist() == one_by_one


def test_a_limit_below_one_is_refused():
    with pytest.raises(ValueError, match="most 0 is below 1"):
        engine.textbook(np.zeros(81, np.uint8), most=0)
