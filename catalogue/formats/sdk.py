"""Puzzles as other solvers save them, with more than clues: `sdk` and `sdx`."""

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, TextIO

from catalogue.formats.cells import size_of
from catalogue.formats.lines import begins, content_lines, lines_of
from engine.reading_tables import Record, Refuse, normalised, stop_at_line

# --- sdk: S lines of S characters, a full stop for an empty cell (SadMan Software Sudoku, SudoCue) -------------------

# Lines such as `#ARuud` before a puzzle name its author, `[Puzzle]` may introduce it, and other sections, such as
# `[State]`, have what a player has done: they are skipped.

_NAMES = {
    "A": "author",
    "D": "description",
    "C": "comment",
    "B": "date",
    "S": "source",
    "L": "level",
    "U": "url",
}


def is_sdk(head: bytes) -> bool:
    """Whether the beginning can be read."""
    return begins(read_sdk, head)


def read_sdk(file: BinaryIO, refuse: Refuse = stop_at_line) -> Iterator[Record]:
    """Yield the puzzles, with what the lines before each say about it."""
    rows: list[str] = []
    first, in_puzzle, about = 0, True, dict[str, str]()
    number = 0
    for number, line in lines_of(file, refuse):
        text = line.strip()
        is_row = bool(text and in_puzzle and not text.startswith(("#", "[")))
        if rows and not is_row:
            refuse(number, ValueError(f"a board of {len(rows[0])} columns ends after {len(rows)} rows"))
            rows, about = [], {}
        if text.startswith("#"):
            about[_NAMES.get(text[1:2], "comment")] = text[2:].strip()
        elif text.startswith("["):
            in_puzzle = text.lower() == "[puzzle]"
        elif is_row:
            first = first if rows else number
            rows.append(text)
            if len(rows) == len(rows[0]):
                yield from _of_rows(first, rows, about, refuse)
                rows, about = [], {}
    if rows:
        refuse(number, ValueError(f"a board of {len(rows[0])} columns ends after {len(rows)} rows"))


def _of_rows(first: int, rows: list[str], about: dict[str, str], refuse: Refuse) -> Iterator[Record]:
    for number, row in enumerate(rows, first):
        if len(row) != len(rows):
            refuse(number, ValueError(f"{len(row)} cells in a row of {len(rows)}"))
            return
    try:
        record = Record(normalised("".join(rows)), None, first, about)
    except ValueError as error:
        refuse(first, error)
    else:
        yield record


def write_sdk(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Write the puzzle of each row, a blank line between two."""
    before = ""
    for row in rows:
        puzzle = row[0]
        size = size_of(puzzle)
        file.write(before + "".join(puzzle[start : start + size] + "\n" for start in range(0, len(puzzle), size)))
        before = "\n"


# --- sdx: a line a row, a space between two cells: a clue, `u` and a digit that was placed, or candidates (SudoCue) ---

_DIGITS = "123456789"


def is_sdx(head: bytes) -> bool:
    """Whether the beginning can be read."""
    return begins(read_sdx, head)


def read_sdx(file: BinaryIO, refuse: Refuse = stop_at_line) -> Iterator[Record]:
    """Yield the puzzles: their clues alone, without what a player has placed."""
    rows: list[str] = []
    first = size = number = 0
    for number, line in content_lines(file, refuse):
        cells = line.split()
        if not rows:
            first, size = number, len(cells)
        fault = None
        if len(cells) != size:
            fault = ValueError(f"{len(cells)} cells in a row of {size}")
        elif wrong := next((cell for cell in cells if not cell.removeprefix("u").isdecimal()), None):
            fault = ValueError(f"{wrong!a} is neither a digit nor candidates")
        if fault:
            refuse(number, fault)
        rows.append("!" * size if fault else "".join(cell if len(cell) == 1 else "." for cell in cells))
        if len(rows) == size:
            if "!" not in "".join(rows):
                yield from _of_rows(first, rows, {}, refuse)
            rows = []
    if rows:
        refuse(number, ValueError(f"a board of {size} columns ends after {len(rows)} rows"))


def write_sdx(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Write the puzzle of each row; an empty cell has all digits as candidates, so none is taken for a clue."""
    before = ""
    for row in rows:
        puzzle = row[0]
        size = size_of(puzzle)
        if size > len(_DIGITS):
            raise ValueError(f"sdx has one character a digit, so no boards of size {size}")
        words = [_DIGITS[:size] if cell == "." else cell for cell in puzzle]
        lines = (" ".join(words[start : start + size]) + "\n" for start in range(0, len(words), size))
        file.write(before + "".join(lines))
        before = "\n"
