"""S lines of S numbers with spaces between, 0 for an empty cell: the files `N.txt`."""

from engine.board.reading.source import Source, as_number, puzzle_of, value_of
from engine.board.reading.wanted import Wanted
from engine.shape import LARGEST_SIZE, NO_BLOCKS


def is_like(source: Source, asked: Wanted) -> bool:
    """Whether there are as many lines as numbers in each, or twice as many lines."""
    size = len(source.lines[0].words)
    heights = (size, 2 * size) if size > 1 else (1,)
    is_square = len(source.lines) in heights and all(len(line.words) == size for line in source.lines)
    is_known = size <= LARGEST_SIZE and (size != 3 or asked.size == 3 or asked == (None, NO_BLOCKS))
    return is_square and is_known and max(source.widths) <= 2


def read(source: Source, asked: Wanted) -> list[int]:
    """The cells of a board, or of a puzzle that its solution follows; ValueError where there is none."""
    return puzzle_of(
        [int(word) if as_number(word) else value_of(word, line.number) for line in source.lines for word in line.words],
        asked,
    )
