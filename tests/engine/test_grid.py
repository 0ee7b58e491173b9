import doctest

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
import engine.grid
from engine import Grid


@st.composite
def cells(draw):
    size = draw(st.sampled_from(engine.SIZES))
    return draw(st.lists(st.integers(0, size), min_size=size**2, max_size=size**2))


@given(cells())
def test_parsing_undoes_writing_a_line(digits):
    grid = Grid(digits)
    assert len(grid.line()) == len(digits)
    assert Grid.parse(grid.line()) == grid


@given(cells())
def test_parsing_reads_the_digits_and_passes_over_white_space(digits):
    line = "".join(engine.grid.DIGITS[digit] for digit in digits)
    assert Grid.parse("\n ".join(line)).to_numpy().reshape(-1).tolist() == digits
    assert Grid.parse(line.replace(".", "0")) == Grid.parse(line)


@given(cells())
def test_a_grid_gives_back_the_array_it_was_made_of(digits):
    flat = np.array(digits, np.uint8)
    square = flat.reshape(Grid(flat).size, -1)
    assert np.array_equal(Grid(flat).to_numpy(), square)
    assert Grid(square) == Grid(flat)
    assert Grid(flat).to_numpy().dtype == np.uint8


@given(cells())
def test_the_representation_evaluates_to_the_grid(digits):
    assert eval(repr(Grid(digits))) == Grid(digits)


@given(cells())
def test_the_drawing_shows_the_digits_in_order(digits):
    shown = [symbol for symbol in str(Grid(digits)) if symbol in engine.grid.DIGITS]
    assert "".join(shown) == Grid(digits).line()


@given(cells(), cells())
def test_grids_are_equal_exactly_when_their_cells_are(a, b):
    assert (Grid(a) == Grid(b)) == (a == b)


def test_a_grid_is_not_equal_to_its_line():
    grid = Grid.parse("." * 16)
    assert grid != grid.line()


def test_a_change_of_the_array_given_out_does_not_change_the_grid():
    grid = Grid.parse("." * 81)
    grid.to_numpy()[0, 0] = 5
    assert grid.line() == "." * 81


def test_a_change_of_the_array_taken_in_does_not_change_the_grid():
    array = np.zeros(81, np.uint8)
    grid = Grid(array)
    array[0] = 5
    assert grid.line() == "." * 81


def test_grids_are_not_hashable():
    with pytest.raises(TypeError, match="unhashable"):
        hash(Grid.parse("." * 16))


@pytest.mark.parametrize("module", [engine, engine.grid], ids=lambda module: module.__name__)
def test_the_examples_of_the_documentation_hold(module):
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_a_9x9_grid_is_drawn_with_its_blocks():
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert str(Grid.parse(line)) == (
        "╔═══════╦═══════╦═══════╗\n"
        "║ 5 3 . ║ . 7 . ║ . . . ║\n"
        "║ 6 . . ║ 1 9 5 ║ . . . ║\n"
        "║ . 9 8 ║ . . . ║ . 6 . ║\n"
        "╠═══════╬═══════╬═══════╣\n"
        "║ 8 . . ║ . 6 . ║ . . 3 ║\n"
        "║ 4 . . ║ 8 . 3 ║ . . 1 ║\n"
        "║ 7 . . ║ . 2 . ║ . . 6 ║\n"
        "╠═══════╬═══════╬═══════╣\n"
        "║ . 6 . ║ . . . ║ 2 8 . ║\n"
        "║ . . . ║ 4 1 9 ║ . . 5 ║\n"
        "║ . . . ║ . 8 . ║ . 7 9 ║\n"
        "╚═══════╩═══════╩═══════╝"
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1" * 15 + "x", "'x' is no digit"),
        ("." * 80 + "é", "'é' is no digit"),
        ("." * 80, r"shape \(80,\)"),
        ("", r"shape \(0,\)"),
        ("." * 15 + "5", r"cell 15 holds 5, not 0\.\.4"),
        ("A" + "." * 80, r"cell 0 holds 10, not 0\.\.9"),
    ],
)
def test_text_that_is_no_board_is_refused_with_the_reason(text, fault):
    with pytest.raises(ValueError, match=fault):
        Grid.parse(text)


@pytest.mark.parametrize("wrong", [5, [], np.zeros((2, 81), np.uint8), np.zeros(81), np.full(81, -1)])
def test_what_is_no_board_makes_no_grid(wrong):
    with pytest.raises(ValueError):
        Grid(wrong)
