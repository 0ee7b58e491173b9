"""Why a step holds, as data: the parts of its pattern, and every link of its chains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.board.shape import Shape
from engine.rating.explanations.nested import Literal, branches_of, common_unit
from engine.rating.techniques import technique_of

EXPLANATION_VERSION = 1
"""Goes up when a field of a step, a part or a link changes its name or its meaning."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a pattern with its role, such as the pivot of a wing. Cells and digits as in `Step`."""

    role: str
    """pivot, pincer, base, cover, loop, extra, set, or places."""
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    units: tuple[str, ...]
    """The lines of a base or cover, or the unit of a set."""


@dataclass(frozen=True, slots=True)
class Link:
    """A cell that holds a digit, or does not, and why."""

    cell: int
    digit: int
    holds: bool
    kind: str
    """- `assumption`: the first of a branch
    - `weak`: a digit that holds, so this one does not
    - `strong`: the last place of a unit, or the last candidate of a cell, so it holds
    - `nested`: a chain within the chain rules it out
    - a technique, such as `pointing`: it rules this candidate out"""
    unit: str
    """Where a weak or strong link lies, such as "row 3", or "cell"; else empty."""
    after: tuple[int, ...]
    """The links that it follows from, by their places in the branch. A strong link follows from all that are missing
    in its unit, a nested chain or technique from those that the position must lose before it applies."""
    nested: NestedChain | None = None


@dataclass(frozen=True, slots=True)
class NestedChain:
    """A chain within a chain: it holds in the position without the candidates that its link follows from."""

    links: int
    """Its length as Sudoku Explainer counts it, with all that is nested in it."""
    branches: tuple[tuple[Link, ...], ...]
    """Empty where it uses techniques that have no links."""


def chains_of(facts: Any, shape: Shape, candidates: Sequence[int]) -> tuple[tuple[Link, ...], ...]:
    """The branches of a step as the kernels give them, in a position with these masks of candidates."""
    branches, nested = facts
    return tuple(_branch(branch, nested, shape, candidates) for branch in branches)


def _branch(branch: Any, nested: Any, shape: Shape, candidates: Sequence[int]) -> tuple[Link, ...]:
    links: list[Link] = []
    for cell, digit, holds, reason, number, after in branch:
        kind, unit, chain = _kind(reason, holds), "", None
        if reason < _ASSUMPTION:
            unit = "cell" if reason == 0 else _unit(cell, reason, shape)
        elif reason == _NESTED:
            gone = [(links[place].cell, links[place].digit) for place in after]
            chain = _nested(nested[number], (cell, digit + 1), shape, _without(candidates, gone))
        links.append(Link(cell, digit + 1, holds, kind, unit, tuple(after), chain))
    return tuple(links)


# The reasons of explanation.hpp.
_ASSUMPTION, _NESTED, _TECHNIQUE = 4, 5, 8


def _kind(reason: int, holds: bool) -> str:
    if reason >= _TECHNIQUE:
        return technique_of(reason - _TECHNIQUE).name
    return {_ASSUMPTION: "assumption", _NESTED: "nested"}.get(reason, "strong" if holds else "weak")


def _unit(cell: int, reason: int, shape: Shape) -> str:
    row, column, *block = shape.units_of[cell]
    return shape.unit_name({1: block[0] if block else row, 2: row, 3: column}[reason])


def _without(candidates: Sequence[int], gone: Sequence[tuple[int, int]]) -> list[int]:
    left = list(candidates)
    for cell, digit in gone:
        left[cell] &= ~(1 << digit - 1)
    return left


def _nested(facts: Any, removed: tuple[int, int], shape: Shape, candidates: Sequence[int]) -> NestedChain:
    _kind_of_chain, links, given = facts
    literals = [[Literal(cell, digit + 1, holds) for cell, digit, holds in branch] for branch in given]
    branches = branches_of(literals, removed, shape, candidates)
    return NestedChain(links, tuple(_inner(branch, shape) for branch in branches))


def _inner(branch: Sequence[tuple[Literal, tuple[int, ...]]], shape: Shape) -> tuple[Link, ...]:
    links = []
    for (cell, digit, holds), after in branch:
        kind = "assumption" if not after else "strong" if holds else "weak"
        unit = common_unit([branch[place][0] for place in after], cell, digit, shape) if after else ""
        links.append(Link(cell, digit, holds, kind, unit, after))
    return tuple(links)
