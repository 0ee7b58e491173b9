"""A step drawn as an SVG image: the candidates, the pattern, and an arrow for every link.

Colours are those of Okabe and Ito, which colour-blind people tell apart, and each mark has its own shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import hypot

from engine.board.drawing import framed
from engine.board.shape import Shape
from engine.board.symbols import DIGITS
from engine.rating.explanations.explanation import Link, Part
from engine.rating.explanations.marks import Mark, marks_of
from engine.rating.path import Step
from engine.rating.position import Position

_CELL, _MARGIN, _LABELS = 60, 6, 22  # pixels
_BLUE, _SKY, _ORANGE, _RED, _PURPLE = "#0072b2", "#56b4e9", "#e69f00", "#d55e00", "#cc79a7"

_SHAPES = {
    Mark.PLACED: f'<circle r="9" fill="{_BLUE}"/>',
    Mark.REMOVED: f'<rect x="-8.5" y="-8.5" width="17" height="17" fill="#fff" stroke="{_RED}" stroke-width="2"/>'
    f'<path d="M-8.5 8.5L8.5-8.5" stroke="{_RED}" stroke-width="2"/>',
    Mark.ASSUMED: f'<path d="M0-11L11 0L0 11L-11 0Z" fill="{_ORANGE}"/>',
    Mark.PATTERN: f'<circle r="9" fill="{_SKY}"/>',
    Mark.ABSENT: f'<circle r="8.5" fill="#fff" stroke="{_PURPLE}" stroke-width="1.5" stroke-dasharray="3 2"/>',
}
_WORDS = {
    Mark.PLACED: "placed",
    Mark.REMOVED: "removed",
    Mark.ASSUMED: "assumed",
    Mark.PATTERN: "pattern, or holds",
    Mark.ABSENT: "does not hold",
}
_GROUNDS = {"pivot": "#fff0c2", "pincer": "#e2f1fb", "loop": "#e2f1fb", "extra": "#fff0c2"}
_DASHES = {"strong": "", "weak": ' stroke-dasharray="5 3"'}
_OTHER_DASHES = ' stroke-dasharray="1.5 3"'


def svg_step(position: Position, step: Step) -> str:
    """Draw a position and a step, with labels such as r1 and c1, as the text of an SVG image.

    Placed candidates are in a blue disc, removed ones in a struck square, the pattern in light discs; on a chain
    the assumption is in a diamond, what holds in a light disc and what does not in a dashed ring. Arrows are solid for
    strong links, dashed for weak ones and dotted for techniques and chains within the chain. The base of a fish has a
    solid frame, its cover a dashed one. Values are large, clues bold.
    """
    shape = position.grid.board_shape
    side = shape.size * _CELL
    marks = marks_of(step)
    used = [mark for mark in Mark if mark in marks.values()]
    width, height = side + _LABELS + _MARGIN, side + _LABELS + _MARGIN + 26
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
            ' role="img" font-family="sans-serif" text-anchor="middle">',
            f"<title>{escape(step.sentence)}</title>",
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            f'<path d="M0 0L8 4L0 8Z" fill="{_RED}"/></marker></defs>',
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
            f'<g transform="translate({_LABELS} {_LABELS})">',
            *_grounds(step.parts, shape),
            *_lines(shape, side),
            *_frames(step.parts, shape, side),
            *_labels(shape),
            *_arrows(step.chains, shape),
            *_cells(position, marks),
            *_legend(used, side),
            "</g>",
            "</svg>",
        ]
    )


def _corner(cell: int, shape: Shape) -> tuple[int, int]:
    row, column = divmod(cell, shape.size)
    return column * _CELL, row * _CELL


def _spot(cell: int, digit: int, shape: Shape) -> tuple[float, float]:
    """The middle of a candidate."""
    columns = 3 if shape.size <= 9 else 4
    row, column = divmod(digit - 1, columns)
    left, top = _corner(cell, shape)
    return left + _CELL * (column + 0.5) / columns, top + _CELL * (row + 0.5) / 3


def _grounds(parts: tuple[Part, ...], shape: Shape) -> Iterator[str]:
    for part in parts:
        for cell in part.cells if part.role in _GROUNDS else ():
            left, top = _corner(cell, shape)
            yield f'<rect x="{left}" y="{top}" width="{_CELL}" height="{_CELL}" fill="{_GROUNDS[part.role]}"/>'


def _lines(shape: Shape, side: int) -> Iterator[str]:
    rows, columns = framed(shape)
    for edge in range(shape.size + 1):
        at = edge * _CELL
        for way, step in ((f"M0 {at}h{side}", rows), (f"M{at} 0v{side}", columns)):
            yield f'<path d="{way}" stroke="#333" stroke-width="{0.5 if edge % step else 2.5}"/>'


def _frames(parts: tuple[Part, ...], shape: Shape, side: int) -> Iterator[str]:
    """Frames around the lines of a fish."""
    for part in parts:
        style = {"base": f'stroke="{_BLUE}"', "cover": f'stroke="{_ORANGE}" stroke-dasharray="8 5"'}.get(part.role)
        for unit in part.units if style else ():
            kind, number = unit.split()
            start = (int(number) - 1) * _CELL + 3
            x, y, width, height = (3, start, side - 6, _CELL - 6) if kind == "row" else (start, 3, _CELL - 6, side - 6)
            yield f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" stroke-width="2.5" {style}/>'


def _labels(shape: Shape) -> Iterator[str]:
    for number in range(shape.size):
        middle = (number + 0.5) * _CELL
        yield f'<text x="{middle:g}" y="-7" font-size="12" fill="#555">c{number + 1}</text>'
        yield f'<text x="-11" y="{middle + 4:g}" font-size="12" fill="#555">r{number + 1}</text>'


def _cells(position: Position, marks: dict[tuple[int, int], Mark]) -> Iterator[str]:
    shape = position.grid.board_shape
    scale = "" if shape.size <= 9 else " scale(.8)"
    for row, column, value, locked in position.grid:
        cell = row * shape.size + column
        if value:
            x, y = (column + 0.5) * _CELL, (row + 0.5) * _CELL + 11
            weight = ' font-weight="bold"' if locked else ""
            yield f'<text x="{x:g}" y="{y:g}" font-size="31" fill="#222"{weight}>{DIGITS[value]}</text>'
        for digit in position.candidates(cell):
            x, y = _spot(cell, digit, shape)
            mark = marks.get((cell, digit))
            sign = _SHAPES[mark] if mark else ""
            yield f'<g transform="translate({x:g} {y:g}){scale}">{sign}{_digit(digit, mark)}</g>'


def _digit(digit: int, mark: Mark | None) -> str:
    ink = {Mark.PLACED: "#fff", None: "#777"}.get(mark, "#000")
    weight = ' font-weight="bold"' if mark else ""
    return f'<text y="4.5" font-size="13" fill="{ink}"{weight}>{DIGITS[digit]}</text>'


def _arrows(chains: tuple[tuple[Link, ...], ...], shape: Shape) -> Iterator[str]:
    drawn = set()
    for branch in chains:
        for link in branch:
            for place in link.after:
                ends = (branch[place].cell, branch[place].digit, link.cell, link.digit)
                if ends not in drawn:
                    drawn.add(ends)
                    yield _arrow(_spot(*ends[:2], shape), _spot(*ends[2:], shape), link.kind)


def _arrow(begin: tuple[float, float], end: tuple[float, float], kind: str) -> str:
    """An arrow that bends a little, so that it passes beside the candidates between its ends."""
    (x1, y1), (x2, y2) = begin, end
    length = hypot(x2 - x1, y2 - y1)
    along_x, along_y = (x2 - x1) / length, (y2 - y1) / length
    gap = min(10, length / 3)  # beside the shapes at both ends
    bend = min(20, length / 6)
    x1, y1, x2, y2 = x1 + along_x * gap, y1 + along_y * gap, x2 - along_x * gap, y2 - along_y * gap
    over_x, over_y = (x1 + x2) / 2 - along_y * bend, (y1 + y2) / 2 + along_x * bend
    return (
        f'<path d="M{x1:.1f} {y1:.1f}Q{over_x:.1f} {over_y:.1f} {x2:.1f} {y2:.1f}" fill="none" stroke="{_RED}"'
        f' stroke-width="1.6" marker-end="url(#tip)"{_DASHES.get(kind, _OTHER_DASHES)}/>'
    )


def _legend(used: list[Mark], side: int) -> Iterator[str]:
    left = 12
    for mark in used:
        yield f'<g transform="translate({left} {side + 16})">{_SHAPES[mark]}</g>'
        yield f'<text x="{left + 15}" y="{side + 20}" font-size="12" text-anchor="start">{_WORDS[mark]}</text>'
        left += 40 + 7 * len(_WORDS[mark])
