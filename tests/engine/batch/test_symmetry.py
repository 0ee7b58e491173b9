import numpy as np
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st
from scale import fewer
from shapes import SQUARE_SIZES

import engine

sizes = pytest.mark.parametrize("size", SQUARE_SIZES)


def all_images(boards):
    """Array (8, n, S*S) of the eight images of each board, by the oracle."""
    return np.array([reference.images(board) for board in boards.tolist()], np.uint8).swapaxes(0, 1)


@pytest.mark.parametrize(
    ("size", "count"), [(4, 3000), (9, 3000), (16, 100), (25, 20), pytest.param(9, 50_000, marks=pytest.mark.fuzz)]
)
def test_canonical_boards_and_keys_are_those_of_the_oracle(size, count):
    boards = engine.generate(count, size=size, seed=21)
    least = [reference.canonical(board) for board in boards.tolist()]
    assert engine.canonical(boards).tolist() == least
    assert [key.tobytes() for key in engine.pack(boards)] == [reference.pack(board) for board in boards.tolist()]
    assert [key.tobytes() for key in engine.keys(boards)] == [reference.pack(board) for board in least]


@sizes
def test_all_eight_images_have_the_same_key(size):
    boards = engine.generate(fewer(size, 1000), size=size, seed=22)
    keys = engine.keys(boards)
    for image in all_images(boards):
        assert np.array_equal(engine.keys(image), keys)


@sizes
def test_a_canonical_board_is_its_own_canonical_board(size):
    least = engine.canonical(engine.generate(fewer(size, 1000), size=size, seed=23))
    assert np.array_equal(engine.canonical(least), least)


def test_4x4_keys_are_equal_exactly_for_images_of_one_another():
    boards = engine.all_boards(4)
    keys = [key.tobytes() for key in engine.keys(boards)]
    classes = [frozenset(map(tuple, reference.images(board))) for board in boards.tolist()]
    assert len(set(keys)) == len(set(classes)) == len(set(zip(keys, classes, strict=True)))


def test_9x9_boards_that_are_no_images_of_one_another_have_different_keys():
    boards = engine.generate(2000, seed=24)
    classes = {frozenset(map(tuple, reference.images(board))) for board in boards.tolist()}
    assert len(np.unique(engine.keys(boards), axis=0)) == len(classes)


def test_boards_that_differ_in_one_swap_of_digits_have_different_keys():
    # Such boards share almost every cell, so a key that dropped a row would miss it.
    boards = engine.generate(500, seed=25)
    for a, b in [(1, 2), (8, 9)]:
        swapped = np.where(boards == a, b, np.where(boards == b, a, boards))
        same_class = (engine.canonical(swapped) == engine.canonical(boards)).all(axis=1)
        same_key = (engine.keys(swapped) == engine.keys(boards)).all(axis=1)
        assert np.array_equal(same_key, same_class)


@sizes
def test_packed_boards_sort_as_boards_do(size):
    boards = engine.all_boards(4) if size == 4 else engine.generate(fewer(size, 5000), size=size, seed=26)
    if size > 4:  # and some that differ late only
        boards = np.vstack([boards, np.where(boards > size - 2, 2 * size - 1 - boards, boards)])
    packed = [key.tobytes() for key in engine.pack(boards)]
    by_key = sorted(range(len(boards)), key=packed.__getitem__)
    by_board = sorted(range(len(boards)), key=boards.tolist().__getitem__)
    assert by_key == by_board


def test_every_4x4_board_survives_packing():
    boards = engine.all_boards(4)
    packed = engine.pack(boards)
    assert packed.shape == (288, 2)
    assert np.array_equal(engine.unpack(packed, size=4), boards)


@given(seed=st.integers(0, 2**63 - 1), size=st.sampled_from(SQUARE_SIZES), count=st.integers(0, 9))
def test_unpacking_undoes_packing(seed, size, count):
    boards = engine.generate(count, size=size, seed=seed)
    packed = engine.pack(boards)
    assert np.array_equal(engine.unpack(packed, size=size), boards)
    assert [reference.unpack(key.tobytes(), size) for key in packed] == boards.tolist()


@pytest.mark.parametrize(("size", "width"), [(4, 2), (9, 19), (16, 85), (25, 252)])
def test_a_single_board_has_no_batch_axis(size, width):
    boards = engine.generate(1, size=size, seed=27)
    assert engine.pack(boards[0]).shape == engine.keys(boards[0]).shape == (width,)
    assert engine.pack(boards).shape == engine.keys(boards).shape == (1, width)
    assert np.array_equal(engine.canonical(boards[0]), engine.canonical(boards)[0])
    assert np.array_equal(engine.unpack(engine.pack(boards[0]), size=size), boards[0])


@pytest.mark.parametrize("call", [engine.canonical, engine.keys])
def test_a_symmetry_that_there_is_not_is_refused(call):
    with pytest.raises(ValueError, match="symmetry 'd5' is not one of d4, d4\\+relabel, full"):
        call(engine.generate(1, seed=1), symmetry="d5")


@pytest.mark.parametrize(("size", "shape"), [(9, (2,)), (4, (3, 19)), (9, (1, 1, 19)), (9, ())])
def test_packed_boards_of_another_width_are_refused(size, shape):
    width = {4: 2, 9: 19}[size]
    with pytest.raises(ValueError, match=rf"of size {size} are uint8 \(n, {width}\)"):
        engine.unpack(np.zeros(shape, np.uint8), size=size)


@pytest.mark.parametrize("size", SQUARE_SIZES)
def test_bytes_that_pack_never_gives_are_refused(size):
    packed = engine.pack(engine.generate(1, size=size, seed=1))
    for byte in (255, 127):
        with pytest.raises(ValueError, match="these bytes are not packed boards"):
            engine.unpack(np.full_like(packed, byte), size=size)
    with pytest.raises(ValueError, match="uint8"):
        engine.unpack(packed.astype(np.int64), size=size)
