"""`.sdk`: S lines of S characters, a full stop for an empty cell (SadMan Software Sudoku, SudoCue).

Lines such as `#ARuud` before a puzzle name its author, `[Puzzle]` may introduce it, and other sections, such as
`[State]`, have what a player has done: they are skipped.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, TextIO

from catalogue.formats.beginning import begins
from catalogue.formats.cells import normalised
from catalogue.formats.digits import checked
from catalogue.formats.lines import lines_of
from catalogue.formats.registry import Record
from engine.board.shape import SIZE_OF_CELLS

_NAMES = {
    "A": "author",
    "D": "description",
    "C": "comment",
    "B": "date",
    "S": "source",
    "L": "level",
    "U": "url",
}


def is_like(head: bytes) -> bool:
    """Whether the beginning can be read."""
    return begins(read, head)


def read(file: BinaryIO) -> Iterator[Record]:
    """Yield the puzzles, with what the lines before each say about it."""
    rows: list[str] = []
    first, in_puzzle, about = 0, True, dict[str, str]()
    number = 0
    for number, line in lines_of(file):
        text = line.strip()
        if text.startswith("#"):
            about[_NAMES.get(text[1:2], "comment")] = text[2:].strip()
        elif text.startswith("["):
            in_puzzle = text.lower() == "[puzzle]"
        elif text and in_puzzle:
            first = first if rows else number
            rows.append(text)
            if len(rows) == len(rows[0]):
                yield _record(first, rows, about)
                rows, about = [], {}
                continue
        if rows and not (text and in_puzzle and not text.startswith("#")):
            break
    if rows:
        raise ValueError(f"line {number}: a board of {len(rows[0])} columns ends after {len(rows)} rows")


def _record(first: int, rows: list[str], about: dict[str, str]) -> Record:
    for number, row in enumerate(rows, first):
        if len(row) != len(rows):
            raise ValueError(f"line {number}: {len(row)} cells in a row of {len(rows)}")
    try:
        return Record(normalised("".join(rows)), None, first, about)
    except ValueError as error:
        raise ValueError(f"line {first}: {error}") from None


def write(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Write the puzzle of each row, a blank line between two."""
    before = ""
    for row in rows:
        puzzle = row[0]
        size = SIZE_OF_CELLS[len(checked(puzzle))]
        file.write(before + "".join(puzzle[start : start + size] + "\n" for start in range(0, len(puzzle), size)))
        before = "\n"
