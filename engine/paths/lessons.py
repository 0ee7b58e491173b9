"""Techniques for people who learn: groups of them, what a page says of each, and an example of each."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

from ..grades import Level
from ..grid import Grid
from ..native import TECHNIQUES
from ..rules.reading import read_variant
from ..rules.variant import Variant
from ..words import ENGLISH, words_in
from .path import find_step, steps
from .people import PEOPLE_TECHNIQUES, TABLES, people_steps
from .rated import FAMILIES
from .record import Position, Step
from .scored import find_solving_steps, solving_steps
from .scores import SOLVING_TECHNIQUES
from .sentences import SAME, meaning_in_words, technique_in_words

# --- Groups -----------------------------------------------------------------------------------------------------------

OF_RULES = "Rules of variants"
"""The group of techniques that a rule brings."""

GROUPS = (*TABLES["groups"], OF_RULES)
"""The groups, in the order of a page."""


def group_of(name: str) -> str:
    """Return the group of a technique of any scale."""
    found = [group for group, names in TABLES["groups"].items() if any(fnmatchcase(name, each) for each in names)]
    return "Large fish" if "Large fish" in found else found[0] if found else OF_RULES


T = TypeVar("T")


def grouped(named: Iterable[tuple[str, T]]) -> list[tuple[str, list[T]]]:
    """Return things by the group of the technique that each names, without empty groups; their order stays."""
    found: dict[str, list[T]] = {group: [] for group in GROUPS}
    for name, thing in named:
        found[group_of(name)].append(thing)
    return [(group, things) for group, things in found.items() if things]


# --- Lessons ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lesson:
    """A technique, on one scale or on both."""

    name: str
    """As `engine.SOLVING_TECHNIQUES` has it, or else `engine.TECHNIQUES` or `paths.people.PEOPLE_TECHNIQUES`."""
    names: tuple[str, ...]
    """All names that it has."""
    score: int | None = None
    """The points that a step adds to a score; None if that scale does not have the technique."""
    level: str | None = None
    """The least level of a puzzle that needs it; None as `score`."""
    rating: int | None = None
    """The rating of a step in tenths, the least if its size matters; None if that scale lacks the technique."""
    highest: int | None = None
    """The greatest rating that its size can make of it; None as `rating`."""
    language: str = ENGLISH
    """That of its title and its meaning."""

    def said_in(self, language: str) -> Lesson:
        """Return it with its title and its meaning in a language; ValueError for an unknown one."""
        words_in(language)
        return replace(self, language=language)

    @property
    def title(self) -> str:
        """Its name in words."""
        return technique_in_words(self.name, self.language)

    @property
    def meaning(self) -> str:
        """Its meaning, in a sentence."""
        return meaning_in_words(self.name, self.language)

    @property
    def example(self) -> str | None:
        """The puzzle of its example: a line, or constraint text; None if none is known."""
        puzzles = puzzles_of_examples()
        plain = puzzles["scores"].get(self.name) or puzzles["ratings"].get(self.names[-1])
        return plain or puzzles["rules"].get(self.name)


def _lessons() -> Iterable[Lesson]:
    """All techniques of plain puzzles: first the scores' in their order, then the ones that only ratings have."""
    rated = {technique.name: technique for technique in TECHNIQUES}
    for scored in SOLVING_TECHNIQUES:
        names = tuple(dict.fromkeys([scored.name, SAME.get(scored.name, scored.name)]))
        other = rated.pop(names[-1], None)
        ratings = (other.rating, other.highest) if other else ()
        yield Lesson(scored.name, names, scored.score, scored.level, *ratings)
    for name, own in rated.items():
        yield Lesson(name, (name,), rating=own.rating, highest=own.highest)


LESSONS = tuple(_lessons())
"""Every technique of plain puzzles once."""

_BY_NAME = {name: lesson for lesson in LESSONS for name in lesson.names}

PEOPLE_LESSONS = tuple(
    Lesson(of.name, (of.name,), of.cost, of.level) for of in PEOPLE_TECHNIQUES.values() if of.name not in _BY_NAME
)
"""The techniques of people that plain puzzles do not have, cheap ones first."""


def lesson_of(name: str) -> Lesson:
    """The technique of plain puzzles with a name on either scale. ValueError for an unknown name."""
    if name not in _BY_NAME:
        raise ValueError(f"no technique is called {name!r}")
    return _BY_NAME[name]


# --- The course -------------------------------------------------------------------------------------------------------


@cache
def exercises() -> Mapping[str, Sequence[str]]:
    """Return three puzzles, as lines of 81 symbols, by the name of each technique that their paths take."""
    return tomllib.loads(Path(__file__).with_name("exercises.toml").read_text(encoding="utf-8"))


@cache
def course() -> tuple[Lesson, ...]:
    """Return the techniques that have exercises: by their level, and then as the path of scores tries them."""
    taught = [lesson for lesson in LESSONS if lesson.name in exercises()]
    return tuple(lesson for level in Level for lesson in taught if lesson.level == level)


# --- Examples ---------------------------------------------------------------------------------------------------------


@cache
def puzzles_of_examples() -> Mapping[str, Mapping[str, str]]:
    """Return the puzzle of each example by the name of its technique: in the tables scores, ratings and rules."""
    return tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Example:
    """A step of a technique, and the position in which it is possible."""

    puzzle: Grid | Variant
    position: Position
    step: Step


@cache
def example_of(name: str) -> Example | None:
    """A step of a technique, on the scale of the scores if it is on both; None if none is known.

    The first one on a path, else the first that is possible beside it. ValueError for a name that no technique has.
    """
    puzzles = puzzles_of_examples()
    if name in puzzles["rules"]:
        variant = read_variant(puzzles["rules"][name])
        return _along(variant, people_steps(variant), name)
    lesson = lesson_of(name)
    if lesson.example is None:
        return None
    puzzle = Grid.parse(lesson.example)
    if lesson.score is None or lesson.name not in puzzles["scores"]:
        rated = lesson.names[-1]
        in_family = (lambda at: find_step(rated, at.values, at.masks)) if rated in FAMILIES else None
        return _along(puzzle, steps(puzzle), rated, in_family)
    path = solving_steps(puzzle)
    if any(step.technique == lesson.name for step in path):
        return _along(puzzle, path, lesson.name)
    return _along(puzzle, path, lesson.name, partial(_first_of_rule, lesson.name, puzzle), TAKEN.get(lesson.name, 0))


TAKEN = {"kraken-fish-1": 51, "kraken-fish-2": 53, "mutant-jellyfish": 45, "finned-mutant-jellyfish": 45}
"""How many steps of the path come before the example, if earlier ones take long to look through."""


def _along(
    puzzle: Grid | Variant,
    path: Sequence[Step],
    name: str,
    beside: Callable[[Position], Step | None] | None = None,
    taken: int = 0,
) -> Example | None:
    """The first step of a technique on a path, or `beside` it, after some steps taken."""
    position = Position.of(puzzle)
    for number, step in enumerate(path):
        found = step if step.technique == name else beside(position) if beside and number >= taken else None
        if found and found.technique == name:
            return Example(puzzle, position, found)
        position.take(step)
    return None


def _first_of_rule(name: str, puzzle: Grid, position: Position) -> Step | None:
    rule = next(technique.rule for technique in SOLVING_TECHNIQUES if technique.name == name)
    found = find_solving_steps(rule, puzzle, position.values, position.masks, most=1)
    return next((step for step in found if step.technique == name), None)
