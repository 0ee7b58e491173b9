"""For models that are trained on boards: random images of their puzzles, and an exact check of their answers."""

from operator import index
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import (
    Boards,
    cells_of,
    check_puzzles,
    check_seed,
    in_pieces,
    puzzles_and_shape,
    refuse_incomplete,
    reshaped,
)
from .native import core
from .ruled import AnyRules
from .shape import NO_BLOCKS, Shape
from .solving import count_solutions, solve


def random_images(
    boards: ArrayLike, seed: int, *, start: int = 0, blocks: str | None = None, threads: int = 1
) -> Boards:
    """Return an image of each board or puzzle under a random symmetry, in the same shape.

    The symmetries are the group `symmetry="full"` (see `canonical`), each as likely as any other: at 9x9 the 3,359,232
    that move cells, times 9! new names of the digits. That of row k depends on `seed` and `start` + k alone. So puzzles
    and their solutions stay together if both are given with the same seed, and a batch that begins at row k of a larger
    one has the same images with `start=k`.

    ValueError for a seed or start that is not in 0 .. 2**63 - 1, and as in `canonical`.
    """
    checked, shape = puzzles_and_shape(boards, blocks)
    if not 0 <= index(start) < 2**63:
        raise ValueError(f"start {start} is not in 0 .. 2**63 - 1")
    images = np.empty_like(checked)
    batch, out, seed = np.atleast_2d(checked), np.atleast_2d(images), check_seed(seed)
    in_pieces(
        lambda some: core.random_images(shape, batch[some], seed, start + some.start, out[some]), len(batch), threads
    )
    return reshaped(images, boards)


# --- Answers ------------------------------------------------------------------------------------------------------


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
    if rules is not None:
        return _check_ruled(puzzles, answers, rules, solutions, threads)
    checked, shape = puzzles_and_shape(puzzles, blocks)
    if solutions is None:
        known = _solve(checked, shape, threads)
    else:
        known = _check_solutions(solutions, checked, shape, threads)
    given = _check_answers(answers, checked)
    right, broken = (
        counts.reshape(given.shape[:-1]) for counts in _compare(checked, np.atleast_2d(given), known, shape, threads)
    )
    return Checked(right, broken, np.asarray(right == shape.cells))


def _check_ruled(
    puzzles: ArrayLike, answers: ArrayLike, rules: AnyRules, solutions: ArrayLike | None, threads: int
) -> Checked:
    """Compare answers under rules: with the only solution, or by the rules themselves where there are several."""
    cells = check_puzzles(puzzles, NO_BLOCKS)
    given = _check_answers(answers, cells)
    if solutions is None:
        found = solve(cells, rules, limit=2, threads=threads)
        counts, known = np.atleast_1d(found.counts), np.atleast_2d(found.solutions)
        if not counts.all():
            raise ValueError(f"board [{int(np.argmax(counts == 0))}] has no solution")
    else:
        known = np.atleast_2d(check_puzzles(solutions, NO_BLOCKS))
        counts = np.ones(len(known), np.int32)
    batch, rows = np.atleast_2d(cells), np.atleast_2d(given)
    right = (rows == known).sum(axis=1, dtype=np.int32)
    broken = ((rows != batch) & (batch != 0)).sum(axis=1, dtype=np.int32)
    solved = right == batch.shape[1]
    several = np.broadcast_to(counts > 1, solved.shape)
    if several.any():
        is_full = several & rows.all(axis=1) & (rows <= round(batch.shape[1] ** 0.5)).all(axis=1) & (broken == 0)
        right[several], solved[several] = -1, False
        if is_full.any():
            ruled = [rules[row] for row in np.flatnonzero(is_full)] if isinstance(rules, list | tuple) else rules
            solved[is_full] = count_solutions(rows[is_full], ruled, limit=1, threads=threads) == 1
    shape = given.shape[:-1]
    return Checked(right.reshape(shape), broken.reshape(shape), solved.reshape(shape))


def _compare(puzzles: Boards, answers: Boards, solutions: Boards, shape: Shape, threads: int) -> NDArray[np.int32]:
    """The cells that are right, and the clues that are broken."""
    counts = np.empty((2, len(answers)), np.int32)
    of_puzzles, of_solutions = (
        np.ascontiguousarray(np.broadcast_to(boards, answers.shape)) for boards in (puzzles, solutions)
    )
    in_pieces(
        lambda some: core.check(
            shape, of_puzzles[some], answers[some], of_solutions[some], counts[0, some], counts[1, some]
        ),
        len(answers),
        threads,
    )
    return counts


def _solve(puzzles: Boards, shape: Shape, threads: int) -> Boards:
    solutions = np.zeros_like(puzzles)
    batch, out = np.atleast_2d(puzzles), np.atleast_2d(solutions)
    counts = np.empty(len(batch), np.int32)
    in_pieces(lambda some: core.solve(shape, batch[some], 2, out[some], counts[some]), len(batch), threads)
    if (counts != 1).any():
        row = int(np.argmax(counts != 1))
        raise ValueError(f"board [{row}] has {'several solutions' if counts[row] else 'no solution'}, not one")
    return solutions


def _check_solutions(solutions: ArrayLike, puzzles: Boards, shape: Shape, threads: int) -> Boards:
    checked, _ = puzzles_and_shape(solutions, shape.blocks)
    if checked.shape != puzzles.shape:
        raise ValueError(f"solutions have shape {checked.shape}, not {puzzles.shape} as the puzzles")
    refuse_incomplete(checked, shape)
    broken = _compare(puzzles, np.atleast_2d(checked), checked, shape, threads)[1]
    if broken.any():
        raise ValueError(f"solution [{int(np.argmax(broken != 0))}] does not have the clues of its puzzle")
    return checked


def _check_answers(answers: ArrayLike, puzzles: Boards) -> Boards:
    given = np.array(cells_of(answers), order="C")  # a copy: another thread may change what was given
    if given.dtype.kind not in "ui":
        raise ValueError(f"answers have dtype {given.dtype}, not integers")
    if given.shape != puzzles.shape and (puzzles.ndim, given.ndim, given.shape[-1:]) != (1, 2, puzzles.shape):
        raise ValueError(f"answers have shape {given.shape}, and the puzzles {puzzles.shape}")
    if given.dtype != np.uint8:
        given = np.where((given < 0) | (given > 255), 0, given).astype(np.uint8)
    return given
