"""Each rule at each size with the values that it carries: what is drawn and said of it is read back the same."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from board_catalogue.engine.rules.boxes import described
from board_catalogue.engine.rules.drawing import in_words, svg
from board_catalogue.engine.rules.formats import f_puzzles, sudokupad
from board_catalogue.engine.rules.named.rule import Use
from board_catalogue.engine.rules.reading import reading_of
from board_catalogue.engine.rules.solving import program
from board_catalogue.engine.rules.statements import stated_in, statement
from board_catalogue.engine.rules.symmetry import say_the_same
from board_catalogue.engine.rules.variant import RULES, Variant
from board_catalogue.engine.words import LANGUAGES

UNSAID = ("automaton", "chaos construction", "chaos arrow", "chaos count", "doppelganger")
"""Rules that need cells beside the grid, or have no words."""

VALUES: dict[str, Callable[[int], list[object]]] = {
    "diagonal": lambda size: [None, "/", "\\"],
    "cage": lambda size: [None, size + 2],
    "sum": lambda size: [size + 2, (3, 2, -1, 1, -2), (0, 1, 1, -1, -1)],
    "digits": lambda size: [2, (1, size), tuple(range(1, size))],
    "quadruple": lambda size: [(1,), (1, 2), (1, 1, size), (1, 2, 3, 4)],
    "contains": lambda size: [(2,), (1, 2, 2)],
    "contains exactly": lambda size: [(size,), (1, 2, 2)],
    "look and say": lambda size: ["12", "1203"],
    "white dot": lambda size: [None, 2, 3],
    "black dot": lambda size: [None, 3, 4],
    "pill arrow": lambda size: [2, 3],
    "whispers": lambda size: [None, 2, 3, 5],
    "lockout": lambda size: [None, 2, 3],
    "modular": lambda size: [None, 2, 3, 4],
    "connected": lambda size: [(0, 1), (4, 1, 2)],
    "full rank ties": lambda size: ["none", "any", "only-unclued"] if size == 4 else [],
    "full rank": lambda size: [1, 4 * size],
    "little killer": lambda size: [size + 1, 2 * size],
    "table": lambda size: [(2, 1, *[0] * (size - 2)), tuple(range(1, size + 1)), (0,) * size],
    "table of all": lambda size: [(3, 3, *[5] * (size - 2))],
    "regular expression": lambda size: ["12*3.", "[12]?(3|4)*[^1]", "1{2,3}.*"],
}


def uses(name: str, size: int) -> Iterator[Use]:
    """Yield the uses of a rule on a board of the size that hold on its cells."""
    rule = RULES[name]
    usual: list[object] = [None] if not rule.value else [3, size + 1]
    for turn, value in enumerate(VALUES.get(name, lambda size: usual)(size)):
        for use in placed(name, value, size)[: 1 if turn else None]:
            with suppress(ValueError):
                program(Variant.of(size, use).rules)
                yield use


def placed(name: str, value: object, size: int) -> list[Use]:
    """The uses of a rule with a value, where its kind may be."""
    where, line = RULES[name].where, (0, 1, 2, size + 2)
    title = "Named so" if name.startswith("table") else ""
    if name == "or":
        cages = tuple((Use("cage", (0, 1), number),) for number in (3, 5))
        far = (Use("odd", (0,)), Use("thermometer", (0, 1, 2)), Use("clone", groups=((0, 1), (2, 3))))
        return [Use(name, alternatives=(*cages, far)), Use(name, alternatives=((), (Use("anti-knight"),)))]
    if where in ("board", "frame"):
        return [Use(name, value=value)]
    if where == "outside":
        column = tuple(range(size - 1, size * size, size))
        return [Use(name, cells, value) for cells in (column, column[::-1], tuple(range(size)))]
    if where == "groups":
        return [Use(name, groups=((0, 1), (size, size + 1))), Use(name, groups=((0,), (7,), (9,)))]
    if name == "little killer":
        return [Use(name, tuple(range(size - 1, size * size - 1, size - 1)), value), Use(name, (1, size), value)]
    if name in ("white dot", "black dot", "x", "v", "inequality"):
        return [Use(name, (0, 1), value), Use(name, (size, 0), value), Use(name, (0, size + 1), value)]
    if name == "quadruple":
        return [Use(name, (0, 1, size, size + 1), value), Use(name, (0, 1, 2, 3), value)]
    if name == "connected":
        return [Use(name, tuple(range(size * size)), value)]
    if where == "cells":
        return [Use(name, line, value), Use(name, (0, 2, 5, 11), value), Use(name, (1,), value)]
    return [Use(name, line, value, title=title), Use(name, (0, 5, 3, 8), value, title=title)]


CASES = [
    pytest.param(use, size, id=f"{size}: {statement(use, Variant.of(size))}"[:60])
    for size in (4, 6, 9)
    for name in RULES
    if name not in UNSAID
    for use in uses(name, size)
]


def read_back(text: str, variant: Variant) -> bool:
    reading = reading_of(text)
    assert reading.understood, reading.left
    return say_the_same(reading.variant.rules, variant.rules)


@pytest.mark.parametrize(("use", "size"), CASES)
def test_what_is_drawn_is_read_back(use: Use, size: int):
    variant = Variant.of(size, use)
    assert read_back(json.dumps(sudokupad.document_of(variant)), variant), "a drawing of SudokuPad"
    assert read_back(f_puzzles.write(variant, link=False), variant), "a board of f-puzzles"


def numbers(use: Use) -> list[str]:
    """The numbers that a rule carries."""
    value = use.value if isinstance(use.value, tuple) else (use.value,)
    if use.rule.startswith("table"):
        return [use.title]
    if use.rule in ("pill arrow", "diagonal", "full rank ties"):
        return []  # what they take is the form of their marks, or a word
    return [f"{abs(one)}" if isinstance(one, int) else str(one) for one in value if one not in (None, 0)]


@pytest.mark.parametrize(("use", "size"), [case for case in CASES if numbers(case.values[0])])
def test_each_number_stands_in_the_picture_and_the_words(use: Use, size: int):
    variant = Variant.of(size, use)
    picture, words = svg(variant).partition("</title>")[2], described(variant)
    document = sudokupad.document_of(variant)
    drawing = json.dumps({name: document.get(name, ()) for name in ("cages", "overlays", "cells")})
    for number in numbers(use):
        assert number in words
        assert use.value == RULES[use.rule].usual or number in "".join(
            part.partition("</text>")[0] for part in picture.split("<text")[1:]
        )
        assert number in drawing or number in document["metadata"]["rules"]


USUAL = {name: rule.usual for name, rule in RULES.items() if rule.usual is not None}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", USUAL)
def test_words_name_the_number_that_no_picture_prints(rule: str, language: str):
    variant = Variant.of(9, Use(rule, (0, 1, 2)))
    assert "<text" not in svg(variant)
    meaning = in_words(variant, language)[0].partition(":")[2]
    assert re.search(rf"\b{USUAL[rule]}\b", meaning)
    unusual = Variant.of(9, Use(rule, (0, 1, 2), USUAL[rule] - 1))
    assert f">{USUAL[rule] - 1}</text>" in svg(unusual)


def test_what_has_no_words_is_refused_by_name():
    automaton = Variant.of(9, Use("odd", (0,)), Use("automaton", value="RlUHgF8CrfAqwA", groups=((0, 1), (9,))))
    for write in (sudokupad.write, f_puzzles.write):
        with pytest.raises(ValueError, match="'automaton' has no words"):
            write(automaton)
        with pytest.raises(ValueError, match="only square boards"):
            write(reading_of(".Shape~6x8.~R1C1_1").variant)


def test_a_choice_within_a_choice_has_no_words():
    odd, even = ((Use(rule, (0,)),) for rule in ("odd", "even"))
    inner = Use("or", alternatives=(odd, (Use("digits", (0,), (2, 4)),)))
    with pytest.raises(ValueError, match="'or' has no words"):
        sudokupad.write(Variant.of(9, Use("or", alternatives=((inner,), even))))


def test_a_text_of_a_setter_states_nothing():
    text = "Anti-knight\n- anti-knight\n- cage 3 of r1c1, r1c2\nRenban: purple lines"
    assert stated_in(text, 9) == ([], text)


def test_rules_in_many_marks_are_kept():
    """Cages of both kinds, more lines than colours, two clues in one place: what is not clear is stated."""
    uses = [
        *(Use("cage", cells, value) for cells, value in (((0, 1), 10), ((2, 3), None))),
        Use("sum", (10, 11), 9),
        *(Use("whispers", (27, 28, 29), number) for number in range(2, 9)),
        *(Use("sum line", (36, 37, 38), number) for number in (9, 10)),
        *(Use(rule, tuple(range(9)), 4) for rule in ("sandwich", "hidden skyscraper", "full rank")),
        Use("or", alternatives=((Use("lunchbox", (40, 41, 42), 5),), (Use("region sum", (44, 45, 46)),))),
    ]
    variant = Variant.of(9, *uses).with_givens([0] * 80 + [5])
    for write in (sudokupad.write, f_puzzles.write):
        reading = reading_of(write(variant))
        assert reading.understood, reading.left
        assert say_the_same(reading.variant.rules, variant.rules)
        assert reading.variant.givens == variant.givens
