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
from engine.scoring.chains import GroupLink
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
