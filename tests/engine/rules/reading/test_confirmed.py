"""A loose reading counts where the puzzle has exactly one solution by it, and nothing left over may loosen a rule."""

import pytest
from drawings import NORMAL, PURPLE, document, line

from board_catalogue.engine.rules.named.rule import Use
from board_catalogue.engine.rules.reading import reading_of

WHOLE = "243815967675394821891762453912648735758123694364957218436271589127589346589436172"
TWO_WAYS = {0, 7, 9, 16}
"""Cells that hold 2 and 6, either way round."""
LINES = {"lines": [line(PURPLE, (0, 7), (0, 8))]}
"""On a 6 and a 7, or on a 2 and a 7."""


def reading(text, empty, **fields):
    cells = [[{} if 9 * r + c in empty else {"value": int(WHOLE[9 * r + c])} for c in range(9)] for r in range(9)]
    return reading_of(document(f"{NORMAL} {text}", cells=cells, **fields))


def test_words_that_can_only_add_are_not_needed_where_there_is_one_solution():
    text = "Every digit has been placed with the greatest of care."
    found = reading(text, {0})
    assert found.understood
    assert found.kept == (f"{text!r}: the puzzle has its one solution without it",)
    assert reading(text, TWO_WAYS).left == (f"{text!r}",)


def test_a_mark_that_is_not_drawn_is_left_unless_one_solution_or_the_text_says_that_it_may_be_missing():
    text = "Digits on a pink line form a set of consecutive digits in any order."
    assert reading(text, TWO_WAYS).left == (f"no mark is there for {text!r}",)
    assert reading(text, {0}).understood
    assert reading(text.replace("pink line", "pink line, if any,"), TWO_WAYS).understood
    assert reading("Cells separated by X sum to 10.", TWO_WAYS).left


@pytest.mark.parametrize(
    "text", ["One of the given digits is wrong.", "Some digits are not what they seem.", "Cells count as doubled."]
)
def test_words_that_may_loosen_a_rule_are_left_even_so(text):
    assert reading(text, {0}).left == (f"{text!r}",)


@pytest.mark.parametrize("name", ["wondrous", "proudly presented"])
def test_strange_words_are_passed_over_if_one_solution_confirms_the_rule(name):
    text = f"Each {name} purple line has a set of consecutive digits in any order."
    found = reading(text, TWO_WAYS, **LINES)
    assert found.understood and found.variant.uses == (Use("renban", (7, 8)),), found.left
    many = {*TWO_WAYS, 8, *range(27, 54), *range(72, 81)}
    assert not reading(text, many, **LINES).understood


GUESSED = "Purple lines: consecutive, never mind where."
CELLS = (11, 21, 13, 22, 31, 32)
FEW = "003815007600304800891000403000600030050000604300900010030000089000000340009030170"


def guessed(empty, **fields):
    lines = [line(PURPLE, *(divmod(cell, 9) for cell in CELLS))]
    return reading(GUESSED, empty, lines=lines, **fields)


def test_a_guess_counts_where_it_leaves_one_solution_of_many():
    empty = {cell for cell, digit in enumerate(FEW) if digit == "0"}
    assert guessed(empty).variant.uses == (Use("renban", CELLS),)
    assert not guessed(empty | {2, 3, 4, 5}).understood


def test_a_guess_that_leaves_one_solution_of_few_is_none():
    assert not reading(GUESSED, TWO_WAYS, **LINES).understood


def test_a_guess_that_the_documents_solution_breaks_is_none():
    empty = {cell for cell, digit in enumerate(FEW) if digit == "0"}
    assert guessed(empty, metadata={"solution": WHOLE}).understood
    assert not guessed(empty, metadata={"solution": WHOLE[::-1]}).understood
