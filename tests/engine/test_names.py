"""Numbers of clues that no puzzle has."""

from itertools import combinations

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine.names import beyond_record, check_clues, least_clues
from board_catalogue.engine.shape import Shape


@pytest.mark.parametrize(
    ("shape", "least"),
    [
        (Shape.of(4), 4),
        (Shape.of(6), 8),
        (Shape(3, 2), 8),
        (Shape.of(8), 14),
        (Shape(4, 2), 14),
        (Shape.of(9), 17),
        (Shape.of(5, "none"), 6),
        (Shape.of(8, "none"), 16),
        (Shape.of(16), 15),
    ],
    ids=str,
)
def test_fewer_clues_than_any_puzzle_has_are_refused_with_the_reason(shape, least):
    check_clues(least, shape)
    with pytest.raises(ValueError, match=rf"^no {shape} puzzle with one solution has fewer than {least} clues: \w+"):
        check_clues(least - 1, shape)


def test_a_record_is_no_proof():
    check_clues(54, Shape.of(16))
    assert beyond_record(54, Shape.of(16)) == "no 16x16 puzzle with fewer than 55 clues is known"
    assert beyond_record(55, Shape.of(16)) is beyond_record(5, Shape.of(9)) is None


def has_one_solution_with(shape, boards, clues):
    """Whether any choice of so many clues of any of the boards is a puzzle."""
    cells = np.array(list(combinations(range(shape.cells), clues)))
    for board in boards:
        for start in range(0, len(cells), 100_000):
            some = cells[start : start + 100_000]
            seen = np.zeros((len(some), shape.size + 1), np.bool_)
            np.put_along_axis(seen, board[some].astype(np.int64), True, axis=1)
            some = some[seen.sum(axis=1) >= shape.size - 1]  # two digits that are missing can be exchanged
            puzzles = np.zeros((len(some), shape.cells), np.uint8)
            np.put_along_axis(puzzles, some, board[some], axis=1)
            if (engine.count_solutions(puzzles, limit=2, blocks=shape.blocks) == 1).any():
                return True
    return False


def classes(shape, count):
    boards = engine.generate(1000 * count, size=shape.size, blocks=shape.blocks, seed=1)
    found = np.unique(engine.canonical(boards, symmetry="full", blocks=shape.blocks), axis=0)
    assert len(found) == count
    return found


@pytest.mark.daily("4x4-2")
@pytest.mark.parametrize(("shape", "count"), [(Shape.of(4), 2), (Shape.of(5, "none"), 2)], ids=str)
def test_every_puzzle_with_fewer_clues_has_been_tried(shape, count):
    least, _ = least_clues(shape)
    assert not has_one_solution_with(shape, classes(shape, count), least - 1)
    assert has_one_solution_with(shape, classes(shape, count), least)


@pytest.mark.slow  # 100 processor seconds
def test_every_6x6_puzzle_with_7_clues_has_been_tried():
    assert not has_one_solution_with(Shape.of(6), classes(Shape.of(6), 49), 7)
