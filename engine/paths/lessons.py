"""Techniques and steps for people who learn: titles and meanings, what they are worth, groups, lessons and examples."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import TypeVar

from ..grades import spelled
from ..grid import Grid
from ..native import TECHNIQUES
from ..rules.formats import constraint_text
from ..rules.variant import Variant
from ..shape import cell_name
from ..words import ENGLISH, capital, words_in
from .path import find_step, steps
from .people import people_steps
from .people_techniques import OTHER_RULE, PEOPLE_TECHNIQUES, RULES_OF, rule_of_technique
from .rated import FAMILIES
from .record import Position, Step, first_cells
from .scored import find_solving_steps, solving_steps
from .scores import SOLVING_TECHNIQUES

SAME = {
    "full-house": "last-value",
    "naked-triple": "naked-triplet",
    "hidden-triple": "hidden-triplet",
    "naked-quadruple": "naked-quad",
    "hidden-quadruple": "hidden-quad",
    "bug-plus-1": "bug-1",
}
"""Techniques that the two scales call by different names: those of scores, each with that of ratings."""

_SCORED_NAMES = {rated: scored for scored, rated in SAME.items()}


# --- Techniques -------------------------------------------------------------------------------------------------------


def technique_in_words(name: str, language: str = ENGLISH) -> str:
    """A technique of any scale as a book names it, such as "Hidden single in a block" for hidden-single-block.

    One of several scales has one name in words, that of the scores. ValueError for an unknown language; KeyError for an
    unknown technique.
    """
    words, name = words_in(language), _SCORED_NAMES.get(name, name)
    if own := words.tables["techniques"].get(name):
        return own
    rule, further = rule_of_technique(name)
    thing = words.thing(RULES_OF.get(rule, OTHER_RULE).thing)
    return words.say("places", further, thing=thing, Thing=capital(thing))


def meaning_in_words(name: str, language: str) -> str:
    """The meaning of a technique in a sentence, in a language that is not English.

    ValueError for an unknown language, KeyError for an unknown technique.
    """
    words, name = words_in(language), _SCORED_NAMES.get(name, name)
    if own := words.tables["meanings"].get(name):
        return own
    rule, further = rule_of_technique(name)
    said = words.rule_meaning(rule) if rule in words.tables["rules"] else words.tables["meanings"]["rule"]
    return words.say("meanings", further, rule=said) if further else said


_GROUPS: Mapping[str, Sequence[str]] = {
    "Singles": ("full-house", "last-value", "naked-single", "hidden-single*"),
    "Blocks, pairs, triples and quadruples": (
        *("pointing", "claiming", "locked-*", "naked-*", "hidden-pair", "hidden-triple*", "hidden-quad*"),
        "direct-*",
    ),
    "Two places of a digit": (
        *("skyscraper", "two-string-kite", "turbot-fish", "empty-rectangle", "simple-colors-*", "multi-colors-*"),
    ),
    "Basic fish": ("x-wing", "swordfish", "jellyfish"),
    "Wings": ("xy-wing", "xyz-wing", "w-wing", "remote-pair"),
    "Uniqueness": ("uniqueness-*", "unique-*", "hidden-rectangle", "avoidable-rectangle-*", "bug-*"),
    "Fish with fins": (
        "finned-fish",
        *(f"{kind}-{fish}" for kind in ("finned", "sashimi") for fish in ("x-wing", "*fish")),
    ),
    "Chains": (
        *("x-chain", "xy-chain", "x-cycle", "y-cycle", "xy-cycle", "aic", "grouped-*", "*nice-loop"),
        "forcing-chain",
    ),
    "Almost locked sets": ("sue-de-coq", "als-*", "death-blossom", "aligned-*"),
    "Large fish": ("*franken*", "*mutant*", "kraken-*"),
    "Forcing": ("forcing-*", "nishio", "*-chains*", "contradiction-*", "all-rules", "brute-force"),
}
"""The names of the techniques of each group, with * for any letters; large fish go before fish with fins."""

OF_RULES = "Rules of variants"
"""The group of techniques that a rule brings."""

GROUPS = (*_GROUPS, OF_RULES)
"""The groups, in the order of a page."""


def group_of(name: str) -> str:
    """Return the group of a technique of any scale."""
    found = [group for group, names in _GROUPS.items() if any(fnmatchcase(name, each) for each in names)]
    return "Large fish" if "Large fish" in found else found[0] if found else OF_RULES


T = TypeVar("T")


def grouped(named: Iterable[tuple[str, T]]) -> list[tuple[str, list[T]]]:
    """Return things by the group of the technique that each names, without empty groups; their order stays."""
    found: dict[str, list[T]] = {group: [] for group in GROUPS}
    for name, thing in named:
        found[group_of(name)].append(thing)
    return [(group, things) for group, things in found.items() if things]


# --- Steps ------------------------------------------------------------------------------------------------------------


def title_of(step: Step, language: str = ENGLISH) -> str:
    """The title of a step: its technique as books have it."""
    has_more_houses = step.shape.kinds != ("row", "column", "block")
    is_hidden = step.technique in ("hidden-single-block", "hidden-single-line")
    return technique_in_words("hidden-single" if is_hidden and has_more_houses else step.technique, language)


def weight_of(step: Step, language: str = ENGLISH) -> str:
    """The weight of a step: its rating, or its score and level."""
    words = words_in(language)
    if step.rating is not None:
        return words.say("results", "rated", rating=words.decimal(spelled(step.rating)))
    score = words.number(step.score or 0)
    return words.say("results", "score", score=score, level=words.say("levels", str(step.level)))


def rating_of(path: Sequence[Step]) -> int | None:
    """Return the highest rating of some steps in tenths, 0 without any; None if a step has no rating."""
    ratings = [step.rating for step in path if step.rating is not None]
    return max(ratings, default=0) if len(ratings) == len(path) else None


def where_to_look(step: Step, language: str = ENGLISH) -> str:
    """A sentence with the units of the step, or else its cells."""
    words, cells = words_in(language), first_cells(step) or (0,)
    places = [*map(words.unit, step.where)] or [cell_name(*divmod(cell, step.shape.size)) for cell in cells]
    return words.say("results", "look", places=words.listed(places, "comma"))


def meaning_of(step: Step, language: str = ENGLISH) -> str:
    """The meaning of the technique of a step, in a few words; ValueError for an unknown language."""
    if language != ENGLISH:
        return meaning_in_words(step.technique, language)
    if step.rating is not None:
        return next(each.meaning for each in TECHNIQUES if each.name == step.technique)
    return words_in().tables["meanings"].get(step.technique) or PEOPLE_TECHNIQUES[step.technique].meaning


# --- Lessons ----------------------------------------------------------------------------------------------------------


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
