"""The columns of an export where none are named."""

from collections.abc import Sequence

from catalogue.formats import Format
from catalogue.store.reading.queries import COLUMNS

WITH_OBJECTS = ("json", "jsonl")
"""The formats that have room for how often each technique is used."""


def usual_columns(form: Format, *, solution: bool) -> Sequence[str]:
    """Return what a format keeps of a puzzle; with its `solution` where there is room for it."""
    if not form.keeps_columns:
        return ("givens", "solution") if solution and form.keeps_solution else ("givens",)
    columns = tuple(name for name in COLUMNS if solution or name != "solution")
    return (*columns, "techniques") if form.name in WITH_OBJECTS else columns
