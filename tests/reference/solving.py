"""Solutions by backtracking, minimal puzzles, and the fewest clues that a puzzle lacks."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from reference.inference import Options, all_options, settle
from reference.shapes import size_of


def completions(options: Options, size: int) -> Iterator[dict[int, int]]:
    """Every way to fill the open cells, by backtracking on a cell with the fewest digits left."""
    if not options:
        yield {}
        return
    cell = min(options, key=lambda cell: len(options[cell]))
    for digit in sorted(options[cell]):
        for rest in completions(settle(options, cell, digit, size), size):
            yield {cell: digit, **rest}


def solutions(puzzle: list[int]) -> Iterator[list[int]]:
    size = size_of(puzzle)
    options = all_options(size)
    for cell, digit in enumerate(puzzle):
        if digit:
            if digit not in options[cell]:
                return
            options = settle(options, cell, digit, size)
    for filled in completions(options, size):
        yield [digit or filled[cell] for cell, digit in enumerate(puzzle)]


def count_solutions(puzzle: list[int], limit: int) -> int:
    return sum(1 for _ in islice(solutions(puzzle), limit))


def solve(puzzle: list[int]) -> list[int] | None:
    return next(solutions(puzzle), None)


def completed(puzzle: list[int]) -> Iterator[list[int]]:
    """All puzzles with one solution that have one clue more, in the order of cells and digits: a digit where only one
    solution has it."""
    having = Counter(place for solution in solutions(puzzle) for place in enumerate(solution))
    for (cell, digit), times in sorted(having.items()):
        if times == 1 and not puzzle[cell]:
            yield [*puzzle[:cell], digit, *puzzle[cell + 1 :]]


def vicinity(puzzle: list[int], cells: Iterable[int]) -> Iterator[list[int]]:
    """The other puzzles with one solution in which the clue of one of these cells has gone and one has come."""
    for cell in cells:
        if puzzle[cell]:
            yield from (more for more in completed(without(puzzle, cell)) if more[cell] != puzzle[cell])


def clues_of(puzzle: list[int]) -> int:
    return sum(digit != 0 for digit in puzzle)


def without(puzzle: list[int], cell: int) -> list[int]:
    return [0 if other == cell else digit for other, digit in enumerate(puzzle)]


def is_minimal(puzzle: list[int]) -> bool:
    """Has it one solution, and more than one without any of its clues?"""
    clues = [cell for cell, digit in enumerate(puzzle) if digit]
    return count_solutions(puzzle, 2) == 1 and all(count_solutions(without(puzzle, cell), 2) == 2 for cell in clues)


def fewest_clues_added(kept: list[int], board: list[int]) -> int:
    """How many clues of the board, at least, give the puzzle that keeps some of them just one solution: one clue in
    each set of cells in which another solution differs."""
    found = {frozenset(c for c in range(len(board)) if other[c] != board[c]) for other in solutions(kept)} - {
        frozenset()
    }
    sets = sorted((s for s in found if not any(other < s for other in found)), key=len)
    return next(clues for clues in range(len(board)) if can_meet(sets, clues))


def can_meet(sets: list[frozenset[int]], cells: int) -> bool:
    """Whether so many cells can meet all of the sets."""
    if not sets:
        return True
    return cells > 0 and any(can_meet([s for s in sets if cell not in s], cells - 1) for cell in sets[0])
