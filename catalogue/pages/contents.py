"""Facts of a puzzle for pages: in a list, in a game, in a lesson, at the moment of a technique; and what is offered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from markupsafe import Markup

from ...engine import Grid, Variant
from ...engine.grades import Style
from ...engine.paths import (
    LESSONS,
    Lesson,
    Position,
    Step,
    as_data,
    course,
    example_of,
    exercises,
    grouped,
    is_single,
    lesson_of,
    meaning_of,
    path_of,
    technique_in_words,
)
from ...engine.rules.formats import constraint_text
from ...engine.rules.model import SIZES
from ...engine.rules.picture import svg_small
from ...engine.rules.rulebook import marks_of, rule_names
from ...engine.rules.texts import named_rules
from ...engine.shape import DIGITS, Shape
from ...engine.words import ENGLISH, words_in
from ..puzzles.columns import NUMBER_COLUMNS, SCORED_PREFIX
from ..puzzles.settings import Settings
from ..puzzles.stored import grid_of
from .boards import (
    GridView,
    blocks_of,
    cells_of,
    constraints_of,
    drawn,
    grid_view,
    legend,
    line_of,
    links_out,
    miniature,
)
from .rendering import many_in, translator

CARD_COLUMNS = ("clues", "level", "pattern", "tags", "givens", "constraints")
"""The columns that a card needs, besides the numbers that its list is about."""


def numbers_of_list(sort: str, filters: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the columns of numbers that a list is sorted or bounded by, besides those that every card has."""
    bounded = [name for name in NUMBER_COLUMNS if f"min_{name}" in filters or f"max_{name}" in filters]
    names = dict.fromkeys((sort, *bounded))
    return [name for name in names if name not in ("id", "clues")]


def card_of(
    puzzle: Mapping[str, Any], settings: Settings, numbers: Sequence[str], language: str = ENGLISH
) -> dict[str, Any]:
    """Return what the card of a puzzle shows; `puzzle` has CARD_COLUMNS and the columns of `numbers`.

    `what` says what it is, such as "24 clues" or "killer (31), 2 clues"; `numbers` has pairs of a name and a value.
    """
    variant = settings.game.variant(puzzle["givens"], puzzle["constraints"])
    if variant:  # without a size and a title of its own; a name beside it says what it is
        own = '<svg class="miniature of-rules" aria-hidden="true" '
        drawing = Markup(svg_small(variant).replace("<svg ", own, 1))
    else:
        drawing = miniature(puzzle["givens"], settings.size)
    names, marks = (rule_names(variant), marks_of(variant)) if variant else ((), {})
    rules = [words_in(language).rule(name) + (f" ({marks[name]})" if name in marks else "") for name in names]
    many, count = many_in(language), puzzle["clues"]
    clues = many(count, "{count} clue", "{count} clues") if count or not variant else ""
    return {
        **puzzle,
        "drawing": drawing,
        "what": ", ".join(filter(None, (*rules, clues))),
        "pattern": puzzle["pattern"] if puzzle["clues"] else None,  # no clue at all has every symmetry
        "numbers": [(name.replace("_", " "), puzzle[name]) for name in numbers if puzzle[name] is not None],
        "key": game_key(variant or grid_of(puzzle["givens"], settings.shape.blocks)),
    }


def game_key(puzzle: Grid | Variant) -> str:
    """Return the key of a puzzle in the history that a browser keeps: the same in every catalogue and on every page.

    Sixteen digits of base 16 of its blocks, its clues and its rules; static/history.js makes the same.
    """
    rules = [constraints_of(puzzle)] if isinstance(puzzle, Variant) else []
    text = "/".join([blocks_of(puzzle), line_of(puzzle), *rules])
    return "".join(f"{crc32(each.encode()):08x}" for each in (text, text[::-1]))


class Practice(NamedTuple):
    """A technique that is the hardest step of some puzzles of the catalogue."""

    name: str
    title: str
    puzzles: int


@dataclass(frozen=True)
class Offers:
    """The choices of a catalogue: a level or technique without a puzzle is not offered."""

    levels: Mapping[str, int]
    """How many puzzles each level has, easy ones first."""
    techniques: Sequence[tuple[str, Sequence[Practice]]]
    """In groups, the usual ones first."""
    unscored: int
    """How many puzzles have no level."""

    def practice_of(self, name: str) -> Practice | None:
        """Return what is offered of a technique, by any of its names; None if no puzzle has it as its hardest step."""
        return next((each for _, some in self.techniques for each in some if each.name == name), None)


def practices(counts: Iterable[tuple[str, int]]) -> list[tuple[str, list[Practice]]]:
    """Return techniques in groups, from their names and how many puzzles have each as their hardest step."""
    return grouped((name, Practice(name, technique_in_words(name), count)) for name, count in counts)


class Moment(NamedTuple):
    """A step of a path, and the position before it."""

    position: Position
    step: Step
    place: int
    """The number of the step on the path, from 1."""


def moment_of(puzzle: Grid | Variant, technique: str) -> Moment | None:
    """Return the first step of a technique on the path of scores of a puzzle; None if the path does not take it."""
    position, name = Position.of(puzzle), technique.removeprefix(SCORED_PREFIX)
    for place, step in enumerate(path_of(cells_of(puzzle), blocks_of(puzzle), Style.score), 1):
        if step.technique == name:
            return Moment(position, step, place)
        position.take(step)
    return None


def start_of(position: Position, step: Step) -> str:
    """Return a position as the part of an address after #, as static/share.js packs it.

    Its candidates follow the board, without those that steps have removed, so that each lies in its place. A single
    needs none.
    """
    values = f"values={''.join(DIGITS[value] for value in position.values)}"
    if is_single(step):
        return values
    every = 2**position.shape.size - 1
    gone = [0 if value else every & ~mask for value, mask in zip(position.values, position.masks, strict=True)]
    removed = ",".join(np.base_repr(mask, 36).lower() if mask else "" for mask in gone)
    return f"{values}&removed={removed}&auto=1"


def lesson_values(lesson: Lesson, lessons: Sequence[Lesson] = LESSONS, language: str = ENGLISH) -> dict[str, Any]:
    """Return the values of lesson.html but for `practice` and the example, among all lessons that there are."""
    place, said = lessons.index(lesson), lesson.said_in(language)
    return {
        "lesson": said,
        "names": lesson.names,
        "before": lessons[place - 1].said_in(language) if place else None,
        "after": lessons[place + 1].said_in(language) if place + 1 < len(lessons) else None,
        "exercises": [number for number, _ in enumerate(exercises().get(lesson.name, ()), 1)],
        "grid": None,
        "legend": legend(language),
    }


def example_values(lesson: Lesson, language: str = ENGLISH) -> dict[str, Any]:
    """Return the values of lesson.html for the example of a lesson, none without one. It may take seconds."""
    example = example_of(lesson.name)
    if example is None:
        return {}
    step, position = example.step, example.position
    board = {
        "puzzle": line_of(example.puzzle),
        "values": "".join(DIGITS[value] for value in position.values),
        "candidates": position.masks,
        "step": as_data(step, language) | drawn(position, step, language),
        "start": start_of(position, step),
    }
    return {"grid": grid_view(example.puzzle, example_name(lesson, language), language), "example": board}


def example_name(lesson: Lesson, language: str = ENGLISH) -> str:
    """The name of the example of a lesson on a page."""
    return translator(language)("An example of {title}", title=lesson.said_in(language).title)


def practice_values(moment: Moment, grid: GridView, language: str = ENGLISH) -> dict[str, Any]:
    """Return the values of practise.html for a moment, but for `practice`; `grid` is the view of its puzzle."""
    position, step = moment.position, moment.step
    single, name = is_single(step), step.technique
    return {
        "title_of_technique": technique_in_words(name, language),
        "number": None,
        "following": None,
        "grid": grid,
        "symbols": DIGITS[1 : position.shape.size + 1],
        "meaning": meaning_of(step, language).rstrip("."),
        "has_lesson": any(name in lesson.names for lesson in LESSONS),
        "exercise": {
            "technique": name,
            "values": "".join(DIGITS[value] for value in position.values),
            "candidates": position.masks,
            "places": single or step.placement is not None,
            "is_single": single,
            "number": None,
        },
        "legend": legend(language),
    }


def exercise_values(name: str, number: int, language: str = ENGLISH) -> dict[str, Any]:
    """Return the values of practise.html for an exercise of the course, from 1, but for `practice`."""
    lesson, taught = lesson_of(name), list(course())
    puzzle = Grid.parse(exercises()[name][number - 1])
    moment = moment_of(puzzle, name)
    assert moment is not None, f"exercise {number} of {name} does not take it"
    said = translator(language)("Exercise {number} of {title}", number=number, title=lesson.said_in(language).title)
    values = practice_values(moment, grid_view(puzzle, said, language), language)
    after = taught[taught.index(lesson) + 1 :]
    if number == len(exercises()[name]) and after:
        values["following"] = after[0].said_in(language)
    values["exercise"]["number"] = number
    return values


def play_values(
    puzzle: Grid | Variant,
    name: str,
    warning: str | None = None,
    about: Mapping[str, Any] | None = None,
    language: str = ENGLISH,
) -> dict[str, Any]:
    """Return the values of play.html: `about` has what a catalogue knows of the puzzle, `warning` why it may be none.

    ValueError for a variant with a rule that constraint text lacks.
    """
    variant = puzzle if isinstance(puzzle, Variant) else None
    kind = rule_names(variant) if variant else ()
    shape, translate, why_no_hint = puzzle.board_shape, translator(language), None
    if puzzle.size > SIZES[-1]:
        why_no_hint = translate("Hints are for boards up to {size}.", size=f"{SIZES[-1]}x{SIZES[-1]}")
    if variant and variant.rules.count:
        why_no_hint = translate("Hints are not for rules that count beside the grid.")
    if warning:
        why_no_hint = translate("Hints are for puzzles with exactly one solution.")
    return {
        "name": name,
        **dict.fromkeys(("number", "level", "about", "next", "day", "place", "start")),
        **(about or {}),
        "grid": grid_view(puzzle, name, language),
        "key": game_key(puzzle),
        "kind": ",".join(kind),
        "kind_in_words": ", ".join(map(words_in(language).rule, kind)),
        "symbols": DIGITS[1 : puzzle.size + 1],
        "legend": legend(language),
        "warning": warning,
        "why_no_hint": why_no_hint,
        "is_scored": not variant and shape == Shape.of(9),
        "blocks": None if variant or shape.is_usual else shape.blocks,
        "can_add": False,
        "rules": named_rules(variant, language) if variant else None,
        "has_regions": bool(variant and variant.regions),
        "text": constraint_text.write(variant) if variant and not about else None,
        "links": links_out(variant) if variant else {},
    }
