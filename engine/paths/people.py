"""The path of a person through a puzzle of any rules and shape: always the cheapest step that helps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from ..native import core
from ..rules.houses import full_houses_of
from ..rules.solving import solve_ruled
from ..rules.variant import Variant
from ..shape import Where
from .board import BoardOfPeople, Full, RulePart, board_of_people
from .people_techniques import BY_NUMBER, MACHINES, level_of_cost
from .record import CELL, Link, Part, Step, digits_of
from .rule_sentences import LinkOfPeople, Why, phrase_of

_NO_LIMIT = 2**31 - 1


def people_steps(
    variant: Variant,
    values: Sequence[int] | None = None,
    candidates: Sequence[int] | None = None,
    *,
    most: int | None = None,
    needs_one: bool = True,
) -> list[Step]:
    """Solve a puzzle step by step, perhaps from a later position; at most so many steps.

    `values` has a digit or 0 for each cell, the givens among them; `candidates` a mask for each cell, 0 for no marks.
    A digit that no technique leads to is placed by a step of the technique `all-rules`. Without `needs_one` a puzzle
    may have several solutions: the steps lead as far as they can. ValueError for a puzzle without a solution, or with
    several, for a position of another size, and one that the solution contradicts.
    """
    board, filled, marks = _position(variant, values, candidates)
    solutions, counts, _guesses = solve_ruled(variant)
    solution = solutions[0]
    if not counts[0]:
        raise ValueError("it has no solution, so it has no path")
    if counts[0] > 1 and needs_one:
        raise ValueError("it has several solutions, so it has no path")
    if counts[0] == 1:
        _check(filled.tolist(), marks.tolist(), solution.tolist())
    else:
        solution = np.zeros_like(solution)
    found = core.path_of_people(board.numbers, filled, marks, solution, _NO_LIMIT if most is None else most)
    return [_step(variant, board, facts) for facts in found]


def possible_people(
    variant: Variant, values: Sequence[int] | None = None, candidates: Sequence[int] | None = None
) -> list[Step]:
    """Return the steps that a position allows, the cheapest techniques first, up to four of each.

    A contradiction comes only if nothing else helps. Arguments as in `people_steps`; ValueError for a position of
    another size.
    """
    board, filled, marks = _position(variant, values, candidates)
    return [_step(variant, board, facts) for facts in core.possible_of_people(board.numbers, filled, marks)]


def _position(
    variant: Variant, values: Sequence[int] | None, candidates: Sequence[int] | None
) -> tuple[BoardOfPeople, Any, Any]:
    filled = np.array(variant.clues if values is None else values, np.uint8)
    marks = np.array([0] * variant.size**2 if candidates is None else candidates, np.uint16)
    if filled.shape != (variant.size**2,) or marks.shape != filled.shape:
        raise ValueError(f"a position of this puzzle has {variant.size**2} cells")
    return board_of_people(variant.with_givens(())), filled, marks


def _check(filled: Sequence[int], marks: Sequence[int], solution: Sequence[int]) -> None:
    for digit, mask, right in zip(filled, marks, solution, strict=True):
        if (digit and digit != right) or (not digit and mask and not mask >> (right - 1) & 1):
            raise ValueError("the position contradicts the solution")


# --- A step from what the kernels found -------------------------------------------------------------------------------


def _step(variant: Variant, board: BoardOfPeople, facts: Mapping[str, Any]) -> Step:
    machine = MACHINES[facts["machine"]].name
    cell, digit = facts["placed"]
    units, parts = _reasons(board, facts, machine)
    is_chain = bool(facts["links"])
    return Step(
        technique=BY_NUMBER[facts["technique"]].name,
        score=facts["weight"],
        level=level_of_cost(facts["cost"]),
        cells=() if is_chain else tuple(sorted({*facts["cells"], *facts["minus"]})),
        digits=() if is_chain else digits_of(facts["digits"]),
        where=(*(unit.where for unit in units), *(part.where for part in parts)),
        links=len(facts["links"]),
        placement=(cell, digit) if cell >= 0 else None,
        eliminations=tuple((lost, each) for lost, mask in facts["lost"] for each in digits_of(mask)),
        parts=(
            *(Part("rule", () if part.is_wide else part.cells, (), (part.where,)) for part in parts),
            *(() if is_chain else _left(facts)),
        ),
        chains=(_links(board, facts["links"]),) if is_chain else (),
        shape=full_houses_of(variant),
        phrase=partial(phrase_of, board, facts, machine),
    )


def _reasons(board: BoardOfPeople, facts: Mapping[str, Any], machine: str) -> tuple[list[Full], list[RulePart]]:
    """The units and the rules that a step follows from, those by which cells see each other after its own."""
    units, parts = list(facts["units"]), [facts["part"]] if facts["part"] >= 0 else []
    if machine in ("rule-of-45", "ways-to-fill-a-unit"):
        parts += facts["others"]
    if machine in ("law-of-leftovers", "finned-fish"):
        units += [number for number in facts["others"] if number < len(board.units)]
        parts += [number - len(board.units) for number in facts["others"] if number >= len(board.units)]
    if not facts["links"]:
        for _cell, _other, unit, part in (*facts["apart"], *facts["sights"]):
            if unit >= 0:
                units.append(unit)
            else:
                parts.append(part)
    return [board.units[unit] for unit in dict.fromkeys(units)], [board.parts[part] for part in dict.fromkeys(parts)]


def _left(facts: Mapping[str, Any]) -> Iterator[Part]:
    """The digits that the cells of the reason may hold; of a sum those of both sides."""
    lost = dict(facts["lost"])
    cells = facts["cells"] if facts["digits"] else sorted((*facts["cells"], *facts["minus"]))
    for cell in cells:
        if left := facts["masks"][cell] & ~lost.get(cell, 0):
            yield Part("left", (cell,), digits_of(left))


def _links(board: BoardOfPeople, given: Sequence[LinkOfPeople]) -> tuple[Link, ...]:
    """The links of a chain, one for each digit; in an alternating chain each follows from the one before."""
    found: list[Link] = []
    places: list[range] = []
    for cell, mask, holds, reason, number, after in given:
        first = len(found)
        before = [each for place in after for each in places[place]] or ([first - 1] if first else [])
        if cell >= 0:
            kind, where = _reason(board, holds, reason, number)
            found += [Link(cell, digit, holds, kind, where, tuple(before)) for digit in digits_of(mask)]
        places.append(range(first, len(found)))
    return tuple(found)


def _reason(board: BoardOfPeople, holds: bool, reason: int, number: int) -> tuple[str, Where | None]:
    """The kind of a link, and where it lies."""
    match reason:
        case Why.ASSUMED:
            return "assumption", None
        case Why.UNIT:
            return "strong", board.units[number].where
        case Why.LOCKED | Why.WAYS:
            return "weak", board.units[number].where
        case Why.PART:
            return board.parts[number].rule, board.parts[number].where
        case Why.CELL:
            return ("strong" if holds else "weak"), CELL
    return "weak", None
