"""The picture of a variant: the board, marks of rules, digits and clues outside, from the lowest figure to the topmost.

The kernels draw (`core/rules/drawing`): figures, which PNG and books draw in their own way, and SVG images. All is
measured in cells from the upper left corner of the board, right and down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..native import core
from ..paths.drawing import Room, svg_overlay
from ..paths.record import Position, Step
from ..words import ENGLISH
from .frame import Cells
from .texts import in_words, uses_by_name
from .variant import RULES, Variant

Point = tuple[float, float]


class Lines(NamedTuple):
    """Lines through points; the area within them is filled if there is a `fill`."""

    lines: Sequence[Sequence[Point]]
    stroke: str | None
    width: float = 0
    fill: str | None = None
    dashed: bool = False


class Circle(NamedTuple):
    """A circle."""

    at: Point
    radius: float
    fill: str | None
    stroke: str | None = None
    width: float = 0.03


class Text(NamedTuple):
    """A text on one line, its middle or its left end at a point; it is as high as a capital letter needs."""

    at: Point
    text: str
    height: float
    ink: str
    bold: bool = False
    from_left: bool = False


Figure = Lines | Circle | Text

_KINDS: tuple[type[Any], ...] = (Lines, Circle, Text)
"""By the numbers of the kernels."""

_CLUE, _CELL, _MARGIN = "#1a4fa3", 64, 8
"""The ink of givens, the pixels of a cell, and those around the board."""


def figures(
    variant: Variant, digits: Sequence[int] | None = None, *, marked: Cells = (), clue_ink: str = _CLUE
) -> list[Figure]:
    """Return the figures of a variant from the lowest to the topmost, with the digits of a board too.

    The `marked` cells are coloured.
    """
    return _figures(core.picture(variant.numbers, variant.clues, _cells(digits), marked, clue_ink))


def layers(variant: Variant) -> tuple[list[Figure], list[Figure]]:
    """Return the figures of the rules alone, for a board that another program draws.

    The first ones mix with the cells: white is no colour in them. The others cover the cells and their borders.
    """
    mixed, covering = core.layers(variant.numbers)
    return _figures(mixed), _figures(covering)


def borders(variant: Variant) -> list[Figure]:
    """Return thin lines between cells, then thick ones around regions and the board."""
    return _figures(core.borders(variant.numbers))


def labelled(variant: Variant) -> frozenset[int]:
    """Return the cells that have a text of a rule in their upper left corner."""
    return frozenset(core.room_of_marks(variant.numbers)[0])


def room_for_candidates(variant: Variant) -> Room:
    """Return what candidates leave free: a band above where a rule has a text in a corner, the sides where marks lie.

    Marks on edges and corners, and black rings in cells, take the sides; lines lie under candidates.
    """
    return Room(*core.room_of_marks(variant.numbers)[1:3])


def margin(variant: Variant) -> int:
    """How many cells the clues outside need on each side: 1 or 0."""
    return int(core.room_of_marks(variant.numbers)[3])


def words_below(variant: Variant, language: str = ENGLISH) -> tuple[list[Figure], float]:
    """Return the rules in words as figures below a board and its clues outside, and how many cells high they are.

    Before the words of a rule of clues outside stands the sign that these have.
    """
    found, high = core.words_below(variant.numbers, sentences(variant, language))
    return _figures(found), high


def sign_of(rule: str, height: float) -> list[Figure]:
    """Return the sign of a rule of clues outside around a digit so high, with its middle at (0, 0); none for others."""
    return _figures(core.sign_of(rule, height))


def svg(variant: Variant, digits: Sequence[int] | None = None, *, marked: Cells = (), language: str = ENGLISH) -> str:
    """Draw a variant as an SVG image, with the digits of a board in addition to the givens, and with marked cells.

    The rules stand below in words.
    """
    title = "; ".join(in_words(variant)) or "Sudoku"
    cells = variant.clues, _cells(digits), marked
    return str(core.svg(variant.numbers, *cells, title, sentences(variant, language)))


def svg_with_step(variant: Variant, position: Position, step: Step, language: str = ENGLISH) -> str:
    """Draw a variant as it is in a position, with a step over it: its cells marked, its candidates in their shapes."""
    drawing = svg(variant, position.values, marked=step.cells, language=language)
    side, before = variant.size * _CELL, _MARGIN + _CELL * margin(variant)
    place = f'<svg x="{before}" y="{before}" width="{side}" height="{side}" '
    overlay = svg_overlay(position, step, language, room=room_for_candidates(variant)).replace("<svg ", place, 1)
    return f"{drawing.removesuffix('</svg>')}{overlay}\n</svg>"


def svg_layers(variant: Variant) -> tuple[str, str]:
    """Draw the rules alone as two SVG images over a board in the light or the dark, each as large as its cells.

    The first one mixes with the cells: what is white in the light and black in the dark has no colour. The second one
    covers them. Clues outside the board lie outside the images, which the page has to show. Empty texts for no marks.
    """
    mixed, covering = core.svg_layers(variant.numbers)
    return mixed, covering


def svg_small(variant: Variant) -> str:
    """Draw a variant for a list on a page in the light or the dark; the whole image mixes with the page, as above."""
    return str(core.svg_small(variant.numbers, variant.clues))


def _figures(found: Iterable[Sequence[Any]]) -> list[Figure]:
    return [_KINDS[kind](*of) for kind, *of in found]


def _cells(digits: Sequence[int] | None) -> NDArray[np.uint8]:
    return np.array([] if digits is None else digits, np.uint8)


def sentences(variant: Variant, language: str) -> list[tuple[str, str]]:
    """Return the rules in words line by line, each after the name of the rule that it is about, or ""."""
    rules = {RULES[use.rule].spelled(use, variant): use.rule for use in uses_by_name(variant)}
    return list(zip_longest(rules.values(), in_words(variant, language), fillvalue=""))
