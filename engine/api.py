"""The public names of `engine`, each from the module that defines it."""

from engine.augmenting import random_images
from engine.carving import FairSample, carve, carve_weighted, fair_puzzles, minimal
from engine.checking import Checked, check
from engine.class_numbers import CLASSES, rank, unrank
from engine.explanations import Link, NestedChain, Part, Step
from engine.fewest import Progress, completions, fewest_clues, puzzle_within, vicinity
from engine.generation import METHODS, all_boards, count_boards, default_method, generate
from engine.grades import RatingStatus
from engine.grid import Grid, permutation_grid
from engine.native import build_info, time_limit
from engine.paths import FAMILIES, Mistake, find_step, mistakes, next_step, steps
from engine.patterns import PATTERNS, pattern_of, patterns_within
from engine.rating import RATING_VERSION, TECHNIQUES, Technique, rate, technique_counts
from engine.shape import Cell, Conflict, Shape
from engine.solving import METRICS, METRICS_VERSION, count_solutions, measure, solve, textbook
from engine.symmetry import SYMMETRIES, Transform, automorphisms, canonical, keys, pack, puzzle_keys, unpack

__all__ = [
    "CLASSES",
    "FAMILIES",
    "METHODS",
    "METRICS",
    "METRICS_VERSION",
    "PATTERNS",
    "RATING_VERSION",
    "SYMMETRIES",
    "TECHNIQUES",
    "Cell",
    "Checked",
    "Conflict",
    "FairSample",
    "Grid",
    "Link",
    "Mistake",
    "NestedChain",
    "Part",
    "Progress",
    "RatingStatus",
    "Shape",
    "Step",
    "Technique",
    "Transform",
    "all_boards",
    "automorphisms",
    "build_info",
    "canonical",
    "carve",
    "carve_weighted",
    "check",
    "completions",
    "count_boards",
    "count_solutions",
    "default_method",
    "fair_puzzles",
    "fewest_clues",
    "find_step",
    "generate",
    "keys",
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
    "random_images",
    "rank",
    "rate",
    "solve",
    "steps",
    "technique_counts",
    "textbook",
    "time_limit",
    "unpack",
    "unrank",
    "vicinity",
]
