"""The solution path of a puzzle, and the next step from any position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from board_catalogue.engine.boards import puzzles_and_shape
from board_catalogue.engine.grades import RatingStatus, why_unrated
from board_catalogue.engine.paths.explanations import Step
from board_catalogue.engine.paths.records import FAMILIES, are_within, check_masks, path_of, step_of
from board_catalogue.engine.rating import USUAL_HOUSES, kernels_of, rate, rateable_and_shape
from board_catalogue.engine.ruled import AnyRules, Puzzles, ruled
from board_catalogue.engine.shape import DIGITS, Shape, cell_name
from board_catalogue.engine.solving import count_solutions, solve


def steps(puzzle: Puzzles, rules: AnyRules | None = None, *, blocks: str | None = None) -> list[Step]:
    """Solve one puzzle step by step, as `engine.rate` does; shapes, `rules` and `blocks` as there.

    The highest rating of a step is the rating of the puzzle. If no technique applies, the list ends before the puzzle
    is solved. ValueError for a puzzle without exactly one solution, and as in `engine.rate`.
    """
    if under := ruled(puzzle, rules, blocks):
        from board_catalogue.engine.rules.rating import steps_ruled

        return steps_ruled(under.variant())
    checked, shape = rateable_and_shape(puzzle, blocks)  # type: ignore[arg-type]
    if checked.ndim != 1:
        raise ValueError(f"one puzzle has shape ({checked.shape[-1]},), not {checked.shape}")
    status = RatingStatus(int(rate(checked, blocks=shape.blocks, ceiling=0)["status"]))
    if status in (RatingStatus.NO_SOLUTION, RatingStatus.SEVERAL_SOLUTIONS):
        raise ValueError(f"the puzzle has {status.name.lower().replace('_', ' ')}, so it has no solution path")
    return path_of(kernels_of(shape), shape, USUAL_HOUSES, checked)


def find_step(
    family: str,
    puzzle: ArrayLike,
    candidates: ArrayLike,
    rules: AnyRules | None = None,
    *,
    blocks: str | None = None,
) -> Step | None:
    """Find the first step of one family of techniques (a name of `FAMILIES`) in a position; None if it has none.

    `candidates` has a mask of candidates for each cell, `(S*S,)` or `(S, S)`, bit 0 for digit 1. The masks of
    filled cells, and digits that a peer holds, are ignored. Shapes, `rules` and `blocks` as in `engine.rate`.
    ValueError for another family or shape, and as in `engine.rate`.
    """
    if family not in FAMILIES:
        raise ValueError(f"no family {family!r}: see engine.FAMILIES")
    if under := ruled(puzzle, rules, blocks):
        from board_catalogue.engine.rules.rating import find_step_ruled

        variant = under.variant()
        return find_step_ruled(family, variant, variant.clues, candidates)
    checked, shape = rateable_and_shape(puzzle, blocks)
    masks = np.asarray(candidates)
    if masks.shape == (shape.size, shape.size):
        masks = masks.reshape(shape.cells)
    return step_of(kernels_of(shape), shape, USUAL_HOUSES, family, checked, masks)


# --- The next step from a person's position: a puzzle half filled in, with pencil marks ----------------------------


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
    Any shape is allowed. ValueError for a puzzle without exactly one solution, values and candidates of another shape
    or that are none, values that change a clue, and as in `engine.boards.check_puzzles`.
    """
    solution, filled, marks, shape = _checked(puzzle, values, candidates, blocks)
    return compared(solution.tolist(), filled.tolist(), marks.tolist(), shape)


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
    if found := compared(board.tolist(), filled.tolist(), marks.tolist(), shape):
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
    filled = np.asarray(values).reshape(-1)
    marks = np.zeros(shape.cells, np.int64) if candidates is None else np.asarray(candidates).reshape(-1)
    if filled.shape != (shape.cells,) or marks.shape != (shape.cells,):
        raise ValueError(f"a position of this puzzle has {shape.cells} cells")
    if not are_within(filled, shape.size):
        raise ValueError(f"values are whole numbers in 0 .. {shape.size}")
    check_masks(marks, shape)
    if changed := np.flatnonzero((clues != 0) & (clues != filled)).tolist():
        raise ValueError(f"{cell_name(*divmod(changed[0], shape.size))} is a clue: it cannot change")
    return solution, filled.astype(np.int64), marks, shape


def compared(solution: Sequence[int], filled: Sequence[int], marks: Sequence[int], shape: Shape) -> list[Mistake]:
    """Compare a position with a solution, as `mistakes` does; all of them have a number for each cell."""
    found = []
    for cell in range(shape.cells):
        right, digit, mask = solution[cell], filled[cell], marks[cell]
        name = cell_name(*divmod(cell, shape.size))
        if digit and digit != right:
            found.append(Mistake(cell, digit, f"{name} is not {DIGITS[digit]}"))
        elif not digit and mask and not mask >> right - 1 & 1:
            found.append(Mistake(cell, 0, f"{name}: the right digit is not among your marks"))
    return found
