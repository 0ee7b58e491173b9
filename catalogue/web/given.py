"""The puzzle of a request, in any format of text, with its rules."""

from collections.abc import Mapping
from typing import Any

from ...engine import Grid, Variant
from ...engine.reading.reader import MOST_BYTES
from ...engine.rules.rulebook import blocks_ruled, under
from ...engine.rules.variant import usual_regions
from ...engine.shape import NoUsualBlocks
from ..formats import How
from ..formats.door import given_in, grid_of
from ..formats.variants import is_ruled, with_givens


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


def puzzle_in(data: Mapping[str, Any]) -> Grid | Variant:
    """The puzzle of a request: `puzzle` in any format of text, with its `blocks` if they are not the usual ones.

    Its rules are `constraints` beside the cells of the puzzle, or the puzzle itself is constraint text or a link.
    ValueError says what is wrong.
    """
    text, rules, blocks, base = (data.get(name) for name in ("puzzle", "constraints", "blocks", "base"))
    text = text or ""
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
