"""Variants drawn: every rule leaves a mark, the outline of a cage closes, regions have borders."""

import re
from html import escape
from itertools import pairwise
from random import Random
from textwrap import wrap

import pytest
from rule_uses import UNSAID, uses

from board_catalogue.engine import Step, Use, Variant
from board_catalogue.engine.paths.drawing import Room, svg_overlay
from board_catalogue.engine.paths.record import Position
from board_catalogue.engine.rules.picture import (
    Circle,
    Figure,
    Lines,
    Text,
    figures,
    labelled,
    room_for_candidates,
    svg,
    words_below,
)
from board_catalogue.engine.rules.reading.making import Ground
from board_catalogue.engine.rules.reading.values import Modifier, frame_of, with_values
from board_catalogue.engine.rules.texts import boxes, in_words, legend
from board_catalogue.engine.rules.variant import RULES, usual_regions
from board_catalogue.engine.words import LANGUAGES


def test_candidates_lie_below_the_texts_of_cages():
    variant = Variant.of(9, Use("cage", (0, 1), 3))
    assert labelled(variant) == {0} and not labelled(Variant.of(9, Use("thermometer", (0, 1, 2))))
    position = Position.of(variant, [0] * 81, [0] * 81)
    losses = tuple((0, digit) for digit in (1, 9))
    step = Step(technique="cage-combinations", eliminations=losses, score=1, level="easy")
    drawn = [svg_overlay(position, step, room=room) for room in (Room(), room_for_candidates(variant))]
    heights = [min(map(float, re.findall(r'<g transform="translate\([\d.]+ ([\d.]+)\)', each))) for each in drawn]
    assert heights[0] < 12 <= heights[1]


@pytest.mark.parametrize("cells", [(0,), (0, 1, 9), (0, 1, 2, 9, 11, 18, 19, 20), (12, 21, 22, 23, 14)])
def test_the_outline_of_a_cage_closes(cells):
    path = re.search(r'd="([^"]*)"[^>]*stroke-dasharray', svg(Variant.of(9, Use("cage", cells))))[1]
    lines = path.split("M")[1:]
    assert lines
    for line in lines:
        start, *moves = re.findall(r"[HV]?[\d. ]+", line)
        x, y = first = tuple(map(float, start.split()))
        for move in moves:
            x, y = (float(move[1:]), y) if move[0] == "H" else (x, float(move[1:]))
        assert (x, y) == first


@pytest.mark.parametrize("digits", [(1,), (7, 7), (1, 2, 3), (1, 2, 3, 4)])
def test_the_digits_of_a_quadruple_fit_its_circle(digits):
    shapes = list(figures(Variant.of(9, Use("quadruple", (0, 1, 9, 10), digits))))
    (circle,) = (each for each in shapes if isinstance(each, Circle))
    texts = [each for each in shapes if isinstance(each, Text)]
    assert "".join(each.text for each in texts).replace(" ", "") == "".join(map(str, digits))
    for text in texts:
        half = text.height * (0.64 * len(text.text.replace(" ", "")) + 0.32 * text.text.count(" ")) / 2
        (x, y), (middle_x, middle_y) = text.at, circle.at
        across, down = abs(x - middle_x) + half, abs(y - middle_y) + 0.36 * text.height
        assert (across**2 + down**2) ** 0.5 < circle.radius


def test_groups_of_their_own_have_colours_of_their_own():
    rules = [Use("all different", (0, 20)), Use("all different", (40, 60))]
    rules += [Use("clone", (), None, ((4, 5), (13, 14))), Use("clone", (), None, ((70, 71), (79, 80)))]
    fills = [each.fill for each in figures(Variant.of(9, *rules)) if isinstance(each, Lines) and each.fill]
    assert len(set(fills)) == 4


def test_clues_at_the_same_place_do_not_overlap():
    column, diagonal = tuple(range(0, 81, 9)), tuple(range(1, 72, 10))
    rules = [Use("sandwich", column, 12), Use("x-sum", column, 30), Use("little killer", diagonal, 41)]
    texts = [each for each in figures(Variant.of(9, *rules)) if isinstance(each, Text)]
    assert [each.text for each in texts] == ["12", "30", "41"]
    for above, below in pairwise(texts):
        assert below.at[1] - above.at[1] >= 0.72 * (above.height + below.height) / 2
    assert all(each.at[1] - 0.36 * each.height > -0.9 and each.at[1] + 0.36 * each.height < 0 for each in texts)


def test_words_name_what_has_no_mark():
    either = Use("or", alternatives=((Use("cage", (0, 1), 3),), (Use("cage", (0, 1), 17), Use("odd", (0,)))))
    assert in_words(Variant.of(9, either)) == [
        "or: At least one of several rules holds: cage 3 of r1c1, r1c2 or cage 17 of r1c1, r1c2 and odd of r1c1."
    ]


def test_givens_and_digits_differ():
    drawn = svg(Variant.of(4).with_givens([1] + [0] * 15), [1, 2, 3, 4] * 4)
    assert drawn.count("font-weight") == 1
    assert drawn.count("<text") == 16


# --- In text ---


def drawn(variant: Variant) -> list[str]:
    return boxes(variant, variant.clues.tolist()).splitlines()


def test_regions_have_borders():
    regions = ((0, 1, 2, 4), (3, 6, 7, 11), (5, 8, 9, 12), (10, 13, 14, 15))
    assert boxes(Variant(4, regions), list(range(1, 5)) * 4).splitlines() == [
        "┏━━━━━━━━━━━┳━━━┓",
        "┃ 1   2   3 ┃ 4 ┃",
        "┃   ┏━━━┳━━━┛   ┃",
        "┃ 1 ┃ 2 ┃ 3   4 ┃",
        "┣━━━┛   ┣━━━┓   ┃",
        "┃ 1   2 ┃ 3 ┃ 4 ┃",
        "┃   ┏━━━┛   ┗━━━┫",
        "┃ 1 ┃ 2   3   4 ┃",
        "┗━━━┻━━━━━━━━━━━┛",
    ]


def test_cages_have_borders_and_sums():
    variant = Variant.of(4, Use("cage", (0, 4, 5, 6), 10), Use("cage", (14, 15)))
    assert drawn(variant) == [
        "┏10━┯━━━┳━━━━━━━┓",
        "┃ . │ . ┃ .   . ┃",
        "┃   └───╂───┐   ┃",
        "┃ .   . ╏ . │ . ┃",
        "┣━━━━━━━╋━━━┷━━━┫",
        "┃ .   . ┃ .   . ┃",
        "┃       ┠───────┨",
        "┃ .   . ┃ .   . ┃",
        "┗━━━━━━━┻━━━━━━━┛",
    ]
    assert legend(variant) == ["A cage goes on across a dashed border."]


def test_marks_between_cells_and_outside():
    uses = [Use("white dot", (0, 1)), Use("black dot", (5, 1)), Use("inequality", (8, 12)), Use("v", (14, 15))]
    outside = [Use("sandwich", (3, 2, 1, 0), 5), Use("sandwich", (12, 8, 4, 0), 12), Use("sandwich", (1, 5, 9, 13), 3)]
    variant = Variant.of(4, *uses, *outside)
    assert drawn(variant) == [
        "      3",
        "┏━━━━━━━┳━━━━━━━┓",
        "┃ . ○ . ┃ .   . ┃ 5",
        "┃     ● ┃       ┃",
        "┃ .   . ┃ .   . ┃",
        "┣━━━━━━━╋━━━━━━━┫",
        "┃ .   . ┃ .   . ┃",
        "┃ v     ┃       ┃",
        "┃ .   . ┃ . V . ┃",
        "┗━━━━━━━┻━━━━━━━┛",
        " 12",
    ]
    assert legend(variant) == []


def test_what_has_no_room_is_listed():
    cages = [Use("cage", (0, 1), 4), Use("cage", (1, 2), 6), Use("cage", (12, 15), 7)]
    others = [Use("thermometer", (4, 8, 9)), Use("white dot", (5, 6), 2), Use("odd", (3,)), Use("odd", (7,))]
    sums = [Use("sum", (3, 7), (5, 2, -1)), Use("clone", (), None, ((0, 1), (8, 9)))]
    table = Use("table", (0, 4), (0b0010, 0, 0, 0b0011))
    either = Use("or", alternatives=((Use("v", (0, 1)),), (Use("cage", (3, 7), 6), Use("odd", (3,)))))
    variant = Variant.of(4, *cages, *others, *sums, table, either)
    assert drawn(variant)[0].split() == ["c1", "c2", "c3", "c4"]
    assert legend(variant) == [
        "cage 4: r1c1 r1c2",
        "cage 6: r1c2 r1c3",
        "cage 7: r4c1 r4c4",
        "thermometer: r2c1 r3c1 r3c2",
        "white dot 2: r2c2 r2c3",
        "odd: r1c4 r2c4",
        "sum 5: 2*r1c4 + -1*r2c4",
        "clone: r1c1 r1c2 = r3c1 r3c2",
        "table 1-2 4-1 4-2: r1c1 r2c1",
        "or: v: r1c1 r1c2 or cage 6: r1c4 r2c4; odd: r1c4",
    ]


def test_the_branches_of_or_are_drawn():
    cages = tuple((Use("cage", (0, 1), number),) for number in (3, 17))
    either = Variant.of(9, Use("or", alternatives=(*cages, (Use("odd", (0,)), Use("thermometer", (0, 1, 2))))))
    assert [figure.text for figure in figures(either) if isinstance(figure, Text)] == ["3 17"]
    assert "cage 3 of r1c1, r1c2 or cage 17 of r1c1, r1c2 or odd of r1c1" in in_words(either)[0]


# --- What tells marks from each other ---


def test_grounds_lie_under_lines():
    shade, line = Use("all different", (0, 1, 2, 3)), Use("renban", (0, 1, 2))
    for some in ((shade, line), (line, shade), (line, Use("even", (1,)))):
        drawn = [each for each in figures(Variant.of(9, *some)) if isinstance(each, Lines)]
        colour = next(place for place, each in enumerate(drawn) if each.stroke == "#d489e0")
        assert not any(each.fill for each in drawn[colour:])


OUTSIDE = ("sandwich", "x-sum", "skyscraper", "hidden skyscraper", "numbered room", "full rank")


def test_clues_outside_of_each_rule_have_a_sign_of_their_own():
    column = tuple(range(0, 81, 9))
    signs = {rule: str(list(figures(Variant.of(9, Use(rule, column, 5))))) for rule in OUTSIDE}
    assert len(set(signs.values())) == len(OUTSIDE)
    for rule in OUTSIDE:  # the words have it too
        words, high = words_below(Variant.of(9, Use(rule, column, 5)))
        assert high > 0 and any(not isinstance(each, Text) for each in words)


def test_equality_cages_differ_from_cages():
    cages = [list(figures(Variant.of(9, Use(rule, (0, 1, 9, 10))))) for rule in ("cage", "equality cage")]
    assert cages[0] != cages[1]


def test_words_stand_below_the_board_as_wide_as_it():
    rules = [Use("or", alternatives=((Use("cage", (0, 1), 3),), (Use("odd", (0,)),))), Use("anti-knight")]
    words, high = words_below(Variant.of(9, *rules))
    lines = [each for each in words if isinstance(each, Text)]
    assert "cage 3 of r1c1, r1c2 or odd of r1c1" in " ".join(each.text for each in lines)
    assert all(9 < each.at[1] < 9 + high and 0.6 * each.height * len(each.text) <= 9.5 for each in lines)
    assert not words_below(Variant.of(9))[0]


# --- As SVG ---


def element(figure: Figure) -> str:
    """A figure by Python's own formats of numbers."""
    if isinstance(figure, Lines):
        path = ""
        for line in figure.lines:
            x = y = None
            for at in line:
                to_x, to_y = (round(64 * place, 1) for place in at)
                step = f"H{to_x:g}" if to_y == y else f"V{to_y:g}" if to_x == x else f"L{to_x:g} {to_y:g}"
                path += f"M{to_x:g} {to_y:g}" if x is None else step
                x, y = to_x, to_y
        dashes = ' stroke-dasharray="5 3" stroke-linecap="butt"' if figure.dashed else ""
        return f'<path d="{path}"{paint(figure)}{dashes}/>'
    x, y = (64 * place for place in figure.at)
    if isinstance(figure, Circle):
        return f'<circle cx="{x:g}" cy="{y:g}" r="{64 * figure.radius:g}"{paint(figure)}/>'
    how = ' font-weight="bold"' * figure.bold + ' text-anchor="start"' * figure.from_left
    high = 64 * figure.height
    place = f'x="{x:g}" y="{y + high * 0.36:.1f}" font-size="{high:.4g}" fill="{figure.ink}"'
    return f"<text {place}{how}>{escape(figure.text)}</text>"


def paint(figure: Lines | Circle) -> str:
    line = f' stroke="{figure.stroke}" stroke-width="{64 * figure.width:g}"' if figure.stroke else ""
    return (f' fill="{figure.fill}"' if figure.fill else "") + line


@pytest.mark.parametrize("size", [4, pytest.param(9, marks=pytest.mark.slow)])
def test_an_image_has_all_figures_as_python_writes_them(size):
    luck = Random(3)
    known = [use for name in RULES if name not in UNSAID for use in uses(name, size)]
    for _ in range(60):
        some = luck.sample(known, luck.randint(1, 8))
        givens = [luck.choice([0, luck.randint(1, size)]) for _ in range(size**2)]
        variant = Variant.of(size, *some).with_givens(givens)
        digits = [luck.randint(0, size) for _ in range(size**2)]
        marked = tuple(luck.sample(range(size**2), 2))
        try:
            shown = figures(variant, digits, marked=marked)
        except ValueError as error:
            assert "windoku" in str(error) or "argyle" in str(error)
            continue
        words, _high = words_below(variant)
        drawn = svg(variant, digits, marked=marked).splitlines()
        assert drawn[4:-2] == [element(figure) for figure in (*shown, *words)]


@pytest.mark.parametrize("rule", [name for name, rule in RULES.items() if rule.where == "outside"])
def test_sentences_are_broken_as_python_breaks_them(rule):
    long = "regular expression " + "x" * 50 + "-" + "y" * 60
    table = Use("regular expression", (0, 1, 2), "1.*", title=f"Two anti-knight half-step--or so--a-b-c-tables; {long}")
    variant = Variant.of(9, Use(rule, tuple(range(9)), 5), table, Use("anti-knight"), Use("x", (3, 4)))
    for language in LANGUAGES:
        width = int((9 + 2 - 0.6) / (0.57 * 0.22))
        lines = [line for said in in_words(variant, language) for line in wrap(said, width)]
        texts = [each.text for each in words_below(variant, language)[0] if isinstance(each, Text) and each.from_left]
        assert texts == lines and max(map(len, lines)) > width - 20


def test_dots_of_which_one_holds_share_their_place():
    one_dot = Use("or", alternatives=tuple((Use(rule, (0, 1)),) for rule in ("white dot", "black dot")))
    halves = [each for each in figures(Variant.of(9, one_dot)) if isinstance(each, Lines) and each.fill]
    assert {half.fill for half in halves} == {"#ffffff", "#111111"} and len(halves) == 2
    centres = [[sum(at) / len(half.lines[0]) for at in zip(*half.lines[0], strict=True)] for half in halves]
    assert max(abs(a - b) for a, b in zip(*centres, strict=True)) > 0.1
    letters = Use("or", alternatives=tuple((Use(rule, (0, 9)),) for rule in ("x", "v")))
    texts = [each.at for each in figures(Variant.of(9, letters)) if isinstance(each, Text)]
    assert len(set(texts)) == 2 and len({y for _, y in texts}) == 1


@pytest.mark.parametrize("alternatives", [(), ((),), ((Use("white dot", (0, 1)),), ()), ((Use("odd", ()),),)])
def test_a_title_without_a_pair_of_cells_draws_nothing(alternatives):
    variant = Variant.of(9, Use("or", alternatives=alternatives, title="white dot"))
    assert len(figures(variant)) == len(figures(Variant.of(9)))
    assert in_words(variant)


def test_rules_of_values_are_drawn_as_the_rules_they_are_made_of():
    ground, doublers = Ground(4, usual_regions(4), ()), Modifier(1, True)
    said = [Use("cage", (0, 1), 9), Use("arrow", (4, 5, 6)), Use("white dot", (8, 9)), Use("little killer", (3, 6), 5)]
    made = tuple(one for use in said for one in with_values(use, doublers, ground))
    variant = Variant(5, ground.regions, (Use("other values", value=1), *made), frame=frame_of(4))
    drawn = figures(variant)
    assert [each.text for each in drawn if isinstance(each, Text)] == ["9 \u00d72", "5 \u00d72"]
    assert sum(isinstance(each, Circle) for each in drawn) == 2  # of the arrow, and the dot
    assert sum(isinstance(each, Lines) and each.dashed for each in drawn) == 1
    words = " ".join(in_words(variant))
    assert "cage 9 \u00d72 of r1c1, r1c2, by values" in words and "white dot of r3c1, r3c2, by values" in words
