"""The puzzle of a request, in any format of text, with its rules, and the position that a player has reached."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...engine import Grid, Variant
from ...engine.paths import Position
from ...engine.reading.reader import MOST_BYTES
from ...engine.rules.rulebook import blocks_ruled, under
from ...engine.rules.variant import usual_regions
from ...engine.shape import VALUES, NoUsualBlocks
from ...engine.words import ENGLISH, LANGUAGES
from ..formats import How
from ..formats.door import given_in, grid_of
from ..formats.variants import is_ruled, with_givens
from ..pages.boards import blocks_of, line_of


def read_puzzle(text: str, blocks: str | None = None, base: int | None = None) -> Grid:
    """Read one plain puzzle, as `puzzle_of` does. ValueError for one with rules."""
    puzzle = puzzle_of(text, blocks, base)
    if isinstance(puzzle, Variant):
        raise ValueError("the puzzle of this link has more rules than those of Sudoku")
    return puzzle


def puzzle_of(text: str, blocks: str | None = None, base: int | None = None) -> Grid | Variant:
    """Read one puzzle in any form that `door.given_in` takes. ValueError says what is wrong.

    Blocks come from a drawing or are named, else they are the usual ones of the size. `base` is the first number of
    rows and columns in lines of triples; None: as they show it.
    """
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise ValueError(f"longer than {MOST_BYTES:,} bytes: paste one puzzle")
    has_own = is_ruled(text)
    try:
        given = given_in(text, How() if has_own else How(blocks=blocks, base=base))
    except NoUsualBlocks as error:
        raise ValueError(error.advised("choose the blocks,")) from error
    variant = given.variant
    if variant is None or not (variant.uses or variant.regions != usual_regions(variant.size)):
        return grid_of(given)
    if blocks is not None:
        raise ValueError("constraints name the regions: leave out blocks")
    return variant


# --- Requests --------------------------------------------------------------------------------------------------------


class Begun(NamedTuple):
    """A puzzle that a player has begun.

    `values` has 0 for empty cells, `candidates` masks, bit 0 for digit 1, and 0 for no marks.
    """

    puzzle: Grid | Variant
    values: list[int]
    candidates: list[int]

    @property
    def cells(self) -> NDArray[np.uint8] | Variant:
        """The puzzle as the functions of the engine take it."""
        return cells_of(self.puzzle)

    @property
    def blocks(self) -> str:
        """The blocks of the board."""
        return blocks_of(self.puzzle)

    def position(self) -> Position:
        """Return the position, with the candidates of all cells."""
        return Position.of(self.puzzle, self.values, self.candidates)


def cells_of(puzzle: Grid | Variant) -> NDArray[np.uint8] | Variant:
    """Return a puzzle as the functions of the engine take it: its cells, or with its rules."""
    return puzzle if isinstance(puzzle, Variant) else puzzle.to_numpy().ravel()


def puzzle_in(data: Mapping[str, Any]) -> Grid | Variant:
    """The puzzle of a request: `puzzle` in any format of text, with its `blocks` if they are not the usual ones.

    Its rules are `constraints` beside the cells of the puzzle, or the puzzle itself is constraint text or a link.
    ValueError says what is wrong.
    """
    text, rules, blocks, base = (data.get(name) for name in ("puzzle", "constraints", "blocks", "base"))
    if not isinstance(text, str):
        raise ValueError("puzzle is not a text with one character per cell")
    if not isinstance(rules, str | None):
        raise ValueError("constraints are not a text such as .Cage~15~R1C1~R1C2")
    if not isinstance(blocks, str | None):
        raise ValueError("blocks are not a text such as 3x2")
    if base is not None and (isinstance(base, bool) or base not in (0, 1)):
        raise ValueError("base is 0 or 1")
    if max(len(each.encode("utf-8", "replace")) for each in (text, rules or "")) > MOST_BYTES:
        raise ValueError(f"longer than {MOST_BYTES:,} bytes: send one puzzle")
    if not rules:
        return puzzle_of(text, blocks, base)
    variant = with_givens(rules, text)
    if not variant.uses and variant.regions == usual_regions(variant.size):
        return puzzle_of(text, blocks, base)
    if blocks is not None:
        raise ValueError("constraints name the regions: leave out blocks")
    return variant


def read_with_rules(text: str, rules: str = "", blocks: str | None = None) -> Variant | Grid:
    """Read a puzzle that was pasted, with its own rules or those that are named, such as "diagonal,anti-king".

    ValueError says what is wrong.
    """
    has_own = is_ruled(text)
    puzzle = puzzle_of(text) if has_own else puzzle_of(text, blocks or blocks_ruled(rules))
    if isinstance(puzzle, Variant):
        if rules or blocks:
            raise ValueError(f"the puzzle names its {'rules' if rules else 'regions'} itself: leave this field empty")
        return puzzle
    return under(rules, puzzle.to_numpy().ravel().tolist(), puzzle.blocks) if rules else puzzle


def language_in(data: Mapping[str, Any]) -> str:
    """The language of sentences that a request asks for: no browser's wish counts. ValueError for an unknown one."""
    language = data.get("language") or ENGLISH
    if language not in LANGUAGES:
        raise ValueError(f"language is one of {', '.join(LANGUAGES)}")
    return str(language)


def position_in(data: Mapping[str, Any]) -> Begun:
    """The position of a request: its puzzle, and perhaps `values` and `candidates`. ValueError says what is wrong."""
    puzzle = puzzle_in(data)
    return Begun(puzzle, *_values_and_marks_in(data, line_of(puzzle), puzzle.size))


def _values_and_marks_in(data: Mapping[str, Any], puzzle: str, size: int) -> tuple[list[int], list[int]]:
    """The `values` of a request, by default the puzzle, and its `candidates`. ValueError says what is wrong."""
    cells = size**2
    text, masks = data.get("values"), data.get("candidates")
    if text is None:
        text = puzzle
    if not isinstance(text, str) or len(text) != cells or not set(text) <= set(VALUES):
        raise ValueError(f"values are not a text of {cells} characters, one a cell")
    if masks is None:
        masks = [0] * cells
    limit = 2**size
    if not isinstance(masks, list) or len(masks) != cells or not all(_is_mask(mask, limit) for mask in masks):
        raise ValueError(f"candidates are not a list of {cells} whole numbers in 0 .. {limit - 1}, masks of digits")
    return [VALUES[symbol] for symbol in text], masks


def _is_mask(value: Any, limit: int) -> bool:
    return type(value) is int and 0 <= value < limit
