"""The drawing of a document of SudokuPad or f-puzzles: marks that the program knows as rules, and those only drawn."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..formats.documents import F_PUZZLES, Document
from ..formats.f_puzzles import FIELDS
from ..frame import Cells, rows
from ..model import SIZES
from ..named.fields import DIAGONALS, cells_in, number_in, number_needed, place_of
from ..named.rule import Use
from ..variant import RULES, usual_regions
from . import drawing as kinds
from .drawing import Drawing, Element, Shape, composed, element_of, line_seen, merged, names_of, path
from .making import nowhere_else
from .patterns import EDGE, Meaning

Fields = Mapping[str, Any]
Points = Sequence[tuple[float, float]]
"""Rows and columns."""


def drawing_of(document: Document) -> Drawing:
    """Return the drawing. ValueError for a document without a board of a size that is known."""
    try:
        read = _of_f_puzzles if document.program == F_PUZZLES else _of_sudokupad
        return read(document.fields)
    except (KeyError, TypeError, AttributeError, IndexError, ArithmeticError):
        fault = f"the {document.program} puzzle is not complete: a field does not have the values it needs"
        raise ValueError(fault) from None


def _unknown(of: str, parts: Iterable[Fields], known: set[str]) -> list[str]:
    return [f"the field {name!r} of {of}" for name in sorted({name for part in parts for name in part} - known)]


def _filled(part: Fields) -> Fields:
    return {name: value for name, value in part.items() if value}


def _text(value: object) -> str:
    return "" if value in (None, "") else str(value)


def _is_turned(one: Fields) -> bool:
    angle = one.get("angle") or 0
    return isinstance(angle, int | float) and angle % 90 != 0


# --- SudokuPad ----------------------------------------------------------------------------------------------------

_KNOWN = {"global", "cells", "regions", "cages", "lines", "arrows", "underlays", "overlays", "metadata"}
_SILENT = {"id", "cellSize", "cellsize", "settings", "videos", "duration", "solution", "title", "author", "rules"}
_FOG_OF_PAD = {"foglight", "foglink", "triggereffect", "fogtrigger", "triggereffects"}
_ABOUT_PAD = {
    "source",
    "title",
    "author",
    "rules",
    "solution",
    "msgcorrect",
    "msgincorrect",
    "created",
    "version",
    "date",
}
_GLOBAL = {rule.sudokupad.switch: rule.name for rule in RULES.values() if rule.sudokupad and rule.sudokupad.switch}
_OF_CAGES = {"cells", "value", "sum", "unique", "hidden"} | {
    *("style", "outlineC", "fontC", "color", "borderColor", "fontSize")
}
_OF_PAD_CELLS = {"value", "given", "c", "color", "colors", "highlight"} | {
    *("pencilMarks", "cornermarks", "centremarks", "givenCentremarks", "givenCornermarks")
}


def _of_sudokupad(fields: Fields) -> Drawing:
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
    drawing.left += _unknown("cells", cells, _OF_PAD_CELLS)
    cages = [cage for cage in fields.get("cages") or () if cage.get("cells")]
    drawing.left += _unknown("cages", map(_filled, cages), _OF_CAGES)
    drawing.elements = composed(list(_elements(fields, cages, size)))
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


def _read_words(fields: Fields, drawing: Drawing) -> None:
    """Title, author, rules and solution, which stand in metadata or in cages without cells; and all other fields."""
    about = dict(fields.get("metadata") or {})
    for cage in fields.get("cages") or ():
        name, colon, value = str(cage.get("value", "")).partition(":")
        if not cage.get("cells") and colon:
            about.setdefault(name.strip().lower(), value.strip())
    title, author, rules, solution = (
        about.setdefault(name, fields.get(name) or "") for name in ("title", "author", "rules", "solution")
    )
    drawing.title, drawing.author = str(title), str(author)
    drawing.rules = "\n".join(map(str, rules)) if isinstance(rules, list) else str(rules)
    digits = re.sub(r"[\s,]", "", str(solution))
    if re.fullmatch(rf"[0-9]{{{drawing.size**2}}}", digits):
        drawing.solution = tuple(map(int, digits))
    stated = fields.get("global") or ()
    for name in dict.fromkeys([*(name for name, value in about.items() if value is True), *stated]):
        if name in _GLOBAL:
            drawing.uses.append(Use(_GLOBAL[name]))
        elif name in stated:
            drawing.left.append(f"the global rule {name!r}")
    further = (name for name in _filled(about) if name not in _ABOUT_PAD and name not in _GLOBAL)
    drawing.left += [f"the field {name!r} of metadata" for name in further]
    drawing.kept += ["fog" for name in _filled(fields) if name in _FOG_OF_PAD]
    drawing.left += [f"the field {name!r}" for name in _filled(fields) if name not in _KNOWN | _SILENT | _FOG_OF_PAD]


def _elements(fields: Fields, cages: Sequence[Fields], size: int) -> Iterator[Element]:
    for cage in cages:
        if not (cage.get("hidden") and cage.get("value") in (None, "")):
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


def _cage(cage: Fields, size: int) -> Element:
    text = _text(cage.get("value", cage.get("sum"))) or _text(cage.get("sum"))
    cells, unique = _cells(cage["cells"], size), cage.get("unique")
    if unique and cage.get("style") == "extraregion":
        return Element(kinds.SHADE, cells, native=Use("all different", cells))
    return Element(kinds.CAGE, cells, names_of(cage.get("outlineC")), text, unique=unique)


def _points(one: Fields) -> list[tuple[float, float]]:
    return [(float(row), float(column)) for row, column in one.get("wayPoints") or ()]


def _line(line: Fields, size: int) -> Iterator[Element]:
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
    elif points and all(abs(place - round(place)) < 0.12 for point in points for place in point):
        yield Element(kinds.BORDER, (), colours)
    else:
        inside = [int(r) * size + int(c) for r, c in points if 0 <= r < size and 0 <= c < size]
        yield Element(kinds.OTHER, tuple(inside[:1]), colours)


def _diagonal(points: Points, size: int) -> Cells:
    """The cells of a long diagonal that is drawn from corner to corner."""
    ends = sorted((round(row), round(column)) for row, column in (*points[:1], *points[1:][-1:]))
    if ends == [(0, 0), (size, size)]:
        return tuple(range(0, size * size, size + 1))
    if ends == [(0, size), (size, 0)]:
        return tuple(range(size - 1, size * size - 1, size - 1))
    return ()


def _chevron(points: Points, size: int) -> Cells:
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


def _arrow(arrow: Fields, size: int, outside: dict[tuple[int, int], Element]) -> Iterator[Element]:
    """An arrow on the board, or one beside a number outside, which says where the number looks."""
    points, colours = _points(arrow), names_of(arrow.get("color"))
    if len(points) < 2:
        return
    (row, column), (next_row, next_column) = points[0], points[-1]
    place = (int(row // 1), int(column // 1))
    down, right = _sign(next_row - row), _sign(next_column - column)
    if place in outside and (down or right):
        seen, one = line_seen(size, *place, down, right), outside[place]
        outside[place] = Element(kinds.OUTSIDE, seen, one.colours, one.text, diagonal=bool(down and right))
        return
    middles = [(row // 1 + 0.5, column // 1 + 0.5) for row, column in points]  # the first was at the rim of a circle
    cells = path(middles, size)
    if cells is not None and len(cells) > 1:
        yield Element(kinds.SHAFT, cells, colours)
    else:
        inside = 0 <= row < size and 0 <= column < size
        yield Element(kinds.OTHER, (place[0] * size + place[1],) if inside else (), colours)


def _sign(number: float, least: float = 0.05) -> int:
    return 0 if abs(number) < least else 1 if number > 0 else -1


def _shape(one: Fields) -> Shape:
    row, column = one["center"]
    return Shape(
        float(row),
        float(column),
        float(one.get("width") or 0),
        float(one.get("height") or 0),
        bool(one.get("rounded")),
        _is_turned(one),
        names_of(one.get("backgroundColor")),
        names_of(one.get("borderColor")),
        _text(one.get("text")).strip(),
    )


# --- f-puzzles ----------------------------------------------------------------------------------------------------

_ABOUT = {"size", "title", "author", "ruleset", "grid", "solution"}
_SETTINGS = {"highlightConflicts", "disabledlogic", "truecandidatesoptions", "successMessage", "metadata", "cages"}
_SWITCHES = {
    name: rule.name
    for name, (rule, field) in sorted(FIELDS.items(), key=lambda one: bool(one[1][0].house))
    if field.switches
}
"""Rules of the whole board by their fields, those that add houses last."""
_NO_MARKS = _ABOUT | _SETTINGS | {"negative", "nonconsecutive", *DIAGONALS.values(), *_SWITCHES}
_FOG = {"fogofwar", "foglight", "fogcustom", "fog"}
_OF_MARKS = {
    *("cells", "cell", "lines", "value", "values", "direction", "cloneCells"),
    *("outlineC", "baseC", "fontC", "width", "height", "angle", "size"),
    *("isNewConstraint", "fromConstraint", "hidden"),
}
_OF_CELLS = {"value", "given", "region", "c", "cArray", "highlight"} | {
    *("givenPencilMarks", "cornerPencilMarks", "centerPencilMarks")
}


def _of_f_puzzles(fields: Fields) -> Drawing:
    size, grid = fields.get("size", 9), fields.get("grid")
    if not isinstance(size, int) or size not in SIZES:
        raise ValueError(f"an f-puzzles board of size {str(size)[:20]!r}: sizes go from {SIZES[0]} to {SIZES[-1]}")
    if not isinstance(grid, list) or [len(row) if isinstance(row, list) else 0 for row in grid] != [size] * size:
        raise ValueError(f"the f-puzzles grid is not {size} by {size} cells")
    cells = [cell for row in grid for cell in row]
    givens = tuple(number_in(cell.get("value")) if cell.get("given") else None for cell in cells)
    drawing = Drawing(size, _regions(size, cells), givens, cages_are_rules=False, is_sudoku=True)
    drawing.title, drawing.author, drawing.rules = (str(fields.get(n) or "") for n in ("title", "author", "ruleset"))
    drawing.solution = _solution(fields.get("solution"), size)
    drawing.left += _unknown("cells", cells, _OF_CELLS)
    for number, cell in enumerate(cells):
        if marks := cell.get("givenPencilMarks"):
            drawing.uses.append(Use("digits", (number,), tuple(number_needed("pencil mark", mark) for mark in marks)))
    found: list[Element | Shape] = []
    for name, value in _filled(fields).items():
        each = value if isinstance(value, list) else [value]
        if name in _NO_MARKS:
            continue
        if name in _FOG:
            drawing.kept.append("fog")
        elif name in _DRAWN:
            for one in each:
                if not _is_look(one, fields) and not _is_aside(name, one, drawing):
                    found += _DRAWN[name](name, one, size)
        elif name in FIELDS and FIELDS[name][1].uses:
            for one in each:
                found += _marks(name, one, size, drawing.left)
        else:
            drawing.left.append(f"the field {name!r}")
    areas = {
        frozenset(cells) for one in found if isinstance(one, Element) and one.native for cells in _areas(one.native)
    }
    found = [one for one in found if not _is_rim(one, areas)]
    shapes = merged(one for one in found if isinstance(one, Shape))
    elements = [one for one in found if isinstance(one, Element)]
    drawing.elements = composed([*elements, *(element_of(shape, size) for shape in shapes)])
    drawing.uses += (Use("diagonal", value=sign) for sign, name in DIAGONALS.items() if fields.get(name))
    drawing.uses += (Use(rule) for name, rule in _SWITCHES.items() if fields.get(name))
    drawing.uses += _negative(fields, drawing)
    return drawing


def _regions(size: int, cells: Sequence[Fields]) -> tuple[Cells, ...]:
    whole: Sequence[Cells] = usual_regions(size)
    if not whole and any(cell.get("region") is not None for cell in cells):
        whole = rows(
            size
        )  # `DefaultRegions` of dclamage/SudokuSolver: where no block fits, a cell is in that of its row
    region_of = {cell: number for number, region in enumerate(whole) for cell in region}
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


def _negative(fields: Fields, drawing: Drawing) -> Iterator[Use]:
    """The rule where there is no mark: f-puzzles leaves cells with a white dot out of "nonconsecutive"."""
    negatives = set(fields.get("negative") or ())
    drawing.left += [f"negative {name!r}" for name in sorted(map(str, negatives - {"xv", "ratio", "difference"}))]
    apart = fields.get("nonconsecutive")
    if "xv" in negatives:
        yield Use("all xv")
    usual = not any(one.get("value") for name in ("difference", "ratio") for one in fields.get(name) or ())
    if (negatives & {"ratio", "difference"} and not usual) or ("difference" in negatives and "ratio" not in negatives):
        yield from _with_numbers(fields, negatives, drawing)
    elif (apart and "ratio" in negatives) or {"ratio", "difference"} <= negatives:
        yield Use("all kropki")
        return
    elif "ratio" in negatives:
        yield Use("all ratios")
    if apart:
        yield Use("all white dots" if fields.get("difference") else "non-consecutive")


def _with_numbers(fields: Fields, negatives: set[str], drawing: Drawing) -> Iterator[Use]:
    """No other neighbours have any of the differences, or ratios, that marks have."""
    for name, relation, usual in (("difference", "difference", 1), ("ratio", "times", 2)):
        if name in negatives:
            numbers = {number_in(one.get("value")) or usual for one in fields.get(name) or ()} or {usual}
            said = [Meaning(EDGE, relations=((relation, number),)) for number in sorted(numbers)]
            marked = [one.cells for one in drawing.elements if one.kind == kinds.DOT]
            yield from nowhere_else(said, marked, drawing.size, all_named=False)


def _marks(name: str, one: dict[str, Any], size: int, left: list[str]) -> Iterator[Element]:
    """Marks that are rules."""
    left += _unknown(name, [_filled(one)], _OF_MARKS)
    rule, look = FIELDS[name]
    colours, value = names_of(look.colour), str(one.get("value") or "")
    if look.kind == kinds.CAGE and not re.fullmatch(r"-?\d{0,9}", value):
        yield Element(look.kind, cells_in(one.get("cells", ()), size), colours, value)
    elif look.uses:
        text = value if look.has_text else ""
        for use in look.uses(rule.name, one, size):
            yield Element(look.kind, use.cells, colours, text, look.circles, native=use, diagonal=look.diagonal)


def _is_look(one: Fields, fields: Fields) -> bool:
    """Whether a drawn mark is only how a rule looks that the document names, too: "Row Indexer" of `rowindexer`."""
    name = re.sub(r"\W", "", str(one.get("fromConstraint") or "")).lower()
    return bool(name and fields.get(name))


def _areas(use: Use) -> tuple[Cells, ...]:
    return (use.cells, *use.groups)


def _is_rim(one: Element | Shape, areas: set[frozenset[int]]) -> bool:
    """Whether it is only drawn around the cells of a rule that the document has as a field."""
    is_cage = isinstance(one, Element) and one.kind == kinds.CAGE and not one.native and not one.text
    return is_cage and isinstance(one, Element) and frozenset(one.cells) in areas


def _is_aside(field: str, one: Fields, drawing: Drawing) -> bool:
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


def _drawn_lines(field: str, one: Fields, size: int) -> Iterator[Element]:
    for line in one["lines"]:
        cells = path([(row + 0.5, column + 0.5) for row, column in map(place_of, line)], size) or ()
        yield Element(kinds.LINE if len(cells) > 1 else kinds.OTHER, cells, names_of(one.get("outlineC")))


def _drawn_cage(field: str, one: Fields, size: int) -> Iterator[Element]:
    cells = tuple(row * size + column for row, column in map(place_of, one["cells"]))
    inside = all(0 <= cell < size * size for cell in cells)
    yield Element(kinds.CAGE, cells if inside else (), names_of(one.get("outlineC")), str(one.get("value") or ""))


def _drawn_shape(field: str, one: Fields, size: int) -> Iterator[Shape]:
    places = [place_of(name) for name in one["cells"]]
    row, column = (sum(place[axis] for place in places) / len(places) + 0.5 for axis in (0, 1))
    fill, border = (names_of("" if field == "text" else one.get(name)) for name in ("baseC", "outlineC"))
    wide, high = float(one.get("width") or 0), float(one.get("height") or 0)
    text = str(one.get("value") or "").strip()
    yield Shape(row, column, wide, high, field == "circle", _is_turned(one), fill, border, text)


_DRAWN = dict.fromkeys(("text", "rectangle", "circle"), _drawn_shape) | {"line": _drawn_lines, "cage": _drawn_cage}
