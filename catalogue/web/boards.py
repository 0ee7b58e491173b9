"""One board on its way to a page and back: read, turned, shown as a grid, drawn, written as a file."""

from __future__ import annotations

import io
import re
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from math import isqrt
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from markupsafe import Markup

from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats import FORMATS, Format, rules_of
from board_catalogue.catalogue.formats.applications import SERVICES
from board_catalogue.catalogue.formats.lines import clash_in
from board_catalogue.engine import Grid, SolvingStep, Step
from board_catalogue.engine.drawing import framed
from board_catalogue.engine.paths.drawing import LINKS, SHAPES, WORDS, svg_overlay
from board_catalogue.engine.paths.examples import technique_in_words
from board_catalogue.engine.paths.explanations import BaseStep, Mark
from board_catalogue.engine.paths.positions import Position
from board_catalogue.engine.paths.sentences import BranchText, branch_texts
from board_catalogue.engine.paths.single_drawing import SIGNS, is_single
from board_catalogue.engine.paths.styles import weight_of
from board_catalogue.engine.reading.reader import MOST_BYTES, read
from board_catalogue.engine.rules.formats import read_variant
from board_catalogue.engine.rules.variant import usual_regions
from board_catalogue.engine.shape import DIGITS, VALUES, NoUsualBlocks, Shape


def read_puzzle(text: str, size: int | None = None, blocks: str | None = None) -> Grid:
    """Read one puzzle, as drawings, lines or tables, or in a format of an application. ValueError says what is wrong.

    Blocks are those of a drawing or those that are named, else the usual ones of the size.
    """
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise ValueError(f"longer than {MOST_BYTES:,} bytes: paste one puzzle")
    linked = _of_link(text) or _of_row(text)
    if linked:
        text, blocks = linked[0], linked[1] or blocks
    try:
        found = read(text, size, blocks)
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
    variant = read_variant(link)
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
        raise ValueError("puzzle is not a text with one character per cell")
    if not isinstance(blocks, str | None):
        raise ValueError("blocks are not a text such as 3x2")
    return read_puzzle(text, blocks=blocks)


def position_in(data: Mapping[str, Any]) -> Given:
    """The position of a request: its puzzle, and perhaps `values` and `candidates`. ValueError says what is wrong."""
    puzzle = puzzle_in(data)
    return Given(puzzle, *values_and_marks_in(data, puzzle.line(), puzzle.size))


def values_and_marks_in(data: Mapping[str, Any], puzzle: str, size: int) -> tuple[list[int], list[int]]:
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


class Image(NamedTuple):
    """A way to look at a board: mirrored left to right or not, then turned clockwise so many quarters."""

    turns: int = 0
    is_mirrored: bool = False

    def of(self, grid: Grid) -> Grid:
        """Return the image of a grid."""
        seen = grid.transpose().rotate() if self.is_mirrored else grid
        for _ in range(self.turns):
            seen = seen.rotate()
        return seen

    def turned(self, grid: Grid) -> Image:
        """The next image by turning: a quarter, or a half if a quarter would change the blocks."""
        quarters = 1 if grid.board_shape.transposed == grid.board_shape else 2
        return Image((self.turns + quarters) % 4, self.is_mirrored)

    def mirrored(self) -> Image:
        """The image in a mirror that stands to its right."""
        return Image(-self.turns % 4, not self.is_mirrored)

    @property
    def words(self) -> list[str]:
        """The changes of the board in words; none for the board itself."""
        return [*(["mirrored"] if self.is_mirrored else []), *([f"turned-{90 * self.turns}"] if self.turns else [])]

    @property
    def query(self) -> str:
        """The part of an address that names it; empty for the board itself."""
        parts = [f"turns={self.turns}"] if self.turns else []
        return "&".join([*parts, *(["mirrored=1"] if self.is_mirrored else [])])


def image_in(parameters: Mapping[str, str], grid: Grid) -> Image:
    """The image that an address names. ValueError for one that changes the blocks of the board."""
    turns, mirrored = parameters.get("turns", "0"), parameters.get("mirrored", "0")
    if turns not in ("0", "1", "2", "3") or mirrored not in ("0", "1"):
        raise ValueError("turns is 0 to 3, mirrored 0 or 1")
    image = Image(int(turns), mirrored == "1")
    if image.of(grid).board_shape != grid.board_shape:
        raise ValueError("turned like this the board has other blocks")
    return image


def title_of(number: str, image: Image) -> str:
    """The name of a puzzle of the catalogue on a page, such as "Puzzle 12, turned by 90°"."""
    turned = [f"turned by {90 * image.turns}°"] if image.turns else []
    return ", ".join([f"Puzzle {number}", *(["mirrored"] if image.is_mirrored else []), *turned])


@dataclass(frozen=True)
class CellView:
    """A cell; `symbol` is empty if the cell is."""

    symbol: str
    is_clue: bool
    label: str
    """What a screen reader says, such as "row 1 column 3, clue 5"."""
    ends_block: bool
    """Whether a block ends at its right."""


@dataclass(frozen=True)
class RowView:
    """A row of cells."""

    cells: tuple[CellView, ...]
    ends_block: bool
    """Whether blocks end below it."""


@dataclass(frozen=True)
class GridView:
    """A board. `blocks` is as in `engine.Shape`, `clues` has one character per cell."""

    name: str
    size: int
    blocks: str
    clues: str
    rows: tuple[RowView, ...]


def grid_view(grid: Grid, name: str) -> GridView:
    """Return what the template shows; the name is for screen readers. Locked cells are clues."""
    height, width = framed(grid.board_shape)
    size = grid.size
    cells = [
        CellView(
            DIGITS[value] if value else "",
            locked,
            f"row {row + 1} column {column + 1}, {_content(value, locked)}",
            (column + 1) % width == 0 and column + 1 < size,
        )
        for row, column, value, locked in grid
    ]
    rows = (
        RowView(tuple(cells[start : start + size]), (row + 1) % height == 0 and row + 1 < size)
        for row, start in enumerate(range(0, len(cells), size))
    )
    clues = "".join(DIGITS[cell.value if cell.locked else 0] for cell in grid)
    return GridView(name, size, grid.blocks, clues, tuple(rows))


def _content(value: int, locked: bool) -> str:
    if not value:
        return "empty"
    return f"clue {DIGITS[value]}" if locked else DIGITS[value]


LEGEND = [
    *((mark.name.lower(), SHAPES[mark], WORDS[mark]) for mark in Mark),
    *((kind, line, words) for kind, (line, words) in LINKS.items()),
    *((role, sign, words) for role, (sign, words) in SIGNS.items()),
]
"""The class, the shape and the meaning of each mark and each kind of link."""


def drawn(position: Position, step: Step | SolvingStep) -> dict[str, Any]:
    """The drawing of a step, and its branches in words if its sentence does not name every link.

    `title` is the technique in words, `is_single` whether it can be seen without candidates, `drawing` an SVG image to
    lie over the board. Each of `branches` has a `question`
    and `links`, each of these a `text` and, in `nested`, the branches of the chain within the chain.
    """
    return {
        "title": technique_in_words(step.technique),
        "worth": weight_of(step),
        "is_single": is_single(step),
        "drawing": svg_overlay(position, step),
        "branches": branches_of(step, position.shape),
    }


def branches_of(step: BaseStep, shape: Shape) -> list[dict[str, Any]]:
    """The branches of a step in words; none if its sentence names every link."""
    says_all = len(step.chains) < 2 and not any(link.nested for branch in step.chains for link in branch)
    return [] if says_all else [_as_data(text) for text in branch_texts(step.chains, shape)]


def _as_data(branch: BranchText) -> dict[str, Any]:
    links = [{"text": link.text, "nested": [_as_data(inner) for inner in link.nested]} for link in branch.links]
    return {"question": branch.question, "links": links}


_CELL = 10  # units of a drawing
_BASE = 7.8  # of a digit, below the upper edge of its cell


@cache
def lines(shape: Shape) -> Markup:
    """The lines of a board, for all drawings of a page: the symbol `lines`."""
    rows, columns = framed(shape)
    side = shape.size * _CELL
    thin: list[str] = []
    thick: list[str] = []
    for edge in range(shape.size + 1):
        at = edge * _CELL
        (thin if edge % rows else thick).append(f"M0 {at}h{side}")
        (thin if edge % columns else thick).append(f"M{at} 0v{side}")
    return Markup(
        f'<symbol id="lines" viewBox="-1 -1 {side + 2} {side + 2}"><path class="thin" d="{"".join(thin)}"/>'
        f'<path class="thick" d="{"".join(thick)}"/></symbol>'
    )


def miniature(givens: str, size: int) -> Markup:
    """A puzzle, one character per cell. ValueError for a text with another number of cells."""
    if len(givens) != size**2 or not givens.replace(".", "").isalnum():
        raise ValueError("the catalogue has a puzzle that is no board; run catalogue verify")
    side = size * _CELL
    rows = (_row(givens[start : start + size], start // size) for start in range(0, size**2, size))
    return Markup(
        f'<svg class="miniature" viewBox="-1 -1 {side + 2} {side + 2}" aria-hidden="true">'
        f'<use href="#lines" x="-1" y="-1" width="{side + 2}" height="{side + 2}"/>{"".join(rows)}</svg>'
    )


def _row(cells: str, row: int) -> str:
    """The clues of a row as one text, each at its place."""
    clues = "".join(cells.split("."))
    middles = " ".join(str(column * _CELL + _CELL // 2) for column, cell in enumerate(cells) if cell != ".")
    return f'<text x="{middles}" y="{row * _CELL + _BASE:g}">{clues}</text>' if clues else ""


_NEEDS = {"png": "matplotlib"}


@cache
def file_formats(shape: Shape) -> tuple[Format, ...]:
    """The formats of text and pictures that can have a puzzle of the shape."""
    puzzle, solution = "." * shape.cells, "1" * shape.cells
    return tuple(
        form
        for form in FORMATS.values()
        if not form.keeps_columns
        and form.name != "link"
        and (find_spec(_NEEDS[form.name]) if form.is_binary else _is_written(form, puzzle, solution, shape))
    )


def _is_written(form: Format, puzzle: str, solution: str, shape: Shape) -> bool:
    try:
        written(form, puzzle, solution, shape.blocks)
    except (CatalogueError, ValueError):
        return False
    return True


def written(form: Format, puzzle: str, solution: str, blocks: str) -> bytes:
    """Return the file of a puzzle, with its solution if the format keeps it.

    ValueError if the format cannot have it.
    """
    file = io.BytesIO() if form.is_binary else io.StringIO()
    columns = ("givens", "solution") if form.keeps_solution else ("givens",)
    extra = {"blocks": blocks} if form.shows_blocks else {}
    form.write([(puzzle, solution)[: len(columns)]], columns, file, **extra)
    return file.getvalue() if isinstance(file, io.BytesIO) else file.getvalue().encode()


def links_out(puzzle: str, blocks: str) -> dict[str, str]:
    """The addresses that open a puzzle in other applications, by their names."""
    found = {}
    for name, address in SERVICES.items():
        try:
            found[name] = address(puzzle, blocks)
        except (CatalogueError, ValueError):  # not for this shape, or needs an extra that is not installed
            continue
    return found
