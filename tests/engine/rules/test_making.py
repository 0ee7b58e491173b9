"""Puzzles made under rules: unique, minimal, the same for a seed; checked by the plain rules."""

import numpy as np
import pytest

import engine
from engine.rules.making import boards_under, carve_under, make_drawn, make_killer
from engine.rules.model import broken
from engine.rules.named.rule import Use
from engine.rules.solving import solve_under
from engine.rules.variant import Variant


@pytest.mark.parametrize(
    ("size", "rule"),
    [
        (9, "diagonal"),
        (9, "windoku"),
        (9, "disjoint groups"),
        (6, "anti-king"),
        (8, "diagonal"),
        (6, "non-consecutive"),
    ],
)
def test_carved_puzzles_are_minimal(size: int, rule: str):
    variant = Variant.of(size, Use(rule))
    boards = boards_under(variant, 3, seed=5)
    assert not any(broken(variant.rules, board.tolist()) for board in boards)
    puzzles = carve_under(variant, boards, seed=5)
    solutions, counts, _ = solve_under(variant, puzzles)
    assert (counts == 1).all() and (solutions == boards).all()
    for puzzle in puzzles:
        without = np.repeat(puzzle[None], np.count_nonzero(puzzle), axis=0)
        without[np.arange(len(without)), np.flatnonzero(puzzle)] = 0
        assert (solve_under(variant, without)[1] == 2).all()


def test_batches_and_threads_make_the_same():
    variant = Variant.of(9, Use("diagonal"))
    boards = boards_under(variant, 40, seed=1)
    assert (boards_under(variant, 10, seed=1, start=30) == boards[30:]).all()
    puzzles = carve_under(variant, boards, seed=1)
    assert (carve_under(variant, boards, seed=1, threads=2) == puzzles).all()


def test_killers_have_one_solution_and_no_givens():
    for index in range(2):
        killer = make_killer(Variant.of(9), index, seed=2)
        assert make_killer(Variant.of(9), index, seed=2) == killer
        assert 25 <= len(killer.uses) <= 35
        assert sorted(cell for use in killer.uses for cell in use.cells) == list(range(81))
        solutions, counts, _ = solve_under(killer)
        assert counts[0] == 1 and not broken(killer.rules, solutions[0].tolist())


@pytest.mark.parametrize("kinds", [["thermometer"], ["kropki"], ["xv", "renban"], ["arrow", "whispers"]])
def test_lines_and_dots_are_needed(kinds: list[str]):
    made = make_drawn(Variant.of(9), kinds, 0, seed=4)
    assert made == make_drawn(Variant.of(9), kinds, 0, seed=4)
    solutions, counts, _ = solve_under(made)
    assert counts[0] == 1 and not broken(made.ruled, solutions[0].tolist())
    for use in made.uses:
        assert solve_under(made.with_uses([one for one in made.uses if one is not use]))[1][0] == 2


def test_rules_that_contradict_each_other_make_nothing():
    with pytest.raises(ValueError, match="contradict"):
        boards_under(Variant.of(4, Use("all different", (0, 5)), Use("clone", groups=((0,), (5,)))), 1)
    with pytest.raises(ValueError, match="'sandwich' cannot be made"):
        make_drawn(Variant.of(9), ["sandwich"], 0)


@pytest.mark.parametrize("rules", ["anti-knight,argyle", "diagonal,anti-king,anti-knight", "argyle,diagonal,windoku"])
def test_rules_that_contradict_each_other_are_found_soon(rules):
    with engine.time_limit(20), pytest.raises(ValueError, match="contradict each other"):
        engine.boards_under(engine.Rulebook.read(rules).board, 1, seed=1)
