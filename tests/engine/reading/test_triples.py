"""Boards as lines row column value: counted from 0 or 1, of a size that the lines may leave open."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapes import cells

from board_catalogue import engine
from board_catalogue.engine import Grid
from board_catalogue.engine.grid import permutation_grid
from board_catalogue.engine.reading.reader import read
from board_catalogue.engine.shape import Shape

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@st.composite
def grids(draw):
    shape, values = draw(cells())
    return Grid(values, blocks=shape.blocks)


@pytest.mark.slow
@given(grids())
def test_triples_are_read_back(grid):
    if any(cell.value for cell in grid):
        assert Grid.parse(grid.triples(), size=grid.size, blocks=grid.blocks) == grid


def test_three_lines_of_three_numbers_are_triples_unless_a_board_of_size_3_is_asked_for():
    text = "1 2 9\n2 3 1\n3 1 2\n"
    assert Grid.parse(text).size == 9
    assert sum(cell.value != 0 for cell in Grid.parse(text)) == 3


def test_triples_are_of_size_9_unless_another_is_told():
    assert Grid.parse("8 8 9\n0 0 1").size == 9
    assert Grid.parse("0 0 16\n", size=16).get(0, 0) == 16


def test_as_many_triples_as_have_81_characters_are_triples():
    triples = permutation_grid(1).triples().splitlines()[:27]
    assert sum(cell.value != 0 for cell in Grid.parse("\n".join(triples))) == 27


@pytest.mark.parametrize("count", [6, 24])  # 36 and 144 characters, as many as boards of 6x6 and 12x12 have
def test_triples_whose_numbers_all_have_two_digits_are_triples(count):
    grid = Grid.empty(25)
    for place in range(count):
        grid.set(10 + place % 6, 10 + place // 6, 10 + (place + place // 6) % 15)
    assert Grid.parse(grid.triples(), size=25) == grid


def test_only_a_number_too_large_asks_for_a_larger_board():
    for text, larger in (("0 0 -1", False), ("0 0 0", False), ("0 0 10", True), ("9 0 1", True), ("-1 0 1", False)):
        with pytest.raises(ValueError, match="is not in") as refused:
            Grid.parse(text)
        assert ("a larger board" in str(refused.value)) == larger


def from_one(grid):
    return "".join(f"{cell.row + 1} {cell.column + 1} {cell.value}\n" for cell in grid if cell.value)


def test_triples_are_counted_from_0_or_from_1_and_the_reading_says_which():
    for text, base in ((Grid.parse(PUZZLE).triples(), 0), (from_one(Grid.parse(PUZZLE)), 1)):
        found = read(text)
        assert Grid(found.cells).line() == PUZZLE
        assert (found.format, found.is_certain) == (f"triples counted from {base}", False)
    assert read(PUZZLE).is_certain


@pytest.mark.parametrize("size", [4, 16, 25])
def test_triples_of_other_sizes_are_counted_from_1_too(size):
    board = permutation_grid(1, size=size)
    assert Grid.parse(from_one(board), size=size) == board


def test_a_clash_is_named_whatever_the_size_is():
    assert not Grid.parse("0 0 5\n0 1 5").is_valid


@pytest.mark.parametrize("size", [4, 6, 8])
def test_triples_that_fit_a_smaller_board_need_their_size(size):
    board = permutation_grid(1, size=size)
    for text in (board.triples(), from_one(board)):
        with pytest.raises(ValueError, match=f"fit a board of {size}x{size} and one of 9x9: give the size"):
            Grid.parse(text)
        assert Grid.parse(text, size=size) == board
        assert Grid.parse(text, size=9).size == 9


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1 1 9\n9 9 10", "line 2: value 10 is not in 1..9"),
        ("1 1 9\n9 10 1", "line 2: column 10 is not in 1..9; give the size of a larger board"),
        ("9 9 1\n9 9 2", "line 2: r9c9 already has a value from line 1"),
    ],
)
def test_faults_of_triples_counted_from_1(text, fault):
    with pytest.raises(ValueError, match=fault):
        Grid.parse(text)


SHIFTED = "".join(f"{row + 1} {column + 1} {value}\n" for row, column, value in [(0, 0, 5), (0, 1, 3), (1, 1, 6)])


@pytest.mark.parametrize("heading", ["# row column value, counted from {}\n", "row, column, value from {}\n"])
def test_the_heading_of_triples_says_from_where_they_are_counted(heading):
    for base in (0, 1):
        found = read(heading.format(base) + SHIFTED, 9)
        assert found.format == f"triples counted from {base}"
        assert found.cells[9 * (1 - base) + 1 - base] == 5


def test_a_heading_with_the_size_leaves_nothing_open():
    found = read(f"# row column value, counted from 1, on boards of 6x6\n{SHIFTED}")
    assert (found.format, found.is_certain, found.shape) == ("triples counted from 1", True, Shape.of(6))


def test_the_base_of_triples_can_be_given_and_goes_before_the_heading():
    for base in (0, 1):
        other = f"# row column value, counted from {1 - base}\n{SHIFTED}"
        for text in (SHIFTED, other):
            assert Grid.parse(text, size=9, base=base).get(1 - base, 1 - base) == 5
    with pytest.raises(ValueError, match=r"line 1: row 0 is not in 1\.\.9"):
        Grid.parse("0 0 5\n", base=1)
    with pytest.raises(ValueError, match="base 2 is not 0 or 1"):
        Grid.parse(SHIFTED, base=2)


def test_triples_that_contradict_each_other_only_from_0_are_counted_from_1():
    text = "1 3 5\n2 4 5\n8 8 1\n"  # from 0 the fives share a block
    assert read(text, 9).format == "triples counted from 1"
    assert Grid.parse(text, size=9).line().startswith("..5")
    assert read("3 3 5\n4 4 6\n8 8 1\n", 9).format == "triples counted from 0"
    assert read("1 3 5\n1 4 5\n8 8 1\n", 9).format == "triples counted from 0"  # a contradiction from 1 too


@given(st.data())
def test_a_puzzle_counted_from_1_is_never_read_as_a_contradiction(data):
    board = permutation_grid(data.draw(st.integers(0, 99)))
    cells = data.draw(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=5, unique=True))
    text = "".join(f"{row + 1} {column + 1} {board.get(row, column)}\n" for row, column in cells)
    assert Grid.parse(text, size=9).is_valid


def test_triples_of_a_puzzle_and_its_solution_are_read_as_the_puzzle():
    puzzle = Grid.parse(PUZZLE)
    both = f"{puzzle.triples()}\n{Grid(engine.solve(puzzle)).triples()}"
    heading = "# row column value, counted from 0, on boards of 9x9\n"
    assert Grid.parse(heading + both) == Grid.parse(both) == puzzle
    with pytest.raises(ValueError, match="already has a value"):
        Grid.parse(f"{heading}{puzzle.triples()}\n{puzzle.triples()}")
