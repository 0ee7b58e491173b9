"""Numbers without numpy or SQLAlchemy: those of puzzles, their metrics, and how many threads compute."""

import os
import re
from collections.abc import Mapping, Sequence
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
    "backtracks": Metric("backtracks", "dead ends of the reference search"),
    "max_depth": Metric("depth", "most guesses of the reference search in force together"),
    "comparisons": Metric("comparisons", "digits that the reference search tests in cells"),
    "filled": Metric("filled", "cells that singles fill before the first guess"),
    "hidden_rounds": Metric("rounds", "searches for hidden singles before the first guess"),
}
"""Each metric by its column of `puzzles`. All but `clues` are fields of `engine.measure`; its guesses and nodes are not
stored: where a guess is between two digits, there are as many guesses as backtracks, and twice as many nodes."""

TEXTBOOK = "textbook_"
"""What the columns of the textbook search begin with."""

TEXTBOOK_METRICS = {
    f"{TEXTBOOK}{name}": Metric(f"{TEXTBOOK}{name}", meaning)
    for name, meaning in {
        "comparisons": "digits that the textbook search tests in cells",
        "backtracks": "cells that the textbook search empties again",
        "depth": "most cells on the way of the textbook search",
    }.items()
}
"""Fields of `engine.textbook` by their columns of `puzzles`, which are null where they were not measured."""

COLUMNS = (
    "id",
    *PUZZLE_METRICS,
    *TEXTBOOK_METRICS,
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
    "board",
    "place",
)
"""The columns of a result, by the names in `catalogue.queries.COLUMNS` and `ON_REQUEST`."""


def other_names() -> Mapping[str, str]:
    """Return our columns by the names that data sets have for them."""
    from engine.reading_tables import PUZZLE_COLUMNS, SOLUTION_COLUMNS

    known = {"givens": PUZZLE_COLUMNS, "solution": SOLUTION_COLUMNS}
    return {name: column for column, names in known.items() for name in names if name != column}


def own_names(columns: Sequence[str]) -> Sequence[str]:
    """Return our names of columns, which may have those of other data sets."""
    if set(columns) <= set(COLUMNS):
        return columns
    others = other_names()  # slow to import, and rarely used
    return [others.get(name, name) for name in columns]


NUMBER_COLUMNS = {
    "id": "id",
    **{metric.label: column for column, metric in (PUZZLE_METRICS | TEXTBOOK_METRICS).items()},
    "rating": "rating",
}
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
