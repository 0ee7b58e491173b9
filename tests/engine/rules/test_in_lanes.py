"""Houses and relations at 9x9: the search in lanes beside the search for any rules."""

import numpy as np
import pytest
from reference.constraints import broken

from board_catalogue import engine
from board_catalogue.engine import Use, Variant
from board_catalogue.engine.rules.houses import houses_of
from board_catalogue.engine.rules.making import boards_ruled, carve_ruled
from board_catalogue.engine.rules.solving import solve_ruled

RULES = {
    "plain": (),
    "diagonal": (Use("diagonal"),),
    "windoku": (Use("windoku"),),
    "disjoint groups": (Use("disjoint groups"),),
    "argyle": (Use("argyle"),),
    "anti-king": (Use("anti-king"),),
    "anti-knight": (Use("anti-knight"),),
    "non-consecutive": (Use("non-consecutive"),),
    "all xv": (Use("all xv"), Use("x", (0, 1)), Use("v", (3, 4))),
    "houses of few cells": (Use("all different", (0, 10, 20)), Use("cage", (40, 50, 60, 70))),
}
MORE_CLUES = {"argyle": 12, "non-consecutive": 20, "all xv": 10}
"""Minimal puzzles take the search for any rules a hundred times as long as others, so they get some clues back."""
JIGSAWS = {"jigsaw": "", "anti-king jigsaw": ".AntiKing"}
JIGSAW = "AAABBBCCCAAABBBCCCDAABBBCCFDDAEEECFFDDDEEEFFFDDGEEEIFFDGGHHHIIFGGGHHHIIIGGGHHHIII"


def variant_of(name: str) -> Variant:
    if name in JIGSAWS:
        return engine.read_variant(f".NoBoxes.Jigsaw~{JIGSAW}{JIGSAWS[name]}")
    return Variant.of(9, *RULES[name], blocks="none" if name == "houses of few cells" else None)


@pytest.mark.slow_cases("argyle", "non-consecutive", "anti-knight", "all xv")
@pytest.mark.parametrize("name", [*RULES, *JIGSAWS])
def test_both_searches_agree(name: str):
    """Puzzles with one solution, with several, and with none: the same counts up to a limit, solutions that obey."""
    compare(variant_of(name), 4, MORE_CLUES.get(name, 0))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*RULES, *JIGSAWS])
def test_both_searches_agree_on_many(name: str):
    compare(variant_of(name), 20 if name in MORE_CLUES else 500)


def compare(variant: Variant, count: int, more_clues: int = 0) -> None:
    rng = np.random.default_rng(1)
    boards = boards_ruled(variant, count, seed=7)
    minimal = carve_ruled(variant, boards, seed=7)
    for puzzle, board in zip(minimal, boards, strict=True):
        back = rng.permutation(np.flatnonzero(puzzle == 0))[:more_clues]
        puzzle[back] = board[back]
    fewer, wrong = minimal.copy(), minimal.copy()
    for puzzle in range(count):
        clues = rng.permutation(np.flatnonzero(minimal[puzzle]))
        fewer[puzzle, clues[: 2 + more_clues]] = 0
        wrong[puzzle, clues[0]] = wrong[puzzle, clues[0]] % 9 + 1
    puzzles = np.concatenate([minimal, fewer, wrong, boards])
    solutions, counts, _ = solve_ruled(variant, puzzles, limit=20)
    alone = solve_ruled([variant] * len(puzzles), puzzles, limit=20)
    assert counts.tolist() == alone[1].tolist()
    assert (counts[:count] == 1).all()
    several = counts[count : 2 * count] > 1
    assert several.any() if more_clues else several.all()
    assert (counts[2 * count : 3 * count] == 0).any()
    assert (solutions[:count] == boards).all()
    for puzzle, solution, found in zip(puzzles.tolist(), solutions.tolist(), counts.tolist(), strict=True):
        if found:
            assert not broken(variant.rules, solution)
            assert all(clue in (0, digit) for clue, digit in zip(puzzle, solution, strict=True))
        else:
            assert not any(solution)


def test_batches_and_threads_find_the_same():
    variant = variant_of("diagonal")
    puzzles = carve_ruled(variant, boards_ruled(variant, 24, seed=3), seed=3)
    puzzles[:, :40] = 0
    every = solve_ruled(variant, puzzles, limit=3)
    for rows, threads in ((slice(0, 40), 2), (slice(5, 9), 1)):
        found = solve_ruled(variant, puzzles[rows], limit=3, threads=threads)
        assert all((one[rows] == other).all() for one, other in zip(every, found, strict=True))


def test_houses_that_follow_from_windows_need_no_rule():
    windoku = variant_of("windoku")
    houses = [house for _, more in houses_of(windoku).further for house in more]
    assert len(houses) == 9
    puzzles = carve_ruled(windoku, boards_ruled(windoku, 30, seed=5), seed=5)
    named = Variant.of(9, *(Use("all different", house) for house in houses))
    assert solve_ruled(named, puzzles)[2].tolist() == solve_ruled(windoku, puzzles)[2].tolist()


@pytest.mark.slow_cases("non-consecutive")
@pytest.mark.parametrize("name", ["argyle", "non-consecutive", "all xv"])
def test_boards_drawn_in_lanes_obey_the_rules_and_depend_on_their_position_alone(name: str):
    variant = variant_of(name)
    boards = boards_ruled(variant, 24, seed=3)
    assert not any(broken(variant.rules, board) for board in boards.tolist())
    assert len(np.unique(boards, axis=0)) == 24
    assert (boards_ruled(variant, 3, seed=3, start=20) == boards[20:23]).all()
    assert (boards_ruled(variant, 24, seed=3, threads=2) == boards).all()


def test_rules_without_a_board_end_in_lanes():
    with pytest.raises(ValueError, match="contradict"):
        boards_ruled(Variant.of(9, Use("non-consecutive"), Use("clone", groups=((0,), (1,)))), 1)


@pytest.mark.slow
def test_lanes_that_help_each_other_carve_the_same():
    """The fewer boards, the more lanes search for one: a puzzle does not change, and no clue of it can go."""
    variant = variant_of("argyle")
    boards = boards_ruled(variant, 12, seed=4)
    puzzles = carve_ruled(variant, boards, seed=4)
    for count in (1, 3):
        assert (carve_ruled(variant, boards[-count:], seed=4, start=12 - count) == puzzles[-count:]).all()
    solutions, counts, _ = solve_ruled(variant, puzzles)
    assert (counts == 1).all() and (solutions == boards).all()
    without = np.repeat(puzzles[-1:], np.count_nonzero(puzzles[-1]), axis=0)
    without[np.arange(len(without)), np.flatnonzero(puzzles[-1])] = 0
    assert (solve_ruled(variant, without)[1] == 2).all()


@pytest.mark.slow
def test_what_takes_many_guesses_is_left_to_the_other_search():
    """On an empty board 100,000 solutions take more guesses than the search in lanes has."""
    variant = variant_of("diagonal")
    _, counts, guesses = solve_ruled(variant, np.zeros((1, 81), np.uint8), limit=100_000)
    assert counts[0] == 100_000
    assert guesses[0] == solve_ruled([variant], np.zeros((1, 81), np.uint8), limit=100_000)[2][0]


@pytest.mark.parametrize("text", [".NoBoxes", ".NoBoxes.Diagonal~1", ".Windoku", f".NoBoxes.Jigsaw~{JIGSAW}"])
def test_equal_clues_in_a_house_need_no_search(text: str):
    """A house of nine cells with a digit twice leaves another without a place: a search may be long in saying so."""
    variant = engine.read_variant(text)
    pairs = [(house.cells[0], house.cells[-1]) for house in variant.rules.houses]
    puzzles = np.zeros((len(pairs), 81), np.uint8)
    for puzzle, pair in zip(puzzles, pairs, strict=True):
        puzzle[list(pair)] = 1
    _, counts, guesses = solve_ruled(variant, puzzles)
    assert not counts.any() and not guesses.any()


def test_a_house_without_a_block_takes_few_guesses():
    """Two places for a digit in a house that one sweep finds, each in another house, contradict each other."""
    variant = engine.read_variant(".NoBoxes.Diagonal~1")
    rng = np.random.default_rng(1)
    puzzles = boards_ruled(variant, 200, seed=3) * (rng.random((200, 81)) < 0.3)
    puzzles[np.arange(200), rng.integers(0, 81, 200)] = rng.integers(1, 10, 200)
    assert solve_ruled(variant, puzzles.astype(np.uint8))[2].max() < 1000
