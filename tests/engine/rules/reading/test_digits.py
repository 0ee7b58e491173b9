"""Boards whose text names other digits than 1 to their size."""

import json

import pytest
from drawings import GREY, NORMAL, document, line

from board_catalogue.engine.rules.reading import read_variant, reading_of


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
