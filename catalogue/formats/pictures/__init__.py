"""Pictures of one puzzle."""

from collections.abc import Iterable, Sequence
from typing import Any


def the_only(rows: Iterable[Sequence[Any]]) -> str:
    """The puzzle of the only row; ValueError where there are none or several."""
    puzzles = [row[0] for row, _ in zip(rows, range(2), strict=False)]
    if len(puzzles) != 1:
        raise ValueError(f"a picture has one puzzle, not {'several' if puzzles else 'none'}: name its number")
    return str(puzzles[0])
