"""The steps of wave function collapse as data, some at a time.

A run follows from shape, seed and index alone. So a piece needs nothing but its place in the run: the server makes the
run again up to there, and keeps nothing between two pieces. Later pieces are longer, so that all of them together cost
no more than a few runs.
"""

from collections.abc import Iterable
from typing import Any

from engine.native import check_time
from engine.shape import RowColumn, Shape
from engine.teaching.collapse import Wave, collapse

FIRST, MOST = 100, 800
"""Steps in the first piece and in any piece, at the most."""

Data = dict[str, Any]


def collapse_steps(shape: Shape, *, seed: int, index: int, start: int) -> tuple[list[Data], Data | None]:
    """Return some steps of the making of board `index` of a seed, and how it ended; None where more follow.

    Step 0 is the first; cells count row by row from 0. A step says which `attempt` it belongs to, from 0, which `cell`
    was chosen, its `candidates`, the `value` that it took, and whether that was `undone`. `settled` has the cells that
    then got a value, `left` the open cells whose candidates became fewer, and `dead_end` names what has nothing left.
    Candidates are masks, bit 0 for digit 1; an attempt starts with all of them in all cells. The end has the `board`,
    a character a cell, and how many cells are `invalid`.

    ValueError as in `engine.teaching.collapse.collapse`, TimeoutError once `engine.time_limit` has passed.
    """
    recorder = _Recorder(start)
    try:
        for wave in collapse(shape.size, blocks=shape.blocks, seed=seed, index=index, observer=recorder):
            board = wave.grid
    except _Full:
        return recorder.steps, None
    return recorder.steps, {"board": board.line(), "invalid": board.invalid_count}


class _Full(Exception):
    """The piece has as many steps as it may have."""


class _Recorder:
    """Keeps what changes from one state of the wave to the next, from step `start` on."""

    def __init__(self, start: int) -> None:
        self.steps: list[Data] = []
        self._start, self._room = start, max(FIRST, min(start, MOST))
        self._seen, self._attempt = 0, -1
        self._before: dict[RowColumn, int] = {}

    def __call__(self, wave: Wave) -> None:
        """Look at a state; _Full where it is one too many."""
        check_time()
        if wave.choice is None:
            self._attempt += 1
            self._before = _candidates(wave)
            return
        self._seen += 1
        if self._seen < self._start:
            return
        now = _candidates(wave)
        if self._seen > self._start:
            if len(self.steps) == self._room:
                raise _Full
            self.steps.append(self._step(wave, now))
        self._before = now

    def _step(self, wave: Wave, now: dict[RowColumn, int]) -> Data:
        assert wave.choice
        (row, column), candidates, value = wave.choice
        size = wave.grid.size
        return {
            "attempt": self._attempt,
            "cell": row * size + column,
            "candidates": mask_of(candidates),
            "value": value,
            "undone": wave.grid.get(row, column) != value,
            "settled": [(cell[0] * size + cell[1], wave.grid.get(*cell)) for cell in self._before if cell not in now],
            "left": [(cell[0] * size + cell[1], left) for cell, left in now.items() if left != self._before[cell]],
            "dead_end": wave.dead_end,
        }


def _candidates(wave: Wave) -> dict[RowColumn, int]:
    return {cell: mask_of(values) for cell, values in wave.left.items()}


def mask_of(values: Iterable[int]) -> int:
    """Return candidates as a mask, bit 0 for digit 1."""
    return sum(1 << value - 1 for value in values)
