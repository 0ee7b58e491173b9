"""The public names of `engine`, each from the module that defines it."""

from board_catalogue.engine.carving import (
    PATTERNS,
    FairSample,
    carve,
    carve_weighted,
    fair_puzzles,
    minimal,
    pattern_of,
    patterns_within,
)
from board_catalogue.engine.class_numbers import rank, unrank
from board_catalogue.engine.fewest import Progress, completions, fewest_clues, puzzle_within, vicinity
from board_catalogue.engine.generation import METHODS, all_boards, count_boards, default_method, generate
from board_catalogue.engine.grades import RatingStatus, ScoreStatus
from board_catalogue.engine.grid import Grid, permutation_grid
from board_catalogue.engine.names import CLASSES
from board_catalogue.engine.native import build_info, time_limit
from board_catalogue.engine.paths.explanations import GroupLink, Link, NestedChain, Part, Step
from board_catalogue.engine.paths.path import FAMILIES, Mistake, find_step, mistakes, next_step, steps
from board_catalogue.engine.rating import RATING_VERSION, TECHNIQUES, Technique, rate, technique_counts
from board_catalogue.engine.rules.formats import read_variant
from board_catalogue.engine.rules.making import boards_under, carve_under, make_drawn, make_killer
from board_catalogue.engine.rules.model import Rules
from board_catalogue.engine.rules.named.rule import Use
from board_catalogue.engine.rules.rating import find_step_under, rate_under, steps_under
from board_catalogue.engine.rules.rulebook import Rulebook
from board_catalogue.engine.rules.solving import measure_under, solve_under, true_candidates
from board_catalogue.engine.rules.symmetry import canonical_under, symmetries_of
from board_catalogue.engine.rules.variant import RULES, Variant
from board_catalogue.engine.scoring.path import SolvingStep, find_solving_steps, next_solving_step, solving_steps
from board_catalogue.engine.scoring.scorer import (
    ALL_RULES,
    DEFAULT_RULES,
    HIGHEST_SCORES,
    LEVELS,
    SOLVING_TECHNIQUES,
    Rule,
    SolvingTechnique,
    score,
)
from board_catalogue.engine.shape import Cell, Conflict, Shape
from board_catalogue.engine.solving import METRICS, METRICS_VERSION, count_solutions, measure, solve, textbook
from board_catalogue.engine.symmetry import (
    SYMMETRIES,
    Transform,
    automorphisms,
    canonical,
    keys,
    pack,
    puzzle_keys,
    unpack,
)
from board_catalogue.engine.training import Checked, check, random_images

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
