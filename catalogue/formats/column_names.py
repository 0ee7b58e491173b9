"""The columns of puzzles in tables, by the names that people give them."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.board.reading.tables import PUZZLE_COLUMNS

SOLUTION_COLUMNS = ("solution", "solutions", "answer", "answers")
"""The names of the column that has the solution."""


class Places(NamedTuple):
    """Where the columns of a table are."""

    puzzle: int
    solution: int | None
    others: dict[str, int]


def has_puzzles(names: Sequence[str]) -> bool:
    """Whether one of the names is that of a column of puzzles."""
    return any(name.strip().lower() in PUZZLE_COLUMNS for name in names)


def places_of(names: Sequence[str]) -> Places:
    """Find the columns of a table; ValueError unless exactly one has puzzles, and at most one has solutions."""
    puzzle = _the_only(names, PUZZLE_COLUMNS)
    solution = _the_only(names, SOLUTION_COLUMNS)
    if puzzle is None:
        raise ValueError(f"no column is named {', '.join(PUZZLE_COLUMNS[:-1])} or {PUZZLE_COLUMNS[-1]}")
    others = {name.strip(): place for place, name in enumerate(names) if place not in (puzzle, solution)}
    if len(others) + 1 + (solution is not None) != len(names):
        raise ValueError("two columns have the same name")
    return Places(puzzle, solution, others)


def _the_only(names: Sequence[str], known: Sequence[str]) -> int | None:
    found = [place for place, name in enumerate(names) if name.strip().lower() in known]
    if len(found) > 1:
        raise ValueError(f"columns {names[found[0]].strip()} and {names[found[1]].strip()} hold the same: keep one")
    return found[0] if found else None
