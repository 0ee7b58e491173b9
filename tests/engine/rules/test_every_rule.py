"""One table of rules with the values that they take, the places where they are and the shapes of boards.

Each rule is tried at every shape, and each of its values and places at one of them. Every format writes and reads it,
and pictures and words say each number that it carries. A new row of `rules.toml` is in the table by itself; a
value that is not 3 or the size plus 1 needs a line in VALUES.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from random import Random
from xml.etree import ElementTree

import pytest

from board_catalogue.engine.rules.formats import constraint_text, f_puzzles, interactive, sudokupad
from board_catalogue.engine.rules.formats.interactive import OWN_WORDS
from board_catalogue.engine.rules.frame import Frame
from board_catalogue.engine.rules.named.figures import Text
from board_catalogue.engine.rules.named.regions import with_chaos, with_doppelgangers
from board_catalogue.engine.rules.named.rule import Use
from board_catalogue.engine.rules.picture import figures, svg, svg_layers, svg_small
from board_catalogue.engine.rules.reading import read_variant, reading_of
from board_catalogue.engine.rules.solving import program
from board_catalogue.engine.rules.symmetry import say_the_same
from board_catalogue.engine.rules.texts import COLUMNS, boxes, described, in_words, legend, statement
from board_catalogue.engine.rules.variant import RULES, Variant, usual_regions
from board_catalogue.engine.words import LANGUAGES

SIZES = (9, 4, 6)
UNSAID = ("automaton", "chaos construction", "chaos arrow", "chaos count", "doppelganger")
"""Rules that need cells beside the grid, or have no words: links refuse them."""

VALUES: dict[str, Callable[[int], list[object]]] = {
    "diagonal": lambda size: ["/", None, "\\"],
    "cage": lambda size: [size + 2, None],
    "sum": lambda size: [(3, 2, -1, 1, -2), size + 2, (0, 1, 1, -1, -1)],
    "digits": lambda size: [(1, size), 2, tuple(range(1, size))],
    "quadruple": lambda size: [(1, 2), (1,), (1, 1, size), (1, 2, 3, 4)],
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
    "full rank ties": lambda size: ["none", "any", "only-unclued"] if size == 4 else ["none"],
    "full rank": lambda size: [1, 4 * size],
    "little killer": lambda size: [size + 1, 2 * size],
    "table": lambda size: [(2, 1, *[0] * (size - 2)), tuple(range(1, size + 1)), (0,) * size],
    "table of all": lambda size: [(3, 3, *[5] * (size - 2))],
    "regular expression": lambda size: ["12*3.", "[12]?(3|4)*[^1]", "1{2,3}.*"],
    "automaton": lambda size: ["RlUHgF8CrfAqwA"],
    "chaos construction": lambda size: [size],
    "chaos arrow": lambda size: [1, 0],
    "chaos count": lambda size: [0, 1],
}


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
        groups = [((0, 1), (size, size + 1)), ((0,), (7,), (9,))]
        return [Use(name, groups=some, value=value) for some in groups[: 1 if name == "automaton" else 2]]
    if where == "ray":
        return [Use(name, tuple(range(size - 1, size * size - 1, size - 1)), value), Use(name, (1, size), value)]
    if where == "pair":
        return [Use(name, (0, 1), value), Use(name, (size, 0), value), Use(name, (0, size + 1), value)]
    if name == "quadruple":
        return [Use(name, (0, 1, size, size + 1), value), Use(name, (0, 1, 2, 3), value)]
    if name == "connected":
        return [Use(name, tuple(range(size * size)), value)]
    if name.startswith("chaos"):
        beside = size * size
        return [Use(name, (0,), value, groups=((beside, beside + 1, beside + 2),))]
    if name == "digits":
        return [Use(name, cells, value) for cells in ((1,), line, (0, 2, 5, 11))]
    if where == "cells":
        return [Use(name, line, value), Use(name, (0, 2, 5, 11), value), Use(name, (1,), value)]
    return [Use(name, line, value, title=title), Use(name, (0, 5, 3, 8), value, title=title)]


def variant_of(use: Use, size: int = 9) -> Variant:
    """A board with the rule, with the cells beside the grid that it needs, and a given."""
    uses, frame = (use,), Frame.square(size)
    if use.rule.startswith("chaos"):
        frame = with_chaos(frame)
        if use.rule != "chaos construction":
            uses = (Use("chaos construction", value=size), use)
    if use.rule == "doppelganger":
        frame = with_doppelgangers(Frame(size, size, size + 1, 0))
    return Variant(frame.digits, usual_regions(size), uses, (0,) * (frame.cells - 1) + (2,), frame=frame)


def uses(name: str, size: int) -> Iterator[Use]:
    """Yield the uses of a rule on a board of a size that hold on its cells: the first value at every place."""
    usual: list[object] = [3, size + 1] if RULES[name].value else [None]
    for turn, value in enumerate(VALUES.get(name, lambda size: usual)(size)):
        for use in placed(name, value, size)[: 1 if turn else None]:
            with suppress(ValueError):
                program(variant_of(use, size).rules)
                yield use


@cache
def use_of(name: str) -> Use:
    """The first use of a rule at 9x9."""
    return next(uses(name, 9))


def _pairs() -> Iterator[tuple[Use, int]]:
    """Each rule at every size, and each of its uses at one size, in turn."""
    for name in RULES:
        by_size = [list(uses(name, size)) for size in SIZES]
        longest = max(map(len, by_size))
        for turn in range(max(longest, len(SIZES))):
            place = turn % len(SIZES)
            if turn < len(SIZES):
                yield from ((use, SIZES[place]) for use in by_size[place][turn % max(1, len(by_size[place])) :][:1])
            elif turn < len(by_size[place]):
                yield by_size[place][turn], SIZES[place]


CASES = [pytest.param(use, size, id=f"{size}: {statement(use, variant_of(use, size))}"[:60]) for use, size in _pairs()]


def test_every_rule_is_in_the_table():
    assert {case.values[0].rule for case in CASES} == set(RULES)
    assert {case.values[1] for case in CASES} == set(SIZES)


def keeps(text: str, variant: Variant) -> bool:
    reading = reading_of(text)
    assert reading.understood, reading.left
    return say_the_same(reading.variant.ruled, variant.ruled) and reading.variant.regions == variant.regions


@pytest.mark.slow_cases("9: anti-taxicab", "9: full rank ties none")
@pytest.mark.parametrize(("use", "size"), CASES)
def test_every_format_keeps_a_rule(use: Use, size: int):
    variant = variant_of(use, size)
    text = constraint_text.write(variant)
    assert keeps(text, variant), "constraint text"
    assert read_variant(text).frame == variant.frame
    if use == use_of(use.rule) and size == 9:
        assert read_variant(text).uses == tuple(RULES[one.rule].filled(one, size) for one in variant.uses)
    try:
        text = interactive.write(variant)
        assert not any(f".{word}~" in text or text.endswith(f".{word}") for word in OWN_WORDS)
        assert keeps(text, variant), "the words of Interactive-Sudoku-Solver"
    except ValueError as error:
        assert "has no words for" in str(error) and use != use_of(use.rule)
    if use.rule in UNSAID:
        for write in (f_puzzles.write, sudokupad.write):
            with pytest.raises(ValueError, match=r"has no words|only square boards"):
                write(variant)
        return
    assert keeps(json.dumps(sudokupad.document_of(variant)), variant), "a drawing of SudokuPad"
    assert keeps(f_puzzles.write(variant, link=False), variant), "a board of f-puzzles"


def numbers(use: Use) -> list[str]:
    """The numbers that a rule carries."""
    value = use.value if isinstance(use.value, tuple) else (use.value,)
    if use.rule.startswith("table"):
        return [use.title]
    if use.rule in ("pill arrow", "diagonal", "full rank ties", *UNSAID):
        return []  # what they take is the form of their marks, or a word
    return [f"{abs(one)}" if isinstance(one, int) else str(one) for one in value if one not in (None, 0)]


UNDRAWN = {name for name, rule in RULES.items() if rule.is_whole and not rule.mark.under} | {"or"}
"""Rules that only words can say."""


DRAWN = [case for case in CASES if case.values[0].rule not in UNSAID and case.values[1] != 6]
"""A picture at 6x6 has nothing that those at 4x4 and 9x9 have not."""


@pytest.mark.parametrize(("use", "size"), DRAWN)
def test_pictures_and_words_say_all_of_a_rule(use: Use, size: int):
    variant = Variant.of(size, use)
    words, drawn = described(variant), svg(variant)
    assert all(len(line) <= COLUMNS for line in words.splitlines())
    assert re.search(rf"^{use.rule}[^:]*:", words, re.MULTILINE)
    picture = drawn.partition("</title>")[2]
    texts = "".join(part.partition("</text>")[0] for part in picture.split("<text")[1:])
    document = sudokupad.document_of(variant)
    pad = json.dumps({name: document.get(name, ()) for name in ("cages", "overlays", "cells")})
    for number in numbers(use):
        assert number in words
        assert use.value == RULES[use.rule].usual or number in texts
        assert number in pad or number in document["metadata"]["rules"]
    if isinstance(use.value, int) and len(numbers(use)) == 1:
        assert described(variant.with_uses((replace(use, value=use.value + 1),))) != words
    ElementTree.fromstring(drawn)
    layers = [layer for layer in svg_layers(variant) if layer]
    for each in (*layers, svg_small(variant)):
        ElementTree.fromstring(each)
    is_marked = picture != svg(Variant.of(size)).partition("</title>")[2]
    shaded_whole = len(use.cells) == size**2 and not texts
    if not RULES[use.rule].is_whole:
        assert legend(variant) or boxes(variant, [0] * size**2) != boxes(Variant.of(size), [0] * size**2)
    assert is_marked == bool(layers) and (is_marked or use.rule in UNDRAWN or shaded_whole)


def texts_of(variant: Variant) -> list[str]:
    return [figure.text for figure in figures(variant) if isinstance(figure, Text)]


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


@pytest.mark.parametrize(("size", "number"), [(6, "3"), (8, "4"), (9, None)])
def test_whispers_without_a_number_say_which_one_holds(size: int, number: str | None):
    variant = Variant.of(size, Use("whispers", (0, 1, 2)))
    assert texts_of(variant) == ([number] if number else [])
    assert in_words(variant)[0].startswith(f"whispers {number}:" if number else "whispers:")


@pytest.mark.slow
def test_damaged_texts_are_refused_in_one_line():
    """Texts of all rules with characters put in, left out and taken from others: nothing but a short ValueError."""
    random = Random(1)
    texts = [constraint_text.write(variant_of(use_of(name))) for name in RULES]
    for _ in range(2000):
        text, other = random.choice(texts), random.choice(texts)
        place, length = random.randrange(len(text)), random.randrange(9)
        text = text[:place] + random.choice(("", random.choice("~.-_RC09VX%#"), other[place:])) + text[place + length :]
        try:
            read_variant(text)
        except ValueError as error:
            assert "\n" not in str(error) and len(str(error)) < 250
