"""A line `row column value` for each clue.

Rows and columns are counted from 0, or from 1: a 0 shows the one, the size of the board as a row or column the other.
Where neither occurs they are counted from 0, as `Grid.triples` writes them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.board.reading.source import Source, as_number, shown
from engine.board.reading.wanted import Wanted
from engine.shape import DEFAULT_SIZE, SIZE_OF_CELLS, USUAL_BLOCKS, cell_name


class Triples(NamedTuple):
    """The cells of a board of triples, and the first number of its rows and columns."""

    cells: list[int]
    base: int


class _Clue(NamedTuple):
    line: int
    row: int
    column: int
    value: int


def is_like(source: Source, asked: Wanted) -> bool:
    """Whether most lines have three words that are not the thirds of a row."""
    characters = sum(len(word) for line in source.lines for word in line.words)
    is_board = characters in SIZE_OF_CELLS and asked.size in (None, SIZE_OF_CELLS[characters])
    in_groups = len(source.widths) == 1 and source.widths != {1} and is_board
    most_are_threes = 2 * sum(len(line.words) == 3 for line in source.lines) >= len(source.lines)
    return not in_groups and not source.has_frame and most_are_threes


def read(source: Source, asked: Wanted) -> Triples:
    """The cells of a board of the size that is asked for, 9 by default; ValueError where they cannot be.

    Clues that all fit on a smaller board do not show their size, so it must be given.
    """
    if source.has_frame:
        raise ValueError("a drawing, not triples")
    clues = [_clue(line.number, line.words) for line in source.lines]
    size = asked.size or DEFAULT_SIZE
    base = _base(clues, size)
    cells = _placed(clues, size, base)
    smaller = next((size for size in _smaller_sizes(asked) if _fits(clues, size, _base(clues, size))), None)
    if smaller:
        raise ValueError(f"the triples fit a board of {smaller}x{smaller} and one of 9x9: give the size")
    return Triples(cells, base)


def _smaller_sizes(asked: Wanted) -> Sequence[int]:
    """The sizes that a board of triples may have instead of the default."""
    if asked.size:
        return ()
    return range(2, DEFAULT_SIZE) if asked.is_latin else [size for size in USUAL_BLOCKS if size < DEFAULT_SIZE]


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
                larger = "; give the size of a larger board" if most < found and size <= DEFAULT_SIZE else ""
                raise ValueError(f"line {line}: {name} {found} is not in {least}..{most}{larger}")
        place = (row - base, column - base)
        if before := line_of.get(place):
            raise ValueError(f"line {line}: {cell_name(*place)} already has a value from line {before}")
        line_of[place] = line
        cells[place[0] * size + place[1]] = value
    return cells
