"""A puzzle a line, one character a cell: the format that other solvers read.

Behind it may be its solution, then whatever else a list says, which is kept as the column `note`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, TextIO

from catalogue.formats.cells import is_board, normalised
from catalogue.formats.lines import content_lines, head_lines
from catalogue.formats.registry import Record

_word = re.compile(r"[^\s,;]+")


def is_like(head: bytes) -> bool:
    """Whether every line begins with a board."""
    lines = [line.partition("#")[0].strip() for line in head_lines(head)]
    words = [_word.match(line) for line in lines if line]
    return bool(words) and all(word and is_board(word[0]) for word in words)


def read(file: BinaryIO) -> Iterator[Record]:
    """Yield the puzzle of each line."""
    for number, line in content_lines(file):
        try:
            yield _record(number, line)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None


def _record(number: int, line: str) -> Record:
    first = _word.match(line)
    puzzle = normalised(first[0] if first else line)
    rest = line[len(puzzle) :].strip(" \t,;")
    second = _word.match(rest)
    solution = None
    if second and len(second[0]) == len(puzzle) and is_board(second[0]) and "." not in normalised(second[0]):
        solution = second[0]
        rest = rest[len(solution) :].strip(" \t,;")
    return Record(puzzle, solution, number, {"note": rest} if rest else {})


def write(rows: Iterable[Sequence[Any]], columns: Sequence[str], file: TextIO) -> None:
    """Write the values of a row with a space between them, and no heading."""
    for row in rows:
        file.write(" ".join(map(str, row)) + "\n")
