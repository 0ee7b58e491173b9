"""Variants from SudokuPad: its links and its JSON. Lines are only drawn there, so their rules are unknown."""

from collections.abc import Mapping
from typing import Any

from board_catalogue.engine.rules.formats import f_puzzles
from board_catalogue.engine.rules.geometry import Cells
from board_catalogue.engine.rules.model import SIZES
from board_catalogue.engine.rules.named.rule import Use
from board_catalogue.engine.rules.variant import Variant

DRAWN = ("lines", "arrows", "underlays", "overlays")


def read(puzzle: Mapping[str, Any]) -> Variant:
    """Return the variant of a puzzle in JSON: givens, regions and cages.

    ValueError for lines and signs, whose meaning is unknown: the error names them.
    """
    try:
        return _variant(puzzle)
    except (KeyError, TypeError, AttributeError, IndexError, OverflowError):
        raise ValueError("the SudokuPad puzzle is not complete: a field does not have the values it needs") from None


def _variant(puzzle: Mapping[str, Any]) -> Variant:
    rows = puzzle["cells"]
    size = len(rows)
    if size not in SIZES or any(len(row) != size for row in rows):
        raise ValueError(f"a SudokuPad board of {size} rows: boards are 4x4 to 16x16")
    for field in DRAWN:
        if puzzle.get(field):
            raise ValueError(f"the SudokuPad puzzle has {len(puzzle[field])} {field}: their meaning is unknown")
    givens = tuple(_digit(cell.get("value")) for row in rows for cell in row)
    regions = tuple(_cells(region, size) for region in puzzle.get("regions") or ())
    uses = [use for cage in puzzle.get("cages") or () if (use := _cage(cage, size)) is not None]
    whole = tuple(region for region in regions if len(region) == size)
    others = [Use("all different", region) for region in regions if len(region) != size]
    masks = [
        Use("digits", (number,), tuple(_digit(mark) for mark in marks))
        for number, cell in enumerate(cell for row in rows for cell in row)
        if (marks := cell.get("givenCentremarks"))
    ]
    return Variant(size, whole, (*others, *uses, *masks), givens)


def _digit(value: object) -> int:
    return f_puzzles.number_in(value, "SudokuPad puzzle") or 0


def _cage(cage: Mapping[str, Any], size: int) -> Use | None:
    """A cage with its sum; None for one that has no cells: it holds the title and the like."""
    if not cage.get("cells"):
        return None
    cells = _cells(cage["cells"], size)
    value = cage.get("value")
    if value in (None, ""):
        return Use("all different", cells)
    if not str(value).isdecimal():
        raise ValueError(f"a SudokuPad cage has {value!r} where a sum is needed: its meaning is unknown")
    return Use("cage" if cage.get("unique", True) else "sum", cells, int(str(value)))


def _cells(places: Any, size: int) -> Cells:
    return tuple(_cell(place, size) for place in places)


def _cell(place: Any, size: int) -> int:
    if len(place) != 2 or any(number not in range(size) for number in place):
        raise ValueError(f"the SudokuPad cell {place!r} is no row and column from 0 to {size - 1}")
    return int(place[0] * size + place[1])


def write(variant: Variant) -> str:
    """Return a SudokuPad link of a variant, which holds an f-puzzles board. ValueError as in `f_puzzles.write`."""
    return f_puzzles.write(variant).replace("https://f-puzzles.com/?load=", "https://sudokupad.app/fpuzzles")
