"""A text as every format looks at it: lines without comments and heading, and what their characters mean."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from engine.board.reading.wanted import Wanted
from engine.shape import CLUE_MARK, SIZE_OF_CELLS, VALUES, cell_name

BARS = "|+\u2500-\u257f"
"""The characters of a frame, as a class of a regular expression: `|`, `+` and all box characters."""

_FRAME = dict.fromkeys((*range(0x2500, 0x2580), ord("|"), ord("+"), ord(CLUE_MARK)), " ")
_bars = re.compile(f"[{BARS}]+")
_is_rule = re.compile(rf"[-=\s{BARS}]*").fullmatch
_is_blank_row = re.compile(r"[|\s\u2502\u2503\u2551]+").fullmatch
_is_blank_or_dashed_row = re.compile(r"[-|\s\u2502\u2503\u2551]+").fullmatch
as_number = re.compile(r"[+-]?[0-9]{1,6}", re.ASCII).fullmatch


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
        """What its bars separate."""
        return _bars.split(self.text.strip())[1:-1] if self.has_edges else _bars.split(self.text)


@dataclass(frozen=True)
class Source:
    """A text without `#` comments, blank lines, the heading and the rules of a drawing."""

    text: str
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
        """The blocks between rules and bars, as text; None where these are not around the blocks of such a board."""
        bands = groupby(enumerate(self.lines), lambda place: place[1].number - place[0])  # a rule is not in the lines
        heights = {len(list(band)) for _, band in bands}
        widths = {len(line.parts) for line in self.lines}
        rows = min(heights)
        is_drawn = rows > 1 and size % rows == 0 and heights == widths == {rows}
        return f"{rows}x{size // rows}" if is_drawn else None


def sources_of(text: str) -> list[Source]:
    """The ways to look at a text: lines of bars or dashes are rules of a drawing, or else rows of empty cells."""
    lines = [Line(number, line.partition("#")[0].rstrip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = _without_heading([line for line in lines if line.text])
    ways: list[list[Line]] = []
    for is_row in (lambda text: None, _is_blank_row, _is_blank_or_dashed_row):
        kept = [line for line in lines if not _is_rule(line.text) or is_row(line.text)]
        if kept not in ways:
            ways.append(kept)
    return [Source(text, kept) for kept in ways]


def _without_heading(lines: list[Line]) -> list[Line]:
    """The lines after the first ones that have a character of no board; all where that leaves none.

    A first line as wide as the one below it is a row with an error, not a heading.
    """
    for place, line in enumerate(lines):
        if all(symbol in VALUES or symbol == "=" for word in line.words for symbol in word):
            is_row = place > 0 and sum(map(len, lines[place - 1].words)) == sum(map(len, line.words))
            return lines if is_row else lines[place:]
    return lines


def value_of(symbol: str, line: int) -> int:
    """The value of a character of a board; ValueError names the line of any other."""
    if symbol not in VALUES:
        raise ValueError(f"line {line}: {shown(symbol)} is not a digit of a board")
    return VALUES[symbol]


def in_range(cells: list[int]) -> list[int]:
    """The cells of a board; ValueError for a value that its size does not have."""
    size = SIZE_OF_CELLS[len(cells)]
    for cell, value in enumerate(cells):
        if not 0 <= value <= size:
            raise ValueError(f"{cell_name(*divmod(cell, size))}: value {value} is not in 1..{size}")
    return cells


def puzzle_of(cells: list[int], asked: Wanted) -> list[int]:
    """The cells of a board; of a puzzle with its solution after it, those of the puzzle.

    ValueError for any other number of cells.
    """
    half = len(cells) // 2
    puzzle, solution = cells[:half], cells[half:]
    if 1 < half in SIZE_OF_CELLS and len(cells) == 2 * half and is_solved_by(puzzle, solution):
        return in_range(puzzle)
    asked.size_of(len(cells))
    return in_range(cells)


def is_solved_by(puzzle: list[int], solution: list[int]) -> bool:
    """Whether the second board is full and keeps every clue of the first."""
    return all(solution) and all(clue in (0, value) for clue, value in zip(puzzle, solution, strict=True))


def shown(text: str) -> str:
    """Text in quotes, with escapes for unusual characters, cut where it is long."""
    return ascii(text if len(text) <= 30 else text[:30] + "...")
