"""Chains, beside an oracle; and for each technique a position where it applies, and one where it does not."""

import chain_oracle
import numpy as np
import positions
import pytest
from technique_examples import EXAMPLES, position_after

from board_catalogue import engine

EMPTY = np.zeros(81, np.uint8)


def random_positions(seed, count, shares):
    """First positions of random puzzles without a share of what the solution does not need, and the solutions."""
    random = np.random.default_rng(seed)
    boards = engine.generate(count, seed=seed)
    for puzzle, solution in zip(engine.carve(boards, seed=seed).tolist(), boards.tolist(), strict=True):
        yield positions.struck(puzzle, solution, random, random.choice(shares)), solution


@pytest.mark.slow_cases("chains-12-1", "dynamic-chains-12-1", "multiple-chains-12-1")
@pytest.mark.parametrize("share", [1, pytest.param(50, marks=pytest.mark.fuzz)])
@pytest.mark.parametrize(
    ("family", "count"), [("chains", 12), ("nishio", 12), ("multiple-chains", 12), ("dynamic-chains", 12)]
)
def test_the_first_chain_is_that_of_a_search_through_everything(family, count, share):
    tried = random_positions(91, share * count, [0.6, 0.7, 0.8, 0.9, 0.95])
    met = [chain_oracle.applies(family, position) for position, _ in tried]
    assert any(met)
    assert not all(met)


@pytest.mark.slow
@pytest.mark.parametrize("count", [6, pytest.param(300, marks=pytest.mark.fuzz)])
def test_the_first_chain_on_the_way_of_hard_puzzles_too(count):
    puzzles = engine.carve(engine.generate(60 * count, seed=92), seed=92)
    checked = 0
    for puzzle in puzzles[engine.rate(puzzles)["rating"] >= 71].tolist():
        for position, step in positions.along(puzzle):
            if step.rating >= 65 and checked < count:
                expected = chain_oracle.FAMILIES["chains"](position)
                if expected is None:
                    assert positions.find("chains", position) is None
                else:
                    assert (step.rating, set(step.eliminations)) == (expected.rating, expected.eliminations)
                checked += 1
    assert checked == count


def skyscraper(*further):
    """Two rows with two places each for 1, in column 1 and in columns 5 and 6; cell 14 sees the other ends of both."""
    candidates = np.full(81, 0b111111111, np.uint16)
    for cell in [*range(9), *range(36, 45)]:
        if cell not in {0, 4, 36, 41, *further}:
            candidates[cell] = 0b111111110
    return candidates


def test_a_chain_of_one_digit_applies():
    step = engine.find_step("chains", EMPTY, skyscraper())
    assert (step.technique, step.rating, step.placement) == ("x-chain", 66, None)
    assert step.eliminations == ((14, 1),)
    assert (step.cells, step.digits) == ((14,), (1,))


@pytest.mark.parametrize("further", [7, 40])
def test_a_chain_of_one_digit_nearly_applies(further):
    assert engine.find_step("chains", EMPTY, skyscraper(further)) is None


DEEP = engine.paths.rated.FAMILIES[engine.paths.rated.FAMILIES.index("dynamic-chains-plus") :]


@pytest.mark.slow_cases(
    "nested-dynamic-chains-3", "twice-nested-chains-3", "nested-multiple-chains-3", "nested-chains-3"
)
@pytest.mark.parametrize("count", [3, pytest.param(200, marks=pytest.mark.fuzz)])
@pytest.mark.parametrize("family", DEEP)
def test_no_nested_chain_contradicts_the_solution(family, count):
    for position, solution in random_positions(93, count, [0.4, 0.6]):
        step = positions.find(family, position)
        if step:
            assert step.placement is None or solution[step.placement[0]] == step.placement[1]
            assert all(solution[cell] != digit for cell, digit in step.eliminations)


# Puzzles that became known for being hard, with the rating that Sudoku Explainer gives them.
KNOWN = {
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..": 105,  # AI Escargot
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..": 107,  # Inkala, 2012
}
LONGER = {
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1": 116,  # Easter Monster
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....": 119,  # Golden Nugget
}


@pytest.mark.slow
@pytest.mark.parametrize("known", [KNOWN, pytest.param(LONGER, marks=pytest.mark.slow)])
def test_puzzles_known_for_being_hard(known):
    puzzles = np.array([[int(clue) for clue in puzzle.replace(".", "0")] for puzzle in known], np.uint8)
    assert engine.rate(puzzles)["rating"].tolist() == list(known.values())


@pytest.mark.daily(every=2)
@pytest.mark.parametrize(
    ("technique", "family", "puzzle", "count", "cell", "digit"), EXAMPLES, ids=[example[0] for example in EXAMPLES]
)
def test_a_technique_applies_and_with_one_more_candidate_it_does_not(technique, family, puzzle, count, cell, digit):
    position, made = position_after(puzzle, count)
    assert made.technique == technique
    assert positions.find(family, position) == made
    assert digit not in position.candidates[cell]
    position.candidates[cell].add(digit)
    assert positions.find(family, position) is None


def test_the_last_value_of_a_region_applies_and_with_two_empty_cells_everywhere_it_does_not():
    board = engine.generate(1, seed=98)[0]
    for emptied, technique in (([40], "last-value"), ([40, 41, 49, 50], "hidden-single-block")):
        puzzle = board.copy()
        puzzle[emptied] = 0
        step = engine.find_step("hidden-single", puzzle, np.full(81, 511))
        assert step.placement in {(cell, int(board[cell])) for cell in emptied}
        assert step.technique == technique


def test_every_technique_that_random_puzzles_need_has_an_example():
    rare = {"last-value", "direct-claiming"} | {t.name for t in engine.TECHNIQUES if t.rating >= 85}
    assert {example[0] for example in EXAMPLES} == {technique.name for technique in engine.TECHNIQUES} - rare
