"""The public names of `engine`, each from the module that defines it."""

from board_catalogue.engine.answers import Reward, read_answer, reward
from board_catalogue.engine.carving import FairSample, carve, carve_weighted, fair_puzzles, minimal
from board_catalogue.engine.class_numbers import band, rank, unrank
from board_catalogue.engine.fewest import Progress, completions, fewest_clues, puzzle_within, vicinity
from board_catalogue.engine.generation import METHODS, all_boards, count_boards, default_method, generate
from board_catalogue.engine.grades import RATING_VERSION, SCORE_VERSION, RatingStatus, ScoreStatus
from board_catalogue.engine.grid import Grid, permutation_grid
from board_catalogue.engine.metrics import METRICS, METRICS_VERSION
from board_catalogue.engine.names import CLASSES, PATTERNS, SYMMETRIES
from board_catalogue.engine.native import build_info, time_limit
from board_catalogue.engine.paths.explanations import GroupLink, Link, NestedChain, Part, Step
from board_catalogue.engine.paths.path import Mistake, find_step, mistakes, next_step, steps
from board_catalogue.engine.paths.proofs import CheckedStep, check_steps
from board_catalogue.engine.paths.records import FAMILIES
from board_catalogue.engine.patterns import pattern_of, patterns_within
from board_catalogue.engine.people.techniques import PEOPLE_TECHNIQUES, PeopleTechnique
from board_catalogue.engine.rating import rate
from board_catalogue.engine.rules.making import make_drawn, make_killer
from board_catalogue.engine.rules.model import Rules
from board_catalogue.engine.rules.named.rule import Use
from board_catalogue.engine.rules.reading import read_variant, reading_of
from board_catalogue.engine.rules.reading.report import Reading
from board_catalogue.engine.rules.rulebook import Rulebook
from board_catalogue.engine.rules.symmetry import symmetries_of
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
from board_catalogue.engine.solving import Solved, count_solutions, measure, solve, textbook, true_candidates
from board_catalogue.engine.symmetry import Transform, automorphisms, canonical, keys, pack, puzzle_keys, unpack
from board_catalogue.engine.techniques import TECHNIQUES, Technique, technique_counts
from board_catalogue.engine.training import Checked, check, random_images
from board_catalogue.engine.unavoidable import unavoidable_sets
from board_catalogue.engine.words import LANGUAGES

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
