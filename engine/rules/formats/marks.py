"""Marks of rules that a format states in words: where they are, whatever the format draws them with.

The words have the cells, so a mark only shows where to look: a line, shaded cells, and the number or title that the
rule carries.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ..geometry import Cells
from ..named.rule import Board, Use
from ..statements import value_text
from ..variant import RULES

LINE_COLOUR = "#b9a450"
SHADES = ("#efe6b8", "#e6dca0", "#ded28a")
"""The colours of lines and of shaded cells, group by group; no rule that is drawn without words of its own has them."""


class Line(NamedTuple):
    """A line from cell to neighbouring cell."""

    cells: Cells


class Shade(NamedTuple):
    """Shaded cells."""

    cells: Cells
    colour: str


class Label(NamedTuple):
    """A text in the corner of a cell."""

    cell: int
    text: str


class Outside(NamedTuple):
    """A text before a line of cells, outside the board."""

    line: Cells
    text: str


Mark = Line | Shade | Label | Outside


def marks_of(use: Use, board: Board) -> Iterator[Mark]:
    """Yield the marks of a rule; of a choice those of every part, none of a rule of the whole board."""
    rule, where = RULES[use.rule], RULES[use.rule].where
    if where == "alternatives":
        for some in use.alternatives:
            for one in some:
                yield from marks_of(one, board)
    elif rule.is_clue:
        yield Outside(use.cells, str(use.value))
    elif where == "line" and _is_drawn(use.cells, board.frame.columns):
        yield Line(use.cells)
    else:
        shaded = use.groups or ((use.cells,) if len(use.cells) < board.frame.cells else ())
        yield from (Shade(cells, SHADES[n % len(SHADES)]) for n, cells in enumerate(shaded) if cells)
    text = rule.label(use, board) if rule.takes.titled else value_text(use, board)
    cells = use.cells or (*use.groups, ())[0]
    if text and cells and where != "alternatives" and not rule.is_clue:
        yield Label(cells[0], text)


def _is_drawn(cells: Cells, wide: int) -> bool:
    """Whether each cell of a line touches the next."""
    steps = [(divmod(a, wide), divmod(b, wide)) for a, b in pairwise(cells)]
    return all(max(abs(r - to_r), abs(c - to_c)) == 1 for (r, c), (to_r, to_c) in steps)
