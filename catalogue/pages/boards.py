"""One puzzle on its way to a page: turned, shown as a grid, drawn with a step, with its rules, written as a file."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import cache, partial
from importlib.util import find_spec
from typing import Any, NamedTuple

from markupsafe import Markup

from ...engine import Grid, Variant
from ...engine.boards import as_lines
from ...engine.drawing import framed
from ...engine.paths import (
    LINKS,
    SHAPES,
    SIGNS,
    AnyPuzzle,
    Mark,
    Position,
    Step,
    branch_texts,
    first_cells,
    is_single,
    meaning_of,
    svg_overlay,
    title_of,
    weight_of,
    where_to_look,
)
from ...engine.paths.drawing import Room
from ...engine.rules.formats import constraint_text, f_puzzles, sudokupad
from ...engine.rules.picture import labelled, margin, room_for_candidates, svg_layers
from ...engine.shape import DIGITS, NO_BLOCKS, Shape
from ...engine.words import ENGLISH, words_in
from ..errors import CatalogueError
from ..formats import FORMATS, Format
from ..formats.applications import SERVICES
from .rendering import translator


def blocks_of(puzzle: Grid | Variant) -> str:
    """Return the blocks of a puzzle as `engine.Shape` names them."""
    return puzzle.board_shape.blocks


def line_of(puzzle: Grid | Variant) -> str:
    """Return the clues of a puzzle, one character per cell."""
    return as_lines(puzzle.clues[None])[0] if isinstance(puzzle, Variant) else puzzle.line()


def cells_of(puzzle: Grid | Variant) -> AnyPuzzle:
    """Return a puzzle as the functions of the engine take it: its cells, or with its rules."""
    return puzzle if isinstance(puzzle, Variant) else puzzle.to_numpy().ravel()


def constraints_of(variant: Variant) -> str:
    """Return the constraint text of the rules, without givens."""
    return constraint_text.write(variant.with_givens(()))


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


def name_of(number: str, image: Image, language: str = ENGLISH) -> str:
    """The name of a puzzle of the catalogue on a page, such as "Puzzle 12, turned by 90°"."""
    translate = translator(language)
    turned = [translate("turned by {degrees}°", degrees=90 * image.turns)] if image.turns else []
    mirrored = [translate("mirrored")] if image.is_mirrored else []
    return ", ".join([translate("Puzzle {number}", number=number), *mirrored, *turned])


class CellView(NamedTuple):
    """A cell; `symbol` is empty if the cell is, `label` is for screen readers: "row 1 column 3, clue 5"."""

    symbol: str
    label: str
    classes: str
    """Of `clue`; `ends-right`, `ends-below` at the end of a block or region; `labelled` with a text in its corner."""


class GridView(NamedTuple):
    """A board. `blocks` is as in `engine.Shape`, `clues` has one character per cell."""

    name: str
    size: int
    blocks: str
    clues: str
    rows: Sequence[Sequence[CellView]]
    layers: Mapping[str, Any] | None
    """The rules of a variant: drawings to mix with the cells and to cover them, the cells around, and the data."""


def grid_view(puzzle: Grid | Variant, name: str, language: str = ENGLISH) -> GridView:
    """Return what the template shows; the name is for screen readers. Locked cells are clues.

    ValueError for a variant with a rule that constraint text lacks.
    """
    size, translate = puzzle.size, translator(language)
    empty = translate("empty")
    region_of: Callable[[int, int], int]
    layers = None
    if isinstance(puzzle, Variant):
        values = puzzle.clues.tolist()
        is_locked, region_of, with_text = [value > 0 for value in values], puzzle.region_of, labelled(puzzle)
        mixed, covering = map(Markup, svg_layers(puzzle))
        data = rule_data(puzzle)
        layers = {"margin": margin(puzzle), "room": room_of(puzzle), "mixed": mixed, "covering": covering, "data": data}
    else:
        values, is_locked = puzzle.to_numpy().ravel().tolist(), [cell.locked for cell in puzzle]
        height, width = framed(puzzle.board_shape)
        region_of, with_text = (lambda row, column: row // height * size + column // width), frozenset[int]()

    def view(cell: int) -> CellView:
        row, column = divmod(cell, size)
        here, value = region_of(row, column), values[cell]
        classes = {
            "clue": is_locked[cell],
            "ends-right": column + 1 < size and region_of(row, column + 1) != here,
            "ends-below": row + 1 < size and region_of(row + 1, column) != here,
            "labelled": cell in with_text,
        }
        symbol = DIGITS[value] if value else ""
        content = translate("clue {digit}", digit=symbol) if is_locked[cell] else symbol
        place = translate("row {row} column {column}", row=row + 1, column=column + 1)
        label = f"{place}, {content if value else empty}"
        return CellView(symbol, label, " ".join(each for each in classes if classes[each]))

    cells = [view(cell) for cell in range(size**2)]
    rows = [cells[start : start + size] for start in range(0, size**2, size)]
    clues = "".join(DIGITS[value if is_clue else 0] for value, is_clue in zip(values, is_locked, strict=True))
    return GridView(name, size, blocks_of(puzzle), clues, rows, layers)


_LEGEND = {**{mark.name.lower(): SHAPES[mark] for mark in Mark}, **LINKS, **SIGNS}
"""The shape of each mark and each kind of link by its class."""


def legend(language: str = ENGLISH) -> list[tuple[str, str, str]]:
    """Return the class, the shape and the meaning of each mark and each kind of link."""
    words = words_in(language)
    return [(kind, shape, words.say("marks", kind)) for kind, shape in _LEGEND.items()]


def drawn(position: Position, step: Step, language: str = ENGLISH, room: Room = Room()) -> dict[str, Any]:  # noqa: B008
    """The drawing of a step, and its branches in words if its sentence does not name every link.

    `room` is as `room_of` gives it.

    `title` is the technique in words, or what the step follows from, `is_single` whether it can be seen without
    candidates, `drawing` an SVG image to lie over the board. Each of `branches` has a `question` and `links`,
    each of these a `text` and, in `nested`, the branches of the chain within the chain.
    """
    return {
        "title": title_of(step, language),
        "worth": weight_of(step, language),
        "is_single": is_single(step),
        "drawing": svg_overlay(position, step, language, room=room),
        "branches": branch_texts(step, language) if step.unfolds else [],
    }


def hinted(step: Step, language: str = ENGLISH) -> dict[str, Any]:
    """The first stages of a hint, before it shows the step: where to look, and what its technique is."""
    return {
        "where": where_to_look(step, language),
        "units": step.units,
        "cells": [] if step.units else first_cells(step),
        "technique": step.technique,
        "title": title_of(step, language),
        "worth": weight_of(step, language),
        "meaning": meaning_of(step, language).rstrip("."),
    }


_CELL = 10  # units of a drawing
_BASE = 7.8  # of a digit, below the upper edge of its cell


@cache
def lines(shape: Shape) -> Markup:
    """The lines of a board, for all drawings of a page: the symbol `lines`."""
    rows, columns = framed(shape)
    side = shape.size * _CELL
    paths = {"thin": "", "thick": ""}
    for edge in range(shape.size + 1):
        at = edge * _CELL
        paths["thin" if edge % rows else "thick"] += f"M0 {at}h{side}"
        paths["thin" if edge % columns else "thick"] += f"M{at} 0v{side}"
    drawn = "".join(f'<path class="{name}" d="{path}"/>' for name, path in paths.items())
    return Markup(f'<symbol id="lines" viewBox="-1 -1 {side + 2} {side + 2}">{drawn}</symbol>')


def miniature(givens: str, size: int) -> Markup:
    """A puzzle, one character per cell. ValueError for a text with another number of cells."""
    if len(givens) != size**2 or not givens.replace(".", "").isalnum():
        raise ValueError("the catalogue has a puzzle that is no board; run catalogue verify")
    side, texts = size * _CELL, ""
    for row in range(size):
        cells = givens[row * size : (row + 1) * size]
        middles = " ".join(str(column * _CELL + _CELL // 2) for column, cell in enumerate(cells) if cell != ".")
        if clues := cells.replace(".", ""):
            texts += f'<text x="{middles}" y="{row * _CELL + _BASE:g}">{clues}</text>'
    return Markup(
        f'<svg class="miniature" viewBox="-1 -1 {side + 2} {side + 2}" aria-hidden="true">'
        f'<use href="#lines" x="-1" y="-1" width="{side + 2}" height="{side + 2}"/>{texts}</svg>'
    )


def file_formats(puzzle: Grid | Variant) -> tuple[Format, ...]:
    """The formats of text and pictures that can have a plain puzzle of a shape, or that keep rules."""
    able = _keeping_rules if isinstance(puzzle, Variant) else partial(_of_shape, puzzle.board_shape)
    return tuple(form for form in able() if form.name != "png" or find_spec("matplotlib"))


@cache
def _keeping_rules() -> tuple[Format, ...]:
    return tuple(form for form in FORMATS.values() if form.keeps_rules)


@cache
def _of_shape(shape: Shape) -> tuple[Format, ...]:
    puzzle, found = Grid.empty(shape.size, blocks=shape.blocks), []
    for form in FORMATS.values():
        if form.keeps_columns or form.name == "link":
            continue
        with suppress(CatalogueError, ValueError):
            if not form.is_binary:
                written(form, puzzle, "1" * shape.cells)
            found.append(form)
    return tuple(found)


def written(form: Format, puzzle: Grid | Variant, solution: str) -> bytes:
    """Return the file of a puzzle, with its solution if the format keeps it.

    ValueError if the format cannot have it, or has no room for one of its rules.
    """
    file = io.BytesIO() if form.is_binary else io.StringIO()
    if isinstance(puzzle, Variant):
        form.write_variants([(puzzle, solution if form.keeps_solution else None)], file)
    else:
        columns = ("givens", "solution") if form.keeps_solution else ("givens",)
        extra = {"blocks": puzzle.blocks} if form.shows_blocks else {}
        form.write([(puzzle.line(), solution)[: len(columns)]], columns, file, **extra)
    return file.getvalue() if isinstance(file, io.BytesIO) else file.getvalue().encode()


_PROGRAMS = {"SudokuPad": sudokupad, "f-puzzles": f_puzzles}


def links_out(puzzle: Grid | Variant, about: Mapping[str, str] = {}) -> dict[str, str]:
    """The addresses that open a puzzle in other applications, by their names; none for a rule that they lack.

    Those of a puzzle under rules have what `about` says: its title and author.
    """
    if isinstance(puzzle, Variant):
        ways = {name: partial(form.write, puzzle, about) for name, form in _PROGRAMS.items()}
    else:
        ways = {name: partial(address, puzzle.line(), puzzle.blocks) for name, address in SERVICES.items()}
    found = {}
    for name, address in ways.items():
        with suppress(CatalogueError, ValueError):  # not for this shape, or needs an extra that is not installed
            found[name] = address()
    return found


# --- With rules ------------------------------------------------------------------------------------------------------


def room_of(puzzle: Grid | Variant) -> Room:
    """What the candidates of each cell leave to the marks of rules; `static/grid.css` has the same by classes."""
    return room_for_candidates(puzzle) if isinstance(puzzle, Variant) else Room()


def rule_data(variant: Variant) -> dict[str, Any]:
    """Return the rules as data, for `static/shape.js` and the engine in the tab.

    `constraints` is their text; `uses`, `blocks` or `regions`, and `groups` are as the engine of browsers takes them;
    `room` is what candidates leave to marks. ValueError for a rule that constraint text lacks.
    """
    blocks, groups = blocks_of(variant), variant.frame.groups
    uses = (asdict(use).items() for use in variant.uses)
    return {
        "constraints": constraints_of(variant),
        "uses": [{name: each for name, each in fields if each not in ((), None, "")} for fields in uses],
        **({"regions": variant.regions} if blocks == NO_BLOCKS else {"blocks": blocks}),
        "groups": [{"prefix": one.prefix, "count": one.count, "columns": one.columns} for one in groups],
        "room": room_of(variant)._asdict(),
    }
