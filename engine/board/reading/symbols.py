"""One character a cell: 81 in a line, 9 lines of 9, groups of 3, with or without a frame around them."""

from engine.board.reading.source import Source, puzzle_of, value_of
from engine.board.reading.wanted import Wanted


def read(source: Source, asked: Wanted) -> list[int]:
    """The cells of a board, or of a puzzle that its solution follows; ValueError where there is none."""
    cells = [value_of(symbol, line.number) for line in source.lines for word in line.words for symbol in word]
    return puzzle_of(cells, asked)
