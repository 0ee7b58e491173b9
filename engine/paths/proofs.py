"""Steps that somebody else gives, each proven or refuted from the position that the right ones before it lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..boards import puzzles_and_shape
from ..native import TECHNIQUES
from ..rules.variant import Variant
from ..shape import DIGITS, cell_name
from ..solving import AnyRules, Puzzles, ruled, true_candidates
from .data import claims_in
from .path import Begun, find_step, puzzle_of
from .rated import FAMILIES
from .record import SINGLES, Claim, Position, Step
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
    kept = [mask or every for mask in candidates]
    board.position = Position(position.shape, values, kept, clues=tuple(position.values))
    (claim,) = claims_in([step], position.shape.size)
    return board.checked(claim)


class _Board:
    """A puzzle after the right steps so far."""

    def __init__(self, puzzle: Puzzles, rules: AnyRules | None, blocks: str | None) -> None:
        under = ruled(puzzle, rules, blocks)
        self._variant: Variant | None = under.variant() if under else None
        if self._variant is not None:
            self._clues, self._blocks = self._variant.clues, None
            self.position = Position.of(self._variant)
        else:
            self._clues, shape = puzzles_and_shape(puzzle, blocks)  # type: ignore[arg-type]
            if self._clues.ndim != 1:
                raise ValueError("one puzzle is needed, not several")
            self._blocks = shape.blocks
            self.position = Position(shape, self._clues.tolist())
        self._true = true_candidates(self._variant or self._clues, blocks=self._blocks).tolist()

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
        size, values, masks = self.position.shape.size, self.position.values, self.position.masks
        if claim.placement:
            cell, digit = claim.placement
            if self._true[cell] != 1 << digit - 1:
                return f"{cell_name(*divmod(cell, size))} is not {DIGITS[digit]} in every solution"
            if values[cell]:
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
        shape, masks = self.position.shape, self.position.masks
        if technique == "naked-single":
            return masks[cell] == 1 << digit - 1
        for unit, cells in enumerate(shape.units):
            if cell not in cells or len(cells) < shape.size:
                continue
            is_block = shape.unit(unit).kind == "block"
            if technique in _LAST:
                if sum(not self.position.values[each] for each in cells) == 1:
                    return True
            elif technique != "hidden-single" and is_block != technique.endswith("-block"):
                continue
            elif [each for each in cells if masks[each] >> digit - 1 & 1] == [cell]:
                return True
        return False

    def _found(self, technique: str) -> Iterator[Step]:
        """The steps of a technique that the position has: of HoDoKu, of ratings, and of people."""
        values, masks = self.position.values, self.position.masks
        if self._variant is not None:
            yield from _named(Begun(puzzle_of(self._variant), values, masks).possible(), technique)
            return
        if self._is_scored:
            for rule in _SCORING_RULES.get(technique, ()):
                found = find_solving_steps(rule, self._clues, values, masks, wide=True)
                yield from found if technique in _SPELLED_OTHERWISE else _named(found, technique)
        if family := _FAMILY_OF.get(technique):
            step = find_step(family, np.array(values, np.uint8), masks, blocks=self._blocks)
            yield from _named([step] if step else [], technique)

    @property
    def _is_scored(self) -> bool:
        return self._variant is None and self._blocks == "3x3"

    def _all_are_found(self, technique: str) -> bool:
        """Whether `_found` gives every conclusion of a technique; also for a name that is none."""
        if technique in SINGLES or not (technique in _SCORING_RULES or technique in _FAMILY_OF or self._variant):
            return True
        return self._is_scored and bool(_SCORING_RULES.get(technique)) and not technique.startswith(_FIRST_ONLY)


def _named(steps: Iterable[Step], technique: str) -> Iterator[Step]:
    return (step for step in steps if step.technique == technique)


# --- Which kernels find a technique -----------------------------------------------------------------------------------

_LAST = ("last-value", "full-house")
_FIRST_ONLY = ("forcing-", "brute-force", "x-chain")
"""Techniques of which HoDoKu's search gives only some; x-chains of ratings can be longer than its own."""

_SPELLED_OTHERWISE = {
    "naked-pair": ("naked-pair", "locked-pair"),
    "naked-triple": ("naked-triple", "locked-triple"),
    "naked-triplet": ("naked-triple", "locked-triple"),
    "naked-quad": ("naked-quadruple",),
    "hidden-triplet": ("hidden-triple",),
    "hidden-quad": ("hidden-quadruple",),
}
"""Names of techniques of ratings that are all found by rules of scores; a locked pair is a naked pair too."""

_SCORING_RULES = {each.name: (each.rule,) for each in SOLVING_TECHNIQUES} | _SPELLED_OTHERWISE

_FAMILY_OF = {
    **{each.name: each.name if each.name in FAMILIES else "chains" for each in TECHNIQUES},
    **dict.fromkeys(("direct-pointing", "direct-claiming"), "direct-locking"),
    **dict.fromkeys(("pointing", "claiming"), "locking"),
    "unique-rectangle": "unique-loop",
    **{f"bug-{kind}": "bug" for kind in range(1, 5)},
    **dict.fromkeys(("cell-chains", "region-chains"), "multiple-chains"),
}
"""The family of ratings that can find a technique."""
