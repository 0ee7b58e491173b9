"""The steps that the kernels find, read from their records: whole paths, and the first step of a family."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..native import core, record_dtype
from ..shape import Shape
from ..tables import technique_of
from .explanations import Step, chains_of, digits_of, kind_of_unit, parts_of
from .positions import Position
from .sentences import sentence_of

FAMILIES: tuple[str, ...] = tuple(core.families)
"""The families of techniques in the order in which the rater tries them."""

_RECORD = record_dtype(core.step_layout)


def path_of(kernels: Any, shape: Shape, houses: NDArray[np.uint8], puzzle: NDArray[np.uint8]) -> list[Step]:
    """Return the steps of a puzzle with one solution on a board with houses as the kernels take them."""
    records = np.zeros(core.most_steps, _RECORD)
    explanations = kernels.path(shape, houses, puzzle[None], records.view(np.uint8))
    position, found = Position(shape, puzzle.tolist()), []
    taken = records[: len(explanations)]
    has_pattern: list[bool] = np.any(taken["cells"], axis=1).tolist()
    for record, explanation, has_cells in zip(taken, explanations, has_pattern, strict=True):
        if explanation[0] or has_cells:
            step = _step(record, explanation, shape, position.masks)
        else:
            step = _plain_step(record.tobytes(), shape)
        position.take(step)
        found.append(step)
    return found


def step_of(
    kernels: Any,
    shape: Shape,
    houses: NDArray[np.uint8],
    family: str,
    puzzle: NDArray[np.uint8],
    masks: NDArray[Any],
) -> Step | None:
    """Return what a family finds in a position on a board with houses as the kernels take them.

    The values of the puzzle are digits; ValueError for another number of them, and for masks that are none.
    """
    if puzzle.shape != (shape.cells,) or masks.shape != (shape.cells,):
        raise ValueError(f"a position is one puzzle and its candidates, not shapes {puzzle.shape} and {masks.shape}")
    check_masks(masks, shape)
    kept = masks.astype(np.uint16)
    record = np.zeros(1, _RECORD)
    found = kernels.find_step(shape, houses, FAMILIES.index(family), puzzle[None], kept, record.view(np.uint8))
    if found is None:
        return None
    return _step(record[0], found, shape, Position(shape, puzzle.tolist(), kept.tolist()).masks)


def check_masks(masks: NDArray[Any], shape: Shape) -> None:
    """Refuse candidates that are not masks of a shape, with ValueError."""
    highest = 2**shape.size - 1
    if not are_within(masks, highest):
        raise ValueError(f"candidates are masks of {shape.size} bits, whole numbers in 0 .. {highest}")


def are_within(numbers: NDArray[Any], highest: int) -> bool:
    """Whether numbers are whole ones in 0 .. `highest`."""
    return numbers.dtype.kind in "iu" and not ((numbers < 0) | (numbers > highest)).any()


@lru_cache(16_384)  # four steps in five are of this kind, and there are some 3,000 different ones at 9x9
def _plain_step(record: bytes, shape: Shape) -> Step:
    """A step without a pattern of cells: no candidates explain it."""
    return _step(np.frombuffer(record, _RECORD)[0], ((), ()), shape, ())


def _step(record: Any, explanation: Any, shape: Shape, candidates: Sequence[int]) -> Step:
    technique = technique_of(int(record["technique"])).name
    cells = tuple(np.flatnonzero(record["cells"]).tolist())
    digits = digits_of(record["digits"])
    units = tuple(_unit(number, shape) for number in _set_bits(record["units"]))
    placement = (int(record["cell"]), int(record["digit"]) + 1) if record["cell"] >= 0 else None
    eliminations = tuple(
        (int(cell), digit) for cell in np.flatnonzero(record["removed"]) for digit in digits_of(record["removed"][cell])
    )
    links = int(record["links"])
    parts = parts_of(technique, cells, digits, units, eliminations, shape, candidates)
    chains = chains_of(explanation, shape, candidates)
    say = partial(sentence_of, technique, cells, digits, units, links, placement, eliminations, parts, chains, shape)
    return Step(
        technique=technique,
        rating=int(record["rating"]),
        cells=cells,
        digits=digits,
        units=units,
        links=links,
        placement=placement,
        eliminations=eliminations,
        parts=parts,
        chains=chains,
        say=say,
    )


def _set_bits(mask: int) -> list[int]:
    return [bit for bit in range(int(mask).bit_length()) if int(mask) >> bit & 1]


def _unit(unit: int, shape: Shape) -> str:
    kind, number = divmod(unit, shape.size)
    return shape.unit_name(kind_of_unit(kind) * shape.size + number)
