"""Variants drawn: every rule leaves a mark, the outline of a cage closes, regions have borders."""

import re
from xml.etree import ElementTree

import pytest

from engine import Use, Variant
from engine.rules.drawing import boxes, svg
from engine.rules.variant import RULES

UNDRAWN = {"anti-knight", "anti-king", "non-consecutive", "disjoint groups", "table", "or"}
UNDRAWN |= {name for name in RULES if name.startswith("all ")} - {"all different"}
"""Rules that only words can say."""


def use_of(name: str) -> Use:
    where = RULES[name].where
    cells = {"board": (), "outside": tuple(range(9)), "groups": ()}.get(where, (40, 41, 50, 49))
    if name in ("white dot", "black dot", "x", "v", "inequality"):
        cells = cells[:2]
    value = {"pill arrow": 2, "quadruple": (1, 7), "digits": (1, 2), "regular expression": "12*3.", "diagonal": None}
    groups = ((0, 1), (3, 4)) if where == "groups" else ()
    return Use(name, cells, value.get(name, 10 if RULES[name].value else None), groups)


@pytest.mark.parametrize("name", sorted(set(RULES) - UNDRAWN))
def test_every_rule_leaves_a_mark(name):
    plain, drawn = svg(Variant.of(9)), svg(Variant.of(9, use_of(name)))
    ElementTree.fromstring(drawn)
    without_title = re.sub("<title>.*</title>", "", drawn).splitlines()
    assert len(without_title) > len(plain.splitlines())


def ends_of(path: str) -> list[tuple[int, int]]:
    ends = []
    for x, y, way, to in re.findall(r"M(\d+) (\d+)([HV])(\d+)", path):
        ends += [(int(x), int(y)), (int(to), int(y)) if way == "H" else (int(x), int(to))]
    return ends


@pytest.mark.parametrize("cells", [(0,), (0, 1, 9), (0, 1, 2, 9, 11, 18, 19, 20), (12, 21, 22, 23, 14)])
def test_the_outline_of_a_cage_closes(cells):
    path = re.search(r'd="([^"]*)"[^>]*stroke-dasharray', svg(Variant.of(9, Use("cage", cells))))[1]
    ends = ends_of(path)
    assert ends
    assert all(ends.count(corner) == 2 for corner in ends)


def test_regions_have_borders_in_text():
    regions = ((0, 1, 2, 4), (3, 6, 7, 11), (5, 8, 9, 12), (10, 13, 14, 15))
    drawn = boxes(Variant(4, regions), list(range(1, 5)) * 4)
    assert (
        drawn.splitlines()
        == [
            "╭───────────┬───╮",
            "│ 1   2   3 │ 4 │",
            "│   ╭───┬───╯   │",
            "│ 1 │ 2 │ 3   4 │",
            "├───╯   ╰───╮   │",
            "│ 1   2   3 │ 4 │",
            "│   ╭───────┴───┤",
            "│ 1 │ 2   3   4 │",
            "╰───┴───────────╯",
        ]
        or drawn
    )


def test_givens_and_digits_differ():
    drawn = svg(Variant.of(4).with_givens([1] + [0] * 15), [1, 2, 3, 4] * 4)
    assert drawn.count("font-weight") == 1
    assert drawn.count("<text") == 16
