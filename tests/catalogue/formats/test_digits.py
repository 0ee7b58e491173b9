import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from catalogue.formats.digits import as_lines, from_lines

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
shapes = st.tuples(st.integers(1, 8), st.sampled_from([16, 81, 256, 625]))


@given(arrays.arrays(np.uint8, shapes, elements=st.integers(0, 25)))
def test_boards_come_back_from_their_lines(boards):
    lines = as_lines(boards)
    assert lines == ["".join(SYMBOLS[digit] for digit in board) for board in boards.tolist()]
    assert np.array_equal(from_lines(lines), boards)


@given(
    st.integers(1, 6).flatmap(lambda n: st.lists(st.text(SYMBOLS, min_size=81, max_size=81), min_size=n, max_size=n))
)
def test_lines_come_back_from_their_boards(lines):
    boards = from_lines(lines)
    assert boards.dtype == np.uint8
    assert boards.shape == (len(lines), 81)
    assert as_lines(boards) == lines


@pytest.mark.parametrize("width", [16, 81])
def test_no_boards_are_no_lines(width):
    assert as_lines(np.empty((0, width), np.uint8)) == []
