"""The path of a person through a puzzle of any rules and shape: always the cheapest step that helps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from board_catalogue.engine.native import core
from board_catalogue.engine.paths.explanations import BaseStep, Part, digits_of
from board_catalogue.engine.people.program import BoardOfPeople, board_of_people
from board_catalogue.engine.people.sentences import Said, sentence_of
from board_catalogue.engine.people.techniques import BY_NUMBER, MACHINES, level_of_cost
from board_catalogue.engine.rules.solving import solve_ruled
from board_catalogue.engine.rules.variant import Variant

_NO_LIMIT = 2**31 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleStep(BaseStep):
    """One step of a path; its `technique` is one of `engine.PEOPLE_TECHNIQUES`."""

    score: int
    """What it adds to the score of the puzzle: the cost of the technique, less if there are other ways to go on."""
    level: str
    """The least level of a puzzle that needs it."""
    rule: str
    """The named rule that it rests on; empty for none."""
    masks: tuple[int, ...]
    """The candidates of each cell before the step, bit d - 1 for digit d."""
    values: tuple[int, ...]
    """The digit of each cell before the step, 0 for none."""

    @property
    def is_explained(self) -> bool:
        """Whether a named technique leads to it, not all rules together."""
        return self.technique != MACHINES[-1].name


def people_steps(
    variant: Variant,
    values: Sequence[int] | None = None,
    candidates: Sequence[int] | None = None,
    *,
    most: int | None = None,
) -> list[PeopleStep]:
    """Solve a puzzle step by step, perhaps from a later position; at most so many steps.

    `values` has a digit or 0 for each cell, the givens among them; `candidates` a mask for each cell, 0 for no marks.
    A digit that no technique leads to is placed by a step of the technique `all-rules`. ValueError for a puzzle without
    exactly one solution, and a position that has other cells or that the solution contradicts.
    """
    clues = variant.clues
    filled = clues.tolist() if values is None else list(values)
    marks = [0] * variant.size**2 if candidates is None else list(candidates)
    if len(filled) != variant.size**2 or len(marks) != variant.size**2:
        raise ValueError(f"a position of this puzzle has {variant.size**2} cells")
    solutions, counts, _guesses = solve_ruled(variant)
    if counts[0] != 1:
        raise ValueError(f"the puzzle has {'several solutions' if counts[0] else 'no solution'}, so it has no path")
    for digit, right, mask in zip(filled, solutions[0].tolist(), marks, strict=True):
        if (digit and digit != right) or (not digit and mask and not mask >> (right - 1) & 1):
            raise ValueError("the position contradicts the solution")
    board = board_of_people(variant.with_givens(()))
    found = core.path_of_people(
        board.numbers,
        np.array(filled, np.uint8),
        np.array(marks, np.uint16),
        solutions[0],
        _NO_LIMIT if most is None else most,
    )
    return [_step(board, facts) for facts in found]


def _step(board: BoardOfPeople, facts: dict[str, Any]) -> PeopleStep:
    technique, machine = BY_NUMBER[facts["technique"]], MACHINES[facts["machine"]]
    cell, digit = facts["placed"]
    masks, filled = facts["masks"], facts["filled"]
    part = board.parts[facts["part"]] if facts["part"] >= 0 else None
    cells = tuple(sorted({*facts["cells"], *facts["minus"]}))
    return PeopleStep(
        technique=technique.name,
        score=facts["weight"],
        level=level_of_cost(facts["cost"]),
        rule=part.rule if part else "",
        cells=cells,
        digits=digits_of(facts["digits"]),
        units=tuple(board.units[unit].name for unit in facts["units"]),
        placement=(cell, digit) if cell >= 0 else None,
        eliminations=tuple((lost, each) for lost, mask in facts["lost"] for each in digits_of(mask)),
        parts=_parts(board, facts),
        sentence=sentence_of(Said(board, facts, masks), machine.name),
        masks=tuple(masks),
        values=tuple(mask.bit_length() if known else 0 for mask, known in zip(masks, filled, strict=True)),
    )


def _parts(board: BoardOfPeople, facts: dict[str, Any]) -> tuple[Part, ...]:
    """The named rules of the step with their cells."""
    numbers = [facts["part"]] if facts["part"] >= 0 else []
    if MACHINES[facts["machine"]].name == "rule-of-45":
        numbers = facts["others"]
    return tuple(Part("rule", board.parts[number].cells, (), (board.parts[number].name,)) for number in numbers)
