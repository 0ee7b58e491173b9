"""Paths in either style: that of HoDoKu's score, or that of Sudoku Explainer's rating."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Union

import numpy as np
from numpy.typing import NDArray

from board_catalogue import engine
from board_catalogue.engine import SolvingStep, Step
from board_catalogue.engine.grades import Style, spelled, style_for
from board_catalogue.engine.paths.examples import technique_in_words
from board_catalogue.engine.paths.explanations import EXPLANATION_VERSION, BaseStep
from board_catalogue.engine.paths.path import possible_steps, steps_from
from board_catalogue.engine.shape import Shape, cell_name
from board_catalogue.engine.techniques import TECHNIQUES

if TYPE_CHECKING:
    from board_catalogue.engine import Variant

AnyStep = Step | SolvingStep
"""A step of either style."""

AnyPuzzle = Union[NDArray[np.uint8], "Variant"]
"""The cells of a plain puzzle, or a variant, which has no scores."""


def path_of(puzzle: AnyPuzzle, blocks: str, style: Style | None = None) -> Sequence[AnyStep]:
    """Return the steps to the solution; ValueError as from `style_of`, and for a puzzle without exactly one."""
    if style_of(puzzle, blocks, style) is Style.score:
        return engine.solving_steps(puzzle)  # type: ignore[arg-type]  # variants have no scores
    return engine.steps(puzzle, blocks=blocks)


def path_from(
    puzzle: AnyPuzzle, values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> Sequence[AnyStep]:
    """Return the steps to the solution from a board that has been begun; ValueError as from `engine.next_step`."""
    if style_of(puzzle, blocks, style) is Style.rating:
        return list(steps_from(puzzle, values, marks, blocks=blocks))
    _check_right(puzzle, values, marks, blocks)
    return engine.solving_steps(puzzle, filled=values, candidates=_every_where_none(marks))  # type: ignore[arg-type]


def next_of(
    puzzle: AnyPuzzle, values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> AnyStep | None:
    """Return the next step of a board that has been begun, as `engine.next_step` does; ValueError as there."""
    if style_of(puzzle, blocks, style) is Style.rating:
        return engine.next_step(puzzle, values, marks, blocks=blocks)
    _check_right(puzzle, values, marks, blocks)
    return engine.next_solving_step(puzzle, values, _every_where_none(marks))  # type: ignore[arg-type]


def style_of(puzzle: AnyPuzzle, blocks: str, style: Style | None = None) -> Style:
    """Return the style of a puzzle's path. ValueError for scores of a variant, and of a size other than 9x9."""
    if isinstance(puzzle, np.ndarray):
        return style_for(style, blocks)
    if style is Style.score:
        raise ValueError("a variant has no score: use the style rating, or leave it out")
    return Style.rating


_LAST_RESORTS = frozenset({"forcing-chain", "forcing-net", "brute-force"})
"""Rules with steps for nearly every candidate: they are tried only if no other has a step."""


MOST_OF_A_TECHNIQUE = 20


def possible_now(
    puzzle: AnyPuzzle, values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> Sequence[AnyStep]:
    """Return all steps that a board that has been begun allows, the easiest techniques first.

    In the style `rating` these are as in `engine.paths.path.possible_steps`; in the style `score` all steps of all
    rules, each conclusion once a technique, and at most MOST_OF_A_TECHNIQUE of each. What needs forcing comes only if
    nothing else applies. ValueError as from `engine.next_step`.
    """
    if style_of(puzzle, blocks, style) is Style.rating:
        return possible_steps(puzzle, values, marks, blocks=blocks)
    _check_right(puzzle, values, marks, blocks)
    masks = _every_where_none(marks)
    found: dict[object, AnyStep] = {}
    for rule in engine.DEFAULT_RULES:
        if rule.name in _LAST_RESORTS and found:
            break
        some = engine.find_solving_steps(rule.name, puzzle, values, masks, most=MOST_OF_A_TECHNIQUE)  # type: ignore[arg-type]
        for step in some:
            found.setdefault((step.technique, step.placement, step.eliminations), step)
    return list(found.values())


def _check_right(puzzle: AnyPuzzle, values: Sequence[int], marks: Sequence[int], blocks: str) -> None:
    if found := engine.mistakes(puzzle, values, marks, blocks=blocks):
        raise ValueError("; ".join(mistake.sentence for mistake in found))


def _every_where_none(marks: Sequence[int]) -> list[int]:
    every = 2 ** round(len(marks) ** 0.5) - 1
    return [mask or every for mask in marks]


# --- A step as data and in words -----------------------------------------------------------------------------------


def as_data(step: AnyStep) -> dict[str, Any]:
    """A step for programs: the version of its fields, then these, with a rating as people write it.

    A step that follows from rules has a `name` too, and null for its rating.
    """
    names = step.__dataclass_fields__
    own = [name for name in names if name not in BaseStep.__dataclass_fields__]
    data = {"version": EXPLANATION_VERSION} | {name: getattr(step, name) for name in ("technique", *own, *names)}
    if step.parts or step.chains:
        data |= {"parts": _plain(step.parts), "chains": _plain(step.chains)}
    if isinstance(step, SolvingStep):
        return data
    if step.name is None:
        del data["name"]
    return data if step.rating is None else data | {"rating": step.rating / 10}


def _plain(value: Any) -> Any:
    """Dictionaries in place of records: as `dataclasses.asdict`, which takes five times as long because it copies."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    fields = getattr(value, "__dataclass_fields__", None)
    return value if fields is None else {name: _plain(getattr(value, name)) for name in fields}


def title_of(step: AnyStep, shape: Shape) -> str:
    """What a step is called: its technique as books have it, or the houses and rules that it follows from."""
    if isinstance(step, SolvingStep) or step.name is None:
        has_more_houses = shape.kinds != ("row", "column", "block")
        is_hidden = step.technique.startswith("hidden-single-")
        return technique_in_words("hidden-single" if is_hidden and has_more_houses else step.technique)
    name = step.name or step.technique
    return name[:1].upper() + name[1:]


def weight_of(step: AnyStep) -> str:
    """What a step is worth: its rating, or its score and level; an empty text for a step without a rating."""
    if isinstance(step, SolvingStep):
        return f"score {step.score:,} ({step.level})"
    return "" if step.rating is None else f"rated {spelled(step.rating)}"


def rating_of(path: Sequence[AnyStep]) -> int | None:
    """Return the highest rating of some steps in tenths, 0 without any; None if a step has no rating."""
    ratings = [step.rating if isinstance(step, Step) else None for step in path]
    known = [rating for rating in ratings if rating is not None]
    return max(known, default=0) if len(known) == len(ratings) else None


def where_to_look(step: BaseStep, size: int) -> str:
    """A sentence with the units of the step, or else its cells."""
    links = [link for branch in step.chains for link in branch]
    cells = step.cells or (step.placement or [link.cell for link in links] or (0,))[:1]
    return f"Look at {', '.join(step.units or [cell_name(*divmod(cell, size)) for cell in cells])}."


def meaning_of(step: AnyStep) -> str:
    """What the technique of a step is, in a few words, or the rules that it follows from."""
    if isinstance(step, SolvingStep):
        return next(each.meaning for each in engine.SOLVING_TECHNIQUES if each.name == step.technique)
    if step.name is None:
        return next(each.meaning for each in TECHNIQUES if each.name == step.technique)
    words = [engine.RULES[name].words for name in step.technique.split(" and ") if name in engine.RULES]
    return " ".join(words) or "Every row, every column and every region has each digit once."
