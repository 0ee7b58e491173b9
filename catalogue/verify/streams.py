"""What is stored of each seed: how far its boards were looked at, in how many attempts, and what became of the rest."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.making import Drafts, carved
from catalogue.request import Recipe
from catalogue.verify.faults import UNKNOWN, Fault, extra, missing, wrong
from catalogue.verify.ground import Ground, Stretch, made
from catalogue.verify.proving import LARGEST, Survey, keys_of
from catalogue.verify.snapshot import Snapshot

COLUMNS = ("position", "attempts", "duplicates", "unwanted")
_CHUNK = 1024
_MUCH = 100_000  # boards that are made to test an end that contradicts the counts


@dataclass
class _Walk:
    """Boards of a seed, up to an end, that did not get a number."""

    attempts: int = 0
    duplicates: int = 0
    unwanted: int = 0
    either: int = 0
    """Boards that are known already, and may have been passed over before that was asked."""
    unmade: dict[Stretch, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Positions whose boards should have got a number by their recipe."""


def stored_ends(snapshot: Snapshot) -> dict[int, int]:
    """Where the boards of each seed end, as it is stored; 0 for what is no number."""
    rows = snapshot.rows("SELECT seed, position FROM streams")
    return {seed: position if isinstance(position, int) else 0 for seed, position in rows}


def stream_faults(
    ground: Ground, snapshot: Snapshot, survey: Survey, new_keys: set[bytes], on_walk: Callable[[int], None]
) -> list[Fault]:
    """Make the boards again that did not get a number, and compare their counts with those stored."""
    stored = {seed: rest for seed, *rest in snapshot.rows(f"SELECT seed, {', '.join(COLUMNS)} FROM streams")}
    faults: list[Fault] = []
    for seed in sorted(stored.keys() | survey.seeds):
        faults += _Stream(ground, snapshot, survey, seed, new_keys, on_walk).faults(stored.get(seed))
    return faults


class _Stream:
    """One seed."""

    def __init__(
        self,
        ground: Ground,
        snapshot: Snapshot,
        survey: Survey,
        seed: int,
        new_keys: set[bytes],
        on_walk: Callable[[int], None],
    ) -> None:
        self._ground, self._snapshot, self._seed, self._on_walk = ground, snapshot, seed, on_walk
        self._kept = np.sort(np.array(survey.positions.get(seed, ()), np.int64))
        self._attempts = survey.attempts[seed]
        self._new_keys = new_keys
        self._walks: dict[int, _Walk] = {}

    def faults(self, row: Sequence[object] | None) -> list[Fault]:
        """Compare the row of the seed with what its boards come to."""
        key = {"seed": self._seed}
        least = int(self._kept[-1]) + 1 if self._kept.size else 0
        if row is None:
            return [missing("streams", key, dict(zip(COLUMNS, self._row(least), strict=True)))]
        end = self._end(row, least)
        if end == 0 and not self._kept.size and any(row):
            return [extra("streams", key, row[0])]
        walk = self._walk(end)
        faults = self._unmade(walk, row)
        for name, found, expected in zip(COLUMNS, row, self._row(end, row), strict=True):
            if found != expected:
                faults.append(wrong("streams", key, name, found, expected))
        return faults

    def _end(self, row: Sequence[object], least: int) -> int:
        """How far the boards were looked at: what two of position, counts and attempts say; else the last numbered."""
        numbers = [value if isinstance(value, int) and 0 <= value <= LARGEST else -1 for value in row]
        position, attempts, duplicates, unwanted = numbers
        counted = len(self._kept) + duplicates + unwanted if duplicates >= 0 <= unwanted else -1
        if position == counted >= least and (attempts >= position or position - least <= _MUCH):
            return position
        for end in (counted, position):
            if least <= end <= least + _MUCH and self._row(end)[1] == attempts:
                return end
        return least

    def _row(self, end: int, stored: Sequence[object] | None = None) -> tuple[int, ...]:
        """The columns that an end comes to; where several counts are possible, those stored if they are among them."""
        walk = self._walk(end)
        unmade = sum(map(len, walk.unmade.values()))
        duplicates, unwanted = walk.duplicates + walk.either, walk.unwanted + unmade
        if stored is not None and isinstance(stored[2], int) and isinstance(stored[3], int):
            in_range = walk.duplicates <= stored[2] <= duplicates
            if in_range and stored[2] + stored[3] == duplicates + unwanted:
                duplicates, unwanted = stored[2], stored[3]
        return end, self._attempts + walk.attempts, duplicates, unwanted

    def _unmade(self, walk: _Walk, row: Sequence[object]) -> list[Fault]:
        """Boards that have no number but should: boards are lost, or the recipe has lost what it selects by."""
        faults = []
        unwanted = row[3] if isinstance(row[3], int) else 0
        for (seed, start), positions in walk.unmade.items():
            if unwanted >= len(positions):
                recipe = self._ground.recipes.of((seed, start))
                found = recipe.spelled if recipe else None
                faults.append(wrong("recipes", {"seed": seed, "start": start}, "recipe", found, UNKNOWN))
            else:
                faults += [Fault("boards", f"{at} of seed {seed}", None, None, UNKNOWN) for at in positions]
        return faults

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
        claimed = {key for key, _ in self._snapshot.looked_up("SELECT key, board_id FROM claims WHERE key IN", keys)}
        claimed |= self._new_keys
        stretches: dict[Stretch, list[int]] = defaultdict(list)
        for index, position in enumerate(positions.tolist()):
            stretches[ground.recipes.stretch(self._seed, position)].append(index)
        for stretch, indices in stretches.items():
            recipe = ground.recipes.of(stretch)
            taken = [index for index in indices if keys[index] in claimed]
            if recipe is not None and not recipe.selects:
                walk.duplicates += len(taken)
                unmade = [int(positions[index]) for index in indices if keys[index] not in claimed]
                if unmade:
                    walk.unmade[stretch] += unmade
                continue
            walk.unwanted += len(indices) - len(taken)
            if recipe is None or recipe.has_quotas:
                walk.either += len(taken)
            elif taken:
                kept = wanted_by(ground, again.boards[taken], positions[taken].tolist(), self._seed, recipe)
                wanted = int(kept.sum())
                walk.duplicates += wanted
                walk.unwanted += len(taken) - wanted


def wanted_by(
    ground: Ground, boards: NDArray[np.uint8], positions: Sequence[int], seed: int, recipe: Recipe
) -> NDArray[np.bool_]:
    """Which boards have a puzzle that the recipe keeps, `bool (n,)`."""
    puzzles, _own = carved(boards, positions, seed, recipe, ground.game)
    blocks = ground.game.blocks
    ratings = engine.rate(puzzles, blocks=blocks, ceiling=recipe.ceiling) if recipe.rates else None
    return Drafts(puzzles, None, ratings).wanted(recipe, len(puzzles))
