"""The puzzles that a request names, a stream for every verb: batches go through a kernel, and each gets a row.

A number is looked up in the catalogue; `catalogue.formats.door` reads everything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, groupby, islice
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from ... import engine
from ...engine.reading.reader import read_text
from ...engine.reading.tables import Given
from ...engine.shape import DIGITS
from .. import runs, storage
from ..errors import CatalogueError
from ..formats import AS_SHOWN, How
from ..formats.door import Named, Word, given_of, grid_of, number_in, opened
from ..formats.opening import NotTogether, check_one
from ..puzzles.columns import Range, number_of
from ..puzzles.stored import checked, from_lines

if TYPE_CHECKING:
    from ..storage.home import Home


@contextmanager
def named(word: Word, home: Home | None, how: How = AS_SHOWN) -> Iterator[Named]:
    """Give the puzzles that a word names: the number of one in the catalogue, or what `door.opened` takes.

    Errors as from there, and CatalogueError for a number that no puzzle has.
    """
    if number := number_in(word, how):
        yield _stored(number, home, how)
    else:
        with opened(word, how) as found:
            yield found


@contextmanager
def named_by(home: Home | None, request: Any) -> Iterator[Named]:
    """Give what a request names by its field `puzzle`, read as its fields say that are among these."""
    asked = ("size", "blocks", "base", "rules", "in_part", "puzzles", "trust", "on_notice")
    how = How(**{name: getattr(request, name) for name in asked if hasattr(request, name)})
    with named(request.puzzle, home, how) as found:
        yield found


def single(home: Home | None, request: Any) -> tuple[Named, Given]:
    """Return what a request names, for errors, and the one puzzle that it is. CatalogueError for several."""
    with named_by(home, request) as found:
        return found, found.single()


def _stored(number: Range, home: Home | None, how: How) -> Named:
    name = number_of(number.first, number.place or 0)
    if how.has_shape or how.base is not None:
        raise ValueError("`size`, `blocks` and `base` are for a file: the catalogue knows its own shape")
    if how.rules is not None:
        raise ValueError("`rules` is for a file or cells: a catalogue knows its own rules")
    if home is None:
        raise ValueError(f"puzzle {name} of which catalogue? Open it: catalogue.open(home)")
    with storage.Store.read(home) as store:
        ((givens, constraints, rules),) = storage.numbered(store, [number], columns=("givens", "constraints", "rules"))
        variant = store.settings.game.variant(checked(givens), constraints)
        given = given_of(variant) if variant else Given(givens, blocks=store.settings.blocks)
    known = "catalogue show, solve, rate, hint and path know them, other commands do not"
    refusal = f"puzzle {name} is under the rules {rules}: {known}"
    return Named(name, given._replace(number=name), refusal)


# --- A row for each --------------------------------------------------------------------------------------------------

BATCH, WITH_RULES = 1024, 256
"""Puzzles that go through a kernel together, plain ones and those with rules."""

Puzzles = Any
"""Puzzles of one size as the functions of the engine take them: `uint8 (n, S*S)`, or a list of variants."""


class Row(Protocol):
    """The result of a verb for one puzzle."""

    def words(self) -> Sequence[str]:
        """Return the row as a line for a person."""

    def values(self, format: str) -> Sequence[object]:
        """Return the value of each column, as a format of files takes them."""


class Faulty(NamedTuple):
    """In the place of a row: a puzzle that cannot be read, or that a verb refuses, and why."""

    source: str
    line: int
    error: str

    def __str__(self) -> str:
        return self.error if self.error.startswith(self.source) else f"{self.source}: line {self.line}: {self.error}"


R_co = TypeVar("R_co", bound=Row, covariant=True)


@dataclass(frozen=True)
class Rows:
    """The answer of a verb for each puzzle, in their order, computed as it is read."""

    columns: Sequence[str]
    batches: Iterator[Sequence[Row | Faulty]]

    def __iter__(self) -> Iterator[Row]:
        """Yield the rows. CatalogueError for a puzzle that is faulty, after the rows of those before it."""
        for row in chain.from_iterable(self.batches):
            if isinstance(row, Faulty):
                raise CatalogueError(str(row))
            yield row

    def data(self) -> list[dict[str, object]]:
        """Return all rows for programs."""
        return [dict(zip(self.columns, row.values("json"), strict=True)) for row in self]


@dataclass(frozen=True)
class Work:
    """What a verb does with puzzles, and how many at a time."""

    function: Callable[[Named, Sequence[Given], Puzzles], Sequence[Row]]
    """Makes rows of puzzles of one size. If the kernels run out of time, it is called again with fewer: until then it
    changes nothing."""
    batch: int = BATCH
    with_rules: int = 0
    """How many puzzles with rules go through a kernel together; 0: they are refused."""
    threads: int = 1

    def batches(self, found: Named) -> Iterator[Sequence[Row | Faulty]]:
        """Yield the rows of batches in their order, as many of a batch at a time as there is time for."""

        def rows(some: list[Given]) -> Any:
            if isinstance(some[0], Faulty):
                return runs.Part(some, [])
            every = [each.variant for each in some] if some[0].variant else from_lines([each.puzzle for each in some])
            pieces = runs.in_time(len(some), lambda piece: (piece.stop, self._sound(found, some[piece], every[piece])))
            done = pieces[-1][0]
            left = [some[first : first + done] for first in range(done, len(some), done)]
            return runs.Part(list(chain.from_iterable(rows for _, rows in pieces)), left)

        return runs.in_order(self._batches(self._read(found)), rows, self.threads)

    def _read(self, found: Named) -> Iterator[Given | Faulty]:
        """The puzzles that this can do something with, and in their places those that are faulty."""

        def faulty(before: float = inf) -> Iterator[Faulty]:
            while found.faults and found.faults[0][0] < before:
                line, error = found.faults.pop(0)
                yield Faulty(found.source, line, str(error))

        for given in found.each():
            yield from faulty(given.line)
            try:
                yield given if self.with_rules else found.plain(given)
            except CatalogueError as error:
                if found.is_one():
                    raise
                yield Faulty(found.source, given.line, str(error))
        yield from faulty()

    def _sound(self, found: Named, some: Sequence[Given], puzzles: Puzzles) -> Sequence[Row | Faulty]:
        """The rows of some puzzles. If one of several is refused, the others get theirs."""
        try:
            return self.function(found, some, puzzles)
        except NotTogether:
            raise
        except (CatalogueError, ValueError) as error:
            if len(some) == 1:
                if found.is_one():
                    raise
                return [Faulty(found.source, some[0].line, str(error))]
        half = len(some) // 2
        return [*self._sound(found, some[:half], puzzles[:half]), *self._sound(found, some[half:], puzzles[half:])]

    def _batches(self, puzzles: Iterable[Given | Faulty]) -> Iterator[list[Any]]:
        """Batches of puzzles with as many cells and digits, with rules or without, and of faulty ones."""
        for (cells, digits), same in groupby(puzzles, _kind_of):
            while chunk := list(islice(same, self.with_rules if digits and cells else self.batch)):
                yield chunk


def _kind_of(given: Given | Faulty) -> tuple[int, int]:
    """How many cells and digits a puzzle has: those that go through a kernel together. None of a faulty one."""
    return (0, 0) if isinstance(given, Faulty) else (len(given.puzzle), _digits_under_rules(given))


def _digits_under_rules(given: Given) -> int:
    """How many digits the rules of a puzzle know, which may be more than its rows have cells; 0 without rules."""
    return given.variant.size if given.variant else 0


def rows_of(columns: Sequence[str], home: Home | None, request: Any, work: Work) -> Rows:
    """Return the rows that `work` makes of the puzzles that a request names.

    They are read, and errors raised, with the first row.
    """

    def batches() -> Iterator[Sequence[Row | Faulty]]:
        with named_by(home, request) as found:
            found.go_on()
            yield from work.batches(found)

    return Rows(columns, batches())


def only_sound(source: str, some: Sequence[Given], puzzles: Puzzles, blocks: str | None) -> None:
    """CatalogueError names the line of the first puzzle that does not have exactly one solution."""
    check_one(source, some, engine.count_solutions(puzzles, blocks=blocks))


# --- A board that a person has begun ---------------------------------------------------------------------------------

_LARGEST_PLAIN = 9
"""Above, a word such as 12 may be a value; brackets show that it is none."""

_LABEL = re.compile(r"\b[rc]\d+\b")
_NO_WORD = re.compile(r"[^\w.\[\]]+")


class Marked(NamedTuple):
    """The marks of a person in each cell."""

    values: list[int]
    """0 for empty cells."""
    marks: list[int]
    """Masks of candidates, bit 0 for digit 1; 0 for no marks."""


def read_marked(path: Path, given: Given) -> Marked:
    """Read a board of a puzzle from a file: one word per cell with its marks, as `catalogue hint` draws, or any board.

    Values are in brackets; if none are, a word of one digit is a value. A word `.` is an empty cell without marks.
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
    has_marks = "[" in text or (given.size <= _LARGEST_PLAIN and any(len(word) > 1 for word in words))
    if has_marks and len(words) == given.shape.cells:
        return _marked(words, "[" in text, path)
    with opened(path, How(size=given.size, blocks=given.shape.blocks)) as board:
        cells = [cell.value for cell in grid_of(board.single())]
    return Marked(cells, [0] * len(cells))


def _words(text: str) -> list[str]:
    """The words without labels, frames, and the signs before candidates."""
    lines = (re.sub(r"[-+*?~]", "", _LABEL.sub(" ", line)) for line in text.splitlines())
    return [word for line in lines for word in _NO_WORD.split(line) if word]


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
