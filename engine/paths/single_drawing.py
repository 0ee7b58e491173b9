"""Drawings of singles: the unit where the digit has one place left, and the digits that rule out the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..shape import Shape
from .explanations import BaseStep
from .positions import Position

_SINGLES = ("full-house", "last-value", "naked-single", "hidden-single", "hidden-single-block", "hidden-single-line")


class Single(NamedTuple):
    """Why a cell takes its digit."""

    cell: int
    digit: int
    unit: tuple[int, ...]
    """The cells of the unit where the digit has one place left, or one cell is empty; empty for a naked single."""
    ruled_out: tuple[int, ...]
    """The other empty cells of that unit, which cannot take the digit."""
    excluders: tuple[int, ...]
    """Filled cells whose digits rule these out, or rule out every other digit of the cell: as few as it takes."""


def is_single(step: BaseStep) -> bool:
    """Whether a step is a single, which is visible without candidates."""
    return step.technique in _SINGLES and step.placement is not None


def single_of(position: Position, step: BaseStep) -> Single | None:
    """Explain a step that is a single; None for any other step."""
    if step.placement is None or not is_single(step):
        return None
    shape, values = position.shape, position.values
    cell, digit = step.placement
    if step.technique == "naked-single":
        return Single(cell, digit, (), (), tuple(_one_of_each(cell, digit, values, shape)))
    unit = _cells_of(step, shape)
    others = tuple(other for other in unit if other != cell and not values[other])
    return Single(cell, digit, unit, others, tuple(_few_that_see(others, digit, values, shape)))


def _cells_of(step: BaseStep, shape: Shape) -> tuple[int, ...]:
    """The cells of the first unit of a step."""
    return shape.unit_named(step.units[0])


def _one_of_each(cell: int, digit: int, values: Sequence[int], shape: Shape) -> Iterator[int]:
    """A peer for each other digit that a peer holds."""
    peers = {values[peer]: peer for peer in reversed(shape.peers[cell]) if values[peer] not in (0, digit)}
    return iter(peers.values())


def _few_that_see(cells: Sequence[int], digit: int, values: Sequence[int], shape: Shape) -> Iterator[int]:
    """Places of a digit that see all of the cells that any of its places sees, those that see most first."""
    seen_from = {place: {cell for cell in cells if cell in shape.peers[place]} for place in _places(digit, values)}
    left = set().union(*seen_from.values()) if seen_from else set()
    while left:
        best = max(seen_from, key=lambda place: len(seen_from[place] & left))
        left -= seen_from[best]
        yield best


def _places(digit: int, values: Sequence[int]) -> list[int]:
    return [cell for cell, value in enumerate(values) if value == digit]


def layers(single: Single, side: int, size: int) -> Iterator[str]:
    """The layers of SVG over a board with cells of a side: the unit, crosses in what is ruled out, rings around why."""
    for cells, draw in ((single.unit, _ground), (single.ruled_out, _cross), (single.excluders, _ring)):
        for cell in cells:
            row, column = divmod(cell, size)
            yield draw(column * side, row * side, side)


_SKY_GROUND, _PURPLE, _ORANGE = "#e2f1fb", "#cc79a7", "#e69f00"


def _ground(left: int, top: int, side: int) -> str:
    return f'<rect class="ground unit" x="{left}" y="{top}" width="{side}" height="{side}" fill="{_SKY_GROUND}"/>'


def _cross(left: int, top: int, side: int) -> str:
    return _sign(RULED_OUT, left, top, side)


def _ring(left: int, top: int, side: int) -> str:
    return _sign(EXCLUDER, left, top, side)


def _sign(sign: str, left: int, top: int, side: int) -> str:
    return f'<g transform="translate({left + side / 2:g} {top + side / 2:g}) scale({side / 24:g})">{sign}</g>'


EXCLUDER = f'<circle class="excluder" r="10" fill="none" stroke="{_ORANGE}" stroke-width="1.6"/>'
RULED_OUT = f'<path class="ruled-out" d="M-4-4L4 4M4-4L-4 4" fill="none" stroke="{_PURPLE}" stroke-width="1.2"/>'
SIGNS = {"excluder": EXCLUDER, "ruled-out": RULED_OUT}
"""The sign of each role around the origin, in a cell of 24 units."""
