"""Unavoidable sets against all boards of size 4, and against the solver; bands against all their images."""

from itertools import permutations, product

import numpy as np
import pytest

from board_catalogue import engine

BOARDS = engine.generate(3, seed=1)


def slow_sets(board, boards, largest):
    """The cells that change on the way to each other board, without sets that hold another set."""
    changes = {frozenset(np.flatnonzero(other != board).tolist()) for other in boards} - {frozenset()}
    return {one for one in changes if len(one) <= largest and not any(other < one for other in changes)}


@pytest.mark.parametrize("largest", [4, 7, 11])
def test_all_sets_of_small_boards_are_found(largest):
    boards = engine.all_boards(4)
    for board in boards[::40]:
        sets = engine.unavoidable_sets(board, largest=largest)
        found = [frozenset(np.flatnonzero(row).tolist()) for row in sets]
        assert len(found) == len(set(found)) and set(found) == slow_sets(board, boards, largest)


@pytest.mark.parametrize("board", BOARDS[:2])
def test_the_sets_of_a_board_are_minimal(board):
    sets = engine.unavoidable_sets(board)
    assert sets.shape[1] == 81 and sets.sum(axis=1).min() >= 4 and sets.sum(axis=1).max() <= 9
    assert (engine.count_solutions(np.where(sets, 0, board), limit=2) == 2).all()
    for row in sets:
        with_a_clue = np.repeat(row[None], row.sum(), axis=0)
        with_a_clue[np.arange(row.sum()), np.flatnonzero(row)] = False
        assert (engine.count_solutions(np.where(with_a_clue, 0, board), limit=2) == 1).all()


def test_every_set_of_two_digits_or_two_lines_holds_one():
    board = BOARDS[0]
    sets = engine.unavoidable_sets(board)
    for one, other in ((a, b) for a in range(1, 10) for b in range(a)):
        opened = (board == one) | (board == other)
        puzzle = np.where(opened, 0, board)
        small = [row for row in sets if not (row & ~opened).any()]
        covered = np.any(small, axis=0) if small else np.zeros(81, bool)
        rest = np.where(covered, board, puzzle)  # with clues in all small sets, what is left is large
        if engine.count_solutions(rest, limit=2) == 2:
            assert (~covered & opened).sum() >= 10


def test_sets_that_are_not_to_be_had():
    for wrong, said in (({"largest": 3}, "not in 4 .. 11"), ({"largest": 12}, "not in 4 .. 11")):
        with pytest.raises(ValueError, match=said):
            engine.unavoidable_sets(BOARDS[0], **wrong)
    with pytest.raises(ValueError, match="one board"):
        engine.unavoidable_sets(BOARDS)
    with pytest.raises(ValueError, match=r"full|empty|complete"):
        engine.unavoidable_sets(np.zeros(81, np.uint8))


# --- Bands ------------------------------------------------------------------------------------------------------------


def slow_least_band(board):
    """The least of all images of the three bands and the three stacks."""
    square = board.reshape(9, 9)
    bands = [each[start : start + 3] for each in (square, square.T) for start in (0, 3, 6)]
    return min(least_image(band) for band in bands)


ORDERS = [
    [3 * stack + column for stack, inside in zip(stacks, insides, strict=True) for column in inside]
    for stacks in permutations(range(3))
    for insides in product(permutations(range(3)), repeat=3)
]


def least_image(band):
    best = None
    for rows in permutations(range(3)):
        images = band[list(rows)][:, ORDERS].transpose(1, 0, 2)
        names = np.zeros((len(ORDERS), 10), np.int64)
        np.put_along_axis(names, images[:, 0], np.arange(1, 10), axis=1)
        named = np.take_along_axis(names, images.reshape(len(ORDERS), 27), axis=1)
        least = min(map(tuple, named.tolist()))
        best = least if best is None else min(best, least)
    return best


def test_bands_are_numbered_in_their_order():
    boards = engine.generate(40, seed=9)
    numbers, least = engine.band(boards).tolist(), [slow_least_band(board) for board in boards]
    assert len(set(numbers)) > 10
    for one, other in ((a, b) for a in range(40) for b in range(a)):
        assert (numbers[one] < numbers[other], numbers[one] == numbers[other]) == (
            least[one] < least[other],
            least[one] == least[other],
        )
    assert [tuple(row[:27].tolist()) for row in engine.canonical(boards, symmetry="full")] == least


def test_there_are_416_bands():
    from board_catalogue.engine.class_numbers import _ends_of_bands

    ends = _ends_of_bands()
    begins = np.concatenate([[0], ends[:-1]])
    least = np.flatnonzero(ends > begins)  # with the others every board has a lesser one
    firsts, lasts = engine.unrank(begins[least]), engine.unrank(ends[least] - 1)
    assert len(ends) == 416 and len(least) > 400 and ends[-1] == engine.CLASSES
    assert engine.band(firsts).tolist() == engine.band(lasts).tolist() == (least + 1).tolist()
    assert (firsts[:, :27] == lasts[:, :27]).all() and len({tuple(row) for row in firsts[:, :27].tolist()}) == len(
        least
    )
    assert engine.band(firsts[5]) == 6 and engine.band(firsts[5]).shape == ()
