"""Symmetries derived from rules, beside every permutation of lines tried."""

from collections.abc import Iterator
from itertools import permutations

import numpy as np
import pytest

import engine
from engine.rules.model import Rules, broken
from engine.rules.named_rule import Use
from engine.rules.symmetry import canonical_under, symmetries_of
from engine.rules.variant import Variant


def line_permutations(size: int) -> Iterator[tuple[int, ...]]:
    for turned in (False, True):
        for rows in permutations(range(size)):
            for columns in permutations(range(size)):
                cells = ((c % size, c // size) if turned else divmod(c, size) for c in range(size * size))
                yield tuple(rows[row] * size + columns[column] for row, column in cells)


def maps_boards(rules: Rules, boards: np.ndarray, image: tuple[int, ...], names: tuple[int, ...]) -> bool:
    """Whether every board that obeys the rules does so after the permutation and renaming."""
    images = np.array(names, np.uint8)[boards[:, image]]
    return {board.tobytes() for board in images} == {board.tobytes() for board in boards}


@pytest.mark.parametrize("rule", [None, "diagonal", "disjoint groups", "anti-king", "indexing column"])
@pytest.mark.parametrize("blocks", ["2x2", "none"])
def test_symmetries_at_four(rule: str | None, blocks: str):
    if rule == "disjoint groups" and blocks == "none":
        pytest.skip("needs blocks")
    use = [Use(rule, (0, 3) if rule == "indexing column" else ())] if rule else []
    rules = Variant.of(4, *use, blocks=blocks).rules
    symmetries = symmetries_of(rules)
    houses = {frozenset(house.cells) for house in rules.houses}
    by_force = set()
    for image in line_permutations(4):
        if all(frozenset(image[cell] for cell in house) in houses for house in houses):
            by_force.add(image)
    found = {tuple(image) for image in symmetries.cells.tolist()}
    assert found <= by_force
    if rule in (None, "diagonal", "disjoint groups"):
        assert found == by_force and symmetries.digits is None


@pytest.mark.parametrize("rule", ["diagonal", "anti-knight", "thermometer", "white dot"])
def test_images_obey_the_rules(rule: str):
    variant = Variant.of(6, Use(rule, (0, 1) if rule in ("thermometer", "white dot") else ()))
    boards = engine.boards_under(variant, 3, seed=1)
    symmetries = symmetries_of(variant.rules)
    names = symmetries.digits if symmetries.digits is not None else np.array([[0, 2, 3, 1, 6, 5, 4]], np.uint8)
    for board in boards:
        for image in symmetries.cells:
            for some in names:
                assert not broken(variant.rules, some[board[image]].tolist())
        images = np.array([names[0][board[image]] for image in symmetries.cells])
        assert len({least.tobytes() for least in canonical_under(variant.rules, images)}) == 1


def test_classes_of_small_diagonal_boards():
    """By force at 4x4: boards are one class where an image and a renaming map one to the other."""
    variant = Variant.of(4, Use("diagonal"))
    boards = np.array([b for b in engine.all_boards(4) if not broken(variant.rules, b.tolist())], np.uint8)
    images = symmetries_of(variant.rules).cells
    left, classes = {board.tobytes() for board in boards}, 0
    while left:
        board, classes = np.frombuffer(next(iter(left)), np.uint8), classes + 1
        for names in permutations(range(1, 5)):
            renamed = np.array((0, *names), np.uint8)[board]
            left -= {renamed[image].tobytes() for image in images}
    assert len({least.tobytes() for least in canonical_under(variant.rules, boards)}) == classes


def test_digits_that_count_are_only_reversed():
    assert symmetries_of(Variant.of(6, Use("non-consecutive")).rules).digits.tolist()[1] == [0, 6, 5, 4, 3, 2, 1]
    thermometer = symmetries_of(Variant.of(6, Use("thermometer", (0, 1))).rules)
    assert thermometer.digits is None or len(thermometer.digits) == 1


@pytest.mark.slow
def test_symmetries_at_six():
    rules = Variant.of(6, Use("diagonal")).rules
    houses = {frozenset(house.cells) for house in rules.houses}
    by_force = sum(
        all(frozenset(image[cell] for cell in house) in houses for house in houses) for image in line_permutations(6)
    )
    assert len(symmetries_of(rules).cells) == by_force
