"""Ways to fill a unit leave exactly what some order of the digits has, whatever the candidates are."""

import numpy as np
import pytest
from people_oracle import Checked

from board_catalogue.engine.native import core
from board_catalogue.engine.paths.board import board_of_people
from board_catalogue.engine.paths.people_techniques import MACHINES
from board_catalogue.engine.rules.rulebook import Rulebook

NUMBER = [machine.name for machine in MACHINES].index("ways-to-fill-a-unit")
MOST_CHANGED = 5
"""Cells of one step."""


def boards(rules, size, count):
    book = Rulebook.read(rules, size)
    filled, _ = book.boards(count, seed=3, start=0)
    _clues, own = book.carve(filled, seed=3, positions=range(count))
    return [board_of_people(book.variant(own and own[place], ())) for place in range(count)]


def says_more(checked, one):
    return any(allowed != checked.every & ~(1 << place) for place, allowed in enumerate(one.allowed))


@pytest.mark.parametrize(("rules", "size"), [("kropki", 6), ("whispers", 6), ("kropki", 9)])
def test_the_first_row_keeps_what_some_way_to_fill_it_has(rules, size):
    random = np.random.default_rng(5)
    narrowed = kept = impossible = 0
    for board in boards(rules, size, 6):
        checked, row = Checked(board), board.units[0].cells
        relations = [one for one in checked.relations if {one.first, one.second} <= set(row)]
        if not any(says_more(checked, one) for one in relations):
            continue
        for _ in range(6):
            drawn = random.integers(1, 1 << size, (2, size))
            known = dict(zip(row, (drawn[0] | drawn[1]).tolist(), strict=True))
            marks = np.zeros(size**2, np.uint16)
            marks[list(row)] = list(known.values())
            lost = []
            for cell in row:
                own = [place for place in range(size) if known[cell] >> place & 1]
                gone = sum(1 << place for place in own if not checked.can_hold(known, relations, cell, place + 1))
                if gone:
                    lost.append((cell, gone))
            steps = core.possible_of_people(board.numbers, np.zeros(size**2, np.uint8), marks)
            found = [step["lost"] for step in steps if step["machine"] == NUMBER and step["units"] == [0]]
            if any(known[cell] == gone for cell, gone in lost):
                assert not found
                impossible += 1
                continue
            assert found == ([lost[:MOST_CHANGED]] if lost else [])
            narrowed += bool(lost)
            kept += not lost
    assert narrowed
    assert kept
    assert impossible or size == 9
