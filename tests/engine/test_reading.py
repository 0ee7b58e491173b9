import os
from threading import Timer

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapes import LIKELY_SHAPES, cells

import engine
from engine import Grid, permutation_grid
from engine.reading import MOST_BYTES, read, read_text
from engine.shape import SIZE_OF_CELLS, Shape

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
    "a line a row": a_line_a_row,
    "groups": in_groups,
    "rows of numbers": lambda grid: "".join(" ".join(map(str, row)) + "\n" for row in grid.to_numpy()),
    "drawing": str,
    "drawing in ASCII": ascii_frame,
}


@pytest.mark.parametrize("form", WRITERS)
@given(grid=grids())
def test_every_format_is_read_back(form, grid):
    text = WRITERS[form](grid)
    assert Grid.parse(text, size=grid.size, blocks=grid.blocks) == grid
    assert Grid.parse(f"\r\n{text}\n\n".replace("\n", "\r\n"), blocks=grid.blocks) == grid
    if grid.board_shape.is_usual:
        assert Grid.parse(text) == grid


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


def test_three_lines_of_three_numbers_are_triples_unless_a_board_of_size_3_is_asked_for():
    text = "1 2 9\n2 3 1\n3 1 2\n"
    assert Grid.parse(text).size == 9
    assert sum(cell.value != 0 for cell in Grid.parse(text)) == 3


@given(grids())
def test_triples_are_read_back(grid):
    if any(cell.value for cell in grid):
        assert Grid.parse(grid.triples(), size=grid.size, blocks=grid.blocks) == grid


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


@pytest.mark.parametrize(
    ("text", "fault"),
    [
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
    ],
)
def test_text_that_is_no_board_is_refused_with_the_reason(text, fault):
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


@pytest.mark.parametrize("form", DRAWN_WITH_BLANKS)
def test_a_drawing_with_blanks_for_empty_cells_is_read(form):
    assert Grid.parse(DRAWN_WITH_BLANKS[form]).line() == PUZZLE


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
    with pytest.raises(ValueError, match="can be read as one character a cell and as a drawing"):
        Grid.parse("".join(f"| {' | '.join(row)} |\n" for row in cells))


@pytest.mark.parametrize("empty", "0*xX_-")
def test_people_write_empty_cells_in_many_ways(empty):
    for text in (PUZZLE, "\n".join(ROWS), "\n".join(" ".join(row) for row in ROWS), str(Grid.parse(PUZZLE))):
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


# --- Triples --------------------------------------------------------------------------------------------------------


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


# --- What other commands write --------------------------------------------------------------------------------------


def test_a_puzzle_that_its_solution_follows_is_read_as_the_puzzle():
    puzzle = Grid.parse(PUZZLE)
    solution = Grid(engine.solve(puzzle))
    rows = [f"{WRITERS['rows of numbers'](each)}\n" for each in (puzzle, solution)]
    for text in (f"{PUZZLE} {solution.line()}\n", f"{puzzle}\n{solution}\n", "".join(rows)):
        assert Grid.parse(text) == puzzle
    other = solution.shuffle_digits(seed=1)
    with pytest.raises(ValueError, match="162 cells are not a board"):
        Grid.parse(f"{PUZZLE} {other.line()}")


def test_a_table_with_one_puzzle_is_read():
    for text in (
        f"id,clues,givens,solution\n7,30,{PUZZLE},{PUZZLE}\n",
        f"id\tgivens\n7\t{PUZZLE}\n",
        f'[\n{{"id": 7, "givens": "{PUZZLE}"}}\n]\n',
        f'[{{"puzzle": "{PUZZLE}"}}]',
        f'{{"id": 7, "givens": "{PUZZLE}"}}\n',
    ):
        assert Grid.parse(text).line() == PUZZLE


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"id,givens\n1,{PUZZLE}\n2,{PUZZLE}\n", "a table of 2 puzzles: keep one"),
        ("id,givens\n", "a table of 0 puzzles"),
        ("id,givens\n1\n", "line 2: 1 values for 2 columns"),
        ("id,givens\n1,12\n", "line 2: '12' has 2 characters; a board has 16, 36"),
        ("id,givens\n1,123412341234123z\n", "'z' is not a digit"),
        ('[{"id": 3}]', "line 1: no column is named givens, puzzle"),
        ("{broken", "line 1: .*: not JSON"),
        ('{"a":' + "[" * 50_000, "line 1: lists within lists"),
    ],
)
def test_a_table_without_one_puzzle_is_refused(text, fault):
    with pytest.raises(ValueError, match=fault):
        Grid.parse(text)


# --- Files --------------------------------------------------------------------------------------------------------


def test_a_file_is_read_by_its_name_or_its_path(tmp_path):
    path = tmp_path / "puzzle"
    path.write_bytes(b"\xef\xbb\xbf" + PUZZLE.encode())  # with the mark that Windows puts first
    assert Grid.read(path) == Grid.read(str(path)) == Grid.parse(PUZZLE)


@pytest.mark.parametrize("size", [1, 9, 25])
def test_the_longest_drawing_is_not_too_long(tmp_path, size):
    path = tmp_path / "board"
    path.write_text(f"{permutation_grid(1, size=size)}\n")
    assert path.stat().st_size < MOST_BYTES / 10
    assert Grid.read(path) == permutation_grid(1, size=size)


def test_what_is_no_text_is_refused(tmp_path):
    path = tmp_path / "junk"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(ValueError, match="not a text file"):
        read_text(path)


def test_of_a_file_of_a_gigabyte_little_is_read(tmp_path, monkeypatch):
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(10**9)  # a hole: it takes no room
    with pytest.raises(ValueError, match="longer than 65,536 bytes"):
        Grid.read(path)


def test_an_endless_file_is_refused_as_soon_as_it_is_too_long():
    with pytest.raises(ValueError, match="longer than 65,536 bytes"):
        read_text("/dev/zero")


def test_a_pipe_without_a_writer_is_empty_and_one_with_a_slow_writer_is_read(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(ValueError, match="empty"):
        Grid.read(pipe)
    writer = os.open(pipe, os.O_RDWR)

    def write():
        os.write(writer, PUZZLE.encode())
        os.close(writer)

    Timer(0.1, write).start()
    assert Grid.read(pipe) == Grid.parse(PUZZLE)


@pytest.mark.parametrize("name", ["missing", "."])
def test_a_file_that_cannot_be_read_is_the_systems_error(tmp_path, name):
    with pytest.raises(OSError):
        Grid.read(tmp_path / name)


def test_a_byte_order_mark_before_a_text_is_no_part_of_it():
    line = "1" + 80 * "."
    assert Grid.parse("\ufeff" + line) == Grid.parse(line)


# --- What a text leaves open ----------------------------------------------------------------------------------------


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


def test_a_line_of_a_list_is_read_with_what_is_behind_it():
    assert Grid.parse(f"{PUZZLE} ED=7.1/1.2/1.2\n").line() == PUZZLE
    assert Grid.parse(f"{PUZZLE},{engine.Grid(engine.solve(Grid.parse(PUZZLE))).line()},me\n").line() == PUZZLE


def test_tables_are_read_as_files_of_any_program_have_them():
    for text in (
        f"Puzzle;Solution\n{PUZZLE};\n",
        f'"title","quiz"\n"a, b","{PUZZLE}"\n',
        f'[\n  {{"puzzle": "{PUZZLE}"}}\n]',
        f"Puzzle\n{PUZZLE}\n",
    ):
        assert Grid.parse(text).line() == PUZZLE
    assert Grid.parse("puzzle\n1..2.....\n", blocks="none").board_shape == Shape(1, 3)
    assert Grid.parse("Puzzle\n" + str(Grid.parse(PUZZLE))).line() == PUZZLE  # a heading over a drawing
    with pytest.raises(ValueError, match="a table of 16 puzzles"):
        Grid.parse("puzzle\n" + "1...............\n" * 16)


def test_triples_of_a_puzzle_and_its_solution_are_read_as_the_puzzle():
    puzzle = Grid.parse(PUZZLE)
    both = f"{puzzle.triples()}\n{Grid(engine.solve(puzzle)).triples()}"
    heading = "# row column value, counted from 0, on boards of 9x9\n"
    assert Grid.parse(heading + both) == Grid.parse(both) == puzzle
    with pytest.raises(ValueError, match="already has a value"):
        Grid.parse(f"{heading}{puzzle.triples()}\n{puzzle.triples()}")


def test_a_drawing_with_blanks_and_its_solution_is_never_read_with_other_blocks():
    solution = permutation_grid(1, blocks="3x2")
    drawn = str(Grid(engine.carve(solution, seed=1), blocks="3x2")).replace(".", " ")
    with pytest.raises(ValueError, match="cells are not a board"):
        Grid.parse(f"{drawn}\n\n{solution}")
