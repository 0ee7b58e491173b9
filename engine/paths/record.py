"""A step of a path as data: what it places or removes, the parts of its pattern, its chains, and its position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from .. import rules
from ..native import core
from ..shape import Cell, Shape, Unit, Where
from ..solving import is_variant
from ..words import ENGLISH, Fitting, Phrase, words_in

EXPLANATION_VERSION = 1
"""Goes up when a field of a step, a part or a link changes its name or its meaning."""

NO_LIMIT = 2**31 - 1
"""As many steps as there are."""

CELL = Unit("cell", 0)
"""Where a link within one cell lies."""


class Shown:
    """A record that shows more than its own fields, such as the names of units."""

    __slots__ = ()
    shown: ClassVar[Sequence[str]]
    """Its fields, as programs and people read them."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.shown)})"


@dataclass(frozen=True, slots=True, repr=False)
class Part(Shown):
    """A part of a pattern with its role, such as the pivot of a wing. Cells and digits as in `Step`."""

    shown = ("role", "cells", "digits", "units")

    role: str
    """pivot, pincer, base, cover, loop, extra, set, or places; of a scored step also fin and endo-fin of a fish, common
    of almost locked sets, crossing, stem, strong for a strong link, and color-1 to color-4; of a variant also rule, the
    cells of a house or a mark, and left, the candidates that stay in a cell."""
    cells: tuple[int, ...]
    digits: tuple[int, ...] = ()
    where: tuple[Where, ...] = ()
    """The lines of a base or cover, or the unit of a set."""

    @property
    def units(self) -> tuple[str, ...]:
        """The names of `where`, such as "row 3"."""
        return tuple(each.name for each in self.where)


@dataclass(frozen=True, slots=True, repr=False)
class Link(Shown):
    """A cell that holds a digit, or does not, and why."""

    shown: ClassVar[Sequence[str]] = ("cell", "digit", "holds", "kind", "unit", "after", "nested")

    cell: int
    digit: int
    holds: bool
    kind: str
    """- `assumption`: the first of a branch
    - `weak`: a digit that holds, so this one does not
    - `strong`: the last place of a unit, or the last candidate of a cell, so it holds
    - `als`: an almost locked set that lost a digit, so its other digits have no other places
    - `nested`: a chain within the chain rules it out
    - a technique, such as `pointing`: it rules this candidate out"""
    where: Where | None
    """Where a weak or strong link lies: a unit, or `CELL`; else None."""
    after: tuple[int, ...]
    """The links that it follows from, by their places in the branch. A strong link follows from all that are missing
    in its unit, a nested chain or technique from those that the position must lose before it applies."""
    nested: NestedChain | None = None

    @property
    def unit(self) -> str:
        """The name of `where`, such as "row 3", or "cell"; empty for none."""
        return "" if self.where is None else "cell" if self.where == CELL else self.where.name

    @property
    def places(self) -> tuple[int, ...]:
        """The cells that it speaks of: one, or a group."""
        return (self.cell,)


@dataclass(frozen=True, slots=True, repr=False)
class GroupLink(Link):
    """A link of several cells: the digit is in one of them (`holds`), or in none. `cell` is the first of them.

    Without the digit an almost locked set may be locked: a link of kind `als` follows from that.
    """

    shown = (*Link.shown, "cells")

    cells: tuple[int, ...] = ()

    @property
    def places(self) -> tuple[int, ...]:
        """The cells of the group."""
        return self.cells


@dataclass(frozen=True, slots=True)
class NestedChain:
    """A chain within a chain: it holds in the position without the candidates that its link follows from."""

    links: int
    """Its length as Sudoku Explainer counts it, with all that is nested in it."""
    branches: tuple[tuple[Link, ...], ...]
    """Empty if it uses techniques that have no links."""


Branch = tuple[Link, ...]
"""The links of a chain in their order."""

Spot = tuple[int, int]
"""A cell and a digit."""


class Literal(NamedTuple):
    """A candidate that holds, or does not."""

    cell: int
    digit: int
    holds: bool


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Step:
    """One step of a path, of any scale: everything needed to draw, say or apply one.

    Cells are numbered row by row from 0; digits are 1 to S.
    """

    technique: str
    """Its name: one of `engine.TECHNIQUES` if it is rated, else of `engine.SOLVING_TECHNIQUES` or
    `engine.paths.people.PEOPLE_TECHNIQUES`."""
    rating: int | None = None
    """Tenths; None for a step of a score."""
    score: int | None = None
    """The points that it adds to the score of the puzzle; None for a rated step."""
    level: str | None = None
    """The least level of a puzzle that needs it; None for a rated step."""
    links: int = 0
    """The length of a chain as Sudoku Explainer counts it, or the literals of its chains, side branches too, as HoDoKu
    does; 0 for other techniques."""
    cells: tuple[int, ...] = ()
    """The cells of the pattern, or those where the chains of a rated step start; empty for a single, and for chains of
    a score."""
    digits: tuple[int, ...] = ()
    """The digits of the pattern, or those that the chains of a rated step start with; empty as `cells` is."""
    where: tuple[Where, ...] = ()
    """The units and the rules of the pattern; empty if it needs none."""
    placement: Spot | None = None
    """The cell and the digit that it gets, if the step fills a cell."""
    eliminations: tuple[Spot, ...] = ()
    """Cells, each with a candidate that it loses; without those that the placement removes by itself."""
    parts: tuple[Part, ...] = ()
    """The parts of the pattern by their role; empty for singles and chains."""
    chains: tuple[tuple[Link, ...], ...] = ()
    """The branches of a chain: every link from an assumption to a conclusion, each after those it follows from. One
    branch for a cycle, which ends where it began, and for a chain that ends at the opposite of its assumption. Two
    that contradict each other, or one for each choice, which agree. Empty for other techniques. A link of a group of
    places is a `GroupLink`."""
    shape: Shape = field(default=Shape.of(9), compare=False)
    """The board."""
    phrase: Callable[[Step], Phrase | Fitting] | None = field(default=None, compare=False)
    """Gives the sentence as data; None for a step that has none."""

    @property
    def units(self) -> tuple[str, ...]:
        """The names of `where`, such as "block 5", numbered row by row from 1."""
        return tuple(each.name for each in self.where)

    @property
    def worth(self) -> int:
        """Its points, or its rating in tenths."""
        return (self.score if self.rating is None else self.rating) or 0

    @property
    def unfolds(self) -> bool:
        """Whether its chains have links that its sentence may not name."""
        nested = any(link.nested for branch in self.chains for link in branch)
        return len(self.chains) > 1 or nested or self.technique.startswith("contradiction-")

    def say(self, language: str = ENGLISH) -> str:
        """The step in words, with cells such as r1c1, in a language of `words.LANGUAGES`; ValueError for another."""
        words = words_in(language)
        return words.text(self.phrase(self), self.shape.size) if self.phrase else ""

    @property
    def sentence(self) -> str:
        """The step in English."""
        return self.say(ENGLISH)

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        name, worth = ("SolvingStep", ("score", "level")) if self.rating is None else ("Step", ("rating",))
        shown = ("technique", *PATTERN, "parts", "chains", *worth, "links")
        return f"{name}({', '.join(f'{each}={getattr(self, each)!r}' for each in shown)})"


PATTERN = ("cells", "digits", "units", "placement", "eliminations")
"""The fields of a step that say where it holds and what it concludes, as programs read them."""


SolvingStep = Step
"""A step of a score: a step has the fields of every scale."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a step says without its proof: fields as in `Step`. One that concludes nothing could not be read."""

    technique: str | None
    """None if none is named."""
    placement: Spot | None
    eliminations: tuple[Spot, ...]


_NAKED = [name.removeprefix("naked-") for _number, name, *_ in core.scoring_techniques if name.startswith("naked-")]

SUBSETS = dict(zip(_NAKED[1:], ("pair", "triplet", "quad"), strict=True))  # after the single
"""What scores call naked and hidden subsets of two to four cells, each with its name in ratings."""

SINGLES = ("full-house", "last-value", "naked-single", "hidden-single", "hidden-single-block", "hidden-single-line")
"""The techniques of singles of any scale."""


def is_single(step: Step) -> bool:
    """Whether a step is a single, which is visible without candidates."""
    return step.technique in SINGLES and step.placement is not None


def first_cells(step: Step) -> tuple[int, ...]:
    """The cells where to look for a step that has no unit."""
    links = tuple(link.cell for branch in step.chains for link in branch)
    return step.cells or (step.placement or links)[:1]


@lru_cache(4096)
def digits_of(mask: int) -> tuple[int, ...]:
    """The digits of a mask."""
    return tuple(bit + 1 for bit in range(int(mask).bit_length()) if int(mask) >> bit & 1)


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


class Mark(StrEnum):
    """The part of a candidate in a step: the sign before it in a terminal."""

    PLACED = "+"
    REMOVED = "-"
    ASSUMED = "?"
    """A chain begins with it."""
    DENIED = "!"
    """A chain begins with the assumption that it does not hold."""
    PATTERN = "*"
    """It belongs to the pattern, or holds on a chain."""
    ABSENT = "~"
    """It does not hold on a chain."""


def marks_of(step: Step) -> dict[Spot, Mark]:
    """The marks of a step by cell and digit; the first of `Mark` if a candidate has several."""
    marks = {(cell, digit): Mark.PATTERN for cell in step.cells for digit in step.digits}
    marks |= {(cell, digit): Mark.PATTERN for part in step.parts for cell in part.cells for digit in part.digits}
    links = [link for branch in step.chains for link in branch]
    for holds, mark in ((False, Mark.ABSENT), (True, Mark.PATTERN)):
        marks |= {(cell, link.digit): mark for link in links if link.holds == holds for cell in link.places}
    for holds, mark in ((False, Mark.DENIED), (True, Mark.ASSUMED)):
        first = [branch[0] for branch in step.chains if branch[0].holds == holds]
        marks |= {(cell, link.digit): mark for link in first for cell in link.places}
    marks |= dict.fromkeys(step.eliminations, Mark.REMOVED)
    return marks | ({step.placement: Mark.PLACED} if step.placement else {})


# --- Positions ------------------------------------------------------------------------------------------------------


if TYPE_CHECKING:
    from ..grid import Grid


class Position:
    """A puzzle after some steps of its solution path.

    Cells are numbered row by row from 0. A candidate of an empty cell is a digit that no peer has, that no step has
    removed, and that the marks of a player have, if there are any.
    """

    def __init__(
        self, shape: Shape, values: Sequence[int], kept: Sequence[int] | None = None, clues: Sequence[int] = ()
    ) -> None:
        """Make a position from the values of all cells, 0 for empty, and perhaps the candidates kept, as masks."""
        self.shape = shape
        """The board; under rules the houses of `engine.rules.houses`."""
        self.values: list[int] = list(values)
        self.masks: list[int] = [2**shape.size - 1] * shape.cells if kept is None else list(kept)
        """The candidates of each cell, bit 0 for digit 1; 0 for a filled cell."""
        self._clues = clues or tuple(values)
        for cell, digit in enumerate(values):
            if digit:
                self._place(cell, digit)

    @classmethod
    def of(
        cls, puzzle: Grid | rules.Variant, values: Sequence[int] | None = None, marks: Sequence[int] | None = None
    ) -> Position:
        """Make the position of a puzzle, or of one that a player has begun: 0 for an empty cell or one without marks.

        Marks are masks of candidates. The clues of a grid are its locked cells.
        """
        if is_variant(puzzle):
            shape: Shape = rules.houses.full_houses_of(puzzle)
            clues = now = puzzle.clues.tolist()
        else:
            cells: list[Cell] = [*puzzle]  # type: ignore[misc]
            shape, now = puzzle.board_shape, [cell.value for cell in cells]
            clues = [cell.value * cell.locked for cell in cells]
        every = 2**shape.size - 1
        return cls(shape, now if values is None else values, marks and [mask or every for mask in marks], clues)

    @property
    def is_solved(self) -> bool:
        """Whether all cells are filled."""
        return all(self.values)

    def is_clue(self, cell: int) -> bool:
        """Whether a cell is filled from the beginning."""
        return self._clues[cell] != 0

    def candidates(self, cell: int) -> list[int]:
        """Return the candidates of a cell; an empty list for a filled cell."""
        return list(digits_of(self.masks[cell]))

    def take(self, step: Step | Claim) -> None:
        """Take a step: remove its eliminations, place its digit."""
        for cell, digit in step.eliminations:
            self.masks[cell] &= ~(1 << digit - 1)
        if step.placement:
            cell, digit = step.placement
            self.values[cell] = digit
            self._place(cell, digit)

    def _place(self, cell: int, digit: int) -> None:
        masks, kept = self.masks, ~(1 << digit - 1)
        masks[cell] = 0
        for other in self.shape.peers[cell]:
            masks[other] &= kept


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
