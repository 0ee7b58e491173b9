"""The steps of ratings, read from the records of the kernels: whole paths, and the first step of a family."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..boards import check_puzzles
from ..native import core, record_dtype, technique_of
from ..rules.houses import houses_of
from ..rules.solving import solve_ruled
from ..rules.variant import Variant
from ..shape import NO_BLOCKS, Shape, Where
from .chains import chains_of, kind_of_unit
from .record import Part, Position, Step, digits_of
from .sentences import rated_phrase

FAMILIES: tuple[str, ...] = tuple(core.families)
"""The families of techniques in the order in which the rater tries them."""

_RECORD = record_dtype(core.step_layout)


def path_of_rating(kernels: Any, shape: Shape, houses: NDArray[np.uint8], puzzle: NDArray[np.uint8]) -> list[Step]:
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
    kernels: Any, houses: tuple[Shape, NDArray[np.uint8]], family: str, puzzle: NDArray[np.uint8], masks: NDArray[Any]
) -> Step | None:
    """Return what a family finds in a position on a board, with its houses as the kernels take them.

    The values of the puzzle are digits; ValueError for another number of them, for masks that are none, and for an
    unknown family.
    """
    shape, numbers = houses
    if puzzle.shape != (shape.cells,) or masks.shape != (shape.cells,):
        raise ValueError(f"a position is one puzzle and its candidates, not shapes {puzzle.shape} and {masks.shape}")
    check_masks(masks, shape)
    kept = masks.astype(np.uint16)
    record = np.zeros(1, _RECORD)
    found = kernels.find_step(shape, numbers, FAMILIES.index(family), puzzle[None], kept, record.view(np.uint8))
    if found is None:
        return None
    return _step(record[0], found, shape, Position(shape, puzzle.tolist(), kept.tolist()).masks)


def steps_ruled(variant: Variant) -> list[Step]:
    """Return the steps that `engine.rate` takes for the givens of a variant; errors as there.

    ValueError too for a puzzle without exactly one solution.
    """
    houses = houses_of(variant)
    if solve_ruled(variant)[1][0] != 1:
        raise ValueError("the puzzle does not have exactly one solution, so it has no solution path")
    return path_of_rating(core.any_rating, houses, houses.numbers, variant.clues)


def find_step_ruled(family: str, variant: Variant, values: ArrayLike, candidates: ArrayLike) -> Step | None:
    """Return the first step of a family of techniques in a position, as `engine.find_step`; errors as in `engine.rate`.

    `values` are `(cells,)`, 0 for an empty cell; `candidates` has a mask for each cell. ValueError too for others.
    """
    if family not in FAMILIES:
        raise ValueError(f"no family {family!r}: see engine.FAMILIES")
    houses = houses_of(variant)
    filled = check_puzzles(values, NO_BLOCKS)
    return step_of(core.any_rating, (houses, houses.numbers), family, filled, np.array(candidates))


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
    mask = int(record["units"])
    units = (divmod(bit, shape.size) for bit in range(mask.bit_length()) if mask >> bit & 1)
    removed = record["removed"]
    gone = np.flatnonzero(removed).tolist()
    found = Step(
        technique=technique_of(int(record["technique"])).name,
        rating=int(record["rating"]),
        cells=tuple(np.flatnonzero(record["cells"]).tolist()),
        digits=digits_of(record["digits"]),
        where=tuple(shape.unit(kind_of_unit(kind) * shape.size + number) for kind, number in units),
        links=int(record["links"]),
        placement=(int(record["cell"]), int(record["digit"]) + 1) if record["cell"] >= 0 else None,
        eliminations=tuple((cell, digit) for cell in gone for digit in digits_of(removed[cell])),
        chains=chains_of(explanation, shape, candidates),
        shape=shape,
        phrase=rated_phrase,
    )
    parts = _parts_of(found, candidates)
    return replace(found, parts=parts) if parts else found


# --- The parts of a pattern -------------------------------------------------------------------------------------------


def _parts_of(step: Step, candidates: Sequence[int]) -> tuple[Part, ...]:
    """The parts of a pattern in a position with these masks of candidates; none for singles and chains."""
    technique, cells, digits = step.technique, step.cells, step.digits
    own = {cell: digits_of(candidates[cell]) for cell in cells}
    match technique:
        case "xy-wing" | "xyz-wing":
            pivot = _pivot(technique, own, digits)
            pincers = [Part("pincer", (cell,), own[cell]) for cell in cells if cell != pivot]
            return (Part("pivot", (pivot,), own[pivot]), *pincers)
        case "x-wing" | "swordfish" | "jellyfish":
            base, cover = _fish_lines(step)
            return Part("base", cells, digits, base), Part("cover", cells, digits, cover)
        case "unique-rectangle" | "unique-loop":
            return Part("loop", cells, digits), *extras(digits, own)
        case "bug-1" | "bug-2" | "bug-3" | "bug-4":
            return tuple(
                Part("extra", (cell,), tuple(digit for digit in own[cell] if digit in digits)) for cell in cells
            )
        case "aligned-pair-exclusion" | "aligned-triplet-exclusion":
            return tuple(Part("set", (cell,), own[cell]) for cell in cells)
        case "pointing" | "claiming" | "direct-pointing" | "direct-claiming":
            return (Part("places", cells, digits, step.where),)
        case _ if technique.endswith(("-pair", "-triplet", "-quad")):
            return (Part("set", cells, digits, step.where[:1]),)
    return ()


def _pivot(technique: str, own: Mapping[int, Sequence[int]], digits: Sequence[int]) -> int:
    """The pivot of an XY-wing is the cell without the shared digit, that of an XYZ-wing has three candidates."""
    return next(
        cell for cell, held in own.items() if (digits[0] not in held if technique == "xy-wing" else len(held) == 3)
    )


def extras(digits: Sequence[int], own: Mapping[int, Sequence[int]]) -> Iterable[Part]:
    """The cells of a loop that have further candidates, with these."""
    for cell, held in own.items():
        if further := tuple(digit for digit in held if digit not in digits):
            yield Part("extra", (cell,), further)


def _fish_lines(step: Step) -> tuple[tuple[Where, ...], tuple[Where, ...]]:
    """The lines in which a digit has few places, and the lines that cross them there, which lose it elsewhere."""
    cell, _digit = step.eliminations[0]
    loses = [each for each in step.where if cell in step.shape.cells_of(each)]
    rows, columns = (tuple(each for each in step.where if each[0] == kind) for kind in ("row", "column"))
    return (columns, rows) if any(each in rows for each in loses) else (rows, columns)
