"""The drawing as a list, mark by mark; and puzzles of several solutions."""

import numpy as np
import pytest

from board_catalogue.engine import Use
from board_catalogue.engine.rules.formats.sudokupad import elements_of
from board_catalogue.engine.rules.making import with_solutions
from board_catalogue.engine.rules.rulebook import Rulebook
from board_catalogue.engine.rules.solving import solve_ruled
from board_catalogue.engine.rules.variant import Variant


def marks(*uses, size=9, **more):
    return elements_of(Variant.of(size, *uses, **more))


def test_lines_name_the_cells_that_they_go_through():
    bulb, line = marks(Use("thermometer", (0, 10, 19)))[::-1]
    assert (line["type"], line["coords"], line["color_name"]) == ("lines", ["r1c1", "r2c2", "r3c2"], "grey")
    assert (bulb["type"], bulb["coords"], bulb["loc"]) == ("underlays", ["r1c1"], "cell")
    assert (bulb["shape"], bulb["size"]) == ("circle", "large")
    whispers, *_ = marks(Use("whispers", (3, 4, 5)))
    assert (whispers["coords"], whispers["color_name"]) == (["r1c4", "r1c5", "r1c6"], "green")


def test_diagonals_go_from_corner_to_corner():
    down, up = marks(Use("diagonal"), size=6)
    assert down["coords"] == [f"r{n}c{n}" for n in range(1, 7)]
    assert up["coords"] == [f"r{n}c{7 - n}" for n in range(1, 7)]


def test_cages_have_their_sums_and_regions_none():
    (cage,) = marks(Use("cage", (0, 1), 9))
    assert cage == {"type": "cage", "style": "killer", "cells": ["r1c1", "r1c2"], "value": 9}
    regions = elements_of(Variant(4, tuple(tuple(range(row, row + 4)) for row in range(0, 16, 4))))
    assert [each["cells"][0] for each in regions] == ["r1c1", "r2c1", "r3c1", "r4c1"]
    assert {(each["style"], each["value"]) for each in regions} == {("box", "")}


@pytest.mark.parametrize(
    ("cells", "direction", "named"),
    [
        ((0, 1), ">", ["r1c1", "r1c2"]),
        ((1, 0), "<", ["r1c2", "r1c1"]),
        ((0, 9), "v", ["r1c1", "r2c1"]),
        ((9, 0), "^", ["r2c1", "r1c1"]),
    ],
)
def test_an_inequality_points_to_the_smaller_digit(cells, direction, named):
    (sign,) = marks(Use("inequality", cells))
    assert (sign["type"], sign["direction"], sign["cells"]) == ("inequality", direction, named)


def test_marks_say_where_they_lie():
    across, down, corner, outside = (
        marks(use)[0]
        for use in (
            Use("white dot", (0, 1)),
            Use("x", (0, 9)),
            Use("quadruple", (0, 1, 9, 10), (1, 2)),
            Use("sandwich", tuple(range(4, 81, 9)), 11),
        )
    )
    assert (across["loc"], across["coords"], across["color_name"]) == ("vertical edge", ["r1c1", "r1c2"], "white")
    assert (down["loc"], down["coords"], down["text"]) == ("horizontal edge", ["r1c1", "r2c1"], "X")
    assert (corner["loc"], corner["text"]) == ("corner", "1 2")
    assert (outside["loc"], outside["coords"], outside["text"]) == ("cell", ["r0c5"], "11")
    assert marks(Use("anti-knight")) == [{"text": "anti-knight", "type": "global"}]


@pytest.mark.slow_cases("6-killer", "4-killer")
@pytest.mark.parametrize("rules", ["killer", "thermo", "windoku", "jigsaw"])
@pytest.mark.parametrize("size", [4, 6])
def test_a_puzzle_gets_as_many_solutions_as_are_wanted(rules, size):
    book = Rulebook.read(rules, size)
    boards, _ = book.boards(6, seed=2)
    puzzles, own = book.carve(boards, seed=2, positions=range(6))
    made = 0
    for position, (puzzle, board) in enumerate(zip(puzzles, boards, strict=True)):
        variant = book.variant(own[position] if own else None, puzzle.tolist())
        fixed = len(book.board.uses)
        found = with_solutions(variant, 2, 6, fixed=fixed, seed=2, position=position)
        if found is None:
            continue
        made += 1
        loosened, solutions = found
        assert 2 <= len(solutions) <= 6
        assert solve_ruled(loosened, limit=99)[1][0] == len(solutions) == len({one.tobytes() for one in solutions})
        assert any((one == board).all() for one in solutions)
        assert loosened.uses[:fixed] == variant.uses[:fixed]
        assert (solve_ruled(loosened.rules, np.array(solutions))[1] == 1).all()
        again = with_solutions(variant, 2, 6, fixed=fixed, seed=2, position=position)
        assert again is not None and again[0] == loosened
    assert made >= 3


def test_a_range_that_is_none_is_refused():
    with pytest.raises(ValueError, match="3 to 2 solutions are no range"):
        with_solutions(Variant.of(4), 3, 2)
