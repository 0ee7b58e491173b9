"""What a puzzle needs, and what contradicts: by leaving out each part in turn and counting by brute force."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from board_catalogue import engine
from board_catalogue.engine import Use, Variant
from board_catalogue.engine.generation import all_boards
from board_catalogue.engine.rules.needs import Parts


@cache
def boards() -> list[tuple[int, ...]]:
    return [tuple(board) for board in all_boards(4).tolist()]


HOLDS = {
    "cage": lambda some, value: sum(some) == value and len(set(some)) == len(some),
    "thermometer": lambda some, value: list(some) == sorted(set(some)),
    "odd": lambda some, value: all(digit % 2 for digit in some),
}


def count(variant: Variant, without: object = None) -> int:
    """How many boards keep all clues and rules, or all but one."""
    clues = [(cell, digit) for cell, digit in enumerate(variant.givens) if digit and cell != without]
    uses = [use for use in variant.uses if use is not without]
    return sum(
        all(board[cell] == digit for cell, digit in clues)
        and all(HOLDS[use.rule]([board[cell] for cell in use.cells], use.value) for use in uses)
        for board in boards()
    )


def puzzle(random: Random) -> Variant:
    """A puzzle of some clues and rules that one board has, one clue in eight of them wrong."""
    board = random.choice(boards())
    givens = [digit if random.random() < 0.25 else 0 for digit in board]
    if random.random() < 0.5:
        givens[random.randrange(16)] = random.randint(1, 4)
    uses = []
    for _ in range(random.randint(1, 4)):
        rule, cells = random.choice([*HOLDS]), random.choice([(0, 1, 2), (4, 5), (8, 12), (7, 11, 15), (3, 2)])
        some = [board[cell] for cell in cells]
        uses.append(Use(rule, cells, sum(some) if rule == "cage" else None))
    return Variant.of(4, *dict.fromkeys(uses)).with_givens(givens)


def parts(variant: Variant) -> list[object]:
    return [*(cell for cell, digit in enumerate(variant.givens) if digit), *variant.uses]


def test_each_part_that_can_go_is_found_and_what_contradicts_is_least():
    random, seen = Random(7), set()
    for _ in range(50):
        variant = puzzle(random)
        solutions = count(variant)
        seen.add(min(solutions, 2))
        if solutions == 1:
            can_go = [part for part in parts(variant) if count(variant, part) == 1]
            found = engine.needless(variant)
            assert [*found.clues, *found.uses] == can_go
        else:
            with pytest.raises(ValueError, match="none or several"):
                engine.needless(variant)
        if solutions:
            with pytest.raises(ValueError, match="nothing contradicts"):
                engine.contradiction(variant)
            continue
        found = engine.contradiction(variant)
        givens = [digit if cell in found.clues else 0 for cell, digit in enumerate(variant.givens)]
        least = replace(variant, uses=found.uses, givens=tuple(givens))
        assert count(least) == 0
        assert all(count(least, part) for part in parts(least))
    assert seen == {0, 1, 2}


def test_a_plain_puzzle_and_its_words():
    text = "1...|3...|....|...2".replace("|", "")
    assert engine.needless("1234341221434321") == Parts(tuple(range(16)), ())
    twice = engine.contradiction("1..1" + text[4:])
    assert twice == Parts((0, 3), ())
    assert twice.words(Variant.of(4).with_givens("1..1" + text[4:])) == ["r1c1=1", "r1c4=1"]
    with pytest.raises(ValueError, match="one at a time"):
        engine.needless([[0] * 16, [0] * 16])


def test_a_rule_that_cannot_hold_contradicts_alone():
    cage, other = Use("cage", (0, 1), 30), Use("odd", (5,))
    assert engine.contradiction(Variant.of(4, other, cage)) == Parts((), (cage,))
