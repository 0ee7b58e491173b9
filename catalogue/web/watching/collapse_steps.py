"""The steps of wave function collapse as data, some at a time.

A run follows from shape, seed and index alone. So a piece needs nothing but its place in the run: the server makes the
run again up to there, and keeps nothing between two pieces.
"""

from typing import Any

from engine.board.cell import RowColumn
from engine.board.shape import Shape
from engine.board.symbols import DIGITS
from engine.deadline import check_time
from engine.teaching.collapse import Wave, collapse

STEPS = 100
"""In a piece, at the most."""

Data = dict[str, Any]


def collapse_steps(shape: Shape, *, seed: int, index: int, start: int) -> tuple[list[Data], Data | None]:
    """Return up to STEPS steps of the making of board `index` of a seed, and how it ended; None where more follow.

    Step 0 is the first; cells count row by row from 0. A step says which `attempt` it belongs to, from 0, which `cell`
    was chosen of which `candidates`, the `value` that it got, and whether that was `undone`. `settled` has the cells
    that then have a value, `left` the open cells whose candidates became fewer, each with its symbols; `dead_end` names
    what has nothing left. An attempt starts with all candidates in all cells. The end has the `board` and its
    `invalid` cells. ValueError as in `engine.teaching.collapse.collapse`, TimeoutError after `engine.time_limit`.
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
        self._start = start
        self._seen, self._attempt = 0, -1
        self._before: dict[RowColumn, str] = {}

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
            if len(self.steps) == STEPS:
                raise _Full
            self.steps.append(self._step(wave, now))
        self._before = now

    def _step(self, wave: Wave, now: dict[RowColumn, str]) -> Data:
        assert wave.choice
        (row, column), candidates, value = wave.choice
        size = wave.grid.size
        return {
            "attempt": self._attempt,
            "cell": row * size + column,
            "candidates": _symbols(candidates),
            "value": DIGITS[value],
            "undone": wave.grid.get(row, column) != value,
            "settled": [
                (cell[0] * size + cell[1], DIGITS[wave.grid.get(*cell)]) for cell in self._before if cell not in now
            ],
            "left": [(cell[0] * size + cell[1], left) for cell, left in now.items() if left != self._before[cell]],
            "dead_end": wave.dead_end,
        }


def _candidates(wave: Wave) -> dict[RowColumn, str]:
    return {cell: _symbols(values) for cell, values in wave.left.items()}


def _symbols(values: list[int] | tuple[int, ...]) -> str:
    return "".join(DIGITS[value] for value in values)
