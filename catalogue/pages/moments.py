"""The moment of a puzzle at which a technique applies: where practice begins."""

from typing import NamedTuple

import numpy as np

from ...engine import Grid, Variant
from ...engine.grades import Style
from ...engine.paths.positions import Position
from ...engine.paths.single_drawing import is_single
from ...engine.paths.styles import AnyStep, path_of
from ...engine.shape import DIGITS
from ..puzzles.numbers import SCORED_PREFIX


class Moment(NamedTuple):
    """A step of a path, and the position before it."""

    position: Position
    step: AnyStep
    place: int
    """The number of the step on the path, from 1."""


def moment_of(puzzle: Grid | Variant, technique: str) -> Moment | None:
    """Return the first step of a technique on the path of scores of a puzzle; None if the path does not take it."""
    position, name = Position.of(puzzle), technique.removeprefix(SCORED_PREFIX)
    cells = puzzle if isinstance(puzzle, Variant) else puzzle.to_numpy().ravel()
    for place, step in enumerate(path_of(cells, puzzle.board_shape.blocks, Style.score), 1):
        if step.technique == name:
            return Moment(position, step, place)
        position.take(step)
    return None


def start_of(position: Position, step: AnyStep) -> str:
    """Return a position as the part of an address after #, as static/share.js packs it.

    Its candidates follow the board, without those that steps have removed, so that each lies in its place. A single
    needs none.
    """
    values = f"values={''.join(DIGITS[value] for value in position.values)}"
    if is_single(step):
        return values
    every = 2**position.shape.size - 1
    gone = [0 if value else every & ~mask for value, mask in zip(position.values, position.masks, strict=True)]
    removed = ",".join(np.base_repr(mask, 36).lower() if mask else "" for mask in gone)
    return f"{values}&removed={removed}&auto=1"
