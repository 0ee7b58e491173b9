"""Documents of any form are read or refused in one line, in bounded time and memory."""

import json
import random
import tracemalloc
from copy import deepcopy

import pytest

from board_catalogue.engine.rules.formats.lz_string import compressed
from board_catalogue.engine.rules.reading import reading_of

RULES = (
    "Normal sudoku rules apply. Purple lines are renbans. Digits along an arrow sum to the digit in its circle. Digits"
    " in cages sum to the number in the corner. White dots are consecutive. All dots are given. Circles are odd."
)
SUDOKUPAD = {
    "cells": [[{"value": 1, "givenCentremarks": [1, 2]}, {}, {}, {}], *([{}] * 4 for _ in range(3))],
    "regions": [[[r + i // 2, c + i % 2] for i in range(4)] for r in (0, 2) for c in (0, 2)],
    "cages": [{"cells": [[0, 0], [0, 1]], "value": 5, "unique": True}, {"value": "title: Small"}],
    "lines": [{"wayPoints": [[3.5, 0.5], [3.5, 2.5]], "color": "#f067f0", "thickness": 10}],
    "arrows": [{"wayPoints": [[0.5, 0.9], [0.5, 2.5]], "color": "#aaa", "headLength": 0.3}],
    "underlays": [{"center": [2.5, 2.5], "width": 0.7, "height": 0.7, "rounded": True, "backgroundColor": "#ccc"}],
    "overlays": [
        {"center": [0.5, 0.5], "width": 0.8, "height": 0.8, "rounded": True, "borderColor": "#aaa"},
        {"center": [1.5, 1], "width": 0.3, "height": 0.3, "rounded": True, "backgroundColor": "#fff", "text": ""},
        {"center": [-0.5, 0.5], "width": 1, "height": 1, "text": "3"},
    ],
    "metadata": {"title": "Small", "author": "Me", "rules": RULES, "solution": "1234341221434321", "antiknight": False},
    "foglight": [[0, 0]],
}
F_PUZZLES = {
    "size": 4,
    "grid": [[{"value": 1, "given": True, "givenPencilMarks": [1]}, {}, {}, {}], *([{}] * 4 for _ in range(3))],
    "ruleset": RULES,
    "title": "Small",
    "killercage": [{"cells": ["R1C1", "R1C2"], "value": "3"}],
    "thermometer": [{"lines": [["R1C1", "R1C2"]]}],
    "arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2"]]}],
    "quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 2]}],
    "littlekillersum": [{"cells": ["R1C1", "R2C2"], "cell": "R0C0", "direction": "DR", "value": "5"}],
    "sandwichsum": [{"cell": "R0C1", "value": "3"}],
    "difference": [{"cells": ["R1C1", "R1C2"], "value": "2"}],
    "negative": ["difference", "xv"],
    "line": [{"lines": [["R1C1", "R1C4"]], "outlineC": "#F067F0", "width": 0.3}],
    "circle": [{"cells": ["R1C1"], "baseC": "#FFFFFF", "outlineC": "#000000", "width": 0.7, "height": 0.7}],
    "text": [{"cells": ["R1C0"], "value": "7", "size": 0.5}],
    "cage": [{"cells": ["R4C1"], "value": "4", "outlineC": "#000000"}],
    "solution": list("1234341221434321"),
}
JUNK = (
    *(None, True, -1, 0, 10**9, 1e300, 0.5, [], [[]], {}, {"cells": 3}),
    *("", "x", "R9C9", "#12", "R1C1", "9" * 400, "\n"),
)


def changed(document, draw):
    """A document with a few of its values replaced, left out or doubled."""
    document = deepcopy(document)
    for _ in range(draw.randint(1, 3)):
        here = document
        while True:
            keys = list(here) if isinstance(here, dict) else range(len(here))
            if not keys:
                break
            key = draw.choice(keys)
            if isinstance(here[key], dict | list) and here[key] and draw.random() < 0.75:
                here = here[key]
                continue
            if draw.random() < 0.2 and isinstance(here, dict):
                del here[key]
            elif draw.random() < 0.2 and isinstance(here, list):
                here.append(deepcopy(here[key]))
            else:
                here[key] = draw.choice(JUNK)
            break
    return document


def read_or_refused(document):
    try:
        reading = reading_of(json.dumps(document))
    except ValueError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 1000
    else:
        assert reading.understood == (not reading.left)
        assert all(reading.left)


@pytest.mark.slow
@pytest.mark.parametrize("document", [SUDOKUPAD, F_PUZZLES], ids=["SudokuPad", "f-puzzles"])
@pytest.mark.parametrize("times", [300, pytest.param(30_000, marks=pytest.mark.fuzz)])
def test_changed_documents_are_read_or_refused(document, times):
    draw = random.Random(times)
    for _ in range(times):
        read_or_refused(changed(document, draw))


@pytest.mark.slow
@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "field",
    [
        {"lines": [{"wayPoints": [[3.5, 0.5], [3.5, 2.5]] * 5_000, "color": "#f067f0"}]},
        {"lines": [{"wayPoints": [[3.5, 0.5], [3.5, 2.5]], "color": "#f067f0"}] * 1000},
        {"overlays": [{"center": [1.5, 1], "width": 0.3, "height": 0.3, "backgroundColor": "#fff"}] * 1000},
        {"cages": [{"cells": [[0, 0], [0, 1]], "value": 5, "unique": True}] * 1000},
        {"metadata": {"rules": "Digits on purple lines, " * 700}},
    ],
)
def test_large_documents_take_bounded_time_and_memory(field):
    tracemalloc.start()
    read_or_refused(SUDOKUPAD | field)
    assert tracemalloc.get_traced_memory()[1] < 200e6
    tracemalloc.stop()


@pytest.mark.slow
@pytest.mark.timeout(60)
def test_a_link_that_unpacks_to_millions_of_characters_takes_bounded_memory():
    packed = "scl" + compressed('{"cells":[' + "[{}]," * 20_000)
    tracemalloc.start()
    with pytest.raises(ValueError, match="is cut"):
        reading_of(packed)
    assert tracemalloc.get_traced_memory()[1] < 200e6
    tracemalloc.stop()
