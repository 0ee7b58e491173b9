"""Variants in text: regions, cages, dots and clues outside drawn with box characters, and a legend of all other marks.

Borders of regions are heavy, borders of cages light, with the sum in the border of the first cell; a dashed one goes
through a cage. Lines, and marks for which there is no room, are listed in the legend by their cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from textwrap import wrap

from ..words import ENGLISH
from .frame import Cells, touch
from .named.rule import Use, shown
from .statements import in_words
from .variant import RULES, Variant, cells_in

COLUMNS = 80
"""The legend is as wide as a usual terminal."""

_WIDE = 4  # characters from a cell to the next
_JOINS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
"""Where borders meet: by the weight (0, 1 or 2) of the one up, right, down and left, the last counting the least."""
_ACROSS = ("   ", "───", "━━━", "╍╍╍")
_DOWN = (" ", "│", "┃", "╏")
_THROUGH_CAGE = 3  # the style of a border, or its weight

_INEQUALITY = {(0, 1): ">", (0, -1): "<", (1, 0): "v", (-1, 0): "^"}  # by where the lesser cell is


def boxes(variant: Variant, digits: Sequence[int]) -> str:
    """Draw digits with box characters, borders of regions and cages, dots and clues outside."""
    return _Drawing(variant, digits).text()


def described(variant: Variant, language: str = ENGLISH) -> str:
    """Draw a puzzle, with the legend and the rules in words below: all that a person needs to solve it."""
    words = [wrap(line, COLUMNS, subsequent_indent="  ") for line in in_words(variant, language)]
    return "\n".join([boxes(variant, variant.clues.tolist()), *legend(variant), *chain.from_iterable(words)])


def legend(variant: Variant) -> list[str]:
    """Return the lines that say where the marks are that `boxes` does not draw."""
    drawing = _Drawing(variant, variant.clues.tolist())
    listed: dict[str, list[str]] = {}
    for use in drawing.listed:
        name, cells = _spelled(use, variant)
        listed.setdefault(name, []).append(cells)
    lines = []
    if drawing.crosses_cages:
        lines.append("A cage goes on across a dashed border.")
    for name, several in listed.items():
        single = all(" " not in cells for cells in several)
        for cells in [" ".join(several)] if single else several:
            lines += wrap(f"{name}: {cells}", COLUMNS, subsequent_indent="  ")
    return lines


class _Drawing:
    """Characters by line and column; whatever finds no room is in `listed`."""

    def __init__(self, variant: Variant, digits: Sequence[int]) -> None:
        self.variant, self.high, self.size = variant, variant.frame.rows, variant.frame.columns
        self.characters: dict[tuple[int, int], str] = {}
        self.crosses_cages = False
        self.cage_of = _cages_apart(variant)
        self._draw_borders()
        for cell, digit in enumerate(digits[: variant.frame.cells]):
            row, column = divmod(cell, self.size)
            self.characters[2 * row + 1, _WIDE * column + 2] = variant.frame.symbol(digit)
        outside = {use.rule for use in variant.uses if RULES[use.rule].where == "outside"}
        marks = (use for use in variant.uses if not RULES[use.rule].is_whole)
        self.listed = [use for use in marks if not self._draw(use, several_outside=len(outside) > 1)]
        if self.listed and not outside & {use.rule for use in variant.uses if use not in self.listed}:
            for number in range(self.size):
                self._put(-1, _WIDE * number + 2, f"c{number + 1}")
            for number in range(self.high):
                self._put(2 * number + 1, -_WIDE, f"r{number + 1}")

    def text(self) -> str:
        """The lines, without those between rows that are empty."""
        left = min(column for _, column in self.characters)
        lines: dict[int, list[str]] = {}
        for (line, column), character in sorted(self.characters.items()):
            row = lines.setdefault(line, [])
            row += [" "] * (column - left - len(row)) + [character]
        return "\n".join(text for line in sorted(lines) if (text := "".join(lines[line]).rstrip()))

    # --- Borders ---

    def _draw_borders(self) -> None:
        for row in range(self.high + 1):
            for column in range(self.size + 1):
                up = self._border((row - 1, column - 1), (row - 1, column))
                down = self._border((row, column - 1), (row, column))
                left = self._border((row - 1, column - 1), (row, column - 1))
                right = self._border((row - 1, column), (row, column))
                weights = [min(style, 2) for style in (up, right, down, left)]
                join = _JOINS[27 * weights[0] + 9 * weights[1] + 3 * weights[2] + weights[3]]
                line, before = 2 * row, _WIDE * column
                self._put(line, before, join + (_ACROSS[right] if column < self.size else ""))
                if row < self.high:
                    self._put(line + 1, before, _DOWN[down])

    def _border(self, one: tuple[int, int], other: tuple[int, int]) -> int:
        cages = [self.cage_of.get(row * self.size + column) for row, column in (one, other) if self._has(row, column)]
        same_cage = len(cages) == 2 and cages[0] == cages[1]
        if self.variant.region_of(*one) == self.variant.region_of(*other):
            return int(len(cages) == 2 and not same_cage)
        if same_cage and cages[0] is not None:
            self.crosses_cages = True
            return _THROUGH_CAGE
        return 2

    def _has(self, row: int, column: int) -> bool:
        return 0 <= row < self.high and 0 <= column < self.size

    # --- Marks ---

    def _draw(self, use: Use, *, several_outside: bool) -> bool:
        """Draw a mark if the picture has room for it and says all about it."""
        if any(cell >= self.variant.frame.cells for cell in cells_in(use)):
            return False
        if use.rule == "cage":
            return self._label_cage(use)
        if RULES[use.rule].where == "outside":
            return not several_outside and self._write_outside(use)
        character = RULES[use.rule].mark.character
        if len(use.cells) != 2 or use.value is not None or not character:
            return False
        (row, column), (to_row, to_column) = (divmod(cell, self.size) for cell in use.cells)
        towards = (to_row - row, to_column - column)
        if towards not in _INEQUALITY:
            return False
        at = (row + to_row + 1, _WIDE * (column + to_column) // 2 + 2)
        return self._write(*at, _INEQUALITY[towards] if character == "<" else character)

    def _label_cage(self, use: Use) -> bool:
        row, column = divmod(min(use.cells), self.size)
        is_drawn = min(use.cells) in self.cage_of
        return is_drawn and (use.value is None or self._write(2 * row, _WIDE * column + 1, str(use.value)))

    def _write_outside(self, use: Use) -> bool:
        (row, column), (to_row, to_column) = (divmod(cell, self.size) for cell in use.cells[:2])
        text = str(use.value)
        if to_row < row or to_row > row:
            return self._write(2 * self.high + 1 if to_row < row else -1, _WIDE * column + 2 - len(text) // 2, text)
        return self._write(2 * row + 1, _WIDE * self.size + 2 if to_column < column else -1 - len(text), text)

    def _put(self, line: int, column: int, text: str) -> None:
        for place, character in enumerate(text):
            self.characters[line, column + place] = character

    def _write(self, line: int, column: int, text: str) -> bool:
        """Write over borders, if no other mark is there."""
        there = (self.characters.get((line, column + place), " ") for place in range(len(text)))
        if len(text) >= _WIDE or not all(character in _JOINS + "╍╏" for character in there):
            return False
        self._put(line, column, text)
        return True


def _cages_apart(variant: Variant) -> dict[int, int]:
    """The number of the cage of each cell, of cages of touching cells that no other cage shares."""
    frame, cages = variant.frame, [use.cells for use in variant.uses if use.rule == "cage"]
    holds = Counter(cell for cage in cages for cell in set(cage))
    apart = {
        number: cage
        for number, cage in enumerate(cages)
        if all(cell < frame.cells and holds[cell] == 1 for cell in cage) and touch(set(cage), frame.rows, frame.columns)
    }
    return {cell: number for number, cage in apart.items() for cell in cage}


# --- The legend ----------------------------------------------------------------------------------------------------


def _spelled(use: Use, variant: Variant) -> tuple[str, str]:
    """A rule with what it takes, and its cells."""
    if use.rule == "or":
        some = ("; ".join(": ".join(_spelled(one, variant)) for one in each) or "nothing" for each in use.alternatives)
        return use.rule, " or ".join(some)
    if use.rule == "sum" and isinstance(use.value, tuple):
        terms = (f"{by}*{_cells((cell,), variant)}" for by, cell in zip(use.value[1:], use.cells, strict=True))
        return f"{use.rule} {use.value[0]}", " + ".join(terms)
    name = RULES[use.rule].spelled(use, variant)
    if name == use.rule and use.value is not None:
        name += f" {shown(use.value)}"
    groups = " = ".join(_cells(cells, variant) for cells in use.groups)
    return name, " by ".join(filter(None, (_cells(use.cells, variant), groups)))


def _cells(cells: Cells, variant: Variant) -> str:
    if cells == tuple(range(variant.frame.cells)):
        return "all cells"
    return " ".join(map(variant.frame.cell_name, cells))
