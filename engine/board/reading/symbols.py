"""One character a cell: 81 in a line, 9 lines of 9, groups of 3, with or without a frame around them."""

from engine.board.reading.source import Source, puzzle_of, value_of


def read(source: Source) -> list[int]:
    """The cells of a board, or of a puzzle that its solution follows; ValueError where there is none."""
    return puzzle_of([value_of(symbol, line.number) for line in source.lines for word in line.words for symbol in word])
