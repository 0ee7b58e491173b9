"""The drawing of a SudokuPad document."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..frame import Cells
from ..model import SIZES
from ..named.rule import Use
from ..variant import RULES
from . import drawing as kinds
from .drawing import Drawing, Element, Shape, composed, element_of, line_seen, merged, names_of, path

_KNOWN = {"global", "cells", "regions", "cages", "lines", "arrows", "underlays", "overlays", "metadata"}
_SILENT = {"id", "cellSize", "cellsize", "settings", "videos", "duration", "solution", "title", "author", "rules"}
_NAMED = {"foglight": "fog", "foglink": "fog", "triggereffect": "fog", "fogtrigger": "fog", "triggereffects": "fog"}
_ABOUT = {"source", "title", "author", "rules", "solution", "msgcorrect", "msgincorrect", "created", "version", "date"}
_SWITCHES = {rule.sudokupad.switch: rule.name for rule in RULES.values() if rule.sudokupad and rule.sudokupad.switch}
_LOOK = {"style", "outlineC", "fontC", "color", "borderColor", "fontSize"}
_OF_CAGES = {"cells", "value", "sum", "unique", "hidden"} | _LOOK
_PENCIL_MARKS = {"pencilMarks", "cornermarks", "centremarks", "givenCentremarks", "givenCornermarks"}
_OF_CELLS = {"value", "given", "c", "color", "colors", "highlight"} | _PENCIL_MARKS


def drawing_of(fields: Mapping[str, Any]) -> Drawing:
    """Return the drawing. ValueError for a document without a board of a size that is known."""
    try:
        return _drawing(fields)
    except (KeyError, TypeError, AttributeError, IndexError, ArithmeticError):
        raise ValueError("the SudokuPad puzzle is not complete: a field does not have the values it needs") from None


def _drawing(fields: Mapping[str, Any]) -> Drawing:
    rows = fields["cells"]
    size = len(rows)
    if size not in SIZES or any(len(row) != size for row in rows):
        wide = max((len(row) for row in rows), default=0)
        raise ValueError(f"a SudokuPad board of {size} rows and {wide} columns: square ones of 4x4 to 16x16 are read")
    regions = [_cells(region, size) for region in fields.get("regions") or ()]
    cells = [cell for row in rows for cell in row]
    whole = tuple(region for region in regions if len(region) == size)
    drawing = Drawing(size, whole or None, tuple(_digit(cell.get("value")) for cell in cells))
    drawing.uses += [Use("all different", region) for region in regions if len(region) != size]
    for number, cell in enumerate(cells):
        if marks := cell.get("givenCentremarks"):
            drawing.uses.append(Use("digits", (number,), tuple(_digit(mark) or 0 for mark in marks)))
    _read_words(fields, drawing)
    drawing.left += [f"the field {name!r} of cells" for name in sorted({n for c in cells for n in c} - _OF_CELLS)]
    cages = [cage for cage in fields.get("cages") or () if cage.get("cells")]
    drawing.left += [
        f"the field {name!r} of cages" for name in sorted({n for c in cages for n in c if c[n]} - _OF_CAGES)
    ]
    elements = list(_elements(fields, size))
    drawing.elements = composed(elements, size)
    return drawing


def _digit(value: object) -> int | None:
    if value is None or value == "":
        return None
    if not re.fullmatch(r"-?\d{1,9}", str(value)):
        raise ValueError(f"the SudokuPad puzzle has {value!r} where a number is needed")
    return int(str(value))


def _cells(places: Any, size: int) -> Cells:
    return tuple(_cell(place, size) for place in places)


def _cell(place: Any, size: int) -> int:
    if len(place) != 2 or any(number not in range(size) for number in place):
        raise ValueError(f"the SudokuPad cell {place!r} is no row and column from 0 to {size - 1}")
    return int(place[0] * size + place[1])


# --- Words --------------------------------------------------------------------------------------------------------


def _read_words(fields: Mapping[str, Any], drawing: Drawing) -> None:
    """Title, author, rules and solution, which stand in metadata or in cages without cells; and all other fields."""
    about = dict(fields.get("metadata") or {})
    for cage in fields.get("cages") or ():
        name, colon, value = str(cage.get("value", "")).partition(":")
        if not cage.get("cells") and colon:
            about.setdefault(name.strip().lower(), value.strip())
    for name in ("title", "author", "rules", "solution"):
        about.setdefault(name, fields.get(name) or "")
    drawing.title, drawing.author = str(about["title"]), str(about["author"])
    rules = about["rules"]
    drawing.rules = "\n".join(map(str, rules)) if isinstance(rules, list) else str(rules)
    solution = re.sub(r"[\s,]", "", str(about["solution"]))
    if re.fullmatch(rf"[0-9]{{{drawing.size**2}}}", solution):
        drawing.solution = tuple(map(int, solution))
    switches = [*(name for name, value in about.items() if value is True), *(fields.get("global") or ())]
    for name in dict.fromkeys(switches):
        if name in _SWITCHES:
            drawing.uses.append(Use(_SWITCHES[name]))
        elif name in (fields.get("global") or ()):
            drawing.left.append(f"the global rule {name!r}")
    for name, value in about.items():
        if name not in _ABOUT and name not in _SWITCHES and value:
            drawing.left.append(f"the field {name!r} of metadata")
    for name, value in fields.items():
        if name in _NAMED and value:
            drawing.kept.append(_NAMED[name])
        elif name not in _KNOWN | _SILENT and value:
            drawing.left.append(f"the field {name!r}")


# --- Marks --------------------------------------------------------------------------------------------------------


def _elements(fields: Mapping[str, Any], size: int) -> Iterator[Element]:
    for cage in fields.get("cages") or ():
        if cage.get("cells") and not (cage.get("hidden") and cage.get("value") in (None, "")):
            yield _cage(cage, size)
    for line in fields.get("lines") or ():
        yield from _line(line, size)
    shapes = merged(_shape(one) for name in ("underlays", "overlays") for one in fields.get(name) or ())
    outside = {}
    for shape in shapes:
        element = element_of(shape, size)
        if element.kind == kinds.OUTSIDE:
            outside[int(shape.row // 1), int(shape.column // 1)] = element
        else:
            yield element
    for arrow in fields.get("arrows") or ():
        yield from _arrow(arrow, size, outside)
    yield from outside.values()


def _cage(cage: Mapping[str, Any], size: int) -> Element:
    value = cage.get("value", cage.get("sum"))
    value = cage.get("sum") if value in (None, "") else value
    text = "" if value in (None, "") else str(value)
    cells, unique = _cells(cage["cells"], size), cage.get("unique")
    if unique and cage.get("style") == "extraregion":
        return Element(kinds.SHADE, cells, native=Use("all different", cells))
    return Element(kinds.CAGE, cells, names_of(cage.get("outlineC")), text, unique=unique)


def _points(one: Mapping[str, Any]) -> list[tuple[float, float]]:
    return [(float(row), float(column)) for row, column in one.get("wayPoints") or ()]


def _line(line: Mapping[str, Any], size: int) -> Iterator[Element]:
    points, colours = _points(line), names_of(line.get("color", "#000000"))
    if not colours and not line.get("fill"):
        return
    cells = path(points, size) if len(points) > 1 else None
    if cells is not None and len(cells) > 1:
        yield Element(kinds.LINE, cells, colours)
    elif pair := _chevron(points, size):
        yield Element(kinds.INEQUALITY, pair, colours)
    elif diagonal := _diagonal(points, size):
        yield Element(kinds.LINE, diagonal, colours, text="diagonal")
    elif _is_on_grid(points):
        yield Element(kinds.BORDER, (), colours)
    else:
        first = next(((int(r), int(c)) for r, c in points if 0 <= r < size and 0 <= c < size), None)
        yield Element(kinds.OTHER, (first[0] * size + first[1],) if first else (), colours)


def _diagonal(points: Sequence[tuple[float, float]], size: int) -> Cells:
    """The cells of a long diagonal that is drawn from corner to corner."""
    if len(points) < 2:
        return ()
    ends = sorted((round(row), round(column)) for row, column in (points[0], points[-1]))
    if ends == [(0, 0), (size, size)]:
        return tuple(range(0, size * size, size + 1))
    if ends == [(0, size), (size, 0)]:
        return tuple(range(size - 1, size * size - 1, size - 1))
    return ()


def _chevron(points: Sequence[tuple[float, float]], size: int) -> Cells:
    """The cells of a small angle beside an edge of the grid: that at its open side, then that at its point."""
    if len(points) != 3 or max(abs(a - b) for one in points for a, b in zip(one, points[1], strict=True)) > 0.4:
        return ()
    (row, column), (far_row, far_column) = points[1], ((points[0][i] + points[2][i]) / 2 for i in range(2))
    down, right = _sign(row - far_row, 0.02), _sign(column - far_column, 0.02)
    if bool(down) == bool(right):
        return ()
    edge = round(row if down else column)
    near, beyond = (edge - 1, edge) if down + right > 0 else (edge, edge - 1)
    pair = [(one, int(column)) if down else (int(row), one) for one in (near, beyond)]
    if not all(0 <= a < size and 0 <= b < size for a, b in pair) or abs((row if down else column) - edge) > 0.3:
        return ()
    return tuple(a * size + b for a, b in pair)


def _is_on_grid(points: Sequence[tuple[float, float]]) -> bool:
    """Whether a line follows the lines of the grid, as borders do."""
    near = [abs(row - round(row)) < 0.12 and abs(column - round(column)) < 0.12 for row, column in points]
    return bool(points) and all(near)


def _arrow(arrow: Mapping[str, Any], size: int, outside: dict[tuple[int, int], Element]) -> Iterator[Element]:
    """An arrow on the board, or one beside a number outside, which says where the number looks."""
    points = _points(arrow)
    if len(points) < 2:
        return
    (row, column), (next_row, next_column) = points[0], points[-1]
    place = (int(row // 1), int(column // 1))
    inside = 0 <= row < size and 0 <= column < size
    if not inside or place in outside:
        down, right = (_sign(b - a) for a, b in ((row, next_row), (column, next_column)))
        if place in outside and (down or right):
            seen = line_seen(size, *place, down, right)
            one = outside[place]
            outside[place] = Element(kinds.OUTSIDE, seen, one.colours, one.text, diagonal=bool(down and right))
            return
    cells = path(_into_cell(points), size)
    if cells is None or len(cells) < 2:
        yield Element(kinds.OTHER, (place[0] * size + place[1],) if inside else (), names_of(arrow.get("color")))
    else:
        yield Element(kinds.SHAFT, cells, names_of(arrow.get("color")))


def _into_cell(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points in the middles of their cells; the first one was at the rim of a circle."""
    return [(row // 1 + 0.5, column // 1 + 0.5) for row, column in points]


def _sign(number: float, least: float = 0.05) -> int:
    return 0 if abs(number) < least else 1 if number > 0 else -1


def _shape(one: Mapping[str, Any]) -> Shape:
    row, column = one["center"]
    text = one.get("text")
    angle = one.get("angle") or 0
    return Shape(
        float(row),
        float(column),
        float(one.get("width") or 0),
        float(one.get("height") or 0),
        bool(one.get("rounded")),
        isinstance(angle, int | float) and angle % 90 != 0,
        names_of(one.get("backgroundColor")),
        names_of(one.get("borderColor")),
        "" if text in (None, "") else str(text).strip(),
    )
