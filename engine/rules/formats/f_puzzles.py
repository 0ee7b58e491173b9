"""Variants as f-puzzles keeps them: JSON, or the link that holds it compressed."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from board_catalogue.engine.rules.formats.all_different import named, spelled_out
from board_catalogue.engine.rules.formats.lz_string import compressed
from board_catalogue.engine.rules.geometry import Cells, cell_of, name_of
from board_catalogue.engine.rules.model import SIZES
from board_catalogue.engine.rules.named.rule import Use
from board_catalogue.engine.rules.variant import Variant, usual_regions

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
}
CELLS = {"odd": "odd", "even": "even", "minimum": "minimum", "maximum": "maximum"}
OUTSIDE = {"sandwichsum": "sandwich", "xsum": "x-sum", "skyscraper": "skyscraper", "numberedroom": "numbered room"}
INDEXING = {"rowindexer": "indexing column", "columnindexer": "indexing row"}
PAIRS = {"difference": "white dot", "ratio": "black dot"}
SILENT = {
    *("size", "title", "author", "ruleset", "grid", "solution", "negative", "nonconsecutive"),
    *("highlightConflicts", "disabledlogic", "truecandidatesoptions", "successMessage"),
}

"""Fields that say nothing of the rules, and those that are read with others."""


def read(puzzle: Mapping[str, Any]) -> Variant:
    """Return the variant of a board in JSON. ValueError for a rule that is not known, and for what is only drawn."""
    size = puzzle.get("size", 9)
    if size not in SIZES:
        raise ValueError(f"an f-puzzles board of size {size}: sizes go from {SIZES[0]} to {SIZES[-1]}")
    grid = puzzle.get("grid")
    if (
        not isinstance(grid, list)
        or len(grid) != size
        or any(not isinstance(row, list) or len(row) != size for row in grid)
    ):
        raise ValueError(f"the f-puzzles grid is not {size} by {size} cells")
    try:
        board = Variant(size, _regions(size, grid), givens=tuple(_given(cell) for row in grid for cell in row))
        return named(board.with_uses((*_masks(grid, size), *_uses(puzzle, size))), WORDLESS)
    except (KeyError, TypeError, AttributeError, IndexError, OverflowError):
        raise ValueError("the f-puzzles board is not complete: a field does not have the values it needs") from None


def _regions(size: int, grid: list[list[Mapping[str, Any]]]) -> tuple[Cells, ...]:
    usual = usual_regions(size)
    region_of = {cell: number for number, region in enumerate(usual) for cell in region}
    members: dict[Any, list[int]] = {}
    for number, cell in enumerate(cell for row in grid for cell in row):
        region = cell.get("region", region_of.get(number))
        if region is not None:
            members.setdefault(region, []).append(number)
    regions = [tuple(cells) for _, cells in sorted(members.items())]
    if wrong := [region for region in regions if len(region) != size]:
        raise ValueError(f"an f-puzzles region has {len(wrong[0])} cells, not {size}")
    return tuple(regions)


def _given(cell: Mapping[str, Any]) -> int:
    return number_in(cell.get("value"), "f-puzzles board") or 0 if cell.get("given") else 0


def _masks(grid: list[list[Mapping[str, Any]]], size: int) -> Iterable[Use]:
    for number, cell in enumerate(cell for row in grid for cell in row):
        if marks := cell.get("givenPencilMarks"):
            yield Use("digits", (number,), tuple(_needed("pencil mark", mark) for mark in marks))


def _uses(puzzle: Mapping[str, Any], size: int) -> Iterable[Use]:
    for field, value in puzzle.items():
        if field in SILENT or not value:
            continue
        if field in ("diagonal+", "diagonal-"):
            yield Use("diagonal", value="/" if field == "diagonal+" else "\\")
        elif field in WHOLE_BOARD:
            yield Use(WHOLE_BOARD[field])
        else:
            for one in value if isinstance(value, list) else [value]:
                yield from _marks(field, one, size)
    yield from _negative(puzzle)


def _negative(puzzle: Mapping[str, Any]) -> Iterable[Use]:
    """What holds if there is no mark: f-puzzles leaves cells with a white dot out of "nonconsecutive"."""
    negatives = set(puzzle.get("negative") or ())
    if unknown := negatives - {"xv", "ratio"}:
        raise ValueError(f"f-puzzles rule 'negative {min(unknown)}' is not known")
    apart = puzzle.get("nonconsecutive")
    if "xv" in negatives:
        yield Use("all xv")
    if apart and "ratio" in negatives:
        yield Use("all kropki")
    elif "ratio" in negatives:
        yield Use("all ratios")
    elif apart:
        yield Use("all white dots" if puzzle.get("difference") else "non-consecutive")


def _marks(field: str, one: Mapping[str, Any], size: int) -> Iterable[Use]:
    cells = tuple(cell_of(name, size) for name in one.get("cells", ()) if field not in OUTSIDE)
    value = one.get("value")
    if field in LINES:
        for line in one["lines"]:
            yield Use(LINES[field], tuple(cell_of(name, size) for name in line), number_in(value, "f-puzzles board"))
    elif field == "arrow":
        for line in one["lines"]:
            yield from _arrow(cells, tuple(cell_of(name, size) for name in line))
    elif field == "killercage":
        yield Use("cage", cells, number_in(value, "f-puzzles board"))
    elif field in PAIRS:
        yield Use(PAIRS[field], cells, number_in(value, "f-puzzles board"))
    elif field == "xv":
        yield Use(str(value).lower(), cells)
    elif field == "quadruple":
        yield Use("quadruple", cells, tuple(_needed(field, digit) for digit in one["values"]))
    elif field == "extraregion":
        yield Use("all different", cells)
    elif field == "clone":
        yield Use("clone", groups=(cells, tuple(cell_of(name, size) for name in one["cloneCells"])))
    elif field in CELLS:
        yield Use(CELLS[field], (cell_of(one["cell"], size),))
    elif field in INDEXING:
        yield Use(INDEXING[field], cells)
    elif field == "littlekillersum":
        yield Use("little killer", cells, _needed(field, value))
    elif field in OUTSIDE:
        yield Use(OUTSIDE[field], _line_from(one["cell"], size), _needed(field, value))
    elif field in ("text", "cage", "line", "rectangle", "circle"):
        raise ValueError(f"the f-puzzles board has a drawn {field}: its meaning is unknown")
    else:
        raise ValueError(f"f-puzzles rule {field!r} is not known")


def _arrow(circle: Cells, line: Cells) -> Iterable[Use]:
    """An arrow that begins in its circle, or a pill of several cells."""
    shaft = tuple(cell for cell in line if cell not in circle)
    if len(circle) == 1:
        yield Use("arrow", (*circle, *shaft))
    else:
        yield Use("pill arrow", (*sorted(circle), *shaft), len(circle))


def number_in(value: object, what: str) -> int | None:
    """Return a number of a puzzle, None if it is empty. ValueError, which says where it is, for anything else."""
    if value in (None, ""):
        return None
    if not re.fullmatch(r"-?\d{1,9}", str(value)):
        raise ValueError(f"the {what} has {value!r} where a number is needed")
    return int(str(value))


def _needed(field: str, value: object) -> int:
    number = number_in(value, "f-puzzles board")
    if number is None:
        raise ValueError(f"f-puzzles {field} has no number")
    return number


def _line_from(name: str, size: int) -> Cells:
    """The row or column that a clue outside the board looks along, from its side."""
    match = re.fullmatch(r"[Rr](\d+)[Cc](\d+)", name)
    row, column = (int(match[1]) - 1, int(match[2]) - 1) if match else (-1, -1)
    if 0 <= row < size and column in (-1, size):
        line = tuple(range(row * size, row * size + size))
        return line if column < 0 else line[::-1]
    if 0 <= column < size and row in (-1, size):
        line = tuple(range(column, size * size, size))
        return line if row < 0 else line[::-1]
    raise ValueError(f"an f-puzzles clue stands at {name}, which is not beside the board")


def write(variant: Variant, *, link: bool = True) -> str:
    """Return the f-puzzles link of a variant, or its JSON. ValueError for a rule that f-puzzles does not have."""
    puzzle = board_of(variant)
    text = json.dumps(puzzle, separators=(",", ":"))
    return f"https://f-puzzles.com/?load={quote(compressed(text), safe='')}" if link else text


def board_of(variant: Variant) -> dict[str, Any]:
    """Return the JSON of a variant as a dictionary. ValueError for a rule that f-puzzles does not have."""
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
    for use in (*extra, *spelled_out(variant, WORDLESS)):
        _add(puzzle, use, size, cells)
    return puzzle


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
