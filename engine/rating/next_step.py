"""The next step from where a person is: a puzzle half filled in, with pencil marks, and what is already wrong there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.batch.boards import puzzles_and_shape
from engine.batch.solving import count_solutions, solve
from engine.board.cell import cell_name
from engine.board.shape import Shape
from engine.board.symbols import DIGITS
from engine.rating.path import FAMILIES, Step, find_step
from engine.rating.stored import why_unrated


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong in a position. It does not say the right digit."""

    cell: int
    """Numbered row by row from 0."""
    digit: int
    """The wrong digit in it; 0 if its marks lack the right one."""
    sentence: str


def mistakes(
    puzzle: ArrayLike, values: ArrayLike, candidates: ArrayLike | None = None, *, blocks: str | None = None
) -> list[Mistake]:
    """Compare a position with the solution of its puzzle: wrong digits, and empty cells whose marks lack the right one.

    `values` has 0 for empty cells; `candidates` has masks as in `find_step`. A cell without any mark has no mistake.
    Any shape will do. ValueError for a puzzle without exactly one solution, values of another shape or that change a
    clue, and as in `engine.batch.boards.check_puzzles`.
    """
    return _compared(*_checked(puzzle, values, candidates, blocks))


def next_step(
    puzzle: ArrayLike, values: ArrayLike, candidates: ArrayLike | None = None, *, blocks: str | None = None
) -> Step | None:
    """Find the easiest step from a position; arguments and errors as in `mistakes`.

    Without `candidates`, and in cells without marks, every digit that breaks no rule is one. None if the board is full
    or no technique applies. ValueError too above 12x12, and if the position has a mistake: then no step leads to the
    solution.
    """
    board, filled, marks, shape = _checked(puzzle, values, candidates, blocks)
    if reason := why_unrated(shape.size):
        raise ValueError(reason)
    if found := _compared(board, filled, marks, shape):
        raise ValueError("; ".join(mistake.sentence for mistake in found))
    kept = np.where(marks == 0, 2**shape.size - 1, marks)
    tried = (find_step(family, filled, kept, blocks=shape.blocks) for family in FAMILIES)
    return next((step for step in tried if step), None)


_Cells = NDArray[np.int64]


def _checked(
    puzzle: ArrayLike, values: ArrayLike, candidates: ArrayLike | None, blocks: str | None
) -> tuple[_Cells, _Cells, _Cells, Shape]:
    """The solution, the values, the marks or zeros, and the shape."""
    clues, shape = puzzles_and_shape(puzzle, blocks)
    if clues.ndim != 1 or count_solutions(clues, blocks=shape.blocks) != 1:
        raise ValueError("hints need one puzzle with exactly one solution")
    solution = solve(clues, blocks=shape.blocks).astype(np.int64)
    filled = np.asarray(values).reshape(-1).astype(np.int64)
    marks = np.zeros(shape.cells, np.int64) if candidates is None else np.asarray(candidates).reshape(-1)
    if filled.shape != (shape.cells,) or marks.shape != (shape.cells,):
        raise ValueError(f"a position of this puzzle has {shape.cells} cells")
    if changed := np.flatnonzero((clues != 0) & (clues != filled)).tolist():
        raise ValueError(f"{cell_name(*divmod(changed[0], shape.size))} is a clue: it cannot change")
    return solution, filled, marks, shape


def _compared(solution: _Cells, filled: _Cells, marks: _Cells, shape: Shape) -> list[Mistake]:
    found = []
    for cell in range(shape.cells):
        right, digit, mask = int(solution[cell]), int(filled[cell]), int(marks[cell])
        name = cell_name(*divmod(cell, shape.size))
        if digit and digit != right:
            found.append(Mistake(cell, digit, f"{name} is not {DIGITS[digit]}"))
        elif not digit and mask and not mask >> right - 1 & 1:
            found.append(Mistake(cell, 0, f"the marks of {name} lack its digit"))
    return found
