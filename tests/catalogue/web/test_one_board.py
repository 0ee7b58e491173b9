"""One board on its way to a page: its view, its images, the texts it is read from."""

import pytest

from board_catalogue import engine
from board_catalogue.catalogue.pages.boards import Image, grid_view, image_in
from board_catalogue.catalogue.web.solving import read_puzzle
from board_catalogue.engine import TECHNIQUES, Grid, read_variant
from board_catalogue.engine.paths.sentences import technique_in_words
from board_catalogue.engine.rules.formats import f_puzzles

SHAPES = [(6, "2x3"), (7, "none"), (9, "3x3"), (16, "4x4")]


@pytest.mark.parametrize(("size", "blocks"), SHAPES)
def test_a_view_labels_each_cell_and_ends_blocks_where_they_end(size, blocks):
    board = engine.generate(1, size=size, blocks=blocks, seed=2)[0]
    board[1::3] = 0
    grid = Grid(board, blocks=blocks)
    grid.set(0, 1, 1)
    view = grid_view(grid, "Board 5")
    shape = grid.board_shape
    assert (view.name, view.size, view.blocks, len(view.rows)) == ("Board 5", size, shape.blocks, size)
    assert view.clues == Grid(board, blocks=blocks).line()
    for cell, (row, column, value, locked) in enumerate(grid):
        shown = view.rows[row][column]
        classes = shown.classes.split()
        symbol = engine.shape.DIGITS[value] if value else ""
        words = f"clue {symbol}" if locked else symbol or "empty"
        assert (shown.symbol, "clue" in classes) == (symbol, locked)
        assert shown.label == f"row {row + 1} column {column + 1}, {words}"
        units = shape.units_of
        right, below = column + 1 < size, row + 1 < size
        assert ("ends-right" in classes) == (right and shape.has_blocks and units[cell][2] != units[cell + 1][2])
        assert ("ends-below" in classes) == (below and shape.has_blocks and units[cell][2] != units[cell + size][2])


@pytest.mark.parametrize(("size", "blocks"), SHAPES[:-1])
def test_turning_and_mirroring_make_the_symmetries_of_the_shape(size, blocks):
    grid = Grid(engine.generate(1, size=size, blocks=blocks, seed=2)[0], blocks=blocks)
    seen, waiting = {}, [Image()]
    while waiting:
        image = waiting.pop()
        if image not in seen:
            seen[image] = image.of(grid).line()
            assert image.mirrored().of(grid).line() == image.of(grid).transpose().rotate().line()
            assert image_in(dict(part.split("=") for part in image.query.split("&") if part), grid) == image
            waiting += [image.turned(grid), image.mirrored()]
    assert sorted(seen.values()) == sorted(other.line() for other in grid.symmetries())


@pytest.mark.parametrize("parameters", [{"turns": "4"}, {"mirrored": "2"}])
def test_other_images_are_refused(parameters):
    with pytest.raises(ValueError, match="turns is 0 to 3"):
        image_in(parameters, Grid.empty(9))


def test_several_puzzles_of_an_application_are_refused():
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    library = f":0000:x:{puzzle}:::\n"
    assert read_puzzle(library).line() == puzzle
    with pytest.raises(ValueError, match="2 puzzles of the format hodoku: paste one"):
        read_puzzle(library * 2)


def test_a_link_with_other_regions_is_not_read_as_a_plain_puzzle():
    jigsaw = read_variant(".Shape~4x4.NoBoxes.Jigsaw~AAABACBBCCDBCDDD")
    with pytest.raises(ValueError, match="more rules than those of Sudoku"):
        read_puzzle(f_puzzles.write(jigsaw))


def test_techniques_have_names_as_in_a_book():
    names = {each.name: technique_in_words(each.name) for each in TECHNIQUES}
    assert len(set(names.values())) == len(names)
    assert all(words[0].isupper() and "region" not in words.lower() for words in names.values())
    book = {
        "hidden-single-block": "Hidden single in a block",
        "x-wing": "X-wing",
        "xyz-wing": "XYZ-wing",
        "bug-2": "BUG type 2",
        "naked-pair": "Naked pair",
    }
    assert book.items() <= names.items()


def test_pages_write_techniques_in_words(client):
    path = client.post("/api/path", json={"puzzle": "3..1......4..2..", "drawn": True}).json()["steps"]
    assert all(step["title"] == technique_in_words(step["technique"]) for step in path)
    for address, words in (
        ("/puzzles?technique=hidden-single-block", "technique Hidden single in a block (Sudoku Explainer)"),
        ("/puzzles?technique=hidden-single", "technique Hidden single <"),
        ("/play", ">Hidden single ("),
    ):
        page = client.get(address).text
        assert words in page and ">hidden-single" not in page
