"""Cells with another value than their digit, beside a plain count of the boards and of the places of such cells."""

from itertools import pairwise, permutations

import numpy as np
import pytest
from drawings import NORMAL, document, line, mark

from board_catalogue import engine
from board_catalogue.engine import Use
from board_catalogue.engine.rules.reading import reading_of
from board_catalogue.engine.rules.reading.making import Ground, PartOfRule
from board_catalogue.engine.rules.reading.values import OTHER_VALUES, Modifier, frame_of, with_values
from board_catalogue.engine.rules.solving import solve_ruled
from board_catalogue.engine.rules.variant import Variant, usual_regions

GROUND = Ground(4, usual_regions(4), ())
BOARDS = [board.ravel().tolist() for board in engine.generation.all_boards(4)]
PLACES = [
    tuple(4 * row + column for row, column in enumerate(order))
    for order in permutations(range(4))
    if len({row // 2 * 2 + column // 2 for row, column in enumerate(order)}) == 4
]
"""Cells of which one is in each row, column and block."""


HOLDS = {
    "sum": lambda v, d, n: sum(v) == n,
    "cage": lambda v, d, n: sum(v) == n and len(set(d)) == len(d),
    "little killer": lambda v, d, n: sum(v) == n,
    "arrow": lambda v, d, n: v[0] == sum(v[1:]),
    "pill arrow": lambda v, d, n: 10 * v[0] + v[1] == sum(v[2:]),
    "double arrow": lambda v, d, n: v[0] + v[-1] == sum(v[1:-1]),
    "zipper": lambda v, d, n: (
        len({v[i] + v[-1 - i] for i in range(len(v) // 2)} | {*v[len(v) // 2 :][: len(v) % 2]}) == 1
    ),
    "white dot": lambda v, d, n: abs(v[0] - v[1]) == 1,
    "black dot": lambda v, d, n: v[0] == 2 * v[1] or v[1] == 2 * v[0],
    "x": lambda v, d, n: v[0] + v[1] == 10,
    "v": lambda v, d, n: v[0] + v[1] == 5,
    "inequality": lambda v, d, n: v[0] > v[1],
    "thermometer": lambda v, d, n: all(a < b for a, b in pairwise(v)),
    "slow thermometer": lambda v, d, n: all(a <= b for a, b in pairwise(v)),
    "palindrome": lambda v, d, n: v == v[::-1],
    "whispers": lambda v, d, n: all(abs(a - b) >= n for a, b in pairwise(v)),
    "odd": lambda v, d, n: all(one % 2 for one in d),
}
"""What rules say of values and digits, besides the kernels."""
PAIRS = ("white dot", "black dot", "x", "v", "inequality")


SOME = [1, pytest.param(6, marks=pytest.mark.slow)]
"""Random cells and numbers of each rule, each day and in all."""


@pytest.mark.parametrize("rule", HOLDS)
@pytest.mark.parametrize("rounds", SOME)
def test_a_rule_holds_for_values(rule, rounds):
    rng = np.random.default_rng(len(rule))
    for turn in range(rounds):
        modifier = Modifier(*((1, True), (-2, False))[turn % 2])
        cells = tuple(rng.permutation(16)[: 2 if rule in PAIRS else 3 + int(rng.integers(2))].tolist())
        number = {"pill arrow": 2, "whispers": 2}.get(rule, int(rng.integers(3, 12)))
        takes = rule in ("sum", "cage", "little killer", "pill arrow", "whispers")
        use = Use(rule, cells, number if takes else None)
        assert count(modifier, use) == counted(modifier, HOLDS[rule], cells, number), (use, modifier)


def test_segments_of_a_line_have_the_same_sum_of_values():
    cells = (1, 2, 6, 10)
    use, modifier = Use("region sum", cells), Modifier(1, True)

    def holds(values, digits, _):
        return values[0] == values[1] + values[2] == values[3]

    assert count(modifier, use) == counted(modifier, holds, cells) > 0


def count(modifier, *uses):
    """The solutions by the kernels."""
    made = [
        Use(OTHER_VALUES, value=int(modifier.each_digit)),
        *(one for use in uses for one in with_values(use, modifier, GROUND)),
    ]
    variant = Variant(5, GROUND.regions, tuple(made), frame=frame_of(4))
    return int(solve_ruled(variant, limit=10_000)[1][0])


def counted(modifier, holds, cells, number=0):
    """The solutions one by one."""
    found = 0
    for board in BOARDS:
        for places in PLACES:
            if modifier.each_digit and len({board[cell] for cell in places}) < 4:
                continue
            values = [digit * (1 + modifier.factor * (cell in places)) for cell, digit in enumerate(board)]
            found += holds([values[cell] for cell in cells], [board[cell] for cell in cells], number)
    return found


DOUBLERS = (
    "One cell in each row, column and box is a doubler. Each digit is doubled exactly once. "
    "A doubler counts as twice its digit for all clues. Digits in a cage sum to the total in the corner."
)


def test_a_text_with_doublers():
    cages = [{"cells": [[0, 0], [0, 1]], "value": "10"}, {"cells": [[3, 2], [3, 3]], "value": "6"}]
    reading = reading_of(document(f"{NORMAL} {DOUBLERS}", 4, cages=cages))
    assert reading.left == ()
    solutions, counts, _ = solve_ruled(reading.variant, limit=10_000)
    modifier = Modifier(1, True)
    cells = (0, 1, 14, 15)
    assert counts[0] == counted(modifier, lambda v, d, n: (v[0] + v[1], v[2] + v[3]) == (10, 6), cells) > 0
    digits = solutions[0, :16] - 1
    assert {*digits} == {1, 2, 3, 4}
    solution = "".join(map(str, digits))
    assert reading_of(document(f"{NORMAL} {DOUBLERS}", 4, {"solution": solution}, cages=cages)).understood
    wrong = solution[::-1] if sum(digits[:2]) != sum(digits[-2:]) else "1" * 16
    assert reading_of(document(f"{NORMAL} {DOUBLERS}", 4, {"solution": wrong}, cages=cages)).left


def test_values_for_thermometers_alone():
    text = (
        "The grid contains 4 doublers (numbers multiplied by 2), one in each row, column and box. Digits along a "
        "thermometer increase from the bulb. If a thermometer cell is a doubler it counts as twice its value for "
        "purposes of the thermometer."
    )
    bulb = {"center": [0.5, 0.5], "rounded": True, "width": 0.8, "height": 0.8, "backgroundColor": "#CFCFCF"}
    fields = {"lines": [line("#CFCFCF", (0, 0), (0, 2))], "underlays": [bulb]}
    reading = reading_of(document(f"{NORMAL} {text}", 4, **fields))
    assert reading.left == ()
    wanted = counted(Modifier(1, False), lambda v, d, n: v[0] < v[1] < v[2], (0, 1, 2))
    assert solve_ruled(reading.variant, limit=100_000)[1][0] == wanted > 0
    with pytest.raises(PartOfRule, match="for thermometer alone"):
        list(with_values(Use("arrow", (0, 1, 2)), Modifier(1, False, frozenset({"thermometer"})), GROUND))


@pytest.mark.parametrize(
    ("text", "fields", "left"),
    [
        ("A doubler counts as twice its digit.", {}, "nothing says which cells"),
        ("One cell in each row, column and box is a doubler.", {}, ""),
        (f"{DOUBLERS} Purple lines are renbans.", {"lines": [line("#f067f0", (0, 0), (0, 1))]}, "the rule renban"),
        (
            f"{DOUBLERS} White dots join consecutive digits.",
            {"overlays": [mark(1, 0.5)]},
            "no mark is there for",
        ),
    ],
)
def test_what_of_values_is_left(text, fields, left):
    found = reading_of(document(f"{NORMAL} {text}", 4, **fields)).left
    assert bool(found) == bool(left)
    assert left in "".join(found)


def test_values_for_cages_alone():
    cages, arrows = (Modifier(1, True, frozenset({of})) for of in ("cages", "arrows"))
    with pytest.raises(PartOfRule, match="for cages alone"):
        list(with_values(Use("arrow", (0, 1, 2)), cages, GROUND))
    assert list(with_values(Use("arrow", (0, 1, 2)), arrows, GROUND))
    assert list(with_values(Use("cage", (0, 1), 5), cages, GROUND))


def test_only_what_is_known_of_values_is_made():
    with pytest.raises(PartOfRule, match="the rule sandwich is not read"):
        list(with_values(Use("sandwich", (0, 1, 2, 3), 3), Modifier(1, True), GROUND))
    with pytest.raises(PartOfRule, match="the rule thermometer is not read"):
        list(with_values(Use("thermometer", (0, 1)), Modifier(1, True, frozenset({"sums"})), GROUND))
