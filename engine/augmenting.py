"""Random images of boards and puzzles, for models that must not learn where things are."""

from operator import index

import numpy as np
from numpy.typing import ArrayLike

from engine.boards import Boards, check_seed, in_pieces, puzzles_and_shape
from engine.native import core


def random_images(
    boards: ArrayLike, seed: int, *, start: int = 0, blocks: str | None = None, threads: int = 1
) -> Boards:
    """Return an image of each board or puzzle under a random symmetry, in the same shape.

    The symmetries are those of `symmetry="full"` (see `canonical`), each as likely as any other: at 9x9 the 3,359,232
    that move cells, times 9! new names of the digits. That of row k depends on `seed` and `start` + k alone. So puzzles
    and their solutions stay together if both are given with the same seed, and a batch that begins at row k of a larger
    one has the same images with `start=k`.

    ValueError for a seed or start that is not in 0 .. 2**63 - 1, and as in `canonical`.
    """
    checked, shape = puzzles_and_shape(boards, blocks)
    if not 0 <= index(start) < 2**63:
        raise ValueError(f"start {start} is not in 0 .. 2**63 - 1")
    images = np.empty_like(checked)
    batch, out, seed = np.atleast_2d(checked), np.atleast_2d(images), check_seed(seed)
    in_pieces(
        lambda some: core.random_images(shape, batch[some], seed, start + some.start, out[some]), len(batch), threads
    )
    return images.reshape(np.shape(boards))
