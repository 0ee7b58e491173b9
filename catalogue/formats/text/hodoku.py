"""HoDoKu's library: a puzzle a line between colons, with the step that it is an example of.

`:technique:candidates:cells:deleted candidates:eliminations:placements:`, where `+5` is a cell that was placed, not a
clue. `:0000:x:` is a puzzle without a step.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO, TextIO

from catalogue.formats.beginning import begins
from catalogue.formats.cells import normalised
from catalogue.formats.lines import content_lines
from catalogue.formats.registry import Record

_placed = re.compile(r"\+.")
_OTHERS = ("technique", "candidates", "deleted", "eliminated", "placed", "comment")
_NO_STEP = ("0000", "x")


def is_like(head: bytes) -> bool:
    """Whether the first line begins with a colon and can be read."""
    return head.lstrip().startswith(b":") and begins(read, head)


def read(file: BinaryIO) -> Iterator[Record]:
    """Yield the puzzles, with the fields of the step that are not empty."""
    for number, line in content_lines(file):
        fields = line.split(":", 7)
        if fields[0] or len(fields) < 4:
            raise ValueError(f"line {number}: not a line such as :0000:x:PUZZLE:::")
        _, technique, candidates, cells, *rest = fields
        step = dict(zip(_OTHERS, (technique, candidates, *rest), strict=False))
        if (technique, candidates) == _NO_STEP:
            del step["technique"], step["candidates"]
        try:
            puzzle = normalised(_placed.sub(".", cells))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
        yield Record(puzzle, None, number, {name: text for name, text in step.items() if text})


def write(rows: Iterable[Sequence[str]], columns: Sequence[str], file: TextIO) -> None:
    """Write the puzzle of each row, without a step."""
    for row in rows:
        if len(row[0]) != 81:
            raise ValueError("HoDoKu has boards of 9x9 only")
        file.write(f":0000:x:{row[0]}:::\n")
