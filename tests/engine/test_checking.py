"""Answers beside puzzles and solutions, as plain Python compares them."""

import numpy as np
import pytest
from shapes import Shape

import engine


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
