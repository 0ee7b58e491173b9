"""Numbers as a person reads them in a terminal."""

from collections.abc import Mapping
from typing import Any

from tabulate import tabulate

_WIDTH = 40  # of the longest bar


def histogram(counts: Mapping[int, int], heading: str) -> str:
    """Draw one bar a value, with its count and its share."""
    return bars(dict(sorted(counts.items())), heading)


def bars(counts: Mapping[Any, int], heading: str) -> str:
    """Draw the bars of a histogram in the order given, whatever they count."""
    total, most = sum(counts.values()), max(counts.values(), default=1)
    rows = [
        (value, f"{number:,}", f"{number / total:.1%}", "█" * max(1, round(_WIDTH * number / most)))
        for value, number in counts.items()
    ]
    return tabulate(rows, headers=[heading, "puzzles", "share", ""], colalign=("right", "right", "right", "left"))
