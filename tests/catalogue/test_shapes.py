"""Catalogues of boards with other blocks than the usual ones, or with none."""

import plain_view
import pytest
from shapes import plain_units

from board_catalogue.engine import Grid
from board_catalogue.engine.shape import Shape

SHAPES = {Shape(3, 2): ("--blocks", "3x2"), Shape(1, 7): ("--size", 7, "--blocks", "none")}


@pytest.fixture(scope="module", params=SHAPES, ids=str)
def shape(request):
    return request.param


@pytest.fixture
def catalogue(shape, call, home):
    """A catalogue of 20 rated puzzles of the shape."""
    assert call("fill", *SHAPES[shape], "--count", 20, "--seed", 5, "--rate", "full").status == 0


@pytest.mark.daily("7x7 without blocks")
def test_boards_keep_the_rules_of_their_shape_and_are_proven(catalogue, shape, call, home):
    (settings,) = plain_view.table(home, "settings")
    assert (settings["size"], settings["blocks"]) == (shape.size, shape.blocks)
    boards = [plain_view.cells(row["solution"]) for row in plain_view.table(home, "boards")]
    assert len(boards) == 20
    for board in boards:
        units = [unit for cell in range(0, shape.cells, shape.size + 1) for unit in plain_units(shape, cell)]
        assert all({board[cell] for cell in unit} == set(range(1, shape.size + 1)) for unit in units)
    assert call("verify", "--full").out == "20 boards: everything is proven\n"


@pytest.mark.daily("7x7 without blocks")
def test_it_is_shown_queried_exported_and_explained(catalogue, shape, call):
    givens = call("export", 3, "--format", "line").out.split()[0]
    grid = Grid.parse(givens, size=shape.size, blocks=shape.blocks)
    assert str(grid) in call("show", 3).out
    assert str(grid) in call("export", 3, "--format", "grid").out
    assert call("export", 3, "--format", "svg").out == f"{grid._repr_svg_()}\n"
    assert str(grid) in call("path", 3).out
    assert f"{shape}, d4, 5" in call("stats").out
    assert len(call("query", "--min-rating", 1.0).out.splitlines()) > 2


@pytest.mark.daily("7x7 without blocks")
def test_another_fill_goes_on_and_another_shape_is_refused(catalogue, shape, call, error_of):
    assert call("fill", "--count", 5).status == 0
    assert call("fill", *SHAPES[shape], "--count", 5).status == 0
    told = (
        error_of(call("fill", "--size", shape.size, "--blocks", f"1x{shape.size}", "--count", 5), status=2)
        if shape.has_blocks
        else error_of(call("fill", "--blocks", "2x3", "--count", 5), status=2)
    )
    assert f"holds boards with blocks of {shape.blocks}" in told


def test_all_latin_squares_of_size_5_are_two(call, home):
    done = call("fill", "--size", 5, "--blocks", "none", "--symmetry", "full", "--count", 10, "--seed", 1)
    assert "has all 2 boards of 5x5 without blocks" in done.out
    assert call("verify").status == 0
