"""The drawing of an f-puzzles document: marks that the program knows as rules, and those that are only drawn."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from ..formats.f_puzzles import FIELDS
from ..frame import Cells
from ..model import SIZES
from ..named.fields import DIAGONALS, cells_in, number_in, number_needed, place_of
from ..named.rule import Use
from ..variant import usual_regions
from . import drawing as kinds
from .drawing import Colours, Drawing, Element, Shape, composed, element_of, merged, names_of, path
from .making import nowhere_else
from .meanings import EDGE, Meaning

_ABOUT = {"size", "title", "author", "ruleset", "grid", "solution"}
_SETTINGS = {"highlightConflicts", "disabledlogic", "truecandidatesoptions", "successMessage", "metadata", "cages"}
_SWITCHES = {
    name: rule.name
    for name, (rule, field) in sorted(FIELDS.items(), key=lambda one: bool(one[1][0].house))
    if field.switches
}
"""Rules of the whole board by their fields, those that add houses last."""
_READ_WITH_OTHERS = {"negative", "nonconsecutive", *DIAGONALS.values(), *_SWITCHES}
_PAIRS = ("difference", "ratio")
_FOG = {"fogofwar", "foglight", "fogcustom", "fog"}
_DRAWN = {"text", "cage", "line", "rectangle", "circle"}
_ORIGIN = {"isNewConstraint", "fromConstraint", "hidden"}
_LOOK = {"outlineC", "baseC", "fontC", "width", "height", "angle", "size"}
_OF_MARKS = {"cells", "cell", "lines", "value", "values", "direction", "cloneCells"} | _LOOK | _ORIGIN
_PENCIL_MARKS = {"givenPencilMarks", "cornerPencilMarks", "centerPencilMarks"}
_OF_CELLS = {"value", "given", "region", "c", "cArray", "highlight"} | _PENCIL_MARKS


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
            drawing.uses.append(Use("digits", (number,), tuple(number_needed("pencil mark", mark) for mark in marks)))
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
        elif field in FIELDS and FIELDS[field][1].uses:
            elements += chain.from_iterable(_marks(field, one, size, drawing.left) for one in _list(value))
        else:
            drawing.left.append(f"the field {field!r}")
    elements += [element_of(shape, size) for shape in merged(shapes)]
    drawing.elements = composed(elements, size)
    drawing.uses += _whole_board(fields, drawing)
    return drawing


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
    yield from (Use("diagonal", value=sign) for sign, field in DIAGONALS.items() if fields.get(field))
    yield from (Use(rule) for field, rule in _SWITCHES.items() if fields.get(field))
    yield from _negative(fields, drawing)


def _negative(fields: Mapping[str, Any], drawing: Drawing) -> Iterator[Use]:
    """The rule where there is no mark: f-puzzles leaves cells with a white dot out of "nonconsecutive"."""
    negatives = set(fields.get("negative") or ())
    drawing.left += [f"negative {name!r}" for name in sorted(map(str, negatives - {"xv", "ratio", "difference"}))]
    apart = fields.get("nonconsecutive")
    if "xv" in negatives:
        yield Use("all xv")
    usual = not any(one.get("value") for name in _PAIRS for one in fields.get(name) or ())
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


def _marks(field: str, one: dict[str, Any], size: int, left: list[str]) -> Iterator[Element]:
    left += [f"the field {name!r} of {field}" for name in sorted(set(one) - _OF_MARKS) if one[name]]
    rule, look = FIELDS[field]
    colours, value = names_of(look.colour), str(one.get("value") or "")
    if look.kind == kinds.CAGE and not re.fullmatch(r"-?\d{0,9}", value):
        yield Element(look.kind, cells_in(one.get("cells", ()), size), colours, value)
    elif look.uses:
        text = value if look.has_text else ""
        for use in look.uses(rule.name, one, size):
            yield Element(look.kind, use.cells, colours, text, look.circles, native=use, diagonal=look.diagonal)


# --- Marks that are drawn -----------------------------------------------------------------------------------------


def _drawn(field: str, one: Mapping[str, Any], size: int) -> tuple[list[Element], Shape | None]:
    """The lines or the cage of a drawn mark, or its shape."""
    if field == "line":
        return list(_lines(one, size)), None
    if field == "cage":
        cells = tuple(row * size + column for row, column in map(place_of, one["cells"]))
        inside = all(0 <= cell < size * size for cell in cells)
        text = str(one.get("value") or "")
        return [Element(kinds.CAGE, cells if inside else (), names_of(one.get("outlineC")), text)], None
    places = [place_of(name) for name in one["cells"]]
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
        points = [(row + 0.5, column + 0.5) for row, column in map(place_of, line)]
        cells = path(points, size)
        if cells is None or len(cells) < 2:
            yield Element(kinds.OTHER, cells or (), names_of(one.get("outlineC")))
        else:
            yield Element(kinds.LINE, cells, names_of(one.get("outlineC")))
