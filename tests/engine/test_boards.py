import re

import numpy as np
import pytest
import reference
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scale import fewer
from shapes import SQUARE_SIZES

from board_catalogue import engine
from board_catalogue.engine.boards import as_lines, from_lines
from board_catalogue.engine.shape import DIGITS, USUAL_BLOCKS

CALLS = {
    "solve": engine.solve,
    "count_solutions": engine.count_solutions,
    "measure": engine.measure,
    "minimal": engine.minimal,
    "canonical": engine.canonical,
    "keys": engine.keys,
    "pack": engine.symmetry.pack,
    "carve": lambda boards: engine.carve(boards, seed=1),
}
NEEDS_FULL_BOARDS = ["canonical", "keys", "pack", "carve"]

every_call = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
some_call = st.sampled_from([*CALLS])
every_full_call = pytest.mark.parametrize("call", [CALLS[name] for name in NEEDS_FULL_BOARDS], ids=NEEDS_FULL_BOARDS)
some_size = st.sampled_from(SQUARE_SIZES)


@pytest.mark.slow_cases("carve")
@every_full_call
def test_a_grid_and_a_square_array_are_boards(call):
    for size in SQUARE_SIZES:
        boards = engine.generate(2, size=size, seed=3)
        expected = call(boards)
        grids = [engine.Grid(board) for board in boards]
        assert np.array_equal(call(grids), expected)
        assert np.array_equal(call(boards.reshape(2, size, size)).reshape(expected.shape), expected)
        assert np.array_equal(call(grids[0]), call(boards[0]))
        if size != 16:  # 16 rows of 16 cells are sixteen boards of size 4
            assert np.array_equal(call(boards[0].reshape(size, size)).reshape(-1), call(boards[0]).reshape(-1))


@pytest.mark.parametrize("call", [engine.solve, engine.canonical, CALLS["carve"]])
def test_boards_come_back_in_the_shape_they_had(call):
    for shape in ((81,), (9, 9), (1, 81), (1, 9, 9)):
        assert call(engine.generate(1, seed=3).reshape(shape)).shape == shape


def test_a_puzzle_is_rated_and_solved_step_by_step_in_any_shape():
    puzzle = engine.carve(engine.generate(1, seed=3), seed=3)[0]
    for same in (engine.Grid(puzzle), puzzle.reshape(9, 9)):
        assert engine.rate(same) == engine.rate(puzzle)
        assert engine.measure(same) == engine.measure(puzzle)
        assert engine.steps(same) == engine.steps(puzzle)
        assert engine.carving.pattern_of(same) == engine.carving.pattern_of(puzzle)
        masks = np.full(81, 0x1FF)
        found = engine.find_step("hidden-single", puzzle, masks)
        assert engine.find_step("hidden-single", same, masks.reshape(9, 9)) == found is not None


CELLS = [size**2 for size in USUAL_BLOCKS]


@given(call=some_call, shape=hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=100))
def test_another_shape_is_refused_by_name(call, shape):
    assume(len(shape) not in (1, 2) or shape[-1] not in CELLS)
    assume(len(shape) not in (2, 3) or shape[-2] != shape[-1] or shape[-1] ** 2 not in CELLS)
    assume(np.prod(shape) < 10**6)
    with pytest.raises(ValueError, match=re.escape(f"shape {shape}")):
        CALLS[call](np.zeros(shape, np.uint8))


@given(call=some_call)
def test_another_kind_of_number_is_refused_by_name(call):
    for dtype in ("float32", "float64", "bool", "complex64", "U1", "S1", "object", "datetime64[s]"):
        with pytest.raises(ValueError, match=re.escape(f"dtype {np.dtype(dtype)}")):
            CALLS[call](np.ones((2, 81), dtype))


@given(call=some_call, size=some_size, data=st.data())
def test_a_digit_out_of_range_is_refused_by_row_and_cell(call, size, data):
    dtype = np.dtype(data.draw(st.sampled_from(["u1", "i1", "i2", "u4", "i8", "u8"])))
    limits = np.iinfo(dtype)
    low = st.integers(int(limits.min), -1) if limits.min < 0 else st.nothing()
    digit = data.draw(low | st.integers(size + 1, int(limits.max)))
    row, cell = data.draw(st.integers(0, 4)), data.draw(st.integers(0, size**2 - 1))
    boards = engine.generate(5, size=size, seed=71).astype(dtype)
    boards[row, cell] = digit
    boards[row:, cell:] = digit  # of several faults the first is named
    with pytest.raises(
        ValueError,
        match=re.escape(f"board [{row}]: r{cell // size + 1}c{cell % size + 1} is {digit}, not in 0..{size}"),
    ):
        CALLS[call](boards)


@given(call=st.sampled_from(["keys", "pack", "carve"]), size=some_size, data=st.data())
def test_a_row_that_is_no_full_board_is_refused_by_number(call, size, data):
    boards = engine.generate(5, size=size, seed=72)
    row, cell = data.draw(st.integers(0, 4)), data.draw(st.integers(0, size**2 - 1))
    boards[row, cell] = data.draw(st.integers(0, size).filter(lambda digit: digit != boards[row, cell]))
    boards[row + 1 :] = 0
    with pytest.raises(ValueError, match=rf"board \[{row}\] is not a full board"):
        CALLS[call](boards)


@pytest.mark.parametrize("size", SQUARE_SIZES)
@pytest.mark.parametrize("broken", ["rows", "columns", "blocks"])
def test_boards_that_break_the_rules_in_one_kind_of_unit_only_are_refused(size, broken):
    board = engine.generate(1, size=size, seed=74).reshape(size, size)
    box = round(size**0.5)
    if broken == "rows":  # two cells trade places inside their column and block
        board[[0, 1], 0] = board[[1, 0], 0]
    elif broken == "columns":  # two cells trade places inside their row and block
        board[0, [0, 1]] = board[0, [1, 0]]
    else:  # two whole rows of different blocks trade places
        board[[0, box]] = board[[box, 0]]
    for name in NEEDS_FULL_BOARDS:
        with pytest.raises(ValueError, match=r"board \[0\] is not a full board"):
            CALLS[name](board.reshape(-1))


@given(size=some_size, data=st.data())
def test_a_board_passes_the_door_exactly_when_the_oracle_calls_it_full(size, data):
    board = engine.generate(1, size=size, seed=data.draw(st.integers(0, 99)))[0]
    # Swapping cells keeps the number of each digit; a swap of equal digits keeps the board full.
    a, b = (data.draw(st.integers(0, size**2 - 1)) for _ in range(2))
    board[[a, b]] = board[[b, a]]
    if reference.is_full_board(board.tolist()):
        assert engine.symmetry.pack(board).any()
    else:
        with pytest.raises(ValueError, match=r"board \[0\] is not a full board"):
            engine.symmetry.pack(board)


@pytest.mark.slow_cases("minimal", "carve")
@every_call
def test_layout_and_integer_type_do_not_matter(call):
    for size in SQUARE_SIZES:
        boards = engine.generate(count := fewer(size, 6), size=size, seed=73)
        expected = call(boards)
        wide = np.zeros((count, 2 * size**2), np.uint8)
        wide[:, ::2] = boards
        read_only = boards.copy()
        read_only.flags.writeable = False
        for same in (np.asfortranarray(boards), wide[:, ::2], boards.astype(np.int64), boards.tolist(), read_only):
            assert np.array_equal(call(same), expected), size


@every_call
def test_a_batch_may_be_empty(call):
    for size in SQUARE_SIZES:
        assert len(call(np.zeros((0, size**2), np.uint8))) == 0


# --- As lines of text -----------------------------------------------------------------------------------------------

batches = st.tuples(st.integers(1, 8), st.sampled_from([16, 81, 256, 625]))


@given(hnp.arrays(np.uint8, batches, elements=st.integers(0, 25)))
def test_boards_come_back_from_their_lines(boards):
    lines = as_lines(boards)
    assert lines == ["".join(DIGITS[digit] for digit in board) for board in boards.tolist()]
    assert np.array_equal(from_lines(lines), boards)


@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.text(DIGITS, min_size=81, max_size=81), min_size=n, max_size=n)))
def test_lines_come_back_from_their_boards(lines):
    boards = from_lines(lines)
    assert boards.dtype == np.uint8
    assert boards.shape == (len(lines), 81)
    assert as_lines(boards) == lines


def test_no_boards_are_no_lines():
    assert as_lines(np.empty((0, 81), np.uint8)) == []


def test_lines_that_are_no_boards_are_refused():
    for lines in (["1" * 80], ["1" * 81, "1" * 16], ["z" * 81], ["é" * 81], ["\u2026" * 16]):
        with pytest.raises(ValueError, match="not a board"):
            from_lines(lines)
