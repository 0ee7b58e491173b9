"""A line `row column value` for each clue.

Rows and columns are counted from 0, or from 1: a 0 shows the one, the size of the board as a row or column the other.
Where neither occurs they are counted from 0, as `Grid.triples` writes them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.board.cell import cell_name
from engine.board.reading.source import LENGTHS, Source, as_number, shown

_USUAL_SIZE = 9
_SMALLER_SIZE = 4


class Triples(NamedTuple):
    """The cells of a board of triples, and the first number of its rows and columns."""

    cells: list[int]
    base: int


class _Clue(NamedTuple):
    line: int
    row: int
    column: int
    value: int


def is_like(source: Source) -> bool:
    """Whether most lines have three words that are not the thirds of a row."""
    characters = sum(len(word) for line in source.lines for word in line.words)
    in_groups = len(source.widths) == 1 and source.widths != {1} and characters in LENGTHS
    most_are_threes = 2 * sum(len(line.words) == 3 for line in source.lines) >= len(source.lines)
    return not in_groups and not source.has_frame and most_are_threes


def read(source: Source, size: int | None) -> Triples:
    """The cells of a board of that size, 9 by default; ValueError where they cannot be.

    Clues that all fit on a board of 4x4 do not show their size, so it must be given.
    """
    if source.has_frame:
        raise ValueError("a drawing, not triples")
    clues = [_clue(line.number, line.words) for line in source.lines]
    base = _base(clues, size or _USUAL_SIZE)
    cells = _placed(clues, size or _USUAL_SIZE, base)
    if size is None and _fits(clues, _SMALLER_SIZE, _base(clues, _SMALLER_SIZE)):
        raise ValueError("the triples fit a board of 4x4 and one of 9x9: give the size")
    return Triples(cells, base)


def _clue(number: int, words: Sequence[str]) -> _Clue:
    if len(words) != 3 or not all(map(as_number, words)):
        raise ValueError(f"line {number}: {shown(' '.join(words))} is not a triple: row column value")
    return _Clue(number, *map(int, words))


def _base(clues: Sequence[_Clue], size: int) -> int:
    places = {place for clue in clues for place in (clue.row, clue.column)}
    return 1 if size in places and min(places) >= 1 else 0


def _fits(clues: Sequence[_Clue], size: int, base: int) -> bool:
    return all(
        base <= clue.row < size + base and base <= clue.column < size + base and 1 <= clue.value <= size
        for clue in clues
    )


def _placed(clues: Sequence[_Clue], size: int, base: int) -> list[int]:
    cells = [0] * size**2
    line_of: dict[tuple[int, int], int] = {}
    for line, row, column, value in clues:
        for name, found, least in (("row", row, base), ("column", column, base), ("value", value, 1)):
            most = size - 1 + least
            if not least <= found <= most:
                larger = "; give the size of a larger board" if most < found and size <= _USUAL_SIZE else ""
                raise ValueError(f"line {line}: {name} {found} is not in {least}..{most}{larger}")
        place = (row - base, column - base)
        if before := line_of.get(place):
            raise ValueError(f"line {line}: {cell_name(*place)} already has a value from line {before}")
        line_of[place] = line
        cells[place[0] * size + place[1]] = value
    return cells
