"""Boards of a seed, made again: at any positions, in as few calls as they need."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catalogue.fill.stages.generator import Source
from catalogue.settings import Settings

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
        batch = Source(seed, settings.shape, settings.method, first, int(run[-1]) - first + 1).make(first)
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
