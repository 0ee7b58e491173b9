"""The techniques by which people solve puzzles of any rules and shapes: their names, costs and meanings.

Costs are on HoDoKu's scale, so that a technique of plain puzzles costs what it scores there. They follow the order in
which setters and solvers reach for them: one rule alone before several units together, and chains last.
"""

from __future__ import annotations

from typing import NamedTuple

from ..grades import Level
from ..native import core
from ..rules.named.row import Technique
from ..rules.variant import RULES


class PeopleTechnique(NamedTuple):
    """A way to find a step."""

    name: str
    cost: int
    """The points that it adds to a score where there is no other way to go on; chains cost more the longer they are."""
    meaning: str

    @property
    def level(self) -> Level:
        """The least level of a puzzle that needs it."""
        return level_of_cost(self.cost)


_COSTS = {Level.easy: 45, Level.medium: 100, Level.hard: 180, Level.unfair: 430}
"""The greatest cost of a technique of each level; above, it is extreme."""


def level_of_cost(cost: int) -> Level:
    """Return the least level of a puzzle that needs a step of a cost."""
    return next((level for level, most in _COSTS.items() if cost <= most), Level.extreme)


def most_cost_of(level: Level) -> int | None:
    """Return the greatest cost of a step of a level; None for extreme, which has no limit."""
    return _COSTS.get(level)


ALL_RULES = "all-rules"
"""The technique of a step that no named technique leads to."""

LAST_RESORTS = (ALL_RULES, "brute-force")
"""The same, and its name in paths of plain 9x9 puzzles."""

RULE, IN_UNITS, NEEDED = "rule", "rule in units", "needed digit"

MACHINES: tuple[PeopleTechnique, ...] = (
    PeopleTechnique("full-house", 4, "A unit has one empty cell left."),
    PeopleTechnique("naked-single", 4, "A cell has one candidate left."),
    PeopleTechnique("hidden-single", 14, "A unit has one place left for a digit."),
    PeopleTechnique(
        "locked-candidates", 50, "All places of a digit in a unit lie in another unit, which has it nowhere else."
    ),
    PeopleTechnique(
        "seen-by-all-places", 60, "A candidate goes that every place of a digit in a unit rules out, by any rule."
    ),
    PeopleTechnique("naked-pair", 60, "Two cells that see each other have the same two candidates."),
    PeopleTechnique("hidden-pair", 70, "Two digits have the same two places in a unit."),
    PeopleTechnique("naked-triple", 80, "Three cells that see each other have three candidates together."),
    PeopleTechnique("hidden-triple", 100, "Three digits have three places together in a unit."),
    PeopleTechnique("naked-quadruple", 120, "Four cells that see each other have four candidates together."),
    PeopleTechnique("hidden-quadruple", 150, "Four digits have four places together in a unit."),
    PeopleTechnique(RULE, 0, ""),
    PeopleTechnique(IN_UNITS, 0, ""),
    PeopleTechnique(NEEDED, 0, ""),
    PeopleTechnique(
        "rule-of-45", 50, "One to four units have a known sum; without the cages in them a few cells have one."
    ),
    PeopleTechnique("x-wing", 140, "A digit of two lines has its places in two crossing lines."),
    PeopleTechnique("swordfish", 150, "A digit of three lines has its places in three crossing lines."),
    PeopleTechnique("jellyfish", 160, "A digit of four lines has its places in four crossing lines."),
    PeopleTechnique("turbot-fish", 120, "Two units with two places of a digit each, linked: one of the ends holds it."),
    PeopleTechnique("x-chain", 260, "Several units with two places of a digit each, linked: one of the ends holds it."),
    PeopleTechnique("xy-wing", 160, "Three cells of two candidates, linked: one of the ends holds their digit."),
    PeopleTechnique("xy-chain", 260, "Several cells of two candidates, linked: one of the ends holds its candidate."),
    PeopleTechnique("aic", 280, "Strong and weak links in turn, through units and rules: one of the ends holds."),
    PeopleTechnique(
        "contradiction-chain", 220, "A candidate leads to a contradiction by singles and single rules, link by link."
    ),
    PeopleTechnique(ALL_RULES, 2000, "No technique leads on: a digit follows from all rules together."),
    PeopleTechnique(
        "ways-to-fill-a-unit", 130, "A unit leaves a cell what some way to fill it has, by the marks and lines within."
    ),
    PeopleTechnique(
        "contradiction-net",
        300,
        "A candidate leads to a contradiction, also by locked candidates and by the ways to fill a unit.",
    ),
    PeopleTechnique(
        "law-of-leftovers",
        90,
        "Lines and as many other units hold the same digits; so do the few cells that they do not share.",
    ),
    PeopleTechnique(
        "finned-fish",
        200,
        "With a candidate, all places of a digit in two or three units would lie in fewer units or cages.",
    ),
)
"""The ways to find a step in the order of the kernels (core/people/step.hpp); those by named rules are in RULES_OF."""


# No digit is needed along a thermometer: two ways that have it in different cells make one that has it in none. Subsets
# are found in cells that only differ. Of a clue outside the grid, the unit that it sees says where each digit can be.
RULES_OF: dict[str, Technique] = {
    rule.name: rule.technique
    for rule in sorted(RULES.values(), key=lambda rule: rule.technique.number if rule.technique else 0)
    if rule.technique
}
"""The techniques of named rules; other rules say only which cells are different, or what a cell may hold."""

OTHER_RULE = Technique(0, "rule", 50, "rule", 75)
"""Of a rule that has no row of its own."""

MARKS_THAT_MEET = PeopleTechnique(
    "marks-that-meet", 50, "Two marks share a cell, and their other cells see each other."
)


_FIRST_OF_RULES = 32  # the machines may grow up to here

_RULE_NUMBERS = {rule: _FIRST_OF_RULES + 3 * of.number for rule, of in {"other": OTHER_RULE, **RULES_OF}.items()}


def number_of_rule(rule: str) -> int:
    """Return the number of the first of the three techniques of a rule."""
    return _RULE_NUMBERS.get(rule, _FIRST_OF_RULES)


MEETING = _FIRST_OF_RULES - 1
"""The number of MARKS_THAT_MEET."""


def _numbered() -> dict[int, PeopleTechnique]:
    """Every technique by its number: the names in MACHINES, and three of each rule."""
    found = {**dict(enumerate(MACHINES)), MEETING: MARKS_THAT_MEET}
    for rule, first in _RULE_NUMBERS.items():
        of = RULES_OF.get(rule, OTHER_RULE)
        thing = of.thing.replace(" ", "-")
        words = RULES[rule].words if rule in RULES else "A rule says what its cells may hold."
        found |= {
            first: PeopleTechnique(of.name, of.cost, words),
            first + 1: PeopleTechnique(
                f"{thing}-in-units", of.in_units, f"{words} Cells that see each other are different."
            ),
            first + 2: PeopleTechnique(
                f"digit-of-{thing}", of.needed, f"{words} It needs a digit, so what all places of that rule out goes."
            ),
        }
    return found


BY_NUMBER = _numbered()
"""Every technique by the number under which the kernels count it. Numbers are stored, so none ever changes."""

if max(BY_NUMBER) >= core.most_people_techniques:
    raise ImportError(f"techniques up to number {max(BY_NUMBER)}, but the kernels count {core.most_people_techniques}")

PEOPLE_TECHNIQUES: dict[str, PeopleTechnique] = {
    technique.name: technique for technique in sorted(BY_NUMBER.values(), key=lambda one: one.cost) if technique.cost
}
"""Every technique by its name, cheap ones first."""

PEOPLE_NUMBERS: dict[str, int] = {technique.name: number for number, technique in BY_NUMBER.items() if technique.cost}
"""The number of each technique by its name."""


def rule_of_technique(name: str) -> tuple[str, str]:
    """The rule of a technique, and "" or how its meaning goes on: `of_rule_in_units` or `of_needed_digit`.

    KeyError for a technique of no rule.
    """
    place, kind = divmod(PEOPLE_NUMBERS[name] - _FIRST_OF_RULES, 3)
    if place < 0:
        raise KeyError(name)
    return ("other", *RULES_OF)[place], ("", "of_rule_in_units", "of_needed_digit")[kind]


def rule_needed(name: str) -> str | None:
    """Return the named rule without which no path takes a technique; None if there is none, or several lead to it."""
    try:
        rule, _ = rule_of_technique(name)
    except KeyError:
        return None
    return rule if rule in RULES_OF else None
