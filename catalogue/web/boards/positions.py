"""A position as requests bring it: a puzzle, the digits filled in so far, and the candidates that a person has left."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from catalogue.web.boards.reading import read_puzzle
from engine import Grid
from engine.shape import VALUES


class Given(NamedTuple):
    """A position; `values` has 0 for empty cells, `candidates` masks, bit 0 for digit 1, and 0 for no marks."""

    puzzle: Grid
    values: list[int]
    candidates: list[int]


def puzzle_in(data: Mapping[str, Any]) -> Grid:
    """The puzzle of a request, `puzzle` in any format of text, with its `blocks` if they are not the usual ones.

    ValueError says what is wrong.
    """
    text, blocks = data.get("puzzle"), data.get("blocks")
    if not isinstance(text, str):
        raise ValueError("puzzle is not a text with a character a cell")
    if not isinstance(blocks, str | None):
        raise ValueError("blocks are not a text such as 3x2")
    return read_puzzle(text, blocks=blocks)


def position_in(data: Mapping[str, Any]) -> Given:
    """The position of a request: its puzzle, and perhaps `values` and `candidates`. ValueError says what is wrong."""
    puzzle = puzzle_in(data)
    cells = puzzle.board_shape.cells
    text, masks = data.get("values"), data.get("candidates")
    if text is None:
        text = puzzle.line()
    if not isinstance(text, str) or len(text) != cells or not set(text) <= set(VALUES):
        raise ValueError(f"values are not a text of {cells} characters, one a cell")
    if masks is None:
        masks = [0] * cells
    limit = 2**puzzle.size
    if not isinstance(masks, list) or len(masks) != cells or not all(_is_mask(mask, limit) for mask in masks):
        raise ValueError(f"candidates are not a list of {cells} whole numbers in 0 .. {limit - 1}, masks of digits")
    return Given(puzzle, [VALUES[symbol] for symbol in text], masks)


def _is_mask(value: Any, limit: int) -> bool:
    return type(value) is int and 0 <= value < limit
