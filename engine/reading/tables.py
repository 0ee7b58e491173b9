"""Puzzles in tables: CSV, TSV, JSON and JSON Lines, with the column names that other programs give them."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..shape import DIGITS, SIZE_OF_CELLS, USUAL_BLOCKS, VALUES, Shape, cell_name
from .forms import shown

if TYPE_CHECKING:
    from ..rules.reading.drawing import Reading
    from ..rules.variant import Variant

PUZZLE_COLUMNS = ("givens", "puzzle", "puzzles", "quiz", "quizzes", "question", "questions")
"""The names of the column that has the puzzle, one character per cell."""

SOLUTION_COLUMNS = ("solution", "solutions", "answer", "answers")
"""The names of the column that has the solution."""


class Given(NamedTuple):
    """A puzzle as a file, a text or a program gives it. Readers check its characters, and prove nothing."""

    puzzle: str
    """One character a cell, 1..9 then A..P, a full stop if it is empty."""
    solution: str | None = None
    """The solution, in the same way, if it is given."""
    line: int = 1
    """Where the puzzle begins: its line, from 1; its row, if a format has no lines."""
    columns: Mapping[str, str] = MappingProxyType({})
    """The other values that are given for the puzzle, by name."""
    blocks: str | None = None
    """None: those usual for its size."""
    variant: Variant | None = None
    """The puzzle with its rules, if they are read; None without any but those of Sudoku."""
    text: str = ""
    """How it is written, if not as its cells."""
    number: str | None = None
    """Its number, if a catalogue has it."""
    reading: Reading | None = None
    """How a text with rules was understood; None where nothing had to be."""

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


Row = TypeVar("Row")

NumberedLines = Iterable[tuple[int, str]]
"""The lines of a text with their numbers from 1, ends included."""

Refuse = Callable[[int, Exception], None]
"""Gets the line, or the row, of what is not a puzzle, with the reason. It returns if the reader is to go on."""


def stop_at_line(line: int, error: Exception) -> None:
    """Stop reading: ValueError names the line."""
    raise ValueError(f"line {line}: {error}") from None


def stop_at_row(row: int, error: Exception) -> None:
    """Stop reading: ValueError names the row."""
    raise ValueError(f"row {row}: {error}") from None


def taken(rows: Iterable[tuple[int, Row]], record: Callable[[int, Row], Given], refuse: Refuse) -> Iterator[Given]:
    """Yield the puzzle of each row with its number, and refuse those of which `record` makes none."""
    for number, row in rows:
        try:
            found = record(number, row)
        except ValueError as error:
            refuse(number, error)
        else:
            yield found


# --- The cells of a puzzle ------------------------------------------------------------------------------------------

_WRONG = b"!"


def _table(size: int) -> bytes:
    """The value of each character on a board of one size."""
    known = {ord(symbol): ord(DIGITS[value]) for symbol, value in VALUES.items() if value <= size}
    return bytes(known.get(character, ord(_WRONG)) for character in range(256))


_TABLES = {cells: _table(size) for cells, size in SIZE_OF_CELLS.items() if size > 1}
_USUAL_CELLS = [size**2 for size in USUAL_BLOCKS]


def is_board(text: str) -> bool:
    """Whether a text has one character for each cell of a board of a usual size, and none that it does not have."""
    is_usual = len(text) in _USUAL_CELLS and text.isascii()
    return is_usual and _WRONG not in text.encode().translate(_TABLES[len(text)])


def normalised(text: str, *, any_size: bool = False) -> str:
    """A board, one character per cell, with full stops for empty cells; ValueError if it is none.

    Sizes without usual blocks are boards only with `any_size`.
    """
    table = _TABLES.get(len(text))
    if not table or not (any_size or len(text) in _USUAL_CELLS):
        usual = ", ".join(map(str, _USUAL_CELLS))
        raise ValueError(f"{shown(text)} has {len(text)} characters; a board has {usual}")
    cells = text.encode("ascii", "replace").translate(table)
    if _WRONG in cells:
        place = cells.index(_WRONG)
        cell = cell_name(*divmod(place, SIZE_OF_CELLS[len(text)]))
        raise ValueError(f"{cell}: {shown(text[place])} is not a digit there")
    return cells.decode("ascii")


# --- Columns --------------------------------------------------------------------------------------------------------


class Places(NamedTuple):
    """Where the columns of a table are."""

    puzzle: int
    solution: int | None
    others: dict[str, int]

    def record(self, line: int, row: Sequence[object], *, any_size: bool = False) -> Given:
        """The puzzle of a row; ValueError if it has none."""
        answer = None if self.solution is None else row[self.solution]
        return Given(
            _board(row[self.puzzle], any_size),
            _board(answer, any_size) if answer else None,
            line,
            {name: as_text(row[place]) for name, place in self.others.items()},
        )


def _key(name: str) -> str:
    return name.strip().lower()


def has_puzzles(names: Sequence[str]) -> bool:
    """Whether one of the names is that of a column of puzzles."""
    return any(_key(name) in PUZZLE_COLUMNS for name in names)


def places_of(names: Sequence[str], values: Sequence[object] = (), column: str | None = None) -> Places:
    """Find the columns of a table: puzzles in the `column`, or in the one that has the name of such a column.

    If none has, the `values` of the first row decide: the only column with a board, or with one that has empty
    cells, has the puzzles, and a column with a board that fills them has the solutions. ValueError if that leaves no
    puzzles or several columns of them, or if two columns have the same name.
    """
    boards = {
        place: normalised(value) for place, value in enumerate(values) if isinstance(value, str) and is_board(value)
    }
    puzzle = _the_only(names, PUZZLE_COLUMNS, boards) if column is None else _named(names, column)
    others_there = [name if place != puzzle else "" for place, name in enumerate(names)]
    solution = _the_only(others_there, SOLUTION_COLUMNS, boards)
    if puzzle is None:
        puzzle = _by_content(names, boards)
    if solution is None and _key(names[puzzle]) not in PUZZLE_COLUMNS:
        clues = boards.get(puzzle, "")
        filling = [place for place, board in boards.items() if place != puzzle and fills(board, clues)]
        solution = filling[0] if len(filling) == 1 else None
    others = {name.strip(): place for place, name in enumerate(names) if place not in (puzzle, solution)}
    if len(others) + 1 + (solution is not None) != len(names):
        raise ValueError("two columns have the same name")
    return Places(puzzle, solution, others)


def _the_only(names: Sequence[str], known: Sequence[str], boards: Mapping[int, str]) -> int | None:
    """The only column of such a name; of several the one that holds boards, as a question in words does not."""
    found = [place for place, name in enumerate(names) if _key(name) in known]
    if len(found) > 1:
        found = [place for place in found if place in boards] or found
    if len(found) > 1:
        raise ValueError(f"columns {names[found[0]].strip()} and {names[found[1]].strip()} hold the same: keep one")
    return found[0] if found else None


def _named(names: Sequence[str], column: str) -> int:
    for place, name in enumerate(names):
        if _key(name) == _key(column):
            return place
    raise ValueError(f"no column is named {column}; there are {', '.join(map(str.strip, names))}")


def _by_content(names: Sequence[str], boards: Mapping[int, str]) -> int:
    """The only column with a board, or else the only one of a board with empty cells."""
    found = [place for place, board in boards.items() if "." in board or len(boards) == 1]
    if len(found) == 1:
        return found[0]
    if boards:
        several = " and ".join(names[place].strip() for place in boards)
        raise ValueError(f"the columns {several} hold boards: name that of the puzzles")
    known = f"{', '.join(PUZZLE_COLUMNS[:-1])} or {PUZZLE_COLUMNS[-1]}"
    raise ValueError(f"no column is named {known}, and none has a board in the first row")


def fills(board: str, puzzle: str) -> bool:
    """Whether a board is full and has the clues of a puzzle, both one character per cell."""
    return (
        len(board) == len(puzzle)
        and "." not in board
        and all(clue in (".", value) for clue, value in zip(puzzle, board, strict=True))
    )


def _board(value: object, any_size: bool) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{ascii(value)[:30]} is not a text of one character per cell")
    return normalised(value, any_size=any_size)


def as_text(value: object) -> str:
    """A value of another column as a record has it: numbers and lists as JSON writes them, nothing for None."""
    if isinstance(value, bool | int | float | list | dict):
        return json.dumps(value, default=str)
    return "" if value is None else str(value)


# --- Separated values -----------------------------------------------------------------------------------------------

DELIMITERS = ",;\t"
_letter = re.compile(r"[^\W\d_]")


def is_heading(line: str, delimiters: str = DELIMITERS) -> bool:
    """Whether a line names a column of puzzles, alone or beside others between one of these delimiters."""
    return any(mark in line and has_puzzles(_cut(line, mark)) for mark in delimiters) or (
        "," in delimiters and has_puzzles([line])
    )


def is_table(lines: Sequence[str], delimiters: str = DELIMITERS) -> bool:
    """Whether a text that begins with these lines is a table.

    It has a heading that names a column of puzzles, or another one above a board, or rows with a board that do not
    begin with it.
    """
    first, second = (*lines, "", "")[:2]
    if is_heading(first, delimiters):
        return True
    may_be_heading = bool(_letter.search(first)) and not first.startswith("#")
    marks = [mark for mark in delimiters if mark in first]
    if not any(mark in first for mark in DELIMITERS):
        is_column = is_board(second.strip()) and not is_board(first.strip())
        return "," in delimiters and may_be_heading and is_column
    for mark in marks:
        above, below = (list(map(is_board, _cut(line.strip(), mark))) for line in (first, second))
        if any(above):
            return not above[0]
        if any(below) and len(above) == len(below):
            return may_be_heading
    return False


def separated_puzzles(
    lines: NumberedLines, *, any_size: bool = False, column: str | None = None, refuse: Refuse = stop_at_line
) -> Iterator[Given]:
    """Yield the puzzle of each row below a heading, its columns between commas, semicolons or tabs.

    Without a heading, the columns are called 1, 2, 3 and so on. `column` is as for `places_of`.
    """
    source = iter(lines)
    begin, heading = next(source, (1, ""))
    delimiter = next((mark for mark in DELIMITERS if mark in heading), ",")
    names = _cut(heading, delimiter)
    if any(map(is_board, names)):
        source = chain([(begin, heading)], source)
        names, begin = [str(place) for place in range(1, len(names) + 1)], begin - 1
    rows = csv.reader((line for _, line in source), delimiter=delimiter, strict=True)
    whole = _whole_rows(rows, begin, len(names), refuse)
    first = next(whole, None)
    try:
        places = places_of(names, first[1] if first else (), column)
    except ValueError as error:
        raise ValueError(f"line {max(begin, 1)}: {error}") from None
    if first:
        yield from taken(chain([first], whole), partial(places.record, any_size=any_size), refuse)


def _whole_rows(rows: Any, begin: int, width: int, refuse: Refuse) -> Iterator[tuple[int, list[str]]]:
    """Yield each row of a reader with the number of its line, and refuse those that cannot be read or lack columns."""
    row: list[str] | None = []
    while row is not None:
        number = rows.line_num + begin + 1
        try:
            row = next(rows, None)
        except csv.Error as error:
            refuse(number, error)
            continue
        if row and len(row) == width:
            yield number, row
        elif row:
            refuse(number, ValueError(f"{len(row)} values for {width} columns"))


def _cut(heading: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([heading], delimiter=delimiter), [])
    except csv.Error:  # a line end within the line
        return []


# --- JSON -----------------------------------------------------------------------------------------------------------

_MOST = 1_000_000
"""Characters of the longest object."""

_TOO_DEEP = "lists within lists, deeper than any puzzle has"
_blank = re.compile(r"[\s,]*")
_decoder = json.JSONDecoder()


def is_json(text: str) -> bool:
    """Whether a text begins as an object, or as an array of objects, which may be empty."""
    start = text.lstrip()
    return start.startswith("{") or (start.startswith("[") and start[1:].lstrip()[:1] in ("{", "]", ""))


def json_puzzles(
    more: Callable[[], str], *, any_size: bool = False, column: str | None = None, refuse: Refuse = stop_at_line
) -> Iterator[Given]:
    """Yield the puzzle of each object of an array, or of objects that follow each other; ValueError names the line.

    `more` gives the text piece by piece, and nothing at its end: it is never in memory as a whole. `column` is as for
    `places_of`.
    """
    yield from taken(_values(more), partial(_record, any_size=any_size, column=column), refuse)


def json_line_puzzles(
    lines: NumberedLines, *, any_size: bool = False, column: str | None = None, refuse: Refuse = stop_at_line
) -> Iterator[Given]:
    """Yield the puzzle of the object of each line that is not blank. `column` is as for `places_of`."""

    def record(number: int, line: str) -> Given:
        try:
            content = json.loads(line)
        except json.JSONDecodeError as error:
            raise ValueError(f"{error.msg}: not JSON") from None
        except RecursionError:
            raise ValueError(_TOO_DEEP) from None
        return _record(number, content, any_size, column)

    yield from taken(((number, line) for number, line in lines if not line.isspace()), record, refuse)


def _record(line: int, content: object, any_size: bool, column: str | None) -> Given:
    if not isinstance(content, Mapping):
        raise ValueError("not an object with names and values")
    names, values = list(content), list(content.values())
    return places_of(names, values, column).record(line, values, any_size=any_size)


def _values(more: Callable[[], str]) -> Iterator[tuple[int, object]]:
    """The values of an array with the numbers of their lines, each decoded as soon as all of it is read."""
    text = _Text(more)
    is_array = text.next() == "["
    if is_array:
        text.use(1)
    while following := text.next():
        if is_array and following == "]":
            text.use(1)
            if text.next():
                raise ValueError(f"line {text.line}: text after the array")
            return
        yield text.line, text.value()
    if is_array:
        raise ValueError(f"line {text.line}: the array does not end")


class _Text:
    """A text that comes in pieces, of which only a part is in memory."""

    def __init__(self, more: Callable[[], str]) -> None:
        self._more = more
        self._text = ""
        self._place = 0
        self.line = 1
        self._ended = False

    def use(self, characters: int) -> None:
        """Go on by some characters."""
        end = self._place + characters
        self.line += self._text.count("\n", self._place, end)
        self._place = end

    def next(self) -> str:
        """Skip blanks and commas; return the character that comes then, or nothing at the end."""
        while True:
            self.use(len(_blank.match(self._text, self._place)[0]))  # type: ignore[index]  # it matches nothing too
            if self._place < len(self._text) or not self._read_on():
                return self._text[self._place : self._place + 1]

    def value(self) -> object:
        """Decode the value that comes next."""
        while True:
            try:
                value, end = _decoder.raw_decode(self._text, self._place)
            except json.JSONDecodeError as error:
                if len(self._text) - self._place < _MOST and self._read_on():
                    continue
                line = self.line + self._text.count("\n", self._place, error.pos)
                raise ValueError(f"line {line}: {error.msg}: not JSON") from None
            except RecursionError:
                raise ValueError(f"line {self.line}: {_TOO_DEEP}") from None
            self.use(end - self._place)
            return value

    def _read_on(self) -> bool:
        """Read on, and forget what has been used."""
        if self._ended:
            return False
        try:
            piece = self._more()
        except UnicodeDecodeError:
            raise ValueError(f"line {self.line}: not UTF-8 text from here on") from None
        self._ended = not piece
        self._text = self._text[self._place :] + piece
        self._place = 0
        return True
