"""A board that a person has begun, read from a file: digits, and pencil marks as a hint draws them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ...engine.shape import DIGITS
from ..errors import CatalogueError
from .named import Given, named

_LARGEST_PLAIN = 9
"""Above, a word such as 12 may be a value; brackets show that it is none."""

_LABEL = r"\b[rc]\d+\b"
_NO_WORD = r"[^\w.\[\]]+"


class Marked(NamedTuple):
    """The marks of a person in each cell."""

    values: list[int]
    """0 for empty cells."""
    marks: list[int]
    """Masks of candidates, bit 0 for digit 1; 0 for no marks."""


def read_marked(path: Path, given: Given) -> Marked:
    """Read a board of a puzzle from a file: one word per cell with its marks, as `catalogue hint` draws, or any board.

    Values are in brackets; if none are, a word of one digit is a value. A word `.` is an empty cell without marks.
    CatalogueError if the file has no board of that size.
    """
    from ...engine.reading.reader import read_text

    try:
        text = read_text(path)
    except OSError as error:
        raise CatalogueError(f"{path}: {error.strerror or error}; name a file that holds a board") from error
    except ValueError as error:
        raise CatalogueError(f"{path}: {error}") from error
    words = _words(text)
    # Single digits alone are a board in one of many formats; 27 triples have 81 of them, too.
    has_marks = "[" in text or (given.size <= _LARGEST_PLAIN and any(len(word) > 1 for word in words))
    if has_marks and len(words) == given.shape.cells:
        return _marked(words, "[" in text, path)
    with named(str(path), None, size=given.size, blocks=given.shape.blocks) as board:
        cells = [cell.value for cell in board.single().grid()]
    return Marked(cells, [0] * len(cells))


def _words(text: str) -> list[str]:
    """The words without labels, frames, and the signs before candidates."""
    lines = (re.sub(r"[-+*?~]", "", re.sub(_LABEL, " ", line)) for line in text.splitlines())
    return [word for line in lines for word in re.split(_NO_WORD, line) if word]


def _marked(words: Sequence[str], has_brackets: bool, path: Path) -> Marked:
    values, marks = [], []
    for word in words:
        is_value = word.startswith("[") if has_brackets else len(word) == 1
        symbols = word.strip("[]").replace(".", "").replace("0", "")
        if not set(symbols) <= set(DIGITS[1:]) or (is_value and len(symbols) > 1):
            raise CatalogueError(f"{path}: {word!r} has no digits of a cell")
        digits = [DIGITS.index(symbol) for symbol in symbols]
        values.append(digits[0] if is_value and digits else 0)
        marks.append(0 if is_value else sum({1 << digit - 1 for digit in digits}))
    return Marked(values, marks)
