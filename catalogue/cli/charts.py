"""Figures, tables and bars in a terminal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_WIDTH = 40  # of the longest bar


def histogram(counts: Mapping[int, int], heading: str) -> str:
    """Draw a bar for each value, with its count and its share."""
    return bars(dict(sorted(counts.items())), heading)


def bars(counts: Mapping[Any, int], heading: str) -> str:
    """Draw the bars in the order given."""
    total, most = sum(counts.values()), max(counts.values(), default=1)
    rows = [
        (value, f"{number:,}", f"{number / total:.1%}", "█" * max(1, round(_WIDTH * number / most)))
        for value, number in counts.items()
    ]
    return table(rows, [heading, "puzzles", "share", ""], ["right", "right", "right", "left"])


def print_figures(rows: Iterable[tuple[str, str]]) -> None:
    """Print names with their numbers."""
    print(two_columns(rows))


def two_columns(rows: Iterable[tuple[str, str]]) -> str:
    """Names in the left column, numbers flush right."""
    return _aligned(rows, ["left", "right"], tablefmt="plain")


def table(rows: Iterable[Sequence[object]], headers: Sequence[str], sides: Sequence[str]) -> str:
    """Columns under their headers, each aligned to its side."""
    return _aligned(rows, sides, headers=headers)


def _aligned(rows: Iterable[Sequence[object]], sides: Sequence[str], **style: Any) -> str:
    from tabulate import tabulate

    return tabulate(list(rows), disable_numparse=True, colalign=sides, **style)
