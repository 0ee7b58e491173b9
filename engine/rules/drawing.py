"""Variants drawn: box characters for a terminal, SVG with cages, lines, dots and clues outside, the rules in words.

The drawing is the one that players know: grey lines and arrows under the digits, whispers green, renbans purple, region
sums blue, cages dashed with their sum, white and black dots, thick borders around regions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape

from engine.rules.geometry import Cells
from engine.rules.named_rule import Use
from engine.rules.variant import RULES, Variant
from engine.shape import DIGITS

_CELL = 64  # pixels
_MARGIN = 8
_INK, _CLUE, _FILLED, _THIN = "#111111", "#1a4fa3", "#1d7a35", "#9a9a9a"
_GREY, _SHADE = "#c9c9c9", "#ececec"

_LINE_COLOURS = {
    "whispers": "#5fc36b",
    "renban": "#d489e0",
    "palindrome": "#b4b4b4",
    "between": "#c8b48c",
    "lockout": "#8fc3d9",
    "region sum": "#69b4f0",
    "sum line": "#e6a96b",
    "sum loop": "#e6a96b",
    "zipper": "#b99be8",
    "modular": "#4fc4c4",
    "entropic": "#f0a884",
    "double arrow": "#c9c9c9",
    "regular expression": "#e7d27a",
    "table": "#e7d27a",
}

Point = tuple[float, float]


# --- For a terminal ----------------------------------------------------------------------------------------------


def boxes(variant: Variant, digits: Sequence[int]) -> str:
    """Draw digits with box characters, one character a cell, and lines between regions, of any form."""
    size, region_of = variant.size, _region_of(variant)

    def differ(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return region_of(*one) != region_of(*other)

    lines = []
    for row in range(size + 1):
        line = []
        for column in range(size + 1):
            up = differ((row - 1, column - 1), (row - 1, column))
            down = differ((row, column - 1), (row, column))
            left = differ((row - 1, column - 1), (row, column - 1))
            right = differ((row - 1, column), (row, column))
            line.append(_JOINS[up + 2 * down + 4 * left + 8 * right] + ("─── " if right else "    ")[:3])
        if any("─" in part for part in line):
            lines.append("".join(line).rstrip())
        if row < size:
            line = []
            for column in range(size + 1):
                wall = "│" if differ((row, column - 1), (row, column)) else " "
                digit = DIGITS[digits[row * size + column]] if column < size else ""
                line.append(f"{wall} {digit} ")
            lines.append("".join(line).rstrip())
    return "\n".join(lines)


_JOINS = " ││││╯╮┤".replace("││││", "╵╷│╴") + "╶╰╭├─┴┬┼"


def in_words(variant: Variant) -> list[str]:
    """Return each rule in use in words, with how often it is used where that is more than once on some cells."""
    counts = Counter(use.rule for use in variant.uses)
    many = {rule: f" ({count})" if count > 1 and RULES[rule].where != "board" else "" for rule, count in counts.items()}
    return [f"{rule}{many[rule]}: {RULES[rule].words}" for rule in counts]


def _region_of(variant: Variant) -> Callable[[int, int], int]:
    """The number of the region of a row and column; 0 for all of a board without regions, -1 outside."""
    numbers = {cell: number for number, region in enumerate(variant.regions) for cell in region}

    def region_of(row: int, column: int) -> int:
        if not (0 <= row < variant.size and 0 <= column < variant.size):
            return -1
        return numbers.get(row * variant.size + column, 0)

    return region_of


# --- SVG ---------------------------------------------------------------------------------------------------------


def svg(variant: Variant, digits: Sequence[int] | None = None) -> str:
    """Draw a variant as an SVG image, with the digits of a board beside the givens where there is one."""
    size, side = variant.size, variant.size * _CELL
    edge = (
        _CELL if any(RULES[use.rule].where == "outside" or use.rule == "little killer" for use in variant.uses) else 0
    )
    whole = side + 2 * (_MARGIN + edge)
    under = [part for use in variant.uses for part in _under(use, size)]
    over = [part for use in variant.uses for part in _over(use, size)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{whole}" viewBox="0 0 {whole} {whole}">',
            f"<title>{escape('; '.join(in_words(variant)) or 'Sudoku')}</title>",
            f'<rect width="{whole}" height="{whole}" fill="#ffffff"/>',
            f'<g transform="translate({_MARGIN + edge} {_MARGIN + edge})" font-family="sans-serif" fill="none"'
            ' text-anchor="middle" stroke-linecap="round" stroke-linejoin="round">',
            *under,
            *_borders(variant, side),
            *_digits(variant, digits),
            *over,
            "</g>",
            "</svg>",
        ]
    )


def _borders(variant: Variant, side: int) -> Iterator[str]:
    """Thin lines between cells, then thick ones around regions and the board."""
    inner = range(_CELL, side, _CELL)
    yield _path("".join(f"M0 {at}h{side}M{at} 0v{side}" for at in inner), _THIN, 1)
    region_of, thick = _region_of(variant), []
    for row in range(variant.size + 1):
        for column in range(variant.size + 1):
            at = f"M{column * _CELL} {row * _CELL}"
            if region_of(row - 1, column) != region_of(row, column):
                thick.append(f"{at}h{_CELL}")
            if region_of(row, column - 1) != region_of(row, column):
                thick.append(f"{at}v{_CELL}")
    yield _path("".join(thick), _INK, 3)


def _digits(variant: Variant, digits: Sequence[int] | None) -> Iterator[str]:
    for cell in range(variant.size**2):
        given = variant.givens[cell] if variant.givens else 0
        if shown := given or (digits[cell] if digits else 0):
            ink = _CLUE if given else _FILLED
            yield _text(_centre(cell, variant.size), DIGITS[shown], _CELL * 0.58, ink, bold=bool(given))


# --- What lies under the digits ----------------------------------------------------------------------------------


def _under(use: Use, size: int) -> Iterator[str]:
    """The shapes of a rule that lie under lines and digits."""
    at = [_centre(cell, size) for cell in use.cells]
    rule = use.rule
    if rule == "diagonal":
        side = size * _CELL
        if use.value in (None, "\\"):
            yield _path(f"M0 0L{side} {side}", "#7db8e8", 2)
        if use.value in (None, "/"):
            yield _path(f"M{side} 0L0 {side}", "#7db8e8", 2)
    elif rule == "windoku":
        yield from (_square(cell, size, 0, _SHADE) for house in _houses(use, size) for cell in house)
    elif rule == "argyle":
        for house in _houses(use, size):
            yield _path(_through([_centre(cell, size) for cell in house]), "#7db8e8", 2)
    elif rule == "odd":
        yield from (_circle(point, 0.38, _GREY) for point in at)
    elif rule == "even":
        yield from (_square(cell, size, 0.12, _GREY) for cell in use.cells)
    elif rule in ("minimum", "maximum", "indexing column", "indexing row", "all different"):
        colour = {"indexing column": "#f6c9c9", "indexing row": "#c9d9f6", "all different": "#f3e9b5"}.get(rule, _SHADE)
        yield from (_square(cell, size, 0.02, colour) for cell in use.cells)
    elif rule == "clone":
        yield from (_square(cell, size, 0.06, "#d9e6d9") for group in use.groups for cell in group)
    elif rule == "equal sums":
        colours = ("#fbe3c0", "#cfe8fb", "#e3d5f5", "#d7f0d2")
        for group, colour in zip(use.groups, colours * len(use.groups), strict=False):
            yield from (_square(cell, size, 0.04, colour) for cell in group)
    elif rule in ("thermometer", "slow thermometer"):
        if rule == "slow thermometer":
            yield _path(_through(at), "#8f8f8f", _CELL * 0.3)
        yield _circle(at[0], 0.38, _GREY)
        yield _path(_through(at), _GREY, _CELL * 0.24)
    elif rule in ("arrow", "pill arrow"):
        yield from _arrow(at, int(str(use.value)) if rule == "pill arrow" else 1)
    elif rule in _LINE_COLOURS:
        colour = _LINE_COLOURS[rule]
        yield _path(_through(at) + ("Z" if rule == "sum loop" else ""), colour, _CELL * 0.16)
        if rule in ("between", "double arrow"):
            yield from (_circle(point, 0.36, "#ffffff", colour) for point in (at[0], at[-1]))
        if rule == "lockout":
            yield from (_diamond(point, colour) for point in (at[0], at[-1]))
        if isinstance(use.value, int | str) and rule in ("sum line", "sum loop", "modular", "regular expression"):
            yield _label(use.cells[0], size, str(use.value))


def _houses(use: Use, size: int) -> list[Cells]:
    from engine.rules.model import House

    made = RULES[use.rule].make(Variant.of(size), use)
    return [constraint.cells for constraint in made if isinstance(constraint, House)]


def _arrow(at: list[Point], pill: int) -> Iterator[str]:
    """A circle or pill, and the line from it to a head."""
    (x, y), (before_x, before_y) = at[-1], at[-2]
    along = (_sign(x - before_x), _sign(y - before_y))
    length = (along[0] ** 2 + along[1] ** 2) ** 0.5 or 1
    dx, dy = along[0] / length * _CELL * 0.2, along[1] / length * _CELL * 0.2
    yield _path(_through(at[pill - 1 :]), "#a0a0a0", 3)
    yield _path(f"M{x - dx - dy:g} {y - dy + dx:g}L{x:g} {y:g}L{x - dx + dy:g} {y - dy - dx:g}", "#a0a0a0", 3)
    if pill == 1:
        yield _circle(at[0], 0.38, "#ffffff", "#a0a0a0")
    else:
        yield _path(_through(at[:pill]), "#a0a0a0", _CELL * 0.76 + 3)
        yield _path(_through(at[:pill]), "#ffffff", _CELL * 0.76 - 3)


# --- What lies over the digits -----------------------------------------------------------------------------------


def _over(use: Use, size: int) -> Iterator[str]:
    """The shapes of a rule that lie over lines and digits, at edges, corners and outside."""
    rule, value = use.rule, use.value
    if rule in ("cage", "sum"):
        yield from _cage(use.cells, size)
        shown = value[0] if isinstance(value, tuple) else value
        if shown is not None:
            yield _label(min(use.cells), size, str(shown))
    elif rule in ("white dot", "black dot", "x", "v", "inequality") and len(use.cells) == 2:
        yield from _between_two(use, size)
    elif rule == "quadruple":
        points = [_centre(cell, size) for cell in use.cells]
        middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
        yield _circle(middle, 0.24, "#ffffff", _INK)
        yield _text(middle, " ".join(map(str, value)) if isinstance(value, tuple) else str(value), _CELL * 0.19, _INK)
    elif rule == "counting circles":
        yield from (_circle(_centre(cell, size), 0.42, "none", _INK) for cell in use.cells)
    elif rule in ("minimum", "maximum"):
        yield from (_pointers(cell, size, inward=rule == "minimum") for cell in use.cells)
    elif rule == "digits" and isinstance(value, tuple):
        yield from (_label(cell, size, "".join(map(str, value))) for cell in use.cells)
    elif RULES[rule].where == "outside" or rule == "little killer":
        yield from _outside(use, size)


def _cage(cells: Iterable[int], size: int) -> Iterator[str]:
    """The dashed outline of a cage, inside its cells."""
    own, inset = set(cells), 5
    parts = []
    for cell in sorted(own):
        row, column = divmod(cell, size)

        def has(down: int, right: int, row: int = row, column: int = column) -> bool:
            inside = 0 <= row + down < size and 0 <= column + right < size
            return inside and (row + down) * size + column + right in own

        left, top = column * _CELL, row * _CELL
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if has(down, right):
                continue
            ends = []
            for side in (-1, 1):
                straight = (0, side) if down else (side, 0)
                across = (down or side, right or side)
                # The outline turns in the cell, or goes on into the neighbour, and where the cage turns further.
                ends.append(inset if not has(*straight) else -inset if has(*across) else 0)
            low, high = ends[0], _CELL - ends[1]
            at = inset if (down or right) < 0 else _CELL - inset
            parts.append(
                f"M{left + low} {top + at}H{left + high}" if down else f"M{left + at} {top + low}V{top + high}"
            )
    style = f'stroke="{_INK}" stroke-width="1.3" stroke-dasharray="5 3" stroke-linecap="butt"'
    yield f'<path d="{"".join(parts)}" {style}/>'


def _between_two(use: Use, size: int) -> Iterator[str]:
    (x1, y1), (x2, y2) = (_centre(cell, size) for cell in use.cells)
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    if use.rule in ("white dot", "black dot"):
        white = use.rule == "white dot"
        yield _circle(middle, 0.15, "#ffffff" if white else _INK, _INK)
        if use.value is not None:
            yield _text(middle, str(use.value), _CELL * 0.18, _INK if white else "#ffffff")
    elif use.rule == "inequality":
        dx, dy = _sign(x2 - x1) * _CELL * 0.1, _sign(y2 - y1) * _CELL * 0.1
        (x, y) = middle
        shape = f"M{x - dx - dy:g} {y - dy + dx:g}L{x + dx:g} {y + dy:g}L{x - dx + dy:g} {y - dy - dx:g}"
        yield _path(shape, _INK, 2)
    else:
        yield _circle(middle, 0.13, "#ffffff")
        yield _text(middle, use.rule.upper(), _CELL * 0.26, _INK, bold=True)


def _pointers(cell: int, size: int, *, inward: bool) -> str:
    """A small sign at each edge of a cell: towards the cell, or away from it."""
    x, y = _centre(cell, size)
    parts = []
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        tip, foot = (0.36, 0.44) if inward else (0.44, 0.36)
        parts.append(
            f"M{x + _CELL * (foot * dx - 0.08 * dy):g} {y + _CELL * (foot * dy + 0.08 * dx):g}"
            f"L{x + _CELL * tip * dx:g} {y + _CELL * tip * dy:g}"
            f"L{x + _CELL * (foot * dx + 0.08 * dy):g} {y + _CELL * (foot * dy - 0.08 * dx):g}"
        )
    return _path("".join(parts), _INK, 1.5)


def _outside(use: Use, size: int) -> Iterator[str]:
    """The number of a clue before its line; an arrow too where the line is a diagonal."""
    (x, y), (next_x, next_y) = _centre(use.cells[0], size), _centre(use.cells[-1], size)
    if len(use.cells) == 1:  # a diagonal of one cell, in a corner
        next_x, next_y = (
            x + (_CELL if x < size * _CELL / 2 else -_CELL),
            y + (_CELL if y < size * _CELL / 2 else -_CELL),
        )
    dx, dy = _sign(next_x - x), _sign(next_y - y)
    at = (x - dx * _CELL, y - dy * _CELL)
    yield _text(at, str(use.value), _CELL * 0.36, _INK)
    if dx and dy:
        tip = (x - dx * _CELL * 0.55, y - dy * _CELL * 0.55)
        tail = (x - dx * _CELL * 0.75, y - dy * _CELL * 0.75)
        yield _path(f"{_through([tail, tip])}M{tip[0] - dx * 8:g} {tip[1]:g}H{tip[0]:g}V{tip[1] - dy * 8:g}", _INK, 2)


# --- Elements ----------------------------------------------------------------------------------------------------


def _centre(cell: int, size: int) -> Point:
    row, column = divmod(cell, size)
    return (column + 0.5) * _CELL, (row + 0.5) * _CELL


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _through(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def _path(shape: str, colour: str, width: float) -> str:
    return f'<path d="{shape}" stroke="{colour}" stroke-width="{width:g}"/>'


def _circle(at: Point, radius: float, fill: str, stroke: str = "none") -> str:
    line = "" if stroke == "none" else f' stroke="{stroke}" stroke-width="2"'
    return f'<circle cx="{at[0]:g}" cy="{at[1]:g}" r="{radius * _CELL:g}" fill="{fill}"{line}/>'


def _diamond(at: Point, colour: str) -> str:
    (x, y), half = at, 0.36 * _CELL
    shape = f"M{x - half:g} {y:g}L{x:g} {y - half:g}L{x + half:g} {y:g}L{x:g} {y + half:g}Z"
    return f'<path d="{shape}" fill="#ffffff" stroke="{colour}" stroke-width="2"/>'


def _square(cell: int, size: int, inset: float, fill: str) -> str:
    row, column = divmod(cell, size)
    side = _CELL * (1 - 2 * inset)
    return (
        f'<rect x="{(column + inset) * _CELL:g}" y="{(row + inset) * _CELL:g}" width="{side:g}" height="{side:g}"'
        f' fill="{fill}"/>'
    )


def _text(at: Point, text: str, height: float, ink: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{at[0]:g}" y="{at[1] + height * 0.36:g}"'
    return f'<text {place} font-size="{height:g}" fill="{ink}"{weight}>{escape(text)}</text>'


def _label(cell: int, size: int, text: str) -> str:
    """A small text in the upper left corner of a cell, on white so that a dashed line does not cross it."""
    row, column = divmod(cell, size)
    left, top, height = column * _CELL + 3, row * _CELL + 3, _CELL * 0.22
    return (
        f'<rect x="{left}" y="{top}" width="{height * 0.6 * len(text) + 3:g}" height="{height:g}" fill="#ffffff"/>'
        f'<text x="{left + 1}" y="{top + height * 0.85:g}" font-size="{height:g}" fill="{_INK}" text-anchor="start">'
        f"{escape(text)}</text>"
    )
