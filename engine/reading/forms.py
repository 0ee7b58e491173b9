"""One board as text, in the forms that people use.

| form | looks like |
| --- | --- |
| symbols | S*S characters, 1..9 then A..P, in any lines and groups, or in a frame of box characters, `|`, `+`, `-` |
| rows | S lines of S numbers with spaces between, 0 for empty: the files `N.txt` |
| triples | a line `row column value` for each clue, rows and columns counted from 0 or from 1 |
| drawing | a frame around cells or blocks, with blanks for empty cells |

An empty cell is one of `. 0 * x _ -`. What follows a `#` is a comment, and a heading may come first. A puzzle that its
solution follows, as `export` writes them, is read as the puzzle. A text that two forms read as different boards is
refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from ..shape import (
    CLUE_MARK,
    DEFAULT_SIZE,
    LARGEST_SIZE,
    NO_BLOCKS,
    SIZE_OF_CELLS,
    USUAL_BLOCKS,
    VALUES,
    Shape,
    cell_name,
)


class Reading(NamedTuple):
    """A board, and how its text was understood."""

    cells: list[int]
    """S*S values, row by row, 0 for empty."""
    format: str
    """A name for people, such as "triples counted from 1"."""
    is_certain: bool
    """Whether size and places are shown by the text or given; triples show them in a heading only."""
    shape: Shape
    """Size and blocks."""


class Wanted(NamedTuple):
    """The facts known of a board before its text is read; None for a fact that the text has to show."""

    size: int | None
    blocks: str | None
    """As `Shape.of` takes them."""
    base: int | None = None
    """The number of the first row and column of triples: 0 or 1."""
    is_triples: bool = False
    """Whether a heading says that these are triples."""

    @classmethod
    def of(cls, size: int | None, blocks: str | None, base: int | None = None) -> Wanted:
        """Return what is wanted; ValueError for a shape that does not exist, or a base other than 0 and 1."""
        if base not in (None, 0, 1):
            raise ValueError(f"base {base} is not 0 or 1")
        if size is None and blocks in (None, NO_BLOCKS):
            return cls(None, blocks, base)
        shape = Shape.of(size, blocks)
        return cls(shape.size, shape.blocks if blocks else None, base)

    def size_of(self, cells: int) -> int:
        """The size of a board with that many cells; ValueError if no board has them."""
        if cells not in SIZE_OF_CELLS:
            possible = _USUAL_CELLS if self.size is None else str(self.size**2)
            raise ValueError(f"{cells} cells are not a board, which has {possible}")
        return SIZE_OF_CELLS[cells]

    def shape(self, size: int, drawn: str | None = None) -> Shape:
        """The shape of a board of a size, drawn with those blocks; ValueError if it is not the wanted one."""
        if self.size not in (None, size):
            raise ValueError(f"a board of size {size}, not {self.size}")
        if self.blocks and drawn not in (None, self.blocks):
            raise ValueError(f"a drawing with blocks of {drawn}, not {self.blocks}")
        return Shape.of(size, self.blocks or drawn)


_USUAL_CELLS = ", ".join(str(size**2) for size in (1, *USUAL_BLOCKS))


def one_board(text: str, asked: Wanted, first: int = 1) -> Reading:
    """Read a text, whose lines are numbered from `first`, as one board.

    ValueError says what is wrong, and in which line, or that two forms fit.
    """
    asked = with_heading(asked, text.splitlines())
    readings: list[Reading] = []
    faults: list[ValueError] = []
    for lines in _ways_to_see(text, first):
        for reader in _readers(lines, asked):
            try:
                readings.append(reader(lines, asked))
            except ValueError as fault:
                faults.append(fault)
    if not readings:
        raise faults[0] if faults else ValueError("empty: no board in it")
    likely = readings[0]
    for other in readings:
        if other.cells != likely.cells:
            raise ValueError(f"it can be read as {likely.format} and as {other.format}: write empty cells as . or 0")
    return likely


def _readers(lines: Lines, asked: Wanted) -> Sequence[Callable[[Lines, Wanted], Reading]]:
    """The forms that a text may have; the most similar first. If none fits, the error is that one's."""
    if not lines:
        return []
    if asked.is_triples:
        return [_triples]
    order = [_triples, _drawing] if _is_like_triples(lines, asked) else [_symbols, _triples, _drawing]
    if not _is_like_rows(lines, asked):
        return order
    return [_rows] if len(lines) == len(lines[0].words) else [_rows, *order]


# --- The text, without what is around the cells ---------------------------------------------------------------------

BARS = "|+\u2500-\u257f"
"""The characters of a frame, as a class of a regular expression: `|`, `+` and all box characters."""

_FRAME = dict.fromkeys((*range(0x2500, 0x2580), ord("|"), ord("+"), ord(CLUE_MARK)), " ")
_bars = re.compile(f"[{BARS}]+")
_is_rule = re.compile(rf"[-=\s{BARS}]*").fullmatch
_is_blank_row = re.compile(r"[|\s\u2502\u2503\u2551]+").fullmatch
_is_blank_or_dashed_row = re.compile(r"[-|\s\u2502\u2503\u2551]+").fullmatch
_as_number = re.compile(r"[+-]?[0-9]{1,6}", re.ASCII).fullmatch


@dataclass(frozen=True)
class Line:
    """A line that may hold cells."""

    number: int  # in the text, from 1
    text: str

    @cached_property
    def words(self) -> list[str]:
        """Its words, without the frame of a drawing."""
        return self.text.translate(_FRAME).split()

    @cached_property
    def has_edges(self) -> bool:
        """Whether it begins and ends with a bar."""
        text = self.text.strip()
        return len(text) > 1 and bool(_bars.match(text[0]) and _bars.match(text[-1]))

    @cached_property
    def parts(self) -> list[str]:
        """The parts between its bars."""
        return _bars.split(self.text.strip())[1:-1] if self.has_edges else _bars.split(self.text)


Lines = Sequence[Line]
"""A text without `#` comments, blank lines, the heading and the rules of a drawing."""


def _has_frame(lines: Lines) -> bool:
    return any(line.text.translate(_FRAME) != line.text for line in lines)


def _drawn_blocks(lines: Lines, size: int) -> str | None:
    """The blocks between rules and bars, as text; None if these are not around the blocks of such a board.

    Bars around each cell, without a rule, show no blocks: they are the usual ones, if the size has them.
    """
    bands = groupby(enumerate(lines), lambda place: place[1].number - place[0])  # a rule is not in the lines
    heights = {len(list(band)) for _, band in bands}
    rows = min(heights)
    is_drawn = rows > 1 and size % rows == 0 and heights == {len(line.parts) for line in lines} == {rows}
    if rows == size:
        return NO_BLOCKS if is_drawn and size not in USUAL_BLOCKS else None
    return f"{rows}x{size // rows}" if is_drawn else None


def _ways_to_see(text: str, first: int) -> list[Lines]:
    """The ways to look at a text: lines of bars or dashes are rules of a drawing, or else rows of empty cells."""
    lines = [Line(number, line.partition("#")[0].rstrip()) for number, line in enumerate(text.splitlines(), first)]
    lines = _without_heading([line for line in lines if line.text])
    ways: list[Lines] = []
    for is_row in (lambda text: None, _is_blank_row, _is_blank_or_dashed_row):
        kept = [line for line in lines if not _is_rule(line.text) or is_row(line.text)]
        if kept not in ways:
            ways.append(kept)
    return ways


def _without_heading(lines: list[Line]) -> list[Line]:
    """The lines after the first ones that have a character of no board; all if that leaves none.

    A first line as wide as the one below it is a row with an error, not a heading.
    """
    for place, line in enumerate(lines):
        if all(symbol in VALUES or symbol == "=" for word in line.words for symbol in word):
            is_row = place > 0 and sum(map(len, lines[place - 1].words)) == sum(map(len, line.words))
            return lines if is_row else lines[place:]
    return lines


def _value_of(symbol: str, line: int) -> int:
    """The value of a character of a board; ValueError names the line of any other."""
    if symbol not in VALUES:
        raise ValueError(f"line {line}: {shown(symbol)} is not a digit of a board")
    return VALUES[symbol]


def _number_of(word: str, line: int) -> int:
    """The value of a cell that is written as a number or as a character, 0 for a blank one."""
    return int(word) if _as_number(word) else _value_of(word, line) if word else 0


def _in_range(cells: list[int]) -> list[int]:
    """The cells of a board; ValueError for a value that its size does not have."""
    size = SIZE_OF_CELLS[len(cells)]
    for cell, value in enumerate(cells):
        if not 0 <= value <= size:
            raise ValueError(f"{cell_name(*divmod(cell, size))}: value {value} is not in 1..{size}")
    return cells


def shown(text: str) -> str:
    """Text in quotes, with escapes for unusual characters, cut if it is long."""
    return ascii(text if len(text) <= 30 else text[:30] + "...")


# --- Symbols and rows -----------------------------------------------------------------------------------------------


ONE_CHARACTER = "one character per cell"
"""The form of symbols in words."""


def _symbols(lines: Lines, asked: Wanted) -> Reading:
    """One character a cell: 81 in a line, 9 lines of 9, groups of 3, with or without a frame around them."""
    cells = [_value_of(symbol, line.number) for line in lines for word in line.words for symbol in word]
    return _of_cells(cells, ONE_CHARACTER, lines, asked)


def _is_like_rows(lines: Lines, asked: Wanted) -> bool:
    """Whether there are as many lines as numbers in each, or twice as many lines."""
    size = len(lines[0].words)
    is_known = size <= LARGEST_SIZE and (size != 3 or asked.size == 3 or asked[:2] == (None, NO_BLOCKS))
    is_square = len(lines) in ((size, 2 * size) if size > 1 else (1,))
    return is_known and is_square and all(len(line.words) == size and max(map(len, line.words)) <= 2 for line in lines)


def _rows(lines: Lines, asked: Wanted) -> Reading:
    """S lines of S numbers with spaces between, 0 for an empty cell."""
    cells = [_number_of(word, line.number) for line in lines for word in line.words]
    return _of_cells(cells, "rows of numbers", lines, asked)


def _of_cells(cells: list[int], form: str, lines: Lines, asked: Wanted) -> Reading:
    """The board of some cells, or the puzzle of a puzzle and its solution; ValueError for another number of cells."""
    half = len(cells) // 2
    if 1 < half in SIZE_OF_CELLS and len(cells) == 2 * half and _is_solved_by(cells[:half], cells[half:]):
        cells = cells[:half]
    size = asked.size_of(len(cells))
    return Reading(_in_range(cells), form, True, asked.shape(size, _drawn_blocks(lines, size)))


def _is_solved_by(puzzle: list[int], solution: list[int]) -> bool:
    """Whether the second board is full and keeps every clue of the first."""
    return all(solution) and all(clue in (0, value) for clue, value in zip(puzzle, solution, strict=True))


# --- Triples --------------------------------------------------------------------------------------------------------

_from = re.compile(r"\bfrom ([01])\b").search
_is_heading = re.compile(r"\brow\W+column\W+(?:and\W+)?value\b").search
_number = r"\s*([+-]?[0-9]{1,6})"
_triple = re.compile(rf"{_number}\s{_number}\s{_number}\s*", re.ASCII).fullmatch
_boards_of = re.compile(r"\b([1-9][0-9]?)x\1\b").search


class _Clue(NamedTuple):
    line: int
    row: int
    column: int
    value: int

    def is_on(self, size: int, base: int) -> bool:
        """Whether a board of a size has the clue."""
        end = size + base
        return base <= self.row < end and base <= self.column < end and 1 <= self.value <= size


def with_heading(asked: Wanted, lines: Sequence[str]) -> Wanted:
    """Apply the heading of triples: `row column value, counted from 1, on boards of 6x6`, or a part of it."""
    for line in lines:
        if _is_heading(line):
            base, size = _from(line), _boards_of(line)
            return asked._replace(
                size=int(size[1]) if size and asked.size is None and int(size[1]) <= LARGEST_SIZE else asked.size,
                base=int(base[1]) if base and asked.base is None else asked.base,
                is_triples=True,
            )
    return asked


def _is_like_triples(lines: Lines, asked: Wanted) -> bool:
    """Whether most lines have three words that are not the thirds of a row."""
    lengths = [len(word) for line in lines for word in line.words]
    is_board = sum(lengths) in SIZE_OF_CELLS and asked.size in (None, SIZE_OF_CELLS[sum(lengths)])
    in_groups = len({*lengths}) == 1 and 1 not in lengths and is_board
    most_are_threes = 2 * sum(len(line.words) == 3 for line in lines) >= len(lines)
    return not in_groups and not _has_frame(lines) and most_are_threes


def _triples(lines: Lines, asked: Wanted) -> Reading:
    """A line `row column value` for each clue, on a board of the size that is asked for, 9 by default."""
    if _has_frame(lines):
        raise ValueError("a drawing, not triples")
    return _of_clues([_clue(line.number, line.text) for line in lines], asked)


def headed_triples(lines: Sequence[str], asked: Wanted, first: int) -> Reading:
    """The board of lines below a heading of triples, as `one_board` reads them, but faster."""
    texts = ((number, line.partition("#")[0]) for number, line in enumerate(lines, first))
    return _of_clues([_clue(number, text) for number, text in texts if text.strip()], asked)


def _clue(number: int, text: str) -> _Clue:
    if match := _triple(text):
        return _Clue(number, int(match[1]), int(match[2]), int(match[3]))
    words = text.split()
    row = f"; if it is a row of a board, give its size, {len(words)}" if {".", "_", "*", "x"} & set(words) else ""
    raise ValueError(f"line {number}: {shown(' '.join(words))} is not a triple: row column value{row}")


def _of_clues(clues: Sequence[_Clue], asked: Wanted) -> Reading:
    """The board of some clues; ValueError if they fit a smaller one too, and so do not show its size."""
    size = asked.size or DEFAULT_SIZE
    base = _base(clues, size, asked)
    cells = _placed(clues, size, base, asked)
    possible = range(2, DEFAULT_SIZE) if asked.blocks == NO_BLOCKS else USUAL_BLOCKS
    for smaller in possible if asked.size is None else ():
        first = _shown_base(clues, smaller, asked)
        if smaller < DEFAULT_SIZE and _fits(clues, smaller, first):
            if has_clash(cells, asked.shape(size)) and has_clash(
                _placed(clues, smaller, first, asked), asked.shape(smaller)
            ):
                continue  # a clash is named, whatever the size
            raise ValueError(f"the triples fit a board of {smaller}x{smaller} and one of 9x9: give the size")
    is_certain = asked.size is not None and asked.base is not None
    return Reading(cells, f"triples counted from {base}", is_certain, asked.shape(size))


def _base(clues: Sequence[_Clue], size: int, asked: Wanted) -> int:
    """The first number of rows and columns: what is asked for or shown, else the one without a contradiction, else 0.

    `Grid.triples` counts from 0.
    """
    shown = _shown_base(clues, size, asked)
    if shown or asked.base is not None or not (_fits(clues, size, 0) and _fits(clues, size, 1)):
        return shown
    from_0, from_1 = (has_clash(_placed(clues, size, base, asked), asked.shape(size)) for base in (0, 1))
    return int(from_0 and not from_1)


def _shown_base(clues: Sequence[_Clue], size: int, asked: Wanted) -> int:
    """Return the base asked for; else 1 if the size of the board is a row or a column, and 0 is none; else 0."""
    if asked.base is not None:
        return asked.base
    places = {place for _, row, column, _ in clues for place in (row, column)}
    return 1 if size in places and min(places) >= 1 else 0


def has_clash(cells: list[int], shape: Shape) -> bool:
    """Whether a unit has a value twice."""
    filled = ([cells[cell] for cell in unit if cells[cell]] for unit in shape.units)
    return any(len(set(values)) < len(values) for values in filled)


def _fits(clues: Sequence[_Clue], size: int, base: int) -> bool:
    return all(clue.is_on(size, base) for clue in clues)


def _placed(clues: Sequence[_Clue], size: int, base: int, asked: Wanted) -> list[int]:
    """The cells of the clues; ValueError names the line of one that is outside, or in a cell that has a value."""
    cells, line_of = [0] * size**2, [0] * size**2
    for clue in clues:
        line, row, column, value = clue
        if not clue.is_on(size, base):
            for name, found, least in (("row", row, base), ("column", column, base), ("value", value, 1)):
                most = size - 1 + least
                if not least <= found <= most:
                    larger = "; give the size of a larger board" if most < found and not asked.size else ""
                    raise ValueError(f"line {line}: {name} {found} is not in {least}..{most}{larger}")
        cell = (row - base) * size + column - base
        if line_of[cell]:
            place = cell_name(row - base, column - base)
            raise ValueError(f"line {line}: {place} already has a value from line {line_of[cell]}")
        cells[cell], line_of[cell] = value, line
    return cells


# --- Drawings in which an empty cell is blank, so that only its place shows it ---------------------------------------

_WIDEST_PITCH = 6  # columns of text from one cell to the next


def _drawing(lines: Lines, asked: Wanted) -> Reading:
    """Find the places by bars, or by the columns of the text; ValueError if there are two ways to find them.

    Bars around each cell show the places: `| 5 |   | 3 |`. Bars around blocks, or none, leave them to the columns,
    which are as far apart in all blocks: `| 5   3 |`.
    """
    size = len(lines)
    if not 1 < size <= LARGEST_SIZE:
        raise ValueError("not a drawing with blank cells")
    shape = asked.shape(size, _drawn_blocks(lines, size))
    looks = {(line.has_edges, len(line.parts)) for line in lines}
    if len(looks) != 1 or looks.pop()[1] not in (size, len(shape.stacks), 1):
        raise ValueError("not a drawing with blank cells")
    rows = [line.parts for line in lines]
    if len(rows[0]) != size:
        rows = _squared(rows)
    ways = [(slice(None),)] if len(rows[0]) == size else _places(rows, size)
    boards = {
        tuple(
            _number_of(piece[place].strip(), line.number)
            for line, pieces in zip(lines, rows, strict=True)
            for piece in pieces
            for place in places
        )
        for places in ways
    }
    if len(boards) != 1:
        raise ValueError("the places of the cells do not show: write empty ones as . or 0")
    return Reading(_in_range(list(boards.pop())), "a drawing", True, shape)


def _squared(rows: list[list[str]]) -> list[list[str]]:
    """The pieces of all lines in one width, each where it was beside its bars: the first of several may begin later."""
    width = max(len(piece) for pieces in rows for piece in pieces)
    if len(rows[0]) == 1:
        indent = min(len(piece) - len(piece.lstrip()) for (piece,) in rows)
        return [[piece[indent:].ljust(width - indent)] for (piece,) in rows]
    return [[first.rjust(width), *(piece.ljust(width) for piece in others)] for first, *others in rows]


def _places(rows: list[list[str]], size: int) -> Iterator[range]:
    """The ways to place the cells of a piece so that each symbol is in one, as columns of the piece."""
    width, cells = len(rows[0][0]), size // len(rows[0])
    used = {column for pieces in rows for piece in pieces for column, symbol in enumerate(piece) if symbol != " "}
    if cells == size and max(used) != width - 1:
        return  # the last column is blank, so its place does not show
    for pitch in range(1, _WIDEST_PITCH):
        for first in range(pitch):
            last = first + (cells - 1) * pitch
            if last < width <= last + max(pitch, first + 1) and used <= set(range(first, last + 1, pitch)):
                yield range(first, last + 1, pitch)
