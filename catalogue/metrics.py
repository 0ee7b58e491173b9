"""The numbers stored for every puzzle: the one table of their columns, labels and meanings.

The columns of the database, the bounds and orders of a query, the statistics and the headings all come from here. A new
metric needs a field in the kernel's struct, a line here and a migration. Nothing here imports numpy or SQLAlchemy,
because the options of the commands are built from it.
"""

from typing import NamedTuple


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
)
"""The columns of a result, by the names in `catalogue.store.reading.queries.COLUMNS` and `ON_REQUEST`."""

NUMBER_COLUMNS = {
    "id": "id",
    **{metric.label: column for column, metric in (PUZZLE_METRICS | TEXTBOOK_METRICS).items()},
    "rating": "rating",
}
"""The columns that can be bounded and sorted by, by their names in options and in the library."""

RANDOM = "random"
"""What a random order is called."""
