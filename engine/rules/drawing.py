"""Variants as SVG, and their rules in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from html import escape

from ..paths.drawing import svg_overlay
from ..paths.record import Position, Step
from ..words import ENGLISH, Words, words_in
from .geometry import Cells
from .named.figures import Circle, Figure, Lines, Point, Text
from .named.rule import Use
from .picture import board, drawn_uses, figures, layers, margin
from .statements import statement, together
from .variant import RULES, Variant

_CELL = 64  # pixels
_MARGIN = 8


def in_words(variant: Variant, language: str = ENGLISH) -> list[str]:
    """Return each rule in use in words, with how often it is used if that is more than once on some cells.

    What a picture cannot show is spelled out: tables, expressions, the branches of "or", cells beside the grid. The
    last two are English in every language: they name rules as texts of rules do.
    """
    words = words_in(language)
    return [words.say("places", "line", name=name, said=said) for name, said in named_rules(variant, language)]


def named_rules(variant: Variant, language: str = ENGLISH) -> list[tuple[str, str]]:
    """Return the lines of `in_words` in two parts: the name of a rule, with how often, and what it says."""
    words = words_in(language)
    named = [(use, RULES[use.rule].spelled(use, variant)) for use in variant.uses]
    counts = Counter(name for _, name in named)
    found: dict[str, tuple[str, str]] = {}
    for use, name in named:
        times = f"{counts[name]} x " if counts[name] > 1 and not RULES[use.rule].is_whole else ""
        found.setdefault(name, (times + words.rule(use.rule, name), _said(variant, use, name, named, words)))
    return [*found.values(), *_beside(variant)]


def _beside(variant: Variant) -> Iterator[tuple[str, str]]:
    """The cells beside the grid and their rules, in the words of texts of rules."""
    yield from _groups(variant)
    drawn = set(map(id, drawn_uses(variant)))
    beside = [statement(use, variant) for use in variant.uses if use.rule != "or" and id(use) not in drawn]
    if beside:
        yield "with cells beside the grid", "; ".join(beside)


def marks_in_words(variant: Variant) -> list[str]:
    """Return how many marks of each rule a variant has, such as "31 cages"; none of rules of the whole board."""
    counts = Counter(use.rule for use in variant.uses if not RULES[use.rule].is_whole)
    return [_counted(rule, count) for rule, count in counts.items()]


def _counted(rule: str, count: int) -> str:
    """Such as "31 cages"; "12 x odd" for a name without a plural."""
    if not RULES[rule].plural:
        return f"{count} x {rule}"
    name = f"{rule} mark" if len(rule) == 1 else rule
    if count == 1 or name.endswith("s"):
        return f"{count} {name}"
    if name.endswith("y"):
        return f"{count} {name.removesuffix('y')}ies"
    return f"{count} {name}{'es' if name.endswith(('x', 'ch')) else 's'}"


def _groups(variant: Variant) -> Iterator[tuple[str, str]]:
    for group in variant.frame.groups:
        cells, _ = variant.frame.group_cells(group.prefix)
        last = f" to {variant.frame.cell_name(cells[-1])}" if len(cells) > 1 else ""
        yield "cells beside the grid", f"{variant.frame.cell_name(cells[0])}{last} {group.label}".rstrip()


def _said(variant: Variant, use: Use, name: str, named: Sequence[tuple[Use, str]], words: Words) -> str:
    """The words of a rule; of "or" with what there is to choose from: its marks stand in the picture all together."""
    said = RULES[use.rule].words
    if words.language != ENGLISH:
        said = words.rule_meaning(use.rule) or said  # English until its line is there
    if use.rule != "or":
        return said
    choices = [
        " or ".join(together(each, variant) for each in other.alternatives) for other, its in named if its == name
    ]
    return f"{said.rstrip('.')}: {'; '.join(choices)}."


def svg(variant: Variant, digits: Sequence[int] | None = None, *, marked: Cells = ()) -> str:
    """Draw a variant as an SVG image, with the digits of a board in addition to the givens, and with marked cells."""
    before = _MARGIN + _CELL * margin(variant)
    wide, high = (side * _CELL + 2 * before for side in (variant.frame.columns, variant.frame.rows))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">',
            f"<title>{escape('; '.join(in_words(variant)) or 'Sudoku')}</title>",
            f'<rect width="{wide}" height="{high}" fill="#ffffff"/>',
            f'<g transform="translate({before} {before})" font-family="sans-serif" fill="none"'
            ' text-anchor="middle" stroke-linecap="round" stroke-linejoin="round">',
            *map(_element, figures(variant, digits, marked=marked)),
            "</g>",
            "</svg>",
        ]
    )


def svg_with_step(variant: Variant, position: Position, step: Step, language: str = ENGLISH) -> str:
    """Draw a variant as it is in a position, with a step over it: its cells marked, its candidates in their shapes."""
    drawing = svg(variant, position.values, marked=step.cells)
    side, before = variant.size * _CELL, _MARGIN + _CELL * margin(variant)
    place = f'<svg x="{before}" y="{before}" width="{side}" height="{side}" '
    overlay = svg_overlay(position, step, language).replace("<svg ", place, 1)
    return f"{drawing.removesuffix('</svg>')}{overlay}\n</svg>"


def svg_layers(variant: Variant) -> tuple[str, str]:
    """Draw the rules alone as two SVG images over a board in the light or the dark, each as large as its cells.

    The first one mixes with the cells: what is white in the light and black in the dark has no colour. The second one
    covers them. Clues outside the board lie outside the images, which the page has to show. Empty texts for no marks.
    """
    mixed, covering = layers(variant)
    return _layer(variant, map(_mixed, mixed)), _layer(variant, map(_covering, covering))


def svg_small(variant: Variant) -> str:
    """Draw a variant for a list on a page in the light or the dark; the whole image mixes with the page, as above."""
    mixed, covering = layers(variant)
    figures_of_all = [*map(_mixed, mixed), *map(_mixed, board(variant)), *map(_covering, covering)]
    return _layer(variant, figures_of_all, _MARGIN + _CELL * margin(variant))


def _layer(variant: Variant, shown: Iterable[Figure], around: int = 0) -> str:
    """An SVG image of figures with so many pixels around the cells; an empty text without figures."""
    elements = "".join(map(_element, shown))
    wide, high = (side * _CELL + 2 * around for side in (variant.frame.columns, variant.frame.rows))
    fonts = 'font-family="sans-serif" text-anchor="middle"'
    lines = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-around} {-around} {wide} {high}" {fonts} {lines}>'
    return f"{head}{elements}</svg>" if elements else ""


def _mixed(figure: Figure) -> Figure:
    if isinstance(figure, Text):
        return figure._replace(ink=_in_both(figure.ink))
    return figure._replace(fill=figure.fill and _in_both(figure.fill), stroke=figure.stroke and _in_both(figure.stroke))


def _covering(figure: Figure) -> Figure:
    """A disc and the text on it keep their colours, so that a white dot is white in the dark too."""
    return figure if isinstance(figure, Text) else figure._replace(stroke=figure.stroke and _in_both(figure.stroke))


def _in_both(colour: str) -> str:
    """A colour in the light, and one about as far from a dark ground as that is from white; digits stand out."""
    hue, lightness, saturation = rgb_to_hls(*(int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)))
    turned = hls_to_rgb(hue, min(0.92, (1.3 - 0.8 * saturation) * (1 - lightness)), saturation)
    dark = "".join(f"{round(255 * part):02x}" for part in turned)
    return f"light-dark({colour},#{dark})"


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
