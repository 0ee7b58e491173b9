"""Boards in the forms that people and programs write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapes import LIKELY_SHAPES, cells

from board_catalogue import engine
from board_catalogue.engine import Grid
from board_catalogue.engine.grid import permutation_grid
from board_catalogue.engine.reading.reader import read
from board_catalogue.engine.shape import SIZE_OF_CELLS, Shape

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@st.composite
def grids(draw, of=None):
    shape, values = draw(cells(of))
    return Grid(values, blocks=shape.blocks)


@st.composite
def usual_grids(draw):
    return draw(grids(st.sampled_from([shape for shape in LIKELY_SHAPES if shape.is_usual])))


def ascii_frame(grid):
    return str(grid).translate(str.maketrans("║═╔╦╗╠╬╣╚╩╝", "|-+++++++++"))


def a_line_a_row(grid):
    return "\n".join(grid.line()[i : i + grid.size] for i in range(0, grid.size**2, grid.size))


def in_groups(grid):
    """Rows in groups of one block's columns: 530 070 000."""
    stacks = grid.board_shape.stacks
    rows = a_line_a_row(grid).split()
    return "\n".join(" ".join(row[stack.start : stack.stop] for stack in stacks) for row in rows)


WRITERS = {
    "line": Grid.line,
    "line with zeros": lambda grid: grid.line().replace(".", "0"),
    "one line per row": a_line_a_row,
    "groups": in_groups,
    "rows of numbers": lambda grid: "".join(" ".join(map(str, row)) + "\n" for row in grid.to_numpy()),
    "drawing": str,
    "drawing in ASCII": ascii_frame,
}


@pytest.mark.daily("line with zeros")
@pytest.mark.parametrize("form", WRITERS)
@given(grid=grids())
def test_every_format_is_read_back(form, grid):
    text = WRITERS[form](grid)
    assert Grid.parse(text, size=grid.size, blocks=grid.blocks) == grid
    assert Grid.parse(f"\r\n{text}\n\n".replace("\n", "\r\n"), blocks=grid.blocks) == grid
    if grid.board_shape.is_usual:
        assert Grid.parse(text) == grid


@pytest.mark.slow
@given(grid=grids())
def test_a_drawing_shows_its_blocks(grid):
    for text in (str(grid), ascii_frame(grid)):
        if grid.board_shape.has_blocks:
            assert Grid.parse(text) == grid
            other = grid.board_shape.transposed.blocks
            if other != grid.blocks:
                with pytest.raises(ValueError, match=f"a drawing with blocks of {grid.blocks}, not {other}"):
                    Grid.parse(text, blocks=other)
        elif not grid.board_shape.is_usual:  # a frame around all is no sign of a Latin square
            assert Grid.parse(text, blocks="none") == grid


def test_blocks_are_the_usual_ones_unless_they_are_named():
    line = "." * 35 + "6"
    assert Grid.parse(line).board_shape == Grid.parse(line, size=6).board_shape == Shape(2, 3)
    assert Grid.parse(line, blocks="3x2").board_shape == Shape(3, 2)
    assert (
        Grid.parse(line, blocks="none").board_shape
        == Grid.parse(line, size=6, blocks="none").board_shape
        == Shape(1, 6)
    )
    with pytest.raises(
        ValueError, match="size 7 has no usual blocks: pass the argument blocks, none for a Latin square"
    ):
        Grid.parse("." * 49)
    assert Grid.parse("." * 49, blocks="none").board_shape == Shape(1, 7)
    with pytest.raises(ValueError, match="a board of size 6, not 9"):
        Grid.parse(line, blocks="3x3")


@pytest.mark.parametrize("text", ["1 2 3\n2 3 1\n3 1 2\n", "1 2 3\n. 3 .\n. . .\n", "123\n23.\n.1.", "1..23...."])
def test_the_courses_latin_square_is_read_as_people_write_it(text):
    for kind in ({"size": 3, "blocks": "none"}, {"blocks": "none"}):
        assert Grid.parse(text, **kind).to_numpy()[0, 0] == 1
        assert Grid.parse(text, **kind).board_shape == Shape(1, 3)
    assert Grid.parse("0 0 1\n0 1 2\n1 0 2\n1 1 3", size=3, blocks="none").line() == "12.23...."


FAULTS = [
    ("", "empty: no board in it"),
    (" \n\n", "empty"),
    ("1" * 15 + "z", "line 1: 'z' is not a digit of a board"),
    ("." * 80 + "é", r"'\\xe9' is not a digit"),
    ("\x00\x01\x02", r"'\\x00' is not a digit"),
    ("." * 80, "80 cells are not a board, which has 1, 16, 36, 64, 81, 100, 144, 225, 256, 400, 625"),
    (f"{PUZZLE}\n{PUZZLE}\n", "162 cells are not a board"),
    ("." * 15 + "5", r"r4c4: value 5 is not in 1\.\.4"),
    ("A" + "." * 80, r"r1c1: value 10 is not in 1\.\.9"),
    ("1 2 3 4\n" * 3 + "1 2 3 77\n", r"r4c4: value 77 is not in 1\.\.4"),
    ("1 2 3 4\n" * 3 + "1 2 3 -1\n", r"r4c4: value -1 is not in 1\.\.4"),
    ("0 0 1\n0 1\n", "line 2: '0 1' is not a triple: row column value"),
    ("0 0 1\n\n0 1 2 3\n", "line 3: '0 1 2 3' is not a triple"),
    ("0 0 1\n0 x 2\n", "line 2: '0 x 2' is not a triple"),
    ("0 0 1.5", r"'0 0 1\.5' is not a triple"),
    ("0 0 1\n0 0 " + "9" * 5000, r"line 2: '0 0 9+\.\.\.' is not a triple"),
    ("0 0 ²", r"'0 0 \\xb2' is not a triple"),
    ("0 0 0", r"line 1: value 0 is not in 1\.\.9$"),
    ("0 0 10", r"line 1: value 10 is not in 1\.\.9; give the size of a larger board"),
    ("0 0 -1", r"value -1 is not in 1\.\.9"),
    ("9 0 1", r"line 1: row 9 is not in 0\.\.8"),
    ("0 -1 1", r"line 1: column -1 is not in 0\.\.8"),
    ("0 0 1\n1 1 1\n0 0 1\n", "line 3: r1c1 already has a value from line 1"),
    ("0 0 1\n0 0 2\n", "line 2: r1c1 already has a value"),
]


def test_text_that_is_no_board_is_refused_with_the_reason():
    for text, fault in FAULTS:
        with pytest.raises(ValueError, match=fault) as refused:
            read(text)
        assert len(str(refused.value)) < 120


def test_a_board_of_another_size_than_asked_for_is_refused():
    with pytest.raises(ValueError, match="a board of size 9, not 4"):
        read(PUZZLE, 4)
    with pytest.raises(ValueError, match="80 cells are not a board, which has 81"):
        read(PUZZLE[1:], 9)


@given(st.text())
def test_any_text_is_a_board_or_a_fault_told_in_one_line(text):
    try:
        cells = read(text).cells
    except ValueError as error:
        assert len(f"{error}".splitlines()) == 1
    else:
        assert len(cells) in SIZE_OF_CELLS


# --- Blanks, comments, headings -----------------------------------------------------------------------------------

ROWS = [PUZZLE[start : start + 9] for start in range(0, 81, 9)]


def blank(symbol):
    return " " if symbol == "." else symbol


DRAWN_WITH_BLANKS = {
    "bars around cells": "".join(f"| {' | '.join(map(blank, row))} |\n" for row in ROWS),
    "a Markdown table": "".join(
        f"| {' | '.join(map(blank, row))} |\n" + ("|---" * 9 + "|\n" if not number else "")
        for number, row in enumerate(ROWS)
    ),
    "rules between rows": "+---" * 9
    + "+\n"
    + "".join(f"| {' | '.join(map(blank, row))} |\n" + "+---" * 9 + "+\n" for row in ROWS),
    "bars around blocks": str(Grid.parse(PUZZLE)).replace(".", " "),
    "bars around blocks, ASCII": ascii_frame(Grid.parse(PUZZLE)).replace(".", " "),
    "bars between blocks": "\n".join(
        " | ".join(" ".join(map(blank, row[i : i + 3])) for i in (0, 3, 6)).rstrip() for row in ROWS
    ),
    "no bars": "\n".join(" ".join(map(blank, row)).rstrip() for row in ROWS),
    "no spaces": "\n".join("".join(map(blank, row)).rstrip() for row in ROWS),
}


def test_a_drawing_with_blanks_for_empty_cells_is_read():
    assert {form: Grid.parse(text).line() for form, text in DRAWN_WITH_BLANKS.items()} == dict.fromkeys(
        DRAWN_WITH_BLANKS, PUZZLE
    )


def test_a_drawing_with_three_clues_in_each_row_is_not_taken_for_triples():
    rows = [
        "1...5...9",
        ".2..6.7..",
        "3...7..8.",
        "9...1...5",
        ".7..2.6..",
        "8...3..7.",
        "5...9...1",
        ".6..4.2..",
        "7...8..3.",
    ]
    lines = [" | ".join(map(blank, row)) for row in rows]
    assert Grid.parse("".join(f"| {line} |\n" for line in lines)).line() == "".join(rows)
    columns = "\n".join(" ".join(map(blank, row)).rstrip() for row in rows)  # with no bars they may be triples too
    with pytest.raises(ValueError, match="can be read as triples counted from 1 and as a drawing"):
        Grid.parse(columns)


def test_an_empty_row_of_a_drawing_with_blanks_is_a_row():
    grid = Grid.parse(PUZZLE[:36] + "." * 9 + PUZZLE[45:])
    for text in (str(grid), ascii_frame(grid)):
        assert Grid.parse(text.replace(".", " ")) == grid


@given(grid=usual_grids())
def test_every_drawing_with_blanks_is_read_or_refused_never_misread(grid):
    try:
        found = Grid.parse(str(grid).replace(".", " "))
    except ValueError:
        assert grid.size == 1 or not any(cell.value for cell in grid) or "." in grid.line()
    else:
        assert found == grid


def test_a_drawing_whose_clues_alone_make_a_smaller_board_is_refused_with_both_readings():
    rows = ["1   2   3", "4", "", "", "  1   3", "", "  2", "", "3 4 1 2 3 4 1 2 3"]
    cells = [[blank(symbol) for symbol in row.ljust(17)[::2]] for row in rows]
    assert sum(value != " " for row in cells for value in row) == 16
    with pytest.raises(ValueError, match="can be read as one character per cell and as a drawing"):
        Grid.parse("".join(f"| {' | '.join(row)} |\n" for row in cells))


def test_people_write_empty_cells_in_many_ways():
    for text in (PUZZLE, "\n".join(ROWS), "\n".join(" ".join(row) for row in ROWS), str(Grid.parse(PUZZLE))):
        for empty in "0*xX_-":
            assert Grid.parse(text.replace(".", empty)).line() == PUZZLE


def test_a_row_of_dashes_is_a_row_where_the_board_needs_it_and_a_rule_elsewhere():
    rows = [*ROWS[:4], "-" * 9, *ROWS[5:]]
    expected = "".join(rows).replace("-", ".")
    assert Grid.parse("\n".join(rows)).line() == expected
    spaced = [" | ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) for row in rows]
    assert Grid.parse("\n".join(spaced)).line() == expected
    ruled = [*spaced[:3], "------+-------+------", *spaced[3:6], "------+-------+------", *spaced[6:]]
    assert Grid.parse("\n".join(ruled)).line() == expected
    plain = [*ROWS[:3], "---------", *ROWS[3:6], "---------", *ROWS[6:]]
    assert Grid.parse("\n".join(plain)).line() == PUZZLE


def test_comments_and_a_heading_are_passed_over():
    for text in (PUZZLE, "\n".join(ROWS), str(Grid.parse(PUZZLE)), DRAWN_WITH_BLANKS["bars around cells"]):
        assert Grid.parse(f"# by hand\n{text}  # the end\n# 1 2 3").line() == PUZZLE
        assert Grid.parse(f"Grid 01\n{text}").line() == PUZZLE
        assert Grid.parse(f"board 123: 24 clues, minimal\nrated 1.5, medium\n{text}").line() == PUZZLE
    triples = Grid.parse(PUZZLE).triples()
    assert Grid.parse(f"# mine\nrow column value\n{triples}".replace("0 0 5", "0 0 5 # corner")).line() == PUZZLE


def test_a_row_with_an_error_is_no_heading():
    with pytest.raises(ValueError, match="line 1: 'z' is not a digit"):
        Grid.parse("\n".join(["53z.7....", *ROWS[1:]]))


def test_a_puzzle_that_its_solution_follows_is_read_as_the_puzzle():
    puzzle = Grid.parse(PUZZLE)
    solution = Grid(engine.solve(puzzle))
    rows = [f"{WRITERS['rows of numbers'](each)}\n" for each in (puzzle, solution)]
    for text in (f"{PUZZLE} {solution.line()}\n", f"{puzzle}\n{solution}\n", "".join(rows)):
        assert Grid.parse(text) == puzzle
    other = solution.shuffle_digits(seed=1)
    with pytest.raises(ValueError, match="162 cells are not a board"):
        Grid.parse(f"{PUZZLE} {other.line()}")


@pytest.mark.parametrize("size", [4, 6, 9])
def test_bars_around_cells_alone_show_no_blocks_so_they_are_the_usual_ones(size):
    board = permutation_grid(1, size=size)
    rows = [board.line()[start : start + size] for start in range(0, size**2, size)]
    drawn = "".join(f"| {' | '.join(row)} |\n" for row in [rows[0].replace("1", " "), *rows[1:]])
    assert Grid.parse(drawn).board_shape == Shape.of(size)
    assert Grid.parse(drawn, blocks="none").blocks == "none"


def test_bars_around_cells_of_a_size_without_usual_blocks_are_a_latin_square():
    drawn = "".join(f"| {' | '.join('1234567'[row:] + '1234567'[:row])} |\n" for row in range(7))
    assert Grid.parse(drawn).board_shape == Shape(1, 7)


def test_a_drawing_with_blanks_and_its_solution_is_never_read_with_other_blocks():
    solution = permutation_grid(1, blocks="3x2")
    drawn = str(Grid(engine.carve(solution, seed=1), blocks="3x2")).replace(".", " ")
    with pytest.raises(ValueError, match="cells are not a board"):
        Grid.parse(f"{drawn}\n\n{solution}")
