import doctest
import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapes import ALL_SHAPES, plain_units, shapes

from board_catalogue import engine
from board_catalogue.engine.shape import LARGEST_SIZE, USUAL_BLOCKS, Shape


def test_examples_in_the_docstrings():
    assert doctest.testmod(engine.shape).failed == 0


def test_the_usual_blocks_are_those_of_publishers():
    usual = {4: "2x2", 6: "2x3", 8: "2x4", 9: "3x3", 10: "2x5", 12: "3x4", 15: "3x5", 16: "4x4", 20: "4x5", 25: "5x5"}
    assert {size: Shape.of(size).blocks for size in USUAL_BLOCKS} == usual
    assert Shape.of(1) == Shape(1, 1)
    assert Shape.of() == Shape.of(9) == Shape(3, 3)
    assert [shape for shape in ALL_SHAPES if shape.is_usual] == [
        Shape.of(size) for size in range(1, LARGEST_SIZE + 1) if size in usual or size == 1
    ]


def test_there_is_a_shape_for_each_factorization_and_one_latin_square():
    assert len(set(ALL_SHAPES)) == len(ALL_SHAPES)
    assert [shape.size for shape in ALL_SHAPES if not shape.has_blocks] == list(range(1, 26))
    assert [shape.blocks for shape in ALL_SHAPES if shape.size == 12] == ["none", "2x6", "3x4", "4x3", "6x2"]


@given(shapes())
def test_the_text_of_the_blocks_gives_the_shape_back(shape):
    assert Shape.of(shape.size, shape.blocks) == shape
    if shape.has_blocks:
        assert Shape.of(blocks=shape.blocks) is Shape.of(shape.size, shape.blocks)
    assert pickle.loads(pickle.dumps(shape)) == shape


def test_a_latin_square_is_one_shape_however_it_is_written():
    assert Shape(7, 1) == Shape(1, 7) == Shape.of(7, "none") == Shape.of(7, "7x1") == Shape.of(blocks="1x7")
    assert hash(Shape(7, 1)) == hash(Shape(1, 7))
    assert Shape.of(blocks="none") == Shape(1, 9)


@given(shapes())
def test_units_divide_the_board_each_in_one_way(shape):
    size = shape.size
    kinds = [shape.units[start : start + size] for start in range(0, len(shape.units), size)]
    assert len(kinds) == (3 if shape.has_blocks else 2)
    for kind in kinds:
        assert sorted(cell for unit in kind for cell in unit) == list(range(shape.cells))
        assert all(len(unit) == size and list(unit) == sorted(unit) for unit in kind)


@given(shapes(), st.data())
def test_units_and_peers_are_those_of_the_rules(shape, data):
    cell = data.draw(st.integers(0, shape.cells - 1))
    units = plain_units(shape, cell)
    assert [list(shape.units[unit]) for unit in shape.units_of[cell]] == units
    assert shape.peers[cell] == tuple(sorted({other for unit in units for other in unit} - {cell}))


@given(shapes())
def test_bands_and_stacks_are_the_rows_and_columns_of_blocks(shape):
    assert [row for band in shape.bands for row in band] == list(range(shape.size))
    assert [column for stack in shape.stacks for column in stack] == list(range(shape.size))
    assert {len(band) for band in shape.bands} == {shape.rows}
    assert {len(stack) for stack in shape.stacks} == {shape.columns}


@given(shapes())
def test_transposing_twice_gives_the_shape_back(shape):
    assert shape.transposed.transposed == shape
    assert (shape.transposed == shape) == (shape.rows == shape.columns or not shape.has_blocks)
    turned = [column * shape.size + row for row in range(shape.size) for column in range(shape.size)]
    assert Counter(frozenset(turned[cell] for cell in unit) for unit in shape.units) == Counter(
        map(frozenset, shape.transposed.units)
    )


@pytest.mark.parametrize(
    ("shape", "name"),
    [
        (Shape(3, 3), "9x9"),
        (Shape(2, 3), "6x6"),
        (Shape(3, 2), "6x6 with blocks of 3x2"),
        (Shape(1, 7), "7x7 without blocks"),
    ],
)
def test_a_shape_has_a_name_for_people(shape, name):
    assert str(shape) == name


@pytest.mark.parametrize(
    ("size", "blocks", "message"),
    [
        (7, None, "^size 7 has no usual blocks: pass the argument blocks, none for a Latin square$"),
        (18, None, "^size 18 has no usual blocks: pass the argument blocks, 2x9, 3x6, 6x3, 9x2 or none$"),
        (0, None, r"^size 0 is not in 1\.\.25$"),
        (26, "none", r"^size 26 is not in 1\.\.25$"),
        (None, "6x5", r"^size 30 is not in 1\.\.25$"),
        (9, "2x3", "^blocks of 2x3 make a board of size 6, not 9$"),
        (6, "two", "^blocks 'two' are not rows x columns of a block, such as 2x3, or none$"),
        (6, "0x6", "^blocks '0x6' are not"),
    ],
)
def test_an_unknown_shape_says_which_exist(size, blocks, message):
    with pytest.raises(ValueError, match=message):
        Shape.of(size, blocks)


def test_blocks_without_cells_are_refused():
    with pytest.raises(ValueError, match="a block of 0x3 cells has no cells"):
        Shape(0, 3)
    with pytest.raises(TypeError):
        Shape.of(9.0)


def test_a_unit_has_a_name_for_people():
    names = [Shape.of(6).unit(unit).name for unit in (0, 5, 6, 11, 12, 17)]
    assert names == ["row 1", "row 6", "column 1", "column 6", "block 1", "block 6"]
