"""Steps as moves and sentences turn back into what they say."""

import json

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine.paths.claims import claims_in
from board_catalogue.engine.paths.record import Claim, Position, as_data, moves_of

PUZZLES = engine.carve(engine.generate(30, seed=5), seed=3)


def said(steps):
    """The claims of steps, without candidates of the cell that is filled: sentences leave them out."""
    return [claim(step.technique, step.placement, step.eliminations) for step in steps]


def claim(technique, placement, eliminations):
    cell = placement[0] if placement else None
    return Claim(technique, placement, tuple(sorted(lost for lost in eliminations if lost[0] != cell)))


def read(steps):
    return [claim(each.technique, each.placement, each.eliminations) for each in claims_in(steps)]


@pytest.mark.parametrize("solve", [engine.steps, engine.solving_steps])
def test_a_trace_turns_back_into_its_steps(solve):
    for puzzle in PUZZLES:
        steps = solve(puzzle)
        moves = moves_of(Position.of(engine.Grid(puzzle)), steps)
        assert read([move._asdict() for move in moves]) == said(steps)
        assert read(json.loads(json.dumps([as_data(step) for step in steps]))) == said(steps)
        assert read([f"{step.technique}: {step}" for step in steps]) == said(steps)
        printed = "\n".join(f"{number:3}   2.6  {step.technique}: {step}" for number, step in enumerate(steps, 1))
        assert read(f"I begin.\n{printed}\nDone.") == said(steps)


def test_moves_lead_to_the_solution():
    for puzzle in PUZZLES[:10]:
        board = puzzle.copy()
        for move in moves_of(Position.of(engine.Grid(puzzle)), engine.steps(puzzle)):
            if move.action == "place":
                assert board[move.cell] == 0
                board[move.cell] = move.digit
        assert (board == engine.solve(puzzle)).all()


def test_causes_of_singles_leave_no_other_place():
    """Only the filled cells among the causes are left on the board: the single still follows."""
    for puzzle in PUZZLES[:10]:
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


@pytest.mark.parametrize(
    ("text", "placement", "eliminations"),
    [
        ("r3c4 = 5", (21, 5), ()),
        ("naked-single: so r1c1 is 9.", (0, 9), ()),
        ("r1c2 <> 4", None, ((1, 4),)),
        ("so 2 is removed from r3c4, and 5 from r2c4 and r2c5 (6 links).", None, ((12, 5), (13, 5), (21, 2))),
        ("r0c4 = 5", None, ()),
        ("r1c1 = 0", None, ()),
        ("I think about it", None, ()),
    ],
)
def test_what_models_write(text, placement, eliminations):
    (found,) = claims_in([text])
    assert (found.placement, found.eliminations) == (placement, eliminations)


@pytest.mark.parametrize(
    "odd", [None, 5, [None], [[]], [{}], [{"cell": "x", "digit": [], "action": "place", "step": 1}]]
)
def test_odd_steps_claim_nothing(odd):
    assert not any(each.placement or each.eliminations for each in claims_in(odd))
