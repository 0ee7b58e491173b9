"""Variants as SudokuPad shows them: a drawing in the colours that players know, with the rules in English beside it.

`engine.rules.reading` reads such a drawing back with its words. A rule that is not drawn goes into an f-puzzles board,
which SudokuPad opens, too; what f-puzzles does not have either is stated with its cells (`engine.rules.texts`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from enum import IntEnum
from itertools import pairwise
from typing import Any
from urllib.parse import quote

from ..named.pads import COLOURS, Sheet
from ..named.rule import Use
from ..reading import reading_of
from ..symmetry import say_the_same
from ..texts import LINE_COLOUR, Mark, marks_of, paragraphs
from ..variant import RULES, Variant, spelled_out, usual_regions
from . import f_puzzles
from .lz_string import compressed

ADDRESS = "https://sudokupad.app/"


class Stated(IntEnum):
    """Which rules are stated with their cells."""

    NONE = 0
    REST = 1
    """Those that are not drawn."""
    MARKED = 2
    """All but those of the whole board."""


def write(variant: Variant, about: Mapping[str, str] = {}) -> str:
    """Return a SudokuPad link of a variant: a drawing, or an f-puzzles board. ValueError for a rule without words.

    It has what `about` says: its title and author.

    A board with no rules but Sudoku's and its regions is an f-puzzles board, which says them in fewer letters.
    """
    if variant.uses and (text := _clear_text(variant, Stated.NONE, about)):
        return _link(text)
    try:
        return f_puzzles.write(variant, about, stating=False).replace(
            "https://f-puzzles.com/?load=", f"{ADDRESS}fpuzzles"
        )
    except ValueError:
        for stating in (Stated.REST, Stated.MARKED):
            if text := _clear_text(variant, stating, about):
                return _link(text)
    document_of(variant)  # which says what has no words
    raise ValueError("SudokuPad has no clear marks for these rules")


def _link(text: str) -> str:
    return f"{ADDRESS}scl{quote(compressed(text), safe='')}"


def _clear_text(variant: Variant, stating: Stated, about: Mapping[str, str]) -> str:
    """The JSON of a variant, or "" if it is not read back as the same one: marks may look like others."""
    try:
        document = document_of(variant, stating)
        document["metadata"] |= about
        text = json.dumps(document, separators=(",", ":"))
        reading = reading_of(text)
    except ValueError:
        return ""
    found = reading.variant
    is_same = (
        reading.understood
        and found.givens == (variant.givens or (0,) * variant.size**2)
        and say_the_same(found.rules, variant.rules)
    )
    return text if is_same else ""


def document_of(variant: Variant, stating: Stated = Stated.REST) -> dict[str, Any]:
    """Return the JSON of a variant as a dictionary. ValueError for a rule that is neither drawn nor stated."""
    variant.check_square("written for SudokuPad")
    return _Writer(variant, stating).document()


WORDLESS = tuple(rule.name for rule in RULES.values() if rule.house and not rule.sudokupad)
"""Rules without a mark, written as extra regions."""


class _Writer:
    """Draws rule after rule, or states it with its cells."""

    def __init__(self, variant: Variant, stating: Stated) -> None:
        self.variant = variant
        self.stating = stating
        self.stated: list[Use] = []
        self.uses = list(spelled_out(variant, WORDLESS))
        clues = {use.rule for use in self.uses if RULES[use.rule].where == "outside" and RULES[use.rule].sudokupad}
        cells: list[dict[str, Any]] = [{"value": digit} if digit else {} for digit in variant.givens]
        self.sheet = Sheet(variant.size, self.uses, clues, cells or [{} for _ in range(variant.size**2)])
        self.metadata: dict[str, Any] = {}

    def document(self) -> dict[str, Any]:
        for use in self.uses:
            self._use_or_state(use)
        size, regions = self.variant.size, self.variant.regions
        if regions and sorted(cell for region in regions for cell in region) != list(range(size * size)):
            raise ValueError("SudokuPad has regions that fill the board")
        where = "row, column and region" if regions else "row and column"
        first = f"Normal sudoku rules apply: every {where} contains the digits 1-{size} once."
        if not regions:
            first = f"Every {where} contains the digits 1-{size} once."
        said = " ".join([first, *self.sheet.sentences])
        kept = {name: marks for name, marks in self.sheet.marks.items() if marks}
        return {
            "cellSize": 50,
            "metadata": {"rules": "\n".join([said, *paragraphs(self.stated, self.variant)])} | self.metadata,
            "cells": [self.sheet.cells[start : start + size] for start in range(0, size * size, size)],
            "regions": [[list(divmod(cell, size)) for cell in region] for region in regions],
            **kept,
        }

    def _use_or_state(self, use: Use) -> None:
        """Draw a rule, or state it with its cells."""
        rule, sheet = RULES[use.rule], self.sheet
        before = deepcopy((sheet.sentences, sheet.marks, sheet.colours))
        try:
            if self.stating is Stated.MARKED and not rule.is_whole:
                raise ValueError(f"{use.rule} is stated")
            if not rule.sudokupad:
                raise ValueError(f"SudokuPad does not draw the rule {use.rule!r}")
            rule.sudokupad.show(sheet, rule.filled(use, sheet.size))
            if rule.sudokupad.switch:
                self.metadata[rule.sudokupad.switch] = True
        except ValueError:
            if self.stating is Stated.NONE:
                raise
            sheet.sentences, sheet.marks, sheet.colours = before
            self.stated.append(use)
            for mark in marks_of(use, self.variant):
                self._mark(mark)

    def _mark(self, mark: Mark) -> None:
        """Draw where a stated rule is."""
        sheet = self.sheet
        match mark:
            case Mark("line", cells):
                sheet.line(sheet.points(cells), LINE_COLOUR, 8)
            case Mark("shade", cells, colour):
                for cell in cells:
                    sheet.shape("underlays", sheet.at(cell), 1, colour, rounded=False)
            case Mark("label", (cell,), text):
                row, column = sheet.at(cell)
                sheet.text([row - 0.3, column - 0.3], text, 0.3)
            case Mark("outside", line, text):
                sheet.text(sheet.before(line), text, 0.9)


# --- The drawing as a list of marks --------------------------------------------------------------------------------


_NAMES = {
    **{code.lower(): name for name, code in COLOURS.items()},
    **{"#ffffff": "white", "#000000": "black", "#aaaaaa": "grey", "#cfcfcf": "grey", "#ffc890": "orange"},
    "#34bbe6": "blue",
}
"""The names of the colours that SudokuPad's drawings have here."""

_SIZES = ((0.75, "large"), (0.35, "medium"), (0.1, "small"))
"""The least width of a mark, in cells, and the word for it."""

_KNOWN = (4, 6, 9)
"""Sizes whose blocks need no mark."""

_LAYERS = ("underlays", "overlays")


def elements_of(variant: Variant) -> list[dict[str, Any]]:
    """Return the marks of a variant: regions, cages, lines, arrows, shapes with text. ValueError for what is not drawn.

    Cells are named r1c1; r0c5 is a place above column 5.
    """
    document, size = document_of(variant), variant.size
    is_usual = size in _KNOWN and variant.regions == usual_regions(size)
    found = [] if is_usual else [_region(region, size) for region in variant.regions]
    found += [_cage(cage) for cage in document.get("cages", ())]
    for layer in ("lines", "arrows"):
        found += [_line(layer, mark) for mark in document.get(layer, ())]
    for layer in _LAYERS:
        found += [_shape(layer, mark) for mark in document.get(layer, ())]
    pads = ((name, rule.sudokupad) for name, rule in sorted(RULES.items()) if rule.sudokupad)
    switched = [name for name, pad in pads if pad.switch and document["metadata"].get(pad.switch)]
    return found + [{"text": name, "type": "global"} for name in switched]


def _region(region: Sequence[int], size: int) -> dict[str, Any]:
    return {"type": "cage", "style": "box", "cells": [_place(*divmod(cell, size)) for cell in region], "value": ""}


def _cage(cage: Mapping[str, Any]) -> dict[str, Any]:
    style = "box" if cage.get("style") == "extraregion" else "killer"
    cells = [_place(row, column) for row, column in cage["cells"]]
    return {"type": "cage", "style": style, "cells": cells, "value": cage.get("value", "")}


def _line(layer: str, mark: Mapping[str, Any]) -> dict[str, Any]:
    """A line with the cells that it goes through; a short one between two cells is an inequality sign."""
    points = mark["wayPoints"]
    about = {**_colour("", mark["color"]), "thickness": mark["thickness"]}
    if layer == "lines" and len(points) == 3 and _length(points) < 1:
        return {"type": "inequality", **_inequality(points), **about}
    return {"type": layer, "coords": list(_through(points)), **about}


def _length(points: Sequence[Sequence[float]]) -> float:
    return float(max(max(place) - min(place) for place in zip(*points, strict=True)))


def _inequality(points: Sequence[Sequence[float]]) -> dict[str, Any]:
    """The sign `>`, `<`, `v` or `^` that points to the smaller digit, and its two cells: the greater one first."""
    (row, column), (tip_row, tip_column) = points[0], points[1]
    middle = points[2]
    down, right = tip_row - (row + middle[0]) / 2, tip_column - (column + middle[1]) / 2
    if abs(right) > abs(down):
        edge, line = round(tip_column), int(tip_row)
        cells = [_place(line, edge - 1), _place(line, edge)]
        sign = ">" if right > 0 else "<"
    else:
        edge, line = round(tip_row), int(tip_column)
        cells = [_place(edge - 1, line), _place(edge, line)]
        sign = "v" if down > 0 else "^"
    return {"direction": sign, "cells": cells if sign in ">v" else cells[::-1]}


def _through(points: Sequence[Sequence[float]]) -> Iterator[str]:
    """The cells of a line from point to point, each once; a line from corner to corner is a diagonal."""
    last = ""
    for (row, column), (next_row, next_column) in pairwise(points):
        steps = max(1, round(max(abs(next_row - row), abs(next_column - column))))
        down, right = (next_row - row) / steps, (next_column - column) / steps
        # From a corner of cells a step goes through the middle of a cell; one more would leave the board.
        half, more = (0.5, 0) if row % 1 == column % 1 == 0 else (0, 1)
        for step in range(steps + more):
            name = _place(int((row + down * (step + half)) // 1), int((column + right * (step + half)) // 1))
            if name != last:
                yield name
            last = name


def _shape(layer: str, mark: Mapping[str, Any]) -> dict[str, Any]:
    row, column = mark["center"]
    down, right = int(row // 1), int(column // 1)
    on_row, on_column = row % 1 == 0, column % 1 == 0
    above, beside = down - 1 if on_row else down, right - 1 if on_column else right
    rows, columns = dict.fromkeys((above, down)), dict.fromkeys((beside, right))
    where = {(True, True): "corner", (True, False): "horizontal edge", (False, True): "vertical edge"}
    width = mark["width"]
    return {
        "type": layer,
        "coords": [_place(one, other) for one in rows for other in columns],
        "loc": where.get((on_row, on_column), "cell"),
        "shape": "circle" if mark.get("rounded") else "square",
        **_colour("", mark.get("backgroundColor", "")),
        **_colour("border_", mark.get("borderColor", "")),
        "size": next((word for least, word in _SIZES if least <= width <= 1.1), "unknown"),
        "text": mark.get("text", ""),
        "width": width,
        "height": mark["height"],
    }


def _colour(which: str, code: str) -> dict[str, str]:
    return {f"{which}color_name": _NAMES.get(code.lower(), code), f"{which}color_hex": code}


def _place(row: int, column: int) -> str:
    return f"r{row + 1}c{column + 1}"
