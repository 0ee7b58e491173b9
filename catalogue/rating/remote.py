"""Ratings by the workers of a cluster: puzzles and ratings as bytes."""

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.cluster.compact import compact, expanded, from_planes, planes
from engine.rating.rater import RATED


def packed_puzzles(puzzles: NDArray[np.uint8]) -> bytes:
    """Return puzzles, `(n, S*S)`, as bytes: most cells are empty and compress to little."""
    return compact((puzzles.shape, puzzles.tobytes()))


def unpacked_puzzles(packed: bytes) -> NDArray[np.uint8]:
    """Return the puzzles that `packed_puzzles` was given."""
    shape, cells = expanded(packed)
    return np.frombuffer(cells, np.uint8).reshape(shape)


def rate_packed(packed: bytes, blocks: str, ceiling: float | None) -> bytes:
    """What a worker does: rate puzzles."""
    return compact(planes(engine.rate(unpacked_puzzles(packed), blocks=blocks, ceiling=ceiling)))


def unpacked_ratings(packed: bytes) -> NDArray[np.void]:
    """Return what `engine.rate` returned to a worker."""
    return from_planes(expanded(packed), RATED)
