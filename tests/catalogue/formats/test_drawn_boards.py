import io

import plain_view
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.image import imread

from board_catalogue.catalogue.formats import FORMATS
from board_catalogue.catalogue.formats.drawn import write_board
from board_catalogue.engine import Grid
from board_catalogue.engine.drawing import INK

lines_of_one_size = st.sampled_from([16, 81]).flatmap(
    lambda cells: st.text("." + "123456789"[: round(cells**0.5)], min_size=cells, max_size=cells)
)
some_boards = st.lists(st.lists(lines_of_one_size, min_size=1, max_size=2), min_size=1, max_size=3)


@given(some_boards)
def test_boards_come_back_from_their_drawings(boards):
    file = io.StringIO()
    FORMATS["grid"].write(boards, ("givens", "solution"), file)
    drawings = ("\n" + file.getvalue()).split("\n╔")[1:]
    back = ["".join(symbol for symbol in drawing if symbol in ".123456789") for drawing in drawings]
    assert back == [line for lines in boards for line in lines]


@given(some_boards)
def test_boards_come_back_from_their_rows(boards):
    file = io.StringIO()
    FORMATS["txt"].write(boards, ("givens", "solution"), file)
    back = [text.replace("0", ".").split() for text in file.getvalue().split("\n\n")]
    assert ["".join(symbols) for symbols in back] == [line for lines in boards for line in lines]
    assert file.getvalue().endswith("\n")
    assert not file.getvalue().endswith("\n\n")


def test_a_solution_alone_is_written_as_in_its_file():
    solution = "1234341221434321"
    file = io.StringIO()
    FORMATS["txt"].write([(solution,)], ("givens",), file)
    assert file.getvalue().encode() == plain_view.file_text(solution)


def test_blocks_are_drawn_as_they_are():
    line = "123456" * 6
    for name, beginning in (("ss", "12|34|56\n"), ("grid", "╔═════╦═════╦═════╗\n")):
        file = io.StringIO()
        FORMATS[name].write([(line,)], ("givens",), file, blocks="3x2")
        assert file.getvalue().startswith(beginning)


def test_a_picture_tells_clues_from_cells_filled_in_and_in_conflict():
    puzzle = Grid.parse("1...2...3...4...")
    filled = puzzle.copy()
    filled.set(0, 1, 3)
    wrong = puzzle.copy()
    wrong.set(0, 1, 1)
    shown = [colours_of(grid) for grid in (puzzle, filled, wrong)]
    assert shown == [{"clue"}, {"clue", "filled"}, {"conflict", "clue"}]


def colours_of(grid):
    """Which of the inks are in the picture of a board, by pixels that have just this colour."""
    file = io.BytesIO()
    write_board(grid, file)
    file.seek(0)
    pixels = (imread(file)[..., :3] * 255).round().astype(int).reshape(-1, 3)
    inks = {name: [int(ink[i : i + 2], 16) for i in (1, 3, 5)] for name, ink in INK.items()}
    return {name for name, ink in inks.items() if (pixels == ink).all(axis=1).any()}
