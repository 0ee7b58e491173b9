"""Sudoku boards and puzzles in batches: make, compare, carve, solve, prove, measure, rate.

Computation only: no database, no printing, no state between calls; only `Grid.read` opens a file. Boards are `uint8`
arrays of shape `(n, S*S)`, row by row, 0 for an empty cell, for sizes S of 1 to 25 with blocks of any shape or none. A
single board may be `(S*S,)`; the answer then has no batch axis either. A `Grid` is such a single board, and boards may
be square, `(S, S)`. Every call releases the interpreter lock, so threads run side by side; do not change an array while
a call uses it.

    >>> from board_catalogue import engine
    >>> board = engine.generate(1, seed=7)[0]
    >>> puzzle = engine.carve(board, seed=7)
    >>> int(engine.count_solutions(puzzle))
    1

`Grid` is one board in plain Python: read it, draw it, query it. `engine.api` lists all public names. Each
loads with its module at its first use, because numpy, the kernels and the rules of variants take a while to import.
"""

from typing import TYPE_CHECKING

__version__: str

if TYPE_CHECKING:
    from .api import *  # noqa: F403
    from .api import __all__ as __all__
else:
    from .lazy import lazy_names

    _RENAMED = {
        "boards_under": "engine.generate(count, seed=..., rules=rules)",
        "canonical_under": "engine.canonical(boards, rules=rules)",
        "carve_under": "engine.carve(boards, seed=..., rules=rules)",
        "find_step_under": "engine.find_step(family, puzzle, candidates, rules)",
        "measure_under": "engine.measure(puzzles, rules)",
        "rate_under": "engine.rate(puzzles, rules)",
        "solve_under": "engine.solve(puzzles, rules, limit=2)",
        "steps_under": "engine.steps(puzzle, rules)",
    }

    _found, _names = lazy_names(__name__, "api")

    def __getattr__(name):
        """Load a public name and its module at its first use, or find the version of the installed package."""
        if name == "__version__":
            from importlib.metadata import version

            return version("board-catalogue")
        if now := _RENAMED.get(name):
            raise AttributeError(f"engine.{name} is {now} since version 0.3")
        return _found(name)

    def __dir__():
        return sorted({*_names(), "__version__"})
