"""The techniques of people that plain puzzles do not have, each with what it is, and examples that are made anew.

An example is a puzzle of a seed, and the first step of the technique on its path; a test proves each of them.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from board_catalogue.engine.paths.examples import Lesson, technique_in_words
from board_catalogue.engine.paths.positions import Position
from board_catalogue.engine.people.path import people_steps
from board_catalogue.engine.people.techniques import PEOPLE_TECHNIQUES
from board_catalogue.engine.rules.rulebook import Rulebook
from board_catalogue.engine.rules.variant import Variant
from board_catalogue.engine.scoring.path import SolvingStep
from board_catalogue.engine.scoring.scorer import SOLVING_TECHNIQUES

_SEED = 1

EXAMPLES: dict[str, tuple[str, int, int]] = {
    "cage-combinations": ("killer", 6, 0),
    "digit-of-cage": ("killer", 6, 1),
    "rule-of-45": ("killer", 9, 0),
    "locked-candidates": ("killer", 9, 0),
    "seen-by-all-places": ("killer", 9, 2),
    "contradiction-chain": ("killer", 9, 3),
    "all-rules": ("anti-knight", 9, 7),
    "thermometer-bounds": ("thermo", 6, 0),
    "whispers": ("whispers", 6, 0),
    "whispers-line-in-units": ("whispers", 6, 0),
    "digit-of-whispers-line": ("whispers", 6, 8),
    "renban-range": ("renban", 6, 1),
    "digit-of-renban-line": ("renban", 6, 2),
    "arrow-sum": ("arrow", 6, 0),
    "digit-of-arrow": ("arrow", 6, 3),
    "white-dot": ("kropki", 6, 0),
    "black-dot": ("kropki", 6, 0),
    "marks-that-meet": ("kropki", 6, 0),
    "digit-of-white-dot": ("kropki", 6, 5),
    "digit-of-black-dot": ("kropki", 6, 0),
    "ways-to-fill-a-unit": ("kropki", 6, 0),
    "contradiction-net": ("kropki", 9, 17),
    "x-sum-of-ten": ("xv", 6, 0),
    "v-sum-of-five": ("xv", 6, 0),
    "non-consecutive": ("non-consecutive", 6, 0),
}
"""The rules, the size and the position of a puzzle of seed 1 whose path takes a technique."""


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
def ruled_example_of(name: str) -> RuledExample | None:
    """Return an example of a technique; None for rules that puzzles are not made with."""
    if name not in EXAMPLES:
        return None
    rules, size, place = EXAMPLES[name]
    book = Rulebook.read(rules, size)
    boards, _ = book.boards(1, seed=_SEED, start=place)
    clues, own = book.carve(boards, seed=_SEED, positions=[place])
    puzzle = book.variant(own[0] if own else None, clues[0].tolist())
    position = Position.of(puzzle)
    for step in people_steps(puzzle):
        if step.technique == name:
            return RuledExample(puzzle, position, step)
        position.take(step)
    return None
