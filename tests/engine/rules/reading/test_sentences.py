"""Sentences as setters write them: what each means, that a twist leaves it not understood, and other digits."""

import json
from collections import Counter
from pathlib import Path

import pytest
from drawings import GREY, NORMAL, document, line
from hypothesis import given
from hypothesis import strategies as st

from board_catalogue.engine.rules.reading import read_variant, reading_of
from board_catalogue.engine.rules.reading.meanings import understand
from board_catalogue.engine.rules.reading.patterns import patterns
from board_catalogue.engine.rules.reading.sentences import LONGEST, english, sentences_of, words_of

HERE = Path(__file__).parent
MEANT = [tuple(line.split(" => ")) for line in (HERE / "sentences.txt").read_text().splitlines()]
"""Sentences, each with its meanings as `meant` writes them."""
TWISTED = (HERE / "twists.txt").read_text().splitlines()
"""Sentences that say something that is not known."""


def meant(text):
    """The meanings of a text in words, each with its colours, its number and what it says of two digits."""
    found, left = understand(sentences_of(text), 9)
    yield from (f"not understood: {text}" for text in left)
    for one in (meaning for sentence in found for meaning in sentence.meanings):
        relations = [f"{name} {number}".removesuffix(" 0") for name, number in one.relations]
        flags = sorted(one.flags - {"boxes", "german", "dutch", "marked", "segments"})
        parts = [
            one.sign,
            *sorted(one.colours),
            one.rule,
            *relations,
            "" if one.value is None else str(one.value),
            *flags,
        ]
        yield " ".join(part for part in parts if part)


SOME = [5, pytest.param(1, marks=pytest.mark.slow)]
"""Every fifth sentence each day, and every one."""


@pytest.mark.parametrize("step", SOME)
def test_each_sentence_means_what_stands_beside_it(step):
    found = [(text, "; ".join(meant(text))) for text, _ in MEANT[::step]]
    assert found == MEANT[::step]


@pytest.mark.slow
def test_forty_rules_are_said_in_fifteen_ways_each():
    ways = Counter[str]()
    for text, _ in MEANT:
        meanings = [meaning for sentence in understand(sentences_of(text), 9)[0] for meaning in sentence.meanings]
        ways.update({one.relations[0][0] if one.relations else one.rule for one in meanings})
    often = [rule for rule, count in ways.items() if count >= 15]
    assert len({*often} - {"nothing", "permission", "all given"}) >= 40


@pytest.mark.parametrize("step", SOME)
def test_no_sentence_with_a_twist_is_understood(step):
    assert [text for text in TWISTED[::step] if not understand(sentences_of(text), 9)[1]] == []


def test_sentences_have_headings_and_no_examples():
    text = (
        "KROPKI\n- White dots: consecutive digits (e.g. 2 and 3).\n\n1) Renban - Purple lines contain consecutive"
        " digits, for example 4-5-6. In any order! i.e. shuffled\nFor example, 1 is odd."
    )
    found = [(one.heading, one.words) for one in sentences_of(text)]
    assert found == [
        ("kropki white dots", "consecutive digits"),
        ("renban", "purple lines contain consecutive digits"),
        ("renban", "in any order"),
        ("renban", "shuffled"),
    ]


def test_words_are_plain():
    assert words_of("Digits don't “repeat” — a knight\u2019s move, GRAY cell(s); 3 x 3, 1 - 9, two-to-one 2 : 1") == (
        "digits do not repeat a knights move , grey cells 3x3 , 1-9 , 2 to 1 2:1"
    )


def test_a_very_long_text_is_refused():
    assert sentences_of("a" * LONGEST)
    with pytest.raises(ValueError, match="20,000 are the most"):
        sentences_of("a" * (LONGEST + 1))


WORDS = sorted(
    {word for pattern in patterns() for word in pattern.allows}
    | {*english()["filler"].split()}
    | {"5", "10", "x", "v", "white"}
)


@given(st.lists(st.sampled_from([*WORDS, ",", ".", "\n", ":", "and"]), max_size=60))
def test_any_words_are_read(words):
    found, left = understand(sentences_of(" ".join(words)), 9)
    assert all(one.meanings for one in found)
    assert all(left)


@given(st.text(max_size=200))
def test_any_text_is_read(text):
    understand(sentences_of(text), 9)


@pytest.mark.slow
@pytest.mark.timeout(20)
def test_long_sentences_take_no_time():
    for word in ("and", ",", "no", "differ by", "(", "not be ", "digits ", "1 , 2 ", "each other "):
        understand(sentences_of((word + " ") * 400), 9)
        understand(sentences_of(f"Digits on purple lines {word * 100} sum to 10. " * 15), 9)


# --- The digits of the board ---


def with_given(text, digit, **fields):
    """A document with a digit in its first cell."""
    whole = json.loads(document(text, **fields))
    whole["cells"][0][0] = {"value": digit}
    return json.dumps(whole)


def test_digits_from_nought():
    arrow = {"lines": [line("#67f067", (4, 0), (4, 2))]}
    text = (
        "Place the digits 0-8 once each in every row, column and box. Neighbours on green lines differ by at least 5."
    )
    reading = reading_of(with_given(text, 0, **arrow))
    assert reading.understood, reading.left
    assert reading.variant == read_variant(".Shape~9x9~0-8.Whisper~5~R5C1~R5C2~R5C3.~R1C1_0")
    assert str(reading.pairs[0]) == "the digits 0 to 8 (the digits that the text names)"
    with pytest.raises(ValueError, match=r"r1c1: value 9 is not in 0\.\.8"):
        reading_of(with_given(text, 9, **arrow))


def test_more_digits_than_a_row_has_cells():
    text = "Fill the grid with the digits 1-9: no digit repeats in any row, column or box. Grey lines are palindromes."
    drawn = {"lines": [line(GREY, (0, 0), (0, 1))]}
    reading = reading_of(document(text, 6, **drawn))
    assert reading.understood, reading.left
    assert reading.variant == read_variant(".Shape~6x6~9.RegionSize~6.Palindrome~R1C1~R1C2").with_givens([0] * 36)
    twice = text.replace(": no digit repeats", " so that each digit appears once")
    assert reading_of(document(twice, 6, **drawn)).left


def test_words_that_say_which_digits_there_are():
    """A rule whose words name digits is left where the board has others."""
    text = (
        "Place the digits 0-8 in every row, column and box."
        " In every row and column, runs of three digits are never all odd or all even."
    )
    assert "read for the digits 1 to 9" in reading_of(document(text)).left[0]
    assert reading_of(document("Place the digits 0-8 in every row and the digits 1-9 in every column.")).left


def test_a_board_that_is_not_square():
    with pytest.raises(ValueError, match="4 rows and 6 columns: square ones"):
        reading_of(json.dumps({"cells": [[{}] * 6] * 4, "metadata": {"rules": NORMAL}}))
