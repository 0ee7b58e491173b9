"""Full boards: random ones, the list of all of size 4, and how many there are of a small shape."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations, product
from typing import Literal, TypedDict, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from . import rules as variants
from .boards import Boards, check_range, check_seed, run
from .class_numbers import shuffled_numbers, unrank
from .names import BY_NUMBER, CLASSES
from .names import METHODS as METHODS
from .native import core
from .shape import Shape
from .solving import AnyRules, board_of, count_solutions
from .symmetry import random_images

if [method for method in METHODS if method not in BY_NUMBER] != core.methods:
    raise ImportError(f"the kernels' methods are {core.methods}, not those of METHODS")


def default_method(size: int) -> str:
    """Return the default method of a size: "wfc" up to 9, "wfc+backtrack" above."""
    return "wfc" if size <= 9 else "wfc+backtrack"


def methods_of(size: int, blocks: str | None = None) -> tuple[str, ...]:
    """Return the methods that make boards of a shape."""
    shape = Shape.of(size, blocks)
    known = {"uniform": (Shape(2, 2), Shape(3, 3)), **dict.fromkeys(BY_NUMBER, (Shape(3, 3),))}
    return tuple(method for method in METHODS if shape in known.get(method, (shape,)))


def check_method(method: str, size: int, blocks: str | None = None) -> str:
    """Return the method; ValueError unless it is one of METHODS and makes boards of this shape."""
    if method not in METHODS:
        raise ValueError(f"method {method!r} is not one of {', '.join(METHODS)}")
    if method not in methods_of(size, blocks):
        sizes = "size 9" if method in BY_NUMBER else "sizes 4 and 9"
        raise ValueError(f"method {method!r} is for {sizes}, not {Shape.of(size, blocks)}")
    return method


class _Options(TypedDict, total=False):
    size: int | None
    blocks: str | None
    start: int
    method: str | None
    threads: int


@overload
def generate(
    count: int,
    *,
    seed: int,
    return_attempts: Literal[False] = False,
    rules: AnyRules | None = None,
    **options: Unpack[_Options],
) -> Boards: ...
@overload
def generate(
    count: int, *, seed: int, return_attempts: Literal[True], **options: Unpack[_Options]
) -> tuple[Boards, NDArray[np.int32]]: ...
def generate(
    count: int,
    *,
    size: int | None = None,
    blocks: str | None = None,
    seed: int,
    start: int = 0,
    method: str | None = None,
    threads: int = 1,
    return_attempts: bool = False,
    rules: AnyRules | None = None,
) -> Boards | tuple[Boards, NDArray[np.int32]]:
    """Make the boards `start .. start+count-1` of a seed, `uint8 (count, size*size)`.

    `size` and `blocks` are as in `engine.shape.Shape.of`: size 9 by default, and the usual blocks of the size. Board k
    depends only on the method, the seed and k. The methods, of which `explanation/favoured.md` says more:

    - `"wfc"`, the default up to size 9: wave function collapse. A cell with the fewest candidates, ties at random, gets
      one of them at random, which is removed from its peers. If a cell has no candidate left, another attempt begins.
    - `"wfc+singles"`: naked and hidden singles are followed up after each choice, so attempts fail earlier.
    - `"wfc+backtrack"`, the default above size 9: as before, but a choice that leads to a contradiction is undone
      and excluded; the attempt fails only if that is a contradiction too.
    - `"uniform"`, at sizes 4 and 9: every board is equally likely; the methods above favour some.
    - `"permutation"`: `engine.grid.permutation_grid`, without a search; up to renaming there is one board of a shape.
    - `"class"`, at size 9: a random image of each of the 5,472,730,538 classes of boards (see `rank`), in an order that
      is random and depends on the seed; then the same classes in the same order again.
    - `"class-order"`, at size 9: the canonical board of each class, by ascending number, starting at the seed (modulo
      5,472,730,538). Number 0 follows the last one.

    With `return_attempts` it also returns how many attempts each board took, including the last: `int32 (count,)`.
    Boards under `rules`, taken as by `engine.solve`, are drawn by a search with random digits, which has no `method`
    and no attempts; they are not equally likely.

    ValueError for an unknown size or method, a seed or boards outside 0 .. 2**63 - 1, and rules that contradict each
    other.
    """
    if rules is not None:
        if method is not None or return_attempts:
            raise ValueError("boards under rules are made in one way: leave out method and return_attempts")
        return variants.boards_ruled(board_of(rules, size, blocks), count, seed=seed, start=start, threads=threads)
    shape = Shape.of(size, blocks)
    check_seed(seed)
    method = check_method(default_method(shape.size) if method is None else method, shape.size, shape.blocks)
    start, count = check_range(start, count)
    if method in BY_NUMBER:
        boards = _by_number(count, method, seed, start, threads)
        return (boards, np.ones(count, np.int32)) if return_attempts else boards
    boards = np.empty((count, shape.cells), np.uint8)
    attempts = np.empty(count, np.int32)
    numbers = range(start, start + count)
    run(core.generate, shape, METHODS.index(method), seed, numbers, boards, attempts, threads=threads)
    return (boards, attempts) if return_attempts else boards


def _by_number(count: int, method: str, seed: int, start: int, threads: int) -> Boards:
    """Boards of classes by their numbers."""
    places = (start % CLASSES + np.arange(count)) % CLASSES
    if method == "class-order":
        return unrank((seed % CLASSES + places) % CLASSES, threads=threads)
    return random_images(unrank(shuffled_numbers(places, seed), threads=threads), seed, start=start, threads=threads)


def all_boards(size: int = 4) -> Boards:
    """List every full board of size 4: `uint8 (288, 16)`.

    ValueError for other sizes; of size 9 alone there are 6,670,903,752,021,072,936,960 (Felgenhauer and Jarvis, 2005).
    """
    if size != 4:
        raise ValueError(f"size {size} has too many boards to list; size 4 has 288")
    rows = np.array(list(permutations(range(1, 5))), np.uint8)
    boards = rows[list(product(range(len(rows)), repeat=4))].reshape(-1, 16)
    valid: Boards = boards[count_solutions(boards) == 1]
    return valid


# --- How many boards there are -------------------------------------------------------------------------------------

LARGEST_COUNTED = 6
"""The largest size whose boards `count_boards` counts; the numbers of some larger shapes are known."""

_KNOWN_COUNTS = {
    (3, 3): 6_670_903_752_021_072_936_960,
    (2, 4): 29_136_487_207_403_520,
    (2, 5): 1_903_816_047_972_624_930_994_913_280_000,
    (2, 6): 38_296_278_920_738_107_863_746_324_732_012_492_486_187_417_600_000,
    (3, 4): 81_171_437_193_104_932_746_936_103_027_318_645_818_654_720_000,
    (1, 7): 61_479_419_904_000,
    (1, 8): 108_776_032_459_082_956_800,
    (1, 9): 5_524_751_496_156_892_842_531_225_600,
    (1, 10): 9_982_437_658_213_039_871_725_064_756_920_320_000,
    (1, 11): 776_966_836_171_770_144_107_444_346_734_230_682_311_065_600_000,
}
"""The boards of larger shapes by the sides of a block, the shorter one first; (1, S) is a Latin square.

9x9: B. Felgenhauer and F. Jarvis, "Enumerating possible Sudoku grids" (2005). The other blocks: Wikipedia,
"Mathematics of Sudoku". Latin squares: OEIS A002860; that of size 11 by B. D. McKay and I. M. Wanless, "On the number
of Latin squares" (2005).
"""

Digits = int
"""A set of digits, a bit for each."""

State = tuple[tuple[Digits, tuple[Digits, ...]], ...]
"""The digits that the rows so far have used: for each stack, in its block in this band, and in each of its columns."""


def count_boards(size: int | None = None, blocks: str | None = None) -> int:
    """Count the full boards of a shape, exactly: of size 6 or less, and of larger shapes whose number is published.

    The rows are filled one after another. What has been used in the columns, and in the blocks of the band, decides
    how the board can go on: so boards that agree in that, up to the order of columns and stacks, are counted together.
    Shapes are as in `engine.shape.Shape.of`. Published are the numbers for blocks of 3x3, 2x4, 2x5, 2x6 and 3x4, either
    way, and for Latin squares up to 11. ValueError for another shape above size 6.

    >>> count_boards(4), count_boards(6), count_boards(6, "none")
    (288, 28200960, 812851200)
    """
    shape = Shape.of(size, blocks)
    if known := _KNOWN_COUNTS.get((min(shape.rows, shape.columns), max(shape.rows, shape.columns))):
        return known
    if shape.size > LARGEST_COUNTED:
        raise ValueError(f"boards of size {shape.size} are too many to count: {LARGEST_COUNTED} is the largest size")
    ways = Counter({((0, (0,) * shape.columns),) * shape.rows: 1})
    for row in range(shape.size):
        if row % shape.rows == 0:  # the blocks of the next band are empty
            ways = _sum((tuple((0, columns) for _, columns in state), count) for state, count in ways.items())
        ways = _sum((after, count) for state, count in ways.items() for after in _after_next_row(state, shape))
    return ways.total()


def _sum(counts: Iterable[tuple[State, int]]) -> Counter[State]:
    """Add up the counts of states that differ only in the order of columns and stacks."""
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
