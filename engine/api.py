"""The public names of `engine`, each from the module that defines it."""

from engine.carving import (
    PATTERNS,
    FairSample,
    carve,
    carve_weighted,
    fair_puzzles,
    minimal,
    pattern_of,
    patterns_within,
)
from engine.class_numbers import rank, unrank
from engine.fewest import Progress, completions, fewest_clues, puzzle_within, vicinity
from engine.generation import METHODS, all_boards, count_boards, default_method, generate
from engine.grades import RatingStatus, ScoreStatus
from engine.grid import Grid, permutation_grid
from engine.names import CLASSES
from engine.native import build_info, time_limit
from engine.paths.explanations import GroupLink, Link, NestedChain, Part, Step
from engine.paths.path import FAMILIES, Mistake, find_step, mistakes, next_step, steps
from engine.rating import RATING_VERSION, TECHNIQUES, Technique, rate, technique_counts
from engine.rules.formats import read_variant
from engine.rules.making import boards_under, carve_under, make_drawn, make_killer
from engine.rules.model import Rules
from engine.rules.named.rule import Use
from engine.rules.rating import find_step_under, rate_under, steps_under
from engine.rules.rulebook import Rulebook
from engine.rules.solving import measure_under, solve_under, true_candidates
from engine.rules.symmetry import canonical_under, symmetries_of
from engine.rules.variant import RULES, Variant
from engine.scoring.path import SolvingStep, find_solving_steps, next_solving_step, solving_steps
from engine.scoring.scorer import (
    ALL_RULES,
    DEFAULT_RULES,
    HIGHEST_SCORES,
    LEVELS,
    SOLVING_TECHNIQUES,
    Rule,
    SolvingTechnique,
    score,
)
from engine.shape import Cell, Conflict, Shape
from engine.solving import METRICS, METRICS_VERSION, count_solutions, measure, solve, textbook
from engine.symmetry import SYMMETRIES, Transform, automorphisms, canonical, keys, pack, puzzle_keys, unpack
from engine.training import Checked, check, random_images

__all__ = [
    "ALL_RULES",
    "CLASSES",
    "DEFAULT_RULES",
    "FAMILIES",
    "HIGHEST_SCORES",
    "LEVELS",
    "METHODS",
    "METRICS",
    "METRICS_VERSION",
    "PATTERNS",
    "RATING_VERSION",
    "RULES",
    "SOLVING_TECHNIQUES",
    "SYMMETRIES",
    "TECHNIQUES",
    "Cell",
    "Checked",
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
    "Rulebook",
    "Rules",
    "ScoreStatus",
    "Shape",
    "SolvingStep",
    "SolvingTechnique",
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
    "check",
    "completions",
    "count_boards",
    "count_solutions",
    "default_method",
    "fair_puzzles",
    "fewest_clues",
    "find_solving_steps",
    "find_step",
    "find_step_under",
    "generate",
    "keys",
    "make_drawn",
    "make_killer",
    "measure",
    "measure_under",
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
    "random_images",
    "rank",
    "rate",
    "rate_under",
    "read_variant",
    "score",
    "solve",
    "solve_under",
    "solving_steps",
    "steps",
    "steps_under",
    "symmetries_of",
    "technique_counts",
    "textbook",
    "time_limit",
    "true_candidates",
    "unpack",
    "unrank",
    "vicinity",
]
