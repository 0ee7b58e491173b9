"""The techniques of people that plain puzzles do not have, each with what it is and an example.

An example is a puzzle of examples.toml, and the first step of the technique on its path; a test proves each of them.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..paths.examples import Lesson, technique_in_words
from ..paths.positions import Position
from ..rules.formats import constraint_text
from ..rules.variant import Variant
from ..scoring.path import SolvingStep
from ..scoring.scorer import SOLVING_TECHNIQUES
from .path import people_steps
from .techniques import PEOPLE_TECHNIQUES


class RuledExample(NamedTuple):
    """A step of a technique, the position before it, and the puzzle."""

    puzzle: Variant
    position: Position
    step: SolvingStep


def _lessons() -> tuple[Lesson, ...]:
    plain = {technique.name for technique in SOLVING_TECHNIQUES}
    return tuple(
        Lesson(of.name, (of.name,), technique_in_words(of.name), of.cost, of.level, None, None, of.meaning)
        for of in PEOPLE_TECHNIQUES.values()
        if of.name not in plain
    )


PEOPLE_LESSONS = _lessons()
"""Cheap ones first."""


@cache
def puzzles_of_examples() -> dict[str, str]:
    """Return the puzzle of each example as constraint text, by the name of the technique."""
    texts: dict[str, str] = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))
    return texts


@cache
def ruled_example_of(name: str) -> RuledExample:
    """Return the example of a technique of PEOPLE_LESSONS; KeyError for another name."""
    puzzle = constraint_text.read(puzzles_of_examples()[name])
    position = Position.of(puzzle)
    for step in people_steps(puzzle):
        if step.technique == name:
            return RuledExample(puzzle, position, step)
        position.take(step)
    raise RuntimeError(f"the example of {name} has no step of it")
