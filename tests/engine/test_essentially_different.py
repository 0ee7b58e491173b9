"""Boards compared with their digits renamed, and under every symmetry of Sudoku."""

from math import factorial, isqrt

import numpy as np
import pytest
import reference
from shapes import SQUARE_SIZES
from symmetric_boards import most_canonical, pattern, random_image

from board_catalogue import engine

sizes = pytest.mark.parametrize("size", SQUARE_SIZES)
larger_symmetries = pytest.mark.parametrize("symmetry", ["d4+relabel", "full"])


def with_a_chain_exchanged(board, random):
    """Another board: two digits change places all along the cells where one asks for the other."""
    size = isqrt(len(board))
    one, other = random.choice(size, 2, replace=False) + 1
    left = set(np.flatnonzero((board == one) | (board == other)).tolist())
    reached = [random.choice(sorted(left)).item()]
    for cell in reached:
        new = left & reference.peers(size)[cell]
        left -= new
        reached += [cell for cell in new if cell not in reached]
    changed = board.copy()
    changed[reached] = one + other - board[reached]
    return changed


def boards_of_every_kind(size, count, random):
    """From those with many symmetries to those with none."""
    board = pattern(size)
    boards = [board]
    while len(boards) < count:
        board = with_a_chain_exchanged(board, random)
        boards.append(board)
    return np.array(boards)


# --- Against the oracles --------------------------------------------------------------------------------------


@pytest.mark.slow_cases("25")
@sizes
def test_d4_with_digits_renamed_is_that_of_the_oracle(size):
    boards = boards_of_every_kind(size, 300, np.random.default_rng(31))
    least = [reference.canonical_relabelled(board) for board in boards.tolist()]
    assert engine.canonical(boards, symmetry="d4+relabel").tolist() == least


@pytest.mark.slow
def test_every_4x4_board_is_as_brute_force_says():
    boards = engine.generation.all_boards(4)
    grids = boards.tolist()
    assert engine.canonical(boards, symmetry="full").tolist() == [reference.canonical_full(grid) for grid in grids]
    assert engine.symmetry.automorphisms(boards).tolist() == [reference.automorphisms(grid) for grid in grids]
    assert [reference.least_by_sorting(grid) for grid in grids] == [
        (reference.canonical_full(grid), reference.automorphisms(grid)) for grid in grids
    ]


@pytest.mark.slow
def test_288_boards_of_size_4_are_of_2_classes():
    boards = engine.generation.all_boards(4)
    forms, sizes_of_classes = np.unique(engine.canonical(boards, symmetry="full"), axis=0, return_counts=True)
    assert sizes_of_classes.sum() == 288
    assert sorted(sizes_of_classes) == [96, 192]
    # As many boards as symmetries, over those that change nothing (orbit and stabiliser).
    symmetries = 2 * (2 * 2 * 2) ** 2 * factorial(4)
    assert np.array_equal(symmetries // engine.symmetry.automorphisms(forms), sizes_of_classes)


@pytest.mark.slow
def test_9x9_boards_are_as_the_sorting_oracle_says():
    random = np.random.default_rng(32)
    boards = np.array([most_canonical(), *boards_of_every_kind(9, 6, random), *engine.generate(4, seed=32)])
    expected = [reference.least_by_sorting(board) for board in boards.tolist()]
    assert engine.canonical(boards, symmetry="full").tolist() == [least for least, _ in expected]
    assert engine.symmetry.automorphisms(boards).tolist() == [ties for _, ties in expected]


@pytest.mark.slow
def test_9x9_boards_are_the_least_of_all_their_images():
    boards = np.array([most_canonical(), pattern(9), *engine.generate(3, seed=33)])
    orders = np.array(reference.orders_of_lines(9, 3))
    for board, canonical in zip(boards, engine.canonical(boards, symmetry="full"), strict=True):
        least = None
        itself = 0
        for square in (board.reshape(9, 9), board.reshape(9, 9).T):
            for rows in orders:
                images = renamed_rows_first(square[rows][:, orders].swapaxes(0, 1).reshape(-1, 81))
                itself += (images == reference.renamed(board.tolist())).all(axis=1).sum()
                best = images[np.lexsort(images.T[::-1])[0]].tolist()
                least = best if least is None else min(least, best)
        assert canonical.tolist() == least
        assert engine.symmetry.automorphisms(board) == itself


def renamed_rows_first(images):
    names = np.empty((len(images), 10), np.uint8)
    np.put_along_axis(names, images[:, :9].astype(int), np.arange(1, 10, dtype=np.uint8)[None], axis=1)
    return np.take_along_axis(names, images.astype(int), axis=1)


def test_the_most_symmetric_9x9_board_has_648_automorphisms():
    assert engine.symmetry.automorphisms(most_canonical()) == 648
    assert engine.canonical(most_canonical(), symmetry="full").tolist() == most_canonical().tolist()


# --- By their own laws ----------------------------------------------------------------------------------------


@pytest.mark.daily("4", "9")
@sizes
def test_no_symmetry_changes_the_form_or_the_automorphisms(size):
    random = np.random.default_rng(34)
    boards = boards_of_every_kind(size, {4: 100, 9: 300, 16: 8, 25: 3}[size], random)
    forms, counts = engine.canonical(boards, symmetry="full"), engine.symmetry.automorphisms(boards)
    for _ in range(2):
        moved = np.array([random_image(board, random) for board in boards])
        assert np.array_equal(engine.canonical(moved, symmetry="full"), forms)
        assert np.array_equal(engine.keys(moved, symmetry="full"), engine.symmetry.pack(forms))
        assert np.array_equal(engine.symmetry.automorphisms(moved), counts)


@pytest.mark.slow
def test_no_symmetry_changes_the_key_of_a_random_board():
    random = np.random.default_rng(35)
    boards = engine.generate(2000, seed=35)
    keys = engine.keys(boards, symmetry="full")
    assert len(np.unique(keys, axis=0)) == len(boards)
    for _ in range(2):
        moved = np.array([random_image(board, random) for board in boards])
        assert np.array_equal(engine.keys(moved, symmetry="full"), keys)


@pytest.mark.slow_cases("full-25")
@sizes
@larger_symmetries
def test_a_canonical_board_is_a_board_in_order_and_its_own_canonical_board(size, symmetry):
    boards = boards_of_every_kind(size, {4: 100, 9: 500}.get(size, 3), np.random.default_rng(36))
    forms = engine.canonical(boards, symmetry=symmetry)
    assert all(map(reference.is_full_board, forms.tolist()))
    assert (forms[:, :size] == np.arange(1, size + 1)).all()
    assert np.array_equal(engine.canonical(forms, symmetry=symmetry), forms)


@pytest.mark.slow_cases("25")
@sizes
def test_what_is_the_same_for_one_symmetry_is_the_same_for_every_larger_one(size):
    boards = boards_of_every_kind(size, {4: 288, 9: 500}.get(size, 3), np.random.default_rng(37))
    for smaller, larger in [("d4", "d4+relabel"), ("d4+relabel", "full")]:
        forms = engine.canonical(boards, symmetry=smaller)
        least = engine.canonical(boards, symmetry=larger)
        assert np.array_equal(engine.canonical(forms, symmetry=larger), least)
        assert all(a <= b for a, b in zip(least.tolist(), forms.tolist(), strict=True))
        assert not np.array_equal(least, forms)


def test_turning_and_renaming_keeps_the_key_where_exchanging_rows_does_not():
    boards = engine.generate(300, seed=38)
    keys = engine.keys(boards, symmetry="d4+relabel")
    turned = np.rot90(10 - boards.reshape(-1, 9, 9), axes=(1, 2)).reshape(-1, 81)
    assert np.array_equal(engine.keys(turned, symmetry="d4+relabel"), keys)
    exchanged = boards.reshape(-1, 9, 9)[:, [1, 0, *range(2, 9)]].reshape(-1, 81)
    assert (engine.keys(exchanged, symmetry="d4+relabel") != keys).any(axis=1).all()
    assert np.array_equal(engine.keys(exchanged, symmetry="full"), engine.keys(boards, symmetry="full"))


# --- Shapes and errors ----------------------------------------------------------------------------------------


@larger_symmetries
@pytest.mark.parametrize("size", [4, 9])
def test_a_single_board_has_no_batch_axis(size, symmetry):
    boards = engine.generate(3, size=size, seed=39)
    forms = engine.canonical(boards, symmetry=symmetry)
    assert np.array_equal(engine.canonical(boards[1], symmetry=symmetry), forms[1])
    count = engine.symmetry.automorphisms(boards[1])
    assert (count.shape, count.dtype) == ((), np.int64)
    assert count == engine.symmetry.automorphisms(boards)[1]
    assert engine.symmetry.automorphisms(boards[:0]).shape == (0,)


def test_automorphisms_are_counted_of_full_boards_alone():
    board = engine.generate(1, seed=40)
    board[0, 7] = 0
    with pytest.raises(ValueError, match=r"board \[0\] is not a full board"):
        engine.symmetry.automorphisms(board)
