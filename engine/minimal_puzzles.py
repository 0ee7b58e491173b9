"""All minimal puzzles of a small board: the sets of clues with one solution of which no clue can go."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import Batch
from .native import core
from .rules.model import House, Relation
from .solving import AnyRules, model_of

LARGEST = 6
"""The largest size of a board whose minimal puzzles can be listed: of 6x6 there are a million a board."""


def minimal_puzzles(
    board: ArrayLike, rules: AnyRules | None = None, *, blocks: str | None = None
) -> NDArray[np.uint64]:
    """Return the clues of every minimal puzzle of a full board, `uint64 (n,)` in ascending order: bit c for cell c.

    They are the minimal sets of cells that meet each unavoidable set, as in `core/fewest/minimal_puzzles.hpp`. `rules`
    are those of `engine.solve` that say which cells differ, such as "diagonal" or "anti-knight". It takes a second at
    size 6. ValueError for a board above that size, that is not full or breaks the rules, several boards, and rules that
    say more.
    """
    batch = Batch.full(board, blocks)
    if batch.axes or batch.shape.size > LARGEST:
        raise ValueError(f"minimal puzzles are listed of one board of size {LARGEST} or less")
    shape, cells = batch.shape, batch.rows[0]
    differ = np.array([np.isin(np.arange(shape.cells), peers) for peers in shape.peers])
    if rules is not None:
        model = model_of(rules, shape.size)
        for one in (*model.houses, *model.constraints):
            if not isinstance(one, House) and not (isinstance(one, Relation) and one.is_difference):
                raise ValueError("the rules say more than which cells differ")
            some = one.cells if isinstance(one, House) else (one.first, one.second)
            differ[np.ix_(some, some)] = True
        np.fill_diagonal(differ, val=False)
        if (differ & (cells[:, None] == cells)).any():
            raise ValueError("the board breaks the rules")
    peers = (differ * (np.uint64(1) << np.arange(shape.cells, dtype=np.uint64))).sum(axis=1, dtype=np.uint64)
    return np.sort(np.frombuffer(core.minimal_puzzles(peers, np.ascontiguousarray(cells), shape.size), np.uint64))
