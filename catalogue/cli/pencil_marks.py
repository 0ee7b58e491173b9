"""A board as a person has it: the digits filled in so far, and pencil marks in the cells that are empty."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from catalogue.cli.puzzles import read_puzzle
from catalogue.errors import CatalogueError
from engine import Grid
from engine.board.reading import read_text
from engine.board.symbols import DIGITS


class Marked(NamedTuple):
    """`values` has 0 for empty cells, `marks` a mask for each cell, bit 0 for digit 1, and 0 for no marks."""

    values: list[int]
    marks: list[int]


def read_marked(path: Path, puzzle: Grid) -> Marked:
    """Read a board of a puzzle from a file: a word a cell with its marks, as `catalogue hint` draws, or any board.

    Values are in brackets; where none are, a word of one digit is a value. A word `.` is an empty cell without marks.
    CatalogueError if the file has no board of that size.
    """
    try:
        text = read_text(path)
    except OSError as error:
        raise CatalogueError(f"{path}: {error.strerror or error}; name a file that holds a board") from error
    except ValueError as error:
        raise CatalogueError(f"{path}: {error}") from error
    words = _words(text)
    # Single digits alone are a board in one of many formats; 27 triples have 81 of them, too.
    has_marks = "[" in text or (puzzle.size <= _LARGEST_PLAIN and any(len(word) > 1 for word in words))
    if has_marks and len(words) == puzzle.board_shape.cells:
        return _marked(words, "[" in text, path)
    board = read_puzzle(path, puzzle.size, puzzle.blocks)
    return Marked(board.to_numpy().ravel().tolist(), [0] * board.board_shape.cells)


_LARGEST_PLAIN = 9
"""Above, a word such as 12 may be a value; brackets show that it is none."""

_LABEL = r"\b[rc]\d+\b"
_NO_WORD = r"[^\w.\[\]]+"


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
