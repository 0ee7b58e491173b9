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

    @property
    def is_latin(self) -> bool:
        """Whether it is to be a Latin square."""
        return self.blocks == NO_BLOCKS

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
    for source in _sources_of(text, first):
        for reader in _readers(source, asked):
            try:
                readings.append(reader(source, asked))
            except ValueError as fault:
                faults.append(fault)
    if not faults and not readings:
        raise ValueError("empty: no board in it")
    if not readings:
        raise faults[0]
    likely = readings[0]
    other = next((each for each in readings if each.cells != likely.cells), None)
    if other:
        raise ValueError(f"it can be read as {likely.format} and as {other.format}: write empty cells as . or 0")
    return likely


def _readers(source: Source, asked: Wanted) -> Sequence[Callable[[Source, Wanted], Reading]]:
    """The forms that a text may have; the most similar first. If none fits, the error is that one's."""
    if not source.lines:
        return []
    if asked.is_triples:
        return [_triples]
    order = [_triples, _drawing] if _is_like_triples(source, asked) else [_symbols, _triples, _drawing]
    if _is_like_rows(source, asked):
        is_certain = len(source.lines) == len(source.lines[0].words)
        return [_rows] if is_certain else [_rows, *order]
    return order


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


@dataclass(frozen=True)
class Source:
    """A text without `#` comments, blank lines, the heading and the rules of a drawing."""

    lines: Sequence[Line]

    @cached_property
    def widths(self) -> set[int]:
        """The lengths of all words."""
        return {len(word) for line in self.lines for word in line.words}

    @cached_property
    def has_frame(self) -> bool:
        """Whether any line has a character of a frame."""
        return any(line.text.translate(_FRAME) != line.text for line in self.lines)

    def drawn_blocks(self, size: int) -> str | None:
        """The blocks between rules and bars, as text; None if these are not around the blocks of such a board.

        Bars around each cell, without a rule, show no blocks: they are the usual ones, if the size has them.
        """
        bands = groupby(enumerate(self.lines), lambda place: place[1].number - place[0])  # a rule is not in the lines
        heights = {len(list(band)) for _, band in bands}
        widths = {len(line.parts) for line in self.lines}
        rows = min(heights)
        is_drawn = rows > 1 and size % rows == 0 and heights == widths == {rows}
        if rows == size:
            return NO_BLOCKS if is_drawn and size not in USUAL_BLOCKS else None
        return f"{rows}x{size // rows}" if is_drawn else None


def _sources_of(text: str, first: int) -> list[Source]:
    """The ways to look at a text: lines of bars or dashes are rules of a drawing, or else rows of empty cells."""
    lines = [Line(number, line.partition("#")[0].rstrip()) for number, line in enumerate(text.splitlines(), first)]
    lines = _without_heading([line for line in lines if line.text])
    ways: list[list[Line]] = []
    for is_row in (lambda text: None, _is_blank_row, _is_blank_or_dashed_row):
        kept = [line for line in lines if not _is_rule(line.text) or is_row(line.text)]
        if kept not in ways:
            ways.append(kept)
    return [Source(kept) for kept in ways]


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


def _symbols(source: Source, asked: Wanted) -> Reading:
    """One character a cell: 81 in a line, 9 lines of 9, groups of 3, with or without a frame around them."""
    cells = [_value_of(symbol, line.number) for line in source.lines for word in line.words for symbol in word]
    return _of_cells(cells, ONE_CHARACTER, source, asked)


def _is_like_rows(source: Source, asked: Wanted) -> bool:
    """Whether there are as many lines as numbers in each, or twice as many lines."""
    size = len(source.lines[0].words)
    heights = (size, 2 * size) if size > 1 else (1,)
    is_square = len(source.lines) in heights and all(len(line.words) == size for line in source.lines)
    is_known = size <= LARGEST_SIZE and (size != 3 or asked.size == 3 or (asked.size is None and asked.is_latin))
    return is_square and is_known and max(source.widths) <= 2


def _rows(source: Source, asked: Wanted) -> Reading:
    """S lines of S numbers with spaces between, 0 for an empty cell."""
    cells = [_number_of(word, line.number) for line in source.lines for word in line.words]
    return _of_cells(cells, "rows of numbers", source, asked)


def _of_cells(cells: list[int], form: str, source: Source, asked: Wanted) -> Reading:
    """The board of some cells, or the puzzle of a puzzle and its solution; ValueError for another number of cells."""
    half = len(cells) // 2
    puzzle, solution = cells[:half], cells[half:]
    if 1 < half in SIZE_OF_CELLS and len(cells) == 2 * half and _is_solved_by(puzzle, solution):
        cells = puzzle
    size = asked.size_of(len(cells))
    return Reading(_in_range(cells), form, True, asked.shape(size, source.drawn_blocks(size)))


def _is_solved_by(puzzle: list[int], solution: list[int]) -> bool:
    """Whether the second board is full and keeps every clue of the first."""
    return all(solution) and all(clue in (0, value) for clue, value in zip(puzzle, solution, strict=True))


# --- Triples --------------------------------------------------------------------------------------------------------

_from = re.compile(r"\bfrom ([01])\b").search
_is_heading = re.compile(r"\brow\W+column\W+(?:and\W+)?value\b").search
_triple = re.compile(r"([0-9]{1,6}) ([0-9]{1,6}) ([0-9]{1,6})\s*", re.ASCII).fullmatch
_boards_of = re.compile(r"\b([1-9][0-9]?)x\1\b").search


class _Clue(NamedTuple):
    line: int
    row: int
    column: int
    value: int


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


def _is_like_triples(source: Source, asked: Wanted) -> bool:
    """Whether most lines have three words that are not the thirds of a row."""
    characters = sum(len(word) for line in source.lines for word in line.words)
    is_board = characters in SIZE_OF_CELLS and asked.size in (None, SIZE_OF_CELLS[characters])
    in_groups = len(source.widths) == 1 and source.widths != {1} and is_board
    most_are_threes = 2 * sum(len(line.words) == 3 for line in source.lines) >= len(source.lines)
    return not in_groups and not source.has_frame and most_are_threes


def _triples(source: Source, asked: Wanted) -> Reading:
    """A line `row column value` for each clue, on a board of the size that is asked for, 9 by default.

    Clues that all fit on a smaller board do not show their size, so it must be given.
    """
    if source.has_frame:
        raise ValueError("a drawing, not triples")
    return _of_clues([_clue(line.number, line.words) for line in source.lines], asked)


def headed_triples(lines: Sequence[str], asked: Wanted, first: int) -> Reading:
    """The board of lines below a heading of triples, as `one_board` reads them, but faster."""
    clues = []
    for number, line in enumerate(lines, first):
        if match := _triple(line):
            clues.append(_Clue(number, int(match[1]), int(match[2]), int(match[3])))
        elif words := line.partition("#")[0].split():
            clues.append(_clue(number, words))
    return _of_clues(clues, asked)


def _of_clues(clues: Sequence[_Clue], asked: Wanted) -> Reading:
    size = asked.size or DEFAULT_SIZE
    base = _base(clues, size, asked)
    cells = _placed(clues, size, base, asked)
    smaller = next(
        (each for each in _smaller_sizes(asked) if _fits(clues, each, _shown_base(clues, each, asked))), None
    )
    if smaller:
        raise ValueError(f"the triples fit a board of {smaller}x{smaller} and one of 9x9: give the size")
    is_certain = asked.size is not None and asked.base is not None
    return Reading(cells, f"triples counted from {base}", is_certain, asked.shape(size))


def _smaller_sizes(asked: Wanted) -> Sequence[int]:
    """The sizes that a board of triples may have instead of the default."""
    if asked.size:
        return ()
    return range(2, DEFAULT_SIZE) if asked.is_latin else [size for size in USUAL_BLOCKS if size < DEFAULT_SIZE]


def _clue(number: int, words: Sequence[str]) -> _Clue:
    if len(words) == 3 and all(map(_as_number, words)):
        return _Clue(number, int(words[0]), int(words[1]), int(words[2]))
    row = f"; if it is a row of a board, give its size, {len(words)}" if {".", "_", "*", "x"} & set(words) else ""
    raise ValueError(f"line {number}: {shown(' '.join(words))} is not a triple: row column value{row}")


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
    for unit in shape.units:
        values = [cells[cell] for cell in unit if cells[cell]]
        if len(set(values)) < len(values):
            return True
    return False


def _fits(clues: Sequence[_Clue], size: int, base: int) -> bool:
    return all(
        base <= clue.row < size + base and base <= clue.column < size + base and 1 <= clue.value <= size
        for clue in clues
    )


def _placed(clues: Sequence[_Clue], size: int, base: int, asked: Wanted) -> list[int]:
    """The cells of the clues; ValueError names the line of one that is outside, or in a cell that has a value."""
    cells = [0] * size**2
    line_of: dict[tuple[int, int], int] = {}
    end = size + base
    for line, row, column, value in clues:
        if not (base <= row < end and base <= column < end and 1 <= value <= size):
            for name, found, least in (("row", row, base), ("column", column, base), ("value", value, 1)):
                most = size - 1 + least
                if not least <= found <= most:
                    larger = "; give the size of a larger board" if most < found and not asked.size else ""
                    raise ValueError(f"line {line}: {name} {found} is not in {least}..{most}{larger}")
        place = (row - base, column - base)
        if before := line_of.get(place):
            raise ValueError(f"line {line}: {cell_name(*place)} already has a value from line {before}")
        line_of[place] = line
        cells[place[0] * size + place[1]] = value
    return cells


# --- Drawings in which an empty cell is blank, so that only its place shows it ---------------------------------------

_WIDEST_PITCH = 6  # columns of text from one cell to the next


def _drawing(source: Source, asked: Wanted) -> Reading:
    """Find the places by bars, or by the columns of the text; ValueError if there are two ways to find them.

    Bars around each cell show the places: `| 5 |   | 3 |`. Bars around blocks, or none, leave them to the columns,
    which are as far apart in all blocks: `| 5   3 |`.
    """
    size = len(source.lines)
    if not 1 < size <= LARGEST_SIZE:
        raise ValueError("not a drawing with blank cells")
    shape = asked.shape(size, source.drawn_blocks(size))
    rows = [line.parts for line in source.lines]
    widths = {len(pieces) for pieces in rows}
    if (
        len({line.has_edges for line in source.lines}) != 1
        or len(widths) != 1
        or not widths <= {size, len(shape.stacks), 1}
    ):
        raise ValueError("not a drawing with blank cells")
    return Reading(_in_range(_drawn_cells(source.lines, rows, size)), "a drawing", True, shape)


def _drawn_cells(lines: Sequence[Line], rows: list[list[str]], size: int) -> list[int]:
    if len(rows[0]) == size:
        return [
            _number_of(piece.strip(), line.number) for line, pieces in zip(lines, rows, strict=True) for piece in pieces
        ]
    blocks = _squared(rows)
    boards = {
        tuple(
            _number_of(piece[place].strip(), line.number)
            for line, pieces in zip(lines, blocks, strict=True)
            for piece in pieces
            for place in places
        )
        for places in _places(blocks, size)
    }
    if len(boards) != 1:
        raise ValueError("the places of the cells do not show: write empty ones as . or 0")
    return list(boards.pop())


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
