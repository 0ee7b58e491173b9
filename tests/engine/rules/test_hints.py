"""Hints under rules: techniques where all rules are houses, else houses and rules; true, named and drawn."""

import pytest

from board_catalogue import engine
from board_catalogue.engine import TECHNIQUES, Rulebook, Step, Use, Variant
from board_catalogue.engine.paths.drawing import svg_overlay
from board_catalogue.engine.rules.hints import hints_ruled, mistakes_ruled, path_ruled, possible_ruled
from board_catalogue.engine.rules.model import broken
from board_catalogue.engine.rules.rating import find_step_ruled, steps_ruled
from board_catalogue.engine.rules.solving import solutions_ruled, solve_ruled
from board_catalogue.engine.teaching.frontier import solutions

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


def check(hint, solution):
    """A step removes nothing that is right, places what is right, and can be drawn."""
    step, position = hint
    for cell, digit in step.eliminations:
        assert solution[cell] != digit and digit in position.candidates(cell)
    if step.placement:
        assert solution[step.placement[0]] == step.placement[1]
    assert step.placement or step.eliminations
    assert str(step) == step.sentence and step.sentence
    drawing = svg_overlay(position, step)
    assert drawing.count('class="removed"') == len(step.eliminations)
    assert ('class="placed"' in drawing) == bool(step.placement)


@pytest.mark.parametrize(("rules", "size"), HOUSES + MORE)
def test_steps_lead_to_the_solution(rules, size):
    variant, solution = made(rules, size)
    names = {technique.name for technique in TECHNIQUES}
    values = variant.clues.tolist()
    while hints := hints_ruled(variant, values):
        for hint in hints:
            check(hint, solution)
            assert isinstance(hint.step, Step) == ((rules, size) in HOUSES)
            assert not isinstance(hint.step, Step) or hint.step.technique in names
        *others, last = hints
        assert last.step.placement and not any(hint.step.placement for hint in others)
        values[last.step.placement[0]] = last.step.placement[1]
    assert values == solution


@pytest.mark.parametrize(("rules", "size"), HOUSES)
def test_a_path_is_that_of_the_rating(rules, size):
    variant, _ = made(rules, size)
    assert [hint.step for hint in path_ruled(variant, variant.clues.tolist())] == steps_ruled(variant)


@pytest.mark.parametrize(("rules", "size"), HOUSES + MORE)
def test_what_is_possible_is_true(rules, size):
    variant, solution = made(rules, size)
    found = possible_ruled(variant, variant.clues.tolist())
    for hint in found:
        check(hint, solution)
    assert found or (rules, size) in MORE


def test_marks_are_candidates():
    variant, solution = made("killer", 6)
    marks = [1 << digit - 1 for digit in solution]
    (hint,) = hints_ruled(variant, variant.clues.tolist(), marks)
    assert hint.step.technique == "only place" and hint.step.name.startswith("row ")


def test_a_step_names_its_rules_and_what_they_remove():
    rules = [Use("cage", (0, 1), 3), Use("cage", (2,), 4), Use("thermometer", (5, 6, 7, 3))]
    (first, *_) = hints_ruled(Variant.of(4, *rules), [0] * 16)
    assert (first.step.technique, first.step.name) == ("cage", "cage 4 of r1c3")
    assert first.step.eliminations == ((2, 1), (2, 2), (2, 3))
    assert first.step.units == ("cage 4 of r1c3",)


def test_all_rules_together_are_named_so():
    variant = engine.read_variant(ALL_TOGETHER)
    (hint,) = hints_ruled(variant, variant.clues.tolist())
    assert (hint.step.technique, hint.step.name) == ("all rules", "all rules together")
    check(hint, solve_ruled(variant)[0][0].tolist())


def test_mistakes_are_compared_with_the_solution():
    variant, solution = made("diagonal", 6)
    values = variant.clues.tolist()
    assert mistakes_ruled(variant, values) == []
    cell = values.index(0)
    values[cell] = solution[cell] % 6 + 1
    (found,) = mistakes_ruled(variant, values)
    assert (found.cell, found.digit) == (cell, values[cell]) and str(solution[cell]) not in found.sentence.split(" is")[
        1
    ]
    clue = next(place for place, value in enumerate(variant.clues) if value)
    with pytest.raises(ValueError, match="is a clue: it cannot change"):
        mistakes_ruled(variant, [0 if place == clue else value for place, value in enumerate(values)])
    with pytest.raises(ValueError, match="exactly one solution"):
        mistakes_ruled(Variant.of(4), [0] * 16)
    for wrong in (-1, 7, 200):
        with pytest.raises(ValueError, match="digits from 0 to 6"):
            mistakes_ruled(variant, [wrong if place == cell else value for place, value in enumerate(values)])
    with pytest.raises(ValueError, match="16 cells"):
        mistakes_ruled(Variant.of(4), [0] * 15)


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
    for steps in (hints_ruled, possible_ruled, lambda *position: list(path_ruled(*position))):
        with pytest.raises(ValueError, match="values are not 81 digits from 0 to 9"):
            steps(variant, [digit, *values[1:]], None)
        for masks in (every[1:], [*every[1:], 512], [*every[1:], -1]):
            with pytest.raises(ValueError, match="candidates are not 81 masks of 9 bits"):
                steps(variant, values, masks)


def test_a_step_is_looked_for_among_digits_and_masks_alone():
    variant, _ = made("windoku", 9)
    values, every = variant.clues.tolist(), [511] * 81
    for digit in (-1, 10, 200):
        with pytest.raises(ValueError, match=r"r1c1 is .*, not in 0\.\.9"):
            find_step_ruled("hidden-single", variant, [digit, *values[1:]], every)
    for masks in ([*every[1:], 512], [*every[1:], -1], [0.5] * 81):
        with pytest.raises(ValueError, match="candidates are masks of 9 bits"):
            find_step_ruled("hidden-single", variant, values, masks)
    with pytest.raises(ValueError, match=r"not shapes \(81,\) and \(80,\)"):
        find_step_ruled("hidden-single", variant, values, every[1:])
