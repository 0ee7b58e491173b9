"""The shapes that tests draw from."""

from hypothesis import strategies as st

from engine.board.shape import LARGEST_SIZE, Shape

ALL_SHAPES = [
    Shape(rows, size // rows)
    for size in range(1, LARGEST_SIZE + 1)
    for rows in range(1, size + 1)
    if size % rows == 0 and (rows < size or size == 1)
]
"""Each shape once: sizes in ascending order, the Latin square of a size first."""


def shapes(largest: int = LARGEST_SIZE):
    """Any shape of at most that size."""
    return st.sampled_from([shape for shape in ALL_SHAPES if shape.size <= largest])
