"""Variants as f-puzzles keeps them: its names of rules, its JSON, and the link that holds it compressed."""

import json
from typing import Any
from urllib.parse import quote

from ..geometry import Cells, name_of
from ..named.rule import Use
from ..statements import paragraphs
from ..variant import Variant, usual_regions
from .all_different import spelled_out
from .lz_string import compressed
from .marks import LINE_COLOUR, Label, Line, Mark, Outside, Shade, marks_of

WHOLE_BOARD = {
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    "disjointgroups": "disjoint groups",
}
WORDLESS = ("windoku", "argyle")
"""Rules without a field, written as further regions."""
LINES = {
    "thermometer": "thermometer",
    "slowthermometer": "slow thermometer",
    "palindrome": "palindrome",
    "renban": "renban",
    "whispers": "whispers",
    "regionsumline": "region sum",
    "betweenline": "between",
    "lockout": "lockout",
    "entropicline": "entropic",
    "modularline": "modular",
    "zipperline": "zipper",
    "doublearrow": "double arrow",
    "nabner": "nabner",
}
CELLS = {"odd": "odd", "even": "even", "minimum": "minimum", "maximum": "maximum"}
OUTSIDE = {"sandwichsum": "sandwich", "xsum": "x-sum", "skyscraper": "skyscraper", "numberedroom": "numbered room"}
INDEXING = {"rowindexer": "indexing column", "columnindexer": "indexing row", "boxindexer": "indexing box"}
PAIRS = {"difference": "white dot", "ratio": "black dot"}


def write(variant: Variant, *, link: bool = True, stating: bool = True) -> str:
    """Return the f-puzzles link of a variant, or its JSON.

    A rule without a field is stated in the rules text and drawn, or refused with ValueError.
    """
    puzzle = board_of(variant, stating=stating)
    text = json.dumps(puzzle, separators=(",", ":"))
    return f"https://f-puzzles.com/?load={quote(compressed(text), safe='')}" if link else text


def board_of(variant: Variant, *, stating: bool = True) -> dict[str, Any]:
    """Return the JSON of a variant as a dictionary. ValueError as from `write`."""
    variant.check_square("written for f-puzzles")
    size = variant.size
    region_of = {cell: number for number, region in enumerate(variant.regions) for cell in region}
    usual = variant.regions == usual_regions(size)
    overlap = len(region_of) < sum(map(len, variant.regions))
    cells: list[dict[str, Any]] = [{} for _ in range(size * size)]
    for cell, one in enumerate(cells):
        if not usual:
            one["region"] = None if overlap else region_of.get(cell)
        if variant.givens and variant.givens[cell]:
            one |= {"value": variant.givens[cell], "given": True}
    puzzle: dict[str, Any] = {"size": size, "grid": [cells[i : i + size] for i in range(0, size * size, size)]}
    extra = [Use("all different", region) for region in variant.regions if overlap]
    stated: list[Use] = []
    for use in (*extra, *spelled_out(variant, WORDLESS)):
        try:
            _add(puzzle, use, size, cells)
        except ValueError:
            if not stating:
                raise
            stated.append(use)
            for mark in marks_of(use, variant):
                _draw(puzzle, mark, size)
    if stated:
        where = "row, column and region" if variant.regions else "row and column"
        first = f"Every {where} contains the digits 1-{size} once."
        puzzle["ruleset"] = "\n".join([first, *paragraphs(stated, variant)])
    return puzzle


def _draw(puzzle: dict[str, Any], mark: Mark, size: int) -> None:
    """Draw where a stated rule is, in colours and texts that say nothing to the program."""
    match mark:
        case Line(cells):
            line = {"lines": [[name_of(cell, size) for cell in cells]], "outlineC": LINE_COLOUR, "width": 0.2}
            puzzle.setdefault("line", []).append(line | {"isNewConstraint": True})
        case Shade(cells, colour):
            for cell in cells:
                square = {"cells": [name_of(cell, size)], "baseC": colour, "outlineC": colour, "fontC": "#000000"}
                puzzle.setdefault("rectangle", []).append(square | {"width": 1, "height": 1})
        case Label(cell, text):
            _write_text(puzzle, name_of(cell, size), text, 0.3)
        case Outside(line, text):
            _write_text(puzzle, _before(line, size), text, 0.6)


def _write_text(puzzle: dict[str, Any], name: str, text: str, size: float) -> None:
    puzzle.setdefault("text", []).append({"cells": [name], "value": text, "fontC": "#000000", "size": size})


def _add(puzzle: dict[str, Any], use: Use, size: int, grid: list[dict[str, Any]]) -> None:
    names = [name_of(cell, size) for cell in use.cells]
    value = {} if use.value is None else {"value": str(use.value)}

    def add(field: str, **parts: Any) -> None:
        puzzle.setdefault(field, []).append(parts)

    by_rule = {rule: field for table in (LINES, CELLS, OUTSIDE, INDEXING, PAIRS) for field, rule in table.items()}
    whole = {rule: field for field, rule in WHOLE_BOARD.items()}
    field = by_rule.get(use.rule, "")
    if use.rule in whole:
        puzzle[whole[use.rule]] = True
    elif use.rule == "diagonal":
        for sign, name in (("/", "diagonal+"), ("\\", "diagonal-")):
            if use.value in (None, sign):
                puzzle[name] = True
    elif use.rule in ("all xv", "all kropki", "all ratios", "all white dots", "non-consecutive"):
        if use.rule in ("all xv", "all kropki", "all ratios"):
            puzzle.setdefault("negative", []).append("xv" if use.rule == "all xv" else "ratio")
        if use.rule in ("all kropki", "all white dots", "non-consecutive"):
            puzzle["nonconsecutive"] = True
    elif use.rule in LINES.values():
        add(field, lines=[names], **value)
    elif use.rule in ("arrow", "pill arrow"):
        pill = use.value if isinstance(use.value, int) else 1
        add("arrow", cells=names[:pill], lines=[[names[pill - 1], *names[pill:]]])
    elif use.rule == "cage":
        add("killercage", cells=names, **value)
    elif use.rule in PAIRS.values() or use.rule in INDEXING.values():
        add(field, cells=names, **value)
    elif use.rule in ("x", "v"):
        add("xv", cells=names, value=use.rule.upper())
    elif use.rule == "quadruple" and isinstance(use.value, tuple):
        add("quadruple", cells=names, values=list(use.value))
    elif use.rule == "all different":
        add("extraregion", cells=names)
    elif use.rule == "clone" and len(use.groups) == 2:
        first, second = ([name_of(cell, size) for cell in group] for group in use.groups)
        add("clone", cells=first, cloneCells=second)
    elif use.rule in CELLS.values():
        for name in names:
            add(field, cell=name)
    elif use.rule == "digits" and use.value is not None:
        for cell in use.cells:
            grid[cell]["givenPencilMarks"] = list(use.value) if isinstance(use.value, tuple) else [use.value]
    elif use.rule == "little killer":
        add("littlekillersum", cells=names, cell=_before(use.cells, size), **value)
    elif use.rule in OUTSIDE.values() and len(use.cells) == size:
        add(field, cell=_before(use.cells, size), **value)
    else:
        raise ValueError(f"f-puzzles does not have the rule {use.rule!r}")


def _before(line: Cells, size: int) -> str:
    """The name of the place beside the board from which a clue looks along a line."""
    (row, column), (next_row, next_column) = (divmod(cell, size) for cell in line[:2])
    return f"R{2 * row - next_row + 1}C{2 * column - next_column + 1}"
