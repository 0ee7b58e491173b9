"""S lines of S numbers with spaces between, 0 for an empty cell: the files `N.txt`."""

from engine.board.reading.source import Source, as_number, puzzle_of, value_of
from engine.board.symbols import GRID_SIZES


def is_like(source: Source) -> bool:
    """Whether there are as many lines as numbers in each, or twice as many lines."""
    size = len(source.lines[0].words)
    square = len(source.lines) in (size, 2 * size) and all(len(line.words) == size for line in source.lines)
    return square and size in GRID_SIZES and max(source.widths) <= 2


def read(source: Source) -> list[int]:
    """The cells of a board, or of a puzzle that its solution follows; ValueError where there is none."""
    if not is_like(source):
        raise ValueError("not rows of numbers")
    return puzzle_of(
        [int(word) if as_number(word) else value_of(word, line.number) for line in source.lines for word in line.words]
    )
