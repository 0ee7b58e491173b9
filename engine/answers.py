"""Answers of models: read from what a model prints, compared exactly with solutions, and rewarded.

Answers that are arrays are compared in C++. How a board is found in a text is told in `engine.reading.answers`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import Batch, Boards, cells_of, check_puzzles, puzzles_and_shape, run, size_of
from .native import core
from .reading.answers import CHOICE, THINKING, answer_reading
from .shape import DIGITS, NO_BLOCKS, Shape
from .solving import AnyRules, Puzzles, count_solutions, is_variant, model_of, only_solutions, solve


def read_answer(
    answer: Any, size: int = 9, *, strict: bool = False, thinking: Sequence[str] = THINKING
) -> Boards | None:
    """Return the board in an answer, `uint8 (S*S,)` with 0 for an empty cell, or None if there is none.

    The answer is text as a model prints it, the turns of a conversation, a mapping, or digits in lists or an array of
    S*S or (S, S). Text is looked at after the last closed tag of `thinking`, and inside the last `<answer>` or
    `\\boxed{` if there is one. The last whole board counts that is not taken back; a `strict` reading refuses two
    different ones. `engine.answer_reading` says which rule applied. No answer raises an error.
    """
    return answer_reading(answer, size, strict=strict, thinking=thinking).board


# --- Rewards --------------------------------------------------------------------------------------------------------

WEIGHTS = {"format": 0.1, "clues": 0.2, "cells": 0.3, "conflicts": 0.0, "solved": 0.4}
"""How much each part of a reward counts."""

EARNED = {"format": -0.6, "cells": 0.8, "solved": 0.8}
"""Weights that give nothing for what needs no solving: right cells count where three quarters of them are right."""


_NOTHING = dict.fromkeys(WEIGHTS, 0.0)


class Reward(float):
    """A number from 0 to 1 with its parts, each from 0 to 1, which weights weigh. 1.0 is a solution."""

    format: float
    """1.0 if the answer holds a board of the puzzle's size."""
    clues: float
    """The share of the clues that are kept."""
    cells: float
    """The share of the empty cells that are right. A puzzle of several solutions has no right cells: 1.0 if solved."""
    conflicts: float
    """The share of rows, columns, blocks and other houses without a digit twice: 1.0 if there is no conflict."""
    solved: float
    """1.0 if the answer is a solution."""
    rule: str
    """How the answer was read: the rule of `engine.answer_reading`."""

    def __new__(cls, rule: str = "", weights: Mapping[str, float] = WEIGHTS, **parts: float) -> Reward:
        """Weigh the parts, named as in `WEIGHTS`; the number stays between 0 and 1."""
        value = 0.0
        for name, weight in weights.items():
            value += weight * parts.get(name, 0.0)
        self = super().__new__(cls, 0.0 if value < 0 else 1.0 if value > 1 else value)
        self.__dict__ = {**_NOTHING, **parts, "rule": rule}
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (float(self), self.__dict__)

    def __repr__(self) -> str:
        return f"Reward({', '.join(f'{name}={getattr(self, name):.3g}' for name in WEIGHTS)})"

    def data(self) -> dict[str, float]:
        """Return the reward and its parts by name."""
        return {"reward": float(self), **{name: getattr(self, name) for name in WEIGHTS}}


def _again(value: float, parts: dict[str, Any]) -> Reward:
    """A reward that another process has weighed."""
    self = float.__new__(Reward, value)
    self.__dict__.update(parts)
    return self


class Asked(NamedTuple):
    """A puzzle, and what is known of it."""

    cells: Boards
    text: str
    """Its cells as characters, 0 for an empty one."""
    solution: Boards | None
    """None if there are several."""
    houses: Sequence[Sequence[int]]
    right: bytes
    """The only solution; empty if there are several."""
    most: float
    """The share of the clues that it keeps: a solution that was given may be that of another puzzle."""

    @classmethod
    def of(cls, cells: Boards, shape: Shape, rules: AnyRules | None, solution: ArrayLike | None) -> Asked:
        """Solve a puzzle, unless its solution is given. ValueError if it has none."""
        if solution is None:
            solution, counts = solve(cells, rules, limit=2, blocks=shape.blocks if rules is None else None)
            if not counts:
                raise ValueError("the puzzle has no solution")
            solution = None if counts > 1 else solution
        known = None if solution is None else check_puzzles(solution, NO_BLOCKS).reshape(-1)
        if known is not None and known.shape != cells.shape:
            raise ValueError(f"the solution has {known.size} cells, and the puzzle {cells.size}")
        houses = shape.units if rules is None else [house.cells for house in model_of(rules, shape.size).houses]
        text = "".join(DIGITS[value] for value in cells.tolist()).replace(".", "0")
        right = b"" if known is None else known.tobytes()
        return cls(cells, text, known, houses, right, 1.0 if known is None else _kept(known, cells))

    def conflicts(self, board: Boards) -> int:
        """Count the houses in which a board has a digit twice."""
        digits = board.tolist()
        held = ([digits[cell] for cell in house if digits[cell]] for house in self.houses)
        return sum(len(set(some)) < len(some) for some in held)


@lru_cache(maxsize=4096)
def _asked_before(cells: bytes, blocks: str, solution: bytes | None) -> Asked:
    """A puzzle that may come again, as those of a trainer do: it is solved once."""
    known = None if solution is None else np.frombuffer(solution, np.uint8)
    board = np.frombuffer(cells, np.uint8)
    return Asked.of(board, Shape.of(isqrt(len(board)), blocks), None, known)


@lru_cache(maxsize=8192)
def _checked(board: str | bytes, blocks: str | None) -> tuple[bytes, str]:
    """The cells and the blocks of one board that was checked, perhaps before."""
    return _board_of(board if isinstance(board, str) else np.frombuffer(board, np.uint8), blocks)


def _board_of(board: Any, blocks: str | None) -> tuple[bytes, str]:
    cells, shape = puzzles_and_shape(board, blocks)
    if cells.ndim != 1:
        raise ValueError("one puzzle is needed, not several")
    return cells.tobytes(), shape.blocks


def _one_board(board: Any, blocks: str | None) -> tuple[bytes, str]:
    if type(board) is np.ndarray and board.dtype == np.uint8 and board.ndim == 1:
        board = board.tobytes()
    return (_checked if isinstance(board, str | bytes) else _board_of)(board, blocks)


def reward(
    answer: Any,
    puzzle: Puzzles,
    solution: ArrayLike | None = None,
    *,
    rules: AnyRules | None = None,
    blocks: str | None = None,
    strict: bool = False,
    weights: Mapping[str, float] | None = None,
    thinking: Sequence[str] = THINKING,
) -> Reward:
    """Return a number from 0 to 1 for an answer to a puzzle, with its parts.

    `answer`, `strict` and `thinking` are as in `read_answer`; an answer without a board, or with a choice of boards,
    is worth 0. `puzzle` is one board with empty cells, its text, or a variant. A known `solution` spares the time to
    solve; that it is the only one is taken on trust. `weights` of the parts are `WEIGHTS` by default; `EARNED` gives
    nothing for copied clues and guesses, and a part that is not named counts nothing.

    ValueError for a puzzle that has no solution, an unknown part, and as in `solve`; an answer never raises one.
    """
    weights = WEIGHTS if weights is None else weights
    if not weights.keys() <= WEIGHTS.keys():
        unknown = next(name for name in weights if name not in WEIGHTS)
        raise ValueError(f"no part of a reward is called {unknown!r}: there are {', '.join(WEIGHTS)}")
    if is_variant(puzzle):
        puzzle.check_square("compared with answers")
        rules, puzzle = puzzle, puzzle.clues
    cells, has_blocks = _one_board(puzzle, blocks if rules is None else NO_BLOCKS)
    if rules is None:
        asked = _asked_before(cells, has_blocks, None if solution is None else _one_board(solution, NO_BLOCKS)[0])
    else:
        shape = Shape.of(isqrt(len(cells)), NO_BLOCKS)
        asked = Asked.of(np.frombuffer(cells, np.uint8), shape, rules, solution)
    board, rule = answer_reading(
        answer, size_of(asked.cells), clues=asked.text, strict=strict, thinking=thinking
    )  # moves may leave the clues out
    if board is None or rule == CHOICE:
        return Reward(rule)
    if board.tobytes() == asked.right:
        return Reward(rule, weights, format=1.0, clues=asked.most, cells=1.0, conflicts=1.0, solved=1.0)
    kept, free = _kept(board, asked.cells), 1 - asked.conflicts(board) / max(1, len(asked.houses))
    if asked.solution is None:
        is_solved = kept == 1 and satisfies(board, rules, has_blocks if rules is None else None)
        right = float(is_solved)
    else:
        is_solved, right = False, _share(board == asked.solution, asked.cells == 0)
    return Reward(rule, weights, format=1.0, clues=kept, cells=right, conflicts=free, solved=float(is_solved))


def satisfies(board: Boards, rules: AnyRules | None = None, blocks: str | None = None) -> bool:
    """Whether one full board breaks no rule. Boards with an empty cell never do."""
    return bool(board.all()) and int(count_solutions(board, rules, limit=1, blocks=blocks)) == 1


def _kept(board: Boards, clues: Boards) -> float:
    return _share(board == clues, clues != 0)


def _share(right: NDArray[np.bool_], among: NDArray[np.bool_]) -> float:
    count = int(np.count_nonzero(among))
    return np.count_nonzero(right & among) / count if count else 1.0


# --- An exact check ------------------------------------------------------------------------------------------------


class Checked(NamedTuple):
    """The verdicts on n answers; without the axis for a single one."""

    right_cells: NDArray[np.int32]
    """Cells that hold the digit of the puzzle's solution, clues included, `int32 (n,)`; -1 if it has several."""
    broken_clues: NDArray[np.int32]
    """Clues of the puzzle that the answer lacks or changes: `int32 (n,)`."""
    solved: NDArray[np.bool_]
    """Whether every cell is right, or, of several solutions, the answer is one: `bool (n,)`."""


def check(
    puzzles: ArrayLike,
    answers: ArrayLike,
    *,
    solutions: ArrayLike | None = None,
    rules: AnyRules | None = None,
    blocks: str | None = None,
    threads: int = 1,
) -> Checked:
    """Compare answers with the only solutions of their puzzles.

    `answers` are integers in the shape of `puzzles`, 0 for a cell left empty; any other number that is no digit is a
    wrong cell. A single puzzle can have many answers, `(n, S*S)`. Known `solutions`, in the shape of `puzzles`, spare
    the time to solve, which is most of it; that each is the only solution is then taken on trust. The same for any
    number of `threads`.

    `rules` are as in `solve`; such puzzles may have several solutions, and any of them counts.
    ValueError for a puzzle that has no solution, or several and no rules, solutions that are not full boards with its
    clues, answers of another shape, and as in `canonical`.
    """
    batch = Batch.of(puzzles, blocks if rules is None else NO_BLOCKS)
    given = _check_answers(answers, batch)
    rows, counts = np.atleast_2d(given), np.ones(1, np.int32)
    if solutions is not None:
        known = _check_solutions(solutions, batch, threads, has_rules=rules is not None)
    elif rules is None:
        known = only_solutions(batch, threads)
    else:
        known, counts = solve(batch.rows, rules, limit=2, threads=threads)
        if not counts.all():
            raise ValueError(f"board [{int(np.argmax(counts == 0))}] has no solution")
    right, broken = _compare(batch, rows, known, threads)
    solved = right == batch.shape.cells
    several = np.broadcast_to(counts > 1, solved.shape)
    if several.any():
        right[several], solved[several] = -1, False
        is_full = several & rows.all(axis=1) & (rows <= batch.shape.size).all(axis=1) & (broken == 0)
        if is_full.any():
            ruled = [rules[row] for row in np.flatnonzero(is_full)] if isinstance(rules, list | tuple) else rules
            solved[is_full] = count_solutions(rows[is_full], ruled, limit=1, threads=threads) == 1
    return Checked(*(each.reshape(given.shape[:-1]) for each in (right, broken, solved)))


def _compare(batch: Batch, answers: Boards, solutions: Boards, threads: int) -> NDArray[np.int32]:
    """The cells that are right, and the clues that are broken."""
    counts = np.empty((2, len(answers)), np.int32)
    of_puzzles, of_solutions = (
        np.ascontiguousarray(np.broadcast_to(boards, answers.shape)) for boards in (batch.rows, solutions)
    )
    run(core.check, batch.shape, of_puzzles, answers, of_solutions, counts[0], counts[1], threads=threads)
    return counts


def _check_solutions(solutions: ArrayLike, puzzles: Batch, threads: int, *, has_rules: bool) -> Boards:
    """Solutions with the clues of their puzzles; what else they have to fulfil is not looked at under rules."""
    known = Batch.of(solutions, puzzles.shape.blocks)
    if (known.axes, known.shape) != (puzzles.axes, puzzles.shape):
        shape, wanted = (*known.axes, known.shape.cells), (*puzzles.axes, puzzles.shape.cells)
        raise ValueError(f"solutions have shape {shape}, not {wanted} as the puzzles")
    if not has_rules:
        known.refuse_incomplete()
    broken = _compare(puzzles, known.rows, known.rows, threads)[1]
    if broken.any():
        raise ValueError(f"solution [{int(np.argmax(broken != 0))}] does not have the clues of its puzzle")
    return known.rows


def _check_answers(answers: ArrayLike, puzzles: Batch) -> Boards:
    given = np.array(cells_of(answers), order="C")  # a copy: another thread may change what was given
    if given.dtype.kind not in "ui":
        raise ValueError(f"answers have dtype {given.dtype}, not integers")
    cells = (puzzles.shape.cells,)
    if given.shape != (*puzzles.axes, *cells) and (puzzles.axes, given.ndim, given.shape[-1:]) != ((), 2, cells):
        raise ValueError(f"answers have shape {given.shape}, and the puzzles {(*puzzles.axes, *cells)}")
    if given.dtype != np.uint8:
        given = np.where((given < 0) | (given > 255), 0, given).astype(np.uint8)
    return given
