"""Every technique of all scales for people who learn: its name as books have it, what it is worth, and an example."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ..grid import Grid
from ..rules.formats import constraint_text
from ..rules.variant import Variant
from ..tables import TECHNIQUES
from ..words import ENGLISH, capital
from .naming import SAME, meaning_in_words, technique_in_words
from .path import find_step, steps
from .people import people_steps
from .people_techniques import PEOPLE_TECHNIQUES
from .position import Position
from .rated import FAMILIES
from .record import Step
from .scored import find_solving_steps, solving_steps
from .scores import SOLVING_TECHNIQUES


@dataclass(frozen=True, slots=True)
class Lesson:
    """A technique, on one scale or on both."""

    name: str
    """As `engine.SOLVING_TECHNIQUES` has it, or else `engine.TECHNIQUES` or `engine.PEOPLE_TECHNIQUES`."""
    names: tuple[str, ...]
    """All names that it has."""
    title: str
    score: int | None
    """The points that a step adds to a score; None if that scale does not have the technique."""
    level: str | None
    """The least level of a puzzle that needs it; None as `score`."""
    rating: int | None
    """The rating of a step in tenths, the least if its size matters; None if that scale lacks the technique."""
    highest: int | None
    """The greatest rating that its size can make of it; None as `rating`."""
    meaning: str
    """Its meaning, in a sentence."""

    def said_in(self, language: str) -> Lesson:
        """Return it with its title and its meaning in a language; ValueError for an unknown one."""
        if language == ENGLISH:
            return self
        title, meaning = technique_in_words(self.name, language), meaning_in_words(self.name, language)
        return replace(self, title=title, meaning=meaning)

    @property
    def example(self) -> str | None:
        """The puzzle of its example: a line, or constraint text; None if none is known."""
        puzzles = puzzles_of_examples()
        plain = puzzles["scores"].get(self.name) or puzzles["ratings"].get(self.names[-1])
        return plain or puzzles["rules"].get(self.name)


def _lessons() -> tuple[Lesson, ...]:
    """All techniques of plain puzzles: first the scores' in their order, then the ones that only ratings have."""
    rated = {technique.name: technique for technique in TECHNIQUES}
    found = []
    for scored in SOLVING_TECHNIQUES:
        names = tuple(dict.fromkeys([scored.name, SAME.get(scored.name, scored.name)]))
        other = rated.pop(names[-1], None)
        rating, highest = (other.rating, other.highest) if other else (None, None)
        title = technique_in_words(scored.name)
        found.append(Lesson(scored.name, names, title, scored.score, scored.level, rating, highest, scored.meaning))
    for name, own in rated.items():
        meaning = f"{capital(own.meaning).rstrip('.')}."
        found.append(Lesson(name, (name,), technique_in_words(name), None, None, own.rating, own.highest, meaning))
    return tuple(found)


LESSONS = _lessons()
"""Every technique of plain puzzles once."""

PEOPLE_LESSONS = tuple(
    Lesson(of.name, (of.name,), technique_in_words(of.name), of.cost, of.level, None, None, of.meaning)
    for of in PEOPLE_TECHNIQUES.values()
    if of.name not in {technique.name for technique in SOLVING_TECHNIQUES}
)
"""The techniques of people that plain puzzles do not have, cheap ones first."""

_BY_NAME = {name: lesson for lesson in LESSONS for name in lesson.names}
_OF_PEOPLE = {lesson.name: lesson for lesson in PEOPLE_LESSONS}


def lesson_of(name: str) -> Lesson:
    """The technique of plain puzzles with a name on either scale. ValueError for an unknown name."""
    if name not in _BY_NAME:
        raise ValueError(f"no technique is called {name!r}")
    return _BY_NAME[name]


# --- Examples ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Example:
    """A step of a technique, and the position in which it is possible."""

    puzzle: Grid | Variant
    position: Position
    step: Step


@cache
def puzzles_of_examples() -> Mapping[str, Mapping[str, str]]:
    """Return the puzzle of each example by the name of its technique: in the tables scores, ratings and rules."""
    return tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))


@cache
def example_of(name: str) -> Example | None:
    """A step of a technique, on the scale of the scores if it is on both; None if none is known.

    ValueError for a name that no technique has.
    """
    if name in _OF_PEOPLE:
        return _ruled_example(name)
    lesson = lesson_of(name)
    if lesson.example is None:
        return None
    puzzle = Grid.parse(lesson.example)
    if lesson.score is not None and lesson.name in puzzles_of_examples()["scores"]:
        return _scored_example(lesson.name, puzzle)
    return _rated_example(lesson.names[-1], puzzle)


def _ruled_example(name: str) -> Example:
    """The first step of the technique on the path."""
    puzzle = constraint_text.read(puzzles_of_examples()["rules"][name])
    position = Position.of(puzzle)
    for step in people_steps(puzzle):
        if step.technique == name:
            return Example(puzzle, position, step)
        position.take(step)
    raise RuntimeError(f"the example of {name} has no step of it")


def _rated_example(name: str, puzzle: Grid) -> Example | None:
    position = Position.of(puzzle)
    for step in steps(puzzle):
        found = step if step.technique == name else _first_of(name, position)
        if found and found.technique == name:
            return Example(puzzle, position, found)
        position.take(step)
    return None


def _first_of(family: str, position: Position) -> Step | None:
    return find_step(family, position.values, position.masks) if family in FAMILIES else None


_TAKEN = {"kraken-fish-1": 51, "kraken-fish-2": 53, "mutant-jellyfish": 45, "finned-mutant-jellyfish": 45}
"""How many steps of the path come before the example, if earlier ones take long to look through."""


def _scored_example(name: str, puzzle: Grid) -> Example | None:
    """The first step of the technique on the path, or else the first that is possible off the path."""
    path = solving_steps(puzzle)
    on_path = any(step.technique == name for step in path)
    position = Position.of(puzzle)
    for taken, step in enumerate(path):
        is_tried = not on_path and taken >= _TAKEN.get(name, 0)
        found = step if step.technique == name else _beside(name, puzzle, position) if is_tried else None
        if found:
            return Example(puzzle, position, found)
        position.take(step)
    return None


def _beside(name: str, puzzle: Grid, position: Position) -> Step | None:
    rule = next(technique.rule for technique in SOLVING_TECHNIQUES if technique.name == name)
    found = find_solving_steps(rule, puzzle, position.values, position.masks, most=1)
    return next((step for step in found if step.technique == name), None)
