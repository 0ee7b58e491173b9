"""The public names of `engine`, each from the module that defines it."""

from engine.batch.carving import carve, minimal
from engine.batch.counting import count_boards
from engine.batch.fair import FairSample, carve_weighted, fair_puzzles
from engine.batch.fewest import Progress, completions, fewest_clues, puzzle_within
from engine.batch.generation import METHODS, all_boards, default_method, generate
from engine.batch.measuring import METRICS, METRICS_VERSION, measure
from engine.batch.patterns import PATTERNS, pattern_of, patterns_within
from engine.batch.solving import count_solutions, solve
from engine.batch.symmetry import SYMMETRIES, automorphisms, canonical, keys, pack, puzzle_keys, unpack
from engine.batch.transform import Transform
from engine.batch.vicinity import vicinity
from engine.board.cell import Cell, Conflict
from engine.board.grid import Grid
from engine.board.permutation import permutation_grid
from engine.board.shape import Shape
from engine.deadline import time_limit
from engine.native import build_info
from engine.rating.explanations.explanation import Link, NestedChain, Part
from engine.rating.next_step import Mistake, mistakes, next_step
from engine.rating.path import FAMILIES, Step, find_step, steps
from engine.rating.rater import RATING_VERSION, rate, technique_counts
from engine.rating.stored import RatingStatus
from engine.rating.techniques import TECHNIQUES, Technique
from engine.rules.making import boards_under, carve_under, make_drawn, make_killer
from engine.rules.model import Rules
from engine.rules.named import RULES
from engine.rules.reading import read_variant
from engine.rules.solving import solve_under, true_candidates
from engine.rules.symmetry import canonical_under, symmetries_of
from engine.rules.uses import Use
from engine.rules.variant import Variant

__all__ = [
    "FAMILIES",
    "METHODS",
    "METRICS",
    "METRICS_VERSION",
    "PATTERNS",
    "RATING_VERSION",
    "RULES",
    "SYMMETRIES",
    "TECHNIQUES",
    "Cell",
    "Conflict",
    "FairSample",
    "Grid",
    "Link",
    "Mistake",
    "NestedChain",
    "Part",
    "Progress",
    "RatingStatus",
    "Rules",
    "Shape",
    "Step",
    "Technique",
    "Transform",
    "Use",
    "Variant",
    "all_boards",
    "automorphisms",
    "boards_under",
    "build_info",
    "canonical",
    "canonical_under",
    "carve",
    "carve_under",
    "carve_weighted",
    "completions",
    "count_boards",
    "count_solutions",
    "default_method",
    "fair_puzzles",
    "fewest_clues",
    "find_step",
    "generate",
    "keys",
    "make_drawn",
    "make_killer",
    "measure",
    "minimal",
    "mistakes",
    "next_step",
    "pack",
    "pattern_of",
    "patterns_within",
    "permutation_grid",
    "puzzle_keys",
    "puzzle_within",
    "rate",
    "read_variant",
    "solve",
    "solve_under",
    "steps",
    "symmetries_of",
    "technique_counts",
    "time_limit",
    "true_candidates",
    "unpack",
    "vicinity",
]
