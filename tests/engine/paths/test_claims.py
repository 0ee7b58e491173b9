"""Steps are read as what they say, and proven or refuted: those of the kernels hold, others as slow definitions say."""

import json
from itertools import combinations

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine.paths.claims import check_step, claims_in
from board_catalogue.engine.paths.record import Claim, Position, as_data, moves_of
from board_catalogue.engine.shape import Shape, cell_name

PUZZLES = engine.carve(engine.generate(8, seed=6), seed=3)
SHAPE = Shape.of(9)
LINES = {kind: [unit for number, unit in enumerate(SHAPE.units) if SHAPE.unit(number).kind == kind]
         for kind in ("row", "column", "block")}  # fmt: skip


@pytest.mark.daily("steps")
@pytest.mark.parametrize("solve", [engine.steps, engine.paths.scored.solving_steps])
def test_the_steps_of_the_kernels_are_right(solve):
    for puzzle in PUZZLES:
        steps = solve(puzzle)
        moves = [move._asdict() for move in moves_of(Position.of(engine.Grid(puzzle)), steps)]
        for given in ([f"{step.technique}: {step}" for step in steps], [*map(as_data, steps)], moves):
            found = engine.check_steps(puzzle, given)
            assert len(found) == len(steps)
            assert all(step.is_right and step.technique_holds for step in found), found


def test_other_rules_and_sizes():
    small = engine.carve(engine.generate(2, seed=1, blocks="2x3"), seed=1, blocks="2x3")
    for puzzle in small:
        found = engine.check_steps(puzzle, [*map(as_data, engine.steps(puzzle, blocks="2x3"))], blocks="2x3")
        assert found and all(step.is_right for step in found)
    boards = engine.generate(1, seed=2, rules="diagonal")
    puzzle = engine.carve(boards, seed=2, rules="diagonal")[0]
    found = engine.check_steps(puzzle, [*map(as_data, engine.steps(puzzle, "diagonal"))], "diagonal")
    assert found and all(step.is_right for step in found)


# --- Against definitions ----------------------------------------------------------------------------------------------


def places(masks, unit, digit):
    return [cell for cell in unit if masks[cell] >> digit - 1 & 1]


def slow_pointing(masks):
    return {
        (cell, digit)
        for block in LINES["block"]
        for line in LINES["row"] + LINES["column"]
        for digit in range(1, 10)
        if places(masks, block, digit) and set(places(masks, block, digit)) <= set(line)
        for cell in places(masks, line, digit)
        if cell not in block
    }


def slow_naked_pair(masks):
    return {
        (cell, digit)
        for unit in SHAPE.units
        for one, other in combinations(unit, 2)
        if masks[one] == masks[other] and masks[one].bit_count() == 2
        for cell in unit
        if cell not in (one, other)
        for digit in range(1, 10)
        if masks[one] & masks[cell] & 1 << digit - 1
    }


def slow_hidden_pair(masks):
    return {
        (cell, digit)
        for unit in SHAPE.units
        for pair in combinations(range(1, 10), 2)
        if len(places(masks, unit, pair[0])) == 2 and places(masks, unit, pair[0]) == places(masks, unit, pair[1])
        for cell in places(masks, unit, pair[0])
        for digit in range(1, 10)
        if digit not in pair and masks[cell] >> digit - 1 & 1
    }


def slow_x_wing(masks):
    return {
        (cell, digit)
        for base, cover in (("row", "column"), ("column", "row"))
        for digit in range(1, 10)
        for one, other in combinations(LINES[base], 2)
        if len(places(masks, one, digit)) == 2 == len(places(masks, other, digit))
        for covers in combinations(LINES[cover], 2)
        if {*places(masks, one, digit), *places(masks, other, digit)} <= {*covers[0], *covers[1]}
        for line in covers
        for cell in places(masks, line, digit)
        if cell not in one and cell not in other
    }


ORACLES = {
    "pointing": slow_pointing,
    "naked-pair": slow_naked_pair,
    "hidden-pair": slow_hidden_pair,
    "x-wing": slow_x_wing,
}


@pytest.mark.daily("naked-pair")
@pytest.mark.parametrize("technique", ORACLES)
def test_a_technique_holds_where_its_definition_does(technique):
    random, seen = np.random.default_rng(3), set()
    for puzzle in PUZZLES:
        position, solution = Position.of(engine.Grid(puzzle)), engine.solve(puzzle)
        before = []
        for step in engine.steps(puzzle):
            if not step.placement:
                break
            before.append(as_data(step))
            position.take(step)
        expected = ORACLES[technique](position.masks)
        wrong = [(cell, digit) for cell in range(81) for digit in position.candidates(cell) if digit != solution[cell]]
        some = [wrong[k] for k in random.permutation(len(wrong))[:6]] + sorted(expected)[:4]
        for cell, digit in some:
            said = f"{technique}: so {digit} is removed from {cell_name(*divmod(cell, 9))}."
            found = engine.check_steps(puzzle, [*before, said])[-1]
            assert found.is_right == ((cell, digit) in expected), (said, found)
            seen.add(found.is_right)
    assert seen == {True, False}


# --- Wrong steps ------------------------------------------------------------------------------------------------------


def test_wrong_steps_are_refuted_and_change_nothing():
    puzzle = PUZZLES[0]
    steps, solution = engine.steps(puzzle), engine.solve(puzzle)
    first = steps[0]
    cell, digit = first.placement
    other = digit % 9 + 1
    name = cell_name(*divmod(cell, 9))
    given = [
        f"naked-single: so {name} is {other}",
        f"so {digit} is removed from {name}",
        "I look at block 5.",
        f"magic: {name} = {digit}",
        f"{name} = {digit}",
        f"{first.technique}: {first}",
    ]
    found = engine.check_steps(puzzle, given)
    assert [step.is_right for step in found] == [False, False, False, False, False, False]
    assert [step.why for step in found] == [
        f"{name} is not {other} in every solution",
        f"{name} can be {digit}",
        "it places and removes nothing that can be read",
        "the marks so far have no such step: magic",
        f"{name} is filled already",
        f"{name} is filled already",
    ]
    assert solution[cell] == digit


def test_steps_without_a_technique_need_to_be_true_alone():
    puzzle = PUZZLES[1]
    solution = engine.solve(puzzle)
    given = [f"r{c // 9 + 1}c{c % 9 + 1} = {solution[c]}" for c in np.flatnonzero(puzzle == 0)]
    assert all(step.is_right and step.technique_holds is None for step in engine.check_steps(puzzle, given))


def test_one_puzzle_is_needed():
    with pytest.raises(ValueError, match="one puzzle is needed"):
        engine.check_steps(PUZZLES[:2], ["r1c1 = 1"])


@pytest.mark.parametrize("seed", range(3))
def test_one_step_is_proven_where_a_player_is(seed):
    puzzle = engine.Grid(engine.carve(engine.generate(1, seed=seed), seed=seed)[0])
    position, solution = Position.of(puzzle), engine.solve(puzzle)
    for step in engine.paths.scored.solving_steps(puzzle)[:30]:
        now = (list(position.values), list(position.masks))
        record = {"technique": step.technique, "placement": step.placement, "eliminations": step.eliminations}
        assert check_step(puzzle, record, *now).is_right, step
        cell = position.values.index(0)
        wrong = check_step(puzzle, {"eliminations": [(cell, int(solution[cell]))]}, *now)
        assert not wrong.is_right and "can be" in wrong.why
        position.take(step)
    assert "nothing that can be read" in check_step(puzzle, "It is easy.", *now).why
    with pytest.raises(ValueError, match="has 81 cells"):
        check_step(puzzle, record, now[0][:5], now[1])


# --- Claims read ------------------------------------------------------------------------------------------------------


def said(steps):
    """The claims of steps, without candidates of the cell that is filled: sentences leave them out."""
    return [claim(step.technique, step.placement, step.eliminations) for step in steps]


def claim(technique, placement, eliminations):
    cell = placement[0] if placement else None
    return Claim(technique, placement, tuple(sorted(lost for lost in eliminations if lost[0] != cell)))


def read(steps):
    return [claim(each.technique, each.placement, each.eliminations) for each in claims_in(steps)]


@pytest.mark.daily("steps")
@pytest.mark.parametrize("solve", [engine.steps, engine.paths.scored.solving_steps])
def test_a_trace_turns_back_into_its_steps(solve):
    for puzzle in PUZZLES:
        steps = solve(puzzle)
        moves = moves_of(Position.of(engine.Grid(puzzle)), steps)
        assert read([move._asdict() for move in moves]) == said(steps)
        assert read(json.loads(json.dumps([as_data(step) for step in steps]))) == said(steps)
        assert read([f"{step.technique}: {step}" for step in steps]) == said(steps)
        printed = "\n".join(f"{number:3}   2.6  {step.technique}: {step}" for number, step in enumerate(steps, 1))
        assert read(f"I begin.\n{printed}\nDone.") == said(steps)


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
