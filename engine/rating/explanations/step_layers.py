"""The layers of SVG that show a step over a board: grounds, frames, arrows for links, and marks on candidates.

Colours are those of Okabe and Ito, which colour-blind people tell apart, and each mark has its own shape. Every element
has a class too, so that a page with a style sheet can give it other colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import hypot

from engine.board.shape import Shape
from engine.board.symbols import DIGITS
from engine.rating.explanations.explanation import Link, Part
from engine.rating.explanations.marks import Mark, marks_of
from engine.rating.path import Step
from engine.rating.position import Position

CELL = 60
"""The side of a cell in units of the drawing."""

_BLUE, _SKY, _ORANGE, _RED, _PURPLE = "#0072b2", "#56b4e9", "#e69f00", "#d55e00", "#cc79a7"

SHAPES = {
    Mark.PLACED: f'<circle class="placed" r="9" fill="{_BLUE}"/>',
    Mark.REMOVED: f'<g class="removed" stroke="{_RED}" stroke-width="2">'
    '<rect x="-8.5" y="-8.5" width="17" height="17" fill="#fff"/><path d="M-8.5 8.5L8.5-8.5"/></g>',
    Mark.ASSUMED: f'<path class="assumed" d="M0-11L11 0L0 11L-11 0Z" fill="{_ORANGE}"/>',
    Mark.PATTERN: f'<circle class="pattern" r="9" fill="{_SKY}"/>',
    Mark.ABSENT: f'<circle class="absent" r="8.5" fill="#fff" stroke="{_PURPLE}" stroke-width="1.5"'
    ' stroke-dasharray="3 2"/>',
}
"""The shape behind a candidate with a mark, around the origin."""

WORDS = {
    Mark.PLACED: "placed",
    Mark.REMOVED: "removed",
    Mark.ASSUMED: "assumed",
    Mark.PATTERN: "pattern, or holds",
    Mark.ABSENT: "does not hold",
}
"""What each shape means."""

TIP = (
    '<marker id="tip" class="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    f'<path d="M0 0L8 4L0 8Z" fill="{_RED}"/></marker>'
)
"""The tip of the arrows, which the image has to define."""

_GROUNDS = {"pivot": "#fff0c2", "pincer": "#e2f1fb", "loop": "#e2f1fb", "extra": "#fff0c2"}
_FRAMES = {"base": f'stroke="{_BLUE}"', "cover": f'stroke="{_ORANGE}" stroke-dasharray="8 5"'}
_DASHES = {"strong": "", "weak": ' stroke-dasharray="5 3"', "other": ' stroke-dasharray="1.5 3"'}
_LINK = f'fill="none" stroke="{_RED}" stroke-width="1.6"'

LINKS = {
    kind: (f'<path class="link {kind}" d="M-11 0H11" {_LINK}{_DASHES[kind]}/>', words)
    for kind, words in (
        ("strong", "so it holds"),
        ("weak", "so it does not hold"),
        ("other", "ruled out by a technique or another chain"),
    )
}
"""A line of each kind of arrow around the origin, and what it means."""


def svg_overlay(position: Position, step: Step) -> str:
    """Draw a step as an SVG image without ground, to lie over a drawing of the position with `CELL` units a cell.

    The shapes and arrows are those of `engine.rating.explanations.step_svg.svg_step`. Candidates without a mark and
    values are not in it.
    """
    shape = position.grid.board_shape
    side = shape.size * CELL
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="step" viewBox="0 0 {side} {side}"'
            ' font-family="sans-serif" text-anchor="middle">',
            f"<title>{escape(step.sentence)}</title><defs>{TIP}</defs>",
            *grounds(step.parts, shape),
            *frames(step.parts, shape),
            *arrows(step.chains, shape),
            *candidates(position, marks_of(step), only_marked=True),
            "</svg>",
        ]
    )


def corner(cell: int, shape: Shape) -> tuple[int, int]:
    """The left and the upper side of a cell."""
    row, column = divmod(cell, shape.size)
    return column * CELL, row * CELL


def grounds(parts: tuple[Part, ...], shape: Shape) -> Iterator[str]:
    """The grounds of cells with a role in a wing, a loop or a BUG."""
    roles = {cell: part.role for part in parts if part.role in _GROUNDS for cell in part.cells}  # the last one counts
    for cell, role in roles.items():
        left, top = corner(cell, shape)
        yield (
            f'<rect class="ground {role}" x="{left}" y="{top}" width="{CELL}" height="{CELL}" fill="{_GROUNDS[role]}"/>'
        )


def frames(parts: tuple[Part, ...], shape: Shape) -> Iterator[str]:
    """Frames around the lines of a fish: solid ones for its base, dashed ones for its cover."""
    side = shape.size * CELL
    for part in parts:
        for unit in part.units if part.role in _FRAMES else ():
            kind, number = unit.split()
            start = (int(number) - 1) * CELL + 3
            x, y, width, height = (3, start, side - 6, CELL - 6) if kind == "row" else (start, 3, CELL - 6, side - 6)
            yield (
                f'<rect class="frame {part.role}" x="{x}" y="{y}" width="{width}" height="{height}" fill="none"'
                f' stroke-width="2.5" {_FRAMES[part.role]}/>'
            )


def candidates(position: Position, marks: dict[tuple[int, int], Mark], *, only_marked: bool = False) -> Iterator[str]:
    """The candidates of all cells, in their shapes where they have marks."""
    shape = position.grid.board_shape
    scale = "" if shape.size <= 9 else " scale(.8)"
    for cell in range(shape.cells):
        for digit in position.candidates(cell):
            mark = marks.get((cell, digit))
            if mark or not only_marked:
                x, y = _spot(cell, digit, shape)
                sign = SHAPES[mark] if mark else ""
                yield f'<g transform="translate({x:g} {y:g}){scale}">{sign}{_digit(digit, mark)}</g>'


def arrows(chains: tuple[tuple[Link, ...], ...], shape: Shape) -> Iterator[str]:
    """An arrow for each link: solid for strong ones, dashed for weak ones, dotted for others.

    Its classes name the branches that have it, from `branch-1` on.
    """
    drawn: dict[tuple[int, int, int, int], tuple[str, list[int]]] = {}
    for number, branch in enumerate(chains, 1):
        for link in branch:
            for place in link.after:
                ends = (branch[place].cell, branch[place].digit, link.cell, link.digit)
                numbers = drawn.setdefault(ends, (link.kind, []))[1]
                if number not in numbers:
                    numbers.append(number)
    for (cell, digit, to_cell, to_digit), (kind, numbers) in drawn.items():
        classes = " ".join(f"branch-{number}" for number in numbers)
        yield _arrow(_spot(cell, digit, shape), _spot(to_cell, to_digit, shape), kind, classes)


def _spot(cell: int, digit: int, shape: Shape) -> tuple[float, float]:
    """The middle of a candidate."""
    columns = 3 if shape.size <= 9 else 4
    row, column = divmod(digit - 1, columns)
    left, top = corner(cell, shape)
    return left + CELL * (column + 0.5) / columns, top + CELL * (row + 0.5) / 3


def _digit(digit: int, mark: Mark | None) -> str:
    ink = {Mark.PLACED: "#fff", None: "#777"}.get(mark, "#000")
    kind = f"on-{mark.name.lower()}" if mark else "plain"
    weight = ' font-weight="bold"' if mark else ""
    return f'<text class="{kind}" y="4.5" font-size="13" fill="{ink}"{weight}>{DIGITS[digit]}</text>'


def _arrow(begin: tuple[float, float], end: tuple[float, float], kind: str, classes: str) -> str:
    """An arrow that bends a little, so that it passes beside the candidates between its ends."""
    (x1, y1), (x2, y2) = begin, end
    kind = kind if kind in _DASHES else "other"
    length = hypot(x2 - x1, y2 - y1)
    along_x, along_y = (x2 - x1) / length, (y2 - y1) / length
    gap = min(10, length / 3)  # beside the shapes at both ends
    bend = min(20, length / 6)
    x1, y1, x2, y2 = x1 + along_x * gap, y1 + along_y * gap, x2 - along_x * gap, y2 - along_y * gap
    over_x, over_y = (x1 + x2) / 2 - along_y * bend, (y1 + y2) / 2 + along_x * bend
    way = f"M{x1:.1f} {y1:.1f}Q{over_x:.1f} {over_y:.1f} {x2:.1f} {y2:.1f}"
    return f'<path class="link {kind} {classes}" d="{way}" {_LINK} marker-end="url(#tip)"{_DASHES[kind]}/>'
