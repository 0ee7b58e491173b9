from itertools import islice

import numpy as np
import pytest

import engine
from engine import Grid, listing
from engine.search import Search


def test_the_solutions_of_an_empty_small_board_are_all_boards():
    found = np.array(list(listing.solutions(np.zeros(16, np.uint8))))
    assert np.array_equal(found, engine.all_boards(4))


def found_by_search(puzzle):
    return list(islice(Search(Grid(puzzle)).solutions(), 300))


@pytest.mark.parametrize("kind", ["unique", "loose", "wrong", "clashing", "full"])
def test_they_are_those_of_the_search_with_a_stack_and_in_its_order(puzzles_by_kind, kind):
    for puzzle in puzzles_by_kind(4, 5, 30)[kind]:
        assert [Grid(solution) for solution in listing.solutions(puzzle)] == found_by_search(puzzle)


def test_at_size_9_too_they_are_those_of_the_search_with_a_stack():
    numbers = []
    for seed in range(10):
        puzzle = engine.carve(engine.generate(1, seed=seed)[0], seed=seed, clues=45)
        puzzle[np.flatnonzero(puzzle)[-12:]] = 0
        found = [Grid(solution) for solution in islice(listing.solutions(puzzle), 300)]
        assert found == found_by_search(puzzle)
        numbers.append(len(found))
    assert max(numbers) > 1


def test_a_million_solutions_do_not_keep_the_first_waiting():
    for count, solution in enumerate(islice(listing.solutions(np.zeros(81, np.uint8)), 5)):
        assert Grid(solution).is_solved
        assert count or Grid(solution).line().startswith("123456789456789123")


def test_several_puzzles_are_refused():
    with pytest.raises(ValueError, match=r"one puzzle has shape \(S\*S,\), not \(2, 81\)"):
        next(listing.solutions(np.zeros((2, 81), np.uint8)))
