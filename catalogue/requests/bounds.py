"""Bounds of the numbers that puzzles have: the options for the least and the greatest value to keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..puzzles.columns import MEANINGS, NUMBER_COLUMNS
from .option import Option, whole
from .values import rating

_IN_OPTIONS = {"id": "board number", "rating": "rating, such as 2.0", "score": "score on the scale of HoDoKu"}
"""The words of the help for a number, where they are not its name and its meaning."""


def least(label: str) -> Option:
    """A field for the least value to keep of a number, by its name in `NUMBER_COLUMNS`."""
    return _bound(label, f"Minimum {_IN_OPTIONS.get(label) or f'{label}: {MEANINGS[NUMBER_COLUMNS[label]]}'}.")


def greatest(label: str) -> Option:
    """A field for the greatest value to keep."""
    words = _IN_OPTIONS.get(label, label) if label == "id" else label
    return _bound(label, f"Maximum {words}.")


def _bound(label: str, help: str) -> Option:
    return Option(help=help, read=rating, metavar="RATING") if label == "rating" else whole(help)


def crossed(bounds: Mapping[str, Any]) -> str | None:
    """Say which two bounds, by names such as min_clues, exclude every puzzle; None if none do."""
    for label in NUMBER_COLUMNS:
        low, high = bounds.get(f"min_{label}"), bounds.get(f"max_{label}")
        if low is not None and high is not None and low > high:
            return f"`min_{label}` {low} is above `max_{label}` {high}"
    return None
