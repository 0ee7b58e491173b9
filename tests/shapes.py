"""The shapes that tests draw from."""

from hypothesis import strategies as st

from board_catalogue.engine.shape import LARGEST_SIZE, Shape

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


USUAL_SIZES = [shape.size for shape in ALL_SHAPES if shape.is_usual]
"""Those that need no blocks to be named."""

SQUARE_SIZES = (4, 9, 16, 25)
"""Those with square blocks, for tests that run once for each."""

LIKELY_SHAPES = [*map(Shape.of, USUAL_SIZES), Shape(3, 2), Shape(2, 7), Shape(1, 3), Shape(1, 7)]
"""A few of each kind, for tests that run once for each."""


def plain_units(shape, cell):
    """Row, column and block of a cell, each a list of cells: said with divisions of coordinates, without the engine."""
    size = shape.size
    row, column = divmod(cell, size)
    places = [divmod(other, size) for other in range(size * size)]
    units = [[r == row for r, _ in places], [c == column for _, c in places]]
    if shape.rows > 1 and shape.columns > 1:
        block = row // shape.rows, column // shape.columns
        units.append([(r // shape.rows, c // shape.columns) == block for r, c in places])
    return [[other for other, is_in in enumerate(unit) if is_in] for unit in units]


@st.composite
def cells(draw, of=None):
    """A shape, and a board of it with random values, which may break the rules."""
    shape = draw(shapes() if of is None else of)
    return shape, draw(st.lists(st.integers(0, shape.size), min_size=shape.cells, max_size=shape.cells))
