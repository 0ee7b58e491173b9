"""Boards with a second layer beside plain Python: colours that meet each digit once, shades, values by shade."""

from functools import cache
from itertools import combinations, pairwise

import numpy as np
import pytest
from drawings import NORMAL, document, line

from board_catalogue import engine
from board_catalogue.engine import Use
from board_catalogue.engine.rules.frame import Frame
from board_catalogue.engine.rules.reading import reading_of
from board_catalogue.engine.rules.reading.layers import COLOURS, MIXED, SHADES, rules_of_layer, with_layer
from board_catalogue.engine.rules.reading.making import Ground, PartOfRule
from board_catalogue.engine.rules.reading.values import Modifier, with_values
from board_catalogue.engine.rules.solving import solve_ruled
from board_catalogue.engine.rules.texts import in_words, legend
from board_catalogue.engine.rules.variant import Variant, usual_regions

BOARDS = [board.ravel().tolist() for board in engine.generation.all_boards(4)]
HOT = Modifier(-2, False, plus=3)
"""Shaded cells count one more than their digit, others one less."""


def layered(size, layer, *uses):
    ground = Ground(size, usual_regions(size), ())
    made = rules_of_layer({layer, MIXED} if layer == SHADES else {layer}, ground)
    return Variant(size, ground.regions, (*uses, *made), frame=with_layer(Frame.square(size), layer))


def count(variant, limit=100_000):
    solutions, counts, _ = solve_ruled(variant, limit=limit)
    return int(counts[0]), solutions[0].tolist()


def is_connected(cells, size):
    """Whether some cells hang together, by a flood."""
    found, edge = set(), [min(cells)] if cells else []
    while edge:
        cell = edge.pop()
        if cell in cells and cell not in found:
            found.add(cell)
            edge += [cell - size, cell + size]
            edge += [cell - 1] * (cell % size > 0) + [cell + 1] * (cell % size < size - 1)
    return found == cells


def is_yin_yang(shaded, size):
    squares = ({c, c + 1, c + size, c + size + 1} for c in range(size * (size - 1)) if (c + 1) % size)
    others = {*range(size * size)} - shaded
    mixed = all(square & shaded and square & others for square in squares)
    return mixed and is_connected(shaded, size) and is_connected(others, size)


@cache
def shadings():
    """Shaded cells of all boards of 4x4: those in which any 2x2 have both shades, one by one."""
    each = np.arange(1 << 16)
    for corner in (row * 4 + column for row in range(3) for column in range(3)):
        square = 0b110011 << corner
        each = each[((each & square) != 0) & ((each & square) != square)]
    each = each[in_one_part(each) & in_one_part(each ^ 0xFFFF)]
    return [{cell for cell in range(16) if one >> cell & 1} for one in each.tolist()]


def in_one_part(each):
    """Whether the cells of each set of bits hang together, all at once."""
    found = each & -each
    for _ in range(16):
        beside = found << 4 | found >> 4 | (found & 0x7777) << 1 | (found & 0xEEEE) >> 1
        found |= beside & each
    return found == each


def test_colours_meet_each_digit_once():
    first = [board for board in BOARDS if board[:4] == [1, 2, 3, 4]]
    pairs = sum(len(set(zip(board, colours, strict=True))) == 16 for board in BOARDS for colours in first)
    number, solution = count(layered(4, COLOURS))
    assert number == pairs > 0
    assert len({*zip(solution[:16], solution[16:], strict=True)}) == 16


def test_no_two_squares_of_six_are_orthogonal():
    """Euler's 36 officers (Tarry 1900); a board whose digits stand by turns."""
    turned = [(column + 3 * (row % 2) + row // 2) % 6 + 1 for row in range(6) for column in range(6)]
    assert count(layered(6, COLOURS).with_givens(turned))[0] == 0


def test_shades_of_small_boards():
    number, solution = count(layered(4, SHADES).with_givens(BOARDS[0]))
    assert number == len(shadings()) > 0
    assert {cell for cell in range(16) if solution[16 + cell] == 1} in shadings()


def test_shades_of_larger_boards():
    rng = np.random.default_rng(3)
    board = engine.generate(1, size=6, seed=4).ravel().tolist()
    whole = layered(6, SHADES).with_givens(board)
    one = count(whole, 1)[1][36:]
    free = sorted(rng.permutation(36)[:10].tolist())
    kept = [Use("digits", (36 + cell,), (one[cell],)) for cell in range(36) if cell not in free]
    sure = {cell for cell in range(36) if cell not in free and one[cell] == 1}
    ways = [{*some} for size in range(11) for some in combinations(free, size)]
    wanted = sum(is_yin_yang(sure | some, 6) for some in ways)
    assert count(whole.with_uses((*whole.uses, *kept)))[0] == wanted > 0


HOLDS = {
    "arrow": ((0, 1, 2), lambda v: v[0] == v[1] + v[2]),
    "sum": ((5, 6, 10), lambda v: sum(v) == 7),
    "white dot": ((1, 2), lambda v: abs(v[0] - v[1]) == 1),
    "thermometer": ((0, 4, 5), lambda v: all(a < b for a, b in pairwise(v))),
    "palindrome": ((3, 6, 9), lambda v: v == v[::-1]),
}


@pytest.mark.parametrize("rule", HOLDS)
def test_rules_hold_for_the_values_of_shades(rule):
    cells, holds = HOLDS[rule]
    boards = BOARDS[::24]
    each = list(with_values(Use(rule, cells, 7 if rule == "sum" else None), HOT, Ground(4, usual_regions(4), ())))
    wanted = found = 0
    for board in boards:
        values = ([board[c] + (1 if c in shaded else -1) for c in cells] for shaded in shadings())
        wanted += sum(map(holds, values))
        found += count(layered(4, SHADES, *each).with_givens(board))[0]
    assert found == wanted > 0


YIN_YANG = (
    "Shade some cells so that all shaded cells are orthogonally connected and all unshaded cells are orthogonally "
    "connected. Each 2x2 area of the grid contains shaded and unshaded cells."
)
SHADE_VALUES = (
    "The value of a shaded cell is one more than its digit. The value of an unshaded cell is one less than its digit."
)
HOT_AND_COLD = f"{YIN_YANG} {SHADE_VALUES} Values along a thermometer increase from the bulb."
BULB = {"center": [0.5, 0.5], "rounded": True, "width": 0.8, "height": 0.8, "backgroundColor": "#CFCFCF"}
RING = {"rounded": True, "width": 0.8, "height": 0.8, "borderColor": "#000000", "backgroundColor": "#FFFFFF"}
DOUBLERS = "One cell in each row, column and box is a doubler. A doubler counts as twice its digit."


def test_a_text_with_shades():
    fields = {"lines": [line("#CFCFCF", (0, 0), (0, 3))], "underlays": [BULB]}
    reading = reading_of(document(f"{NORMAL} {HOT_AND_COLD}", 4, **fields))
    assert reading.left == ()
    words = " ".join(in_words(reading.variant))
    assert "1 for shaded cells, where digits count +1, 2 for others: -1" in words
    assert "inequality of r1c2, r1c1, by values" in words and words.count("any 2x2 cells have both shades") == 1
    assert "VS" not in " ".join(legend(reading.variant))
    wanted = sum(
        all(a < b for a, b in pairwise(board[c] + (1 if c in shaded else -1) for c in range(4)))
        for board in BOARDS[::24]
        for shaded in shadings()
    )
    assert sum(count(reading.variant.with_givens(board))[0] for board in BOARDS[::24]) == wanted > 0


EULER = (
    "4x4 Euler Sudoku rules apply: Place the digits 1-4 and 4 different colors exactly once in each row, column, "
    "and box such that each cell has a digit and a color. Every digit/color combination must appear exactly once."
)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Each 2x2 area of the grid contains shaded and unshaded cells.", "nothing says"),
        ("Every digit/color combination must appear exactly once.", "nothing says"),
        (f"{EULER} Each 2x2 area of the grid contains shaded and unshaded cells.", "together"),
        (f"{YIN_YANG} The value of a shaded cell is one more than its digit.", "nothing says which value"),
        (SHADE_VALUES, "no sentence says which cells are shaded"),
        (f"{YIN_YANG} {SHADE_VALUES} {DOUBLERS}", "which value they have"),
        (f"{YIN_YANG} {DOUBLERS}", "and of a second layer"),
        (f"{YIN_YANG} {SHADE_VALUES} Grey circles have odd values.", "whether digits or values are meant"),
    ],
)
def test_what_of_a_layer_is_left(text, left):
    grey = {"center": [0.5, 0.5], **RING, "backgroundColor": "#CFCFCF"}
    drawn = {"underlays": [grey]} if "circles" in text else {}
    assert left in "".join(reading_of(document(f"{NORMAL} {text}", 4, **drawn)).left)


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        (
            "Digits in circles give the number of shaded cells in the surrounding cells.",
            lambda near, shaded: near & shaded,
        ),
        (
            "A digit in a circle is the number of unshaded cells in its surrounding cells, including itself.",
            lambda near, shaded: (near | {5}) - shaded,
        ),
    ],
)
def test_a_circle_counts_shades(text, counts):
    ring = {"center": [1.5, 1.5], **RING}
    reading = reading_of(document(f"{NORMAL} {YIN_YANG} {text}", 4, underlays=[ring]))
    assert reading.left == ()
    near = {0, 1, 2, 4, 6, 8, 9, 10}
    wanted = sum(board[5] == len(counts(near, shaded)) for board in BOARDS[::24] for shaded in shadings())
    assert sum(count(reading.variant.with_givens(board))[0] for board in BOARDS[::24]) == wanted > 0
    assert "the circle R2C2 counts" in " ".join(in_words(reading.variant))


@pytest.mark.parametrize(("clue", "row", "wrong"), [("3", 0.5, ""), ("x", 0.5, "no number"), ("3", -0.5, "no number")])
def test_a_clue_outside_counts_shades(clue, row, wrong):
    text = "Clues outside the grid give the number of shaded cells in that row or column."
    cage = {"center": [row, -0.5], "text": clue, "width": 0.5, "height": 0.5}
    reading = reading_of(document(f"{NORMAL} {YIN_YANG} {text}", 4, overlays=[cage]))
    assert wrong in "".join(reading.left) and bool(reading.left) == bool(wrong)
    if not wrong:
        wanted = sum(len(shaded & {0, 1, 2, 3}) == 3 for shaded in shadings())
        assert count(reading.variant.with_givens(BOARDS[0]))[0] == wanted > 0


def test_a_number_in_a_circle_is_left():
    text = f"{NORMAL} {YIN_YANG} Digits in circles give the number of shaded cells in the surrounding cells."
    left = reading_of(document(text, 4, underlays=[{"center": [1.5, 1.5], **RING, "text": "3"}])).left
    assert left


def test_one_sentence_says_all_of_shades():
    text = (
        "Shade some cells so that all shaded cells are orthogonally connected, all unshaded cells are orthogonally "
        "connected and no 2x2 area is fully shaded or unshaded."
    )
    whole, parts = (reading_of(document(f"{NORMAL} {some}", 4)) for some in (text, YIN_YANG))
    assert whole.left == () and whole.variant == parts.variant


def test_no_shades_are_counted_where_none_are_found():
    text = "Digits in circles give the number of shaded cells in the surrounding cells."
    ring = {"center": [1.5, 1.5], **RING}
    assert "which cells are shaded" in "".join(reading_of(document(f"{NORMAL} {text}", 4, underlays=[ring])).left)


@pytest.mark.parametrize("text", [f"{NORMAL} {HOT_AND_COLD}", EULER])
def test_drawn_shades_are_not_those_to_be_found(text):
    shade = {"center": [3.5, 3.5], "width": 1, "height": 1, "backgroundColor": "#CFCFCF"}
    fields = {"lines": [line("#CFCFCF", (0, 0), (0, 2))], "underlays": [BULB, shade]}
    reading = reading_of(document(text, 4, **fields))
    assert "are drawn" in "".join(reading.left) and not reading.variant.frame.groups


def test_a_text_with_colours():
    reading = reading_of(document(EULER, 4))
    assert reading.left == () and count(reading.variant)[0] == count(layered(4, COLOURS))[0]


def test_colours_of_a_large_board_are_left():
    text = EULER.replace("4x4 ", "").replace("4", "9")
    assert "too many pairs" in "".join(reading_of(document(text)).left)


def test_two_layers_are_refused():
    with pytest.raises(PartOfRule, match="colours and digits and of yin yang"):
        list(rules_of_layer({COLOURS, SHADES}, Ground(4, usual_regions(4), ())))


def test_regions_to_be_found():
    text = (
        "Every digit from 1 to 4 must appear once in every row, column and region. Each region must be determined and "
        "each is a set of four orthogonally connected cells."
    )
    reading = reading_of(document(text, 4))
    assert reading.left == () and not reading.variant.regions
    assert reading.variant.uses == (Use("chaos construction", value=4),)
    assert [group.label for group in reading.variant.frame.groups] == ["Chaos regions"]


@pytest.mark.parametrize("units", ["row and column", "row, column and box"])
def test_digits_differ_in_the_regions_to_be_found(units):
    text = (
        f"Place the digits 1-4 once in every {units}. Divide the grid into 4 regions of 4 orthogonally connected cells."
    )
    assert "no sentence says that digits differ in them" in "".join(reading_of(document(text, 4)).left)
