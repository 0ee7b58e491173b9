"""Puzzles under rules: solved, counted, and the candidates that are part of some solution."""

from collections.abc import Sequence
from operator import index

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.boards import Boards, in_pieces
from engine.native import core
from engine.rules.model import Rules
from engine.rules.program import program
from engine.rules.variant import Variant
from engine.shape import NO_BLOCKS, Shape

AnyRules = Rules | Variant | Sequence[Rules | Variant]


class _Batch:
    """Puzzles with the numbers of their rules, as the kernels take them."""

    def __init__(self, rules: AnyRules, puzzles: ArrayLike | None) -> None:
        self.shared = isinstance(rules, Rules | Variant)
        each = [rules] if isinstance(rules, Rules | Variant) else list(rules)
        models = [one.rules if isinstance(one, Variant) else one for one in each]
        sizes = {model.size for model in models}
        if len(sizes) > 1:
            raise ValueError(f"puzzles of sizes {', '.join(map(str, sorted(sizes)))} in one call: one size at a time")
        self.shape = Shape.of(sizes.pop() if sizes else 9, NO_BLOCKS)
        self.cells = self.shape.size**2
        programs = [program(model) for model in models]
        self.numbers = np.concatenate(programs) if programs else np.empty(0, np.int32)
        self.starts = np.cumsum([0, *map(len, programs)])[:-1].astype(np.int64)
        self.clues = self._clues(each, puzzles)

    def _clues(self, each: list[Rules | Variant], puzzles: ArrayLike | None) -> Boards:
        if puzzles is None:
            rows = [one.clues if isinstance(one, Variant) else np.zeros(self.cells, np.uint8) for one in each]
            return np.array(rows, np.uint8).reshape(-1, self.cells)
        clues = np.atleast_2d(np.asarray(puzzles))
        if clues.shape[1:] != (self.cells,) or clues.dtype.kind not in "ui":
            raise ValueError(f"puzzles of shape {clues.shape} under rules for {self.cells} cells")
        if not self.shared and len(clues) != len(each):
            raise ValueError(f"{len(clues)} puzzles and {len(each)} rules")
        if clues.size and not 0 <= clues.min() <= clues.max() <= self.shape.size:
            raise ValueError(f"digits go from 0 to {self.shape.size}")
        return np.ascontiguousarray(clues, np.uint8)

    def part(self, some: slice) -> tuple[Shape, Boards, NDArray[np.int32], NDArray[np.int64], bool]:
        """What the kernels take for some of the puzzles."""
        starts = self.starts if self.shared else self.starts[some]
        return self.shape, self.clues[some], self.numbers, starts, self.shared


def solve_under(
    rules: AnyRules, puzzles: ArrayLike | None = None, *, limit: int = 2, threads: int = 1
) -> tuple[Boards, NDArray[np.int32], NDArray[np.int64]]:
    """Return for each puzzle a solution, `uint8 (n, cells)`, the number of solutions up to `limit`, and the guesses.

    One set of rules holds for all puzzles, a sequence has those of each; variants bring their own givens where no
    puzzles are passed. A puzzle without a solution is all zeros. Guesses count the positions of the search for the
    solutions up to the limit; they are the same on every processor and with any number of threads. Houses alone at 9x9,
    shared by all puzzles, have a faster search with guesses of its own; counts are the same.
    ValueError for bad rules, puzzles that do not fit them, sizes that differ in one call, and a limit below 1.
    """
    if index(limit) < 1:
        raise ValueError(f"limit {limit} is below 1")
    batch = _Batch(rules, puzzles)
    solutions = np.zeros_like(batch.clues)
    counts, guesses = np.empty(len(solutions), np.int32), np.empty(len(solutions), np.int64)
    most = min(limit, 2**31 - 1)
    in_pieces(
        lambda some: core.solve_ruled(*batch.part(some), most, solutions[some], counts[some], guesses[some]),
        len(solutions),
        threads,
    )
    return solutions, counts, guesses


def true_candidates(rules: AnyRules, puzzles: ArrayLike | None = None, *, threads: int = 1) -> NDArray[np.uint16]:
    """Return for each cell the digits that it has in some solution: `uint16 (n, cells)`, bit d - 1 for digit d.

    Arguments and errors as in `solve_under`. A puzzle without a solution has none in any cell.
    """
    batch = _Batch(rules, puzzles)
    candidates = np.zeros(batch.clues.shape, np.uint16)
    in_pieces(lambda some: core.true_candidates(*batch.part(some), candidates[some]), len(candidates), threads)
    return candidates
