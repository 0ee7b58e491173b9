"""The boards of a ticket that are stored if they are new."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.actors.actor import Stopwatch
from catalogue.fill.finishing import Drafts, Measured, draft, measured
from catalogue.fill.plan import Plan
from catalogue.fill.stages.generator import Generated


@dataclass(frozen=True)
class Candidates(ABC):
    """Boards of a ticket that the recipe wants: their `indices` in it, ascending, keys, and quotas of the goal."""

    seed: int
    start: int
    attempts: NDArray[np.integer]
    """Of each board of the ticket, wanted or not."""
    indices: Sequence[int]
    keys: Sequence[bytes]
    quotas: Sequence[int]

    @abstractmethod
    def measured(self, places: Sequence[int], watch: Stopwatch) -> Measured:
        """Return the candidates at some places among them, with their puzzles, proven and measured."""


@dataclass(frozen=True)
class Carvable(Candidates):
    """Candidates whose puzzles are carved when it is known which are new, unless the choice has needed them."""

    plan: Plan
    batch: Generated
    drafts: Drafts | None

    def measured(self, places: Sequence[int], watch: Stopwatch) -> Measured:
        """Carve, rate, prove and measure them."""
        which = [self.indices[place] for place in places]
        recipe, blocks = self.plan.recipe, self.plan.blocks
        drafts = self.drafts.only(places) if self.drafts else draft(self.batch, which, recipe, blocks, watch)
        return measured(self.batch, which, drafts, recipe, blocks, watch)


def candidates(plan: Plan, batch: Generated, watch: Stopwatch) -> Carvable:
    """Compute the keys of boards; where the recipe selects puzzles, carve and rate them first and choose."""
    recipe, blocks = plan.recipe, plan.blocks
    indices: Sequence[int] = range(len(batch.boards))
    drafts = None
    quotas: Sequence[int] = [0] * len(indices)
    if recipe.selects:
        drafts = draft(batch, indices, recipe, blocks, watch)
        indices = np.flatnonzero(drafts.wanted(recipe, len(indices))).tolist()
        drafts = drafts.only(indices)
        quotas = drafts.quotas(recipe, range(len(indices)))
    with watch.timed("keys"):
        keys = rows_as_bytes(engine.keys(batch.boards[list(indices)], symmetry=plan.symmetry, blocks=blocks))
    return Carvable(batch.seed, batch.start, batch.attempts, indices, keys, quotas, plan, batch, drafts)


def rows_as_bytes(array: NDArray[np.uint8]) -> list[bytes]:
    """The rows of an array, byte for byte."""
    width = array.shape[1]
    whole = array.tobytes()
    return [whole[i : i + width] for i in range(0, len(whole), width)]
