"""Slow, obvious oracles in plain Python for every kernel of the engine, at any shape.

A board is a list of S*S digits, row by row, 0 for an empty cell. Nothing here is shared with the engine and
nothing is clever: each function says in a few lines what the kernel of the same name must answer.
"""

from reference.carving import board_number, can_go, carve
from reference.generation import generate
from reference.measuring import METRICS, measure
from reference.packing import pack, unpack
from reference.patterns import orbits, pattern_of
from reference.random_numbers import GOLDEN_GAMMA, Random, mix
from reference.shapes import all_boards, blocks, fits, is_full_board, peers, size_of, units
from reference.solving import (
    clues_of,
    completed,
    count_solutions,
    fewest_clues_added,
    is_minimal,
    solutions,
    solve,
    vicinity,
    without,
)
from reference.symmetry import (
    automorphisms,
    canonical,
    canonical_full,
    canonical_puzzle,
    canonical_relabelled,
    images,
    least_by_sorting,
    orders_of_lines,
    renamed,
)

__all__ = [
    "GOLDEN_GAMMA",
    "METRICS",
    "Random",
    "all_boards",
    "automorphisms",
    "blocks",
    "board_number",
    "can_go",
    "canonical",
    "canonical_full",
    "canonical_puzzle",
    "canonical_relabelled",
    "carve",
    "clues_of",
    "completed",
    "count_solutions",
    "fewest_clues_added",
    "fits",
    "generate",
    "images",
    "is_full_board",
    "is_minimal",
    "least_by_sorting",
    "measure",
    "mix",
    "orbits",
    "orders_of_lines",
    "pack",
    "pattern_of",
    "peers",
    "renamed",
    "size_of",
    "solutions",
    "solve",
    "units",
    "unpack",
    "vicinity",
    "without",
]
