"""Puzzles as characters, one a cell: stored ones, checked before they are used, and `line` and `sdm`, one a line."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from catalogue.errors import RESTORE, CatalogueError
from engine.reading.tables import Record, Refuse, stop_at_line
from engine.shape import DIGITS, SIZE_OF_CELLS, Shape, cell_name

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.grid import Grid

_DIGITS = {size: frozenset(DIGITS[: size + 1]) for size in range(1, len(DIGITS))}


def from_lines(lines: Sequence[str]) -> NDArray[np.uint8]:
    """Return the boards that `engine.boards.as_lines` wrote. CatalogueError for a line that is not a board."""
    from engine.boards import from_lines as boards_from_lines  # with numpy, which writing does without

    try:
        return boards_from_lines(lines)
    except ValueError:
        raise _no_board(lines) from None


def grid_of(line: str, blocks: str | None = None) -> Grid:
    """Return a stored puzzle or solution as a grid; CatalogueError for a line that is none."""
    from engine.grid import Grid

    try:
        return Grid(from_lines([line])[0], blocks=blocks)
    except ValueError:
        raise _no_board([line]) from None


def checked(line: str) -> str:
    """Return a line of digits; CatalogueError if no board is written so."""
    if not _is_board(line):
        raise _no_board([line])
    return line


def size_of(line: str) -> int:
    """Return the size of a line of digits; CatalogueError if no board is written so."""
    return SIZE_OF_CELLS[len(checked(line))]


def check_common(line: str, blocks: str | None, application: str) -> None:
    """ValueError for another board than 9x9 with blocks of 3x3; None: the usual blocks of its size."""
    if len(line) != 81 or blocks not in (None, Shape.of(9).blocks):
        raise ValueError(f"{application} has boards of 9x9 only, with blocks of 3x3")


def _is_board(line: str) -> bool:
    size = SIZE_OF_CELLS.get(len(line))
    return size is not None and _DIGITS[size].issuperset(line)


def _no_board(lines: Sequence[str]) -> CatalogueError:
    usual = Counter(map(len, lines)).most_common(1)[0][0]
    wrong = next((line for line in lines if len(line) != usual or not _is_board(line)), lines[0])
    return CatalogueError(f"the database holds {wrong!r} in the place of a board or a puzzle; {RESTORE}")


def clash_in(grid: Grid) -> str | None:
    """Name the first cell that has the value of one of its peers, and the first such peer; None for a valid grid."""
    if grid.is_valid:
        return None
    cells = list(grid)
    place, one = next((place, cell) for place, cell in enumerate(cells) if cell.value and not grid.fits(*cell[:3]))
    other = next(cells[peer] for peer in grid.board_shape.peers[place] if cells[peer].value == one.value)
    names = f"{cell_name(*one[:2])} and {cell_name(*other[:2])}"
    return f"{names} contradict each other: both are {one.value}"


MOST_BYTES = 65_536
"""A longer line holds no puzzle: the longest takes about 2,000 bytes."""


def lines_of(file: BinaryIO, refuse: Refuse = stop_at_line, most_bytes: int = MOST_BYTES) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers from 1, ends included; those are refused that are not UTF-8."""
    number = 0
    while line := file.readline(most_bytes):
        number += 1
        if len(line) == most_bytes and not line.endswith(b"\n"):
            refuse(number, ValueError(f"longer than {most_bytes:,} bytes, more than any puzzle takes"))
            while (rest := file.readline(MOST_BYTES)) and not rest.endswith(b"\n"):
                pass
            continue
        try:
            text = line.decode()
        except UnicodeDecodeError:
            refuse(number, ValueError("not UTF-8 text: name its encoding, such as cp1252"))
            continue
        yield number, text.removeprefix("\ufeff") if number == 1 else text


def content_lines(file: BinaryIO, refuse: Refuse = stop_at_line) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither blank nor a comment, without what follows a `#`."""
    for number, line in lines_of(file, refuse):
        text = line.partition("#")[0].strip()
        if text:
            yield number, text


def head_lines(head: bytes) -> list[str]:
    """The complete lines at the beginning of a file; none if it is no text."""
    if b"\0" in head:
        return []
    whole = head if b"\n" not in head else head[: head.rindex(b"\n")]
    return whole.decode("utf-8-sig", "replace").splitlines()


def begins(read: Callable[[BinaryIO], Iterator[Record]], head: bytes) -> bool:
    """Whether a puzzle can be read from the first bytes of a file: for formats that have no mark of their own."""
    try:
        return next(read(io.BytesIO(head)), None) is not None
    except ValueError:
        return False


# --- line, sdm ------------------------------------------------------------------------------------------------------


SOLVED_BY_HODOKU = re.compile(rb"([.0-9]{81}) #\d+ (Easy|Medium|Hard|Unfair|Extreme) \((\d+)\)")
"""What HoDoKu prints of a puzzle that it solves: the puzzle, its level and its score."""


def is_list(head: bytes) -> bool:
    """Whether every line begins with a board, with no more of HoDoKu after it than a note."""
    from engine.reading.reader import is_list as is_list_of_boards  # what only writes needs no reader

    return is_list_of_boards(head_lines(head)) and not SOLVED_BY_HODOKU.match(head)


def read_list(file: BinaryIO, refuse: Refuse = stop_at_line) -> Iterator[Record]:
    """Yield the puzzle of each line, with the solution and the note after it."""
    from engine.reading.reader import line_puzzles

    return line_puzzles(lines_of(file, refuse), refuse)


def write_line(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write the values of a row with a space between them, and no heading."""
    for row in rows:
        file.write(" ".join(map(str, row)) + "\n")


def write_sdm(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Write the puzzle of each row, 0 for an empty cell, and nothing else (SudoCue, HoDoKu, OpenSudoku)."""
    for row in rows:
        file.write(row[0].replace(".", "0") + "\n")
