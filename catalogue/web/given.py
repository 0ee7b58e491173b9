"""The puzzle of a request, in any format of text, with its rules, and the position that a player has reached."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Mapping
from io import BytesIO
from math import isqrt
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

import numpy as np
from numpy.typing import NDArray

from ...engine import Grid, Variant
from ...engine.paths.positions import Position
from ...engine.reading.reader import MOST_BYTES, read
from ...engine.rules.reading import is_variant, whole_variant
from ...engine.rules.rulebook import blocks_ruled, under
from ...engine.rules.variant import usual_regions
from ...engine.shape import DIGITS, VALUES, NoUsualBlocks
from ...engine.words import ENGLISH, LANGUAGES
from ..formats import FORMATS, rules_of
from ..formats.lines import clash_in
from ..pages.boards import blocks_of, line_of


def read_puzzle(text: str, size: int | None = None, blocks: str | None = None, base: int | None = None) -> Grid:
    """Read one puzzle, as drawings, lines or tables, or in a format of an application. ValueError says what is wrong.

    Blocks come from a drawing or are named, else they are the usual ones of the size. `base` is the first number of
    rows and columns in lines of triples; None: as they show it.
    """
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise ValueError(f"longer than {MOST_BYTES:,} bytes: paste one puzzle")
    linked = _of_link(text) or _of_row(text)
    if linked:
        text, blocks = linked[0], linked[1] or blocks
    try:
        found = read(text, size, blocks, base)
        grid = Grid(found.cells, blocks=found.shape.blocks)
    except NoUsualBlocks as error:
        raise ValueError(error.advised("choose the blocks,")) from error
    except ValueError as error:
        grid = _of_application(text, blocks, error)
    if clash := clash_in(grid):
        raise ValueError(clash)
    return grid


_PACKED = re.compile(r"^https?://\S*(?:fpuzzles|load=|scl)\S+$")


def _of_link(text: str) -> tuple[str, str | None] | None:
    """The puzzle of a link and its blocks: of SudokuPad, f-puzzles, SudokuWiki, or of this page. None for other text.

    ValueError for a link that is cut, and for one to a variant.
    """
    link = text.strip()
    if link.startswith("data:application/x-opensudoku;base64,"):
        return b64decode(link.partition(",")[2]).decode("utf-8", "replace"), None
    if not link.startswith(("http://", "https://")) or any(character.isspace() for character in link):
        return None
    query = dict(parse_qsl(urlsplit(link).query))
    for name in ("puzzle", "bd"):
        if query.get(name):
            return query[name], query.get("blocks")
    if not _PACKED.match(link):
        raise ValueError("this link has no puzzle in it: those of SudokuPad, f-puzzles and SudokuWiki have")
    variant = whole_variant(link)
    if variant.uses or variant.regions != usual_regions(variant.size):
        raise ValueError("the puzzle of this link has more rules than those of Sudoku")
    return "".join(DIGITS[digit] for digit in variant.givens), None


def _of_row(text: str) -> tuple[str, str | None] | None:
    """The puzzle of a row of a table without its head, the field with empty cells; None for other text."""
    if "\n" in text.strip():
        return None
    fields = [field.strip().strip('"') for field in re.split(r"[,;\t]", text)]
    for field in fields if len(fields) > 1 else ():
        is_square = len(field) > 15 and isqrt(len(field)) ** 2 == len(field)
        if is_square and set(field) <= set(VALUES) and set(field) & set(".0"):
            return field, None
    return None


def _of_application(text: str, blocks: str | None, fault: ValueError) -> Grid:
    """The puzzle of a text that only the formats of files can read. `fault` is raised if these cannot either."""
    content = text.encode("utf-8", "replace")
    for form in FORMATS.values():
        if form.is_binary or not form.is_like(content):
            continue
        try:
            records = list(form.read(BytesIO(content)))
        except ValueError:
            continue
        puzzles = [record.puzzle for record in records]
        if any(map(rules_of, records)):
            raise ValueError("the puzzle has more rules than those of Sudoku")
        if len(puzzles) > 1:
            raise ValueError(f"{len(puzzles)} puzzles of the format {form.name}: paste one")
        if puzzles:
            return Grid.parse(puzzles[0], blocks=blocks)
    raise fault


# --- Requests ------------------------------------------------------------------------------------------------------


class Given(NamedTuple):
    """A position; `values` has 0 for empty cells, `candidates` masks, bit 0 for digit 1, and 0 for no marks."""

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
    if not rules and not is_variant(text):
        return read_puzzle(text, blocks=blocks, base=base)
    variant = _with_givens(rules, text) if rules else whole_variant(text)
    if not variant.uses and variant.regions == usual_regions(variant.size):
        return read_puzzle(text, blocks=blocks, base=base)
    if blocks is not None:
        raise ValueError("constraints name the regions: leave out blocks")
    return variant


def read_with_rules(text: str, rules: str = "", blocks: str | None = None) -> Variant | Grid:
    """Read a puzzle that was pasted, with its own rules or those that are named, such as "diagonal,anti-king".

    ValueError says what is wrong.
    """
    puzzle = puzzle_in({"puzzle": text}) if is_variant(text) else None
    if isinstance(puzzle, Variant):
        if rules or blocks:
            raise ValueError(f"the puzzle names its {'rules' if rules else 'regions'} itself: leave this field empty")
        return puzzle
    grid = read_puzzle(text, blocks=blocks or blocks_ruled(rules))
    return under(rules, grid.to_numpy().ravel().tolist(), grid.blocks) if rules else grid


def _with_givens(rules: str, text: str) -> Variant:
    variant = whole_variant(rules)
    if any(variant.givens):
        raise ValueError("constraints have givens: put them into the puzzle")
    if is_variant(text):
        raise ValueError("the puzzle has rules of its own: leave out constraints")
    return variant.with_givens(read(text, variant.size, variant.board_shape.blocks).cells)


def language_in(data: Mapping[str, Any]) -> str:
    """The language of sentences that a request asks for: no browser's wish counts. ValueError for an unknown one."""
    language = data.get("language") or ENGLISH
    if language not in LANGUAGES:
        raise ValueError(f"language is one of {', '.join(LANGUAGES)}")
    return str(language)


def position_in(data: Mapping[str, Any]) -> Given:
    """The position of a request: its puzzle, and perhaps `values` and `candidates`. ValueError says what is wrong."""
    puzzle = puzzle_in(data)
    return Given(puzzle, *_values_and_marks_in(data, line_of(puzzle), puzzle.size))


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
