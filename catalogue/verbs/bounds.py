"""Bounds of the numbers that puzzles have: the least and the greatest value to keep, for each column."""

from __future__ import annotations

from functools import cache
from typing import Any

from board_catalogue.catalogue.puzzles.numbers import NUMBER_COLUMNS, PUZZLE_METRICS, TEXTBOOK_METRICS
from board_catalogue.catalogue.verbs.option import Option, whole
from board_catalogue.catalogue.verbs.values import rating


class Bounds(dict[str, Any]):
    """The least and the greatest values to keep, by keywords of `puzzles.filters.criteria` such as min_clues."""


@cache
def bound_options() -> dict[str, Option]:
    """Return two options for each column of numbers, in the order of the columns."""
    found = _pair("id", "board number", "board number")
    for metric in (PUZZLE_METRICS | TEXTBOOK_METRICS).values():
        found |= _pair(metric.label, metric.label, f"{metric.label}: {metric.meaning}")
    found |= _pair("rating", "rating", "rating, such as 2.0", read=rating, metavar="RATING")
    return found | _pair("score", "score", "score on the scale of HoDoKu")


def _pair(label: str, name: str, meaning: str, **style: Any) -> dict[str, Option]:
    """The options for the least and the greatest value."""
    sides = (("min", f"Minimum {meaning}."), ("max", f"Maximum {name}."))
    if style:
        return {f"{side}_{label}": Option(help=help, **style) for side, help in sides}
    return {f"{side}_{label}": whole(help) for side, help in sides}


def crossed(bounds: Bounds) -> str | None:
    """Say which two bounds exclude every puzzle; None if none do."""
    for label in NUMBER_COLUMNS:
        low, high = bounds.get(f"min_{label}"), bounds.get(f"max_{label}")
        if low is not None and high is not None and low > high:
            return f"`min_{label}` {low} is above `max_{label}` {high}"
    return None
