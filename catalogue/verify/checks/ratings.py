"""Ratings computed again, each as far as the stored one goes."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.rating.grades import Depth
from catalogue.rating.rows import CEILINGS, rating_rows
from catalogue.schema import RATING
from catalogue.verify.faults import Fault, extra, missing, wrong
from catalogue.verify.rows import Case, value
from catalogue.verify.snapshot import Snapshot
from engine.rating.stored import RatingStatus
from engine.rating.techniques import TECHNIQUES

_FOUND = RATING[1:]


@dataclass(frozen=True)
class RatedAgain:
    """The columns of a rating as they should be, their tally, and what is wrong with the rows of `uses`."""

    columns: Mapping[str, Sequence[object]]
    tally: Counter[tuple[str, int]]
    faults: Sequence[Fault]


def rated_again(cases: Sequence[Case], puzzles: NDArray[np.uint8], blocks: str) -> RatedAgain:
    """Rate the puzzles that have a rating."""
    columns: dict[str, list[object]] = {name: [None] * len(cases) for name in RATING}
    tally: Counter[tuple[str, int]] = Counter()
    uses: dict[int, dict[int, int]] = defaultdict(dict)
    depths = [_depth(case) for case in cases]
    for depth, ceiling in CEILINGS.items():
        which = [index for index, found in enumerate(depths) if found is depth]
        if not which:
            continue
        rows = rating_rows(engine.rate(puzzles[which], blocks=blocks, ceiling=ceiling))
        for name, values in zip(RATING, rows.columns, strict=True):
            for index, found in zip(which, values, strict=True):
                columns[name][index] = found
        for metric, number, count in rows.tally:
            tally[metric, number] += count
        for technique, index, times in rows.uses:
            uses[which[index]][technique] = times
    faults = [fault for index, case in enumerate(cases) for fault in _uses_faults(case, uses[index])]
    return RatedAgain(columns, tally, faults)


def stray_uses(snapshot: Snapshot) -> list[Fault]:
    """Rows of `uses` that belong to no puzzle, or to no technique."""
    known = ", ".join(str(technique.number) for technique in TECHNIQUES)
    of_none = "NOT EXISTS (SELECT 1 FROM puzzles WHERE id = puzzle_id)"
    query = f"SELECT * FROM uses WHERE technique NOT IN ({known}) OR {of_none}"
    return [
        extra("uses", {"technique": technique, "puzzle_id": puzzle}, times)
        for technique, puzzle, times in snapshot.rows(query)
    ]


def _depth(case: Case) -> Depth:
    """How far a puzzle was rated. One that has more than its status may say was rated in full."""
    status = value(case.row, "rating_status") if case.row else None
    if case.uses or (case.row and any(value(case.row, name) is not None for name in _FOUND)):
        return Depth.full
    if status is None:
        return Depth.none
    return Depth.fast if status == RatingStatus.ABOVE else Depth.full


def _uses_faults(case: Case, expected: Mapping[int, int]) -> list[Fault]:
    if case.uses == expected:
        return []
    faults = []
    for technique in case.uses.keys() | expected.keys():
        key = {"technique": technique, "puzzle_id": value(case.row, "id") if case.row else case.number}
        found, times = case.uses.get(technique), expected.get(technique)
        if found is None:
            faults.append(missing("uses", key, {"times": times}))
        elif times is None:
            faults.append(extra("uses", key, found))
        elif found != times:
            faults.append(wrong("uses", key, "times", found, times))
    return faults
