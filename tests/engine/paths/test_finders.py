"""What each rule finds in random positions beside a plain Python finder of the same."""

import random

import chain_sets_oracle
import numpy as np
import pytest
import rating_oracle
import rectangles_oracle
import scoring_oracle
from positions import struck
from scoring_oracle import BASIC, FRANKEN, MUTANT
from scoring_positions import along, find, hard_positions

from board_catalogue import engine
from board_catalogue.engine.paths.lessons import puzzles_of_examples

ORACLES = {
    ("pointing", "claiming"): rating_oracle.locking,
    ("locked-pair", "naked-pair"): lambda position: scoring_oracle.naked_set(position, 2),
    ("locked-triple", "naked-triple"): lambda position: scoring_oracle.naked_set(position, 3),
    ("naked-quadruple",): lambda position: scoring_oracle.naked_set(position, 4),
    ("hidden-pair",): lambda position: scoring_oracle.hidden_set(position, 2),
    ("hidden-triple",): lambda position: scoring_oracle.hidden_set(position, 3),
    ("hidden-quadruple",): lambda position: scoring_oracle.hidden_set(position, 4),
    ("x-wing",): lambda position: scoring_oracle.fish(position, BASIC, 2, False),
    ("swordfish",): lambda position: scoring_oracle.fish(position, BASIC, 3, False),
    ("jellyfish",): lambda position: scoring_oracle.fish(position, BASIC, 4, False),
    ("finned-x-wing", "sashimi-x-wing"): lambda position: scoring_oracle.fish(position, BASIC, 2, True),
    ("finned-swordfish", "sashimi-swordfish"): lambda position: scoring_oracle.fish(position, BASIC, 3, True),
    ("finned-jellyfish", "sashimi-jellyfish"): lambda position: scoring_oracle.fish(position, BASIC, 4, True),
    ("franken-swordfish",): lambda position: scoring_oracle.fish(position, FRANKEN, 3, False),
    ("mutant-x-wing",): lambda position: scoring_oracle.fish(position, MUTANT, 2, False),
    ("franken-x-wing",): lambda position: scoring_oracle.fish(position, FRANKEN, 2, False),
    ("finned-franken-x-wing",): lambda position: scoring_oracle.fish(position, FRANKEN, 2, True),
    ("finned-mutant-x-wing",): lambda position: scoring_oracle.fish(position, MUTANT, 2, True),
    ("skyscraper",): scoring_oracle.skyscraper,
    ("turbot-fish",): scoring_oracle.turbot_fish,
    ("empty-rectangle",): scoring_oracle.empty_rectangle,
    ("w-wing",): scoring_oracle.w_wing,
    ("xy-wing",): lambda position: rating_oracle.wing(position, 2),
    ("xyz-wing",): lambda position: rating_oracle.wing(position, 3),
    ("simple-colors",): scoring_oracle.simple_colors,
    ("multi-colors",): scoring_oracle.multi_colors,
    ("sue-de-coq",): scoring_oracle.sue_de_coq,
    ("als-xz",): scoring_oracle.als_xz,
    ("als-xy-wing",): chain_sets_oracle.als_xy_wing,
    ("two-string-kite",): chain_sets_oracle.two_string_kite,
    ("bug-plus-1",): chain_sets_oracle.bug_plus_1,
}
COUNTS = {
    "als-xz": 2,
    "als-xy-wing": 2,
    "sue-de-coq": 4,
    "finned-swordfish": 2,
    "finned-mutant-x-wing": 2,
    "finned-jellyfish": 1,
    "franken-swordfish": 1,
    "finned-franken-x-wing": 4,
}


def compare(rules, count):
    """Compare in so many positions; return how many of them had a step."""
    had = 0
    for puzzle, position in hard_positions(count):
        steps = [step for rule in rules for step in find(rule, puzzle, position)]
        found = {candidate for step in steps for candidate in step.eliminations}
        assert found == ORACLES[rules](position)
        had += bool(found)
    return had


@pytest.mark.parametrize("rules", ORACLES, ids=lambda rules: rules[0])
def test_a_rule_finds_what_plain_python_finds(rules):
    compare(rules, COUNTS.get(rules[0], 12))


@pytest.mark.slow
@pytest.mark.parametrize("rules", ORACLES, ids=lambda rules: rules[0])
def test_a_rule_finds_it_in_many_positions(rules):
    assert compare(rules, 50 * COUNTS.get(rules[0], 12))


RECTANGLES = (*rectangles_oracle.UNIQUE, "avoidable-rectangle-1", "avoidable-rectangle-2")


def removed_by_rectangles(rule, puzzle, position):
    """What a rule removes in a position, compared with plain Python."""
    found = {candidate for step in find(rule, puzzle, position) for candidate in step.eliminations}
    if rule in rectangles_oracle.UNIQUE:
        assert rectangles_oracle.of_unique(position, rule, None) <= found
        assert found <= rectangles_oracle.of_unique(position, rule, 1)
    else:
        assert found == rectangles_oracle.of_avoidable(position, puzzle, rule)
    return found


@pytest.mark.parametrize("count", [12, pytest.param(2000, marks=pytest.mark.slow)])
def test_rectangles_are_those_of_plain_python(count):
    for puzzle, position in hard_positions(count):
        for rule in RECTANGLES:
            removed_by_rectangles(rule, puzzle, position)


@pytest.mark.parametrize("rule", RECTANGLES)
def test_rectangles_of_an_example_are_those_of_plain_python(rule):
    puzzle = [0 if cell == "." else int(cell) for cell in puzzles_of_examples()["scores"][rule]]
    found = set()
    for position, _step in along(puzzle):  # an example may lie beside the path
        found |= removed_by_rectangles(rule, puzzle, position)
    assert found


def test_singles_are_those_of_plain_python():
    puzzles = engine.carve(engine.generate(20, seed=4), seed=4)
    draw = random.Random(6)
    for puzzle, solution in zip(puzzles, engine.solve(puzzles), strict=True):
        position = struck(puzzle.tolist(), solution, draw, 0.3)
        hidden = {step.placement for step in find("hidden-single", puzzle, position)}
        assert hidden == rating_oracle.hidden_single(position)
        naked = {step.placement for step in find("naked-single", puzzle, position)}
        assert naked == rating_oracle.naked_single(position)


def test_a_position_against_the_solution_is_refused():
    puzzle = engine.carve(engine.generate(1, seed=4), seed=4)[0]
    wrong = np.where(puzzle == 0, 0, puzzle)
    masks = np.full(81, 511, np.uint16)
    cell = int(np.flatnonzero(puzzle == 0)[0])
    masks[cell] = 1 << (int(engine.solve(puzzle)[cell]) % 9)
    with pytest.raises(ValueError, match="lack its digit"):
        engine.next_solving_step(puzzle, wrong, masks)
    with pytest.raises(ValueError, match="no rule 'x'"):
        engine.find_solving_steps("x", puzzle, puzzle, np.full(81, 511, np.uint16))
