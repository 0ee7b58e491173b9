"""What an import computes of its puzzles: pure functions of the puzzles."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.actors.actor import Stopwatch
from catalogue.rating.grades import Depth
from catalogue.rating.rows import CEILINGS


@dataclass(frozen=True)
class Proof:
    """How many solutions puzzles have, 0, 1 or 2; their solutions; and `engine.puzzle_keys` of those that have one."""

    counts: NDArray[np.integer[Any]]
    solutions: NDArray[np.uint8]
    keys: NDArray[np.uint8]


@dataclass(frozen=True)
class Values:
    """Which puzzles are minimal, what `engine.measure` finds, and `engine.rate` where they are rated."""

    minimal: NDArray[np.bool_]
    metrics: NDArray[np.void]
    ratings: NDArray[np.void] | None


class Kernels:
    """Computes in the thread that asks."""

    def __init__(self, symmetry: str, blocks: str, depth: Depth) -> None:
        self._symmetry, self._blocks, self._depth = symmetry, blocks, depth

    def proof(self, puzzles: NDArray[np.uint8], watch: Stopwatch) -> Proof:
        """Count and find the solutions of puzzles, and compute the keys of those that have one."""
        with watch.timed("prove"):
            counts = engine.count_solutions(puzzles, blocks=self._blocks)
            solutions = engine.solve(puzzles, blocks=self._blocks)
        with watch.timed("keys"):
            keys = engine.puzzle_keys(puzzles[counts == 1], symmetry=self._symmetry, blocks=self._blocks)
        return Proof(counts, solutions, keys)

    def values(self, puzzles: NDArray[np.uint8], watch: Stopwatch) -> Values:
        """Rate and measure puzzles."""
        blocks, depth = self._blocks, self._depth
        with watch.timed("rate"):
            rates = depth is not Depth.none
            ratings = engine.rate(puzzles, blocks=blocks, ceiling=CEILINGS[depth]) if rates else None
        with watch.timed("measure"):
            minimal = engine.minimal(puzzles, blocks=blocks) if len(puzzles) else np.ones(0, np.bool_)
            return Values(minimal, engine.measure(puzzles, blocks=blocks), ratings)
