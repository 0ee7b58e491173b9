"""A step drawn as an SVG image: the board, the candidates, the pattern, and an arrow for every link."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from engine.board.drawing import framed
from engine.board.shape import Shape
from engine.board.symbols import DIGITS
from engine.rating.explanations.marks import Mark, marks_of
from engine.rating.explanations.step_layers import CELL, SHAPES, TIP, WORDS, arrows, candidates, frames, grounds
from engine.rating.path import Step
from engine.rating.position import Position

_MARGIN, _LABELS, _LEGEND = 6, 22, 26  # units of the drawing


def svg_step(position: Position, step: Step) -> str:
    """Draw a position and a step, with labels such as r1 and c1, as the text of an SVG image.

    Placed candidates are in a blue disc, removed ones in a struck square, the pattern in light discs; on a chain
    the assumption is in a diamond, what holds in a light disc and what does not in a dashed ring. Arrows are solid for
    strong links, dashed for weak ones and dotted for techniques and chains within the chain. The base of a fish has a
    solid frame, its cover a dashed one. Values are large, clues bold.
    """
    shape = position.grid.board_shape
    side = shape.size * CELL
    marks = marks_of(step)
    used = [mark for mark in Mark if mark in marks.values()]
    width, height = side + _LABELS + _MARGIN, side + _LABELS + _MARGIN + _LEGEND
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
            ' role="img" font-family="sans-serif" text-anchor="middle">',
            f"<title>{escape(step.sentence)}</title>",
            f"<defs>{TIP}</defs>",
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
            f'<g transform="translate({_LABELS} {_LABELS})">',
            *grounds(step.parts, shape),
            *_lines(shape, side),
            *frames(step.parts, shape),
            *_labels(shape),
            *arrows(step.chains, shape),
            *_values(position),
            *candidates(position, marks),
            *_legend(used, side),
            "</g>",
            "</svg>",
        ]
    )


def _lines(shape: Shape, side: int) -> Iterator[str]:
    rows, columns = framed(shape)
    for edge in range(shape.size + 1):
        at = edge * CELL
        for way, step in ((f"M0 {at}h{side}", rows), (f"M{at} 0v{side}", columns)):
            yield f'<path d="{way}" stroke="#333" stroke-width="{0.5 if edge % step else 2.5}"/>'


def _labels(shape: Shape) -> Iterator[str]:
    for number in range(shape.size):
        middle = (number + 0.5) * CELL
        yield f'<text x="{middle:g}" y="-7" font-size="12" fill="#555">c{number + 1}</text>'
        yield f'<text x="-11" y="{middle + 4:g}" font-size="12" fill="#555">r{number + 1}</text>'


def _values(position: Position) -> Iterator[str]:
    for row, column, value, locked in position.grid:
        if value:
            x, y = (column + 0.5) * CELL, (row + 0.5) * CELL + 11
            weight = ' font-weight="bold"' if locked else ""
            yield f'<text x="{x:g}" y="{y:g}" font-size="31" fill="#222"{weight}>{DIGITS[value]}</text>'


def _legend(used: list[Mark], side: int) -> Iterator[str]:
    left = 12
    for mark in used:
        yield f'<g transform="translate({left} {side + 16})">{SHAPES[mark]}</g>'
        yield f'<text x="{left + 15}" y="{side + 20}" font-size="12" text-anchor="start">{WORDS[mark]}</text>'
        left += 40 + 7 * len(WORDS[mark])
