"""How much work a puzzle is, counted by a reference search that never changes."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.batch.boards import puzzles_and_shape
from engine.batch.threads import in_pieces
from engine.board.shape import LARGEST_SIZE
from engine.native import core, record_dtype

METRICS_VERSION: int = core.metrics_version
"""Goes up if the reference search or the list of its counts changes, because they are stored."""

MEASURED = record_dtype(core.metrics_layout)
"""The dtype of what `measure` returns."""

METRICS: tuple[str, ...] = MEASURED.names or ()
"""The names of the counts, in the order of the kernels' one list (`core/search/metrics.hpp`)."""

MOST_NODES = {size: 2**63 - 1 if size <= 9 else 100_000 for size in range(1, LARGEST_SIZE + 1)}
"""Positions after which the reference search of a size is cut short; none is at sizes up to 9."""


def measure(
    puzzles: ArrayLike, *, blocks: str | None = None, most_nodes: int | None = None, threads: int = 1
) -> NDArray[np.void]:
    """Counts of the reference search, a structured array of `int64` fields, one row a puzzle.

    The search goes depth first. At each node naked singles, and where there are none hidden singles, are filled until
    none is left; then it branches on the empty cell with the fewest candidates, the lowest first, digits ascending. It
    ends when a second solution is found or excluded. `engine/README.md` has every detail.

    - `solutions`: 0, 1 or 2; -1 where the search was cut short before it was known
    - `guesses`: cells in which it had to guess; 0 for a puzzle that singles solve
    - `backtracks`: nodes that ended in a contradiction
    - `nodes`: positions looked at, the given one and one for each digit guessed
    - `max_depth`: most guesses in force together
    - `comparisons`: tests whether a digit is a candidate of a cell
    - `filled`: cells that singles fill before the first guess; 0 where they end in a contradiction
    - `hidden_rounds`: searches for hidden singles among empty cells before the first guess: how often naked singles run
      out

    Above size 9 the search is cut short before it looks at more than `most_nodes` positions, MOST_NODES by
    default; all counts are then those of the part that was done. The last two are never cut short. ValueError as in
    `engine.batch.boards.check_puzzles`.
    """
    checked, shape = puzzles_and_shape(puzzles, blocks)
    metrics = np.empty(checked.shape[:-1], MEASURED)
    batch, out, most = np.atleast_2d(checked), np.atleast_1d(metrics), most_nodes or MOST_NODES[shape.size]
    in_pieces(lambda some: core.measure(shape, batch[some], most, out[some].view(np.uint8)), len(batch), threads)
    return metrics
