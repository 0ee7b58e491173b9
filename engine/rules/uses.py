"""Named rules as a board uses them: which rule, where, and with what value."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules.geometry import Cells


@dataclass(frozen=True, slots=True)
class Use:
    """A named rule where it holds: on the whole board, on cells in order, or on groups of cells."""

    rule: str
    cells: Cells = ()
    value: int | str | tuple[int, ...] | None = None
    """What the rule takes beside cells: a sum, a difference, a pattern, the digits of a quadruple."""
    groups: tuple[Cells, ...] = ()
    """Of equal sums and clones: groups of cells."""
    alternatives: tuple[tuple[Use, ...], ...] = ()
    """Of the rule "or": lists of which at least one holds."""


@dataclass(frozen=True)
class Board:
    """What rules are about: a board, its regions, and all the rules in use."""

    size: int
    regions: tuple[Cells, ...] = ()
    """Blocks, or jigsaw regions; none on a Latin square. Each holds every digit."""
    uses: tuple[Use, ...] = ()
