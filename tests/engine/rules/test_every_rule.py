"""Each rule of `rule_uses` is tried at every shape, and each of its values and places at one of them.

Every format writes and reads it, and pictures and words say each number that it carries.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from random import Random
from xml.etree import ElementTree

import pytest
from rule_uses import SIZES, UNSAID, use_of, uses, variant_of

from board_catalogue.engine import Use
from board_catalogue.engine.rules.formats import constraint_text, f_puzzles, interactive, sudokupad
from board_catalogue.engine.rules.formats.interactive import OWN_WORDS
from board_catalogue.engine.rules.picture import Text, figures, svg, svg_layers, svg_small, words_below
from board_catalogue.engine.rules.reading import read_variant, reading_of
from board_catalogue.engine.rules.symmetry import say_the_same
from board_catalogue.engine.rules.texts import COLUMNS, boxes, described, in_words, legend, statement
from board_catalogue.engine.rules.variant import RULES, Variant
from board_catalogue.engine.words import LANGUAGES


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


@pytest.mark.daily(
    "9: global entropy",
    "9: pill arrow 2 of r1c1, r1c2, r1c3, r2c3",
    "9: automaton RlUHgF8CrfAqwA of r1c1, r1c2 and r2c1, r2c2",
    every=3,
)
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
        assert "has no words for" in str(error) and (use != use_of(use.rule) or use.rule == "other values")
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


UNDRAWN = {name for name, rule in RULES.items() if rule.is_whole} - {"diagonal", "windoku", "argyle"} | {"or"}
"""Rules that only words can say."""


DRAWN = [case for case in CASES if case.values[0].rule not in UNSAID and case.values[1] != 6]
"""A picture at 6x6 has nothing that those at 4x4 and 9x9 have not."""


@pytest.mark.daily("9: global entropy", every=2)
@pytest.mark.parametrize(("use", "size"), DRAWN)
def test_pictures_and_words_say_all_of_a_rule(use: Use, size: int):
    variant = Variant.of(size, use)
    words, drawn = described(variant), svg(variant)
    assert all(len(line) <= COLUMNS for line in words.splitlines())
    assert re.search(rf"^{use.rule}[^:]*:", words, re.MULTILINE)
    texts = " ".join(texts_of(variant))
    assert all(f">{escape(each.text)}</text>" in drawn for each in words_below(variant)[0] if isinstance(each, Text))
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
    is_marked = list(figures(variant)) != list(figures(Variant.of(size)))
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
    assert not texts_of(variant)
    meaning = in_words(variant, language)[0].partition(":")[2]
    assert re.search(rf"\b{USUAL[rule]}\b", meaning)
    unusual = Variant.of(9, Use(rule, (0, 1, 2), USUAL[rule] - 1))
    assert texts_of(unusual) == [str(USUAL[rule] - 1)]


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
