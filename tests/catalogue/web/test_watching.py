"""The steps that the Watch page plays, followed with plain Python."""

import pytest

from board_catalogue import engine
from board_catalogue.catalogue.web import watching
from board_catalogue.engine import Grid
from board_catalogue.engine.shape import DIGITS, Shape
from board_catalogue.engine.teaching.making import collapse
from board_catalogue.engine.teaching.search import RULE_FUNCTIONS, Ending, Search

SHAPES = [Shape.of(4), Shape.of(blocks="2x3"), Shape.of(7, "none"), Shape.of(9), Shape.of(12)]


def whole_collapse(shape, seed, index):
    steps = []
    while True:
        piece, end = watching.collapse_steps(shape, seed=seed, index=index, start=len(steps))
        assert len(piece) <= max(watching.FIRST, min(len(steps), watching.MOST))
        steps += piece
        if end:
            return steps, end


@pytest.mark.slow_cases("12x12", "9x9")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_steps_of_a_collapse_lead_to_its_board(shape, monkeypatch):
    monkeypatch.setattr(watching, "FIRST", 17)
    everything = 2**shape.size - 1
    for index in range(3):
        attempts = list(collapse(shape.size, blocks=shape.blocks, seed=5, index=index))
        steps, end = whole_collapse(shape, 5, index)
        attempt, dead_ends = -1, 0
        for step in steps:
            if step["attempt"] != attempt:
                attempt += 1
                assert step["attempt"] == attempt
                left, settled = dict.fromkeys(range(shape.cells), everything), {}
            assert step["candidates"] == left[step["cell"]]
            for cell, value in step["settled"]:
                assert left.pop(cell) >> (value - 1) & 1
                settled[cell] = value
            for cell, values in step["left"]:
                assert values & left[cell] == values < left[cell]
                left[cell] = values
            assert step["undone"] is (settled.get(step["cell"]) != step["value"])
            dead_ends += step["dead_end"] is not None
        assert end == {"board": attempts[-1].grid.line(), "invalid": 0}
        assert "".join(DIGITS[settled[cell]] for cell in range(shape.cells)) == end["board"]
        assert dead_ends == attempt == len(attempts) - 1


def whole_search(puzzle, rule):
    pieces = [watching.search_steps(puzzle, rule)]
    while pieces[-1].ending is None:
        _, grid, backed_out, _ = pieces[-1]
        pieces.append(watching.search_steps(puzzle, rule, after=grid, backed_out=backed_out))
    return [step for piece in pieces for step in piece.steps], pieces[-1]


@pytest.mark.parametrize(
    ("rule", "shape"),
    list(zip(RULE_FUNCTIONS, (Shape.of(blocks="2x3"), Shape.of(5, "none")), strict=False)),
    ids=str,
)
def test_the_steps_of_a_search_are_those_of_the_search(rule, shape, monkeypatch):
    monkeypatch.setattr(watching, "PIECE", 5)
    endings = set()
    for seed in range(8):
        puzzle = Grid.random(locked=shape.cells // 3 + seed % 4, seed=seed, size=shape.size, blocks=shape.blocks)
        expected = []
        search = Search(puzzle, rule=RULE_FUNCTIONS[rule], observer=expected.append)
        ending = search.run()
        steps, last = whole_search(puzzle, rule)
        assert [(step["cell"], step["value"]) for step in steps] == [
            (step.row * shape.size + step.column, step.value) for step in expected
        ]
        assert all(not step["value"] or step["candidates"] >> (step["value"] - 1) & 1 for step in steps)
        assert (last.ending, last.grid) == (ending, search.grid)
        endings.add(ending)
    assert endings == {Ending.SOLVED, Ending.UNSOLVABLE}


def test_an_unknown_rule_is_refused():
    with pytest.raises(ValueError, match="rule 'best' is not one of row-major, fewest"):
        watching.search_steps(Grid.empty(4), "best")


def test_a_piece_ends_with_the_time_limit():
    with engine.time_limit(0), pytest.raises(TimeoutError):
        watching.collapse_steps(Shape.of(9), seed=1, index=0, start=0)
    with engine.time_limit(0), pytest.raises(TimeoutError):
        watching.search_steps(Grid.empty(9), "fewest")
