"""How people solve puzzles of any rules and shape: their techniques, the board as they see it, the cheapest step.

A board has units, which cells see each other, and parts of named rules.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..grades import Level
from ..native import core
from ..rules.coding import constraints_of
from ..rules.frame import Cells, columns, related, rows
from ..rules.houses import Houses, cells_of, full_houses_of, has_techniques, house_named, houses_of, place_of
from ..rules.model import Constraint, House, Mask, Relation, Rules, Sum
from ..rules.named import Technique
from ..rules.named.rule import Use
from ..rules.solving import program, solve_ruled
from ..rules.variant import RULES, Variant
from ..shape import Meeting, Place, Unit, Where, cell_name
from .record import CELL, NO_LIMIT, Link, Part, Step, digits_of
from .rule_sentences import BoardOfPeople, Full, LinkOfPeople, RulePart, Why, phrase_of

TABLES: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    Path(__file__).with_name("techniques.toml").read_text(encoding="utf-8")
)
"""The ways of people to find a step, and groups of techniques of all scales."""


# --- Techniques ---------------------------------------------------------------------------------------------


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


COSTS = {Level.easy: 45, Level.medium: 100, Level.hard: 180, Level.unfair: 430}
"""The greatest cost of a technique of each level; above, it is extreme."""


def level_of_cost(cost: int) -> Level:
    """Return the least level of a puzzle that needs a step of a cost."""
    return next((level for level, most in COSTS.items() if cost <= most), Level.extreme)


ALL_RULES = "all-rules"
"""The technique of a step that no named technique leads to."""

LAST_RESORTS = (ALL_RULES, "brute-force")
"""The same, and its name in paths of plain 9x9 puzzles."""

MACHINES = tuple(PeopleTechnique(name, *facts) for name, facts in TABLES["machines"].items())
"""The ways to find a step in the order of the kernels; those by named rules are in RULES_OF."""

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

(MARKS_THAT_MEET,) = (PeopleTechnique(name, *facts) for name, facts in TABLES["meanings"].items())

_FIRST_OF_RULES = 32

_RULE_NUMBERS = {rule: _FIRST_OF_RULES + 3 * of.number for rule, of in {"other": OTHER_RULE, **RULES_OF}.items()}

MEETING = _FIRST_OF_RULES - 1
"""The number of MARKS_THAT_MEET."""


_FIRST_OF_LATER = 240
"""The number of the first machine that came after those of rules."""


def thing_of(rule: str) -> str:
    """Return what a rule is called where it holds."""
    return RULES_OF.get(rule, OTHER_RULE).thing


def _numbered() -> dict[int, PeopleTechnique]:
    """Every technique by its number: the names in MACHINES, and three of each rule."""
    later = enumerate(MACHINES[MEETING:], _FIRST_OF_LATER)
    found = {**dict(enumerate(MACHINES[:MEETING])), MEETING: MARKS_THAT_MEET, **dict(later)}
    for rule, first in _RULE_NUMBERS.items():
        of, thing = RULES_OF.get(rule, OTHER_RULE), thing_of(rule).replace(" ", "-")
        further = TABLES["further"]
        words = RULES[rule].words if rule in RULES else further["other"]
        three = (
            (of.name, of.cost, words),
            (f"{thing}-in-units", of.in_units, further["of_rule_in_units"].format(rule=words)),
            (f"digit-of-{thing}", of.needed, further["of_needed_digit"].format(rule=words)),
        )
        found |= {first + place: PeopleTechnique(*facts) for place, facts in enumerate(three)}
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

_FIELDS = {"status": np.int8, "level": np.int8, "logical": np.bool_, "hardest": np.int16, "score": np.int32}
_USES = 16  # the place of the uses of techniques, in bytes

PEOPLE_SCORED = np.dtype(
    {
        "names": [*_FIELDS, "steps", *PEOPLE_NUMBERS],
        "formats": [*_FIELDS.values(), np.int32, *[np.uint16] * len(PEOPLE_NUMBERS)],
        "offsets": [0, 1, 2, 4, 8, 12, *(_USES + 2 * number for number in PEOPLE_NUMBERS.values())],
        "itemsize": _USES + 2 * core.most_people_techniques,
    }
)
"""The dtype of the scores of people."""


RULE_OF_TECHNIQUE: dict[str, tuple[str, str]] = {
    BY_NUMBER[first + place].name: (rule, further)
    for rule, first in _RULE_NUMBERS.items()
    for place, further in enumerate(("", "of_rule_in_units", "of_needed_digit"))
    if BY_NUMBER[first + place].cost
}
"""The rule of each technique of one, and how its meaning goes on, if it does."""


def rule_needed(name: str) -> str | None:
    """Return the named rule without which no path takes a technique; None if there is none, or several lead to it."""
    rule, _ = RULE_OF_TECHNIQUE.get(name, ("", ""))
    return rule if rule in RULES_OF else None


def hardest_of(score: np.void) -> str | None:
    """Return the name of the technique of the hardest step of a score; None for a full board."""
    number = int(score["hardest"])
    return BY_NUMBER[number].name if number >= 0 else None


# --- Steps ------------------------------------------------------------------------------------------------------------


def people_steps(
    variant: Variant,
    values: Sequence[int] | None = None,
    candidates: Sequence[int] | None = None,
    *,
    most: int | None = None,
    needs_one: bool = True,
) -> list[Step]:
    """Solve a puzzle step by step, perhaps from a later position; at most so many steps.

    `values` has a digit or 0 for each cell, the givens among them; `candidates` a mask for each cell, 0 for no marks.
    A digit that no technique leads to is placed by a step of the technique `all-rules`. Without `needs_one` a puzzle
    may have several solutions: the steps lead as far as they can. ValueError for a puzzle without a solution, or with
    several, for a position of another size, and one that the solution contradicts.
    """
    board, filled, marks = _position(variant, values, candidates)
    solutions, counts, _guesses = solve_ruled(variant)
    solution = solutions[0]
    if not counts[0]:
        raise ValueError("it has no solution, so it has no path")
    if counts[0] > 1 and needs_one:
        raise ValueError("it has several solutions, so it has no path")
    if counts[0] > 1:
        solution = np.zeros_like(solution)
    elif (np.where(filled > 0, filled != solution, (marks > 0) & (marks >> (solution - 1) & 1 == 0))).any():
        raise ValueError("the position contradicts the solution")
    found = core.path_of_people(board.numbers, filled, marks, solution, NO_LIMIT if most is None else most)
    return list(map(partial(_step, full_houses_of(variant), board), found))


def possible_people(
    variant: Variant, values: Sequence[int] | None = None, candidates: Sequence[int] | None = None
) -> list[Step]:
    """Return the steps that a position allows, the cheapest techniques first, up to four of each.

    A contradiction comes only if nothing else helps. Arguments as in `people_steps`; ValueError for a position of
    another size.
    """
    board, filled, marks = _position(variant, values, candidates)
    found = core.possible_of_people(board.numbers, filled, marks)
    return list(map(partial(_step, full_houses_of(variant), board), found))


def _position(
    variant: Variant, values: Sequence[int] | None, candidates: Sequence[int] | None
) -> tuple[BoardOfPeople, Any, Any]:
    filled = np.array(variant.clues if values is None else values, np.uint8)
    marks = np.array([0] * variant.size**2 if candidates is None else candidates, np.uint16)
    if filled.shape != (variant.size**2,) or marks.shape != filled.shape:
        raise ValueError(f"a position of this puzzle has {variant.size**2} cells")
    return board_of_people(variant.with_givens(())), filled, marks


# --- The board --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def board_of_people(board: Variant) -> BoardOfPeople:
    """Return what a person sees of a board; its givens do not count. ValueError for rules that cannot hold."""
    board.check_square("rated")
    if board.rules.count:
        raise ValueError("rules with cells beside the grid are not rated")
    size = board.size
    parts: list[RulePart] = []
    taken = Counter(_place(use, size) for use in board.uses)
    houses: list[tuple[Unit, Cells]] = []
    counted: Counter[str] = Counter()
    for use in board.uses:
        rest = []
        for one in constraints_of(board, use):
            if isinstance(one, House) and len(one.cells) == size:
                counted[use.rule] += 1
                houses.append((house_named(use.rule, counted[use.rule], one.cells), one.cells))
            else:
                rest.append(_simple(one, size))
        if rest:
            parts += _parts_of(use, rest, size, to_last=taken[_place(use, size)] > 1)
    if has_techniques(board):  # the candidates of a position obey those that follow, too
        rated = houses_of(board)
        houses = [(rated.unit(unit), cells) for unit, cells in enumerate(rated.units) if cells]
    units = _units(board, houses)
    parts += _that_meet(parts, units)
    numbers = [size, *(machine.cost for machine in MACHINES), len(units)]
    for unit in units:
        numbers += [unit.kind, *unit.cells]
    numbers.append(len(parts))
    for part in parts:
        numbers += _numbers(part, size)
    return BoardOfPeople(size, units, tuple(parts), np.array(numbers, np.int32))


def _units(board: Variant, further: Sequence[tuple[Unit, Cells]]) -> tuple[Full, ...]:
    size = board.size
    word = "block" if board.board_shape.has_blocks else "region"
    units = [
        Full(Unit(kind, number), cells, place)
        for place, (kind, lines) in enumerate((("row", rows(size)), ("column", columns(size)), (word, board.regions)))
        for number, cells in enumerate(lines, 1)
        if len(cells) == size
    ]
    known = {frozenset(unit.cells) for unit in units}
    kinds: list[set[int]] = []
    for where, cells in further:
        if frozenset(cells) in known:
            continue
        known.add(frozenset(cells))
        kind = next((place for place, taken in enumerate(kinds) if taken.isdisjoint(cells)), len(kinds))
        if kind == len(kinds):
            kinds.append(set())
        kinds[kind].update(cells)
        units.append(Full(where, tuple(sorted(cells)), 3 + kind))
    return tuple(units)


def _place(use: Use, size: int, *, to_last: bool = False) -> Place:
    """Where a rule holds; `to_last` distinguishes it from another one that begins in the same cell."""
    return place_of(use, thing_of(use.rule) if use.rule in RULES_OF else use.rule, size, to_last=to_last)


def _parts_of(use: Use, made: Sequence[Constraint], size: int, *, to_last: bool) -> Iterator[RulePart]:
    """The parts of a rule: one, or of a rule of the whole board what it says around each cell."""
    if use.cells or use.groups or use.alternatives:
        # A cage that counts a cell twice holds no set of digits with its total, and no part of a unit's sum.
        is_plain = use.rule == "cage" and len(set(use.cells)) == len(use.cells)
        total = use.value if is_plain and isinstance(use.value, int) else 0
        yield RulePart(_place(use, size, to_last=to_last), use.rule, tuple(made), cells_of(made), total)
        return
    differing = tuple(one for one in made if _only_differs(one, size))
    if differing:
        yield RulePart(Place(use.rule), use.rule, differing, cells_of(differing), is_wide=True)
    others = [one for one in made if one not in differing]
    for cell in range(size**2):
        if mine := tuple(one for one in others if cell in cells_of([one])):
            where = Place(thing_of(use.rule), "", (cell_name(*divmod(cell, size)),), is_around=True)
            yield RulePart(where, use.rule, mine, cells_of(mine), is_wide=True)


def _that_meet(parts: Sequence[RulePart], units: Sequence[Full]) -> list[RulePart]:
    """Every two marks of two cells that share one, and whose other cells lie in one unit."""
    marks = [part for part in parts if len(part.cells) == 2 and not part.is_wide and not part.total]
    found = []
    for one, other in combinations(marks, 2):
        ends = set(one.cells) ^ set(other.cells)
        if len(ends) == 2 and any(ends <= set(unit.cells) for unit in units):
            cells = tuple(sorted({*one.cells, *other.cells}))
            where = Meeting(one.where, other.where)
            found.append(RulePart(where, one.rule, (*one.constraints, *other.constraints), cells, meets=True))
    return found


def _numbers(part: RulePart, size: int) -> Iterator[int]:
    first = _RULE_NUMBERS.get(part.rule, _FIRST_OF_RULES)
    if part.meets:
        yield from (0, MARKS_THAT_MEET.cost, 0, first, MEETING, first)
    elif all(_only_differs(one, size) for one in part.constraints):  # which cells see each other says all of it
        yield from (0, 0, 0, first, first, first)
    else:
        yield from (BY_NUMBER[first + place].cost for place in range(3))
        yield from range(first, first + 3)
    yield from (part.total, len(part.constraints))
    for one in part.constraints:
        yield from program(Rules(size).with_constraints(one))[3:].tolist()


def _only_differs(one: Constraint, size: int) -> bool:
    """Whether a constraint says that cells are different, and no more."""
    every = (1 << size) - 1
    if isinstance(one, Relation):
        return all(each == every & ~(1 << digit) for digit, each in enumerate(one.allowed))
    return isinstance(one, House)


def _simple(one: Constraint, size: int) -> Constraint:
    """A sum of one or two cells as a mask or a relation, so that a chain can go through it."""
    match one:
        case Sum((cell,), (by,), total):
            return Mask(cell, sum(1 << (digit - 1) for digit in range(1, size + 1) if by * digit == total))
        case Sum((first, second), (by, other), total):
            return Relation(first, second, related(size, lambda a, b: by * a + other * b == total))
    return one


# --- A step from what the kernels found -------------------------------------------------------------------------------


def _step(houses: Houses, board: BoardOfPeople, facts: Mapping[str, Any]) -> Step:
    machine = MACHINES[facts["machine"]].name
    cell, digit = facts["placed"]
    units, parts = _reasons(board, facts, machine)
    is_chain = bool(facts["links"])
    rules = (Part("rule", () if part.is_wide else part.cells, (), (part.where,)) for part in parts)
    return Step(
        technique=BY_NUMBER[facts["technique"]].name,
        score=facts["weight"],
        level=level_of_cost(facts["cost"]),
        cells=() if is_chain else tuple(sorted({*facts["cells"], *facts["minus"]})),
        digits=() if is_chain else digits_of(facts["digits"]),
        where=(*(unit.where for unit in units), *(part.where for part in parts)),
        links=len(facts["links"]),
        placement=(cell, digit) if cell >= 0 else None,
        eliminations=tuple((lost, each) for lost, mask in facts["lost"] for each in digits_of(mask)),
        parts=(*rules, *(() if is_chain else _left(facts))),
        chains=(_links(board, facts),) if is_chain else (),
        shape=houses,
        phrase=partial(phrase_of, board, facts, machine),
    )


def _reasons(board: BoardOfPeople, facts: Mapping[str, Any], machine: str) -> tuple[list[Full], list[RulePart]]:
    """The units and the rules that a step follows from, those by which cells see each other after its own."""
    units, parts = list(facts["units"]), [facts["part"]] if facts["part"] >= 0 else []
    if machine in ("rule-of-45", "ways-to-fill-a-unit", "rules-together", "ways-to-fill-rules", "sum-parity"):
        parts += facts["others"]
    if machine in ("law-of-leftovers", "finned-fish"):
        units += [number for number in facts["others"] if number < len(board.units)]
        parts += [number - len(board.units) for number in facts["others"] if number >= len(board.units)]
    if not facts["links"]:
        sights = (*facts["apart"], *facts["sights"])
        units += [unit for _cell, _other, unit, _part in sights if unit >= 0]
        parts += [part for _cell, _other, unit, part in sights if unit < 0]
    return [board.units[unit] for unit in dict.fromkeys(units)], [board.parts[part] for part in dict.fromkeys(parts)]


def _left(facts: Mapping[str, Any]) -> Iterator[Part]:
    """The digits that the cells of the reason may hold; of a sum those of both sides."""
    lost = dict(facts["lost"])
    cells = facts["cells"] if facts["digits"] else sorted({*facts["cells"], *facts["minus"]})
    for cell in cells:
        if left := facts["masks"][cell] & ~lost.get(cell, 0):
            yield Part("left", (cell,), digits_of(left))


def _links(board: BoardOfPeople, facts: Mapping[str, Any]) -> tuple[Link, ...]:
    """The links of a chain, one for each digit; in an alternating chain each follows from the one before."""
    given: Sequence[LinkOfPeople] = facts["links"]
    sights = {(cell, other): (unit, part) for cell, other, unit, part in facts["sights"]}
    found: list[Link] = []
    places: list[range] = []
    for cell, mask, holds, reason, number, after in given:
        first = len(found)
        before = [each for place in after for each in places[place]] or ([first - 1] if first else [])
        if cell >= 0:
            unit, part = sights.get((number, cell), (-1, -1)) if reason == Why.SEEN else (-1, -1)
            if unit >= 0 or part >= 0:
                reason, number = (Why.LOCKED, unit) if unit >= 0 else (Why.PART, part)
            kind, where = _reason(board, holds, reason, number)
            kind = "weak" if unit >= 0 else kind
            found += [Link(cell, digit, holds, kind, where, tuple(before)) for digit in digits_of(mask)]
        places.append(range(first, len(found)))
    return tuple(found)


def _reason(board: BoardOfPeople, holds: bool, reason: int, number: int) -> tuple[str, Where | None]:
    """The kind of a link, and where it lies."""
    match reason:
        case Why.ASSUMED:
            return "assumption", None
        case Why.UNIT:
            return "strong", board.units[number].where
        case Why.LOCKED | Why.WAYS:
            return ("ways-to-fill-a-unit" if reason == Why.WAYS else "locked-candidates"), board.units[number].where
        case Why.PART:
            return board.parts[number].rule, board.parts[number].where
        case Why.CELL:
            return ("strong" if holds else "weak"), CELL
    return "weak", None
