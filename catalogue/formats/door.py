"""The one door for puzzles: bytes, a text, an array, a `Grid`, a `Variant`, a file, a link or - for the standard input.

`opened` reads what it is given once, says what it is, and gives its puzzles as a stream of `Given`. Verbs, pages and
the API take their puzzles from here; imports and audits take records and rows of the same files (`opening`). What is
the number of a puzzle is known here (`number_in`), and looked up by `catalogue.requests.named`.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from ... import engine
from ...engine.reading.budget import TooMuchError
from ...engine.reading.forms import Wanted
from ...engine.reading.reader import read
from ...engine.reading.tables import Given, is_board
from ...engine.shape import DIGITS, SIZE_OF_CELLS, VALUES, NoUsualBlocks, Shape
from ..errors import CatalogueError
from ..puzzles.columns import Range, parsed_number
from ..puzzles.stored import from_lines
from . import AS_SHOWN, CONSTRAINTS, FORMATS, MORE_RULES, Format, How, ignore, rules_of
from .lines import checked
from .opening import STANDARD_INPUT, THE_PUZZLE, Content, NotTogether, said_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...engine import Grid, Variant

    Word: TypeAlias = "str | int | bytes | os.PathLike[str] | Grid | Variant | NDArray[np.uint8] | Named"
else:
    Word = str  # a face reads the types of requests, and words are all that it has
"""Whatever names puzzles: a word of a person, a puzzle of a program, or puzzles that are open."""


class Named:
    """The puzzles behind a word, a single one here: `source` is their name in errors, of the file or the puzzle."""

    def __init__(self, source: str, given: Given | None = None, refusal: str = MORE_RULES) -> None:
        """Take the puzzle, and the error for one with rules where none are known."""
        self.source, self._given, self._refusal = source, given, refusal
        self.faults: list[tuple[int, Exception]] = []
        """The lines of puzzles that cannot be read, with the reasons, where it goes on after them."""

    def go_on(self) -> None:
        """From now on a puzzle of several that cannot be read goes to `faults`, and the rest is read."""

    def each(self) -> Iterator[Given]:
        """Yield them in their order. CatalogueError, with the line, for one that cannot be read."""
        yield self.single()

    def is_one(self) -> bool:
        """Whether it is one puzzle, and not a file of several."""
        return True

    def single(self) -> Given:
        """Read the only one. CatalogueError for several, and for none."""
        assert self._given
        return self._given

    def at(self, given: Given) -> str:
        """Return where a puzzle stands, for errors."""
        return self.source if self.source == THE_PUZZLE else f"{self.source}: line {given.line}"

    def plain(self, given: Given) -> Given:
        """Return the puzzle. CatalogueError for one with rules, which would be lost."""
        if given.variant:
            raise CatalogueError(f"{self.at(given)}: {self._refusal}" if given.number is None else self._refusal)
        return given


@contextmanager
def opened(word: Word, how: How = AS_SHOWN) -> Iterator[Named]:
    """Give the puzzles behind a word, read as they are asked for, once: cells, a text, a link, a file, or a puzzle.

    If a text does not show how to read it, `how.on_notice` gets how it was read. A puzzle that is not understood whole
    is refused unless `how.in_part`. ValueError for what does not go together, CatalogueError for what is not there or
    cannot be read.
    """
    shape = Shape.of(how.size, how.blocks)  # options that name no shape are not a fault of the text
    if isinstance(word, Named):
        yield word
        return
    if not isinstance(word, str | bytes | os.PathLike):
        yield Named(THE_PUZZLE, _under(given_of(word, how.blocks), how))
        return
    source: bytes | str | os.PathLike[str] = word
    if isinstance(word, str):
        if is_cells(word, shape.size if how.has_shape else None):
            yield Named(THE_PUZZLE, _said(word, how))
            return
        if _is_text(word):
            if is_ruled(word):
                yield Named(THE_PUZZLE, _said(word, how, f"{THE_PUZZLE}: line 1"))
                return
            source = word.encode("utf-8", "replace")
    with closing(Content(source, replace(how, any_frame=True))) as content:
        yield _OfContent(content)


# --- Words -----------------------------------------------------------------------------------------------------------

_CELLS = re.compile(r"[0-9A-P.*_x-]+")
_LEAST = 16  # cells of a word that is a puzzle, if nothing says its size
_SMALL = re.compile(r"[0-4]{16}")
_NEARLY_81 = range(72, 91)  # a word this long is a 9x9 puzzle with too few or too many cells, not the name of a file
_BEGINS_TEXT = re.compile(r"\s*([<{[]|https?://|data:)")
_BETWEEN = re.compile(r"[\s,;:|]+")


def number_in(word: object, how: How = AS_SHOWN) -> Range | None:
    """Return the number of a puzzle that a word is; None for any other word."""
    if isinstance(word, str) and not is_cells(word, Shape.of(how.size, how.blocks).size if how.has_shape else None):
        return parsed_number(word)
    return parsed_number(str(word)) if isinstance(word, int) else None


def is_cells(word: str, size: int | None = None) -> bool:
    """Whether a word is the cells of a puzzle, of this size if it is known: neither a number nor the name of a file."""
    if not _CELLS.fullmatch(word) or os.path.lexists(word):
        return False
    if size is not None and len(word) == size**2:
        return True
    if parsed_number(word):  # no catalogue has so many boards that one has the number of a 4x4 puzzle
        return bool(_SMALL.fullmatch(word))
    is_whole = len(word) >= _LEAST and len(word) in SIZE_OF_CELLS
    return is_whole or (len(word) in _NEARLY_81 and not re.search("[A-P]", word))


def is_ruled(text: str) -> bool:
    """Whether a text says the rules of its puzzle, or may, as a link."""
    return not is_board(text.strip()) and bool(_ruled().is_ruled(text))


def _is_text(word: str) -> bool:
    """Whether a word is what a file may hold, and not the name of a file."""
    if os.path.lexists(word):
        return False
    if "\n" in word.strip() or _BEGINS_TEXT.match(word):
        return True
    is_bare_string = _ruled().is_string(word) and not Path(word).suffix  # a missing sclassicpuzzles2024.txt is a file
    if word.startswith(".") or "/" in word or is_bare_string:
        return is_ruled(word)
    return any(is_board(part.strip('"')) for part in _BETWEEN.split(word))


def _ruled() -> Any:
    """The module of puzzles with rules, which takes a third of a second to import: plain puzzles do without it."""
    from . import variants

    return variants


# --- One puzzle ------------------------------------------------------------------------------------------------------


def given_of(puzzle: Any, blocks: str | None = None) -> Given:
    """Return a puzzle of a program: a `Variant`, a `Grid` or an array. ValueError for what is none."""
    if isinstance(puzzle, engine.Variant):
        return cast(Given, _ruled().given_of(puzzle))
    grid = puzzle if isinstance(puzzle, engine.Grid) else engine.Grid(puzzle, blocks=blocks)
    return Given(grid.line(), blocks=grid.blocks)


def for_engine(given: Given) -> NDArray[np.uint8] | Variant:
    """Return a puzzle as the functions of the engine take it: its cells, or with its rules."""
    return given.variant or from_lines([given.puzzle])[0]


def grid_of(given: Given) -> Grid:
    """Return the cells of a puzzle as a grid, whose clues are locked."""
    return engine.Grid(from_lines([given.puzzle])[0], blocks=given.shape.blocks)


def filled(given: Given, cells: Sequence[int]) -> Grid:
    """Return the grid of a puzzle with its empty cells filled in; its clues stay locked."""
    grid = grid_of(given)
    for cell, digit in enumerate(cells):
        row, column = divmod(cell, given.size)
        if not grid.get(row, column):
            grid.set(row, column, digit)
    return grid


def given_in(text: str, how: How = AS_SHOWN, source: str = THE_PUZZLE) -> Given:
    """Return the one puzzle of a text in any form, with its rules or those that `how` names.

    ValueError says what is wrong; NoUsualBlocks is one. `source` is its name in notices.
    """
    if is_ruled(text):
        check_no_rules(how, source)
        return cast(Given, _ruled().given_in(text, in_part=how.in_part))
    blocks = how.blocks
    if how.rules is not None and not blocks:
        from ...engine.rules.rulebook import blocks_ruled  # with the rules

        blocks = blocks_ruled(how.rules)
    try:
        found = read(text, how.size, blocks, how.base)
    except NoUsualBlocks:
        raise
    except ValueError as fault:
        return _under(_of_application(text, how, fault), how)
    given = checked(Given("".join([DIGITS[value] for value in found.cells]), blocks=found.shape.blocks))
    if not found.is_certain:
        how.on_notice(f"{source}: read as {found.format} on a board of {found.shape}")
    return _under(given, how)


def _of_application(text: str, how: How, fault: ValueError) -> Given:
    """The puzzle of a text that only the formats of files can read. `fault` is raised if these cannot either."""
    content = text.encode("utf-8", "replace")
    for form in FORMATS.values():
        if form.is_binary or not form.is_like(content):
            continue
        try:
            found = list(form.read(io.BytesIO(content), How(base=how.base)))
            blocks = Wanted.of(how.size, how.blocks).shape(found[0].size).blocks if found else None
        except ValueError:
            continue
        if any(map(rules_of, found)):
            raise ValueError("the puzzle has more rules than those of Sudoku")
        if len(found) > 1:
            raise _Several(len(found), form, fault)
        if found:
            return checked(Given(found[0].puzzle, blocks=blocks))
    raise fault


class _Several(ValueError):
    def __init__(self, count: int, form: Format, fault: ValueError) -> None:
        super().__init__(f"{count} puzzles of the format {form.name}: paste one")
        is_known_alone = form.module == "applications"  # else the fault says what is no board
        self.in_a_file = f" holds {count:,} puzzles; this takes one" if is_known_alone else f": {fault}"


def check_no_rules(how: How, source: str) -> None:
    """NotTogether for options that say of a text with rules what it says itself."""
    if how.rules is not None:
        raise NotTogether(f"{source} names its rules itself: leave out `rules`")
    if how.has_shape or how.base is not None:
        raise NotTogether("a variant has its shape in its text: give no `size`, no `blocks` and no `base`")


def _under(given: Given, how: How) -> Given:
    """The puzzle under the rules that were named beside it. NotTogether for rules that cannot be made."""
    if how.rules is None:
        return given
    if given.variant:
        raise NotTogether("the puzzle names its rules itself: leave out `rules`")
    from ...engine.rules.rulebook import under

    try:
        variant = under(how.rules, [VALUES[symbol] for symbol in given.puzzle], given.blocks)
    except ValueError as error:
        raise NotTogether(f"`rules`: {error}") from error
    return given._replace(variant=variant, text=given.puzzle)


# --- Files -----------------------------------------------------------------------------------------------------------


class _OfContent(Named):
    def __init__(self, content: Content) -> None:
        super().__init__(content.label)
        self._content, self._how = content, content.how
        self._ahead: list[Given] = []
        self._fault: Exception | None = None
        self._has_rules = False
        self._rest = self._stream()

    def go_on(self) -> None:
        """From now on a puzzle of several that cannot be read goes to `faults`, and the rest is read."""
        how = replace(self._how, refuse=lambda line, error: self.faults.append((line, error)))
        self._how = self._content.how = how

    def each(self) -> Iterator[Given]:
        """Yield each puzzle with its rules."""
        yield from self._ahead
        if self._fault:
            raise self._fault
        yield from self._rest

    def is_one(self) -> bool:
        """Whether there is one puzzle only."""
        return self._how.has_shape or self._is_board or len(self._first(2)) + len(self.faults) < 2

    def single(self) -> Given:
        """Read the only puzzle."""
        with said_of(self.source, "a puzzle"):
            if self._fault and isinstance(self._fault.__cause__, TooMuchError):
                raise self._fault
            if self._is_read_as_many():
                some = self._first(2)
                if self._fault and len(some) < 2:
                    raise self._fault
                if len(some) != 1:
                    found = "several puzzles; this takes one" if some else "no puzzle"
                    raise CatalogueError(f"{self.source} holds {found}")
                return some[0]
            text = self._content.text
        try:
            return _said(text, self._how, self.source)
        except CatalogueError:
            if isinstance(self._fault, ValueError):  # of rules that are named beside it
                raise self._fault from None
            raise

    def _first(self, count: int) -> Sequence[Given]:
        """The first puzzles; what is wrong with a later one is said when it is read."""
        while len(self._ahead) < count and not self._fault:
            try:
                self._ahead.append(next(self._rest))
            except StopIteration:
                break
            except (CatalogueError, ValueError) as error:
                self._fault = error
        return self._ahead[:count]

    def _is_read_as_many(self) -> bool:
        """Whether the first puzzle has rules, so that its format alone can read it."""
        with suppress(ValueError):
            if is_board(self._content.text.strip()):
                return False
        with suppress(ValueError):
            if self._content.form.reader == CONSTRAINTS:
                return True
            if self._content.form.keeps_columns:
                self._first(1)
        return self._has_rules

    @cached_property
    def _is_board(self) -> bool:
        with suppress(OSError, ValueError):
            read(self._content.text, base=self._how.base)
            return True
        return False

    def _stream(self) -> Iterator[Given]:
        how, content = self._how, self._content
        try:
            with said_of(self.source):
                form = content.form
            if form.reader == CONSTRAINTS:
                check_no_rules(how, self.source)
            elif form.reader == "drawn" and how.blocks is None and self._is_board:  # a drawing shows its blocks
                told = how if how.rules else replace(how, on_notice=ignore)
                drawn = _said(content.text, told, self.source)
                yield drawn._replace(line=next(content.records()).line)
                return
            is_empty = True
            for record in content.records():  # of millions, most are plain
                if how.rules is None and CONSTRAINTS not in record.columns:
                    yield record._replace(blocks=how.blocks) if how.blocks else record
                elif given := self._with_rules(record):
                    yield given
                else:
                    continue
                is_empty = False
            if is_empty and self.faults:  # nothing goes on
                line, fault = self.faults[0]
                said = str(fault)
                raise CatalogueError(said if said.startswith(self.source) else f"{self.source}: line {line}: {said}")
        except CatalogueError as error:
            if isinstance(error.__cause__, TooMuchError):
                raise
            wrong = None
            with suppress(OSError, ValueError):
                if self.source != str(STANDARD_INPUT):
                    wrong = _wrong_line(_lines_of_cells(content.text), self.source)
            raise CatalogueError(wrong or str(error)) from error

    def _with_rules(self, record: Given) -> Given | None:
        """The puzzle with its rules; None for one that goes to `faults`."""
        if self._how.refuse is None:
            return self._ruled(record)
        try:
            return self._ruled(record)
        except NotTogether:
            raise
        except (CatalogueError, ValueError) as error:
            self._how.refuse(record.line, error)
            return None

    def _ruled(self, record: Given) -> Given:
        if record.variant or rules_of(record) is None:
            return _under(record if record.variant else record._replace(blocks=self._how.blocks), self._how)
        self._has_rules = True
        if self._how.rules is not None:
            raise CatalogueError(f"{self.source}: line {record.line}: it names its rules itself: leave out --rules")
        with said_of(f"{self.source}: line {record.line}"):
            given: Given = _ruled().given_of(_ruled().variant_of(record))
        return given._replace(line=record.line, columns=record.columns)


# --- What is wrong ---------------------------------------------------------------------------------------------------


def _said(text: str, how: How, source: str = THE_PUZZLE) -> Given:
    """The one puzzle of a text. CatalogueError says what is wrong in one line that names the source."""
    try:
        return given_in(text, how, source)
    except NotTogether:
        raise
    except NoUsualBlocks as error:
        raise CatalogueError(f"{source}: {error.advised('add --blocks')}") from error
    except ValueError as error:
        why = error.in_a_file if isinstance(error, _Several) else f": {error}"
        if len(lines := _lines_of_cells(text)) > 1:
            why = f" holds {len(lines):,} puzzles; this takes one"
        raise CatalogueError(_wrong_line(lines, source) or f"{source}{why}") from error


def _lines_of_cells(text: str) -> dict[int, str]:
    """The lines of a text by their numbers, if each is the cells of a puzzle; nothing if one is not."""
    lines = {number: line.strip() for number, line in enumerate(text.splitlines(), 1) if line.strip()}
    return lines if all(map(_CELLS.fullmatch, lines.values())) else {}


def _wrong_line(lines: Mapping[int, str], source: str) -> str | None:
    first = len(next(iter(lines.values()), ""))
    cells = min(SIZE_OF_CELLS, key=lambda cells: abs(cells - first))
    for number, line in lines.items():
        if len(line) != cells:
            where = "it" if source == THE_PUZZLE else f"line {number}"
            return f"{source}: {where} has {len(line)} characters, not {cells}"
    return None
