"""Files of boards that take several lines each: the drawings and texts that `engine.board.reading` reads."""

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from catalogue.formats.cells import is_board, normalised
from catalogue.formats.lines import head_lines, lines_of
from catalogue.formats.registry import Record
from catalogue.formats.text.line import is_like as has_boards_in_lines
from engine.board.reading import read as read_board
from engine.board.reading import tables
from engine.board.shape import SIZE_OF_CELLS, NoUsualBlocks
from engine.board.symbols import DIGITS

_TOPS = ("╔", "┌", "┏")
"""A line that begins so is the upper edge of a drawing, even without a blank line before it."""

_MOST_LINES = 200
"""More than a drawing of the largest board takes, or its clues in lines `row column value` and a few blank lines."""

_frame = re.compile(r"[\s|+\u2500-\u257f]+")
_is_rule = re.compile(r"[-=*|+\s\u2500-\u257f]*").fullmatch
_place = re.compile(r"line (\d+): (.*)", re.DOTALL)


class Block(NamedTuple):
    """A board, and the line at which it begins."""

    line: int
    board: str


def is_like(head: bytes) -> bool:
    """Whether the file begins with a board of several lines."""
    lines = head_lines(head)
    if tables.is_like("\n".join(lines)):
        return False
    try:
        first = next(boards((number, f"{line}\n") for number, line in enumerate(lines, 1)), None)
    except ValueError:
        return False
    if first is None:
        return False
    return len(first.board) == len(lines) ** 2 or not has_boards_in_lines(head)  # 16 boards of 4x4, or one of 16x16


def read(file: BinaryIO) -> Iterator[Record]:
    """Yield the boards of a file, with a blank line or an edge between two; a solution goes with the puzzle before."""
    return with_solutions(boards(lines_of(file)))


def with_solutions(boards: Iterator[Block]) -> Iterator[Record]:
    """Make records of boards: one that completes the board before it is its solution."""
    before: Record | None = None
    for number, board in boards:
        if before and not before.solution and _is_solution(board, before.puzzle):
            before = before._replace(solution=board)
            continue
        if before:
            yield before
        before = Record(board, None, number, {})
    if before:
        yield before


def _is_solution(board: str, puzzle: str) -> bool:
    return (
        len(board) == len(puzzle)
        and "." not in board
        and all(clue in (".", value) for clue, value in zip(puzzle, board, strict=True))
    )


def boards(lines: Iterator[tuple[int, str]]) -> Iterator[Block]:
    """Read the text up to each blank line or edge; where that is no board yet, the blank line is one inside it."""
    block: list[str] = []
    first = 0
    fault: ValueError | None = None
    for number, line in lines:
        text = line.partition("#")[0]
        if block and (text.startswith(_TOPS) or line.isspace()):
            try:
                yield _board(first, block)
            except ValueError as error:
                fault = fault or error
            else:
                block, fault = [], None
        if block or text.strip():
            first = first if block else number
            block.append(line)
            if len(block) > _MOST_LINES:
                break
    if block:
        try:
            yield _board(first, block)
        except ValueError as error:
            raise fault or error from None


def _board(first: int, block: list[str]) -> Block:
    """The board of some lines; ValueError names the line of the file."""
    if plain := _plain(block):
        return Block(first, plain)
    try:
        cells = read_board("".join(block)).cells
    except NoUsualBlocks as error:
        raise ValueError(f"line {first}: a board of size {error.size}, which has no usual blocks") from None
    except ValueError as error:
        place = _place.fullmatch(str(error))
        line, message = (int(place[1]), place[2]) if place else (1, str(error))
        raise ValueError(f"line {first + line - 1}: {message}") from None
    return Block(first, normalised("".join(DIGITS[value] for value in cells)))


def _plain(block: list[str]) -> str | None:
    """The board of lines with one character a cell, as most files have them: as `read_board`, but faster."""
    rows = [_frame.sub("", line) for line in block if not _is_rule(line)]
    board = "".join(rows)
    size = SIZE_OF_CELLS.get(len(board), 0)
    is_square = len(rows) == size < 10 and all(len(row) == size for row in rows)
    return normalised(board) if is_square and is_board(board) else None
