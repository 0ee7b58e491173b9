"""How much of each size the tests can afford."""

LENIENT = {16: 150, 25: 420}
"""Clues of puzzles that take no time to solve, in plain Python either; at smaller sizes minimal ones do."""


def fewer(size: int, count: int) -> int:
    """So many boards as take about as long as `count` of size 9."""
    return max(2, count // {4: 1, 9: 1, 16: 20, 25: 120}[size])
