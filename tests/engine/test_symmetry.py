"""Which boards and puzzles are the same, and the symmetry that leads to a canonical form."""

import numpy as np
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st
from scale import fewer
from shapes import SQUARE_SIZES
from symmetric_boards import most_canonical, pattern, random_image

from board_catalogue import engine

sizes = pytest.mark.parametrize("size", SQUARE_SIZES)


def all_images(boards):
    """Array (8, n, S*S) of the eight images of each board, by the oracle."""
    return np.array([reference.images(board) for board in boards.tolist()], np.uint8).swapaxes(0, 1)


@pytest.mark.slow_cases("9-500")
@pytest.mark.parametrize(
    ("size", "count"), [(4, 500), (9, 500), (16, 20), (25, 5), pytest.param(9, 50_000, marks=pytest.mark.fuzz)]
)
def test_canonical_boards_and_keys_are_those_of_the_oracle(size, count):
    boards = engine.generate(count, size=size, seed=21)
    least = [reference.canonical(board) for board in boards.tolist()]
    assert engine.canonical(boards).tolist() == least
    assert [key.tobytes() for key in engine.symmetry.pack(boards)] == [
        reference.pack(board) for board in boards.tolist()
    ]
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


@pytest.mark.slow
def test_4x4_keys_are_equal_exactly_for_images_of_one_another():
    boards = engine.generation.all_boards(4)
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


@pytest.mark.slow_cases("4")
@sizes
def test_packed_boards_sort_as_boards_do(size):
    boards = engine.generation.all_boards(4) if size == 4 else engine.generate(fewer(size, 5000), size=size, seed=26)
    if size > 4:  # and some that differ late only
        boards = np.vstack([boards, np.where(boards > size - 2, 2 * size - 1 - boards, boards)])
    packed = [key.tobytes() for key in engine.symmetry.pack(boards)]
    by_key = sorted(range(len(boards)), key=packed.__getitem__)
    by_board = sorted(range(len(boards)), key=boards.tolist().__getitem__)
    assert by_key == by_board


@pytest.mark.slow
def test_every_4x4_board_survives_packing():
    boards = engine.generation.all_boards(4)
    packed = engine.symmetry.pack(boards)
    assert packed.shape == (288, 2)
    assert np.array_equal(engine.symmetry.unpack(packed, size=4), boards)


@given(seed=st.integers(0, 2**63 - 1), size=st.sampled_from(SQUARE_SIZES), count=st.integers(0, 9))
def test_unpacking_undoes_packing(seed, size, count):
    boards = engine.generate(count, size=size, seed=seed)
    packed = engine.symmetry.pack(boards)
    assert np.array_equal(engine.symmetry.unpack(packed, size=size), boards)
    assert [reference.unpack(key.tobytes(), size) for key in packed] == boards.tolist()


@pytest.mark.parametrize(("size", "width"), [(4, 2), (9, 19), (16, 85), (25, 252)])
def test_a_single_board_has_no_batch_axis(size, width):
    boards = engine.generate(1, size=size, seed=27)
    assert engine.symmetry.pack(boards[0]).shape == engine.keys(boards[0]).shape == (width,)
    assert engine.symmetry.pack(boards).shape == engine.keys(boards).shape == (1, width)
    assert np.array_equal(engine.canonical(boards[0]), engine.canonical(boards)[0])
    assert np.array_equal(engine.symmetry.unpack(engine.symmetry.pack(boards[0]), size=size), boards[0])


@pytest.mark.parametrize("call", [engine.canonical, engine.keys])
def test_a_symmetry_that_there_is_not_is_refused(call):
    with pytest.raises(ValueError, match="symmetry 'd5' is not one of d4, d4\\+relabel, full"):
        call(engine.generate(1, seed=1), symmetry="d5")


@pytest.mark.parametrize(("size", "shape"), [(9, (2,)), (4, (3, 19)), (9, (1, 1, 19)), (9, ())])
def test_packed_boards_of_another_width_are_refused(size, shape):
    width = {4: 2, 9: 19}[size]
    with pytest.raises(ValueError, match=rf"of size {size} are uint8 \(n, {width}\)"):
        engine.symmetry.unpack(np.zeros(shape, np.uint8), size=size)


@pytest.mark.parametrize("size", SQUARE_SIZES)
def test_bytes_that_pack_never_gives_are_refused(size):
    packed = engine.symmetry.pack(engine.generate(1, size=size, seed=1))
    for byte in (255, 127):
        with pytest.raises(ValueError, match="these bytes are not packed boards"):
            engine.symmetry.unpack(np.full_like(packed, byte), size=size)
    with pytest.raises(ValueError, match="uint8"):
        engine.symmetry.unpack(packed.astype(np.int64), size=size)


def carved(boards, seed):
    return engine.carve(boards, seed=seed)


@pytest.mark.slow_cases("full", "d4+relabel")
@pytest.mark.parametrize("symmetry", engine.SYMMETRIES)
def test_4x4_forms_are_those_of_the_oracle(symmetry):
    puzzles = carved(engine.generation.all_boards(4)[::4], seed=231)
    least = [reference.canonical_puzzle(puzzle, symmetry) for puzzle in puzzles.tolist()]
    assert engine.canonical(puzzles, symmetry=symmetry).tolist() == least


@pytest.mark.parametrize("symmetry", ["d4", "d4+relabel"])
@pytest.mark.parametrize(("size", "count"), [(9, 300), (16, 10)])
def test_forms_under_turns_and_mirrors_are_those_of_the_oracle(symmetry, size, count):
    boards = engine.generate(count, size=size, seed=232)
    boards[0] = pattern(size)
    puzzles = engine.carve(boards, seed=233, clues=None if size == 9 else 200)
    least = [
        reference.canonical_puzzle(puzzle, symmetry, board)
        for puzzle, board in zip(puzzles.tolist(), boards.tolist(), strict=True)
    ]
    assert engine.canonical(puzzles, symmetry=symmetry).tolist() == least


@pytest.mark.slow
def test_images_of_a_puzzle_have_the_same_full_form():
    random = np.random.default_rng(234)
    boards = engine.generate(300, seed=235)
    boards[:100], boards[100:200] = pattern(9), most_canonical()
    puzzles = np.concatenate([carved(boards[i : i + 1], seed=i) for i in range(300)])
    forms = engine.canonical(puzzles, symmetry="full")
    assert np.array_equal(engine.solve(forms), engine.canonical(boards, symmetry="full"))
    assert np.array_equal((forms != 0).sum(axis=1), (puzzles != 0).sum(axis=1))
    for _ in range(5):
        images = np.array([random_image(puzzle, random) for puzzle in puzzles])
        assert np.array_equal(engine.canonical(images, symmetry="full"), forms)
        assert np.array_equal(engine.puzzle_keys(images, symmetry="full"), engine.puzzle_keys(puzzles, symmetry="full"))
    assert len(np.unique(forms, axis=0)) == len({form.tobytes() for form in forms}) > 290


def test_puzzles_of_one_board_that_an_automorphism_maps_to_each_other_are_the_same():
    # Its bands, each moved to the next one with the digits renamed, are the board again.
    board = most_canonical()
    puzzle = engine.carve(board, seed=236)
    moved = np.roll(puzzle.reshape(9, 9), 3, axis=0).ravel()
    names = np.zeros(10, np.uint8)
    names[np.roll(board.reshape(9, 9), 3, axis=0)[0]] = board[:9]
    twin = names[moved]
    assert np.array_equal(engine.solve(twin), board)
    assert not np.array_equal(twin, puzzle)
    assert np.array_equal(engine.canonical(twin, symmetry="full"), engine.canonical(puzzle, symmetry="full"))
    other = engine.carve(board, seed=237)
    assert not np.array_equal(engine.puzzle_keys(other, symmetry="full"), engine.puzzle_keys(puzzle, symmetry="full"))


def test_a_key_is_that_of_the_solution_and_a_bit_for_each_clue():
    puzzle = engine.carve(engine.generate(1, seed=238)[0], seed=239)
    key = engine.puzzle_keys(puzzle, symmetry="full")
    form = engine.canonical(puzzle, symmetry="full")
    assert np.array_equal(key[:19], engine.keys(engine.solve(puzzle), symmetry="full"))
    assert np.array_equal(np.unpackbits(key[19:])[:81], form != 0)


def test_a_puzzle_without_exactly_one_solution_is_refused():
    board = engine.generate(1, seed=240)[0]
    several = board.copy()
    several[board < 3] = 0
    with pytest.raises(ValueError, match=r"board \[1\] has several solutions, not one"):
        engine.canonical(np.array([board, several]))
    none = several.copy()
    none[np.flatnonzero(none == 0)[0]] = 9
    with pytest.raises(ValueError, match=r"board \[0\] has no solution, not one"):
        engine.canonical(none)


def assert_leads_there(puzzles, symmetry, **shape):
    forms, transform = engine.canonical(puzzles, symmetry=symmetry, return_transform=True, **shape)
    assert np.array_equal(forms, engine.canonical(puzzles, symmetry=symmetry, **shape))
    assert np.array_equal(transform.apply(puzzles), forms)
    return transform


def spelled_out(transform, puzzle):
    """The image of one puzzle, cell by cell as the docstring says."""
    size = len(transform.rows)
    board = puzzle.reshape(size, size)
    board = board.T if transform.transposed else board
    return [transform.digits[board[row, column]] for row in transform.rows for column in transform.columns]


@pytest.mark.slow_cases("16-full")
@pytest.mark.parametrize("symmetry", engine.SYMMETRIES)
@pytest.mark.parametrize("size", [4, 6, 9, 16])
def test_applied_again_it_gives_the_form(symmetry, size):
    boards = engine.generate(20, size=size, seed=331)
    assert_leads_there(boards, symmetry)
    puzzles = engine.carve(boards, seed=332, clues=size * size // 2)
    transform = assert_leads_there(puzzles, symmetry)
    one = transform.rows[3], transform.columns[3], transform.digits[3]
    single = engine.symmetry.Transform(transform.transposed[3], *one)
    assert single.apply(puzzles[3]).tolist() == spelled_out(single, puzzles[3])
    for order, sizes in ((transform.rows, size), (transform.columns, size), (transform.digits[:, 1:] - 1, size)):
        assert (np.sort(order, axis=1) == np.arange(sizes)).all()
    if symmetry == "d4":
        assert (transform.digits == np.arange(size + 1)).all()


def test_images_lead_to_one_form_also_of_automorphic_boards():
    random = np.random.default_rng(333)
    boards = np.array([pattern(9), most_canonical(), engine.generate(1, seed=334)[0]])
    puzzles = engine.carve(boards, seed=335)
    forms = engine.canonical(puzzles, symmetry="full")
    for _ in range(30):
        images = np.array([random_image(puzzle, random) for puzzle in puzzles])
        transform = assert_leads_there(images, "full")
        assert np.array_equal(transform.apply(images), forms)


def test_it_maps_the_solution_as_it_maps_the_puzzle():
    boards = engine.generate(50, seed=336)
    puzzles = engine.carve(boards, seed=337)
    _, transform = engine.canonical(puzzles, symmetry="full", return_transform=True)
    assert np.array_equal(transform.apply(boards), engine.canonical(boards, symmetry="full"))


def test_blocks_that_are_not_square_stay():
    puzzles = engine.carve(engine.generate(10, blocks="3x2", seed=338), blocks="3x2", seed=339)
    transform = assert_leads_there(puzzles, "full", blocks="3x2")
    assert not transform.transposed.any()


@pytest.mark.parametrize("symmetry", engine.SYMMETRIES)
@pytest.mark.parametrize(("size", "blocks"), [(1, "none"), (3, "none"), (7, "none"), (14, "2x7"), (18, "3x6")])
def test_shapes_without_usual_blocks_have_transforms_too(symmetry, size, blocks):
    boards = engine.generate(3, size=size, blocks=blocks, seed=342)
    transform = assert_leads_there(boards, symmetry, blocks=blocks)
    puzzles = boards.copy()
    puzzles[:, 0] = 0
    assert_leads_there(puzzles, symmetry, blocks=blocks)
    assert transform.apply(puzzles[:, None].reshape(3, size, size)).shape == (3, size, size)


def test_a_single_board_and_square_boards():
    board = engine.generate(1, seed=340)[0]
    form, transform = engine.canonical(board.reshape(9, 9), symmetry="full", return_transform=True)
    assert form.shape == (9, 9)
    assert (transform.transposed.shape, transform.rows.shape, transform.digits.shape) == ((), (9,), (10,))
    assert np.array_equal(transform.apply(board.reshape(9, 9)), form)
    assert np.array_equal(transform.apply(board), form.ravel())


def test_another_number_of_boards_is_refused():
    boards = engine.generate(3, seed=341)
    _, transform = engine.canonical(boards, return_transform=True)
    with pytest.raises(ValueError, match="as these symmetries"):
        transform.apply(boards[:2])
