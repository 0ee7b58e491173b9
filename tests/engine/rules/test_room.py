"""Candidates, the marks of steps, and the marks of rules keep clear of each other, and stand out from lines."""

import re
from itertools import combinations
from math import hypot

import pytest
from rule_uses import UNSAID, VALUES, placed

from board_catalogue.engine import Use, Variant
from board_catalogue.engine.paths.drawing import CELL, SHAPES, Room
from board_catalogue.engine.rules.picture import Circle, Text, layers, room_for_candidates, svg_layers
from board_catalogue.engine.rules.rulebook import Rulebook
from board_catalogue.engine.rules.variant import RULES

GLYPH, CAPITAL = 0.6, 0.74  # of a digit, in the size of its font


def boxes_of_rules(variant):
    """The boxes of texts in corners and of what lies on edges and corners, each with the radius of a circle or None."""
    mixed, over = layers(variant)
    inside = [each for each in mixed if isinstance(each, Text) and on_board(each, variant)]
    for each in (*inside, *over):
        if isinstance(each, Text):
            (x, y), wide, high = each.at, GLYPH * each.height * len(each.text), CAPITAL * each.height
            left = x if each.from_left else x - wide / 2
            yield (left, y - high / 2, left + wide, y + high / 2), None
        elif isinstance(each, Circle):
            half = each.radius + (each.width / 2 if each.stroke else 0)
            yield (each.at[0] - half, each.at[1] - half, each.at[0] + half, each.at[1] + half), half
        else:
            for line in each.lines:
                xs, ys = zip(*line, strict=True)
                half = each.width / 2
                yield (min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half), None


def on_board(text, variant):
    (x, y), frame = text.at, variant.frame
    return 0 < x < frame.columns and 0 < y < frame.rows


def candidates_of(variant):
    """The boxes of all candidates with the shapes that steps draw around them."""
    room, size = room_for_candidates(variant), variant.size
    half = min(room.steps(size)) / 2 * 0.95  # of a struck square; discs and tips have no corners
    for cell in range(variant.frame.cells):
        row, column = divmod(cell, variant.frame.columns)
        for digit in range(1, size + 1):
            x, y = room.spot(digit, size)
            yield column + x - half, row + y - half, column + x + half, row + y + half


def meet(mark, box):
    (left, top, right, bottom), radius = mark
    if radius is None:
        return min(right, box[2]) - max(left, box[0]) > 1e-6 < min(bottom, box[3]) - max(top, box[1])
    if radius > 0.4:  # a ring with candidates in it
        middle = (left + right) / 2, (top + bottom) / 2
        far = max(hypot(x - middle[0], y - middle[1]) for x in box[::2] for y in box[1::2])
        return left < box[0] < right and top < box[1] < bottom and far > radius - 0.02
    x, y = (left + right) / 2, (top + bottom) / 2  # the point of the box that is nearest to the middle of the circle
    return hypot(max(box[0] - x, 0, x - box[2]), max(box[1] - y, 0, y - box[3])) < radius - 1e-6


def assert_clear(variant):
    marks = list(boxes_of_rules(variant))
    for box in candidates_of(variant):
        near = [mark for mark in marks if abs(mark[0][0] - box[0]) < 2 and abs(mark[0][1] - box[1]) < 2]
        assert not [mark for mark in near if meet(mark, box)], (variant.uses, box)


def uses_of(size):
    """The uses of each rule with each value, where its kind may be."""
    for rule in RULES:
        usual = [3, size + 1] if RULES[rule].value else [None]
        for value in VALUES.get(rule, lambda size, usual=usual: usual)(size) if rule not in UNSAID else ():
            yield from placed(rule, value, size)


@pytest.mark.parametrize("size", [4, pytest.param(9, marks=pytest.mark.slow)])
def test_candidates_keep_clear_of_the_marks_of_each_rule(size):
    for use in uses_of(size):
        if use.rule == "argyle" and size != 9:
            continue
        if use.rule != "quadruple" or use.cells[2] == size:  # others are not around a corner
            assert_clear(Variant.of(size, use))


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["killer", "thermo,kropki", "killer,xv", "kropki=all"])
def test_candidates_keep_clear_of_marks_in_puzzles(rules):
    book = Rulebook.read(rules, 9)
    boards, _ = book.boards(60, seed=1, start=0)
    _, own = book.carve(boards, seed=1, positions=range(60))
    for text in own:
        assert_clear(book.variant(text))


@pytest.mark.parametrize("size", [4, 6, 9, 12, 16])
@pytest.mark.parametrize("room", [Room(), Room(0.24), Room(0, 0.18), Room(0.24, 0.18)])
def test_candidates_fill_their_cell_and_no_two_meet(size, room):
    spots = [room.spot(digit, size) for digit in range(1, size + 1)]
    right, down = room.steps(size)
    for (x, y), (other_x, other_y) in combinations(spots, 2):
        assert abs(x - other_x) > right - 1e-9 or abs(y - other_y) > down - 1e-9
    assert all(room.beside < x < 1 - room.beside and max(room.above, room.beside) < y < 1 for x, y in spots)


def test_no_shape_of_a_mark_is_wider_than_the_way_to_the_next_candidate():
    for shape in SHAPES.values():
        numbers = [abs(float(number)) for number in re.findall(r'(?:[ML ]|r="|[xy]="|-)(-?\d+(?:\.\d+)?)', shape)]
        stroke = float(next(iter(re.findall(r'stroke-width="([\d.]+)"', shape)), 0)) / 2
        assert max(each for each in numbers if each < 15) + stroke <= CELL / 6


def test_the_style_sheet_has_the_same_room():
    from pathlib import Path

    import board_catalogue

    sheet = Path(board_catalogue.__path__[0], "catalogue/pages/static/grid.css").read_text()
    both = Variant.of(9, Use("cage", (0, 1), 3), Use("white dot", (3, 4)))
    above, beside = room_for_candidates(both)
    assert f".board.texts-above {{ --above: {above}; --bottom: 0.05; }}" in sheet
    assert f".board.marks-beside {{ --beside: {beside}; --bottom: {beside}; }}" in sheet
    assert f".board.marks-beside:not(.texts-above) {{ --above: {beside}; }}" in sheet


# --- Contrast -----------------------------------------------------------------------------------------------------


INKS = {"light": ("#1c1f24", "#ffffff"), "dark": ("#e8eaed", "#1c1f24")}
"""The ink and the ground of a board in `base.css`."""


def luminance(colour):
    parts = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in colour)
    return sum(part * each for part, each in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def rgb(colour):
    return [value / 255 for value in bytes.fromhex(colour[1:])]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_candidates_stand_out_from_lines_in_the_light_and_the_dark():
    """Lines mix with the cells: in the light they multiply, in the dark they screen."""
    colours = set()
    for use in uses_of(9):
        mixed, _ = svg_layers(Variant.of(9, use))
        colours |= set(re.findall(r"light-dark\((#\w{6}),(#\w{6})\)", re.sub("<text.*?</text>", "", mixed)))
    assert len(colours) >= 30
    for colour in colours - {each for each in colours if each[0] == "#111111"}:  # black lies at the sides alone
        for mode, place, mix in (
            ("light", 0, lambda one, other: one * other),
            ("dark", 1, lambda one, other: 1 - (1 - one) * (1 - other)),
        ):
            line = rgb(colour[place])
            ink, ground = ([mix(*pair) for pair in zip(rgb(each), line, strict=True)] for each in INKS[mode])
            assert contrast(ink, ground) >= 4.5, (colour, mode, contrast(ink, ground))
