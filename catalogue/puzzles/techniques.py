"""The techniques of all scales, by the numbers and the names under which a catalogue has them.

A name that the ratings and the scores have means that of the rating; that of the score has SCORED_PREFIX before it. A
technique of people that HoDoKu has by the same name has the same number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from ...engine.grades import Level
from ...engine.native import TECHNIQUES, Technique
from ...engine.paths.people import PEOPLE_NUMBERS, PEOPLE_TECHNIQUES, PeopleTechnique, rule_needed
from ...engine.paths.scores import SOLVING_TECHNIQUES, SolvingTechnique
from .columns import FIRST_OF_PEOPLE, FIRST_SCORED, SCORED_PREFIX

if TYPE_CHECKING:
    from ...engine.rules.rulebook import Rulebook

RATED_NUMBERS = {technique.name: technique.number for technique in TECHNIQUES}
"""The stored number of a technique of the rating by its name; `engine.rate` counts techniques by the same numbers."""

SCORED_NUMBERS = {technique.name: FIRST_SCORED + technique.number for technique in SOLVING_TECHNIQUES}
"""The stored number of a technique of HoDoKu's score by its name."""

NUMBERS_OF_PEOPLE = {
    name: SCORED_NUMBERS.get(name, FIRST_OF_PEOPLE + number) for name, number in PEOPLE_NUMBERS.items()
}
"""The stored number of a technique of people by its name."""

TECHNIQUE_NUMBERS = RATED_NUMBERS | {
    SCORED_PREFIX + name if name in RATED_NUMBERS else name: number
    for name, number in (SCORED_NUMBERS | NUMBERS_OF_PEOPLE).items()
}
"""The stored number of any technique by the name that no other has."""

_NAMES = {number: name for name, number in TECHNIQUE_NUMBERS.items()}

_WITH_NUMBER: dict[int, Technique | SolvingTechnique | PeopleTechnique] = {
    **{NUMBERS_OF_PEOPLE[name]: technique for name, technique in PEOPLE_TECHNIQUES.items()},
    **{FIRST_SCORED + technique.number: technique for technique in SOLVING_TECHNIQUES},
    **{technique.number: technique for technique in TECHNIQUES},
}


def name_of(number: int) -> str:
    """Return the name of a technique by its stored number; a newer program may have stored one unknown here."""
    return _NAMES.get(number, f"technique-{number}")


def technique_with(number: int) -> Technique | SolvingTechnique | PeopleTechnique:
    """Return the technique with a stored number, of any scale; KeyError for a number that none has."""
    return _WITH_NUMBER[number]


def scored_number(name: str) -> int:
    """Return the stored number of a technique of a score, HoDoKu's or of people; ValueError for another name."""
    known = NUMBERS_OF_PEOPLE | SCORED_NUMBERS
    if (plain := name.removeprefix(SCORED_PREFIX)) not in known:
        raise ValueError(f"no technique of the score is called {name!r}")
    return known[plain]


def scored_name(number: int) -> str:
    """Return the name that a technique of a score has among those of scores: without SCORED_PREFIX."""
    return name_of(number).removeprefix(SCORED_PREFIX)


def why_untaken(numbers: Iterable[int], scored: Collection[str], rules: Rulebook | None) -> str | None:
    """Return why no path under rules takes one of some techniques of scores, by number; None if each may be taken.

    `scored` are the names of the techniques that the scores of such puzzles count.
    """
    under, named = (f"under the rules {rules.text}", rules.named_rules) if rules else ("without rules", set())
    for name in (scored_name(number) for number in numbers if number >= FIRST_SCORED):
        needed = rule_needed(name)
        if name not in scored or (needed and needed not in named):
            return f"no path {under} takes {name}" + (f", which needs the rule {needed}" if needed else "")
    return None


def worth_of(number: int) -> tuple[int, int]:
    """Return the place of the level and the points of a technique of a score: a harder one is worth more."""
    technique = technique_with(number)
    if isinstance(technique, Technique):
        raise ValueError(f"{technique.name} is a technique of the rating")
    points = technique.score if isinstance(technique, SolvingTechnique) else technique.cost
    return list(Level).index(Level(technique.level)), points


BY_WORTH = tuple(sorted((number for number in _WITH_NUMBER if number >= FIRST_SCORED), key=worth_of))
"""The stored numbers of the techniques of scores, the easiest first."""


def harder_than(number: int) -> tuple[int, ...]:
    """Return the stored numbers of the techniques of scores that are worth more than one, the easiest first."""
    return tuple(other for other in BY_WORTH if worth_of(other) > worth_of(number))
