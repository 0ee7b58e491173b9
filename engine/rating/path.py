"""The solution path of a puzzle as data: each step with its technique, where it is, and what it places or removes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.board.shape import Shape
from engine.native import core, record_dtype
from engine.rating.candidates import Candidates
from engine.rating.explanations.explanation import Link, Part, chains_of
from engine.rating.explanations.parts import digits_of, parts_of
from engine.rating.explanations.sentences import sentence_of
from engine.rating.rater import kernels_of, rate, rateable_and_shape
from engine.rating.stored import RatingStatus
from engine.rating.techniques import technique_of

_RECORD = record_dtype(core.step_layout)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a solution. Cells are numbered row by row from 0; digits are 1 to S."""

    technique: str
    """Its name in `engine.TECHNIQUES`."""
    rating: int
    """Tenths."""
    cells: tuple[int, ...]
    """The cells of the pattern, or those where chains start; empty for a single."""
    digits: tuple[int, ...]
    """The digits of the pattern, or those that chains start with; empty for a single."""
    units: tuple[str, ...]
    """The units of the pattern, such as "block 5", numbered row by row from 1; empty where it needs none."""
    links: int
    """The length of a chain as Sudoku Explainer counts it; 0 for other techniques."""
    placement: tuple[int, int] | None
    """The cell and the digit that it gets, if the step fills a cell."""
    eliminations: tuple[tuple[int, int], ...]
    """Cells, each with a candidate that it loses; without those that the placement removes by itself."""
    parts: tuple[Part, ...]
    """The parts of the pattern by their role; empty for singles and chains."""
    chains: tuple[tuple[Link, ...], ...]
    """The branches of a chain: every link from an assumption to a conclusion, each after those it follows from. One
    branch for a cycle, which ends where it began, and for a chain that ends at the opposite of its assumption. Two
    that contradict each other, or one for each choice, which agree. Empty for other techniques."""
    sentence: str
    """The step in words, with cells such as r1c1."""

    def __str__(self) -> str:
        return self.sentence


def steps(puzzle: ArrayLike, *, blocks: str | None = None) -> list[Step]:
    """Solve one puzzle step by step, as `engine.rate` does; shapes and `blocks` as there.

    The highest rating of a step is the rating of the puzzle. If no technique applies, the list ends before the puzzle
    is solved. ValueError for a puzzle without exactly one solution, and as in `engine.rate`.
    """
    checked, shape = rateable_and_shape(puzzle, blocks)
    if checked.ndim != 1:
        raise ValueError(f"one puzzle has shape ({checked.shape[-1]},), not {checked.shape}")
    status = RatingStatus(int(rate(checked, blocks=shape.blocks, ceiling=0)["status"]))
    if status in (RatingStatus.NO_SOLUTION, RatingStatus.SEVERAL_SOLUTIONS):
        raise ValueError(f"the puzzle has {status.name.lower().replace('_', ' ')}, so it has no solution path")
    records = np.zeros(core.most_steps, _RECORD)
    explanations = kernels_of(shape).path(shape, checked[None], records.view(np.uint8))
    position, found = Candidates(shape, checked.tolist()), []
    for record, explanation in zip(records, explanations, strict=False):
        step = _step(record, explanation, shape, position.masks)
        position.take(step.placement, step.eliminations)
        found.append(step)
    return found


def find_step(family: str, puzzle: ArrayLike, candidates: ArrayLike, *, blocks: str | None = None) -> Step | None:
    """Find the first step of one family of techniques (a name of `FAMILIES`) in a position; None if it has none.

    `candidates` has a mask of candidates for each cell, `(S*S,)` or `(S, S)`, bit 0 for digit 1. The masks of
    filled cells, and digits that a peer holds, are ignored. Shapes and `blocks` as in `engine.rate`. ValueError for
    another family or shape, and as in `engine.rate`.
    """
    if family not in FAMILIES:
        raise ValueError(f"no family {family!r}: see engine.FAMILIES")
    checked, shape = rateable_and_shape(puzzle, blocks)
    masks = np.asarray(candidates)
    if masks.shape == (shape.size, shape.size):
        masks = masks.reshape(shape.cells)
    if checked.shape != (shape.cells,) or masks.shape != (shape.cells,):
        raise ValueError(f"a position is one puzzle and its candidates, not shapes {checked.shape} and {masks.shape}")
    highest = 2**shape.size - 1
    if masks.dtype.kind not in "iu" or (masks < 0).any() or (masks > highest).any():
        raise ValueError(f"candidates are masks of {shape.size} bits, whole numbers in 0 .. {highest}")
    kept: NDArray[np.uint16] = masks.astype(np.uint16)
    record = np.zeros(1, _RECORD)
    found = kernels_of(shape).find_step(shape, FAMILIES.index(family), checked[None], kept, record.view(np.uint8))
    if found is None:
        return None
    return _step(record[0], found, shape, Candidates(shape, checked.tolist(), kept.tolist()).masks)


FAMILIES: tuple[str, ...] = tuple(core.families)
"""The families of techniques in the order in which the rater tries them."""


def _step(record: Any, explanation: Any, shape: Shape, candidates: Sequence[int]) -> Step:
    technique = technique_of(int(record["technique"])).name
    cells = tuple(np.flatnonzero(record["cells"]).tolist())
    digits = digits_of(record["digits"])
    units = tuple(_unit(number, shape.size) for number in _set_bits(record["regions"]))
    placement = (int(record["cell"]), int(record["digit"]) + 1) if record["cell"] >= 0 else None
    eliminations = tuple(
        (int(cell), digit) for cell in np.flatnonzero(record["removed"]) for digit in digits_of(record["removed"][cell])
    )
    links = int(record["links"])
    parts = parts_of(technique, cells, digits, units, eliminations, shape, candidates)
    chains = chains_of(explanation, shape, candidates)
    sentence = sentence_of(technique, cells, digits, units, links, placement, eliminations, parts, chains, shape)
    rating = int(record["rating"])
    return Step(technique, rating, cells, digits, units, links, placement, eliminations, parts, chains, sentence)


def _set_bits(mask: int) -> list[int]:
    return [bit for bit in range(int(mask).bit_length()) if int(mask) >> bit & 1]


def _unit(number: int, size: int) -> str:
    return f"{('block', 'row', 'column')[number // size]} {number % size + 1}"
