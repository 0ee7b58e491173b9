"""Breadth-first search, and all solutions of a puzzle."""

import tracemalloc
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapes import SQUARE_SIZES, shapes

from board_catalogue import engine
from board_catalogue.engine import Grid
from board_catalogue.engine.teaching import search as listing
from board_catalogue.engine.teaching.search import Search, band_levels, frontier, frontier_sizes


def test_the_frontier_of_an_empty_board_grows_as_computed():
    for size, levels in ((4, 9), (9, 6)):
        searched = [len(boards) for boards in islice(frontier(Grid.empty(size)), levels)]
        assert searched == band_levels(size)[:levels]


def test_the_first_bands_are_as_many_as_the_literature_says():
    assert band_levels(9)[9] == 362_880
    assert band_levels(9)[-1] == 948_109_639_680
    assert band_levels(4)[-1] == 96
    assert band_levels(1) == [1, 1]

    assert 28_200_960 % band_levels(6)[-1] == 0  # boards of 6x6: each first band has as many


@given(shapes(6), st.integers(0, 100))
def test_the_first_band_grows_as_a_search_of_any_shape_finds(shape, levels):
    searched = []
    for boards in islice(frontier(Grid.empty(shape.size, blocks=shape.blocks)), levels):
        searched.append(len(boards))
        if len(boards) > 1000:
            break
    computed = band_levels(shape.size, blocks=shape.blocks)
    assert all(a == b for a, b in zip(searched, computed, strict=False))


@pytest.mark.parametrize("size", [16, 25, 15])
def test_bands_that_are_too_many_are_refused(size):
    with pytest.raises(ValueError, match="too many"):
        band_levels(size)


def test_every_level_has_each_valid_filling_once():
    puzzle = Grid(engine.carve(engine.generate(1, size=9, seed=2), seed=2, clues=36)[0])
    levels = list(frontier(puzzle))
    assert len(levels) == 81 - 36 + 1
    for number, boards in enumerate(levels):
        assert all(board.is_valid for board in boards)
        assert {sum(not cell.locked and cell.value != 0 for cell in board) for board in boards} == {number}
        assert len({board.line() for board in boards}) == len(boards)
    assert levels[-1] == list(Search(puzzle).solutions())


@pytest.mark.parametrize("most", [1, 20, 10**6])
def test_the_sizes_of_the_levels_are_those_of_the_frontier_up_to_the_first_above_the_limit(most):
    for grid in (Grid.random(locked=4, seed=1, size=4), Grid.parse("1" + 15 * "."), Grid([1, 1, *14 * [0]])):
        sizes = [len(boards) for boards in frontier(grid)]
        end = next((level + 1 for level, size in enumerate(sizes) if size > most), len(sizes))
        assert list(frontier_sizes(grid, most)) == sizes[:end]


def test_a_level_above_the_limit_is_counted_and_not_held():
    tracemalloc.start()
    sizes = list(frontier_sizes(Grid.empty(9), 500))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sizes == [1, 9, 72, 504]
    assert peak < 2_000_000


def test_as_many_boards_are_in_all_levels_as_a_full_search_makes_assignments():
    for seed in range(20):
        grid = Grid.random(locked=6, seed=seed, size=4)
        search = Search(grid)
        solutions = list(search.solutions())
        levels = list(frontier(grid))
        assert sum(map(len, levels)) == search.metrics.assignments + 1
        assert (levels[-1] if len(levels) == 11 else []) == solutions


def test_what_breaks_a_rule_has_no_frontier():
    assert list(frontier(Grid.parse("11.............."))) == []


def test_the_solutions_of_an_empty_small_board_are_all_boards():
    found = np.array(list(listing.solutions(np.zeros(16, np.uint8))))
    assert np.array_equal(found[np.lexsort(found.T[::-1])], engine.all_boards(4))


@pytest.mark.parametrize(("size", "blocks", "count"), [(3, "none", 12), (4, "none", 576), (6, None, None)])
def test_they_are_those_of_the_search_at_other_shapes(size, blocks, count):
    grid = Grid.random(locked=0 if count else 12, seed=3, size=size, blocks=blocks)
    found = [Grid(solution, blocks=grid.blocks) for solution in listing.solutions(grid)]
    assert count in (None, len(found))
    assert sorted(each.line() for each in found) == sorted(each.line() for each in Search(grid).solutions())


def in_order(puzzles):
    return sorted(Grid(puzzle).line() for puzzle in puzzles)


def found_by_search(puzzle):
    return [grid.to_numpy().reshape(-1) for grid in Search(Grid(puzzle)).solutions()]


@pytest.mark.parametrize("kind", ["unique", "loose", "wrong", "clashing", "full"])
def test_they_are_those_of_the_search_with_a_stack(puzzles_by_kind, kind):
    for puzzle in puzzles_by_kind(4, 5, 30)[kind]:
        assert in_order(listing.solutions(puzzle)) == in_order(found_by_search(puzzle))


def test_at_size_9_too_they_are_those_of_the_search_with_a_stack():
    numbers = []
    for seed in range(4):
        puzzle = engine.carve(engine.generate(1, seed=seed)[0], seed=seed, clues=45)
        puzzle[np.flatnonzero(puzzle)[-12:]] = 0
        found = in_order(listing.solutions(puzzle))
        assert found == in_order(found_by_search(puzzle))
        numbers.append(len(found))
    assert max(numbers) > 1


@pytest.mark.parametrize("size", SQUARE_SIZES)
def test_a_million_solutions_do_not_keep_the_first_waiting(size):
    found = [Grid(solution) for solution in islice(listing.solutions(np.zeros(size**2, np.uint8)), 5)]
    assert all(grid.is_solved for grid in found)
    assert len({grid.line() for grid in found}) == 5


def test_several_puzzles_are_refused():
    with pytest.raises(ValueError, match=r"one puzzle has shape \(S\*S,\), not \(2, 81\)"):
        next(listing.solutions(np.zeros((2, 81), np.uint8)))
