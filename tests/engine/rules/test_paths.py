"""Hints under rules: techniques where all rules are houses, else houses and rules; true, named and drawn."""

import pytest
from reference.constraints import broken

from board_catalogue import engine
from board_catalogue.engine import TECHNIQUES, Rulebook, Use, Variant
from board_catalogue.engine.grades import Style
from board_catalogue.engine.paths.drawing import svg_overlay
from board_catalogue.engine.paths.path import Begun, begun, puzzle_of
from board_catalogue.engine.paths.people import people_steps
from board_catalogue.engine.paths.record import Position, as_data
from board_catalogue.engine.rules.houses import has_techniques
from board_catalogue.engine.rules.solving import solutions_ruled, solve_ruled
from board_catalogue.engine.teaching.search import solutions

SEED = 6
HOUSES = [("diagonal", 6), ("windoku", 9), ("jigsaw", 6), ("disjoint groups", 6)]
MORE = [("killer", 6), ("thermo,kropki", 6), ("anti-knight", 6), ("xv", 4)]

ALL_TOGETHER = (
    ".Shape~4x4.WhiteDot~R4C2~R4C3.BlackDot~R1C2~R1C3.WhiteDot~R4C3~R4C4.WhiteDot~R4C1~R4C2.WhiteDot~R1C1~R2C1"
)
"""A puzzle in which no house or mark removes anything by itself."""


def made(rules, size):
    book = Rulebook.read(rules, size)
    boards, _ = book.boards(1, seed=SEED)
    puzzles, own = book.carve(boards, seed=SEED, positions=[0])
    return book.variant(own[0] if own else None, puzzles[0].tolist()), boards[0].tolist()


def to_digit(variant, values, marks=None):
    """The steps to the next digit: by ratings if all rules are houses."""
    marks, style = marks or [0] * len(values), Style.rating if has_techniques(variant) else Style.score
    return begun(variant, values, marks, variant.board_shape.blocks, style).to_next_digit()


def possible_steps(variant, values, marks):
    return Begun(puzzle_of(variant), values, marks).possible()


def check(step, position, solution):
    """A step removes nothing that is right, places what is right, and can be drawn."""
    for cell, digit in step.eliminations:
        assert solution[cell] != digit and digit in position.candidates(cell)
    if step.placement:
        assert solution[step.placement[0]] == step.placement[1]
    assert step.placement or step.eliminations
    assert str(step) == step.sentence and step.sentence
    drawing = svg_overlay(position, step)
    assert drawing.count('class="removed"') == len(step.eliminations)
    assert ('class="placed"' in drawing) == bool(step.placement)


@pytest.mark.daily("jigsaw-6", "thermo,kropki-6")
@pytest.mark.parametrize(("rules", "size"), HOUSES + MORE)
def test_steps_lead_to_the_solution(rules, size):
    variant, solution = made(rules, size)
    names = {technique.name for technique in TECHNIQUES}
    values = variant.clues.tolist()
    while steps := to_digit(variant, values):
        position = Position.of(variant, values)
        for step in steps:
            check(step, position, solution)
            position.take(step)
            assert (step.rating is not None) == ((rules, size) in HOUSES)
            assert step.technique in (names if (rules, size) in HOUSES else engine.paths.people.PEOPLE_TECHNIQUES)
        *others, last = steps
        assert last.placement and not any(step.placement for step in others)
        values[last.placement[0]] = last.placement[1]
    assert values == solution


@pytest.mark.parametrize(("rules", "size"), HOUSES)
def test_a_path_is_that_of_the_rating(rules, size):
    variant, _ = made(rules, size)
    values = variant.clues.tolist()
    path = begun(variant, values, [0] * len(values), variant.board_shape.blocks, Style.rating).steps()
    assert [*path] == engine.steps(variant)


@pytest.mark.parametrize(("rules", "size"), HOUSES + MORE)
def test_what_is_possible_is_true(rules, size):
    variant, solution = made(rules, size)
    found = possible_steps(variant, variant.clues.tolist(), None)
    for step in found:
        check(step, Position.of(variant), solution)
    assert found or (rules, size) in MORE


def test_marks_are_candidates():
    variant, solution = made("killer", 6)
    marks = [1 << digit - 1 for digit in solution]
    (step,) = to_digit(variant, variant.clues.tolist(), marks)
    assert step.technique == "naked-single" and step.placement == (0, solution[0])
    assert engine.next_step(variant, variant.clues, marks) == step


def test_a_step_names_its_rules_and_what_they_remove():
    rules = [Use("cage", (0, 1), 3), Use("cage", (2,), 4), Use("thermometer", (8, 9, 10))]
    first = people_steps(Variant.of(4, *rules), needs_one=False)[0]
    assert (first.technique, first.units) == ("thermometer-bounds", ("thermometer of r3c1",))
    steps = people_steps(Variant.of(4, *rules), needs_one=False)
    cage = next(step for step in steps if step.units == ("cage 4 of r1c3",))
    assert (cage.technique, cage.eliminations) == ("cage-combinations", ((2, 1), (2, 2), (2, 3)))


def test_steps_end_where_solutions_differ():
    steps = people_steps(Variant.of(4, Use("cage", (2,), 3)), needs_one=False)
    assert [step.placement for step in steps if step.placement] == [(2, 3)]


def test_all_rules_together_are_named_so():
    variant = engine.read_variant(ALL_TOGETHER)
    steps = engine.steps(variant)
    solution = solve_ruled(variant)[0][0].tolist()
    position = Position.of(variant)
    for step in steps:
        check(step, position, solution)
        position.take(step)
    assert position.values == solution


def test_mistakes_are_compared_with_the_solution():
    variant, solution = made("diagonal", 6)
    values = variant.clues.tolist()
    assert engine.mistakes(variant, values) == []
    cell = values.index(0)
    values[cell] = solution[cell] % 6 + 1
    (found,) = engine.mistakes(variant, values)
    assert (found.cell, found.digit) == (cell, values[cell]) and str(solution[cell]) not in found.sentence.split(" is")[
        1
    ]
    clue = next(place for place, value in enumerate(variant.clues) if value)
    with pytest.raises(ValueError, match="is a clue: it cannot change"):
        engine.mistakes(variant, [0 if place == clue else value for place, value in enumerate(values)])
    with pytest.raises(ValueError, match="exactly one solution"):
        engine.mistakes(Variant.of(4), [0] * 16)
    for wrong in (-1, 7, 200):
        with pytest.raises(ValueError, match=r"whole numbers in 0 \.\. 6"):
            engine.mistakes(variant, [wrong if place == cell else value for place, value in enumerate(values)])
    with pytest.raises(ValueError, match="16 cells"):
        engine.mistakes(Variant.of(4), [0] * 15)


@pytest.mark.daily("uses1", "uses3")
@pytest.mark.parametrize(
    "uses", [(), (Use("diagonal"),), (Use("cage", (0, 1), 3),), (Use("anti-knight"),), (Use("cage", (0, 1), 2),)]
)
def test_every_solution_is_found_once(uses):
    variant = Variant.of(4, *uses)
    found = [tuple(board.tolist()) for board in solutions_ruled(variant)]
    plain = [tuple(board.tolist()) for board in solutions(engine.Grid.empty(4))]
    assert found == sorted(board for board in plain if not broken(variant.rules, board))


@pytest.mark.parametrize("rules", ["windoku", "killer"])
@pytest.mark.parametrize("digit", [-1, 10, 200])
def test_what_is_no_position_is_refused(rules, digit):
    variant, _ = made(rules, 9)
    values, every = variant.clues.tolist(), [511] * 81
    for steps in (engine.next_step, possible_steps):
        with pytest.raises(ValueError, match=r"values are whole numbers in 0 \.\. 9"):
            steps(variant, [digit, *values[1:]], None)
        with pytest.raises(ValueError, match="a position of this puzzle has 81 cells"):
            steps(variant, values, every[1:])
        for masks in ([*every[1:], 512], [*every[1:], -1]):
            with pytest.raises(ValueError, match="candidates are masks of 9 bits"):
                steps(variant, values, masks)


def test_a_step_is_looked_for_among_digits_and_masks_alone():
    variant, _ = made("windoku", 9)
    values, every = variant.clues.tolist(), [511] * 81
    for digit in (-1, 10, 200):
        with pytest.raises(ValueError, match=r"r1c1: value .* is not in 1\.\.9"):
            engine.find_step("hidden-single", variant.with_givens([digit, *values[1:]]), every)
    for masks in ([*every[1:], 512], [*every[1:], -1], [0.5] * 81):
        with pytest.raises(ValueError, match="candidates are masks of 9 bits"):
            engine.find_step("hidden-single", variant, masks)
    with pytest.raises(ValueError, match=r"not shapes \(81,\) and \(80,\)"):
        engine.find_step("hidden-single", variant, every[1:])


@pytest.mark.parametrize(("rules", "size"), [("killer", 6), ("thermo,kropki", 6), ("diagonal", 6)])
def test_a_path_is_one_argument_from_position_to_position(rules, size):
    """No step repeats what an earlier one has removed, and the steps alone lead to the solution."""
    variant, solution = made(rules, size)
    position = Position.of(variant)
    for step in engine.steps(variant):
        assert all(digit in position.candidates(cell) for cell, digit in step.eliminations)
        position.take(step)
    assert position.values == solution
    clues = variant.clues.tolist()
    assert engine.next_step(variant, clues) == engine.steps(variant)[0]


def test_a_step_has_one_schema_with_rules_and_without():
    puzzle = engine.carve(engine.generate(1, size=6, seed=2)[0], seed=2)
    plain = as_data(engine.steps(puzzle)[0])
    variant, _ = made("killer", 6)
    ruled = as_data(engine.steps(variant)[0])
    assert [name for name in plain if name != "rating"] == [name for name in ruled if name not in ("score", "level")]
    assert (ruled["technique"], ruled["version"]) == ("cage-combinations", plain["version"])
