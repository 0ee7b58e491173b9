"""Variants as SVG, and their rules in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape

from board_catalogue.engine.paths.drawing import svg_overlay
from board_catalogue.engine.paths.explanations import BaseStep
from board_catalogue.engine.paths.positions import Position
from board_catalogue.engine.rules.geometry import Cells
from board_catalogue.engine.rules.named.rule import Use
from board_catalogue.engine.rules.picture import Circle, Figure, Lines, Point, figures, margin
from board_catalogue.engine.rules.variant import RULES, Variant
from board_catalogue.engine.shape import cell_name

_CELL = 64  # pixels
_MARGIN = 8


def in_words(variant: Variant) -> list[str]:
    """Return each rule in use in words, with how often it is used if that is more than once on some cells."""
    counts = Counter(use.rule for use in variant.uses)
    many = {rule: f" ({count})" if count > 1 and RULES[rule].where != "board" else "" for rule, count in counts.items()}
    return [f"{rule}{many[rule]}: {_said(variant, rule)}" for rule in counts]


def _said(variant: Variant, rule: str) -> str:
    """The words of a rule; of "or" with what there is to choose from, as it has no marks."""
    if rule != "or":
        return RULES[rule].words
    choices = [
        " or ".join(_together(each, variant.size) for each in use.alternatives)
        for use in variant.uses
        if use.rule == "or"
    ]
    return f"{RULES[rule].words.rstrip('.')}: {'; '.join(choices)}."


def _together(uses: Sequence[Use], size: int) -> str:
    return " and ".join(_named(use, size) for use in uses) or "nothing"


def _named(use: Use, size: int) -> str:
    """A rule with what it takes and its cells, such as "cage 3 of r1c1, r1c2"."""
    value = f" {use.value}" if isinstance(use.value, int | str) else ""
    cells = ", ".join(cell_name(*divmod(cell, size)) for cell in use.cells)
    return f"{use.rule}{value}{f' of {cells}' if cells else ''}"


def svg(variant: Variant, digits: Sequence[int] | None = None, *, marked: Cells = ()) -> str:
    """Draw a variant as an SVG image, with the digits of a board in addition to the givens, and with marked cells."""
    before = _MARGIN + _CELL * margin(variant)
    whole = variant.size * _CELL + 2 * before
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{whole}" viewBox="0 0 {whole} {whole}">',
            f"<title>{escape('; '.join(in_words(variant)) or 'Sudoku')}</title>",
            f'<rect width="{whole}" height="{whole}" fill="#ffffff"/>',
            f'<g transform="translate({before} {before})" font-family="sans-serif" fill="none"'
            ' text-anchor="middle" stroke-linecap="round" stroke-linejoin="round">',
            *map(_element, figures(variant, digits, marked=marked)),
            "</g>",
            "</svg>",
        ]
    )


def svg_with_step(variant: Variant, position: Position, step: BaseStep) -> str:
    """Draw a variant as it is in a position, with a step over it: its cells marked, its candidates in their shapes."""
    drawing = svg(variant, position.values, marked=step.cells)
    side, before = variant.size * _CELL, _MARGIN + _CELL * margin(variant)
    place = f'<svg x="{before}" y="{before}" width="{side}" height="{side}" '
    overlay = svg_overlay(position, step).replace("<svg ", place, 1)
    return f"{drawing.removesuffix('</svg>')}{overlay}\n</svg>"


def _element(figure: Figure) -> str:
    if isinstance(figure, Lines):
        path = "".join(map(_path, figure.lines))
        return f'<path d="{path}"{_paint(figure.fill, figure.stroke, figure.width)}{_DASHED * figure.dashed}/>'
    (x, y) = (_CELL * place for place in figure.at)
    if isinstance(figure, Circle):
        paint = _paint(figure.fill, figure.stroke, figure.width)
        return f'<circle cx="{x:g}" cy="{y:g}" r="{_CELL * figure.radius:g}"{paint}/>'
    height = _CELL * figure.height
    how = ' font-weight="bold"' * figure.bold + ' text-anchor="start"' * figure.from_left
    return (
        f'<text x="{x:g}" y="{y + height * 0.36:.1f}" font-size="{height:.4g}" fill="{figure.ink}"{how}>'
        f"{escape(figure.text)}</text>"
    )


_DASHED = ' stroke-dasharray="5 3" stroke-linecap="butt"'


def _path(points: Sequence[Point]) -> str:
    """The commands of a path, in tenths of a pixel."""
    (x, y), *rest = ((round(_CELL * right, 1), round(_CELL * down, 1)) for right, down in points)
    path = f"M{x:g} {y:g}"
    for to_x, to_y in rest:
        path += f"H{to_x:g}" if to_y == y else f"V{to_y:g}" if to_x == x else f"L{to_x:g} {to_y:g}"
        x, y = to_x, to_y
    return path


def _paint(fill: str | None, stroke: str | None, width: float) -> str:
    line = f' stroke="{stroke}" stroke-width="{_CELL * width:g}"' if stroke else ""
    return (f' fill="{fill}"' if fill else "") + line
