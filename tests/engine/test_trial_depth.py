"""How deep trial and error has to look, and all minimal puzzles of a board, beside slow plain Python."""

from itertools import combinations

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine import Use, Variant
from board_catalogue.engine.minimal_puzzles import minimal_puzzles
from board_catalogue.engine.shape import Shape
from board_catalogue.engine.solving import trial_depth

EASTER_MONSTER = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"


def singles(left, shape):
    """Fill naked and hidden singles; whether there is a contradiction."""
    before = None
    while before != left:
        before = [set(each) for each in left]
        for unit in shape.units:
            for cell in unit:
                for other in unit:
                    if other != cell and len(left[cell]) == 1:
                        left[other] -= left[cell]
            for digit in range(1, shape.size + 1):
                places = [cell for cell in unit if digit in left[cell]]
                if not places:
                    return True
                if len(places) == 1:
                    left[places[0]] &= {digit}
        if not all(left):
            return True
    return False


def contradicts(left, shape, depth):
    """Remove what trials of a depth contradict; whether all does."""
    if singles(left, shape):
        return True
    changed = depth > 0
    while changed:
        changed = False
        for cell in range(shape.cells):
            for digit in sorted(left[cell]) if len(left[cell]) > 1 else ():
                trial = [set(each) for each in left]
                trial[cell] = {digit}
                if contradicts(trial, shape, depth - 1):
                    changed = True
                    left[cell].discard(digit)
                    if singles(left, shape):
                        return True
    return False


def plain_depth(puzzle, shape, most):
    for depth in range(most + 1):
        left = [{digit} if digit else set(range(1, shape.size + 1)) for digit in puzzle.tolist()]
        assert not contradicts(left, shape, depth)
        if all(len(each) == 1 for each in left):
            return depth
    return -1


@pytest.mark.parametrize(("size", "count"), [(4, 6), (6, 8), pytest.param(9, 12, marks=pytest.mark.slow)])
def test_the_depth_is_that_of_the_plain_search(size, count):
    puzzles = engine.carve(engine.generate(count, seed=5, size=size), seed=5)
    found = trial_depth(puzzles, most=1).tolist()
    assert found == [plain_depth(puzzle, Shape.of(size), 1) for puzzle in puzzles]


def test_a_hard_puzzle_needs_two_trials_inside_each_other():
    cells = engine.Grid(EASTER_MONSTER).to_numpy().reshape(-1)
    assert trial_depth(cells).shape == ()
    assert [int(trial_depth(cells, most=most)) for most in range(4)] == [-1, -1, 2, 2]


def test_what_has_no_depth_is_refused():
    with pytest.raises(ValueError, match="several solutions"):
        trial_depth(np.zeros(16, np.uint8))
    with pytest.raises(ValueError, match="most"):
        trial_depth(engine.generate(1, seed=1, size=4)[0], most=-1)


def plain_minimal(board, rules):
    """All minimal puzzles, from few clues to many: none holds another."""
    found = []
    for clues in range(17):
        some = [set(each) for each in combinations(range(16), clues)]
        some = [each for each in some if not any(other <= each for other in found)]
        if some:
            puzzles = np.array([[board[cell] if cell in each else 0 for cell in range(16)] for each in some], np.uint8)
            one = engine.count_solutions(puzzles, rules) == 1
            found += [each for each, is_sound in zip(some, one, strict=True) if is_sound]
    return sorted(sum(1 << cell for cell in each) for each in found)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [None, "diagonal", "anti-knight"])
def test_all_minimal_puzzles_of_small_boards(rules):
    variant = Variant.of(4, *([Use(rules)] if rules else []))
    for board in engine.generate(2, seed=3, size=4, rules=variant):
        assert minimal_puzzles(board, variant).tolist() == plain_minimal(board, variant)


def test_there_are_as_many_minimal_puzzles_of_4x4_as_are_published():
    """OEIS A109252 has 85,632 of them: 284 of each of the 96 boards of one class, 304 of the 192 of the other."""
    boards, counts = np.unique(
        engine.canonical(engine.generation.all_boards(4), symmetry="full"), axis=0, return_counts=True
    )
    assert sum(len(minimal_puzzles(board)) * count for board, count in zip(boards, counts, strict=True)) == 85_632


def test_minimal_puzzles_of_what_is_too_large_or_no_board_are_refused():
    with pytest.raises(ValueError, match="size 6 or less"):
        minimal_puzzles(engine.generate(1, seed=1)[0])
    board = engine.generate(1, seed=1, size=4)[0]
    with pytest.raises(ValueError, match="say more"):
        minimal_puzzles(board, Variant.of(4, Use("thermometer", (0, 1))))
    with pytest.raises(ValueError, match="breaks the rules"):
        minimal_puzzles(np.array([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1], np.uint8), "diagonal")
