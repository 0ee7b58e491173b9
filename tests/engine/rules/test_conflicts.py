"""Conflicts are named by their rules; steps lead to a board that has none."""

import numpy as np
import pytest
from reference.constraints import holds

from board_catalogue import engine
from board_catalogue.engine import Use, Variant
from board_catalogue.engine.paths.path import begun
from board_catalogue.engine.rules.houses import broken_rules


def made(rules, size, position=0, seed=4):
    book = engine.Rulebook.read(rules, size)
    boards, _ = book.boards(1, seed=seed, start=position)
    puzzles, own = book.carve(boards, seed=seed, positions=[position])
    return book.variant(own[0] if own else None, puzzles[0].tolist()), boards[0].tolist()


@pytest.mark.parametrize(
    ("rules", "size"),
    [("diagonal", 6), ("jigsaw", 6), ("anti-king", 6), ("killer", 6), ("thermo,kropki", 6), ("killer", 4), ("xv", 6)],
)
def test_steps_lead_to_the_solution(rules, size):
    variant, solution = made(rules, size)
    values = list(variant.clues.tolist())
    while steps := begun(variant, values, [0] * len(values), variant.board_shape.blocks).to_next_digit():
        for step in steps:
            assert all(solution[cell] != digit for cell, digit in step.eliminations)
            assert step.sentence.endswith((".", f"{step.placement and step.placement[1]}"))
        cell, digit = steps[-1].placement
        assert not values[cell] and solution[cell] == digit
        assert all(step.placement is None for step in steps[:-1])
        values[cell] = digit
    assert values == solution
    assert not broken_rules(variant, values)


def test_conflicts_are_named_by_their_rules():
    variant = Variant.of(9, Use("thermometer", (0, 1, 2)), Use("anti-knight"), Use("cage", (9, 10), 4))
    values = [0] * 81
    values[0] = 9  # no digit is above it
    assert [each.sentence for each in broken_rules(variant, values)] == ["Thermometer of r1c1 is broken."]
    values[0], values[19] = 3, 3  # a knight's move
    found = broken_rules(variant, values)
    assert {each.sentence for each in found} == {"Region 1 is broken.", "Anti-knight is broken."}
    values = [0] * 81
    values[9] = values[10] = 2
    assert [each.sentence for each in broken_rules(variant, values)] == [
        "Row 2 is broken.",
        "Region 1 is broken.",
        "Cage 4 of r2c1 is broken.",
    ]


@pytest.mark.parametrize("rules", ["diagonal", "killer", "thermo,kropki"])
def test_full_boards_have_the_conflicts_that_the_plain_check_finds(rules):
    variant, solution = made(rules, 6)
    random = np.random.default_rng(1)
    for _ in range(20):
        board = list(solution)
        board[random.integers(36)] = int(random.integers(1, 7))
        broken = any(not holds(one, board) for one in (*variant.rules.houses, *variant.rules.constraints))
        assert bool(broken_rules(variant, board)) == broken


def test_values_that_are_no_digits_are_refused():
    with pytest.raises(ValueError, match="16 digits from 0 to 4"):
        broken_rules(Variant.of(4), [5] * 16)
