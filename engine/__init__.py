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
    from .answers import EARNED, Checked, Reward, check, read_answer, reward
    from .carving import (
        FairSample,
        Progress,
        carve,
        carve_weighted,
        completions,
        fair_puzzles,
        fewest_clues,
        minimal,
        pattern_of,
        puzzle_within,
        unavoidable_sets,
        vicinity,
    )
    from .class_numbers import band, rank, unrank
    from .generation import METHODS, all_boards, count_boards, default_method, generate
    from .grades import RATING_VERSION, SCORE_VERSION, RatingStatus, ScoreStatus
    from .grid import Grid, permutation_grid
    from .names import CLASSES, PATTERNS, SYMMETRIES
    from .native import (
        METRICS,
        METRICS_VERSION,
        TECHNIQUES,
        Technique,
        build_info,
        patterns_within,
        technique_counts,
        time_limit,
    )
    from .paths.claims import CheckedStep, check_steps
    from .paths.path import Mistake, find_step, mistakes, next_step, steps
    from .paths.people import PEOPLE_TECHNIQUES, PeopleTechnique
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
    from .reading.answers import AnswerReading, answer_reading
    from .rules.making import make_drawn, make_killer
    from .rules.model import Rules
    from .rules.named.rule import Use
    from .rules.reading import read_variant, reading_of
    from .rules.reading.drawing import Reading
    from .rules.rulebook import Rulebook
    from .rules.variant import RULES, Variant
    from .shape import Cell, Conflict, Shape
    from .solving import Solved, count_solutions, measure, solve, textbook, true_candidates
    from .symmetry import (
        Transform,
        automorphisms,
        canonical,
        keys,
        pack,
        puzzle_keys,
        random_images,
        symmetries_of,
        unpack,
    )
    from .words import LANGUAGES
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
