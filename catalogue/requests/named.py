"""Puzzles that a person names, resolved once: a number, cells, constraint text, a link, a file or the standard input.

`named` gives the puzzles behind a word as one stream. Every verb on puzzles takes it, so that none of them asks again
what a word is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ... import engine
from ...engine.grades import SCORED_BLOCKS
from ...engine.shape import SIZE_OF_CELLS, Shape
from ..errors import CatalogueError
from ..formats import MORE_RULES, rules_of
from ..formats.lines import lines_of
from ..formats.opening import opened
from ..puzzles.numbers import Range, number_of, parsed_number
from ..puzzles.stored import from_lines, grid_of
from .one_board import CELLS, THE_PUZZLE, Asked, is_one_board, one_board, parsed, wrong_line_of
from .request import ignore
from .standard_input import kept_if_pipe, opener, rewind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...engine import Grid, Reading, Variant
    from ..formats import Record
    from ..storage.home import Home

    Word: TypeAlias = "str | Grid | Variant | NDArray[np.uint8] | Named"
else:
    Word = str  # a face reads the types of requests, and words are all that it has
"""A name of puzzles: a word of a person, a puzzle of a program, or puzzles named before."""

_LEAST = 16  # cells of a word that is a puzzle, if nothing says its size
_SMALL = r"[0-4]{16}"
_NEARLY_81 = range(72, 91)  # a word this long is a 9x9 puzzle with too few or too many cells, not the name of a file


class Given(NamedTuple):
    """A puzzle as it was given: its cells, perhaps its rules, and where it stood."""

    puzzle: str
    """One character a cell, a full stop if it is empty."""
    line: int = 1
    """Where a file has it: its line, or its row, from 1."""
    blocks: str | None = None
    """None: those usual for its size."""
    variant: Variant | None = None
    """The puzzle with its rules; None without any but those of Sudoku."""
    text: str = ""
    """How it was written, if not as its cells."""
    number: Range | None = None
    """Its number, if a catalogue has it."""
    reading: Reading | None = None
    """How a text with rules was understood; None where nothing had to be."""
    solution: str | None = None
    """The solution that a table gives beside the puzzle."""
    columns: Mapping[str, str] = MappingProxyType({})
    """The other values that a table has for it, by the names of its columns."""

    @property
    def left(self) -> Sequence[str]:
        """The parts that were not understood; the puzzle is the rest without them."""
        return self.reading.left if self.reading else ()

    @property
    def written(self) -> str:
        """The puzzle on one line: its cells, or its rules and givens."""
        return self.text or self.puzzle

    @property
    def size(self) -> int:
        """The cells in a row."""
        return SIZE_OF_CELLS[len(self.puzzle)]

    @property
    def shape(self) -> Shape:
        """The board; of a variant with the blocks that its regions are."""
        return self.variant.board_shape if self.variant else Shape.of(self.size, self.blocks)

    def for_engine(self) -> NDArray[np.uint8] | Variant:
        """Return the puzzle as the functions of the engine take it: its cells, or with its rules."""
        return self.variant or from_lines([self.puzzle])[0]

    def filled(self, cells: Sequence[int]) -> Grid:
        """Return the grid with its empty cells filled in; its clues stay locked."""
        grid = self.grid()
        for cell, digit in enumerate(cells):
            row, column = divmod(cell, self.size)
            if not grid.get(row, column):
                grid.set(row, column, digit)
        return grid

    def grid(self) -> Grid:
        """Return the cells as a grid, whose clues are locked."""
        return engine.Grid(from_lines([self.puzzle])[0], blocks=self.shape.blocks)


def given_of(puzzle: Grid | Variant | NDArray[np.uint8], blocks: str | None = None) -> Given:
    """Return a puzzle of a program. ValueError for what is none."""
    if isinstance(puzzle, engine.Variant):
        return _of_variant(puzzle)
    grid = puzzle if isinstance(puzzle, engine.Grid) else engine.Grid(puzzle, blocks=blocks)
    return Given(grid.line(), blocks=grid.blocks)


def _of_variant(variant: Variant, line: int = 1, text: str = "", number: Range | None = None) -> Given:
    from ...engine.boards import as_lines
    from ...engine.rules.formats import constraint_text

    (cells,) = as_lines(variant.clues[None])
    text = text or constraint_text.write(variant)
    is_plain = not variant.uses and variant.frame.is_square and variant.board_shape.blocks == SCORED_BLOCKS
    return Given(cells, line, None, None if is_plain else variant, text, number)  # however it is written: one score


@dataclass(frozen=True)
class Named:
    """The puzzles that a word names."""

    source: str
    """Their name in errors: the file, or the puzzle."""
    each: Callable[[], Iterator[Given]]
    """Yields them in their order. CatalogueError, with the line, for one that cannot be read."""
    is_one: Callable[[], bool]
    """Says whether it is one puzzle, and not a file of several."""
    single: Callable[[], Given]
    """Reads the only one. CatalogueError for several, and for none."""
    refusal: str = MORE_RULES
    """The error for a puzzle with rules where none are known."""

    def at(self, given: Given) -> str:
        """Return where a puzzle stands, for errors."""
        return self.source if self.source == THE_PUZZLE else f"{self.source}: line {given.line}"

    def plain(self, given: Given) -> Given:
        """Return the puzzle. CatalogueError for one with rules, which would be lost."""
        if given.variant:
            raise CatalogueError(f"{self.at(given)}: {self.refusal}" if given.number is None else self.refusal)
        return given


@contextmanager
def named(
    word: Word,
    home: Home | None,
    *,
    size: int | None = None,
    blocks: str | None = None,
    base: int | None = None,
    rules: str | None = None,
    in_part: bool = False,
    on_notice: Callable[[str], None] = ignore,
) -> Iterator[Named]:
    """Give the puzzles that a word names: a number in the catalogue, cells, a text or link with rules, or a file.

    `size`, `blocks` and `base` say how to read a text that does not show it, `rules` hold for plain puzzles. If a
    text does not show how to read it, `on_notice` gets how it was read. A puzzle that is not understood whole is
    refused unless `in_part`. ValueError for what does not go together, CatalogueError for what is not there or cannot
    be read.
    """
    if isinstance(word, Named):
        yield word
        return
    shape = Shape.of(size, blocks)  # options that name no shape are not a fault of the text
    asked = Asked(size, blocks, base, rules, in_part, on_notice)
    if not isinstance(word, str):
        yield _alone(THE_PUZZLE, _with_rules(given_of(word, blocks), asked))
    elif is_board(word, shape.size if size or blocks else None):
        yield _alone(THE_PUZZLE, _with_rules(given_of(parsed(word, THE_PUZZLE, asked)), asked))
    elif number := parsed_number(word):
        yield _stored(number, home, asked)
    elif _is_text(word):
        _check_no_rules(asked, THE_PUZZLE)
        yield _alone(THE_PUZZLE, next(_read(THE_PUZZLE, iter([(1, word)]), asked)))
    else:
        with kept_if_pipe(Path(word)) as path:
            yield _file(path, word, asked)


def _alone(source: str, given: Given, refusal: str = MORE_RULES) -> Named:
    return Named(source, lambda: iter([given]), lambda: True, lambda: given, refusal)


# --- Words ---------------------------------------------------------------------------------------------------------


def is_board(word: str, size: int | None = None) -> bool:
    """Whether a word is the cells of a puzzle, of this size if it is known: neither a number nor the name of a file."""
    if not re.fullmatch(CELLS, word) or os.path.lexists(word):
        return False
    if size is not None and len(word) == size**2:
        return True
    if parsed_number(word):  # no catalogue has so many boards that one has the number of a 4x4 puzzle
        return bool(re.fullmatch(_SMALL, word))
    is_whole = len(word) >= _LEAST and len(word) in SIZE_OF_CELLS
    return is_whole or (len(word) in _NEARLY_81 and not re.search("[A-P]", word))


def _is_text(word: str) -> bool:
    """Whether a word is a puzzle with its rules: constraint text, JSON or a link."""
    from ...engine.rules.formats.documents import is_string
    from ...engine.rules.reading import is_variant

    is_bare_string = is_string(word) and not Path(word).suffix  # a missing sclassicpuzzles2024.txt is a file
    is_like_text = word.startswith((".", "{")) or "/" in word or is_bare_string
    return is_like_text and is_variant(word) and not os.path.lexists(word)


def _stored(number: Range, home: Home | None, asked: Asked) -> Named:
    """The puzzle of a catalogue, with its rules."""
    from ..storage.queries import numbered
    from ..storage.store import Store

    name = number_of(number.first, number.place or 0)
    if asked.size or asked.blocks or asked.base is not None:
        raise ValueError("`size`, `blocks` and `base` are for a file: the catalogue knows its own shape")
    if asked.rules is not None:
        raise ValueError("`rules` is for a file or cells: a catalogue knows its own rules")
    if home is None:
        raise ValueError(f"puzzle {name} of which catalogue? Open it: catalogue.open(home)")
    with Store.read(home) as store:
        ((givens, constraints, rules),) = numbered(store, [number], columns=("givens", "constraints", "rules"))
        if variant := store.settings.game.variant(givens, constraints):
            given = _of_variant(variant, number=number)
        else:
            given = Given(grid_of(givens, store.settings.blocks).line(), blocks=store.settings.blocks, number=number)
    known = "catalogue show, solve, rate, hint and path know them, other commands do not"
    return _alone(name, given, f"puzzle {name} is under the rules {rules}: {known}")


# --- Files ---------------------------------------------------------------------------------------------------------


def _file(path: Path, name: str, asked: Asked) -> Named:
    if _has_variants(path):
        _check_no_rules(asked, name)
        each = partial(_variants, path, name, asked)
        return Named(name, each, lambda: not _has_two(each), lambda: _only(each, name))
    each = partial(_records, path, name, asked)

    def is_one() -> bool:
        return bool(asked.size or asked.blocks) or is_one_board(path, asked) or not _has_two(each)

    def single() -> Given:
        if _has_rules(path):
            return _only(each, name)
        return _with_rules(given_of(one_board(path, name, asked)), asked)

    return Named(name, each, is_one, single)


def _only(each: Callable[[], Iterator[Given]], name: str) -> Given:
    some = list(islice(each(), 2))
    if len(some) != 1:
        raise CatalogueError(f"{name} holds {'several puzzles; this takes one' if some else 'no puzzle'}")
    return some[0]


def _has_two(each: Callable[[], Iterator[Given]]) -> bool:
    """Whether there are two puzzles; what is wrong with one is said when it is read."""
    some: list[Given] = []
    with suppress(CatalogueError):
        some.extend(islice(each(), 2))
    return len(some) == 2


def _check_no_rules(asked: Asked, name: str) -> None:
    if asked.rules is not None:
        raise ValueError(f"{name} names its rules itself: leave out `rules`")
    if asked.size or asked.blocks or asked.base is not None:
        raise ValueError("a variant has its shape in its text: give no `size`, no `blocks` and no `base`")


def _records(path: Path, name: str, asked: Asked) -> Iterator[Given]:
    """The puzzles of a file in any format that can be read."""
    is_one = asked.blocks is None and is_one_board(path, asked)
    rewind(path)
    try:
        with opened(path, base=asked.base) as (form, records):
            if not (is_one and form.reader == "drawn"):
                blocks, has_rules = asked.blocks, asked.rules is not None
                for record in records:  # of millions, most are plain
                    if has_rules or rules_of(record):
                        yield _given(record, name, asked)
                    else:
                        yield Given(
                            record.puzzle, record.line, blocks, solution=record.solution, columns=record.columns
                        )
                return
            line = next(records).line
    except CatalogueError as error:
        raise CatalogueError(wrong_line_of(path, name) or str(error)) from error
    how = asked if asked.rules else replace(asked, on_notice=ignore)
    yield _with_rules(given_of(one_board(path, name, how))._replace(line=line), asked)  # a drawing shows its blocks


def _given(record: Record, name: str, asked: Asked) -> Given:
    """A puzzle with rules, its own or those that were named."""
    from ..formats.variants import variant_of

    if rules_of(record) is None:
        given = Given(record.puzzle, record.line, asked.blocks, solution=record.solution, columns=record.columns)
        return _with_rules(given, asked)
    if asked.rules is not None:
        raise CatalogueError(f"{name}: line {record.line}: it names its rules itself: leave out --rules")
    try:
        return _of_variant(variant_of(record), record.line)._replace(columns=record.columns)
    except ValueError as error:
        raise CatalogueError(f"{name}: line {record.line}: {error}") from error


def _with_rules(given: Given, asked: Asked) -> Given:
    """The puzzle under the rules that were named beside it. ValueError for rules that cannot be made."""
    from ...engine.rules.rulebook import under

    if asked.rules is None:
        return given
    if given.variant:
        raise ValueError("the puzzle names its rules itself: leave out `rules`")
    try:
        variant = under(asked.rules, given.grid().to_numpy().ravel().tolist(), given.blocks)
    except ValueError as error:
        raise ValueError(f"`rules`: {error}") from error
    return given._replace(variant=variant, text=given.puzzle)


def _variants(path: Path, name: str, asked: Asked) -> Iterator[Given]:
    """The puzzles with rules of a file that has one a line."""
    return _read(name, _lines(path), asked)


def _read(name: str, lines: Iterator[tuple[int, str]], asked: Asked) -> Iterator[Given]:
    for number, text in lines:
        try:
            reading = engine.reading_of(text)
            if reading.left and not asked.in_part:
                raise ValueError(reading.refusal)
            yield _of_variant(reading.variant, number, text)._replace(reading=reading)
        except ValueError as error:
            raise CatalogueError(f"{name}: line {number}: {error}") from error


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The number and text of each puzzle with rules; JSON over several lines counts as one."""
    from ..formats.variants import whole_texts

    with open(opener(path), "rb") as file:  # noqa: PTH123  a descriptor has no path
        yield from whole_texts(_texts((number, line.strip()) for number, line in lines_of(file)))


def _texts(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    for number, line in lines:
        if line.startswith("{") and not line.endswith("}"):
            yield number, "\n".join([line, *(rest for _, rest in lines)])
        elif line and not line.startswith("#"):
            yield number, line


def _has_variants(path: Path) -> bool:
    """Whether the first line is a puzzle with rules, or all of the file is the JSON of one."""
    from ...engine.rules.reading import is_variant

    with suppress(OSError, ValueError):  # what reads plain puzzles says what is wrong
        first = next(_lines(path), None)
        return first is not None and is_variant(first[1])
    return False


def _has_rules(path: Path) -> bool:
    """Whether the first row of a table has rules, as the table of a catalogue may have."""
    rewind(path)
    with suppress(CatalogueError), opened(path) as (_, records):
        return any(map(rules_of, islice(records, 1)))
    return False
