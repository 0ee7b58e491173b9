from itertools import islice

import numpy as np
import pytest
from shapes import SQUARE_SIZES

import engine
from engine import Grid
from engine.teaching import listing
from engine.teaching.search import Search


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
