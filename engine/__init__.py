"""Sudoku boards and puzzles by the batch: make, compare, carve, solve, prove, measure, rate.

Everything here is computation: no files, no database, no printing, no state between calls. Boards are `uint8` arrays of
shape `(n, S*S)`, row by row, 0 for an empty cell, for sizes S of 4, 9, 16 and 25; a single board may be `(S*S,)`, and
then the answer has no batch axis either. Every call releases the interpreter lock, so threads run side by side; do not
change an array while a call has it.

    >>> import engine
    >>> board = engine.generate(1, seed=7)[0]
    >>> puzzle = engine.carve(board, seed=7)
    >>> int(engine.count_solutions(puzzle))
    1

Beside the batches there are things for a person, in plain Python: `Grid` is one board to hold, read, draw and question.
"""

from engine.batch.boards import SIZES
from engine.batch.carving import carve, minimal
from engine.batch.generation import METHODS, all_boards, default_method, generate
from engine.batch.measuring import METRICS, METRICS_VERSION, measure
from engine.batch.patterns import PATTERNS, pattern_of, patterns_within
from engine.batch.solving import count_solutions, solve
from engine.batch.symmetry import SYMMETRIES, automorphisms, canonical, keys, pack, unpack
from engine.board.grid import Cell, Conflict, Grid, permutation_grid
from engine.native import build_info
from engine.rating.path import FAMILIES, Step, find_step, steps
from engine.rating.scale import RATING_VERSION, RatingStatus, rate
from engine.rating.techniques import TECHNIQUES, Technique

__all__ = [
    "FAMILIES",
    "METHODS",
    "METRICS",
    "METRICS_VERSION",
    "PATTERNS",
    "RATING_VERSION",
    "SIZES",
    "SYMMETRIES",
    "TECHNIQUES",
    "Cell",
    "Conflict",
    "Grid",
    "RatingStatus",
    "Step",
    "Technique",
    "all_boards",
    "automorphisms",
    "build_info",
    "canonical",
    "carve",
    "count_solutions",
    "default_method",
    "find_step",
    "generate",
    "keys",
    "measure",
    "minimal",
    "pack",
    "pattern_of",
    "patterns_within",
    "permutation_grid",
    "rate",
    "solve",
    "steps",
    "unpack",
]
