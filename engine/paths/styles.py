"""Paths in either style: that of HoDoKu's score, or that of Sudoku Explainer's rating."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from board_catalogue import engine
from board_catalogue.engine import SolvingStep, Step
from board_catalogue.engine.grades import Style, spelled, style_for
from board_catalogue.engine.paths.explanations import EXPLANATION_VERSION, BaseStep
from board_catalogue.engine.paths.positions import Candidates
from board_catalogue.engine.shape import Shape, cell_name
from board_catalogue.engine.techniques import TECHNIQUES

if TYPE_CHECKING:
    from board_catalogue.engine.rules.hints import RuleStep

AnyStep = Step | SolvingStep
"""A step of either style."""


def path_of(puzzle: NDArray[np.uint8], blocks: str, style: Style | None = None) -> Sequence[AnyStep]:
    """Return the steps to the solution; ValueError as from `style_for`, and for a puzzle without exactly one."""
    if style_for(style, blocks) is Style.score:
        return engine.solving_steps(puzzle)
    return engine.steps(puzzle, blocks=blocks)


def path_from(
    puzzle: NDArray[np.uint8], values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> Sequence[AnyStep]:
    """Return the steps to the solution from a board that has been begun; ValueError as from `engine.next_step`."""
    if style_for(style, blocks) is Style.score:
        _check_right(puzzle, values, marks, blocks)
        return engine.solving_steps(puzzle, filled=values, candidates=_every_where_none(marks))
    found, filled = [], list(values)
    position = Candidates(Shape.of(round(len(filled) ** 0.5), blocks), filled, _every_where_none(marks))
    while step := engine.next_step(puzzle, filled, position.masks, blocks=blocks):
        found.append(step)
        position.take(step.placement, step.eliminations)
        if step.placement:
            filled[step.placement[0]] = step.placement[1]
    return found


def next_of(
    puzzle: NDArray[np.uint8], values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> AnyStep | None:
    """Return the next step of a board that has been begun, as `engine.next_step` does; ValueError as there."""
    if style_for(style, blocks) is Style.rating:
        return engine.next_step(puzzle, values, marks, blocks=blocks)
    _check_right(puzzle, values, marks, blocks)
    return engine.next_solving_step(puzzle, values, _every_where_none(marks))


_LAST_RESORTS = frozenset({
    *("forcing-chain", "forcing-net", "brute-force"),
    *("dynamic-chains-plus", "nested-chains", "nested-multiple-chains", "nested-dynamic-chains", "twice-nested-chains"),
})  # fmt: skip
"""Rules and families with steps for nearly every candidate: they are tried only if no other has a step."""


MOST_OF_A_TECHNIQUE = 20


def possible_now(
    puzzle: NDArray[np.uint8], values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> Sequence[AnyStep]:
    """Return all steps that a board that has been begun allows, the easiest techniques first.

    In the style `rating` these are the first step of each family of techniques; in the style `score` all steps of all
    rules, each conclusion once a technique, and at most MOST_OF_A_TECHNIQUE of each. What needs forcing or nested
    chains comes only if nothing else applies. ValueError as from `engine.next_step`.
    """
    _check_right(puzzle, values, marks, blocks)
    masks = _every_where_none(marks)
    is_scored = style_for(style, blocks) is Style.score
    found: dict[object, AnyStep] = {}
    for name in [rule.name for rule in engine.DEFAULT_RULES] if is_scored else engine.FAMILIES:
        if name in _LAST_RESORTS and found:
            break
        some: Sequence[AnyStep | None] = (
            engine.find_solving_steps(name, puzzle, values, masks, most=MOST_OF_A_TECHNIQUE)
            if is_scored
            else [engine.find_step(name, values, masks, blocks=blocks)]
        )
        for step in some:
            if step is not None:
                found.setdefault((step.technique, step.placement, step.eliminations), step)
    return list(found.values())


def _check_right(puzzle: NDArray[np.uint8], values: Sequence[int], marks: Sequence[int], blocks: str) -> None:
    if found := engine.mistakes(puzzle, values, marks, blocks=blocks):
        raise ValueError("; ".join(mistake.sentence for mistake in found))


def _every_where_none(marks: Sequence[int]) -> list[int]:
    every = 2 ** round(len(marks) ** 0.5) - 1
    return [mask or every for mask in marks]


def as_data(step: AnyStep | RuleStep) -> dict[str, Any]:
    """A step for programs: the version of its fields, then these, with a rating as people write it."""
    names = step.__dataclass_fields__
    own = [name for name in names if name not in BaseStep.__dataclass_fields__]
    data = {"version": EXPLANATION_VERSION} | {name: getattr(step, name) for name in ("technique", *own, *names)}
    if step.parts or step.chains:
        data |= {"parts": _plain(step.parts), "chains": _plain(step.chains)}
    return data | {"rating": step.rating / 10} if isinstance(step, Step) else data


def _plain(value: Any) -> Any:
    """Dictionaries in place of records: as `dataclasses.asdict`, which takes five times as long because it copies."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    fields = getattr(value, "__dataclass_fields__", None)
    return value if fields is None else {name: _plain(getattr(value, name)) for name in fields}


def weight_of(step: AnyStep) -> str:
    """What a step is worth: its rating, or its score and level."""
    if isinstance(step, Step):
        return f"rated {spelled(step.rating)}"
    return f"score {step.score:,} ({step.level})"


def where_to_look(step: BaseStep, size: int) -> str:
    """A sentence with the units of the step, or else its cells."""
    links = [link for branch in step.chains for link in branch]
    cells = step.cells or (step.placement or [link.cell for link in links] or (0,))[:1]
    return f"Look at {', '.join(step.units or [cell_name(*divmod(cell, size)) for cell in cells])}."


def meaning_of(technique: str) -> str:
    """What a technique of either style is, in a few words. KeyError for a name that no technique has."""
    meanings = {each.name: each.meaning for each in engine.SOLVING_TECHNIQUES}
    return next((each.meaning for each in TECHNIQUES if each.name == technique), None) or meanings[technique]
