"""The steps of ratings, read from the records of the kernels: whole paths, and the first step of a family.

Chains within chains are put back in order: the kernels keep only which candidates hold in one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import rules
from ..native import core, record_dtype, technique_of
from ..rating import USUAL_HOUSES, kernels_of
from ..shape import Shape, Unit, Where
from .record import CELL, Branch, Link, Literal, NestedChain, Part, Position, Spot, Step, digits_of
from .sentences import rated_phrase

FAMILIES: tuple[str, ...] = tuple(core.families)
"""The families of techniques in the order in which the rater tries them."""

_RECORD = record_dtype(core.step_layout)


class Rater(NamedTuple):
    """The kernels that find the steps of ratings on a board."""

    kernels: Any
    shape: Shape
    houses: NDArray[np.uint8]
    """As the kernels take them."""

    @classmethod
    def of(cls, board: Shape | rules.Variant) -> Rater:
        """Of a shape, or of a variant; ValueError for rules that are no houses."""
        if isinstance(board, Shape):
            return cls(kernels_of(board), board, USUAL_HOUSES)
        houses = rules.houses.houses_of(board)
        return cls(core.any_rating, houses, houses.numbers)

    def path(self, puzzle: NDArray[np.uint8]) -> list[Step]:
        """The steps of a puzzle with one solution."""
        records = np.zeros(core.most_steps, _RECORD)
        explanations = self.kernels.path(self.shape, self.houses, puzzle[None], records.view(np.uint8))
        position, found = Position(self.shape, puzzle.tolist()), []
        taken = records[: len(explanations)]
        has_pattern: list[bool] = np.any(taken["cells"], axis=1).tolist()
        for record, explanation, has_cells in zip(taken, explanations, has_pattern, strict=True):
            if explanation[0] or has_cells:
                step = _step(record, explanation, self.shape, position.masks)
            else:
                step = _plain_step(record.tobytes(), self.shape)
            position.take(step)
            found.append(step)
        return found

    def find(self, family: str, puzzle: NDArray[np.uint8], masks: NDArray[Any]) -> Step | None:
        """What a family finds in a position; ValueError for masks that are none, and for an unknown family."""
        if family not in FAMILIES:
            raise ValueError(f"no family {family!r}: see engine.paths.rated.FAMILIES")
        if puzzle.shape != (self.shape.cells,) or masks.shape != puzzle.shape:
            shapes = f"{puzzle.shape} and {masks.shape}"
            raise ValueError(f"a position is one puzzle and its candidates, not shapes {shapes}")
        check_masks(masks, self.shape.size)
        kept = masks.astype(np.uint16)
        record, number = np.zeros(1, _RECORD), FAMILIES.index(family)
        found = self.kernels.find_step(self.shape, self.houses, number, puzzle[None], kept, record.view(np.uint8))
        if found is None:
            return None
        return _step(record[0], found, self.shape, Position(self.shape, puzzle.tolist(), kept.tolist()).masks)


def check_masks(masks: NDArray[Any], size: int) -> None:
    """Refuse candidates that are not masks of a size, with ValueError."""
    if not are_within(masks, 2**size - 1):
        raise ValueError(f"candidates are masks of {size} bits, whole numbers in 0 .. {2**size - 1}")


def are_within(numbers: NDArray[Any], highest: int) -> bool:
    """Whether numbers are whole ones in 0 .. `highest`."""
    return numbers.dtype.kind in "iu" and not ((numbers < 0) | (numbers > highest)).any()


@lru_cache(16_384)  # four steps in five are of this kind, and there are some 3,000 different ones at 9x9
def _plain_step(record: bytes, shape: Shape) -> Step:
    """A step without a pattern of cells: no candidates explain it."""
    return _step(np.frombuffer(record, _RECORD)[0], ((), ()), shape, ())


def _step(record: Any, explanation: Any, shape: Shape, candidates: Sequence[int]) -> Step:
    mask = int(record["units"])
    units = (divmod(bit, shape.size) for bit in range(mask.bit_length()) if mask >> bit & 1)
    removed = record["removed"]
    gone = np.flatnonzero(removed).tolist()
    found = Step(
        technique=technique_of(int(record["technique"])).name,
        rating=int(record["rating"]),
        cells=tuple(np.flatnonzero(record["cells"]).tolist()),
        digits=digits_of(record["digits"]),
        where=tuple(shape.unit(_KINDS.get(kind, kind) * shape.size + number) for kind, number in units),
        links=int(record["links"]),
        placement=(int(record["cell"]), int(record["digit"]) + 1) if record["cell"] >= 0 else None,
        eliminations=tuple((cell, digit) for cell in gone for digit in digits_of(removed[cell])),
        chains=_chains(explanation, shape, candidates),
        shape=shape,
        phrase=rated_phrase,
    )
    parts = _parts_of(found, candidates)
    return replace(found, parts=parts) if parts else found


# --- The parts of a pattern -------------------------------------------------------------------------------------------


def _parts_of(step: Step, candidates: Sequence[int]) -> tuple[Part, ...]:
    """The parts of a pattern in a position with these masks of candidates; none for singles and chains."""
    technique, cells, digits = step.technique, step.cells, step.digits
    own = {cell: digits_of(candidates[cell]) for cell in cells}
    match technique:
        case "xy-wing" | "xyz-wing":
            # of an XY-wing the cell without the shared digit, of an XYZ-wing that with three candidates
            is_xy = technique == "xy-wing"
            pivot = next(cell for cell, held in own.items() if (digits[0] not in held if is_xy else len(held) == 3))
            pincers = [Part("pincer", (cell,), own[cell]) for cell in cells if cell != pivot]
            return (Part("pivot", (pivot,), own[pivot]), *pincers)
        case "x-wing" | "swordfish" | "jellyfish":
            base, cover = _fish_lines(step)
            return Part("base", cells, digits, base), Part("cover", cells, digits, cover)
        case "unique-rectangle" | "unique-loop":
            return Part("loop", cells, digits), *extras(digits, own)
        case "bug-1" | "bug-2" | "bug-3" | "bug-4":
            return tuple(Part("extra", (cell,), tuple(sorted({*own[cell]} & {*digits}))) for cell in cells)
        case "aligned-pair-exclusion" | "aligned-triplet-exclusion":
            return tuple(Part("set", (cell,), own[cell]) for cell in cells)
        case "pointing" | "claiming" | "direct-pointing" | "direct-claiming":
            return (Part("places", cells, digits, step.where),)
        case _ if technique.endswith(("-pair", "-triplet", "-quad")):
            return (Part("set", cells, digits, step.where[:1]),)
    return ()


def extras(digits: Sequence[int], own: Mapping[int, Sequence[int]]) -> Iterable[Part]:
    """The cells of a loop that have further candidates, with these."""
    for cell, held in own.items():
        if further := tuple(digit for digit in held if digit not in digits):
            yield Part("extra", (cell,), further)


def _fish_lines(step: Step) -> tuple[tuple[Where, ...], tuple[Where, ...]]:
    """The lines in which a digit has few places, and the lines that cross them there, which lose it elsewhere."""
    cell, _digit = step.eliminations[0]
    loses = [each for each in step.where if cell in step.shape.cells_of(each)]
    rows, columns = (tuple(each for each in step.where if each[0] == kind) for kind in ("row", "column"))
    return (columns, rows) if any(each in rows for each in loses) else (rows, columns)


# --- Chains -----------------------------------------------------------------------------------------------------------

_KINDS = {0: 2, 1: 0, 2: 1}
"""Kinds of units of the kernels, which have blocks before rows and columns, as `Shape.kinds` orders them."""

_ASSUMPTION, _NESTED, _TECHNIQUE = 8, 9, 12  # the reasons of explanation.hpp


def _chains(facts: Any, shape: Shape, candidates: Sequence[int]) -> tuple[Branch, ...]:
    """The branches of a step as the kernels give them, in a position with these masks of candidates."""
    branches, nested = facts
    return tuple(_branch(branch, nested, shape, candidates) for branch in branches)


def _branch(branch: Any, nested: Any, shape: Shape, candidates: Sequence[int]) -> Branch:
    links: list[Link] = []
    for cell, digit, holds, reason, number, after in branch:
        kind, where, chain = "strong" if holds else "weak", None, None
        if reason < _ASSUMPTION:
            where = _unit(cell, reason - 1, shape) if reason else CELL
        elif reason == _ASSUMPTION:
            kind = "assumption"
        elif reason == _NESTED:
            kind, left = "nested", list(candidates)
            for place in after:
                left[links[place].cell] &= ~(1 << links[place].digit - 1)
            chain = _Nested(shape, left).chain(nested[number], (cell, digit + 1))
        elif reason >= _TECHNIQUE:
            kind = technique_of(reason - _TECHNIQUE).name
        links.append(Link(cell, digit + 1, holds, kind, where, tuple(after), chain))
    return tuple(links)


def _unit(cell: int, kind: int, shape: Shape) -> Unit:
    kind, units = _KINDS.get(kind, kind), shape.units_of[cell]
    return shape.unit(next((unit for unit in units if unit // shape.size == kind), units[0]))


_Reasoned = list[tuple[Literal, tuple[int, ...]]]
"""Literals with the places of those that they follow from."""

_Reasons = dict[Literal, list[Literal]]
"""Literals with those that they follow from."""


class _Nested(NamedTuple):
    """A position in which chains hold that are nested in others.

    Every link is followed again here, so what comes out is an argument that holds in the position.
    """

    shape: Shape
    candidates: Sequence[int]

    def chain(self, facts: Any, removed: Spot) -> NestedChain:
        """The chain that rules out a candidate, as the kernels give it."""
        _kind, links, given = facts
        literals = [[Literal(cell, digit + 1, holds) for cell, digit, holds in branch] for branch in given]
        return NestedChain(links, tuple(map(self._linked, self._branches(literals, removed))))

    def _linked(self, branch: _Reasoned) -> Branch:
        links = []
        for (cell, digit, holds), after in branch:
            kind = "assumption" if not after else "strong" if holds else "weak"
            where = self._common_unit([branch[place][0] for place in after], cell) if after else None
            links.append(Link(cell, digit, holds, kind, where, after))
        return tuple(links)

    def _common_unit(self, before: Sequence[Literal], cell: int) -> Unit:
        """The unit in which a literal follows from others, or `CELL`; blocks first, as the rater looks for them."""
        if all(other.cell == cell for other in before):
            return CELL
        units = self.shape.units_of[cell][::-1]
        return self.shape.unit(next(unit for unit in units if all(at.cell in self.shape.units[unit] for at in before)))

    def _branches(self, given: Sequence[Sequence[Literal]], removed: Spot) -> list[_Reasoned]:
        """The branches from their literals, which come from each end back.

        A cycle comes as its literals one way round and the other; its one branch ends where it began. The list is empty
        if the chain needs other techniques.
        """
        if len(given) == 2 and {(*at[:2], not at.holds) for at in given[0]} == set(given[1]):
            start, *others = given[0]
            return [_in_line([start, *others[::-1], start])]
        if len(given) == 1:
            return [_in_line(given[0][::-1])]
        possible = [self._by_assumption(branch) for branch in given]
        clash = given[0][0] != given[1][0]
        for assumed in product(*possible):
            if _refutes(assumed, removed) if clash else self._leaves_no_other(assumed):
                ways = zip(given, possible, assumed, strict=True)
                return [_sorted(branch[0], reasons[first]) for branch, reasons, first in ways]
        return []

    def _leaves_no_other(self, assumed: Sequence[Literal]) -> bool:
        """Whether one of the assumptions holds: a candidate or its opposite, or all that a cell or unit can take."""
        (cell, digit, holds), given = assumed[0], {*assumed[1:]}
        if given == {Literal(cell, digit, not holds)}:
            return True
        others = ({at._replace(holds=True) for at in rivals} for rivals in self._rivals(cell, digit))
        return holds and given in others

    def _by_assumption(self, given: Sequence[Literal]) -> dict[Literal, _Reasons]:
        """The reasons of all literals, for each of them that leads to all others."""
        found = {assumed: self._reasons(assumed, given) for assumed in reversed(given)}
        return {assumed: reasons for assumed, reasons in found.items() if len(reasons) == len(set(given))}

    def _reasons(self, assumed: Literal, given: Sequence[Literal]) -> _Reasons:
        """The reason of each literal that follows from the assumption."""
        reasons: _Reasons = {assumed: []}
        before = 0
        while before < len(reasons):
            before = len(reasons)
            for literal in given:
                if literal not in reasons and (found := self._reason(literal, reasons)):
                    reasons[literal] = found
        return reasons

    def _reason(self, literal: Literal, known: _Reasons) -> list[Literal]:
        """The literals from which a literal follows, among the known ones; empty if there are none."""
        cell, digit, holds = literal
        if holds:
            groups = (others for others in self._rivals(cell, digit) if others and all(at in known for at in others))
            return next(groups, [])
        same_cell = [at for at in known if at.holds and at.cell == cell and at.digit != digit]
        seen = [at for at in known if at.holds and at.digit == digit and at.cell in self.shape.peers[cell]]
        return (same_cell or seen)[:1]

    def _rivals(self, cell: int, digit: int) -> Iterator[list[Literal]]:
        """Groups of rivals of a candidate, which holds if a group does not: of its cell, or its digit in a unit."""
        yield [Literal(cell, other, False) for other in digits_of(self.candidates[cell]) if other != digit]
        for unit in self.shape.units_of[cell][::-1]:
            others = (other for other in self.shape.units[unit] if other != cell)
            yield [Literal(other, digit, False) for other in others if self.candidates[other] >> digit - 1 & 1]


def _refutes(assumed: Sequence[Literal], removed: Spot) -> bool:
    """Whether one assumption is refuted, and the candidate goes with it."""
    cell, digit = removed
    return len(set(assumed)) == 1 and assumed[0].cell == cell and assumed[0].holds == (assumed[0].digit == digit)


def _in_line(literals: Sequence[Literal]) -> _Reasoned:
    return [(literal, (place - 1,) if place else ()) for place, literal in enumerate(literals)]


def _sorted(end: Literal, reasons: _Reasons) -> _Reasoned:
    """The literals that lead to the end, each after its reasons."""
    places: dict[Literal, int] = {}
    branch: _Reasoned = []

    def add(literal: Literal) -> int:
        if literal not in places:
            after = tuple(add(reason) for reason in reasons[literal])
            places[literal] = len(branch)
            branch.append((literal, after))
        return places[literal]

    add(end)
    return branch
