"""What a worker sends of a ticket, in few bytes: 65 a board at 9x9 with its rating, key and puzzle."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import engine
from catalogue.actors.actor import Stopwatch
from catalogue.cluster.compact import compact, expanded, from_planes, planes
from catalogue.fill.candidates import Candidates, rows_as_bytes
from catalogue.fill.finishing import Measured
from catalogue.fill.plan import Plan
from engine.batch.measuring import MEASURED
from engine.rating.rater import RATED


@dataclass(frozen=True)
class Arrived(Candidates):
    """Candidates that a worker has carved, proven and measured."""

    whole: Measured

    def measured(self, places: Sequence[int], watch: Stopwatch) -> Measured:
        """Return some of them."""
        return self.whole if len(places) == len(self.indices) else self.whole.only(places)


@dataclass(frozen=True)
class _Message:
    start: int
    attempts: bytes
    indices: bytes
    quotas: bytes
    keys: bytes
    boards: bytes
    clues: bytes
    minimal: bytes
    metrics: bytes
    weights: bytes | None
    ratings: bytes | None
    seconds: dict[str, float]


def packed(found: Candidates, whole: Measured, plan: Plan, watch: Stopwatch) -> bytes:
    """Return candidates with their puzzles as bytes. Of a puzzle, which cells have clues: the board has the digits."""
    message = _Message(
        start=found.start,
        attempts=planes(found.attempts.astype(np.int32)),
        indices=planes(np.asarray(found.indices, np.int32)),
        quotas=planes(np.asarray(found.quotas, np.int32)),
        keys=b"".join(found.keys),
        boards=engine.pack(whole.boards, blocks=plan.blocks).tobytes(),
        clues=np.packbits(whole.puzzles != 0).tobytes(),
        minimal=np.packbits(whole.minimal).tobytes(),
        metrics=planes(whole.metrics),
        weights=None if whole.weights is None else planes(whole.weights),
        ratings=None if whole.ratings is None else planes(whole.ratings),
        seconds=dict(watch),
    )
    return compact(message)


def unpacked(packed: bytes, plan: Plan, watch: Stopwatch) -> Arrived:
    """Return the candidates, and add the seconds of the worker to the watch."""
    message: _Message = expanded(packed)
    watch.update(message.seconds)
    shape = plan.source.shape
    indices = from_planes(message.indices, np.int32).tolist()
    keys, packed_boards = (_rows(part, len(indices)) for part in (message.keys, message.boards))
    boards = engine.unpack(packed_boards, size=shape.size, blocks=plan.blocks)
    is_clue = np.unpackbits(np.frombuffer(message.clues, np.uint8), count=boards.size).reshape(boards.shape)
    whole = Measured(
        boards,
        boards * is_clue,
        np.unpackbits(np.frombuffer(message.minimal, np.uint8), count=len(boards)).astype(np.bool_),
        from_planes(message.metrics, MEASURED),
        None if message.weights is None else from_planes(message.weights, np.float64),
        None if message.ratings is None else from_planes(message.ratings, RATED),
    )
    return Arrived(
        plan.source.seed,
        message.start,
        from_planes(message.attempts, np.int32),
        indices,
        rows_as_bytes(keys),
        from_planes(message.quotas, np.int32).tolist(),
        whole,
    )


def _rows(packed: bytes, count: int) -> NDArray[np.uint8]:
    return np.frombuffer(packed, np.uint8).reshape(count, -1)
