"""A step as data: the marks of its candidates, its names of units, what it shows, and its moves."""

import numpy as np

from board_catalogue import engine
from board_catalogue.engine import Step
from board_catalogue.engine.paths.record import CELL, Link, Mark, Part, Position, marks_of, moves_of
from board_catalogue.engine.shape import Meeting, Place, Shape, Unit


def test_a_candidate_has_the_first_mark_that_fits():
    links = (
        Link(0, 1, True, "assumption", None, ()),
        Link(1, 1, False, "weak", Unit("row", 1), (0,)),
        Link(1, 2, True, "strong", CELL, (1,)),
    )
    denied = (Link(8, 3, False, "assumption", None, ()), Link(8, 4, True, "strong", CELL, (0,)))
    part = Part("set", (4,), (5, 6))
    step = Step(technique="x", cells=(3,), digits=(7,), parts=(part,), chains=(links, denied), eliminations=((4, 6),))
    assert marks_of(step) == {
        (3, 7): Mark.PATTERN,
        (4, 5): Mark.PATTERN,
        (4, 6): Mark.REMOVED,
        (0, 1): Mark.ASSUMED,
        (1, 1): Mark.ABSENT,
        (1, 2): Mark.PATTERN,
        (8, 3): Mark.DENIED,
        (8, 4): Mark.PATTERN,
    }
    assert marks_of(Step(technique="x", placement=(2, 9))) == {(2, 9): Mark.PLACED}


def test_units_and_rules_have_names():
    dots = [Place("white dot", "", ("r1c1", "r1c2")), Place("x", "", ("r1c2", "r2c2"))]
    where = (Unit("row", 3), Place("cage", " 15", ("r1c1",)), Place("anti-knight"), Meeting(*dots))
    step = Step(technique="x", where=where)
    assert step.units[:3] == ("row 3", "cage 15 of r1c1", "anti-knight")
    assert step.units[3] == "white dot of r1c1-r1c2 and x of r1c2-r2c2"
    assert Place("no dot", "", ("r2c2",), is_around=True).name == "no dot around r2c2"
    assert [Link(0, 1, True, "weak", place, ()).unit for place in (None, CELL, Unit("block", 2))] == [
        "",
        "cell",
        "block 2",
    ]


def test_a_step_shows_what_its_scale_has():
    rated = engine.steps(engine.carve(engine.generate(1, seed=3), seed=3)[0])[0]
    assert repr(rated).startswith("Step(technique=") and f"rating={rated.rating}, links=0)" in repr(rated)
    scored = Step(technique="x", score=4, level="easy")
    assert repr(scored).startswith("SolvingStep(") and "score=4, level='easy', links=0)" in repr(scored)
    assert (rated.worth, scored.worth) == (rated.rating, 4)


def test_a_position_takes_what_a_step_concludes():
    position = Position(Shape.of(4), [1, *[0] * 15])
    position.take(Step(technique="x", placement=(5, 2), eliminations=((10, 3),)))
    assert position.values[5] == 2 and position.masks[5] == 0
    assert position.candidates(10) == [1, 2, 4] and position.candidates(4) == [3, 4]
    assert position.is_clue(0) and not position.is_clue(5) and not position.is_solved


PUZZLES = engine.carve(engine.generate(10, seed=5), seed=3)


def test_moves_lead_to_the_solution():
    for puzzle in PUZZLES:
        board = puzzle.copy()
        for move in moves_of(Position.of(engine.Grid(puzzle)), engine.steps(puzzle)):
            if move.action == "place":
                assert board[move.cell] == 0
                board[move.cell] = move.digit
        assert (board == engine.solve(puzzle)).all()


def test_causes_of_singles_leave_no_other_place():
    """Only the filled cells among the causes are left on the board: the single still follows."""
    for puzzle in PUZZLES:
        values = puzzle.copy()
        for step in engine.steps(puzzle):
            if step.technique not in ("naked-single", "last-value", "hidden-single-block", "hidden-single-line"):
                break
            (move,) = moves_of(Position.of(engine.Grid(values)), [step])
            left = np.zeros(81, np.uint8)
            left[list(move.causes)] = values[list(move.causes)]
            assert left[list(move.causes)].all()
            found = Position.of(engine.Grid(left)) if left.any() else None
            assert found is not None
            if step.technique.startswith("hidden-single"):
                unit = found.shape.cells_of(step.where[0])
                assert [cell for cell in unit if move.digit in found.candidates(cell)] == [move.cell]
            else:
                assert found.candidates(move.cell) == [move.digit]
            values[move.cell] = move.digit
