"""The public names of `engine`, each from the module that defines it."""

from .answers import Checked, Reward, check, read_answer, reward
from .carving import FairSample, carve, carve_weighted, fair_puzzles, minimal
from .class_numbers import band, rank, unrank
from .fewest import Progress, completions, fewest_clues, puzzle_within, unavoidable_sets, vicinity
from .generation import METHODS, all_boards, count_boards, default_method, generate
from .grades import RATING_VERSION, SCORE_VERSION, RatingStatus, ScoreStatus
from .grid import Grid, permutation_grid
from .names import CLASSES, PATTERNS, SYMMETRIES
from .native import build_info, time_limit
from .paths.path import Mistake, find_step, mistakes, next_step, steps
from .paths.people_techniques import PEOPLE_TECHNIQUES, PeopleTechnique
from .paths.proofs import CheckedStep, check_steps
from .paths.rated import FAMILIES
from .paths.record import GroupLink, Link, NestedChain, Part, SolvingStep, Step
from .paths.scored import find_solving_steps, next_solving_step, solving_steps
from .paths.scores import (
    ALL_RULES,
    DEFAULT_RULES,
    HIGHEST_SCORES,
    LEVELS,
    SOLVING_TECHNIQUES,
    Rule,
    SolvingTechnique,
    score,
)
from .rating import rate
from .rules.making import make_drawn, make_killer
from .rules.model import Rules
from .rules.named.rule import Use
from .rules.reading import read_variant, reading_of
from .rules.reading.drawing import Reading
from .rules.rulebook import Rulebook
from .rules.variant import RULES, Variant
from .shape import Cell, Conflict, Shape
from .solving import Solved, count_solutions, measure, solve, textbook, true_candidates
from .symmetry import Transform, automorphisms, canonical, keys, pack, puzzle_keys, random_images, symmetries_of, unpack
from .tables import METRICS, METRICS_VERSION, TECHNIQUES, Technique, pattern_of, patterns_within, technique_counts
from .words import LANGUAGES

__all__ = [
    "ALL_RULES",
    "CLASSES",
    "DEFAULT_RULES",
    "FAMILIES",
    "HIGHEST_SCORES",
    "LANGUAGES",
    "LEVELS",
    "METHODS",
    "METRICS",
    "METRICS_VERSION",
    "PATTERNS",
    "PEOPLE_TECHNIQUES",
    "RATING_VERSION",
    "RULES",
    "SCORE_VERSION",
    "SOLVING_TECHNIQUES",
    "SYMMETRIES",
    "TECHNIQUES",
    "Cell",
    "Checked",
    "CheckedStep",
    "Conflict",
    "FairSample",
    "Grid",
    "GroupLink",
    "Link",
    "Mistake",
    "NestedChain",
    "Part",
    "PeopleTechnique",
    "Progress",
    "RatingStatus",
    "Reading",
    "Reward",
    "Rule",
    "Rulebook",
    "Rules",
    "ScoreStatus",
    "Shape",
    "Solved",
    "SolvingStep",
    "SolvingTechnique",
    "Step",
    "Technique",
    "Transform",
    "Use",
    "Variant",
    "all_boards",
    "automorphisms",
    "band",
    "build_info",
    "canonical",
    "carve",
    "carve_weighted",
    "check",
    "check_steps",
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
    "make_drawn",
    "make_killer",
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
    "random_images",
    "rank",
    "rate",
    "read_answer",
    "read_variant",
    "reading_of",
    "reward",
    "score",
    "solve",
    "solving_steps",
    "steps",
    "symmetries_of",
    "technique_counts",
    "textbook",
    "time_limit",
    "true_candidates",
    "unavoidable_sets",
    "unpack",
    "unrank",
    "vicinity",
]
