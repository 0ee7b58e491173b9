"""The script of the page finds the broken rules that the meaning of each rule in plain Python finds."""

from random import Random

import pytest
from reference.constraints import holds

from board_catalogue.catalogue.pages.boards import rule_table
from board_catalogue.engine import Use, Variant
from board_catalogue.engine.rules.coding import constraints_of
from board_catalogue.engine.rules.houses import broken_rules
from board_catalogue.engine.rules.model import House
from board_catalogue.engine.rules.variant import RULES

LINE = {4: (0, 1, 5, 6), 6: (0, 1, 7, 8)}
PAIR = ("white dot", "black dot", "x", "v", "inequality")
VALUES = {
    "quadruple": (1, 2),
    "digits": (1, 2),
    "contains": (1, 2),
    "contains exactly": (3,),
    "connected": (0, 1, 2),
    "pill arrow": 2,
    "look and say": "1203",
    "regular expression": "12*[34].*",
    "numbered room": 3,
    "modular": 3,
    "whispers": 2,
    "lockout": 2,
    "little killer": 5,
    "cage": 10,
}
WITHOUT_TEXT = ("automaton", "full rank", "full rank ties", "table", "table of all", "frame")

FINDS = """([size, blocks, table, boards]) => {
    const shape = new catalogue.rules.Shape(size, blocks, table);
    return boards.map((values) => shape.broken(values).length);
}"""


def use_of(name, size):
    rule = RULES[name]
    value = VALUES.get(name, 5 if rule.value and not rule.value.startswith("[") else None)
    if name == "or":
        return Use(name, alternatives=((Use("cage", (0, 1), 3),), (Use("odd", (0,)), Use("even", (1,)))))
    if rule.where == "groups":
        return Use(name, value=value, groups=((0, 1), (size, size + 1)))
    if rule.where in ("board", "frame"):
        return Use(name, value=value)
    cells = {"outside": tuple(range(size))}.get(rule.where, LINE[size])
    if name == "little killer":
        cells = (1, size + 2, 2 * size + 3)
    if name == "quadruple":
        cells = (0, 1, size, size + 1)
    return Use(name, cells[:2] if name in PAIR else cells, value)


@pytest.mark.slow
@pytest.mark.parametrize("size", [4, 6])
def test_the_page_finds_broken_what_does_not_hold(page, server, size):
    page.goto(f"{server}/play?board=0")
    random, seen = Random(size), 0
    for name in sorted(set(RULES) - set(WITHOUT_TEXT)):
        use = use_of(name, size)
        try:
            variant = Variant.of(size, use)
            table = rule_table(variant)
            made = list(constraints_of(variant, use))
        except ValueError:
            continue  # not for this size, or with cells beside the grid
        constraints = [one for one in made if not (isinstance(one, House) and len(one.cells) == size)]  # no units
        if not table["is_whole"] or not constraints:
            continue
        full = [[random.randint(1, size) for _ in range(size**2)] for _ in range(12)]
        partial = [[value * (random.random() < 0.5) for value in board] for board in full]
        found = page.evaluate(FINDS, [size, variant.board_shape.blocks, table, full + partial])
        for board, number in zip(full, found, strict=False):
            assert bool(number) == any(not holds(one, board) for one in constraints), (name, board)
        for board, number in zip(partial, found[len(full) :], strict=True):
            if number:
                assert [each for each in broken_rules(variant, board) if each.rule == name], (name, board)
        seen += 1
    assert seen > 40


@pytest.mark.slow
def test_houses_that_only_follow_limit_candidates_and_are_no_conflict(page, server):
    page.goto(f"{server}/play?board=0")
    table = rule_table(Variant.of(9, Use("windoku")))
    further = [cells for name, cells in table["units"] if name in table["implied"]]
    assert len(further) == 5
    first, *rest = further[0]
    apart = next(
        cell
        for cell in rest
        if not any({first, cell} <= set(cells) for _, cells in table["units"] if cells != further[0])
    )
    values = [7 * (cell in (first, apart)) for cell in range(81)]
    asked = """([table, values, cell]) => {
        const shape = new catalogue.rules.Shape(9, "3x3", table);
        return [shape.conflicts(values, cell), shape.candidates(values.with(cell, 0), cell)];
    }"""
    conflicts, mask = page.evaluate(asked, [table, values, apart])
    assert conflicts == [] and not mask >> 6 & 1
    same_row = [7 * (cell in (0, 8)) for cell in range(81)]
    assert page.evaluate(asked, [table, same_row, 0])[0] == ["row 1"]
