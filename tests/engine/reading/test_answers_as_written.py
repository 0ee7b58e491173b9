"""Answers of models in every form, the reasons why others are none, and that no text whatever raises an error."""

import random
import time

import numpy as np
import pytest
from held_out_answers import BOARD, GIVEN, HELD_OUT, LINE, OTHER, ROWS, SPACED
from later_answers import LATER
from latest_answers import BAD, GOOD
from written_answers import RIGHT, WRONG

from board_catalogue import engine
from board_catalogue.engine.boards import as_lines
from board_catalogue.engine.reading import answers

CLUES = GIVEN.replace(".", "0")
TEXT = "\n".join(ROWS)
UNREAD = {"put d at"}
"""Of all that are right, the one form that is not read: `5 at r1c1`."""


def forms(some):
    return pytest.mark.parametrize("how", some)


@pytest.mark.daily(every=2)
@forms(RIGHT)
@pytest.mark.parametrize("strict", [False, True])
def test_what_is_right_gets_full_credit(how, strict):
    found = engine.answer_reading(RIGHT[how], clues=CLUES, strict=strict)
    assert found.board is not None and (found.board == BOARD).all()
    assert engine.reward(RIGHT[how], GIVEN, LINE, strict=strict) == 1


@forms(WRONG)
@pytest.mark.parametrize("strict", [False, True])
def test_what_is_no_answer_gets_no_full_credit(how, strict):
    given = engine.reward(WRONG[how], GIVEN, LINE, strict=strict)
    assert given < 1 and given.solved == 0


@pytest.mark.parametrize(
    "words",
    [
        "{0}\n\nRow 3 has two 5s, so let me try another approach:\n\n{1}",
        "{0}\nThat has an error in row 2 or row 4. Corrected:\n{1}",
        "{1}\n\nIt is not the only way to get there, but it is the only solution.",
        "{1}\nIt is not a unique solution path.",
        "{1}\nI could not find any mistakes. Nothing is wrong with it.",
        "{1}\nThis was not easy! If anything is wrong, tell me.",
        "{1}\nThis is not the original puzzle but its solution.",
        "I am not certain that this is right: {1}",
        "This is not hard. The answer is {1}",
        "The first attempt was wrong. Here is the right grid:\n{1}",
        "I was unable to use singles alone, so I guessed:\n{1}",
    ],
)
def test_words_that_take_nothing_back(words):
    assert engine.reward(words.format("\n".join(OTHER[i : i + 9] for i in range(0, 81, 9)), TEXT), GIVEN, LINE) == 1


def test_forms_that_nobody_fitted_the_reader_to():
    """As it is now: of the first hundred it read all at its first run, of the later ones 61 of 67."""
    assert (len(HELD_OUT), len(LATER)) == (100, 67)
    unread = {how for how, text in {**HELD_OUT, **LATER}.items() if engine.reward(text, GIVEN, LINE) < 1}
    assert unread == UNREAD


@forms({**GOOD, **BAD})
def test_how_chat_models_end_an_answer(how):
    given = [engine.reward({**GOOD, **BAD}[how], GIVEN, LINE, strict=strict).solved for strict in (False, True)]
    assert given[0] if how in GOOD else not any(given)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (LINE, "one board"),
        (f"{OTHER}\n{LINE}", "two boards"),
        (f"{OTHER} or {LINE}", "a choice of boards"),
        (RIGHT["moves"], "moves"),
        (RIGHT["by columns alone"], "by columns or blocks"),
        ("I give up.", "no board"),
        (f"<think>{LINE}</think>Hm.", "inside thinking"),
        (f"~~{LINE}~~", "taken back"),
        (f"{ROWS[4]}\n{TEXT}", "a row too many"),
        ("\n".join(ROWS[:8]), "rows missing"),
        ("\n".join([ROWS[0] + "12", *ROWS[1:]]), "rows of several lengths"),
        ([[1, 2], [3]], "other cells"),
    ],
)
def test_the_reading_says_which_rule_applied(text, rule):
    assert engine.answer_reading(text).rule == rule
    assert engine.reward(text, GIVEN, LINE).rule == rule


def test_two_boards_are_refused_by_a_strict_reading():
    text = f"{OTHER}\n\n{LINE}"
    assert as_lines(engine.read_answer(text)[None]) == [LINE]
    assert engine.read_answer(text, strict=True) is None and engine.reward(text, GIVEN, LINE, strict=True) == 0
    assert engine.answer_reading(text, strict=True).rule == "two boards"
    assert (engine.read_answer(f"{LINE}\n\n{LINE}", strict=True) == BOARD).all()


def test_the_names_of_thinking_are_an_argument():
    text = f"<plan>{LINE}</plan>\nNone."
    assert (engine.read_answer(text) == BOARD).all()
    assert engine.read_answer(text, thinking=["plan"]) is None
    assert (engine.read_answer(f"<think>{LINE}</think>", thinking=[]) == BOARD).all()
    assert engine.reward(text, GIVEN, LINE, thinking=["plan"]) == 0


def test_answers_that_are_no_text_are_read():
    rows = {f"row{number}": row for number, row in enumerate(BOARD.reshape(9, 9).tolist(), 1)}
    turns = [{"role": "user", "content": GIVEN}, {"role": "assistant", "content": TEXT}]
    for answer in (rows, turns, LINE.encode(), ROWS, list(LINE), BOARD, {"a": {"b": SPACED}}, BOARD.astype(float)):
        assert (engine.read_answer(answer) == BOARD).all()
    nested = []
    for _ in range(5000):
        nested = [nested]
    for answer in (None, 3, object(), 10**6000, [10**6000] * 81, {"a": 10**6000}, nested, np.zeros(81), [None] * 81,
                   [{"content": None}], np.full(81, np.nan), b"\xff" * 81, [b"5"] * 81, {1: {2: 3}}):  # fmt: skip
        assert engine.reward(answer, GIVEN, LINE) < 0.35


@pytest.mark.parametrize("size", [1, 2, 3, 4, 6, 8, 12, 16, 25])
def test_boards_of_every_size_are_read(size):
    board = np.array([[(row + column) % size + 1 for column in range(size)] for row in range(size)], np.uint8)
    letters, rows = as_lines(board.reshape(1, -1))[0], [" ".join(map(str, row)) for row in board.tolist()]
    texts = [letters, "\n".join(rows), "Here it is:\n" + "\n".join(rows) + "\nDone.", str(board.tolist())]
    for text in [*texts, "\n".join(f"Row {n}: {row}" for n, row in enumerate(rows, 1))][: None if size > 2 else 2]:
        found = engine.read_answer(text, size)
        assert found is not None and (found == board.reshape(-1)).all(), text


# --- No text raises -------------------------------------------------------------------------------------------------

PIECES = [
    "<think>", "</think>", "<answer>", "</answer>", "\\boxed{", "{", "}", "[", "]", "(", "#", "| ", "?", "~~", "<td>",
    "\n", "\r", "\\\\", "\\n", "\x00", "\x1b[1m", "&nbsp;", "\ud800", "\u20e3", "\u200b", "\U0001d7ce", "٣", "²", "½",
    "9" * 50, "1 2 3 4 5 6 7 8 9\n", "row ", "Row 1: ", "r1c1=5", "(1,1)->5", '"row1":', "'a':", "None", "x",
    "not ", "or ", "Each row, column and block has it. ", "By columns:\n", "Column 1: ", "the box ",
]  # fmt: skip
KNOWN = [text for some in (RIGHT, WRONG, HELD_OUT, LATER, GOOD, BAD) for text in some.values()]


def made_up(draw):
    """A text of pieces, or one of those above with some of them put in, taken out, or exchanged."""
    if draw.random() < 0.3:
        return "".join(draw.choice(PIECES) for _ in range(draw.randrange(60)))
    text = draw.choice(KNOWN)
    for _ in range(draw.randrange(6)):
        at = draw.randrange(len(text) + 1)
        new = draw.choice(["", draw.choice(PIECES), draw.choice(KNOWN)[: draw.randrange(200)]])
        text = text[:at] + new + text[at + int(draw.expovariate(0.1)) :]
    return text


def is_a_number_each_time(count, seed):
    draw = random.Random(seed)
    for _ in range(count):
        text = made_up(draw)
        for strict in (False, True):
            assert 0 <= engine.reward(text, GIVEN, LINE, strict=strict) <= 1
        if draw.random() < 0.1:
            engine.answer_reading(text, draw.choice([1, 2, 4, 6, 16, 25]))
        # The fast way finds what the long way finds.
        if len(text) < answers._USUAL and (cells := answers._usual(text, False)):
            board, rule = answers._of_part(text, 9, CLUES, False)
            assert (board.cells, rule) == (cells, "one board"), text


def test_no_text_raises():
    is_a_number_each_time(200, 1)


@pytest.mark.slow
def test_no_text_of_100_000_raises():
    is_a_number_each_time(100_000, 2)


LOOPS = {
    "digits": "9" * 5000,
    "a row again and again": "1 2 3 4 5 6 7 8 " + "9" * 5000,
    "brackets": "[" * 50_000,
    "boxes": "\\boxed{" * 20_000,
    "thinking": "<think>" * 20_000,
    "labels": "Row 1: " * 20_000,
    "keys": '"a":' * 20_000,
    "runs": "ab 1, 2, 3, 4, 5, 6, " * 10_000,
    "surrogates": "\ud83d" * 50_000,
    "moves": "r1c1=5 " * 10_000,
    "lines": "1\n" * 20_000,
    "quotes": "\"'" * 50_000,
    "strokes": "\\" * 50_000,
    "marks": "<" * 50_000,
    "either": f"either {OTHER} or {LINE[::-1]} or " * 500,
    "blanks": " " * 100_000 + "1",
    "letters": "é½ " * 20_000,
}


@pytest.mark.daily("digits", "a row again and again", "brackets", "boxes", "surrogates")
@pytest.mark.parametrize("loop", LOOPS)
def test_an_answer_that_loops_is_read_in_time(loop):
    begin = time.process_time()
    assert engine.reward(LOOPS[loop], GIVEN, LINE) < 0.5
    assert time.process_time() - begin < 5


@pytest.mark.slow
@pytest.mark.parametrize("loop", LOOPS)
def test_an_answer_of_20_megabytes_is_read_in_time(loop):
    text = LOOPS[loop] * (20_000_000 // len(LOOPS[loop]))
    begin = time.process_time()
    assert engine.reward(text, GIVEN, LINE) < 0.5
    assert time.process_time() - begin < 20
    assert engine.reward(f"{text}\n</think>\n{LINE}", GIVEN, LINE) == 1


USUAL = {
    "cells": LINE,
    "rows": "\n".join(SPACED),
    "a fence": f"```\n{TEXT}\n```",
    "prose": "Here is the solution:\n\n" + "\n".join(SPACED) + "\n\nHope this helps!",
    "prose of houses": "Each row, column and block was checked.\n\n"
    + "\n".join(SPACED)
    + "\n\nEvery box has each digit once.",
    "a mark": f"<answer>\n{TEXT}\n</answer>",
    "a box": f"So it is $\\boxed{{{LINE}}}$",
    "names": RIGHT["rows with labels"],
    "JSON": RIGHT["JSON"],
    "a sentence": f"The solution is {LINE}.",
}


@forms(USUAL)
def test_the_usual_forms_are_found_from_the_end(how, monkeypatch):
    """Also behind a million characters, which are not read: those are only looked through for the tags of thinking."""
    monkeypatch.setattr(answers, "_of_part", None)
    thought = "We look at row 3: 5 must go to r3c4, since it is the only place left.\n" * 15_000
    for text in (USUAL[how], f"<think>{thought}</think>{USUAL[how]}", thought + USUAL[how]):
        assert (engine.read_answer(text) == BOARD).all()
