"""Steps that somebody else gives: read as claims, each proven or refuted where the right ones before it lead to.

A *claim* is what a step says without its proof: a technique, and what it places or removes. Sentences, records of steps
and moves are all read as claims.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from ..grades import SCORED_BLOCKS
from ..native import TECHNIQUES
from ..shape import DIGITS, cell_name
from ..solving import AnyRules, Puzzles, is_variant, true_candidates
from .path import Begun, puzzle_of
from .rated import FAMILIES
from .record import PLACE, REMOVE, SINGLES, SUBSETS, Claim, Position, Spot, Step
from .scored import find_solving_steps
from .scores import SOLVING_TECHNIQUES


@dataclass(frozen=True, slots=True)
class CheckedStep:
    """Whether a step is right, and if not, why."""

    claim: Claim
    is_right: bool
    """Whether its conclusion is true and new, and its technique, if it names one, leads there or is not refuted."""
    technique_holds: bool | None
    """Whether the technique gives the conclusion in the position; None if none is named, or if that is not known: of
    the chains of ratings, and under rules, only the first steps are looked for."""
    why: str
    """Why it is wrong; empty if it is right."""


def check_steps(
    puzzle: Puzzles, steps: Any, rules: AnyRules | None = None, *, blocks: str | None = None
) -> list[CheckedStep]:
    """Prove or refute each step of a solution, in their order.

    `steps` is what `claims_in` takes: sentences, records of `path`, or moves. A step is compared with all solutions,
    and its technique is looked for in the marks that the steps before it leave. A step whose conclusion is not true
    changes no mark. The puzzle, its rules and errors as in `engine.true_candidates`; ValueError for several puzzles.
    """
    board = _Board(puzzle, rules, blocks)
    return [board.checked(claim) for claim in claims_in(steps, board.position.shape.size)]


def check_step(puzzle: Puzzles, step: Any, values: Sequence[int], candidates: Sequence[int]) -> CheckedStep:
    """Prove or refute one step of a board that has been begun: its values, and masks of the candidates left, 0 for all.

    `step` is a sentence or a record of `path`. ValueError for values or candidates that are not one for each cell, and
    as in `check_steps`.
    """
    board = _Board(puzzle, None, None)
    position = board.position
    if {len(values), len(candidates)} != {position.shape.cells}:
        raise ValueError(f"a position of this puzzle has {position.shape.cells} cells")
    every = 2**position.shape.size - 1
    board.position = Position(position.shape, values, [mask or every for mask in candidates])
    (claim,) = claims_in([step], position.shape.size)
    return board.checked(claim)


class _Board:
    """A puzzle after the right steps so far."""

    def __init__(self, puzzle: Puzzles, rules: AnyRules | None, blocks: str | None) -> None:
        self._puzzle = given = puzzle_of(puzzle, rules, blocks)
        if given.clues.ndim != 1:
            raise ValueError("one puzzle is needed, not several")
        self.position = Position(given.shape, given.clues.tolist())
        self._true = true_candidates(given.board, blocks=given.blocks).tolist()

    def checked(self, claim: Claim) -> CheckedStep:
        """Prove or refute a step, and take it if its conclusion is true."""
        if why := self._why_wrong(claim):
            return CheckedStep(claim, False, None, why)
        holds = None if claim.technique is None else self._holds(claim, claim.technique)
        self.position.take(claim)
        why = f"the marks so far have no such step: {claim.technique}" if holds is False else ""
        return CheckedStep(claim, not why, holds, why)

    def _why_wrong(self, claim: Claim) -> str:
        """Why a conclusion is not true or not new."""
        if claim.placement is None and not claim.eliminations:
            return "it places and removes nothing that can be read"
        size, masks = self.position.shape.size, self.position.masks
        if claim.placement:
            cell, digit = claim.placement
            if self._true[cell] != 1 << digit - 1:
                return f"{cell_name(*divmod(cell, size))} is not {DIGITS[digit]} in every solution"
            if self.position.values[cell]:
                return f"{cell_name(*divmod(cell, size))} is filled already"
        for cell, digit in claim.eliminations:
            if self._true[cell] >> digit - 1 & 1:
                return f"{cell_name(*divmod(cell, size))} can be {DIGITS[digit]}"
        if not claim.placement and not any(masks[cell] >> digit - 1 & 1 for cell, digit in claim.eliminations):
            return "what it removes is no candidate any more"
        return ""

    def _holds(self, claim: Claim, technique: str) -> bool | None:
        """Whether a technique gives all that is new in a conclusion."""
        masks = self.position.masks
        wanted = {lost for lost in claim.eliminations if masks[lost[0]] >> lost[1] - 1 & 1}
        if claim.placement:  # the other candidates of its cell go with it
            wanted = {lost for lost in wanted if lost[0] != claim.placement[0]}
        if technique in SINGLES and claim.placement:
            return not wanted and self._is_single(technique, *claim.placement)
        for step in self._found(technique):
            if claim.placement in (None, step.placement):
                wanted -= {*step.eliminations}
                if not wanted:
                    return True
        return False if self._all_are_found(technique) else None

    def _is_single(self, technique: str, cell: int, digit: int) -> bool:
        shape, masks, values = self.position.shape, self.position.masks, self.position.values
        if technique == "naked-single":
            return masks[cell] == 1 << digit - 1
        units = [(unit, cells) for unit, cells in enumerate(shape.units) if cell in cells and len(cells) == shape.size]
        if technique in ("last-value", "full-house"):
            return any(sum(not values[each] for each in cells) == 1 for _unit, cells in units)
        return any(
            [each for each in cells if masks[each] >> digit - 1 & 1] == [cell]
            for unit, cells in units
            if technique == "hidden-single" or (shape.unit(unit).kind == "block") == technique.endswith("-block")
        )

    def _found(self, technique: str) -> Iterator[Step]:
        """The steps of a technique that the position has: of HoDoKu, of ratings, and of people."""
        values, masks = self.position.values, self.position.masks
        if is_variant(self._puzzle.board):
            found = Begun(self._puzzle, values, masks).possible()
            yield from (step for step in found if step.technique == technique)
            return
        for name in _SCORED_AS.get(technique, ()) if self._puzzle.blocks == SCORED_BLOCKS else ():
            # Either search keeps one chain for a conclusion, perhaps of another technique.
            for wide in (False, True):
                found = find_solving_steps(_RULES[name], self._puzzle.clues, values, masks, wide=wide)
                yield from (step for step in found if step.technique == name)
        if family := _FAMILY_OF.get(technique):
            step = self._puzzle.rater.find(family, np.array(values, np.uint8), np.array(masks))
            if step and step.technique == technique:
                yield step

    def _all_are_found(self, technique: str) -> bool:
        """Whether `_found` gives every conclusion of a technique; also for a name that is none."""
        is_known = technique in _SCORED_AS or technique in _FAMILY_OF or is_variant(self._puzzle.board)
        if technique in SINGLES or not is_known:
            return True
        is_scored = self._puzzle.blocks == SCORED_BLOCKS and technique in _SCORED_AS
        return is_scored and not technique.startswith(_FIRST_ONLY)


# --- Which kernels find a technique -----------------------------------------------------------------------------------

_FIRST_ONLY = ("forcing-", "brute-force", "x-chain")
"""Techniques of which HoDoKu's search gives only some; x-chains of ratings can be longer than its own."""

_RULES = {each.name: each.rule for each in SOLVING_TECHNIQUES}

_SCORED_AS = (
    {name: (name,) for name in _RULES}
    | {f"{kind}-{rated}": (f"{kind}-{size}",) for size, rated in SUBSETS.items() for kind in ("naked", "hidden")}
    | {"naked-pair": ("naked-pair", "locked-pair")}
    | dict.fromkeys(("naked-triple", "naked-triplet"), ("naked-triple", "locked-triple"))
)
"""The techniques of scores that find all of one; a locked pair is a naked pair too."""

_FAMILY_OF = {
    **{each.name: each.name if each.name in FAMILIES else "chains" for each in TECHNIQUES},
    **dict.fromkeys(("direct-pointing", "direct-claiming"), "direct-locking"),
    **dict.fromkeys(("pointing", "claiming"), "locking"),
    "unique-rectangle": "unique-loop",
    **{f"bug-{kind}": "bug" for kind in range(1, 5)},
    **dict.fromkeys(("cell-chains", "region-chains"), "multiple-chains"),
}
"""The family of ratings that can find a technique."""


# --- Claims read ------------------------------------------------------------------------------------------------------


def claims_in(steps: Any, size: int = 9) -> list[Claim]:
    """Return the claims of steps on a board of a size, in their order.

    `steps` is a text of lines, or a list of sentences, of records as `path --format json` gives them, or of moves. A
    sentence is one of `path`, perhaps with its number, its score and its technique before it. Lines that conclude
    nothing are left out of a text; a sentence in a list counts as a claim of nothing.
    """
    if isinstance(steps, str):
        claims = (_of_sentence(line, size) for line in steps.splitlines())
        return [claim for claim in claims if claim.placement or claim.eliminations]
    found: list[Claim] = []
    for number, some in groupby(steps if isinstance(steps, Sequence) else (), _step_number):
        each = [*some]
        found += [_of_moves(each, size)] if number is not None else [_of_one(step, size) for step in each]
    return found


def _step_number(step: Any) -> Any:
    return step.get("step") if isinstance(step, Mapping) and "action" in step else None


def _of_one(step: Any, size: int) -> Claim:
    if isinstance(step, str):
        return _of_sentence(step, size)
    if not isinstance(step, Mapping):
        return Claim(None, None, ())
    if "action" in step or "cell" in step:
        return _of_moves([step], size)
    placed, removed = step.get("placement"), step.get("eliminations")
    pairs = [_pair(pair, size) for pair in removed] if isinstance(removed, Sequence) else []
    return Claim(_technique(step), _pair(placed, size), tuple(pair for pair in pairs if pair))


def _of_moves(moves: Sequence[Mapping[str, Any]], size: int) -> Claim:
    placement, eliminations = None, []
    for move in moves:
        pair = _pair((move.get("cell"), move.get("digit")), size)
        if pair and move.get("action", PLACE) == PLACE:
            placement = pair
        elif pair and move.get("action") == REMOVE:
            eliminations.append(pair)
    return Claim(_technique(moves[0]), placement, tuple(eliminations))


def _technique(step: Mapping[str, Any]) -> str | None:
    return str(step["technique"]) if step.get("technique") else None


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
    so = text.rfind("so ")
    if found := _REMOVED.search(text, so + 3 if so >= 0 else 0):  # such as 2 from r3c4, and 5 from r2c4 and r2c5
        lists = [*_FROM.finditer(f"{found['first']} from {found['rest']}")]
    else:  # a step of people concludes without the cells of which one holds a digit
        conclusion = text[max(text.lower().rfind("so "), 0) :]
        lists = [*_LOSES.finditer(_IN_ONE_OF.sub("", conclusion))]
    if lists:
        lost = {pair for each in lists for pair in _pairs(each["digits"], each["cells"], size)}
        return Claim(technique, None, tuple(sorted(lost)))
    if found := _UNEQUAL.search(text):
        return Claim(technique, None, tuple(_pairs(found["digit"], found["cell"], size)))
    for pattern in _PLACED:
        if found := pattern.search(text):
            return Claim(technique, _pair((found["cell"], found["digit"]), size), ())
    return Claim(technique, None, ())


def _pairs(digits: str, cells: str, size: int) -> Iterator[Spot]:
    for cell in re.findall(_CELL, cells):
        for word in re.split(r", and |, | and ", digits):
            first, _, last = (_digit(end, size) for end in word.partition("-"))
            for digit in range(first or 0, (last or first or 0) + 1):
                if pair := _pair((cell, digit), size):
                    yield pair


def _cell(name: str, size: int) -> int | None:
    found = re.fullmatch(r"r(\d{1,2})c(\d{1,2})", name.strip().lower())
    row, column = (int(number) - 1 for number in found.groups()) if found else (-1, -1)
    return row * size + column if 0 <= row < size and 0 <= column < size else None


def _digit(word: str, size: int) -> int | None:
    if word.isdecimal():
        return int(word)
    value = DIGITS.find(word.upper()) if len(word) == 1 else -1
    return value if 9 < value <= size else None
