"""How many full boards there are of a small shape."""

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.board.shape import Shape

LARGEST_COUNTED = 6
"""The largest size whose boards `count_boards` counts."""

Digits = int
"""A set of digits, a bit for each."""

State = tuple[tuple[Digits, tuple[Digits, ...]], ...]
"""What the rows so far have used: of each stack the digits of its block in this band, and those of each column."""


def count_boards(size: int | None = None, blocks: str | None = None) -> int:
    """Count the full boards of a shape, exactly; of size 6 or less.

    The rows are filled one after another. What has been used in the columns, and in the blocks of the band, decides
    how the board can go on: so boards that agree in that, up to the order of columns and stacks, are counted together.
    Shapes are as in `engine.board.shape.Shape.of`; ValueError for one above size 6.

    >>> count_boards(4), count_boards(6), count_boards(6, "none")
    (288, 28200960, 812851200)
    """
    shape = Shape.of(size, blocks)
    if shape.size > LARGEST_COUNTED:
        raise ValueError(f"boards of size {shape.size} are too many to count: {LARGEST_COUNTED} is the largest size")
    ways = Counter({((0, (0,) * shape.columns),) * shape.rows: 1})
    for row in range(shape.size):
        if row % shape.rows == 0:  # the blocks of the next band are empty
            ways = _sum((tuple((0, columns) for _, columns in state), count) for state, count in ways.items())
        ways = _sum((after, count) for state, count in ways.items() for after in _after_next_row(state, shape))
    return ways.total()


def _sum(counts: Iterable[tuple[State, int]]) -> Counter[State]:
    """Add up the counts of states that are the same but for the order of columns and stacks."""
    total: Counter[State] = Counter()
    for state, count in counts:
        total[tuple(sorted((block, tuple(sorted(columns))) for block, columns in state))] += count
    return total


def _after_next_row(state: State, shape: Shape) -> Iterator[State]:
    """The state after each way to fill a row."""
    digits = [1 << digit for digit in range(shape.size)]
    rows: list[tuple[Digits, ...]] = [()]
    for block, columns in state:
        for used in columns:
            free = [digit for digit in digits if not digit & (used | block)]
            rows = [(*row, digit) for row in rows for digit in free if digit not in row]
    starts = range(0, shape.size, shape.columns)
    for row in rows:
        parts = [row[start : start + shape.columns] for start in starts]
        yield tuple(
            (block | sum(part), tuple(used | digit for used, digit in zip(columns, part, strict=True)))
            for (block, columns), part in zip(state, parts, strict=True)
        )
