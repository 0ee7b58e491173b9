"""The drawing of a variant as a list that a model can read: each mark with its cells, colour and text.

Sudoku-Bench (https://github.com/SakanaAI/Sudoku-Bench) describes puzzles so, in a column `visual_elements`. The marks
are those that SudokuPad draws, and a colour has the name that the rules in words use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..named.pads import COLOURS
from ..variant import RULES, Variant, usual_regions
from .sudokupad import document_of

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
