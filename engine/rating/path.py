"""The path of a puzzle as data: which technique, where, and what it places or removes."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.native import core, record_dtype
from engine.rating.scale import RatingStatus, check_rateable, rate
from engine.rating.sentences import sentence_of
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
    """What it stands on: the cells of a pattern, or where a chain starts; empty for a single."""
    digits: tuple[int, ...]
    """The digits of the pattern, or of the chain's start; empty for a single."""
    regions: tuple[str, ...]
    """Such as "block 5": where the pattern is seen; empty where it needs none."""
    links: int
    """Of a chain, how long it is as Sudoku Explainer counts; else 0."""
    placement: tuple[int, int] | None
    """The cell and its digit."""
    eliminations: tuple[tuple[int, int], ...]
    """Cells and the candidates that they lose, beyond what a placement takes away by itself."""
    sentence: str
    """The step in words."""


def steps(puzzle: ArrayLike) -> list[Step]:
    """The solution of one 9x9 puzzle, step by step, as `engine.rate` goes.

    The steps' highest rating is the puzzle's. Where no known technique applies any more the list ends before the puzzle
    is solved. ValueError for a puzzle without exactly one solution, and as in `engine.rate`.
    """
    checked = check_rateable(puzzle)
    if checked.ndim != 1:
        raise ValueError(f"steps are of one puzzle, not of an array of shape {checked.shape}")
    status = RatingStatus(int(rate(checked, ceiling=0)["status"]))
    if status in (RatingStatus.NO_SOLUTION, RatingStatus.SEVERAL_SOLUTIONS):
        raise ValueError(f"the puzzle has {status.name.lower().replace('_', ' ')}, so it has no path")
    records = np.zeros(core.most_steps, _RECORD)
    count = core.path(checked[None], records.view(np.uint8))
    return [_step(record) for record in records[:count]]


def find_step(family: str, puzzle: ArrayLike, candidates: ArrayLike) -> Step | None:
    """What one family of techniques (a name of `FAMILIES`) finds first in a position, or None.

    `candidates` has for each of the 81 cells a mask of the digits it may still hold, bit 0 for digit 1; filled cells
    and digits that a filled cell in sight forbids are left out by themselves. ValueError for another family or shape,
    and as in `engine.rate`.
    """
    if family not in FAMILIES:
        raise ValueError(f"no family {family!r}: see engine.FAMILIES")
    checked = check_rateable(puzzle)
    masks = np.asarray(candidates)
    if checked.shape != (81,) or masks.shape != (81,):
        raise ValueError(f"a position is one puzzle and its candidates, not shapes {checked.shape} and {masks.shape}")
    if masks.dtype.kind not in "iu" or (masks < 0).any() or (masks > 0x1FF).any():
        raise ValueError("candidates are masks of nine bits, whole numbers in 0 .. 511")
    kept: NDArray[np.uint16] = masks.astype(np.uint16)
    record = np.zeros(1, _RECORD)
    found = core.find_step(FAMILIES.index(family), checked[None], kept, record.view(np.uint8))
    return _step(record[0]) if found else None


FAMILIES: tuple[str, ...] = tuple(core.families)
"""The families of techniques in the order in which the rater tries them."""


def _step(record: Any) -> Step:
    technique = technique_of(int(record["technique"])).name
    cells = tuple(np.flatnonzero(record["cells"]).tolist())
    digits = _digits(record["digits"])
    regions = tuple(_region(r) for r in range(27) if record["regions"] >> r & 1)
    placement = (int(record["cell"]), int(record["digit"]) + 1) if record["cell"] >= 0 else None
    eliminations = tuple(
        (int(cell), digit) for cell in np.flatnonzero(record["removed"]) for digit in _digits(record["removed"][cell])
    )
    links = int(record["links"])
    sentence = sentence_of(technique, cells, digits, regions, links, placement, eliminations)
    return Step(technique, int(record["rating"]), cells, digits, regions, links, placement, eliminations, sentence)


def _digits(mask: int) -> tuple[int, ...]:
    return tuple(digit for digit in range(1, 10) if mask >> (digit - 1) & 1)


def _region(region: int) -> str:
    return f"{('block', 'row', 'column')[region // 9]} {region % 9 + 1}"
