"""Named rules as a board uses them, and what many of them say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ..frame import Cells, Frame
from ..model import AnyOf, Constraint, Relation, Sum


@dataclass(frozen=True, slots=True)
class Use:
    """A named rule where it holds: on the whole board, on cells in order, or on groups of cells."""

    rule: str
    cells: Cells = ()
    value: int | str | tuple[int, ...] | None = None
    """The value that the rule takes besides cells: a sum, a difference, a pattern, digits."""
    groups: tuple[Cells, ...] = ()
    """Of equal sums and clones: groups of cells."""
    alternatives: tuple[tuple[Use, ...], ...] = ()
    """Of the rule "or": lists of which at least one holds."""
    title: str = ""
    """The setter's name for a table or an automaton."""


@dataclass(frozen=True)
class Board:
    """The ground of rules: a board, its regions, and all the rules in use."""

    size: int
    """How many digits there are."""
    regions: tuple[Cells, ...] = ()
    """Blocks, or jigsaw regions; none on a Latin square. Each of `size` cells holds every digit."""
    uses: tuple[Use, ...] = ()
    frame: Frame = field(default=None, kw_only=True)  # type: ignore[assignment]
    """Rows, columns and digits; a square of `size` with the digits from 1 if it is left out."""

    def __post_init__(self) -> None:
        """ValueError for a frame that has another number of digits."""
        if self.frame is None:
            object.__setattr__(self, "frame", Frame.square(self.size))
        if self.frame.digits != self.size:
            raise ValueError(f"a board of {self.size} digits in a frame of {self.frame.digits}")

    @property
    def values(self) -> range:
        """The digits, as people write them."""
        return self.frame.values

    def set_of(self, digits: Iterable[int]) -> int:
        """Return digits as a set, without those that the board does not have."""
        lowest = self.frame.lowest
        return sum(1 << (digit - lowest) for digit in set(digits) if digit in self.values)

    def table_of(self, holds: Callable[[int, int], bool]) -> tuple[int, ...]:
        """Return the table of a relation: for each first digit the set of second ones."""
        return tuple(self.set_of(other for other in self.values if holds(one, other)) for one in self.values)

    def total(self, left: Sequence[int], right: Sequence[int] = (), value: int = 0) -> Constraint:
        """Return the sum that says: the cells on the left add up to those on the right and a number."""
        coefficients: dict[int, int] = {}
        for cells, by in ((left, 1), (right, -1)):
            for cell in cells:
                coefficients[cell] = coefficients.get(cell, 0) + by
        return self.weighted(coefficients, value)

    def weighted(self, coefficients: dict[int, int], value: int) -> Constraint:
        """Return the sum of cells, each times its coefficient."""
        kept = {cell: by for cell, by in coefficients.items() if by}
        if not kept:  # the same cells on both sides
            return AnyOf(((),)) if value == 0 else AnyOf(())
        return Sum(tuple(kept), tuple(kept.values()), value - (self.frame.lowest - 1) * sum(kept.values()))


Make = Callable[[Board, Use], Iterator[Constraint]]


def number_of(use: Use) -> int:
    """Return the number that a rule takes. ValueError if there is none."""
    if not isinstance(use.value, int):
        raise ValueError(f"{use.rule} has {use.value!r} where a number is needed")
    return use.value


def pair_of(use: Use) -> tuple[int, int]:
    """Return the two cells that a rule is about. ValueError for another number of them."""
    if len(use.cells) != 2:
        raise ValueError(f"{use.rule} has {len(use.cells)} cells, not 2")
    return use.cells[0], use.cells[1]


def relations(
    board: Board, pairs: Iterable[tuple[int, int]], holds: Callable[[int, int], bool]
) -> Iterator[Constraint]:
    """Yield: a relation of digits holds for each pair of cells."""
    table = board.table_of(holds)
    for first, second in pairs:
        yield Relation(first, second, table)


def equal_sums(board: Board, groups: Iterable[Sequence[int]]) -> Iterator[Constraint]:
    """Yield: each group of cells has the same sum."""
    for first, second in combinations(groups, 2):
        yield board.total(first, second)
