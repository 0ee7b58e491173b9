"""The first stage: boards of a seed, ticket by ticket."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.actors.actor import Actor
from catalogue.actors.ticket_queue import TicketQueue
from engine.batch.fair import FAIR_SIZES
from engine.batch.generation import check_method
from engine.board.shape import Shape

FAIR = "fair"
"""The method of a catalogue whose puzzles are a fair sample of all minimal puzzles (`engine.fair_puzzles`)."""

SAMPLINGS = ("carved", FAIR)
"""How puzzles are chosen: one carved from each board, or as a fair sample."""


def sampling_of(method: str) -> str:
    """The sampling of a catalogue with this method."""
    return FAIR if method == FAIR else "carved"


def method_of(sampling: str | None, method: str | None, shape: Shape) -> str:
    """The method of a new catalogue. ValueError where the arguments do not go together."""
    if sampling != FAIR:
        return check_method(method or engine.default_method(shape.size), shape.size, shape.blocks)
    if method is not None:
        raise ValueError("a fair sample chooses its boards itself: leave out the method")
    if shape.size not in FAIR_SIZES or not shape.is_usual:
        raise ValueError(f"fair samples are for sizes 4 and 9, not {shape}")
    return FAIR


@dataclass(frozen=True)
class Generated:
    """Boards of a seed from `start` on, `(n, S*S)`, and how many attempts each took.

    In a fair sample a board comes with its puzzle, and the puzzle with its weight.
    """

    seed: int
    start: int
    boards: NDArray[np.uint8]
    attempts: NDArray[np.int32]
    puzzles: NDArray[np.uint8] | None = None
    weights: NDArray[np.float64] | None = None


@dataclass(frozen=True)
class Source:
    """Which boards a run makes: those of a seed from `start` on, `batch` to a ticket."""

    seed: int
    shape: Shape
    method: str
    start: int
    batch: int

    def make(self, start: int) -> Generated:
        """Make a batch of them."""
        if self.method == FAIR:
            sample = engine.fair_puzzles(self.batch, size=self.shape.size, seed=self.seed, start=start)
            return Generated(self.seed, start, sample.boards, sample.attempts, sample.puzzles, sample.weights)
        boards, attempts = engine.generate(
            self.batch,
            size=self.shape.size,
            blocks=self.shape.blocks,
            seed=self.seed,
            start=start,
            method=self.method,
            return_attempts=True,
        )
        return Generated(self.seed, start, boards, attempts)


class Generator(Actor):
    """Takes the next ticket and makes its boards, until the run stops."""

    def __init__(
        self,
        source: Source,
        tickets: Iterator[int],
        is_open: Callable[[], bool],
        outbox: TicketQueue[Generated],
        on_end: Callable[[BaseException | None], None],
    ) -> None:
        """`is_open` says whether boards are still wanted."""
        super().__init__(on_end)
        self._source, self._tickets, self._is_open, self._outbox = source, tickets, is_open, outbox

    def work(self) -> None:
        """Make boards; a ticket that was taken is always put, because the next stage waits for each in turn."""
        source = self._source
        while self._is_open():
            ticket = next(self._tickets)
            start = source.start + ticket * source.batch
            with self.watch.timed("generate"):
                batch = source.make(start)
            self._outbox.put(ticket, batch)
