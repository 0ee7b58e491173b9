"""What a rule may say: houses, and constraints of four kinds, with "or".

A board has size * size cells, numbered row by row from 0, and the digits 1 to size. A set of digits is a number whose
bit d - 1 stands for digit d. Named rules (`engine.rules.named`) are short functions into these kinds.
"""

from collections.abc import Sequence
from dataclasses import dataclass

SIZES = range(4, 17)
"""The sizes of boards with rules of their own."""


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
class AnyOf:
    """At least one of the alternatives holds, each a list of constraints."""

    alternatives: tuple[tuple["Constraint", ...], ...]


Constraint = House | Sum | Relation | Automaton | Mask | AnyOf


@dataclass(frozen=True, slots=True)
class Rules:
    """What a full board has to satisfy: every house and every constraint."""

    size: int
    houses: tuple[House, ...] = ()
    constraints: tuple[Constraint, ...] = ()

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.size * self.size

    def with_constraints(self, *added: Constraint) -> "Rules":
        """Return these rules and more; a House among the constraints becomes one of the houses."""
        houses = tuple(one for one in added if isinstance(one, House) and one not in self.houses)
        others = tuple(one for one in added if not isinstance(one, House))
        return Rules(self.size, self.houses + houses, self.constraints + others)


def broken(rules: Rules, board: Sequence[int]) -> list[Constraint]:
    """Return the houses and constraints that a full board breaks, in their order; none if it obeys the rules."""
    return [one for one in (*rules.houses, *rules.constraints) if not holds(one, board)]


def holds(constraint: Constraint, board: Sequence[int]) -> bool:
    """Whether a full board obeys one constraint."""
    match constraint:
        case House(cells):
            return len({board[cell] for cell in cells}) == len(cells)
        case Sum(cells, coefficients, total):
            return sum(n * board[cell] for n, cell in zip(coefficients, cells, strict=True)) == total
        case Relation(first, second, allowed):
            return bool(allowed[board[first] - 1] >> (board[second] - 1) & 1)
        case Automaton():
            return _accepts(constraint, board)
        case Mask(cell, digits):
            return bool(digits >> (board[cell] - 1) & 1)
        case AnyOf(alternatives):
            return any(all(holds(one, board) for one in alternative) for alternative in alternatives)


def _accepts(automaton: Automaton, board: Sequence[int]) -> bool:
    states = {0}
    for cell in automaton.cells:
        digit = 1 << (board[cell] - 1)
        states = {after for before, digits, after in automaton.arcs if before in states and digits & digit}
    return not states.isdisjoint(automaton.accepting)
