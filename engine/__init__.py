"""Sudoku boards and puzzles in batches: make, compare, carve, solve, prove, measure, rate.

Computation only: no database, no printing, no state between calls; only `Grid.read` opens a file. Boards are `uint8`
arrays of shape `(n, S*S)`, row by row, 0 for an empty cell, for sizes S of 1 to 25 with blocks of any shape or none. A
single board may be `(S*S,)`; the answer then has no batch axis either. A `Grid` is such a single board, and boards may
be square, `(S, S)`. Every call releases the interpreter lock, so threads run side by side; do not change an array while
a call uses it.

    >>> from board_catalogue import engine
    >>> board = engine.generate(1, seed=7)[0]
    >>> puzzle = engine.carve(board, seed=7)
    >>> int(engine.count_solutions(puzzle))
    1

`Grid` is one board in plain Python: read it, draw it, query it. Each public name loads
with its module at its first use, because numpy, the kernels and the rules of variants take a while to import.
"""

from typing import TYPE_CHECKING

__version__: str

if TYPE_CHECKING:
    from .answers import Checked as Checked
    from .answers import Reward as Reward
    from .answers import check as check
    from .answers import read_answer as read_answer
    from .answers import reward as reward
    from .carving import FairSample as FairSample
    from .carving import Progress as Progress
    from .carving import carve as carve
    from .carving import carve_weighted as carve_weighted
    from .carving import completions as completions
    from .carving import fair_puzzles as fair_puzzles
    from .carving import fewest_clues as fewest_clues
    from .carving import minimal as minimal
    from .carving import pattern_of as pattern_of
    from .carving import puzzle_within as puzzle_within
    from .carving import unavoidable_sets as unavoidable_sets
    from .carving import vicinity as vicinity
    from .class_numbers import band as band
    from .class_numbers import rank as rank
    from .class_numbers import unrank as unrank
    from .generation import METHODS as METHODS
    from .generation import all_boards as all_boards
    from .generation import count_boards as count_boards
    from .generation import default_method as default_method
    from .generation import generate as generate
    from .grades import RATING_VERSION as RATING_VERSION
    from .grades import SCORE_VERSION as SCORE_VERSION
    from .grades import RatingStatus as RatingStatus
    from .grades import ScoreStatus as ScoreStatus
    from .grid import Grid as Grid
    from .grid import permutation_grid as permutation_grid
    from .names import CLASSES as CLASSES
    from .names import PATTERNS as PATTERNS
    from .names import SYMMETRIES as SYMMETRIES
    from .native import METRICS as METRICS
    from .native import METRICS_VERSION as METRICS_VERSION
    from .native import TECHNIQUES as TECHNIQUES
    from .native import Technique as Technique
    from .native import build_info as build_info
    from .native import patterns_within as patterns_within
    from .native import technique_counts as technique_counts
    from .native import time_limit as time_limit
    from .paths.claims import CheckedStep as CheckedStep
    from .paths.claims import check_steps as check_steps
    from .paths.path import Mistake as Mistake
    from .paths.path import find_step as find_step
    from .paths.path import mistakes as mistakes
    from .paths.path import next_step as next_step
    from .paths.path import steps as steps
    from .paths.people import PEOPLE_TECHNIQUES as PEOPLE_TECHNIQUES
    from .paths.people import PeopleTechnique as PeopleTechnique
    from .paths.rated import FAMILIES as FAMILIES
    from .paths.record import GroupLink as GroupLink
    from .paths.record import Link as Link
    from .paths.record import NestedChain as NestedChain
    from .paths.record import Part as Part
    from .paths.record import SolvingStep as SolvingStep
    from .paths.record import Step as Step
    from .paths.scored import find_solving_steps as find_solving_steps
    from .paths.scored import next_solving_step as next_solving_step
    from .paths.scored import solving_steps as solving_steps
    from .paths.scores import ALL_RULES as ALL_RULES
    from .paths.scores import DEFAULT_RULES as DEFAULT_RULES
    from .paths.scores import HIGHEST_SCORES as HIGHEST_SCORES
    from .paths.scores import LEVELS as LEVELS
    from .paths.scores import SOLVING_TECHNIQUES as SOLVING_TECHNIQUES
    from .paths.scores import Rule as Rule
    from .paths.scores import SolvingTechnique as SolvingTechnique
    from .paths.scores import score as score
    from .rating import rate as rate
    from .rules.making import make_drawn as make_drawn
    from .rules.making import make_killer as make_killer
    from .rules.model import Rules as Rules
    from .rules.named.rule import Use as Use
    from .rules.reading import read_variant as read_variant
    from .rules.reading import reading_of as reading_of
    from .rules.reading.drawing import Reading as Reading
    from .rules.rulebook import Rulebook as Rulebook
    from .rules.variant import RULES as RULES
    from .rules.variant import Variant as Variant
    from .shape import Cell as Cell
    from .shape import Conflict as Conflict
    from .shape import Shape as Shape
    from .solving import Solved as Solved
    from .solving import count_solutions as count_solutions
    from .solving import measure as measure
    from .solving import solve as solve
    from .solving import textbook as textbook
    from .solving import true_candidates as true_candidates
    from .symmetry import Transform as Transform
    from .symmetry import automorphisms as automorphisms
    from .symmetry import canonical as canonical
    from .symmetry import keys as keys
    from .symmetry import pack as pack
    from .symmetry import puzzle_keys as puzzle_keys
    from .symmetry import random_images as random_images
    from .symmetry import symmetries_of as symmetries_of
    from .symmetry import unpack as unpack
    from .words import LANGUAGES as LANGUAGES
else:
    from .lazy import lazy_names

    _RENAMED = {
        "boards_under": "engine.generate(count, seed=..., rules=rules)",
        "canonical_under": "engine.canonical(boards, rules=rules)",
        "carve_under": "engine.carve(boards, seed=..., rules=rules)",
        "find_step_under": "engine.find_step(family, puzzle, candidates, rules)",
        "measure_under": "engine.measure(puzzles, rules)",
        "rate_under": "engine.rate(puzzles, rules)",
        "solve_under": "engine.solve(puzzles, rules, limit=2)",
        "steps_under": "engine.steps(puzzle, rules)",
    }

    _found, _names = lazy_names(__name__)

    def __getattr__(name):
        """Load a public name and its module at its first use, or find the version of the installed package."""
        if name == "__version__":
            from importlib.metadata import version

            return version("board-catalogue")
        if name == "__all__":
            return sorted(_names(), key=lambda name: (not name.isupper(), name))
        if now := _RENAMED.get(name):
            raise AttributeError(f"engine.{name} is {now} since version 0.3")
        return _found(name)

    def __dir__():
        return sorted({*_names(), "__all__", "__version__"})
