"""Carving: clues removed in a random order as long as one solution remains."""

from reference.inference import infer
from reference.patterns import orbits
from reference.random_numbers import Random, mix
from reference.shapes import rows_of, size_of
from reference.solving import clues_of, count_solutions, without

MOST_PASSES = {size: 100 if size <= 9 else 10 for size in range(1, 26)}


def board_number(board: list[int]) -> int:
    """The index of the random numbers that make the board's orders."""
    number = 0
    for row in rows_of(board):
        digits = 0
        for digit in row:
            digits = digits * 31 + digit
        number = mix(number + digits)
    return number


def inference_excludes_another(puzzle: list[int], cell: int) -> bool:
    """Does inference alone prove that every solution has the digit of the clue in this cell?"""
    size = size_of(puzzle)
    options = {other: frozenset({digit} if digit else range(1, size + 1)) for other, digit in enumerate(puzzle)}
    options[cell] = frozenset(range(1, size + 1)) - {puzzle[cell]}
    return infer(options, size, locked=True) is None


def can_go(puzzle: list[int], cell: int) -> bool:
    """May carving remove this clue of a puzzle with one solution?"""
    if size_of(puzzle) > 16:
        return inference_excludes_another(puzzle, cell)
    return count_solutions(without(puzzle, cell), 2) == 1


def carve(board: list[int], seed: int, clues: int | None = None, pattern: str | None = None) -> list[int]:
    """The puzzle with the fewest clues of as many passes as it takes to come down to `clues`."""
    groups = orbits(size_of(board), pattern)
    best = board
    for number in range(MOST_PASSES[size_of(board)]):
        puzzle = board
        for group in Random(seed, board_number(board) + number).shuffled(len(groups)):
            fewer = puzzle
            for cell in groups[group]:
                if fewer is not None:
                    fewer = without(fewer, cell) if can_go(fewer, cell) else None
            if fewer is not None and clues_of(fewer) >= (clues or 0):
                puzzle = fewer
        if clues_of(puzzle) < clues_of(best):
            best = puzzle
        if clues is None or clues_of(best) <= clues:
            break
    return best
