"""The public names of `engine`, each from the module that defines it."""

from engine.carving import FairSample, carve, carve_weighted, fair_puzzles, minimal
from engine.explanations import GroupLink, Link, NestedChain, Part, Step
from engine.fewest import Progress, completions, fewest_clues, puzzle_within, vicinity
from engine.generation import METHODS, all_boards, count_boards, default_method, generate
from engine.grades import RatingStatus
from engine.grid import Grid, permutation_grid
from engine.native import build_info, time_limit
from engine.paths import FAMILIES, Mistake, find_step, mistakes, next_step, steps
from engine.patterns import PATTERNS, pattern_of, patterns_within
from engine.rating import RATING_VERSION, TECHNIQUES, Technique, rate, technique_counts
from engine.scoring.path import SolvingStep, find_solving_steps, next_solving_step, solving_steps
from engine.scoring.scorer import ScoreStatus, score
from engine.scoring.techniques import (
    ALL_RULES,
    DEFAULT_RULES,
    HIGHEST_SCORES,
    LEVELS,
    SOLVING_TECHNIQUES,
    Rule,
    SolvingTechnique,
)
from engine.shape import Cell, Conflict, Shape
from engine.solving import METRICS, METRICS_VERSION, count_solutions, measure, solve
from engine.symmetry import SYMMETRIES, Transform, automorphisms, canonical, keys, pack, puzzle_keys, unpack

__all__ = [
    "ALL_RULES",
    "DEFAULT_RULES",
    "FAMILIES",
    "HIGHEST_SCORES",
    "LEVELS",
    "METHODS",
    "METRICS",
    "METRICS_VERSION",
    "PATTERNS",
    "RATING_VERSION",
    "SOLVING_TECHNIQUES",
    "SYMMETRIES",
    "TECHNIQUES",
    "Cell",
    "Conflict",
    "FairSample",
    "Grid",
    "GroupLink",
    "Link",
    "Mistake",
    "NestedChain",
    "Part",
    "Progress",
    "RatingStatus",
    "Rule",
    "ScoreStatus",
    "Shape",
    "SolvingStep",
    "SolvingTechnique",
    "Step",
    "Technique",
    "Transform",
    "all_boards",
    "automorphisms",
    "build_info",
    "canonical",
    "carve",
    "carve_weighted",
    "completions",
    "count_boards",
    "count_solutions",
    "default_method",
    "fair_puzzles",
    "fewest_clues",
    "find_solving_steps",
    "find_step",
    "generate",
    "keys",
    "measure",
    "minimal",
    "mistakes",
    "next_solving_step",
    "next_step",
    "pack",
    "pattern_of",
    "patterns_within",
    "permutation_grid",
    "puzzle_keys",
    "puzzle_within",
    "rate",
    "score",
    "solve",
    "solving_steps",
    "steps",
    "technique_counts",
    "time_limit",
    "unpack",
    "vicinity",
]
