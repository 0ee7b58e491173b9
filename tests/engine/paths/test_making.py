"""Clues are added until a puzzle is as it is wished, and no more than that."""

import numpy as np
import pytest

from board_catalogue import engine
from board_catalogue.engine.grades import Level
from board_catalogue.engine.paths.people import Wish, with_clues
from board_catalogue.engine.rules.rulebook import Rulebook
from board_catalogue.engine.rules.solving import solve_ruled


def made(rules, size, count=4, seed=3):
    book = Rulebook.read(rules, size)
    boards, _ = book.boards(count, seed=seed, start=0)
    clues, own = book.carve(boards, seed=seed, positions=range(count))
    return [(book.variant(own and own[row], clues[row].tolist()), boards[row]) for row in range(count)]


@pytest.mark.parametrize(("rules", "size"), [("diagonal", 9), ("killer", 9), ("thermo", 6), ("anti-knight", 9)])
@pytest.mark.parametrize("level", [Level.easy, Level.hard])
def test_a_level_is_met_with_clues_of_the_solution(rules, size, level):
    for position, (variant, board) in enumerate(made(rules, size)):
        wish = Wish((level,))
        easier = with_clues(variant, board, wish, 3, position)
        assert engine.LEVELS.index(level) >= engine.score(easier)["level"]
        assert engine.score(easier)["logical"]
        given = np.array(easier.givens) != 0
        assert (easier.clues[given] == board[given]).all()
        assert given[variant.clues != 0].all()
        assert solve_ruled(easier)[1][0] == 1
        assert with_clues(variant, board, wish, 3, position) == easier
        if wish.suits(variant):
            assert easier.clues.tolist() == variant.clues.tolist()


def test_clues_are_at_least_so_many():
    for position, (variant, board) in enumerate(made("killer", 9)):
        assert np.count_nonzero(with_clues(variant, board, Wish(clues=12), 1, position).clues) == 12


def test_a_logical_puzzle_needs_no_step_by_all_rules():
    found = [with_clues(variant, board, Wish(logical=True), 3, 0) for variant, board in made("kropki", 6)]
    assert engine.score(found)["logical"].all()
