"""Puzzles from text: the one reader for a `Grid`, the command line, pages, and files of any number of puzzles.

`read` takes a text that holds one puzzle. The others yield a file's puzzles, line by line: `line_puzzles` one a line,
`board_puzzles` one in several lines, and `engine.reading.tables` reads CSV, TSV and JSON. The forms that a board
itself can have are in `engine.reading.forms`.

The number of cells shows the size. The blocks are in the frame of a drawing, and elsewhere the usual ones of the
size; a Latin square, or another shape, needs an argument. Three lines of three numbers are triples unless `size` is 3.
"""

import io
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from os import PathLike
from typing import NamedTuple

from ..shape import DIGITS, SIZE_OF_CELLS, VALUES, NoUsualBlocks
from .files import as_utf8, buffered, unpacked
from .forms import BARS, ONE_CHARACTER, Reading, Wanted, headed_triples, one_board, with_heading
from .tables import (
    Given,
    NumberedLines,
    Refuse,
    fills,
    is_board,
    is_json,
    is_table,
    json_puzzles,
    normalised,
    separated_puzzles,
    stop_at_line,
    taken,
)

MOST_BYTES = 65_536
"""Longer files hold no board: a drawing of the largest takes some 6,000 bytes."""

_BYTE_ORDER_MARK = "\ufeff"
_OPEN = Wanted(None, None)
_bar = re.compile(f"[{BARS}]")


# --- One puzzle -----------------------------------------------------------------------------------------------------


def read(text: str, size: int | None = None, blocks: str | None = None, base: int | None = None) -> Reading:
    """Read a board from a text.

    `size` is the size of a board of triples, 9 by default, and `base` the number of their first row and column, 0 or 1.
    A heading such as `# row column value, counted from 1, on boards of 6x6` says both. Without either, a 0 or the size
    among the rows and columns shows the base; else it is 0, or 1 if the clues contradict each other only if counted
    from 0. The other forms show their size, and one that differs from `size` is an error, as is a drawing with other
    blocks than `blocks`.

    ValueError says what is wrong, and in which line, or how many puzzles there are.
    """
    asked = Wanted.of(size, blocks, base)
    text = text.removeprefix(_BYTE_ORDER_MARK)
    if is_board(text.strip()):
        return _of_record(Given(normalised(text.strip())), ONE_CHARACTER, asked)
    if not (is_json(text) or is_table(text.lstrip().splitlines()[:2])):
        return _board_or_line(text, asked)
    try:
        if is_json(text):
            puzzles = list(json_puzzles(io.StringIO(text).read, any_size=True))
        else:
            puzzles = list(separated_puzzles(_numbered(text.lstrip()), any_size=True))
    except ValueError:
        if text.lstrip().partition("\n")[0].strip().isalpha():  # `Puzzle` over a drawing
            with suppress(ValueError):
                return one_board(text, asked)
        raise
    if len(puzzles) != 1:
        raise ValueError(f"a table of {len(puzzles)} puzzles: keep one")
    return _of_record(puzzles[0], "a table", asked)


def _board_or_line(text: str, asked: Wanted) -> Reading:
    """The one board of a text; or else the one puzzle of a list or of triples, with what follows it there."""
    try:
        return one_board(text, asked)
    except ValueError:
        if record := _the_only(line_puzzles(_numbered(text))):
            return _of_record(record, "a line of a list", asked)
        has_frame = _bar.search(text)  # then its blocks are not those of a record
        if not has_frame and (record := _the_only(board_puzzles(_numbered(text), asked))):
            is_certain = with_heading(asked, text.splitlines()).is_triples
            return _of_record(record, "triples with their solution", asked)._replace(is_certain=is_certain)
        raise


def _the_only(puzzles: Iterator[Given]) -> Given | None:
    """The only puzzle, if its solution keeps its clues."""
    try:
        found = list(islice(puzzles, 2))
    except ValueError:
        return None
    if len(found) == 1 and (not found[0].solution or fills(found[0].solution, found[0].puzzle)):
        return found[0]
    return None


def _of_record(record: Given, form: str, asked: Wanted) -> Reading:
    if record.columns.get("constraints"):
        raise ValueError("the puzzle has more rules than those of Sudoku, in the column constraints")
    size = asked.size_of(len(record.puzzle))
    return Reading([VALUES[symbol] for symbol in record.puzzle], form, True, asked.shape(size))


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    return enumerate(io.StringIO(text, newline=None), 1)


def read_text(path: str | PathLike[str] | int) -> str:
    """Return the text of a file or an open descriptor, also of a compressed file, and of UTF-16.

    ValueError if that cannot be a board; OSError if it cannot be read. It reads no more than a board can take, so
    a file of a gigabyte costs nothing, and it does not wait for a pipe without a writer, which is empty.
    """
    with buffered(io.FileIO(path, opener=_open_without_waiting)) as file:
        text, _ = unpacked(file, "")
        try:
            content = as_utf8(text).read(MOST_BYTES + 1)
        except ValueError as error:
            raise ValueError("not a text file" if str(error).startswith("line ") else str(error)) from None
    if len(content) > MOST_BYTES:
        raise ValueError(f"longer than {MOST_BYTES:,} bytes, more than any board takes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("not a text file") from None


def _open_without_waiting(path: str, flags: int) -> int:
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)  # a writer that exists may take its time
    return descriptor


# --- A puzzle a line ------------------------------------------------------------------------------------------------

_word = re.compile(r"[^\s,;]+")


def is_list(lines: Iterable[str]) -> bool:
    """Whether every line begins with a board."""
    words = [_word.match(text) for line in lines if (text := line.partition("#")[0].strip())]
    return bool(words) and all(word and is_board(word[0]) for word in words)


def line_puzzles(lines: NumberedLines, refuse: Refuse = stop_at_line) -> Iterator[Given]:
    """Yield the puzzle of each line, one character per cell.

    After it may come its solution, then whatever else a list says, which is kept as the column `note`, also after a
    `#`. A line that begins with `#` is a comment.
    """
    parts = ((number, line.partition("#")) for number, line in lines)
    return taken(((number, part) for number, part in parts if part[0].strip()), _of_line, refuse)


def _of_line(number: int, parts: tuple[str, str, str]) -> Given:
    line, _, comment = map(str.strip, parts)
    first = _word.match(line)
    puzzle = normalised(first[0] if first else line)
    rest = line[len(puzzle) :].strip(" \t,;")
    second = _word.match(rest)
    solution = None
    if second and len(second[0]) == len(puzzle) and is_board(second[0]) and "." not in normalised(second[0]):
        solution = second[0]
        rest = rest[len(solution) :].strip(" \t,;")
    note = " ".join(filter(None, (rest, comment)))
    return Given(puzzle, solution, number, {"note": note} if note else {})


# --- A puzzle in several lines --------------------------------------------------------------------------------------

_TOPS = ("╔", "┌", "┏")
"""A line that begins so is the upper edge of a drawing, even without a blank line before it."""

_MOST_LINES = 800
"""More than the clues of the largest board take, in lines `row column value`."""

_frame = re.compile(r"[\s|+\u2500-\u257f]+")
_is_rule = re.compile(r"[-=*|+\s\u2500-\u257f]*").fullmatch


class Block(NamedTuple):
    """A board, and the line at which it begins."""

    line: int
    board: str


def board_puzzles(lines: NumberedLines, asked: Wanted = _OPEN, refuse: Refuse = stop_at_line) -> Iterator[Given]:
    """Yield the boards of a file, with a blank line or an edge between two; a solution goes with the puzzle before.

    The heading of triples counts for all that follow.
    """
    before: Given | None = None
    for number, board in boards_of(lines, asked, refuse):
        if before and not before.solution and fills(board, before.puzzle):
            before = before._replace(solution=board)
            continue
        if before:
            yield before
        before = Given(board, None, number)
    if before:
        yield before


def boards_of(lines: NumberedLines, asked: Wanted = _OPEN, refuse: Refuse = stop_at_line) -> Iterator[Block]:
    """Read the text up to each blank line or edge; if that is not a board yet, the blank line lies inside it.

    If a reader goes on, it refuses all up to the blank line or edge after which a board begins.
    """
    block = _Gathered(refuse, asked)
    for number, line in lines:
        text = line.partition("#")[0]
        if block.lines and (text.startswith(_TOPS) or line.isspace()) and (found := block.board()):
            yield found
        if "row" in line:
            block.asked = with_heading(block.asked, [line])
        if block.lines or text.strip():
            block.first = block.first if block.lines else number
            block.lines.append(line)
            if len(block.lines) > _MOST_LINES and block.board() is None:
                block.drop()
    if block.lines and (found := block.board()):
        yield found
    block.drop()


class _Gathered:
    """The lines after the last board of a text."""

    def __init__(self, refuse: Refuse, asked: Wanted) -> None:
        self._refuse, self.asked = refuse, asked
        self._clear()

    def _clear(self) -> None:
        self.lines: list[str] = []
        self.first = 0
        self._edges: list[int] = []
        self._fault: ValueError | None = None

    def board(self) -> Block | None:
        """Take the lines as a board; None if they are not one yet.

        Where the reader goes on after a fault, the board may begin after one of the blank lines and edges.
        """
        for edge in (0, *(self._edges if self._refuse is not stop_at_line else ())):
            try:
                found = _board(self.first + edge, self.lines[edge:], self.asked)
            except ValueError as error:
                self._fault = self._fault or error
                continue
            if edge:
                self.drop()
            self._clear()
            return found
        self._edges.append(len(self.lines))
        return None

    def drop(self) -> None:
        """Refuse the lines, if there are any."""
        first, fault = self.first, self._fault
        self._clear()
        if fault:
            named = re.fullmatch(r"line (\d+): (.*)", str(fault), re.DOTALL)
            self._refuse(int(named[1]) if named else first, ValueError(named[2]) if named else fault)


def _board(first: int, block: Sequence[str], asked: Wanted) -> Block:
    """The board of some lines; ValueError names the line of the file."""
    if not asked.is_triples and (plain := _plain(block)):
        return Block(first, plain)
    try:
        found = headed_triples(block, asked, first) if asked.is_triples else one_board("".join(block), asked, first)
    except NoUsualBlocks as error:
        raise ValueError(f"line {first}: a board of size {error.size}, which has no usual blocks") from None
    except ValueError as error:
        message = str(error)
        raise ValueError(message if message.startswith("line ") else f"line {first}: {message}") from None
    return Block(first, normalised("".join(DIGITS[value] for value in found.cells)))


def _plain(block: Sequence[str]) -> str | None:
    """The board of lines with one character per cell, as most files have them: as `one_board`, but faster."""
    rows = [_frame.sub("", line) for line in block if not _is_rule(line)]
    board = "".join(rows)
    size = SIZE_OF_CELLS.get(len(board), 0)
    is_square = len(rows) == size < 10 and all(len(row) == size for row in rows)
    return normalised(board) if is_square and is_board(board) else None
