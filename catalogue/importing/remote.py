"""The kernels of an import on the workers of a cluster."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from catalogue.actors.actor import Stopwatch
from catalogue.cluster.compact import compact, expanded
from catalogue.cluster.pool import Pool
from catalogue.importing.computing import Kernels, Proof, Values


class RemoteKernels(Kernels):
    """Computes on a worker, while the thread that asks waits."""

    def __init__(self, kernels: Kernels, pool: Pool) -> None:
        self._kernels, self._pool = kernels, pool

    def proof(self, puzzles: NDArray[np.uint8], watch: Stopwatch) -> Proof:
        """Have a worker compute it."""
        found: Proof = self._ask("proof", puzzles, watch)
        return found

    def values(self, puzzles: NDArray[np.uint8], watch: Stopwatch) -> Values:
        """Have a worker compute it."""
        found: Values = self._ask("values", puzzles, watch)
        return found

    def _ask(self, what: str, puzzles: NDArray[np.uint8], watch: Stopwatch) -> Any:
        answer, seconds = expanded(self._pool.submit(compute, self._kernels, what, compact(puzzles)).result())
        watch.update(seconds)
        return answer


def compute(kernels: Kernels, what: str, packed: bytes) -> bytes:
    """What a worker does: the method `what` of some puzzles."""
    watch = Stopwatch()
    return compact((getattr(kernels, what)(expanded(packed), watch), dict(watch)))
