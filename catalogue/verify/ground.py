"""What boards and puzzles are computed from: the settings, the recipes of each seed, and its boards, made again."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catalogue.files import BoardFiles
from catalogue.game import Game
from catalogue.request import FAIR, Recipe, Source
from catalogue.settings import Settings

Stretch = tuple[int, int]
"""A seed, and the first position that one row of `recipes` holds for."""


class Recipes:
    """The recipe of every position of every seed, where it is known."""

    def __init__(self, rows: Iterable[tuple[int, int, Recipe | None]], fair: bool) -> None:
        """Rows are of a seed, a start, and the recipe from there on."""
        self._fair = fair
        self._starts: dict[int, list[int]] = defaultdict(list)
        self._recipes: dict[Stretch, Recipe | None] = {}
        for seed, start, recipe in sorted(rows, key=lambda row: row[:2]):
            self._starts[seed].append(start)
            self._recipes[seed, start] = recipe

    def stretch(self, seed: int, position: int) -> Stretch:
        """Return the stretch that a position belongs to; from 0, where no row says so."""
        starts = self._starts.get(seed, [])
        place = bisect_right(starts, position)
        return seed, starts[place - 1] if place else 0

    def of(self, stretch: Stretch) -> Recipe | None:
        """Return the recipe of a stretch, or None where it is not known."""
        return Recipe() if self._fair else self._recipes.get(stretch)


@dataclass(frozen=True)
class Ground:
    """What a prover needs to know beside the rows."""

    board_files: BoardFiles | None
    settings: Settings
    recipes: Recipes
    recompute: bool
    """Whether anything is made again, or only the files are compared with the rows."""
    rate: bool
    rates_some: bool
    """Whether it takes long: some of the puzzles are rated."""
    growing: bool
    """Whether another process may be adding boards, whose claims come before their rows."""
    numbered_alike: bool
    """Whether every puzzle has the number of its board."""

    @property
    def game(self) -> Game:
        """What boards and puzzles obey."""
        return self.settings.game

    @property
    def fair(self) -> bool:
        """Whether the seed makes the puzzles, too."""
        return self.settings.method == FAIR


_NEAR = 16  # boards between two positions that are made for nothing rather than by another call
_MOST = 1024  # boards made by one call


@dataclass(frozen=True)
class Made:
    """Boards of a seed, `(n, S*S)`, the attempts at each, and in a fair sample their puzzles and weights."""

    boards: NDArray[np.uint8]
    attempts: NDArray[np.int64]
    puzzles: NDArray[np.uint8] | None
    weights: NDArray[np.float64] | None


def made(settings: Settings, seed: int, positions: Sequence[int]) -> Made:
    """Make the boards of a seed at some positions, in any order."""
    order = np.argsort(np.asarray(positions, np.int64), kind="stable")
    parts = []
    for run in _runs(np.asarray(positions, np.int64)[order]):
        first = int(run[0])
        batch = Source(seed, settings.game, settings.method, first, int(run[-1]) - first + 1).make(first)
        chosen = run - first
        parts.append(
            Made(
                batch.boards[chosen],
                batch.attempts[chosen].astype(np.int64),
                None if batch.puzzles is None else batch.puzzles[chosen],
                None if batch.weights is None else batch.weights[chosen],
            )
        )
    back = np.argsort(order, kind="stable")
    return Made(
        np.concatenate([part.boards for part in parts])[back],
        np.concatenate([part.attempts for part in parts])[back],
        _joined([part.puzzles for part in parts], back),
        _joined([part.weights for part in parts], back),
    )


def _runs(positions: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Ascending positions, split where they are far apart."""
    for run in np.split(positions, np.flatnonzero(np.diff(positions) > _NEAR) + 1):
        first = 0
        while first < len(run):
            end = int(np.searchsorted(run, run[first] + _MOST))
            yield run[first:end]
            first = end


def _joined(parts: Sequence[NDArray[Any] | None], order: NDArray[np.int64]) -> NDArray[Any] | None:
    known = [part for part in parts if part is not None]
    return np.concatenate(known)[order] if known else None
