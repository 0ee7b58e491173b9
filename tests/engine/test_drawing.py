import re
from io import StringIO
from xml.etree import ElementTree

import pytest
from hypothesis import given
from rich.console import Console
from shapes import LIKELY_SHAPES, shapes

from board_catalogue.engine import Grid, drawing
from board_catalogue.engine.grid import permutation_grid
from board_catalogue.engine.shape import DIGITS, Shape


def board_of(shape, seed=3):
    return permutation_grid(seed, size=shape.size, blocks=shape.blocks)


def in_colour(grid, **options):
    console = Console(file=StringIO(), force_terminal=True, color_system="standard", **options)
    console.print(grid, soft_wrap=True)
    return console.file.getvalue()


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


def test_blocks_that_are_not_square_are_drawn_and_a_latin_square_has_one_frame():
    line = "12345654....123...321......6........"
    assert str(Grid.parse(line)) == (
        "╔═══════╦═══════╗\n"
        "║ 1 2 3 ║ 4 5 6 ║\n"
        "║ 5 4 . ║ . . . ║\n"
        "╠═══════╬═══════╣\n"
        "║ 1 2 3 ║ . . . ║\n"
        "║ 3 2 1 ║ . . . ║\n"
        "╠═══════╬═══════╣\n"
        "║ . . . ║ 6 . . ║\n"
        "║ . . . ║ . . . ║\n"
        "╚═══════╩═══════╝"
    )
    assert str(Grid.parse(line, blocks="3x2")).splitlines()[:5] == [
        "╔═════╦═════╦═════╗",
        "║ 1 2 ║ 3 4 ║ 5 6 ║",
        "║ 5 4 ║ . . ║ . . ║",
        "║ 1 2 ║ 3 . ║ . . ║",
        "╠═════╬═════╬═════╣",
    ]
    assert str(Grid.parse("1..2.....", blocks="none")) == (
        "╔═══════╗\n"
        "║ 1 . . ║\n"
        "║ 2 . . ║\n"
        "║ . . . ║\n"
        "╚═══════╝"
    )  # fmt: skip


def test_the_smallest_grid_is_drawn():
    assert str(Grid.parse("1")) == "╔═══╗\n║ 1 ║\n╚═══╝"


@pytest.mark.parametrize("shape", LIKELY_SHAPES, ids=str)
def test_a_drawing_is_a_rectangle_with_every_digit_in_order_that_fits_80_columns(shape):
    grid = board_of(shape)
    lines = str(grid).splitlines()
    assert {len(line) for line in lines} == {len(lines[0])}
    assert len(lines[0]) <= 80
    assert len(lines) == shape.size + (len(shape.bands) if shape.has_blocks else 1) + 1
    assert "".join(symbol for symbol in str(grid) if symbol in DIGITS) == grid.line()


def test_symbols_of_several_characters_are_drawn_in_equal_columns():
    symbols = ["12  ", " 34 ", "a   ", "b   "]
    drawn = drawing.painted(Shape(2, 2), lambda row, column: (symbols[column], "")).plain.splitlines()
    assert drawn[1] == "║ 12    34  ║ a    b    ║"
    assert {len(line) for line in drawn} == {len(drawn[1])}


@pytest.mark.parametrize("shape", LIKELY_SHAPES, ids=str)
def test_the_coloured_drawing_is_the_plain_one_in_colour(shape):
    grid = board_of(shape)
    coloured = in_colour(grid, width=20)  # not folded, however narrow
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == f"{grid}\n"


def test_givens_filled_cells_and_conflicts_have_their_own_colours():
    grid = Grid.parse("1...............")
    grid.set(1, 2, 3)
    coloured = in_colour(grid)
    assert "\x1b[1;34m1\x1b[0m" in coloured  # bold blue
    assert "\x1b[32m3\x1b[0m" in coloured  # green
    assert "41m" not in coloured
    grid.set(0, 3, 1)
    coloured = in_colour(grid)
    assert coloured.count("\x1b[1;37;41m1\x1b[0m") == 2  # white on red


def test_no_colour_is_used_where_none_is_wanted(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    grid = permutation_grid(1, size=4)
    assert not re.search(r"\x1b\[[0-9;]*[34]\d", in_colour(grid))


@pytest.mark.parametrize("shape", LIKELY_SHAPES, ids=str)
def test_the_svg_has_the_digits_in_their_places(shape):
    size = shape.size
    grid = Grid.random(locked=shape.cells // 2, seed=5, size=size, blocks=shape.blocks)
    image = ElementTree.fromstring(grid._repr_svg_())
    side = int(image.get("width")) - 8
    texts = image.findall(".//{*}text")
    shown = {
        (int(float(text.get("y")) / side * size), int(float(text.get("x")) / side * size)): text.text for text in texts
    }
    assert shown == {(row, column): DIGITS[value] for row, column, value, _ in grid if value}


@given(shapes())
def test_the_svg_has_thick_lines_around_blocks_and_thin_ones_between_other_cells(shape):
    image = ElementTree.fromstring(Grid.empty(shape.size, blocks=shape.blocks)._repr_svg_())
    side = int(image.get("width")) - 8
    drawn = {"h": {}, "v": {}}
    for path in image.findall(".//{*}path"):
        for x, y, direction in re.findall(rf"M(\d+) (\d+)([hv]){side}", path.get("d")):
            line = int(y if direction == "h" else x) * shape.size // side
            assert (x if direction == "h" else y) == "0" and line not in drawn[direction]
            drawn[direction][line] = float(path.get("stroke-width")) > 2
    rows, columns = (shape.rows, shape.columns) if shape.has_blocks else (shape.size, shape.size)
    assert drawn["h"] == {line: line % rows == 0 for line in range(shape.size + 1)}
    assert drawn["v"] == {line: line % columns == 0 for line in range(shape.size + 1)}


def test_the_svg_tells_givens_filled_cells_and_conflicts_apart():
    grid = Grid.parse("1...............")
    grid.set(1, 2, 3)
    given, filled = ElementTree.fromstring(grid._repr_svg_()).findall(".//{*}text")
    assert (given.get("font-weight"), filled.get("font-weight")) == ("bold", None)
    assert given.get("fill") != filled.get("fill")
    grid.set(0, 3, 1)
    image = ElementTree.fromstring(grid._repr_svg_())
    assert len(image.findall(".//{*}g/{*}rect")) == 2
