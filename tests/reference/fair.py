"""Weights of minimal puzzles, fair samples of them and all those of a 4x4 board, in slow, plain Python."""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from math import factorial, prod

from reference import uniform
from reference.carving import board_number, can_go, carve
from reference.random_numbers import GOLDEN_GAMMA, WORD, Random, mix
from reference.shapes import all_boards
from reference.solving import without


def order_of_carving(board: list[int], puzzle: list[int], seed: int) -> list[int]:
    """The cells whose clues went, in the order in which they did."""
    return [cell for cell in Random(seed, board_number(board)).shuffled(len(board)) if not puzzle[cell]]


def weight_by_definition(board: list[int], order: Sequence[int]) -> float:
    """The numbers of clues that could go alone before each that went, multiplied, over the number of orders."""
    puzzle, choices = board, []
    for cell in order:
        choices.append(sum(can_go(puzzle, clue) for clue, digit in enumerate(puzzle) if digit))
        puzzle = without(puzzle, cell)
    return prod(choices) / factorial(len(order))


def weight(board: list[int], order: Sequence[int]) -> float:
    """The same: cells that went could go all along, and a clue that is necessary stays so."""
    left = [board]
    for cell in order:
        left.append(without(left[-1], cell))

    def necessary(clue: int, time: int) -> bool:
        return not can_go(left[time], clue)

    times = [
        bisect_left(range(len(left)), True, key=lambda time, clue=clue: necessary(clue, time))
        for clue, digit in enumerate(left[-1])
        if digit
    ]
    choices = [len(board) - gone - sum(time <= gone for time in times) for gone in range(len(order))]
    return prod(choices) / factorial(len(order))


class FairRandom(Random):
    """Draws that also give fractions."""

    def fraction(self) -> float:
        self.state += GOLDEN_GAMMA
        return (mix(self.state) >> 11) * 2.0**-53

    def order(self, cells: list[int]) -> list[int]:
        return [cells[place] for place in self.shuffled(len(cells))]


ORDERS = 4
FIRST, SECOND = 100.0, 600.0  # the bounds of the two rounds at size 4


def fair(seed: int, number: int) -> tuple[list[int], list[int], float, int]:
    """Puzzle `number` of a seed at size 4: its board, the puzzle, its weight, and the attempts that it took."""
    attempt = 0
    while True:
        stream = mix(mix(seed) + number)
        board, _ = uniform.generate(stream, attempt, 4)
        random = FairRandom(WORD - 1 - stream, attempt)
        carving = mix(stream + mix(attempt))
        attempt += 1
        puzzle = carve(board, carving)
        carved = weight(board, order_of_carving(board, puzzle, carving))
        if carved < FIRST * random.fraction():
            continue
        gone = [cell for cell, digit in enumerate(puzzle) if not digit]
        weights = [carved, *(weight(board, random.order(gone)) for _ in range(ORDERS - 1))]
        mean = ORDERS / sum(1 / max(each, FIRST) for each in weights)
        if mean >= SECOND * random.fraction():
            return board, puzzle, max(1.0, mean / SECOND), attempt


@cache
def minimal_puzzles(board: tuple[int, ...]) -> list[int]:
    """The clues of every minimal puzzle of a 4x4 board, as numbers with one bit per cell."""
    others = [other for other in all_boards(4) if tuple(other) != board]
    differing = [sum(1 << cell for cell in range(16) if other[cell] != board[cell]) for other in others]
    proper = {clues for clues in range(1 << 16) if all(clues & cells for cells in differing)}
    return [
        clues for clues in proper if not any(clues >> cell & 1 and clues ^ 1 << cell in proper for cell in range(16))
    ]
