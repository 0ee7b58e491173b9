"""The drawing of an f-puzzles document: marks that the program knows as rules, and those that are only drawn."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from ..formats.f_puzzles import CELLS, INDEXING, LINES, OUTSIDE, PAIRS, WHOLE_BOARD
from ..geometry import Cells, cell_of
from ..model import SIZES
from ..named.rule import Use
from ..variant import usual_regions
from . import drawing as kinds
from .colours import Colours, names_of
from .drawing import Drawing, Element, path
from .edges import nowhere_else
from .meanings import EDGE, Meaning
from .shapes import Shape, composed, element_of, merged

_ABOUT = {"size", "title", "author", "ruleset", "grid", "solution"}
_SETTINGS = {"highlightConflicts", "disabledlogic", "truecandidatesoptions", "successMessage", "metadata", "cages"}
_READ_WITH_OTHERS = {"negative", "nonconsecutive", "diagonal+", "diagonal-", *WHOLE_BOARD}
_FOG = {"fogofwar", "foglight", "fogcustom", "fog"}
_DRAWN = {"text", "cage", "line", "rectangle", "circle"}
_LOOK = {
    "outlineC",
    "baseC",
    "fontC",
    "width",
    "height",
    "angle",
    "size",
    "isNewConstraint",
    "fromConstraint",
    "hidden",
}
_OF_MARKS = {"cells", "cell", "lines", "value", "values", "direction", "cloneCells"} | _LOOK
_OF_CELLS = {
    "value",
    "given",
    "region",
    "givenPencilMarks",
    "cornerPencilMarks",
    "centerPencilMarks",
    "c",
    "cArray",
    "highlight",
}

_COLOURS: dict[str, str] = {
    **{"thermometer": "#cfcfcf", "slowthermometer": "#cfcfcf", "palindrome": "#c1c1c1", "arrow": "#c1c1c1"},
    **{"renban": "#f067f0", "whispers": "#67f067", "regionsumline": "#2ecbff", "entropicline": "#ffccaa"},
    **{"betweenline": "#c1c1c1", "lockout": "#2ecbff", "modularline": "#33bbbb", "zipperline": "#cdb1ec"},
    **{"doublearrow": "#c1c1c1", "nabner": "#c9c883", "difference": "#ffffff", "ratio": "#000000"},
    **{"odd": "#cfcfcf", "even": "#cfcfcf", "quadruple": "#ffffff", "extraregion": "#cfcfcf"},
}
"""How f-puzzles draws its marks."""

_KINDS = {
    **dict.fromkeys(LINES, kinds.LINE),
    **{"thermometer": kinds.THERMOMETER, "slowthermometer": kinds.THERMOMETER, "arrow": kinds.ARROW},
    **{"killercage": kinds.CAGE, "difference": kinds.DOT, "ratio": kinds.DOT, "xv": kinds.SIGN},
    **{"quadruple": kinds.CORNER, "odd": kinds.CIRCLE, "even": kinds.SQUARE, "extraregion": kinds.SHADE},
    **{"littlekillersum": kinds.OUTSIDE}, **dict.fromkeys(OUTSIDE, kinds.OUTSIDE),
}  # fmt: skip
"""The look of a mark, by its field; other fields are marks of no special look."""


def drawing_of(fields: Mapping[str, Any]) -> Drawing:
    """Return the drawing. ValueError for a document without a board of a size that is known."""
    size = fields.get("size", 9)
    if not isinstance(size, int) or size not in SIZES:
        raise ValueError(f"an f-puzzles board of size {str(size)[:20]!r}: sizes go from {SIZES[0]} to {SIZES[-1]}")
    grid = fields.get("grid")
    if (
        not isinstance(grid, list)
        or len(grid) != size
        or any(not isinstance(row, list) or len(row) != size for row in grid)
    ):
        raise ValueError(f"the f-puzzles grid is not {size} by {size} cells")
    try:
        return _drawing(fields, size, [cell for row in grid for cell in row])
    except (KeyError, TypeError, AttributeError, IndexError, ArithmeticError):
        raise ValueError("the f-puzzles board is not complete: a field does not have the values it needs") from None


def _drawing(fields: Mapping[str, Any], size: int, cells: list[Mapping[str, Any]]) -> Drawing:
    givens = tuple(number_in(cell.get("value")) if cell.get("given") else None for cell in cells)
    drawing = Drawing(size, _regions(size, cells), givens, cages_are_rules=False)
    drawing.title, drawing.author, drawing.rules = (str(fields.get(n) or "") for n in ("title", "author", "ruleset"))
    drawing.solution = _solution(fields.get("solution"), size)
    drawing.left += [f"the field {name!r} of cells" for name in sorted({n for c in cells for n in c} - _OF_CELLS)]
    for number, cell in enumerate(cells):
        if marks := cell.get("givenPencilMarks"):
            drawing.uses.append(Use("digits", (number,), tuple(_needed("pencil mark", mark) for mark in marks)))
    elements: list[Element] = []
    shapes: list[Shape] = []
    for field, value in fields.items():
        if field in _ABOUT | _SETTINGS | _READ_WITH_OTHERS or not value:
            continue
        if field in _FOG:
            drawing.kept.append("fog")
        elif field in _DRAWN:
            shown = (one for one in _list(value) if not _is_look(one, fields) and not _is_aside(field, one, drawing))
            drawn = [_drawn(field, one, size) for one in shown]
            elements += chain.from_iterable(marks for marks, _ in drawn)
            shapes += [shape for _, shape in drawn if shape]
        elif field in _KNOWN:
            elements += chain.from_iterable(_marks(field, one, size, drawing.left) for one in _list(value))
        else:
            drawing.left.append(f"the field {field!r}")
    elements += [element_of(shape, size) for shape in merged(shapes)]
    drawing.elements = composed(elements, size)
    drawing.uses += _whole_board(fields, drawing)
    return drawing


_KNOWN = {*LINES, *CELLS, *OUTSIDE, *INDEXING, *PAIRS} | {
    *("arrow", "killercage", "xv", "quadruple", "extraregion", "clone", "littlekillersum")
}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _regions(size: int, cells: list[Mapping[str, Any]]) -> tuple[Cells, ...]:
    usual = usual_regions(size)
    region_of = {cell: number for number, region in enumerate(usual) for cell in region}
    members: dict[Any, list[int]] = {}
    for number, cell in enumerate(cells):
        region = cell.get("region", region_of.get(number))
        if region is not None:
            members.setdefault(region, []).append(number)
    regions = [tuple(some) for _, some in sorted(members.items())]
    if wrong := [region for region in regions if len(region) != size]:
        raise ValueError(f"an f-puzzles region has {len(wrong[0])} cells, not {size}")
    return tuple(regions)


def _solution(value: object, size: int) -> tuple[int, ...]:
    if isinstance(value, str):
        value = value.split(",") if "," in value else list(value)
    digits = [str(one) for one in value] if isinstance(value, list) else []
    right = len(digits) == size * size and all(one.isdecimal() and len(one) < 3 for one in digits)
    return tuple(map(int, digits)) if right else ()


def _whole_board(fields: Mapping[str, Any], drawing: Drawing) -> Iterator[Use]:
    for field in ("diagonal+", "diagonal-"):
        if fields.get(field):
            yield Use("diagonal", value="/" if field == "diagonal+" else "\\")
    yield from (Use(rule) for field, rule in WHOLE_BOARD.items() if fields.get(field))
    yield from _negative(fields, drawing)


def _negative(fields: Mapping[str, Any], drawing: Drawing) -> Iterator[Use]:
    """The rule where there is no mark: f-puzzles leaves cells with a white dot out of "nonconsecutive"."""
    negatives = set(fields.get("negative") or ())
    drawing.left += [f"negative {name!r}" for name in sorted(map(str, negatives - {"xv", "ratio", "difference"}))]
    apart = fields.get("nonconsecutive")
    if "xv" in negatives:
        yield Use("all xv")
    usual = not any(one.get("value") for name in PAIRS for one in fields.get(name) or ())
    if (negatives & {"ratio", "difference"} and not usual) or ("difference" in negatives and "ratio" not in negatives):
        yield from _with_numbers(fields, negatives, drawing)
    elif (apart and "ratio" in negatives) or {"ratio", "difference"} <= negatives:
        yield Use("all kropki")
        return
    elif "ratio" in negatives:
        yield Use("all ratios")
    if apart:
        yield Use("all white dots" if fields.get("difference") else "non-consecutive")


def _with_numbers(fields: Mapping[str, Any], negatives: set[str], drawing: Drawing) -> Iterator[Use]:
    """No other neighbours have any of the differences, or ratios, that marks have."""
    for name, relation, usual in (("difference", "difference", 1), ("ratio", "times", 2)):
        if name in negatives:
            numbers = {number_in(one.get("value")) or usual for one in fields.get(name) or ()} or {usual}
            said = [Meaning(EDGE, relations=((relation, number),)) for number in sorted(numbers)]
            marked = [one.cells for one in drawing.elements if one.kind == kinds.DOT]
            yield from nowhere_else(said, marked, drawing.size, all_named=False)


# --- Marks that are rules -----------------------------------------------------------------------------------------


def _marks(field: str, one: Mapping[str, Any], size: int, left: list[str]) -> Iterator[Element]:
    left += [f"the field {name!r} of {field}" for name in sorted(set(one) - _OF_MARKS) if one[name]]
    colours, kind = names_of(_COLOURS.get(field)), _KINDS.get(field, kinds.OTHER)
    if field == "killercage" and not re.fullmatch(r"-?\d{0,9}", str(one.get("value") or "")):
        yield Element(kind, _cells(one, size), colours, str(one["value"]))
        return
    for use in _uses(field, one, size):
        circles = 2 if field in ("betweenline", "lockout", "doublearrow") else 0
        text = "" if field in LINES else str(one.get("value") or "")
        is_killer = field == "littlekillersum"
        yield Element(kind, use.cells, colours, text, circles, native=use, diagonal=is_killer)


def _cells(one: Mapping[str, Any], size: int) -> Cells:
    return tuple(cell_of(name, size) for name in one.get("cells", ()))


def _uses(field: str, one: Mapping[str, Any], size: int) -> Iterator[Use]:
    value = one.get("value")
    if field in LINES:
        for line in one["lines"]:
            yield Use(LINES[field], tuple(cell_of(name, size) for name in line), number_in(value))
    elif field == "arrow":
        for line in one["lines"]:
            yield _arrow(_cells(one, size), tuple(cell_of(name, size) for name in line))
    elif field == "killercage":
        yield Use("cage", _cells(one, size), number_in(value))
    elif field in PAIRS:
        yield Use(PAIRS[field], _cells(one, size), number_in(value))
    elif field == "xv":
        yield Use(str(value).lower(), _cells(one, size))
    elif field == "quadruple":
        yield Use("quadruple", _cells(one, size), tuple(_needed(field, digit) for digit in one["values"]))
    elif field == "extraregion":
        yield Use("all different", _cells(one, size))
    elif field == "clone":
        yield Use("clone", groups=(_cells(one, size), tuple(cell_of(name, size) for name in one["cloneCells"])))
    elif field in CELLS:
        yield Use(CELLS[field], (cell_of(one["cell"], size),))
    elif field in INDEXING:
        yield Use(INDEXING[field], _cells(one, size))
    elif field == "littlekillersum":
        yield Use("little killer", _cells(one, size), _needed(field, value))
    else:
        yield Use(OUTSIDE[field], _line_from(one["cell"], size), _needed(field, value))


def _arrow(circle: Cells, line: Cells) -> Use:
    """An arrow that begins in its circle, or a pill of several cells."""
    shaft = tuple(cell for cell in line if cell not in circle)
    if len(circle) == 1:
        return Use("arrow", (*circle, *shaft))
    return Use("pill arrow", (*sorted(circle), *shaft), len(circle))


def number_in(value: object) -> int | None:
    """Return a number of a puzzle, None if it is empty. ValueError, which says where it is, for anything else."""
    if value in (None, ""):
        return None
    if not re.fullmatch(r"-?\d{1,9}", str(value)):
        raise ValueError(f"the f-puzzles board has {value!r} where a number is needed")
    return int(str(value))


def _needed(field: str, value: object) -> int:
    number = number_in(value)
    if number is None:
        raise ValueError(f"f-puzzles {field} has no number")
    return number


def _line_from(name: str, size: int) -> Cells:
    """The row or column that a clue outside the board looks along, from its side."""
    row, column = _place(name)
    if 0 <= row < size and column in (-1, size):
        line = tuple(range(row * size, row * size + size))
        return line if column < 0 else line[::-1]
    if 0 <= column < size and row in (-1, size):
        line = tuple(range(column, size * size, size))
        return line if row < 0 else line[::-1]
    raise ValueError(f"an f-puzzles clue stands at {str(name)[:20]!r}, which is not beside the board")


def _place(name: object) -> tuple[int, int]:
    """Row and column from 0 of a cell, which may be outside the board; far away for what is no cell."""
    match = re.fullmatch(r"[Rr](-?\d{1,2})[Cc](-?\d{1,2})", str(name))
    return (int(match[1]) - 1, int(match[2]) - 1) if match else (-9, -9)


# --- Marks that are drawn -----------------------------------------------------------------------------------------


def _drawn(field: str, one: Mapping[str, Any], size: int) -> tuple[list[Element], Shape | None]:
    """The lines or the cage of a drawn mark, or its shape."""
    if field == "line":
        return list(_lines(one, size)), None
    if field == "cage":
        cells = tuple(row * size + column for row, column in map(_place, one["cells"]))
        inside = all(0 <= cell < size * size for cell in cells)
        text = str(one.get("value") or "")
        return [Element(kinds.CAGE, cells if inside else (), names_of(one.get("outlineC")), text)], None
    places = [_place(name) for name in one["cells"]]
    row = sum(place[0] for place in places) / len(places) + 0.5
    column = sum(place[1] for place in places) / len(places) + 0.5
    fill: Colours = frozenset() if field == "text" else names_of(one.get("baseC"))
    border: Colours = frozenset() if field == "text" else names_of(one.get("outlineC"))
    wide, high = float(one.get("width") or 0), float(one.get("height") or 0)
    angle = one.get("angle") or 0
    turned = isinstance(angle, int | float) and angle % 90 != 0
    text = str(one.get("value") or "").strip()
    return [], Shape(row, column, wide, high, field == "circle", turned, fill, border, text)


def _is_look(one: Mapping[str, Any], fields: Mapping[str, Any]) -> bool:
    """Whether a drawn mark is only how a rule looks that the document names, too: "Row Indexer" of `rowindexer`."""
    name = re.sub(r"\W", "", str(one.get("fromConstraint") or "")).lower()
    return bool(name and fields.get(name))


def _is_aside(field: str, one: Mapping[str, Any], drawing: Drawing) -> bool:
    """Whether a cage only carries words for SudokuPad: its title and the like, or where fog is lit."""
    text = str(one.get("value") or "")
    if field != "cage" or not re.fullmatch(r"FOW|FOGLIGHT|[a-z]+:\s.*", text, re.DOTALL):
        return False
    name, _, words = text.partition(":")
    if name in ("title", "author", "rules") and not getattr(drawing, name):
        setattr(drawing, name, words.strip())
    else:
        drawing.kept.append("fog" if text in ("FOW", "FOGLIGHT") else f"the note {name!r}")
    return True


def _lines(one: Mapping[str, Any], size: int) -> Iterator[Element]:
    for line in one["lines"]:
        points = [(row + 0.5, column + 0.5) for row, column in map(_place, line)]
        cells = path(points, size)
        if cells is None or len(cells) < 2:
            yield Element(kinds.OTHER, cells or (), names_of(one.get("outlineC")))
        else:
            yield Element(kinds.LINE, cells, names_of(one.get("outlineC")))
