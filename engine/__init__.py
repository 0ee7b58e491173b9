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
    from .answers import Reward, check, read_answer, reward
    from .carving import carve, fair_puzzles, minimal, unavoidable_sets
    from .class_numbers import band, rank, unrank
    from .generation import METHODS, generate
    from .grades import RatingStatus, ScoreStatus
    from .grid import Grid
    from .names import PATTERNS, SYMMETRIES
    from .native import METRICS, TECHNIQUES, time_limit
    from .paths.claims import check_steps
    from .paths.path import find_step, mistakes, next_step, steps
    from .paths.record import Step
    from .paths.scores import LEVELS, SOLVING_TECHNIQUES, score
    from .rating import rate
    from .reading.answers import answer_reading
    from .rules.named.rule import Use
    from .rules.needs import contradiction, needless
    from .rules.reading import read_variant
    from .rules.rulebook import Rulebook
    from .rules.variant import RULES, Variant
    from .shape import Shape
    from .solving import count_solutions, measure, solve, true_candidates
    from .symmetry import canonical, keys, puzzle_keys, random_images, symmetries_of
    from .text_environment import TextEnvironment
else:
    from .lazy import lazy_names

    _MOVED = {
        "answers": "Checked EARNED",
        "carving": "FairSample Progress carve_weighted completions fewest_clues pattern_of puzzle_within vicinity",
        "generation": "all_boards count_boards default_method",
        "grades": "RATING_VERSION SCORE_VERSION",
        "grid": "permutation_grid",
        "names": "CLASSES",
        "native": "METRICS_VERSION Technique build_info patterns_within technique_counts",
        "paths.claims": "CheckedStep",
        "paths.path": "Mistake",
        "paths.people": "PEOPLE_TECHNIQUES PeopleTechnique",
        "paths.rated": "FAMILIES",
        "paths.record": "GroupLink Link NestedChain Part SolvingStep",
        "paths.scored": "find_solving_steps next_solving_step solving_steps",
        "paths.scores": "ALL_RULES DEFAULT_RULES HIGHEST_SCORES Rule SolvingTechnique",
        "reading.answers": "AnswerReading",
        "rules.making": "make_drawn make_killer",
        "rules.model": "Rules",
        "rules.reading": "reading_of",
        "rules.reading.drawing": "Reading",
        "shape": "Cell Conflict",
        "solving": "Solved textbook",
        "symmetry": "Transform automorphisms pack unpack",
        "words": "LANGUAGES",
    }

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

    _STYLED = {"solving_steps": "steps", "next_solving_step": "next_step", "find_solving_steps": "find_step"}

    _found, _names = lazy_names(__name__)

    def __getattr__(name):
        """Load a public name and its module at its first use, or the version; names that moved into modules warn."""
        if name == "__version__":
            from importlib.metadata import version

            return version("board-catalogue")
        if name == "__all__":
            return sorted(_names(), key=lambda name: (not name.isupper(), name))
        if now := _RENAMED.get(name):
            raise AttributeError(f"engine.{name} is {now} since version 0.3")
        if home := next((home for home, names in _MOVED.items() if name in names.split()), None):
            from importlib import import_module
            from warnings import warn

            now = f'engine.{_STYLED[name]}(..., style="score")' if name in _STYLED else f"engine.{home}.{name}"
            warn(f"engine.{name} is {now} since version 0.4", DeprecationWarning, stacklevel=2)
            return getattr(import_module(f"{__name__}.{home}"), name)
        return _found(name)

    def __dir__():
        return sorted({*_names(), "__all__", "__version__"})
