"""Steps of people in words: one sentence that says where, because of which cells, and what follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import groupby
from typing import Any, NamedTuple

from board_catalogue.engine.paths.explanations import digits_of
from board_catalogue.engine.people.program import BoardOfPeople, RulePart, Unit
from board_catalogue.engine.shape import DIGITS, cell_name

LONGEST = 200
"""Characters of a step by one named rule; chains may be longer."""

_MOST_WAYS = 4  # combinations that are listed


class Why(IntEnum):
    """Why a link follows, in the order of the kernels (core/people/step.hpp)."""

    ASSUMED = 0
    SEEN = 1
    CELL = 2
    UNIT = 3
    PART = 4


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

    def cell(self, cell: int) -> str:
        """Name a cell."""
        return cell_name(*divmod(cell, self.board.size))

    def state(self, cell: int) -> str:
        """Say what a cell may be, or may not be if that is shorter."""
        mask, every = self.masks[cell], (1 << self.board.size) - 1
        if 2 * mask.bit_count() > self.board.size:
            return f"{self.cell(cell)} is not {digits_in_words(every & ~mask, 'or')}"
        return f"{self.cell(cell)} is {digits_in_words(mask, 'or')}"

    def cells(self, cells: Sequence[int]) -> str:
        """Name several cells."""
        return listed([self.cell(cell) for cell in cells])

    @property
    def loses(self) -> str:
        """Say which candidates cells lose: cells that lose the same stand together."""
        lost = sorted(self.facts["lost"], key=lambda one: one[1])
        told = []
        for digits, some in groupby(lost, key=lambda one: one[1]):
            cells = sorted(cell for cell, _ in some)
            told.append(f"{self.cells(cells)} {'loses' if len(cells) == 1 else 'lose'} {digits_in_words(digits)}")
        return "; ".join(told)

    @property
    def digit(self) -> str:
        """The digits of the step."""
        return digits_in_words(self.facts["digits"])


def digits_in_words(mask: int, word: str = "and") -> str:
    """Digits such as "2, 3 and 5-7"."""
    digits = list(digits_of(mask))
    told = []
    while digits:
        run = 1
        while run < len(digits) and digits[run] == digits[0] + run:
            run += 1
        if run > 2:
            told.append(f"{DIGITS[digits[0]]}-{DIGITS[digits[run - 1]]}")
        else:
            told += [DIGITS[digit] for digit in digits[:run]]
        digits = digits[run:]
    return listed(told, word)


def listed(words: Sequence[str], word: str = "and") -> str:
    """Words as "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {word} {words[-1]}" if words else ""


def sentence_of(said: Said, technique: str) -> str:
    """Return the sentence of a step; technique is the name of its machine."""
    return _fitting(_SENTENCES[technique](said))


def _fitting(ways: Iterator[str]) -> str:
    """The first that is short enough, else the shortest."""
    words = ""
    for words in ways:
        if len(words) <= LONGEST:
            break
    return words


# --- Singles and units ---


def _single(said: Said) -> Iterator[str]:
    cell, digit = said.facts["placed"]
    place = f"{said.cell(cell)} is {DIGITS[digit]}"
    names = [unit.name for unit in said.units()]
    match said.facts["machine"]:
        case 0:
            yield f"In {names[0]}, only {said.cell(cell)} is empty, so it is {DIGITS[digit]}."
        case 2:
            yield f"In {names[0]}, {DIGITS[digit]} can only be in {said.cell(cell)}."
        case _:
            yield f"{said.cell(cell)} has no candidate but {DIGITS[digit]}, so {place}."


def _locked(said: Said) -> Iterator[str]:
    first, *other = [unit.name for unit in said.units()]
    where = said.cells(said.facts["cells"])
    if other:
        yield f"In {first}, {said.digit} can only be in {where}, all in {other[0]}, so {said.loses}."
        return
    yield f"In {first}, {said.digit} can only be in {where}; whichever has it, {said.loses}."
    count = len(said.facts["cells"])
    yield f"In {first}, {said.digit} has {count} places, and whichever has it, {said.loses}."


def _naked(said: Said) -> Iterator[str]:
    where = said.cells(said.facts["cells"])
    names = [unit.name for unit in said.units()]
    inside = f"In {names[0]}, " if names else ""
    yield f"{inside}{where} have only the candidates {said.digit}, so {said.loses}."
    yield f"{where} have only {said.digit}, so {_few(said)}."


def _hidden(said: Said) -> Iterator[str]:
    where = said.cells(said.facts["cells"])
    yield f"In {said.units()[0].name}, {said.digit} can only be in {where}, so {said.loses}."
    yield f"In {said.units()[0].name}, {said.digit} can only be in {where}, which lose all else."


def _few(said: Said) -> str:
    """Which cells lose something, without what."""
    lost = [cell for cell, _ in said.facts["lost"]]
    digits = 0
    for _, mask in said.facts["lost"]:
        digits |= mask
    return f"{len(lost)} cells lose {digits_in_words(digits)}"


def _fish(said: Said) -> Iterator[str]:
    base, cover = said.units(), said.units("others")
    yield f"In {_together(base)}, {said.digit} can only be in {_together(cover)}, so {said.loses}."
    yield f"In {_together(base)}, {said.digit} can only be in {_together(cover)}, so {_few(said)}."


def _together(units: Sequence[Unit]) -> str:
    """Units of one kind, such as "rows 1 and 2"."""
    kind = units[0].name.rpartition(" ")[0]
    numbers = [unit.name.rpartition(" ")[2] for unit in units]
    return f"{kind}{'s' if len(units) > 1 else ''} {listed(numbers)}"


# --- Named rules ---


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _rule(said: Said) -> Iterator[str]:
    part, cells = said.part, said.facts["cells"]
    lost = {cell for cell, _ in said.facts["lost"]}
    because = [said.state(cell) for cell in cells]
    seen = " (cells that see each other differ)" if said.facts["machine"] == _IN_UNITS else ""
    name = _capital(part.name)
    ways = _combinations(said)
    if ways:
        yield f"{name} can only be {ways}, so {said.loses}."
    if because:
        yield f"{name}{seen}: {listed(because)}, so {said.loses}."
        own = [cell for cell in cells if cell not in lost]
        if own:
            yield f"{name}{seen}: by the candidates of {said.cells(own)}, {said.loses}."
        yield f"{name}{seen}: by its candidates, {said.loses}."
    else:
        yield f"{name}{seen}: whatever else it holds, {said.loses}."
    yield f"{name}: {said.loses}."
    yield f"{name}: {_few(said)}."


_IN_UNITS = 12


def _combinations(said: Said) -> str:
    """The sets of digits of a cage that are left; empty if there are too many to list."""
    part = said.part
    if not part.total or len(part.cells) > 6 or said.facts["machine"] == _IN_UNITS:
        return ""
    found: set[tuple[int, ...]] = set()
    _fill([list(digits_of(said.masks[cell])) for cell in part.cells], (), part.total, found)
    if not 0 < len(found) <= _MOST_WAYS:
        return ""
    return listed(["".join(DIGITS[digit] for digit in way) for way in sorted(found)], "or")


def _fill(rest: Sequence[list[int]], digits: tuple[int, ...], total: int, found: set[tuple[int, ...]]) -> None:
    if len(found) > _MOST_WAYS or total < 0:
        return
    if not rest:
        if total == 0:
            found.add(tuple(sorted(digits)))
        return
    for digit in rest[0]:
        if digit not in digits:
            _fill(rest[1:], (*digits, digit), total - digit, found)


def _needed(said: Said) -> Iterator[str]:
    name, where = _capital(said.part.name), said.cells(said.facts["minus"])
    cells = said.facts["cells"]
    because = [said.state(cell) for cell in cells]
    reason = f": {listed(because)}, so it" if because else ""
    yield f"{name}{reason} needs {said.digit} in one of {where}, and whichever has it, {said.loses}."
    yield f"{name} needs {said.digit} in one of {where}, and whichever has it, {said.loses}."
    yield f"{name} needs {said.digit} in one of its cells, so {said.loses}."
    yield f"{name} needs {said.digit} in one of its cells, so {_few(said)}."


def _unit_sum(said: Said) -> Iterator[str]:
    units, facts = _together(said.units()), said.facts
    plus, minus = ([said.cell(cell) for cell in facts[name]] for name in ("cells", "minus"))
    total = facts["total"]
    if not plus:
        plus, minus, total = minus, plus, -total
    sum_of = " - ".join((" + ".join(plus), *minus))
    whole = len(facts["units"]) * said.board.size * (said.board.size + 1) // 2
    adds = "adds" if len(facts["units"]) == 1 else "add"
    known = f"{sum_of} = {total}"
    yield f"{_capital(units)} {adds} up to {whole}, and cages and digits leave {known}, so {said.loses}."
    yield f"{_capital(units)} and their cages leave {known}, so {said.loses}."
    yield f"{_capital(units)} and their cages leave {known}, so {_few(said)}."


# --- Chains ---


def _chain(said: Said) -> Iterator[str]:
    told = []
    for cell, digits, holds, *_ in said.facts["links"]:
        sign = "is" if holds else "is not"
        told.append(f"{said.cell(cell)} {sign} {digits_in_words(digits)}")
    first, *rest = told
    yield f"If {first}, then {', '.join(rest)}: one end holds, so {said.loses}."


def _contradiction(said: Said) -> Iterator[str]:
    first, *links = said.facts["links"]
    told = [_link(said, *link) for link in links]
    yield f"If {said.cell(first[0])} is {digits_in_words(first[1])}, {', '.join(told)}. So {said.loses}."


def _link(said: Said, cell: int, digits: int, holds: bool, reason: int, number: int, _after: tuple[int, ...]) -> str:
    words = digits_in_words(digits)
    if cell >= 0 and reason == Why.CELL:
        return f"{said.cell(cell)} has no candidate left"
    if cell < 0:
        if reason == Why.UNIT:
            return f"{said.board.units[number].name} has no place for {words}"
        return f"{said.board.parts[number].name} has no way left"
    if holds:
        return f"{said.cell(cell)} is {words} ({said.board.units[number].name})"
    if reason == Why.SEEN:
        return f"{said.cell(cell)} loses {words}"
    return f"{said.cell(cell)} loses {words} ({said.board.parts[number].name})"


def _all_rules(said: Said) -> Iterator[str]:
    cell, digit = said.facts["placed"]
    yield f"No technique known here leads on; all rules together leave {said.cell(cell)} only {DIGITS[digit]}."


_SENTENCES = {
    **dict.fromkeys(("full-house", "naked-single", "hidden-single"), _single),
    **dict.fromkeys(("locked-candidates", "seen-by-all-places"), _locked),
    **dict.fromkeys(("naked-pair", "naked-triple", "naked-quadruple"), _naked),
    **dict.fromkeys(("hidden-pair", "hidden-triple", "hidden-quadruple"), _hidden),
    **dict.fromkeys(("x-wing", "swordfish", "jellyfish"), _fish),
    **dict.fromkeys(("rule", "rule in units"), _rule),
    "needed digit": _needed,
    "rule-of-45": _unit_sum,
    **dict.fromkeys(("turbot-fish", "x-chain", "xy-wing", "xy-chain", "aic"), _chain),
    "contradiction-chain": _contradiction,
    "all-rules": _all_rules,
}
