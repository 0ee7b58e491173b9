"""One plain puzzle of a text in any form: cells, or a drawing over several lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ... import engine
from ...engine.shape import SIZE_OF_CELLS, NoUsualBlocks
from ..errors import CatalogueError
from ..formats import MORE_RULES
from .standard_input import STANDARD_INPUT, opener

if TYPE_CHECKING:
    from ...engine import Grid

THE_PUZZLE = "the puzzle"
"""The name in messages of a puzzle that is no file."""

CELLS = r"[0-9A-P.*_x-]+"
"""The characters of the cells of a puzzle."""


@dataclass(frozen=True)
class Asked:
    """How a word is to be read."""

    size: int | None
    blocks: str | None
    base: int | None
    rules: str | None
    in_part: bool
    on_notice: Callable[[str], None]


def is_one_board(path: Path, asked: Asked) -> bool:
    """Whether all of a file is one puzzle."""
    from ...engine.reading.reader import read, read_text

    with suppress(OSError, ValueError):
        read(read_text(opener(path)), base=asked.base)
        return True
    return False


def one_board(path: Path, name: str, asked: Asked) -> Grid:
    """Read the one puzzle that a file is. CatalogueError with the name for what cannot be read."""
    from ...engine.reading.reader import read_text

    try:
        text = read_text(opener(path))
    except OSError as error:
        raise CatalogueError(f"{name}: {error.strerror or error}; name a file that holds a puzzle") from error
    except ValueError as error:
        raise CatalogueError(f"{name}: {error}") from error
    return parsed(text, name, asked)


def parsed(text: str, source: str, asked: Asked) -> Grid:
    """Read the one puzzle of a text. CatalogueError with the source for a text that is none, and for a clash."""
    from ...engine.reading.reader import read
    from ...engine.rules.rulebook import blocks_ruled
    from ..formats.lines import clash_in

    blocks = asked.blocks if asked.rules is None else asked.blocks or blocks_ruled(asked.rules)
    try:
        found = read(text, asked.size, blocks, asked.base)
    except NoUsualBlocks as error:
        raise CatalogueError(f"{source}: {error.advised('add --blocks')}") from error
    except ValueError as error:
        raise CatalogueError(_why_not_one(text, source) or f"{source}: {error}") from error
    grid = engine.Grid(found.cells, blocks=found.shape.blocks)
    if clash := clash_in(grid):
        raise CatalogueError(f"{source}: {clash}")
    if not found.is_certain:
        asked.on_notice(f"{source}: read as {found.format} on a board of {found.shape}")
    return grid


def _why_not_one(text: str, source: str) -> str | None:
    """Say that a text is a variant, has a line of a wrong length, or many puzzles; None for other faults."""
    from ...engine.rules.reading import is_variant

    if is_variant(text):
        return f"{source}: {MORE_RULES}"
    lines = _lines_of_cells(text)
    many = f"{source} holds {len(lines):,} puzzles; this takes one" if len(lines) > 1 else None
    return _wrong_line(lines, source) or many


def wrong_line_of(path: Path, name: str) -> str | None:
    """Say which line of a file of puzzles has a wrong length; None if all are right, or it has no such lines."""
    from ...engine.reading.reader import read_text

    with suppress(OSError, ValueError):
        return None if path == STANDARD_INPUT else _wrong_line(_lines_of_cells(read_text(path)), name)
    return None


def _lines_of_cells(text: str) -> dict[int, str]:
    """The lines of a text by their numbers, if each is the cells of a puzzle; nothing if one is not."""
    lines = {number: line.strip() for number, line in enumerate(text.splitlines(), 1) if line.strip()}
    return lines if all(re.fullmatch(CELLS, line) for line in lines.values()) else {}


def _wrong_line(lines: Mapping[int, str], source: str) -> str | None:
    first = len(next(iter(lines.values()), ""))
    cells = min(SIZE_OF_CELLS, key=lambda cells: abs(cells - first))
    for number, line in lines.items():
        if len(line) != cells:
            where = "it" if source == THE_PUZZLE else f"line {number}"
            return f"{source}: {where} has {len(line)} characters, not {cells}"
    return None
