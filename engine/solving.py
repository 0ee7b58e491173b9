"""Solutions of puzzles, how many there are, and what two slower searches count on the way."""

from operator import index

import numpy as np
from numpy.typing import ArrayLike, NDArray

from board_catalogue.engine.boards import Boards, in_pieces, puzzles_and_shape
from board_catalogue.engine.native import core, record_dtype
from board_catalogue.engine.shape import LARGEST_SIZE


def solve(puzzles: ArrayLike, *, blocks: str | None = None, threads: int = 1) -> Boards:
    """Return a solution of each puzzle, in the same shape; all zeros for a puzzle without a solution.

    If there are several, it is always the same one, on any processor and with any number of `threads`. No known method
    solves every puzzle above size 9 in a short time: some 25x25 puzzles take seconds, minutes or longer, and
    `engine.time_limit` sets a limit. ValueError as in `engine.boards.check_puzzles`.
    """
    checked, shape = puzzles_and_shape(puzzles, blocks)
    solutions = np.zeros_like(checked)
    counts = np.empty(len(np.atleast_2d(checked)), np.int32)
    batch, out = np.atleast_2d(checked), np.atleast_2d(solutions)
    in_pieces(lambda some: core.solve(shape, batch[some], 1, out[some], counts[some]), len(batch), threads)
    return solutions.reshape(np.shape(puzzles))


def count_solutions(
    puzzles: ArrayLike, *, limit: int = 2, blocks: str | None = None, threads: int = 1
) -> NDArray[np.int32]:
    """Count the solutions of each puzzle up to `limit`: `int32 (n,)`, or a scalar array for a single puzzle.

    With the default limit, 1 proves that a puzzle has one solution. Time as in `solve`.
    ValueError for a limit below 1, and as in `engine.boards.check_puzzles`.
    """
    if index(limit) < 1:
        raise ValueError(f"limit {limit} is below 1")
    checked, shape = puzzles_and_shape(puzzles, blocks)
    counts = np.empty(checked.shape[:-1], np.int32)
    batch, out, most = np.atleast_2d(checked), np.atleast_1d(counts), min(limit, 2**31 - 1)
    unwritten = np.empty(0, np.uint8)
    in_pieces(lambda some: core.solve(shape, batch[some], most, unwritten, out[some]), len(batch), threads)
    return counts


# --- The reference search ------------------------------------------------------------------------------------------

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
    """Counts of the reference search, a structured array of `int64` fields, one row per puzzle.

    The search goes depth first. At each node naked singles, and if there are none hidden singles, are filled until
    none is left; then it branches on the empty cell with the fewest candidates, the lowest first, digits ascending. It
    ends when a second solution is found or excluded. `engine/README.md` has every detail.

    - `solutions`: 0, 1 or 2; -1 if the search was cut short before it was known
    - `guesses`: cells in which it had to guess; 0 for a puzzle that singles solve
    - `backtracks`: nodes that ended in a contradiction
    - `nodes`: positions looked at, the given one and one for each digit guessed
    - `max_depth`: most guesses on one branch
    - `comparisons`: tests whether a digit is a candidate of a cell
    - `filled`: cells that singles fill before the first guess; 0 if they end in a contradiction
    - `hidden_rounds`: searches for hidden singles among empty cells before the first guess: how often naked singles run
      out

    Above size 9 the search is cut short before it looks at more than `most_nodes` positions, MOST_NODES by
    default; all counts are then those of the part that was done. The last two are never cut short. ValueError for
    `most_nodes` below 1, and as in `engine.boards.check_puzzles`.
    """
    most = None if most_nodes is None else checked_nodes(most_nodes)
    checked, shape = puzzles_and_shape(puzzles, blocks)
    metrics = np.empty(checked.shape[:-1], MEASURED)
    batch, out, nodes = np.atleast_2d(checked), np.atleast_1d(metrics), most or MOST_NODES[shape.size]
    in_pieces(lambda some: core.measure(shape, batch[some], nodes, out[some].view(np.uint8)), len(batch), threads)
    return metrics


def checked_nodes(most_nodes: int) -> int:
    """Return the positions that a search may look at, as the kernels take them; ValueError below 1."""
    if index(most_nodes) < 1:
        raise ValueError(f"most_nodes {most_nodes} is below 1")
    return min(index(most_nodes), 2**63 - 1)


# --- The textbook search -------------------------------------------------------------------------------------------

TEXTBOOK = record_dtype(core.textbook_layout)
"""The dtype of what `textbook` returns."""

MOST_COMPARISONS = {size: 1_000_000_000 if size <= 9 else 10_000_000 for size in range(1, LARGEST_SIZE + 1)}
"""Comparisons after which the textbook search of a size is cut short: up to size 9 some two seconds."""


def textbook(
    puzzles: ArrayLike, *, blocks: str | None = None, most: int | None = None, threads: int = 1
) -> NDArray[np.void]:
    """Counts of the textbook search, a structured array of `int64` fields, one row per puzzle.

    The search takes the empty cells in order, row by row, and the digits of a cell in ascending order; it infers
    nothing, and ends at the first solution. It is `engine.teaching.search.Search` with the rule `row_by_row`.

    - `solutions`: 1 if it found one, 0 if there is none, -1 if it was cut short
    - `comparisons`: tests of a digit against the row, the column and the block of a cell
    - `backtracks`: cells that had no digit left and were emptied
    - `depth`: most cells that it had filled at the same time

    A search that has not ended after `most` comparisons, MOST_COMPARISONS by default, is cut short; its counts are
    those of the part that was done, so `comparisons` is `most` or a few more. ValueError for `most` below 1, and as in
    `engine.boards.check_puzzles`.
    """
    if most is not None and index(most) < 1:
        raise ValueError(f"most {most} is below 1")
    checked, shape = puzzles_and_shape(puzzles, blocks)
    counts = np.empty(checked.shape[:-1], TEXTBOOK)
    batch, out = np.atleast_2d(checked), np.atleast_1d(counts)
    limit = min(MOST_COMPARISONS[shape.size] if most is None else most, 2**62)
    in_pieces(lambda some: core.textbook(shape, batch[some], limit, out[some].view(np.uint8)), len(batch), threads)
    return counts
