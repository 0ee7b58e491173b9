"""The symmetry that leads to a canonical form, as something to apply again."""

import numpy as np
import pytest
from symmetric_boards import most_canonical, pattern, random_image

import engine


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


@pytest.mark.parametrize("symmetry", engine.SYMMETRIES)
@pytest.mark.parametrize("size", [4, 6, 9, 16])
def test_applied_again_it_gives_the_form(symmetry, size):
    boards = engine.generate(20, size=size, seed=331)
    assert_leads_there(boards, symmetry)
    puzzles = engine.carve(boards, seed=332, clues=size * size // 2)
    transform = assert_leads_there(puzzles, symmetry)
    one = transform.rows[3], transform.columns[3], transform.digits[3]
    single = engine.Transform(transform.transposed[3], *one)
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
