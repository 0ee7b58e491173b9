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
)
"""The columns of a result, by the names in `catalogue.store.reading.queries.COLUMNS` and `ON_REQUEST`."""

NUMBER_COLUMNS = {"id": "id", **{metric.label: column for column, metric in PUZZLE_METRICS.items()}, "rating": "rating"}
"""The columns that can be bounded and sorted by, by their names in options and in the library."""

RANDOM = "random"
"""What a random order is called."""
