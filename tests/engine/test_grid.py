import doctest
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapes import LIKELY_SHAPES, cells, plain_units, shapes

from board_catalogue import engine
from board_catalogue.engine import Grid
from board_catalogue.engine.grid import permutation_grid
from board_catalogue.engine.shape import Conflict, Shape

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@st.composite
def grids(draw, largest=25):
    """Grids of any shape after some changes, with some cells locked that were not and the other way round."""
    shape, values = draw(cells(shapes(largest)))
    grid = Grid(values, blocks=shape.blocks)
    place = st.integers(0, grid.size - 1)
    for row, column, value in draw(st.lists(st.tuples(place, place, st.integers(0, grid.size)), max_size=30)):
        grid.unlock(row, column)
        if value:
            grid.set(row, column, value)
        else:
            grid.clear(row, column)
    for row, column in draw(st.lists(st.tuples(place, place), max_size=5)):
        grid.lock(row, column)
    return grid


# --- Making one ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@given(cells())
def test_a_grid_gives_back_the_array_it_was_made_of(made):
    shape, digits = made
    flat, blocks = np.array(digits, np.uint8), shape.blocks
    square = flat.reshape(shape.size, -1)
    grid = Grid(flat, blocks=blocks)
    assert np.array_equal(grid.to_numpy(), square)
    assert Grid(square, blocks=blocks) == grid == Grid.of(square.tolist(), blocks=blocks)
    assert (grid.to_numpy().dtype, grid.board_shape, grid.blocks) == (np.uint8, shape, blocks)


def test_a_change_of_the_array_given_out_or_taken_in_does_not_change_the_grid():
    array = np.zeros(81, np.uint8)
    grid = Grid(array)
    array[0] = 5
    grid.to_numpy()[0, 0] = 5
    assert grid == Grid.empty()


@pytest.mark.parametrize(
    "wrong", [5, [], np.zeros((2, 81), np.uint8), np.zeros(81), np.full(81, -1), np.full(16, 5), np.zeros(35, int)]
)
def test_what_is_no_board_makes_no_grid(wrong):
    with pytest.raises(ValueError):
        Grid(wrong)


def test_a_list_of_rows_that_is_no_square_is_refused_with_the_row():
    with pytest.raises(ValueError, match="row 3 has 3 cells, but there are 4 rows"):
        Grid.of([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4], [4, 3, 2, 1]])


@pytest.mark.parametrize(
    "make",
    [
        Grid.empty,
        lambda size: permutation_grid(1, size=size),
        lambda size: Grid.random(locked=0, seed=1, size=size),
        lambda size: Grid.parse(".", size=size),
    ],
)
def test_another_size_is_refused(make):
    for size in (0, 2, 7, 36, -9):
        with pytest.raises(ValueError, match=rf"size {size} (is not in 1\.\.25|has no usual blocks)"):
            make(size)


def test_blocks_alone_give_the_size():
    assert Grid.empty(blocks="3x2").board_shape == permutation_grid(blocks="3x2").board_shape == Shape(3, 2)
    assert Grid.empty(blocks="none").size == Grid.random(locked=3, blocks="none").size == 9


# --- Its cells ----------------------------------------------------------------------------------------------------


def test_a_cell_is_set_got_and_cleared():
    for shape in LIKELY_SHAPES:
        size, blocks = shape.size, shape.blocks
        grid, last = Grid.empty(size, blocks=blocks), size - 1
        grid.set(last, 0, size)
        assert [tuple(cell) for cell in grid if cell.value] == [(last, 0, size, False)]
        assert grid.get(last, 0) == size
        grid.clear(last, 0)
        assert grid == Grid.empty(size, blocks=blocks)


def test_the_clues_are_locked_until_they_are_unlocked():
    grid = Grid.parse(PUZZLE)
    assert grid.locked_count == 30 == 81 - PUZZLE.count(".")
    for change in (lambda: grid.set(0, 0, 4), lambda: grid.clear(0, 0)):
        with pytest.raises(ValueError, match="r1c1 is locked"):
            change()
    assert grid.line() == PUZZLE
    grid.unlock(0, 0)
    grid.set(0, 0, 4)
    assert (grid.get(0, 0), grid.is_locked(0, 0), grid.locked_count) == (4, False, 29)
    grid.lock(0, 0)
    with pytest.raises(ValueError, match="locked"):
        grid.clear(0, 0)


@pytest.mark.parametrize(("row", "column"), [(9, 0), (0, 9), (-1, 0), (0, -1)])
def test_a_cell_that_is_not_there_is_refused(row, column):
    grid = Grid.empty()
    for ask in (grid.get, grid.clear, grid.lock, grid.unlock, grid.is_locked, grid.candidates):
        with pytest.raises(IndexError, match=r"(row|column) -?\d is not in 0\.\.8"):
            ask(row, column)
    for ask in (grid.set, grid.fits, grid.conflicts):
        with pytest.raises(IndexError):
            ask(row, column, 1)


@pytest.mark.parametrize("value", [0, 10, -1])
def test_a_value_that_is_none_is_refused(value):
    grid = Grid.empty()
    for ask in (grid.set, grid.conflicts):
        with pytest.raises(ValueError, match=r"is not in 1\.\.9"):
            ask(0, 0, value)
    assert grid.fits(0, 0, value) is False


def test_a_value_that_is_no_whole_number_changes_nothing():
    grid = Grid.empty()
    grid.set(0, 0, 5)
    with pytest.raises(TypeError):
        grid.set(0, 0, 1.5)
    assert (grid.get(0, 0), grid.fits(0, 8, 5), grid.fits(0, 8, 1)) == (5, False, True)
    grid.set(0, 0, np.uint8(1))
    assert (grid.get(0, 0), grid.fits(0, 8, 5), grid.fits(0, 8, 1)) == (1, True, False)


@pytest.mark.slow
@given(grids())
def test_a_copy_has_its_own_cells_and_locks(grid):
    copy = grid.copy()
    assert list(copy) == list(grid)
    row, column, value, locked = next(iter(copy))
    copy.unlock(0, 0)
    copy.set(0, 0, value % copy.size + 1)
    assert (grid.get(row, column), grid.is_locked(row, column)) == (value, locked)


@pytest.mark.slow
@given(grids())
def test_the_first_empty_cell_is_the_first_of_those_without_a_value(grid):
    assert grid.first_empty() == next(((row, column) for row, column, value, _ in grid if not value), None)


# --- The rules ----------------------------------------------------------------------------------------------------


def units_with(grid, row, column, value):
    """Row, column and block, each with whether another cell of it has the value."""
    line, own = grid.to_numpy().reshape(-1), row * grid.size + column
    return [any(line[cell] == value for cell in unit if cell != own) for unit in plain_units(grid.board_shape, own)]


@pytest.mark.slow
@given(grids(), st.data())
def test_conflicts_are_those_of_a_plain_look_at_every_cell(grid, data):
    place = st.integers(0, grid.size - 1)
    row, column, value = data.draw(place), data.draw(place), data.draw(st.integers(1, grid.size))
    found = units_with(grid, row, column, value)
    expected = [unit for unit, has in zip(Conflict, found, strict=False) if has]
    assert list(grid.conflicts(row, column, value)) == expected
    assert grid.fits(row, column, value) == (not expected)
    assert (value in grid.candidates(row, column)) == (not expected)


@given(grids(largest=9))
def test_validity_is_that_of_a_plain_look_at_every_cell(grid):
    invalid = sum(value != 0 and any(units_with(grid, row, column, value)) for row, column, value, _ in grid)
    assert grid.invalid_count == invalid
    assert grid.is_valid == (invalid == 0)


@pytest.mark.parametrize("shape", LIKELY_SHAPES, ids=str)
def test_a_full_board_is_solved_and_no_longer_when_a_cell_changes(shape):
    size = shape.size
    grid = permutation_grid(7, size=size, blocks=shape.blocks)
    assert grid.is_solved
    cells = grid.to_numpy().reshape(-1)
    units = [unit for cell in range(0, shape.cells, size + 1) for unit in plain_units(shape, cell)]
    assert all(set(cells[unit]) == set(range(1, size + 1)) for unit in units)
    grid.unlock(0, 0)
    value = grid.get(0, 0)
    grid.clear(0, 0)
    assert (grid.is_valid, grid.is_solved) == (True, False)
    if size > 1:
        grid.set(0, 0, value % size + 1)
        assert (grid.is_valid, grid.is_solved) == (False, False)
        assert grid.invalid_count in (2, 3, 4)


# --- Random ones --------------------------------------------------------------------------------------------------


@pytest.mark.daily("4x4", "9x9", "14x14 with blocks of 2x7")
@pytest.mark.parametrize("shape", LIKELY_SHAPES, ids=str)
def test_random_cells_are_locked_valid_and_those_of_the_seed(shape):
    for seed in range(6):
        locked = shape.cells * (seed % 3) // 4
        kind = {"locked": locked, "size": shape.size, "blocks": shape.blocks}
        grid = Grid.random(seed=seed, **kind)
        assert (grid.board_shape, grid.locked_count, grid.is_valid) == (shape, locked, True)
        assert sum(cell.value != 0 for cell in grid) == locked
        assert list(grid) == list(Grid.random(seed=seed, **kind))


def test_without_a_seed_each_random_grid_is_another():
    assert len({Grid.random(locked=20).line() for _ in range(5)}) == 5
    assert {Grid.random(locked=20).locked_count for _ in range(5)} == {20}
    assert permutation_grid() != permutation_grid()


@pytest.mark.slow
def test_random_cells_and_values_are_spread_evenly():
    grids = [Grid.random(locked=20, seed=seed) for seed in range(1000)]
    cells = Counter(cell[:2] for grid in grids for cell in grid if cell.value)
    values = Counter(cell.value for grid in grids for cell in grid if cell.value)
    assert len(cells) == 81 and all(190 < count < 310 for count in cells.values())  # 247 ± 4.5 deviations of 13.6
    assert len(values) == 9 and all(2000 < count < 2450 for count in values.values())


def test_there_are_random_grids_without_a_solution():
    lines = [Grid.random(locked=20, seed=seed).to_numpy().reshape(-1) for seed in range(100)]
    counts = engine.count_solutions(np.array(lines), limit=1)
    assert 0 < counts.sum() < 100


def test_more_random_cells_than_fit_are_refused():
    with pytest.raises(ValueError, match="no grid of size 9 with 81 random clues in 100 tries"):
        Grid.random(locked=81, seed=1)
    with pytest.raises(ValueError, match=r"locked 17 is not in 0 \.\. 16"):
        Grid.random(locked=17, seed=1, size=4)


# --- Images -------------------------------------------------------------------------------------------------------


@given(grids(largest=16))
def test_the_images_are_those_of_numpy_with_their_locks(grid):
    shape = grid.board_shape
    same_blocks = shape.rows == shape.columns or not shape.has_blocks
    kept = [turned % 2 == 0 or same_blocks for turned in range(4)] + [
        turned % 2 == 1 or same_blocks for turned in range(4)
    ]
    images = grid.symmetries()
    for original, found in (
        (grid.to_numpy(), [image.to_numpy() for image in images]),
        (locks_of(grid), [locks_of(image) for image in images]),
    ):
        turned = [np.rot90(original, -turns) for turns in range(4)]
        every = turned + [image.T for image in turned]
        expected = [image for image, is_kept in zip(every, kept, strict=True) if is_kept]
        assert len(found) == len(expected) == (8 if same_blocks else 4)
        assert all(map(np.array_equal, found, expected))
    assert {image.board_shape for image in images} == {shape}


def locks_of(grid):
    return np.array([cell.locked for cell in grid]).reshape(grid.size, -1)


@given(grids(largest=16))
def test_a_turned_board_breaks_the_rules_where_the_board_does(grid):
    for image in (grid.rotate(), grid.transpose()):
        assert image.board_shape == grid.board_shape.transposed
        assert image.invalid_count == grid.invalid_count
    assert grid.rotate().rotate().rotate().rotate() == grid.transpose().transpose() == grid


def test_digits_are_renamed_at_random_by_the_seed_and_without_one():
    board = permutation_grid(1)
    renamed = [board.shuffle_digits(seed=seed) for seed in range(20)]
    assert all(
        engine.keys(each, symmetry="full").tolist() == engine.keys(board, symmetry="full").tolist() for each in renamed
    )
    assert len({each.line() for each in renamed}) == 20
    assert board.shuffle_digits(seed=3) == renamed[3]
    assert board.shuffle_digits() != board.shuffle_digits()
    assert all(cell.locked for cell in renamed[0])


@pytest.mark.slow
@given(grids(), st.randoms(use_true_random=False))
def test_digits_are_renamed_and_nothing_else_changes(grid, random):
    digits = random.sample(range(1, grid.size + 1), grid.size)
    renamed = grid.permute_digits(digits)
    for before, after in zip(grid, renamed, strict=True):
        assert after == before._replace(value=digits[before.value - 1] if before.value else 0)
    assert renamed.invalid_count == grid.invalid_count


@pytest.mark.parametrize("digits", [[1, 2, 3], [1, 2, 3, 3], [0, 1, 2, 3], [1, 2, 3, 4, 5]])
def test_what_renames_two_digits_alike_is_refused(digits):
    with pytest.raises(ValueError, match=r"each of 1\.\.4 once"):
        Grid.empty(4).permute_digits(digits)
    with pytest.raises(TypeError):
        Grid.empty(4).permute_digits([1.0, 2.0, 3.0, 4.0])


@pytest.mark.parametrize("shape", LIKELY_SHAPES, ids=str)
def test_a_permutation_grid_is_one_block_shifted(shape):
    height, width = shape.rows, shape.columns
    grids = [permutation_grid(seed, size=shape.size, blocks=shape.blocks).to_numpy() for seed in range(20)]
    for grid in grids:
        block = grid[:height, :width]
        for band in shape.bands:
            for stack in shape.stacks:
                shifted = np.roll(block, (-(stack.start // width), -(band.start // height)), axis=(0, 1))
                assert np.array_equal(grid[band.start : band.stop, stack.start : stack.stop], shifted)
    assert shape.size < 4 or len({grid.tobytes() for grid in grids}) > 10


@given(shapes(), st.integers(0, 10**6))
def test_a_permutation_grid_of_odd_size_has_no_rectangle(shape, seed):
    has = permutation_grid(seed, size=shape.size, blocks=shape.blocks).has_rectangle()
    assert has == (shape.size % 2 == 0)


@given(grids(largest=9))
def test_rectangles_are_those_of_a_plain_look_at_every_four_cells(grid):
    rows = grid.to_numpy().tolist()
    plain = any(
        rows[a][c] == rows[b][d] != 0 and rows[a][d] == rows[b][c] != 0 and rows[a][c] != rows[a][d]
        for a, b in combinations(range(grid.size), 2)
        for c, d in combinations(range(grid.size), 2)
    )
    assert grid.has_rectangle() == plain


# --- Written out --------------------------------------------------------------------------------------------------


@given(grids())
def test_the_representation_evaluates_to_the_grid(grid):
    assert eval(repr(grid)) == grid


@given(cells(shapes(4)), cells(shapes(4)))
def test_grids_are_equal_exactly_when_their_cells_and_blocks_are(a, b):
    (a_shape, a_cells), (b_shape, b_cells) = a, b
    assert (Grid(a_cells, blocks=a_shape.blocks) == Grid(b_cells, blocks=b_shape.blocks)) == (a == b)
    assert Grid.empty(6) != Grid.empty(6, blocks="3x2")


def test_a_grid_is_equal_to_no_line_and_has_no_hash():
    grid = Grid.empty(4)
    assert grid != grid.line()
    with pytest.raises(TypeError, match="unhashable"):
        hash(grid)


@pytest.mark.parametrize("module", [engine, engine.grid], ids=lambda module: module.__name__)
def test_the_examples_of_the_documentation_hold(module):
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
