"""Paths in either style: that of HoDoKu's score, or that of Sudoku Explainer's rating."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Union

import numpy as np
from numpy.typing import NDArray

from ... import engine
from .. import SolvingStep, Step
from ..grades import SCORED_BLOCKS, Style, spelled, style_for, why_unrated
from ..shape import Shape, cell_name
from ..tables import TECHNIQUES
from ..words import ENGLISH, words_in
from .examples import meaning_in_words, technique_in_words
from .explanations import EXPLANATION_VERSION, BaseStep
from .path import needed, possible_steps, steps_from
from .positions import Position

if TYPE_CHECKING:
    from .. import Variant

AnyStep = Step | SolvingStep
"""A step of either style."""

AnyPuzzle = Union[NDArray[np.uint8], "Variant"]
"""The cells of a plain puzzle, or a variant."""


def path_of(puzzle: AnyPuzzle, blocks: str, style: Style | None = None) -> Sequence[AnyStep]:
    """Return the steps to the solution; ValueError as from `style_of`, and for a puzzle without exactly one."""
    if style_of(puzzle, blocks, style) is Style.rating:
        return engine.steps(puzzle, blocks=blocks)
    if (variant := _of_people(puzzle, blocks)) is None:
        return engine.solving_steps(puzzle)  # type: ignore[arg-type]  # cells
    from ..people.path import people_steps

    return people_steps(variant)


def path_from(
    puzzle: AnyPuzzle, values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> Sequence[AnyStep]:
    """Return the steps to the solution from a board that has been begun; ValueError as from `engine.next_step`."""
    if style_of(puzzle, blocks, style) is Style.rating:
        return list(steps_from(puzzle, values, marks, blocks=blocks))
    _check_right(puzzle, values, marks, blocks)
    if (variant := _of_people(puzzle, blocks)) is None:
        return engine.solving_steps(puzzle, filled=values, candidates=_every_where_none(marks))  # type: ignore[arg-type]
    from ..people.path import people_steps

    return people_steps(variant, values, marks)


def next_of(
    puzzle: AnyPuzzle, values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> AnyStep | None:
    """Return the next step of a board that has been begun, as `engine.next_step` does; ValueError as there."""
    if style_of(puzzle, blocks, style) is Style.rating:
        return engine.next_step(puzzle, values, marks, blocks=blocks)
    _check_right(puzzle, values, marks, blocks)
    if (variant := _of_people(puzzle, blocks)) is None:
        return engine.next_solving_step(puzzle, values, _every_where_none(marks))  # type: ignore[arg-type]
    from ..people.path import people_steps

    return next(iter(people_steps(variant, values, marks, most=1)), None)


def to_next_digit(
    puzzle: AnyPuzzle, values: Sequence[int], marks: Sequence[int], blocks: str, style: Style | None = None
) -> Sequence[AnyStep]:
    """Return the steps that the next digit needs, the last of which places it; ValueError as from `next_of`."""
    found: list[AnyStep] = []
    for step in path_from(puzzle, values, marks, blocks, style):
        found.append(step)
        if step.placement:
            board = puzzle if not isinstance(puzzle, np.ndarray) else engine.Grid(puzzle, blocks=blocks)
            return needed(found, Position.of(board, values, marks))
    return []


def style_of(puzzle: AnyPuzzle, blocks: str, style: Style | None = None) -> Style:
    """Return the style of a puzzle's path. ValueError for a style that its size or its rules do not have."""
    if isinstance(puzzle, np.ndarray):
        is_unrated = why_unrated(round(puzzle.size**0.5)) is not None
        return style_for(style or (Style.score if is_unrated else None), blocks)
    if style is Style.rating:
        from ..rules.houses import houses_of

        houses_of(puzzle)
    return style or Style.score


def _of_people(puzzle: AnyPuzzle, blocks: str) -> Variant | None:
    """A puzzle whose scored steps `engine.people` makes, as a variant; None for plain 9x9."""
    if not isinstance(puzzle, np.ndarray):
        return puzzle
    if blocks == SCORED_BLOCKS:
        return None
    from ..rules.variant import Variant

    return Variant.of(round(puzzle.size**0.5), blocks=blocks).with_givens(puzzle.reshape(-1).tolist())


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
    if (variant := _of_people(puzzle, blocks)) is not None:
        from ..people.path import possible_people

        return possible_people(variant, values, marks)
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


def as_data(step: AnyStep, language: str = ENGLISH) -> dict[str, Any]:
    """A step for programs: the version of its fields, then these, with a rating as people write it, and its words."""
    names = [name for name in step.__dataclass_fields__ if name != "say"]
    own = [name for name in names if name not in BaseStep.__dataclass_fields__]
    data = {"version": EXPLANATION_VERSION} | {name: getattr(step, name) for name in ("technique", *own, *names)}
    if step.parts or step.chains:
        data |= {"parts": _plain(step.parts), "chains": _plain(step.chains)}
    data["sentence"] = step.say(language)
    return data if isinstance(step, SolvingStep) else data | {"rating": step.rating / 10}


def _plain(value: Any) -> Any:
    """Dictionaries in place of records: as `dataclasses.asdict`, which takes five times as long because it copies."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    fields = getattr(value, "__dataclass_fields__", None)
    return value if fields is None else {name: _plain(getattr(value, name)) for name in fields}


def title_of(step: AnyStep, shape: Shape, language: str = ENGLISH) -> str:
    """The title of a step: its technique as books have it."""
    has_more_houses = shape.kinds != ("row", "column", "block")
    is_hidden = step.technique.startswith("hidden-single-")
    return technique_in_words("hidden-single" if is_hidden and has_more_houses else step.technique, language)


def weight_of(step: AnyStep, language: str = ENGLISH) -> str:
    """The weight of a step: its rating, or its score and level."""
    words = words_in(language)
    if isinstance(step, SolvingStep):
        return words.say("results", "score", score=words.number(step.score), level=words.say("levels", step.level))
    return words.say("results", "rated", rating=words.decimal(spelled(step.rating)))


def rating_of(path: Sequence[AnyStep]) -> int | None:
    """Return the highest rating of some steps in tenths, 0 without any; None if a step has no rating."""
    ratings = [step.rating if isinstance(step, Step) else None for step in path]
    known = [rating for rating in ratings if rating is not None]
    return max(known, default=0) if len(known) == len(ratings) else None


def where_to_look(step: BaseStep, size: int, language: str = ENGLISH) -> str:
    """A sentence with the units of the step, or else its cells."""
    words = words_in(language)
    links = [link for branch in step.chains for link in branch]
    cells = step.cells or (step.placement or [link.cell for link in links] or (0,))[:1]
    places = [*map(words.unit, step.units)] or [cell_name(*divmod(cell, size)) for cell in cells]
    return words.say("results", "look", places=words.tables["lists"]["comma"].join(places))


def meaning_of(step: AnyStep, language: str = ENGLISH) -> str:
    """The meaning of the technique of a step, in a few words; ValueError for an unknown language."""
    if language != ENGLISH:
        return meaning_in_words(step.technique, language)
    if not isinstance(step, SolvingStep):
        return next(each.meaning for each in TECHNIQUES if each.name == step.technique)
    known = {each.name: each.meaning for each in engine.SOLVING_TECHNIQUES}
    if step.technique in known:
        return known[step.technique]
    from ..people.techniques import PEOPLE_TECHNIQUES

    return PEOPLE_TECHNIQUES[step.technique].meaning
