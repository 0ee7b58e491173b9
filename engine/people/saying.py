"""A step of people as the kernels give it, and the parts that its sentences share in a language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import groupby
from typing import Any, NamedTuple

from ..paths.explanations import digits_of
from ..shape import DIGITS, cell_name
from ..words import Words
from .program import BoardOfPeople, RulePart, Unit
from .techniques import RULES_OF


class Why(IntEnum):
    """Why a link follows, in the order of the kernels (core/people/step.hpp)."""

    ASSUMED = 0
    SEEN = 1
    CELL = 2
    UNIT = 3
    PART = 4
    LOCKED = 5
    WAYS = 6


class Said(NamedTuple):
    """The material of a sentence: a step as the kernels give it, and the board before it."""

    board: BoardOfPeople
    facts: dict[str, Any]
    masks: Sequence[int]

    @property
    def part(self) -> RulePart:
        """The named rule of the step."""
        found: RulePart = self.board.parts[self.facts["part"]]
        return found

    def units(self, key: str = "units") -> list[Unit]:
        """The units of the step."""
        return [self.board.units[number] for number in self.facts[key]]


class Saying(NamedTuple):
    """A step and the words of a language: the parts that its sentences share."""

    step: Said
    words: Words

    @property
    def facts(self) -> dict[str, Any]:
        """The step as the kernels give it (`bind/steps.hpp`)."""
        return self.step.facts

    def say(self, name: str, **places: object) -> str:
        """A text of the table `people`."""
        return self.words.say("people", name, **places)

    def cell(self, cell: int) -> str:
        """A cell, such as "r1c1"."""
        return cell_name(*divmod(cell, self.step.board.size))

    def cells(self, cells: Sequence[int]) -> str:
        """Cells, such as "r1c1 and r1c2"."""
        return self.words.listed(map(self.cell, cells))

    def name(self, part: RulePart) -> str:
        """The name of a rule, with a capital letter."""
        return capital(self.words.unit(part.name))

    def units(self, key: str = "units") -> str:
        """Units of one kind, such as "rows 1 and 2"."""
        return self.words.units(unit.name for unit in self.step.units(key))

    @property
    def unit(self) -> str:
        """The first unit of the step."""
        return self.words.unit(self.step.units()[0].name)

    def unit_with(self, unit: int, parts: Sequence[int]) -> str:
        """A unit with the rules that limit the ways to fill it, those of one kind together."""
        name = self.words.unit(self.step.board.units[unit].name)
        kinds: dict[str, list[str]] = {}
        for number in parts:
            part = self.step.board.parts[number]
            thing, _, place = part.name.rpartition(" of ")
            if part.is_wide or not thing:
                kinds[self.source((-1, -1, -1, number))] = []
            else:
                kinds.setdefault(thing, []).append(place)
        rules = self.words.listed(self.words.at(kind, places) if places else kind for kind, places in kinds.items())
        return self.say("unit_with", unit=name, rules=rules) if rules else name

    @property
    def where(self) -> str:
        """The cells of the step."""
        return self.cells(self.facts["cells"])

    @property
    def digits(self) -> str:
        """The digits of the step."""
        return digits_in_words(self.words, self.facts["digits"])

    @property
    def states(self) -> str:
        """The digits that the cells of the step may be, or may not be if that is shorter."""
        return self.words.listed(map(self._state, self.facts["cells"]))

    def _state(self, cell: int) -> str:
        size, mask = self.step.board.size, self.step.masks[cell]
        name = "may_not_be" if 2 * mask.bit_count() > size else "may_be"
        said = (1 << size) - 1 & ~mask if name == "may_not_be" else mask
        return self.say(name, cell=self.cell(cell), digits=digits_in_words(self.words, said, "or"))

    @property
    def lost(self) -> str:
        """The candidates that cells lose: cells that lose the same stand together."""
        lost = sorted(self.facts["lost"], key=lambda one: one[1])
        clauses: list[str] = []
        for digits, some in groupby(lost, key=lambda one: one[1]):
            clauses.append(self.loses(sorted(cell for cell, _ in some), digits, is_first=not clauses))
        return self.say("next").join(clauses)

    def loses(self, cells: Sequence[int], digits: int, *, is_first: bool) -> str:
        """That cells lose digits; the first of such clauses has another order in some languages."""
        name = f"loses{'' if is_first else '_too'}_{'one' if len(cells) == 1 else 'many'}"
        return self.say(name, cells=self.cells(cells), digits=digits_in_words(self.words, digits))

    @property
    def few(self) -> str:
        """How many cells lose something, and what they lose together; one cell is named."""
        if len(self.facts["lost"]) == 1:
            return self.lost
        digits = 0
        for _, mask in self.facts["lost"]:
            digits |= mask
        return self.say("few", count=len(self.facts["lost"]), digits=digits_in_words(self.words, digits))

    # --- Units and rules by which cells see each other ---

    def source(self, sight: Sequence[int]) -> str:
        """The name of the unit or rule by which two cells see each other."""
        _cell, _other, unit, part = sight
        if part < 0:
            return self.words.unit(self.step.board.units[unit].name)
        rule = self.step.board.parts[part]
        return self.words.unit(RULES_OF[rule.rule].thing if rule.is_wide and rule.rule in RULES_OF else rule.name)

    def sources(self, key: str) -> str:
        """The units and rules of some sights, each once."""
        return self.words.listed(dict.fromkeys(map(self.source, self.facts[key])))

    @property
    def seen_by(self) -> Iterator[str]:
        """The units and rules by which the step's cells see those that lose something: cell by cell, then together."""
        by_cell: dict[int, dict[str, None]] = {}
        for sight in self.facts["sights"]:
            by_cell.setdefault(sight[0], {})[self.source(sight)] = None
        groups: dict[tuple[str, ...], list[int]] = {}
        for cell, names in sorted(by_cell.items()):
            groups.setdefault(tuple(names), []).append(cell)
        if len(groups) > 1:
            clauses = [self.say("by", cells=self.cells(cells), rules=self.words.listed(names))
                       for names, cells in groups.items()]  # fmt: skip
            yield self.words.tables["lists"]["comma"].join(clauses)
        yield self.sources("sights")

    def apart(self, said: str) -> str:
        """A rule or sum, with the units and rules by which its cells differ."""
        return self.say("apart", what=said, rules=self.sources("apart")) if self.facts["apart"] else said


def digits_in_words(words: Words, mask: int, conjunction: str = "and") -> str:
    """Digits such as "2, 3 and 5-7"."""
    digits = list(digits_of(mask))
    found = []
    while digits:
        run = 1
        while run < len(digits) and digits[run] == digits[0] + run:
            run += 1
        if run > 2:
            found.append(words.say("lists", "of_digits", first=DIGITS[digits[0]], last=DIGITS[digits[run - 1]]))
        else:
            found += [DIGITS[digit] for digit in digits[:run]]
        digits = digits[run:]
    return words.listed(found, conjunction)


def capital(words: str) -> str:
    """Words that begin a sentence."""
    return words[:1].upper() + words[1:]
