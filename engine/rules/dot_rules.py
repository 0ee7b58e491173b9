"""Named rules of marks between two cells, and of cells beside their neighbours."""

from collections.abc import Iterator

from engine.rules.geometry import neighbours
from engine.rules.model import Constraint
from engine.rules.named_rule import Table, number_of, pair_of, relations
from engine.rules.uses import Board, Use

RULES = Table()
"""The rules of this kind by their names."""


@RULES.rule("minimum", "cells", "A marked cell holds less than every neighbour that is not marked.")
def _minimum(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, _edges_of(board, use), lambda a, b: a < b)


@RULES.rule("maximum", "cells", "A marked cell holds more than every neighbour that is not marked.")
def _maximum(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, _edges_of(board, use), lambda a, b: a > b)


def _edges_of(board: Board, use: Use) -> list[tuple[int, int]]:
    marked = {cell for other in board.uses if other.rule == use.rule for cell in other.cells} | set(use.cells)
    both = [*neighbours(board.size), *((b, a) for a, b in neighbours(board.size))]
    return [(a, b) for a, b in both if a in use.cells and b not in marked]


@RULES.rule("inequality", "cells", "Of two cells the one at the point of the sign holds less: the second.")
def _inequality(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, [pair_of(use)], lambda a, b: a > b)


@RULES.rule(
    "white dot",
    "cells",
    "Cells with a white dot between them are consecutive, or differ by its number.",
    "[difference]",
)
def _white_dot(board: Board, use: Use) -> Iterator[Constraint]:
    by = 1 if use.value is None else number_of(use)
    yield from relations(board, [pair_of(use)], lambda a, b: abs(a - b) == by)


@RULES.rule(
    "black dot",
    "cells",
    "Of cells with a black dot between them one is twice the other, or its number times.",
    "[ratio]",
)
def _black_dot(board: Board, use: Use) -> Iterator[Constraint]:
    by = 2 if use.value is None else number_of(use)
    yield from relations(board, [pair_of(use)], lambda a, b: a == by * b or b == by * a)


@RULES.rule("x", "cells", "Cells with an X between them add up to 10.")
def _x(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, [pair_of(use)], lambda a, b: a + b == 10)


@RULES.rule("v", "cells", "Cells with a V between them add up to 5.")
def _v(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, [pair_of(use)], lambda a, b: a + b == 5)
