"""Steps as data for programs: JSON, a move for each digit placed or removed, and steps read from what a model gives.

A *claim* is what a step says without its proof: a technique, and what it places or removes. Sentences, records of steps
and moves are all read as claims.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from ..shape import DIGITS
from ..words import ENGLISH
from .record import EXPLANATION_VERSION, PATTERN, Claim, NestedChain, Position, Shown, Spot, Step

# --- JSON -------------------------------------------------------------------------------------------------------------


def as_data(step: Step, language: str = ENGLISH) -> dict[str, Any]:
    """A step for programs: the version of its fields, then these, with a rating as people write it, and its words."""
    is_rated = step.rating is not None
    worth = {"rating": (step.rating or 0) / 10} if is_rated else {"score": step.score, "level": step.level}
    return {
        "version": EXPLANATION_VERSION,
        "technique": step.technique,
        **worth,
        "links": step.links,
        **{name: getattr(step, name) for name in PATTERN},
        "parts": _plain(step.parts),
        "chains": _plain(step.chains),
        "sentence": step.say(language),
    }


def _plain(value: Any) -> Any:
    """Dictionaries in place of the records of a step."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    if isinstance(value, NestedChain):
        return {"links": value.links, "branches": _plain(value.branches)}
    return {name: _plain(getattr(value, name)) for name in value.shown} if isinstance(value, Shown) else value


# --- Moves ------------------------------------------------------------------------------------------------------------

PLACE, REMOVE = "place", "remove"


class Move(NamedTuple):
    """One digit that a step places or removes."""

    step: int
    """The number of the step, from 1: one step can remove several candidates."""
    technique: str
    cell: int
    """Numbered row by row from 0."""
    digit: int
    action: str
    """`place` or `remove`."""
    causes: tuple[int, ...]
    """The cells of the pattern or of its chains, ascending. For a single, filled cells that leave no other place or no
    other digit."""


def moves_of(position: Position, steps: Iterable[Step]) -> list[Move]:
    """Return the moves of steps that follow one another from a position, which they change."""
    moves = []
    for number, step in enumerate(steps, 1):
        causes = tuple(sorted(_causes(position, step)))
        placed = [(*step.placement, PLACE)] if step.placement else []
        for cell, digit, action in (*placed, *((*lost, REMOVE) for lost in step.eliminations)):
            moves.append(Move(number, step.technique, cell, digit, action, causes))
        position.take(step)
    return moves


def _causes(position: Position, step: Step) -> set[int]:
    links = (link for branch in step.chains for link in branch)
    found = {*step.cells, *(cell for part in step.parts for cell in part.cells)}
    found |= {cell for link in links for cell in link.places}
    if found or step.placement is None:
        return found
    (cell, digit), peers, values = step.placement, position.shape.peers, position.values
    if not step.where:
        return {peer for peer in peers[cell] if values[peer]}
    unit = position.shape.cells_of(step.where[0])
    filled = {each for each in unit if values[each]}
    return filled | {peer for each in unit if not values[each] for peer in peers[each] if values[peer] == digit}


# --- Claims -----------------------------------------------------------------------------------------------------------


def claims_in(steps: Any, size: int = 9) -> list[Claim]:
    """Return the claims of steps on a board of a size, in their order.

    `steps` is a text of lines, or a list of sentences, of records as `path --format json` gives them, or of moves. A
    sentence is one of `path`, perhaps with its number, its score and its technique before it. Lines that conclude
    nothing are left out of a text; a sentence in a list counts as a claim of nothing.
    """
    if isinstance(steps, str):
        return [claim for claim in (_of_sentence(line, size) for line in steps.splitlines()) if _concludes(claim)]
    if not isinstance(steps, Sequence):
        return []
    claims: list[Claim] = []
    for number, some in groupby(steps, _step_number):
        if number is None:
            claims += [_of_one(each, size) for each in some]
        else:
            claims.append(_of_moves(list(some), size))
    return claims


def _concludes(claim: Claim) -> bool:
    return claim.placement is not None or bool(claim.eliminations)


def _step_number(step: Any) -> Any:
    return step.get("step") if isinstance(step, Mapping) and "action" in step else None


def _of_one(step: Any, size: int) -> Claim:
    if isinstance(step, str):
        return _of_sentence(step, size)
    if not isinstance(step, Mapping):
        return Claim(None, None, ())
    if "action" in step or "cell" in step:
        return _of_moves([step], size)
    technique = str(step["technique"]) if step.get("technique") else None
    placed, removed = step.get("placement"), step.get("eliminations")
    pairs = [_pair(pair, size) for pair in removed] if isinstance(removed, Sequence) else []
    return Claim(technique, _pair(placed, size), tuple(pair for pair in pairs if pair))


def _of_moves(moves: Sequence[Mapping[str, Any]], size: int) -> Claim:
    placement, eliminations = None, []
    for move in moves:
        pair = _pair((move.get("cell"), move.get("digit")), size)
        if pair and move.get("action", PLACE) == PLACE:
            placement = pair
        elif pair and move.get("action") == REMOVE:
            eliminations.append(pair)
    technique = moves[0].get("technique")
    return Claim(str(technique) if technique else None, placement, tuple(eliminations))


def _pair(given: Any, size: int) -> Spot | None:
    """A cell, as a number or a name, and a digit; None for what is none."""
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != 2:
        return None
    cell, digit = given
    if isinstance(cell, str):
        cell = _cell(cell, size)
    digit = _digit(digit, size) if isinstance(digit, str) else digit
    if not isinstance(cell, int) or not isinstance(digit, int) or not (0 <= cell < size * size and 1 <= digit <= size):
        return None
    return cell, digit


# --- Sentences --------------------------------------------------------------------------------------------------------

_CELL = r"r\d{1,2}c\d{1,2}"
_CELLS = rf"{_CELL}(?:(?:, and|,| and) {_CELL})*"
_DIGITS = r"\w{1,2}(?:(?:, and|,| and) \w{1,2})*"
_LABEL = re.compile(r"^[\s\d.,)*-]*([a-z][a-z0-9]*(?:-[a-z0-9]+)*):\s+")
_ENDING = re.compile(r"\s*(?:\(\d+ links?\))?[\s.]*$")
_REMOVED = re.compile(rf"(?P<first>{_DIGITS}) (?:is|are) removed from (?P<rest>{_CELLS}(?:,? (?:and )?.*)?)$")
_FROM = re.compile(rf"(?P<digits>{_DIGITS}) from (?P<cells>{_CELLS})")
_SOME = r"\w{1,2}(?:-\w{1,2})?\b"
_LOSES = re.compile(rf"(?P<cells>{_CELLS}) loses? (?P<digits>{_SOME}(?:(?:, and|,| and) {_SOME})*)")
_IN_ONE_OF = re.compile(rf"is in (?:{_CELL}(?:, | or ))+{_CELL}, and ")
_PLACED = (
    re.compile(rf"(?P<cell>{_CELL}) (?:is|=) (?P<digit>\w{{1,2}})$"),
    re.compile(rf"(?P<digit>\w{{1,2}}) can only be in (?P<cell>{_CELL})$"),
    re.compile(rf"(?P<cell>{_CELL}).*it is (?P<digit>\w{{1,2}})$"),
    re.compile(rf"leave (?P<cell>{_CELL}) only (?P<digit>\w{{1,2}})$"),
)
_UNEQUAL = re.compile(rf"(?P<cell>{_CELL}) ?(?:<>|!=|≠) ?(?P<digit>\w{{1,2}})$")


def _of_sentence(sentence: str, size: int) -> Claim:
    label = _LABEL.match(sentence)
    text = _ENDING.sub("", sentence[label.end() :] if label else sentence)
    technique = label[1] if label else None
    if found := _last(_REMOVED, text):
        lost = {pair for digits, cells in _lists(f"{found['first']} from {found['rest']}")
                for pair in _pairs(digits, cells, size)}  # fmt: skip
        return Claim(technique, None, tuple(sorted(lost)))
    if losses := [*_LOSES.finditer(_conclusion(text))]:  # a step of people
        lost = {pair for each in losses for pair in _pairs(each["digits"], each["cells"], size)}
        return Claim(technique, None, tuple(sorted(lost)))
    if found := _UNEQUAL.search(text):
        return Claim(technique, None, tuple(_pairs(found["digit"], found["cell"], size)))
    for pattern in _PLACED:
        if found := pattern.search(text):
            return Claim(technique, _pair((found["cell"], found["digit"]), size), ())
    return Claim(technique, None, ())


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """A match of the conclusion: what follows the last "so"."""
    start = text.rfind("so ")
    return pattern.search(text, start + 3 if start >= 0 else 0)


def _conclusion(text: str) -> str:
    """The text from the last "so" on, without the cells of which one holds a digit."""
    start = text.lower().rfind("so ")
    return _IN_ONE_OF.sub("", text[max(start, 0) :])


def _lists(text: str) -> Iterator[tuple[str, str]]:
    """The digits and cells of such as "2 from r3c4, and 5 from r2c4 and r2c5"."""
    return ((found["digits"], found["cells"]) for found in _FROM.finditer(text))


def _pairs(digits: str, cells: str, size: int) -> Iterator[Spot]:
    for cell in re.findall(_CELL, cells):
        for word in re.split(r", and |, | and ", digits):
            first, _, last = (_digit(end, size) for end in word.partition("-"))
            for digit in range(first or 0, (last or first or 0) + 1):
                if pair := _pair((cell, digit), size):
                    yield pair


def _cell(name: str, size: int) -> int | None:
    found = re.fullmatch(r"r(\d{1,2})c(\d{1,2})", name.strip().lower())
    if not found:
        return None
    row, column = int(found[1]) - 1, int(found[2]) - 1
    return row * size + column if 0 <= row < size and 0 <= column < size else None


def _digit(word: str, size: int) -> int | None:
    if word.isdecimal():
        return int(word)
    value = DIGITS.find(word.upper()) if len(word) == 1 else -1
    return value if 9 < value <= size else None
