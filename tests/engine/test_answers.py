"""Answers of models: read from what a model prints, checked exactly, rewarded."""

import copy
import pickle
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from reference import symmetry
from reference.random_numbers import GOLDEN_GAMMA, WORD, Random, mix
from shapes import LIKELY_SHAPES, Shape

from board_catalogue import engine
from board_catalogue.engine.answers import EARNED, WEIGHTS, read_answer
from board_catalogue.engine.boards import as_lines

BOARD = engine.generate(1, seed=3)[0]
PUZZLE = engine.carve(BOARD[None], seed=3)[0]
LINE = as_lines(BOARD[None])[0]
ROWS = [LINE[i : i + 9] for i in range(0, 81, 9)]


@pytest.mark.parametrize(
    "answer",
    ["", "I cannot solve it.", LINE[:80], LINE + "1", "\n".join(ROWS[:8]), "." * 81, "<answer></answer>" + "x",
     f"{LINE} <answer>no</answer>", [[1, 2], [3]], [10] * 81, None, 3, {"a": 1}, "[" * 5000, "1 " * 80, "0" * 81,
     "[ " * 4000 + "] " * 4000, "Row 1: " * 9000],
)  # fmt: skip
def test_what_holds_no_board_is_not_read(answer):
    assert read_answer(answer) is None


def test_empty_cells_are_kept():
    text = "\n".join(as_lines(PUZZLE[None])[0][i : i + 9] for i in range(0, 81, 9))
    for empty in ".0_*":
        assert (read_answer(text.replace(".", empty)) == PUZZLE).all()


# --- Rewards --------------------------------------------------------------------------------------------------------


def changed(cell, digit=None):
    answer = BOARD.copy()
    answer[cell] = answer[cell] % 9 + 1 if digit is None else digit
    return answer


def test_the_parts_of_a_reward():
    assert sum(WEIGHTS.values()) == 1
    best = engine.reward(LINE, PUZZLE)
    assert isinstance(best, float) and best == 1
    assert (best.format, best.clues, best.cells, best.solved) == (1, 1, 1, 1)
    assert engine.reward("no idea", PUZZLE) == 0
    empty, clue = int(np.flatnonzero(PUZZLE == 0)[0]), int(np.flatnonzero(PUZZLE)[0])
    near = engine.reward(changed(empty), PUZZLE)
    count = np.count_nonzero(PUZZLE == 0)
    assert (near.format, near.clues, near.solved) == (1, 1, 0)
    assert near.cells == pytest.approx(1 - 1 / count)
    broken = engine.reward(changed(clue), PUZZLE)
    assert broken.clues == pytest.approx(1 - 1 / (81 - count)) and broken.cells == 1 and broken.solved == 0
    assert engine.reward(PUZZLE, PUZZLE) == pytest.approx(WEIGHTS["format"] + WEIGHTS["clues"])
    assert 0 < broken < near < best
    parts = {"format": 1, "clues": 1, "cells": near.cells, "conflicts": 1 - 3 / 27, "solved": 0}
    assert near.data() == {"reward": float(near), **parts}
    assert repr(best) == "Reward(format=1, clues=1, cells=1, conflicts=1, solved=1)"


def test_a_reward_goes_to_another_process():
    given = engine.reward(changed(3), PUZZLE, BOARD, weights={"cells": 0.5})
    for back in (pickle.loads(pickle.dumps(given)), copy.deepcopy(given)):
        assert (back, back.data(), back.rule) == (given, given.data(), "one board") and type(back) is engine.Reward


def test_weights_of_the_parts():
    near = changed(int(np.flatnonzero(PUZZLE == 0)[0]))
    for name in WEIGHTS:
        found = engine.reward(near, PUZZLE, BOARD, weights={name: 0.5})
        assert found == pytest.approx(getattr(found, name) / 2)
    assert engine.reward(BOARD, PUZZLE, weights={"solved": 3}) == 1
    assert engine.reward(BOARD, PUZZLE, weights={"cells": -1}) == engine.reward(BOARD, PUZZLE, weights={}) == 0
    with pytest.raises(ValueError, match="no part of a reward is called 'luck'"):
        engine.reward(BOARD, PUZZLE, weights={"luck": 1})


SEEN = [[unit for unit in Shape.of(9).units if cell in unit] for cell in range(81)]


def first_candidates(puzzle):
    filled = puzzle.tolist()
    for cell in np.flatnonzero(puzzle == 0):
        seen = {filled[other] for unit in SEEN[cell] for other in unit}
        filled[cell] = next((digit for digit in range(1, 10) if digit not in seen), 0)
    return np.array(filled, np.uint8)


def random_digits(puzzle):
    return np.where(puzzle, puzzle, np.random.default_rng(int(puzzle.sum())).integers(1, 10, 81)).astype(np.uint8)


CHEATERS = {
    "copy": lambda puzzle: puzzle,
    "one digit": lambda puzzle: np.where(puzzle, puzzle, 5).astype(np.uint8),
    "first candidate": first_candidates,
    "random": random_digits,
    "several boards": lambda puzzle: "\n\n".join(
        as_lines((random_digits(puzzle), first_candidates(puzzle), BOARD)[k][None])[0] for k in (0, 2, 1)
    ),
    "options": lambda puzzle: " or ".join(as_lines(engine.generate(5, seed=9))),
}


@pytest.mark.parametrize("cheater", CHEATERS)
@pytest.mark.parametrize("clues", [None, 40])
def test_cheaters_earn_nothing(cheater, clues):
    """Of 40 clues, the first candidates of one puzzle in a hundred are its solution."""
    boards = engine.generate(30, seed=4)
    puzzles = engine.carve(boards, seed=4, clues=clues)
    answers = [CHEATERS[cheater](puzzle) for puzzle in puzzles]
    earned = [engine.reward(*each, weights=EARNED) for each in zip(answers, puzzles, boards, strict=True)]
    assert np.mean(earned) < 0.05
    if clues is None or cheater in ("copy", "one digit"):
        assert max(earned) == 0
    assert all(engine.reward(*each, weights=EARNED) == 1 for each in zip(boards, puzzles, boards, strict=True))


def test_a_puzzle_that_comes_again_is_not_solved_again(monkeypatch):
    puzzle = engine.carve(engine.generate(1, seed=77), seed=77)[0]
    first = engine.reward(LINE, puzzle)
    monkeypatch.setattr("board_catalogue.engine.answers.solve", None)
    assert engine.reward(LINE, puzzle) == first == engine.reward(LINE, puzzle.copy())


def test_a_known_solution_gives_the_same_reward():
    for answer in (BOARD, changed(3), PUZZLE, "nothing"):
        assert engine.reward(answer, PUZZLE, solution=BOARD) == engine.reward(answer, PUZZLE)


def test_any_solution_counts_where_there_are_several():
    assert engine.reward(LINE, np.zeros(81, np.uint8)) == 1
    assert engine.reward(changed(0), np.zeros(81, np.uint8)).solved == 0
    assert engine.reward(changed(0, 0), np.zeros(81, np.uint8)).solved == 0


def test_rewards_under_rules():
    board = engine.generate(1, seed=2, rules="diagonal")[0]
    puzzle = engine.carve(board[None], seed=2, rules="diagonal")[0]
    assert engine.reward(board, puzzle, rules="diagonal") == 1
    assert engine.reward(BOARD, np.zeros(81, np.uint8), rules="diagonal").solved == 0
    assert engine.reward(board, np.zeros(81, np.uint8), rules="diagonal").solved == 1
    killer = engine.rules.making.make_killer(engine.Variant.of(4), 0, seed=4)
    assert engine.reward(engine.solve(killer), killer) == 1


def test_what_is_no_puzzle_is_refused():
    with pytest.raises(ValueError, match="no solution"):
        engine.reward(LINE, "11" + "." * 79)
    with pytest.raises(ValueError, match="one puzzle"):
        engine.reward(LINE, np.zeros((2, 81), np.uint8))


each_shape = pytest.mark.parametrize("shape", LIKELY_SHAPES, ids=str)


class EvenRandom(Random):
    """Draws without bias (Lemire 2019)."""

    def evenly_below(self, bound):
        while True:
            self.state += GOLDEN_GAMMA
            number, rest = divmod(mix(self.state) * bound, WORD)
            if rest >= WORD % bound:
                return number

    def shuffled(self, items):
        items = list(items)
        for left in range(len(items), 1, -1):
            drawn = self.evenly_below(left)
            items[left - 1], items[drawn] = items[drawn], items[left - 1]
        return items

    def order_of_lines(self, groups, of_each):
        order = self.shuffled(range(groups))
        return [line for group in order for line in self.shuffled(range(group * of_each, (group + 1) * of_each))]


def random_image(board, shape, seed, index):
    random, size = EvenRandom(seed, index), shape.size
    is_transposed = shape.transposed == shape and random.evenly_below(2)
    rows = random.order_of_lines(size // shape.rows, shape.rows)
    columns = random.order_of_lines(size // shape.columns, shape.columns)
    names = [0, *random.shuffled(range(1, size + 1))]
    places = [(column, row) if is_transposed else (row, column) for row in rows for column in columns]
    return [names[board[row * size + column]] for row, column in places]


@each_shape
def test_images_are_those_of_the_oracle(shape):
    boards = np.random.default_rng(5).integers(0, shape.size + 1, (40, shape.cells), np.uint8)
    images = engine.random_images(boards, 11, start=3, blocks=shape.blocks, threads=2)
    assert images.tolist() == [random_image(board, shape, 11, 3 + index) for index, board in enumerate(boards.tolist())]


def chi_square_is_likely(counts):
    """Whether the counts are as those of outcomes that are equally likely: within five standard deviations."""
    freedom = len(counts) - 1
    return abs(((counts - counts.mean()) ** 2 / counts.mean()).sum() - freedom) < 5 * (2 * freedom) ** 0.5


def test_every_symmetry_of_4x4_is_as_likely():
    puzzle = [1, 2, 3, 4, 1, 1, 2, 0, 3, 0, 0, 0, 0, 0, 0, 2]  # no symmetry maps it to itself
    possible = {
        tuple(names[puzzle[cell]] for cell in cells)
        for cells in symmetry.rearranged(puzzle, "full")
        for names in ([0, *order] for order in permutations(range(1, 5)))
    }
    assert len(possible) == 128 * 24
    images = engine.random_images(np.repeat(np.array([puzzle], np.uint8), 40 * len(possible), axis=0), 2)
    found = Counter(map(tuple, images.tolist()))
    assert set(found) == possible
    assert chi_square_is_likely(np.array(list(found.values())))


def test_every_cell_of_9x9_goes_everywhere():
    puzzle = np.zeros(81, np.uint8)
    puzzle[0] = 1
    images = engine.random_images(np.repeat(puzzle[None], 81 * 9 * 50, axis=0), 4)
    cells, digits = images.argmax(axis=1), images.max(axis=1)
    assert chi_square_is_likely(np.bincount(9 * cells + digits - 1, minlength=81 * 9))


def test_puzzles_and_solutions_stay_together():
    boards = engine.generate(200, seed=1)
    puzzles = engine.carve(boards, seed=1)
    images, puzzle_images = engine.random_images(boards, 9), engine.random_images(puzzles, 9)
    assert (engine.solve(puzzle_images) == images).all()
    assert (engine.keys(images, symmetry="full") == engine.keys(boards, symmetry="full")).all()
    assert (engine.random_images(boards[50:], 9, start=50) == images[50:]).all()
    assert (engine.random_images(boards, 10) != images).any(axis=1).all()


def test_the_shape_of_the_array_stays():
    board = engine.generate(1, seed=1)[0]
    assert engine.random_images(board, 1).shape == (81,)
    assert engine.random_images(board.reshape(9, 9), 1).shape == (9, 9)
    assert engine.random_images(board[None][:0], 1).shape == (0, 81)


@pytest.mark.parametrize(("seed", "start"), [(-1, 0), (1, -1), (2**63, 0), (1, 2**63)])
def test_numbers_out_of_range_are_refused(seed, start):
    with pytest.raises(ValueError, match="is not in 0"):
        engine.random_images(engine.generate(1, seed=1), seed, start=start)


# --- Answers ------------------------------------------------------------------------------------------------------


def puzzles_and_boards(count, blocks=None, size=None):
    boards = engine.generate(count, seed=3, size=size, blocks=blocks)
    return engine.carve(boards, seed=3, blocks=blocks), boards


def damaged(boards, random):
    """Answers of every kind: right ones, and ones with some cells emptied, changed, or no digit at all."""
    answers = boards.astype(np.int64)
    kind = random.integers(0, 4, len(boards))
    hit = random.random(boards.shape) < random.random((len(boards), 1))
    answers[hit & (kind == 1)[:, None]] = 0
    wrong = hit & (kind == 2)[:, None]
    answers[wrong] = random.integers(0, 10, wrong.sum())
    answers[hit & (kind == 3)[:, None]] = random.choice([-1, 10, 200, 256 + 1, 10**12])
    return answers


@pytest.mark.parametrize("shape", [Shape.of(4), Shape.of(6), Shape.of(9), Shape(3, 2)], ids=str)
@pytest.mark.parametrize("is_known", [False, True])
def test_every_answer_is_checked_as_by_the_oracle(shape, is_known):
    puzzles, boards = puzzles_and_boards(500, shape.blocks, shape.size)
    answers = damaged(boards, np.random.default_rng(8))
    solutions = boards if is_known else None
    checked = engine.check(puzzles, answers, solutions=solutions, blocks=shape.blocks, threads=2)
    for row, (puzzle, answer, board) in enumerate(
        zip(puzzles.tolist(), answers.tolist(), boards.tolist(), strict=True)
    ):
        right = sum(a == b for a, b in zip(answer, board, strict=True))
        broken = sum(clue not in (0, a) for clue, a in zip(puzzle, answer, strict=True))
        assert [field[row] for field in checked] == [right, broken, answer == board]


def test_one_puzzle_has_many_answers():
    puzzles, boards = puzzles_and_boards(5)
    checked = engine.check(puzzles[0], boards)
    assert checked.solved.tolist() == [True, False, False, False, False]
    assert [field.shape for field in engine.check(puzzles[0], boards[0])] == [(), (), ()]
    assert engine.check(puzzles[0], boards[0]).solved


def test_what_cannot_be_checked_is_refused():
    puzzles, boards = puzzles_and_boards(3)
    several = puzzles.copy()
    several[1] = 0
    with pytest.raises(ValueError, match=r"board \[1\] has several solutions"):
        engine.check(several, boards)
    none = np.array([[1, 1, *[0] * 79]], np.uint8)
    with pytest.raises(ValueError, match=r"board \[0\] has no solution"):
        engine.check(none, boards[:1])
    with pytest.raises(ValueError, match=r"solution \[0\] does not have the clues"):
        engine.check(puzzles, boards, solutions=boards[[1, 1, 2]])
    with pytest.raises(ValueError, match="not a full board"):
        engine.check(puzzles, boards, solutions=puzzles)
    with pytest.raises(ValueError, match="solutions have shape"):
        engine.check(puzzles, boards, solutions=boards[:2])
    with pytest.raises(ValueError, match="answers have shape"):
        engine.check(puzzles, boards[:2])
    with pytest.raises(ValueError, match="answers have shape"):
        engine.check(puzzles, boards[0])
    with pytest.raises(ValueError, match="not integers"):
        engine.check(puzzles, boards.astype(float))


def test_answers_under_rules_are_checked_by_the_rules():
    boards = engine.generate(6, seed=5, rules="diagonal")
    puzzles = engine.carve(boards, seed=5, rules="diagonal")
    puzzles[5] = 0  # which has many solutions
    answers = boards.copy()
    answers[1, 0] = answers[1, 0] % 9 + 1
    answers[2, 3] = 0
    right, broken, solved = engine.check(puzzles, answers, rules="diagonal")
    assert right.tolist() == [81, 80, 80, 81, 81, -1]
    assert solved.tolist() == [True, False, False, True, True, True]
    assert broken.tolist() == [0, int(puzzles[1, 0] != 0), int(puzzles[2, 3] != 0), 0, 0, 0]
    plain = engine.generate(1, seed=1)
    assert not engine.check(puzzles[5], plain[0], rules="diagonal").solved
    with pytest.raises(ValueError, match="no solution"):
        engine.check("11" + "." * 79, plain[0], rules="diagonal")
