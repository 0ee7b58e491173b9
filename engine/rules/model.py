"""The model of rules: houses, and constraints of six kinds, with "or".

A board has size * size cells, numbered row by row from 0, or another number of them, and the digits 1 to size. A set of
digits is a number whose bit d - 1 stands for digit d. Named rules (`engine.rules.named`) are short functions into these
kinds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

SIZES = range(4, 17)
"""The sizes of boards with rules that are made here."""


class CannotHold(ValueError):
    """A rule that no board obeys: an error, but for one of several alternatives."""


@dataclass(frozen=True, slots=True)
class House:
    """Cells that are all different. One of `size` cells holds every digit."""

    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """The digits of `cells`, each times its coefficient, add up to `total`."""

    cells: tuple[int, ...]
    coefficients: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Relation:
    """Beside digit d in cell `first`, cell `second` has one of the digits `allowed[d - 1]`."""

    first: int
    second: int
    allowed: tuple[int, ...]

    @property
    def is_difference(self) -> bool:
        """Whether it says no more than that the two digits differ."""
        every = (1 << len(self.allowed)) - 1
        return all(allowed == every & ~(1 << digit) for digit, allowed in enumerate(self.allowed))


@dataclass(frozen=True, slots=True)
class Automaton:
    """Read along `cells`, the digits lead from state 0 to one of `accepting`, by arcs (state, digits, next state)."""

    cells: tuple[int, ...]
    arcs: tuple[tuple[int, int, int], ...]
    accepting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mask:
    """The cell has one of `digits`."""

    cell: int
    digits: int


@dataclass(frozen=True, slots=True)
class Connected:
    """The cells with one of `digits` reach each other through edges that they share, if there are any.

    `cells` are a grid of so many `columns`, row by row. They are `count` cells, or any number if that is 0.
    """

    cells: tuple[int, ...]
    columns: int
    digits: int
    count: int = 0


@dataclass(frozen=True, slots=True)
class Pairs:
    """No two places have the same digit in `cells` and the same one in `others`.

    With `values`, the others have the digits 1 to that number, and each pair has its place.
    """

    cells: tuple[int, ...]
    others: tuple[int, ...]
    values: int = 0


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of the alternatives holds, each a list of constraints."""

    alternatives: tuple[tuple["Constraint", ...], ...]


class Kind(IntEnum):
    """The kinds of constraints with their numbers in the kernels, which `solving` compares at import."""

    HOUSE = 0
    SUM = 1
    RELATION = 2
    AUTOMATON = 3
    MASK = 4
    ANY_OF = 5
    CONNECTED = 6
    PAIRS = 7


Constraint = House | Sum | Relation | Automaton | Mask | Connected | Pairs | AnyOf


@dataclass(frozen=True, slots=True)
class Rules:
    """The conditions on a full board: every house and every constraint."""

    size: int
    houses: tuple[House, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    count: int = 0
    """How many cells there are; 0 for a square of them."""

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.count or self.size * self.size

    def with_constraints(self, *added: Constraint) -> "Rules":
        """Return these rules and more; a House among the constraints becomes one of the houses."""
        houses = tuple(one for one in added if isinstance(one, House) and one not in self.houses)
        others = tuple(one for one in added if not isinstance(one, House))
        return Rules(self.size, self.houses + houses, self.constraints + others, self.count)


def cells_of(constraint: Constraint) -> Iterator[int]:
    """Yield the cells that a constraint is about."""
    match constraint:
        case Relation(first, second):
            yield from (first, second)
        case Mask(cell):
            yield cell
        case AnyOf(alternatives):
            yield from (cell for some in alternatives for one in some for cell in cells_of(one))
        case Pairs(cells, others):
            yield from (*cells, *others)
        case _:
            yield from constraint.cells


def with_cells(constraint: Constraint, cells: Sequence[int]) -> Constraint:
    """Return the constraint with each cell replaced by the one at its place in a sequence."""

    def moved(some: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(cells[cell] for cell in some)

    match constraint:
        case House(some):
            return House(moved(some))
        case Sum(some, coefficients, total):
            return Sum(moved(some), coefficients, total)
        case Relation(first, second, allowed):
            return Relation(cells[first], cells[second], allowed)
        case Automaton(some, arcs, accepting):
            return Automaton(moved(some), arcs, accepting)
        case Mask(cell, digits):
            return Mask(cells[cell], digits)
        case Connected(some, columns, digits, count):
            return Connected(moved(some), columns, digits, count)
        case Pairs(some, others, values):
            return Pairs(moved(some), moved(others), values)
        case AnyOf(alternatives):
            return AnyOf(tuple(tuple(with_cells(one, cells) for one in some) for some in alternatives))
