"""Numbers without numpy or SQLAlchemy: those of puzzles, their metrics, and how many threads compute."""

import os
import re
from typing import NamedTuple


class Range(NamedTuple):
    """Numbers of boards, from the first to the last (None: to the end of the catalogue), with some of their puzzles."""

    first: int
    last: int | None
    place: int | None = None
    """Which puzzle of each board: 0 the first, k puzzle N.k; None: all of them."""


def number_of(board: int, place: int) -> str:
    """A puzzle's number as people write it: 12, or 12.1."""
    return f"{board}.{place}" if place else str(board)


def parsed_number(text: str) -> Range | None:
    """The puzzle with a number such as 12 or 12.1; None for another text."""
    match = re.fullmatch(r"(\d{1,19})(?:\.([1-9]\d{0,8}))?", text, re.ASCII)
    return Range(int(match[1]), int(match[1]), int(match[2] or 0)) if match else None


class Metric(NamedTuple):
    """A number of a puzzle."""

    label: str
    """Its name in options: `--min-LABEL`, `--max-LABEL`, `--sort LABEL`."""
    meaning: str


PUZZLE_METRICS = {
    "clues": Metric("clues", "filled cells of the puzzle"),
    "guesses": Metric("guesses", "cells in which the reference search guesses"),
    "backtracks": Metric("backtracks", "nodes of the reference search that end in a contradiction"),
    "nodes": Metric("nodes", "positions that the reference search looks at"),
    "max_depth": Metric("depth", "most guesses in force together"),
    "comparisons": Metric("comparisons", "tests whether a digit is a candidate of a cell"),
    "filled": Metric("filled", "cells that singles fill before the first guess"),
    "hidden_rounds": Metric("rounds", "searches for hidden singles before the first guess"),
}
"""Each metric by its column of `puzzles`. All but `clues` are fields of `engine.measure`."""

COLUMNS = (
    "id",
    *PUZZLE_METRICS,
    "minimal",
    "pattern",
    "rating_status",
    "rating",
    "pearl",
    "diamond",
    "grade",
    "hardest",
    "givens",
    "solution",
    "techniques",
    "tags",
    "source",
    "constraints",
    "class",
)
"""The columns of a result, by the names in `catalogue.queries.COLUMNS` and `ON_REQUEST`."""

NUMBER_COLUMNS = {"id": "id", **{metric.label: column for column, metric in PUZZLE_METRICS.items()}, "rating": "rating"}
"""The columns that can be bounded and sorted by, by their names in options and in the library."""

RANDOM = "random"
"""What a random order is called."""


MOST_THREADS = 64
"""More threads only wait for each other."""


def _processors() -> int:
    """Those that this process may use, which may be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


PROCESSORS = min(MOST_THREADS, _processors())
