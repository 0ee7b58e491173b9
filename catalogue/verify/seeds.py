"""What is stored of each seed: its recipes, how far its boards were looked at, and what became of the rest."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from catalogue.verify.boards import Survey
from catalogue.verify.faults import Fault, extra, missing, wrong
from catalogue.verify.ground import Ground, Snapshot, Stretch, is_place, keys_of, made, wanted_by

COLUMNS = ("position", "attempts", "duplicates", "unwanted")
_CHUNK = 1024
_MUCH = 100_000  # boards that are made to test an end that contradicts the counts


def stored_ends(snapshot: Snapshot) -> dict[int, int]:
    """Where the boards of each seed end, as it is stored; 0 for anything but a number."""
    rows = snapshot.rows("SELECT seed, position FROM streams")
    return {seed: position if isinstance(position, int) else 0 for seed, position in rows}


def seed_faults(ground: Ground, survey: Survey, new_keys: set[bytes], on_walk: Callable[[int], None]) -> list[Fault]:
    """Make the boards again that did not get a number, and compare their counts with those stored."""
    query = f"SELECT seed, {', '.join(COLUMNS)} FROM streams"
    stored = {seed: rest for seed, *rest in ground.snapshot.rows(query)}
    faults = [*ground.recipes.faults]
    known = {seed for seed, numbers in survey.numbers.items() if numbers}
    for seed in sorted(stored.keys() | known | set(ground.recipes.seeds)):
        found = _Seed(ground, survey, seed, new_keys, on_walk)
        faults += found.faults(stored.get(seed))
    return faults


@dataclass
class _Walk:
    """Boards of a seed, up to an end, that did not get a number."""

    attempts: int = 0
    duplicates: int = 0
    unwanted: int = 0
    either: int = 0
    """Boards that are known already, and may have been passed over before that was asked."""
    unmade: list[int] = field(default_factory=list)
    """Positions whose boards should have got a number by their recipe."""


class _Seed:
    """One seed."""

    def __init__(
        self, ground: Ground, survey: Survey, seed: int, new_keys: set[bytes], on_walk: Callable[[int], None]
    ) -> None:
        self._ground, self._seed, self._new_keys, self._on_walk = ground, seed, new_keys, on_walk
        self._kept = np.sort(np.array(survey.positions.get(seed, ()), np.int64))
        self._least = int(self._kept[-1]) + 1 if self._kept.size else 0
        self._attempts = survey.attempts[seed]
        self._walks: dict[int, _Walk] = {}

    def faults(self, row: Sequence[object] | None) -> list[Fault]:
        """Compare the rows of the seed with what its boards give."""
        key, starts = {"seed": self._seed}, self._ground.recipes.starts(self._seed)
        if not self._kept.size and not (row and starts):  # one of them alone: no fill has written it
            faults = [extra("streams", key, row[0])] if row else []
            return faults + [extra("recipes", {**key, "start": start}, "of no fill") for start in starts]
        lacking = [] if starts and starts[0] == 0 else [Fault("recipes", f"{self._seed} 0", None, None)]
        if row is None:
            return lacking + self._without_row()
        end = self._end(row)
        if end is None:
            return [*lacking, Fault("streams", self._seed, None, "agrees neither with its boards nor with itself")]
        faults = [
            wrong("streams", key, name, found, expected)
            for name, found, expected in zip(COLUMNS, row, self._row(end, row), strict=True)
            if found != expected
        ]
        faults += [Fault("boards", f"{at} of seed {self._seed}", None, None) for at in self._walk(end).unmade]
        if not faults:
            faults += self._recipes_too_many(end)
        return lacking + faults

    def _without_row(self) -> list[Fault]:
        """The row that is missing, where it cannot have been one of a seed that was looked at farther."""
        nearer, farther = self._row(self._least), self._row(self._least + 1)
        stretch = self._ground.recipes.stretch(self._seed, self._least)
        recipe = self._ground.recipes.of(stretch)
        if recipe is None or recipe.selects or farther[2] != nearer[2]:
            return [Fault("streams", self._seed, None, None)]
        return [missing("streams", {"seed": self._seed}, dict(zip(COLUMNS, nearer, strict=True)))]

    def _recipes_too_many(self, end: int) -> list[Fault]:
        """Recipes of boards that were not looked at, or that only repeat the one before."""
        starts = self._ground.recipes.starts(self._seed)
        those = {start: self._ground.recipes.of((self._seed, start)) for start in starts}
        again = {after for before, after in pairwise(starts) if those[before] == those[after] and those[after]}
        beyond = {start for start in starts if start >= end}
        return [
            extra("recipes", {"seed": self._seed, "start": start}, "of no fill") for start in sorted(again | beyond)
        ]

    def _end(self, row: Sequence[object]) -> int | None:
        """How far the boards were looked at: an end that at most one value contradicts."""
        position, attempts, duplicates, unwanted = map(_count, row)
        counted = len(self._kept) + duplicates + unwanted if min(duplicates, unwanted) >= 0 else -1
        for end in dict.fromkeys((position, counted)):
            # Many boards are made only where the counts agree: a seed takes an attempt a board at least.
            agrees = position == counted and attempts >= end
            if self._least <= end and (agrees or end <= self._least + _MUCH):
                differing = sum(a != b for a, b in zip(row, self._row(end, row), strict=True))
                if differing + bool(self._walk(end).unmade) <= 1:
                    return end
        return None

    def _row(self, end: int, stored: Sequence[object] | None = None) -> tuple[int, ...]:
        """The columns that an end comes to; where several counts are possible, those stored if they are among them."""
        walk = self._walk(end)
        duplicates, unwanted = walk.duplicates + walk.either, walk.unwanted
        if stored is not None and isinstance(stored[2], int) and isinstance(stored[3], int):
            in_range = walk.duplicates <= stored[2] <= duplicates
            if in_range and stored[2] + stored[3] == duplicates + unwanted:
                duplicates, unwanted = stored[2], stored[3]
        return end, self._attempts + walk.attempts, duplicates, unwanted

    def _walk(self, end: int) -> _Walk:
        if end not in self._walks:
            self._walks[end] = walk = _Walk()
            for positions in self._passed_over(end):
                self._look_at(positions, walk)
                self._on_walk(len(positions))
        return self._walks[end]

    def _passed_over(self, end: int) -> Iterator[NDArray[np.int64]]:
        """Positions below the end that got no number, some at a time."""
        edges = [-1, *self._kept[self._kept < end].tolist(), end]
        waiting: list[NDArray[np.int64]] = []
        for before, after in pairwise(edges):
            for first in range(before + 1, after, _CHUNK):
                waiting.append(np.arange(first, min(first + _CHUNK, after)))
            if sum(map(len, waiting)) >= _CHUNK:
                yield from waiting
                waiting = []
        if waiting:
            yield np.concatenate(waiting)

    def _look_at(self, positions: NDArray[np.int64], walk: _Walk) -> None:
        ground = self._ground
        again = made(ground.settings, self._seed, positions.tolist())
        walk.attempts += int(again.attempts.sum())
        keys = keys_of(again.boards, ground.settings)
        claimed = ground.snapshot.owners(keys).keys() | self._new_keys
        stretches: dict[Stretch, list[int]] = defaultdict(list)
        for index, position in enumerate(positions.tolist()):
            stretches[ground.recipes.stretch(self._seed, position)].append(index)
        for stretch, indices in stretches.items():
            recipe = ground.recipes.of(stretch)
            taken = [index for index in indices if keys[index] in claimed]
            if recipe is not None and not recipe.selects:
                walk.duplicates += len(taken)
                walk.unmade += [int(positions[index]) for index in indices if keys[index] not in claimed]
                continue
            walk.unwanted += len(indices) - len(taken)
            if recipe is None or recipe.has_quotas:
                walk.either += len(taken)
            elif taken:
                kept = wanted_by(ground, again.boards[taken], positions[taken].tolist(), self._seed, recipe)
                wanted = int(kept.sum())
                walk.duplicates += wanted
                walk.unwanted += len(taken) - wanted


def _count(value: object) -> int:
    """A number of boards; -1 for anything else."""
    return value if isinstance(value, int) and is_place(0, value) else -1
