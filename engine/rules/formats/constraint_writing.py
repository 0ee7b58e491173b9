"""Variants written as constraint text: in words that `constraint_text` reads back as the same rules."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence
from itertools import chain
from urllib.parse import quote

from ..frame import Frame, box_sides
from ..geometry import Cells, blocks, ray
from ..named.rule import Use
from ..variant import Variant
from .all_different import spelled_out
from .codes import table_code
from .constraint_words import (
    DIGITS_FIRST,
    FROM_BOTH_ENDS,
    GROUPS,
    LINES,
    NUMBER_FIRST,
    PAIRS,
    TABLES,
    WHOLE_BOARD,
    WORDLESS,
    word_of,
)

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopqrstuvwxyz"
"""The names of regions, one character each; catalogues of every release have stored jigsaws with them."""


def write(variant: Variant) -> str:
    """Return the constraint text of a variant, one line. ValueError for a rule that it has no words for.

    Regions that overlap become lines of different digits.
    """
    frame = variant.frame
    parts = [] if frame.name == "9x9" else [f".Shape~{frame.name}"]
    for group in frame.groups:
        if group.prefix.startswith("V"):
            extent = f"{group.count // group.columns}x{group.columns}" if group.columns else str(group.count)
            parts.append(f".Var~{group.prefix[1:]}~{_quoted(group.label)}~{extent}")
    chaos = next((use.value for use in variant.uses if use.rule == "chaos construction"), None)
    region = chaos or (len(variant.regions[0]) if variant.regions else None)
    if region and region != max(frame.rows, frame.columns):
        parts.append(f".RegionSize~{region}")
    parts += _regions(variant)
    writer = _Writer(frame)
    parts += [writer.use(use) for use in spelled_out(variant, WORDLESS)]
    values = frame.values
    given = [f"{frame.cell_text(cell)}_{values[digit - 1]}" for cell, digit in enumerate(variant.givens) if digit]
    return "".join(parts) + (".~" + "~".join(given) if given else "") or "."


def _regions(variant: Variant) -> Iterable[str]:
    frame, regions = variant.frame, variant.regions
    size = len(regions[0]) if regions else max(frame.rows, frame.columns)
    sides = box_sides(frame.rows, frame.columns, size) if frame.lines else None
    usual = tuple(blocks(frame.rows, *sides, frame.columns)) if sides else ()
    if regions == usual:
        return
    if usual:
        yield ".NoBoxes"
    cells = list(chain.from_iterable(regions))
    if len(set(cells)) < len(cells) or len({len(region) for region in regions}) > 1:
        yield from (_item("AllDifferent", *map(frame.cell_text, region)) for region in regions)
    elif regions:
        number_of = {cell: number for number, region in enumerate(regions) for cell in region}
        rest = len(regions)  # cells of no region have the name that is left
        yield _item("Jigsaw", "".join(LETTERS[number_of.get(cell, rest)] for cell in range(frame.cells)))


class _Writer:
    def __init__(self, frame: Frame) -> None:
        self.frame = frame

    def use(self, use: Use) -> str:
        rule, value, cells = use.rule, use.value, self.names(use.cells)
        if rule == "or":
            inner = ["".join(map(self.use, some)) for some in use.alternatives]
            return ".Or" + "".join(f".And{one}.End" for one in inner) + ".End"
        if rule in WHOLE_BOARD.values():
            return _item(word_of(WHOLE_BOARD, rule))
        if rule in LINES.values():
            return _item(word_of(LINES, rule), *cells)
        if rule in PAIRS.values() and value is None:
            return _item(word_of(PAIRS, rule), *cells)
        if rule in TABLES.values() and isinstance(value, tuple):
            return _item(word_of(TABLES, rule), table_code(value), f"_{_quoted(use.title)}", *cells)
        if rule in FROM_BOTH_ENDS.values() or rule == "sandwich":
            return self._outside(use)
        if rule in GROUPS.values():
            return self._of_groups(use)
        if rule == "quadruple" and isinstance(value, tuple) and (first := self._first_of_square(use.cells)):
            return _item("Quad", first, *value)
        if rule in DIGITS_FIRST.values() and isinstance(value, tuple):
            return _item(word_of(DIGITS_FIRST, rule), "_".join(map(str, value)), *cells)
        if rule in NUMBER_FIRST.values() or rule == "sum loop":
            return self._with_number(use, cells)
        return self._other(use, cells)

    def names(self, cells: Cells) -> list[str]:
        return [self.frame.cell_text(cell) for cell in cells]

    def _segments(self, groups: Sequence[Cells]) -> str:
        return "~-~".join("~".join(self.names(group)) for group in groups)

    def _of_groups(self, use: Use) -> str:
        if use.rule == "clone" and all(len(group) == 1 for group in use.groups):
            return _item("SameValues", len(use.groups), *self.names(tuple(chain.from_iterable(use.groups))))
        return _item(word_of(GROUPS, use.rule), self._segments(use.groups))

    def _with_number(self, use: Use, cells: list[str]) -> str:
        if use.rule == "sum loop":
            return _item("SumLine", use.value, *cells, "LOOP")
        if isinstance(use.value, tuple):
            return _item("Sum", f"{use.value[0]}_=_" + "_".join(map(str, use.value[1:])), *cells)
        if use.rule == "pill arrow" and isinstance(use.value, int):
            pill = use.cells[: use.value]
            return _item("PillArrow" if list(pill) == sorted(pill) else "Pill", use.value, *cells)
        usual = {"cage": 0, "lockout": 4, "modular": 3, "whispers": (self.frame.digits + 1) // 2}
        number = usual.get(use.rule) if use.value is None else use.value
        return _item(word_of(NUMBER_FIRST, use.rule), number, *cells)

    def _outside(self, use: Use) -> str:
        line, across = use.cells, self.frame.columns
        first, along_row = min(line[0], line[-1]), abs(line[1] - line[0]) == 1
        if len(line) != (across if along_row else self.frame.rows):
            raise ValueError(f"constraint text has no words for {use.rule} on a part of a line")
        row, column = (self.frame.cell_text(first)[place : place + 2] for place in (0, 2))
        which = row if along_row else column
        if use.rule == "sandwich":
            return _item("Sandwich", use.value, which)
        word = word_of(FROM_BOTH_ENDS, use.rule)
        return _item(word, which, use.value, "") if line[0] < line[-1] else _item(word, which, "", use.value)

    def _first_of_square(self, cells: Cells) -> str | None:
        """The first of 2x2 cells; None for others."""
        group, row, column = self.frame.place(min(cells))
        square = [self.frame.at(group, row + down, column + right) for down in (0, 1) for right in (0, 1)]
        return self.frame.cell_text(min(cells)) if sorted(cells) == square else None

    def _other(self, use: Use, cells: list[str]) -> str:
        rule, value = use.rule, use.value
        if rule == "diagonal":
            signs = {"/": [1], "\\": [-1]}.get(str(value), [1, -1])
            return "".join(f".Diagonal~{sign}" for sign in signs)
        if rule == "little killer":
            return _item("LittleKiller", value, *(cells[:1] if self._is_diagonal(use.cells) else cells))
        if rule == "digits":
            digits = value if isinstance(value, tuple) else (value,)
            return _item("", *(f"{cell}_" + "_".join(map(str, digits)) for cell in cells))
        if rule in ("indexing column", "indexing row"):
            return _item("Indexing", "C" if rule == "indexing column" else "R", *cells)
        if rule == "same digits":
            return _item("SameValues", len(use.groups), *self.names(tuple(chain.from_iterable(use.groups))))
        if rule == "regular expression":
            return _item("Regex", urlsafe_b64encode(str(value).encode()).decode().rstrip("="), *cells)
        if rule == "automaton":
            return _item("NFA", value, f"_{_quoted(use.title)}", self._segments(use.groups))
        if rule == "full rank ties":
            return _item("FullRankTies", value)
        return self._of_regions(use, cells)

    def _of_regions(self, use: Use, cells: list[str]) -> str:
        if use.rule == "connected" and isinstance(use.value, tuple):
            count, *digits = use.value
            prefix = self.frame.place(use.cells[0])[0]
            return _item("ConnectedValues", prefix, "_".join(map(str, digits)), *([count] if count else []))
        if use.rule in ("chaos arrow", "chaos count"):
            word = "ChaosArrow" if use.rule == "chaos arrow" else "ChaosCount"
            return _item(word, *cells, use.value or "", *([self._segments(use.groups)] if use.groups else []))
        if use.rule in ("chaos construction", "doppelganger"):
            return _item("ChaosConstruction" if use.rule == "chaos construction" else "Doppelganger")
        raise ValueError(f"constraint text has no words for the rule {use.rule!r}")

    def _is_diagonal(self, cells: Cells) -> bool:
        try:
            return len(cells) > 1 and diagonal_from(self.frame, cells[0]) == cells
        except ValueError:
            return False


def _item(word: str, *parts: object) -> str:
    return "~".join([f".{word}", *map(str, parts)])


def _quoted(name: str) -> str:
    """A name without what separates words and parts: blanks, dots and tildes are escaped as in addresses."""
    return quote(name, safe="").replace(".", "%2E").replace("~", "%7E")


def diagonal_from(frame: Frame, start: int) -> Cells:
    """Return the diagonal that LittleKiller means by its first cell. ValueError for a cell that begins none."""
    row, column = divmod(start, frame.columns)
    high, wide = frame.rows, frame.columns
    if column == 0 and row < high - 1:
        return ray(high, row, 0, 1, 1, wide)
    if row == 0 and column:
        return ray(high, 0, column, 1, -1, wide)
    if column == wide - 1 and row < high - 1:
        return ray(high, row, column, -1, -1, wide)
    if row == high - 1:
        return ray(high, row, column, -1, 1, wide)
    raise ValueError(f"LittleKiller begins at R{row + 1}C{column + 1}, which is not at the edge")
