"""The solution path of a puzzle as data: each step with its technique, where it is, and what it places or removes."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.native import core, record_dtype
from engine.rating.rater import check_rateable, rate
from engine.rating.sentences import sentence_of
from engine.rating.stored import RatingStatus
from engine.rating.techniques import technique_of

_RECORD = record_dtype(core.step_layout)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a solution. Cells are 0 to 80, row by row; digits are 1 to 9."""

    technique: str
    """Its name in `engine.TECHNIQUES`."""
    rating: int
    """Tenths."""
    cells: tuple[int, ...]
    """The cells of the pattern, or those where chains start; empty for a single."""
    digits: tuple[int, ...]
    """The digits of the pattern, or those that chains start with; empty for a single."""
    units: tuple[str, ...]
    """The units of the pattern, such as "block 5"; empty where it needs none."""
    links: int
    """The length of a chain as Sudoku Explainer counts it; 0 for other techniques."""
    placement: tuple[int, int] | None
    """The cell and the digit that it gets, if the step fills a cell."""
    eliminations: tuple[tuple[int, int], ...]
    """Cells, each with a candidate that it loses; without those that the placement removes by itself."""
    sentence: str
    """The step in words, with cells such as r1c1."""

    def __str__(self) -> str:
        return self.sentence


def steps(puzzle: ArrayLike) -> list[Step]:
    """Solve one 9x9 puzzle step by step, as `engine.rate` does.

    The highest rating of a step is the rating of the puzzle. If no technique applies, the list ends before the puzzle
    is solved. ValueError for a puzzle without exactly one solution, and as in `engine.rate`.
    """
    checked = check_rateable(puzzle)
    if checked.ndim != 1:
        raise ValueError(f"one puzzle has shape (81,), not {checked.shape}")
    status = RatingStatus(int(rate(checked, ceiling=0)["status"]))
    if status in (RatingStatus.NO_SOLUTION, RatingStatus.SEVERAL_SOLUTIONS):
        raise ValueError(f"the puzzle has {status.name.lower().replace('_', ' ')}, so it has no solution path")
    records = np.zeros(core.most_steps, _RECORD)
    count = core.rating9.path((3, 3), checked[None], records.view(np.uint8))
    return [_step(record) for record in records[:count]]


def find_step(family: str, puzzle: ArrayLike, candidates: ArrayLike) -> Step | None:
    """Find the first step of one family of techniques (a name of `FAMILIES`) in a position; None if it has none.

    `candidates` has a mask of candidates for each of the 81 cells, `(81,)` or `(9, 9)`, bit 0 for digit 1. The masks of
    filled cells, and digits that a peer holds, are ignored. ValueError for another family or shape, and as in
    `engine.rate`.
    """
    if family not in FAMILIES:
        raise ValueError(f"no family {family!r}: see engine.FAMILIES")
    checked = check_rateable(puzzle)
    masks = np.asarray(candidates)
    if masks.shape == (9, 9):
        masks = masks.reshape(81)
    if checked.shape != (81,) or masks.shape != (81,):
        raise ValueError(f"a position is one puzzle and its candidates, not shapes {checked.shape} and {masks.shape}")
    if masks.dtype.kind not in "iu" or (masks < 0).any() or (masks > 0x1FF).any():
        raise ValueError("candidates are masks of nine bits, whole numbers in 0 .. 511")
    kept: NDArray[np.uint16] = masks.astype(np.uint16)
    record = np.zeros(1, _RECORD)
    found = core.rating9.find_step((3, 3), FAMILIES.index(family), checked[None], kept, record.view(np.uint8))
    return _step(record[0]) if found else None


FAMILIES: tuple[str, ...] = tuple(core.families)
"""The families of techniques in the order in which the rater tries them."""


def _step(record: Any) -> Step:
    technique = technique_of(int(record["technique"])).name
    cells = tuple(np.flatnonzero(record["cells"]).tolist())
    digits = _digits(record["digits"])
    units = tuple(_unit(number) for number in range(27) if record["regions"] >> number & 1)
    placement = (int(record["cell"]), int(record["digit"]) + 1) if record["cell"] >= 0 else None
    eliminations = tuple(
        (int(cell), digit) for cell in np.flatnonzero(record["removed"]) for digit in _digits(record["removed"][cell])
    )
    links = int(record["links"])
    sentence = sentence_of(technique, cells, digits, units, links, placement, eliminations)
    return Step(technique, int(record["rating"]), cells, digits, units, links, placement, eliminations, sentence)


def _digits(mask: int) -> tuple[int, ...]:
    return tuple(digit for digit in range(1, 10) if mask >> (digit - 1) & 1)


def _unit(number: int) -> str:
    return f"{('block', 'row', 'column')[number // 9]} {number % 9 + 1}"
