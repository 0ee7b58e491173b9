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
    "max_depth": Metric("depth", "most guesses of the reference search on one branch"),
    "comparisons": Metric("comparisons", "digits that the reference search tests in cells"),
    "filled": Metric("filled", "cells that singles fill before the first guess"),
    "hidden_rounds": Metric("rounds", "searches for hidden singles before the first guess"),
}
"""Each metric by its column of `puzzles`. All but `clues` are fields of `engine.measure`; its guesses and nodes are not
stored: if a guess is between two digits, there are as many guesses as backtracks, and twice as many nodes."""

TEXTBOOK = "textbook_"
"""What the columns of the textbook search begin with."""

TEXTBOOK_METRICS = {
    f"{TEXTBOOK}{name}": Metric(f"{TEXTBOOK}{name}", meaning)
    for name, meaning in {
        "comparisons": "digits that the textbook search tests in cells",
        "backtracks": "cells that the textbook search empties again",
        "depth": "most cells that the textbook search fills",
    }.items()
}
"""Fields of `engine.textbook` by their columns of `puzzles`, which are null if they were not measured."""

NOTES = ("title", "author", "description")
"""What a file that puzzles are imported from may say of each."""

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
    "score",
    "level",
    "givens",
    "solution",
    "techniques",
    "tags",
    *NOTES,
    "source",
    "rules",
    "constraints",
    "class",
    "key",
    "board",
    "place",
)
"""The columns of a result, by the names in `catalogue.storage.columns.COLUMNS` and `ON_REQUEST`."""


MEANINGS: Mapping[str, str] = {
    "id": "number of the puzzle: N for the first one of board N, N.1, N.2, ... for further ones",
    **{column: metric.meaning for column, metric in (PUZZLE_METRICS | TEXTBOOK_METRICS).items()},
    "minimal": "whether every clue is necessary: without any one of them there are several solutions",
    "pattern": "symmetry of the cells of the clues",
    "rating_status": "how far the puzzle is rated; empty if it is not",
    "rating": "rating on the scale of Sudoku Explainer: that of the hardest step",
    "pearl": "rating of the hardest step up to the first digit that is placed",
    "diamond": "rating of the first step",
    "grade": "grade of the puzzle, by its rating",
    "hardest": "technique of the hardest step",
    "score": "score on the scale of HoDoKu: the sum over all steps",
    "level": "level of HoDoKu, by the score and the hardest step",
    "givens": "clues, one character per cell, a full stop if it is empty",
    "solution": "solution, one character per cell",
    "techniques": "how many steps of the solution use each technique",
    "tags": "tags of the puzzle",
    "title": "title that the puzzle was imported with",
    "author": "author that the puzzle was imported with",
    "description": "description that the puzzle was imported with",
    "source": "file that the puzzle was imported from",
    "rules": "names of the rules of a variant, such as diagonal,killer",
    "constraints": "what a variant obeys besides the rules of all, as constraint text",
    "class": "number of the solution's class up to symmetry, of 9x9 boards",
    "key": "id of the puzzle up to symmetry, the same in every catalogue",
    "board": "number of the board",
    "place": "place of the puzzle among those of its board: 0 for the first",
}
"""What each column has."""


def other_names() -> Mapping[str, str]:
    """Return our columns by the names that data sets have for them."""
    from board_catalogue.engine.reading.tables import PUZZLE_COLUMNS, SOLUTION_COLUMNS

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
    "score": "score",
}
"""The columns that can be bounded and sorted by, by their names in options and in the library."""

RANDOM = "random"
"""What a random order is called."""

NAMED = "named"
"""What the order is called in which numbers name puzzles."""


MOST_THREADS = 64
"""More threads only wait for each other."""


def _processors() -> int:
    """Those that this process may use, which may be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


PROCESSORS = min(MOST_THREADS, _processors())


# --- Numbers of techniques -----------------------------------------------------------------------------------------

FIRST_SCORED = 100
"""The stored numbers of HoDoKu's techniques begin here: theirs in `engine.SOLVING_TECHNIQUES`, and this."""

FIRST_OF_PEOPLE = 1000
"""The stored numbers of the techniques of people that HoDoKu does not have begin here: theirs in
`engine.people.techniques`, and this."""

SCORED_PREFIX = "score:"
"""What stands before the name of a technique of the score that the rating has too."""
