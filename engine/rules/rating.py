"""Ratings of puzzles whose rules are houses: Sudoku Explainer's techniques over more houses.

Diagonals, windows, disjoint groups and jigsaw regions are houses like rows and columns: they have hidden singles, naked
and hidden sets, and chains go through them. A digit is locked if its places in one house lie in another one. Fish
take rows and columns alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..boards import in_pieces
from ..native import core
from ..tables import NO_CEILING, RATED
from .houses import houses_of
from .solving import solve_ruled
from .variant import Variant


def rate_ruled(
    rules: Variant | Sequence[Variant],
    puzzles: ArrayLike | None = None,
    *,
    ceiling: float | None = None,
    threads: int = 1,
) -> NDArray[np.void]:
    """Rate puzzles whose rules are houses, as `engine.rate` rates plain ones: the same fields, one row per puzzle.

    One variant holds for all `puzzles`, `uint8 (n, cells)`, a sequence has that of each; variants bring their givens
    if no puzzles are passed. Beyond what `engine.rate` says, a hidden single of a further house counts as that of a
    line (1.5); a digit locked between two houses counts as pointing (2.6) if it goes from a row or column, else as
    claiming (2.8), as SukakuExplainer has it. Houses that follow from the rules, such as what three rows leave beside
    two windows, count too.

    Every rule has to mean houses of as many cells as the board has rows: `diagonal`, `windoku`, `disjoint groups` and
    regions of any form do. ValueError for other rules, above 12x12, if too many houses cross, and as in
    `solve_ruled`.
    """
    if ceiling is not None and not ceiling >= 0:
        raise ValueError(f"ceiling {ceiling} is no rating")
    tenths = NO_CEILING if ceiling is None else round(10 * min(ceiling, NO_CEILING / 10))
    shared = isinstance(rules, Variant)
    each = [rules] if isinstance(rules, Variant) else list(rules)
    boards = [houses_of(variant) for variant in each]
    batch = np.array([one.clues for one in each], np.uint8) if puzzles is None else np.atleast_2d(np.asarray(puzzles))
    solutions = solve_ruled(rules, batch, threads=threads)[1].astype(np.int32)
    batch, ratings = np.ascontiguousarray(batch, np.uint8), np.zeros(len(batch), RATED)

    def rate(some: slice) -> None:
        parts = [(some, boards[0])] if shared else [(slice(i, i + 1), boards[i]) for i in range(len(batch))[some]]
        for part, houses in parts:
            out = ratings[part].view(np.uint8)
            core.any_rating.rate(houses, batch[part], houses.numbers, tenths, solutions[part], out)

    in_pieces(rate, len(batch), threads)
    return ratings
