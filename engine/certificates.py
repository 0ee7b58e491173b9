"""Certificates that a puzzle has one solution: refutations of all others, which `certificate_checker.py` checks.

The checker is one file of plain Python, and shares nothing with the kernels that solve.
"""

from __future__ import annotations

from typing import Any

from .boards import Batch, as_lines
from .certificate_checker import ContradictionError, State
from .native import check_time
from .rules.model import AnyOf, Constraint
from .solving import AnyRules, Puzzles, ruled, solve


def certificate(puzzle: Puzzles, rules: AnyRules | None = None, *, blocks: str | None = None) -> dict[str, Any]:
    """Return the certificate that one puzzle has one solution, as `certificate_checker.check` takes it.

    Arguments, time and errors are those of `engine.solve`; ValueError too for a puzzle without exactly one solution.
    """
    solutions, counts = solve(puzzle, rules, limit=2, blocks=blocks)
    if counts.shape or counts != 1:
        raise ValueError("a certificate is for one puzzle that has exactly one solution")
    found: dict[str, Any] = {"blocks": None, "constraints": [], "refutations": []}
    if under := ruled(puzzle, rules, blocks):
        from .rules.formats import constraint_text  # plain puzzles need not wait for it

        variant = under.variant()
        model = variant.rules
        found |= {"puzzle": constraint_text.write(variant), "size": model.size, "cells": model.cells}
        found |= {"givens": variant.clues.tolist()}
        found["constraints"] = [_parts(one) for one in (*model.houses, *model.constraints)]
    else:
        batch = Batch.of(puzzle, blocks)  # type: ignore[arg-type]
        shape = batch.shape
        found |= {"puzzle": as_lines(batch.rows)[0], "size": shape.size, "cells": shape.cells}
        found |= {"givens": batch.rows[0].tolist(), "blocks": [shape.rows, shape.columns]}
    state = State(found)
    state.narrow()
    _solve(state, solutions.reshape(-1).tolist(), found["refutations"])
    return found | {"solution": [digits.bit_length() for digits in state.left]}


def _solve(state: State, known: list[int], refutations: list[Any]) -> None:
    """Refute the digits that are not those of the solution, until each cell has one."""
    while (cell := _next(state)) is not None:
        digits = state.digits(cell)
        # The digit of a cell of the rules' own is not known: it is the one that cannot be refuted.
        wrong = [digit for digit in digits if cell >= len(known) or digit != known[cell]]
        for digit in wrong:
            if _refute(state, [[cell, digit]], refutations):
                state.take(cell, ~(1 << (digit - 1)))
                break


def _refute(before: State, path: list[Any], refutations: list[Any]) -> bool:
    """Add the refutations of the last guess of a path; False, and none, if it has a solution."""
    check_time()
    begun = len(refutations)
    state = before.copy()
    try:
        cell, digit = path[-1]
        state.take(cell, 1 << (digit - 1))
        while True:
            cell = _next(state)
            digit = 0 if cell is None else state.digits(cell)[0]
            if cell is None or not _refute(state, [*path, [cell, digit]], refutations):
                del refutations[begun:]
                return False
            state.take(cell, ~(1 << (digit - 1)))
    except ContradictionError:
        refutations.append(path)
        return True


def _next(state: State) -> int | None:
    """The cell with the fewest digits, of those that have several."""
    several = (cell for cell in range(len(state.left)) if not state.is_single(cell))
    return min(several, key=lambda cell: state.left[cell].bit_count(), default=None)


def _parts(constraint: Constraint) -> list[Any]:
    """A constraint as its name and its parts."""
    if isinstance(constraint, AnyOf):
        return ["any_of", [[_parts(one) for one in some] for some in constraint.alternatives]]
    return [type(constraint).__name__.lower(), *(getattr(constraint, part) for part in constraint.__dataclass_fields__)]
