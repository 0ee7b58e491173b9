"""Puzzles carved from full boards: minimal ones, ones of few clues, in patterns; fair samples of all minimal ones."""

from collections.abc import Sequence
from operator import index
from typing import Literal, NamedTuple, TypedDict, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import rules as variants
from .boards import Batch, Boards, check_range, check_seed, check_within, reshaped, run
from .native import core
from .ruled import AnyRules, board_of, ruled
from .shape import Shape
from .solving import count_solutions, solve
from .tables import check_pattern

MINIMAL_SIZES = range(1, 17)
"""Sizes at which `carve` stops only when every clue is proven necessary."""

FEWEST_CLUES = 17
"""No 9x9 puzzle has fewer clues (McGuire, Tugemann, Civario, "There is no 16-Clue Sudoku", 2012)."""

CARVED_CLUES = 23
"""Down to here carving alone reaches a number of clues at 9x9; below it, search is quicker."""

EFFORT = 100_000
"""Exchanges of a clue that the search for few clues tries, unless asked for another number."""


class _Options(TypedDict, total=False):
    blocks: str | None
    clues: int | None
    pattern: str | None
    effort: int
    threads: int


class _OptionsUnderRules(_Options, total=False):
    rules: AnyRules | None
    start: int
    positions: Sequence[int] | None


@overload
def carve(
    boards: ArrayLike, *, seed: int, return_proofs: Literal[False] = False, **options: Unpack[_OptionsUnderRules]
) -> Boards: ...
@overload
def carve(
    boards: ArrayLike, *, seed: int, return_proofs: Literal[True], **options: Unpack[_Options]
) -> tuple[Boards, NDArray[np.int64]]: ...
def carve(
    boards: ArrayLike,
    *,
    blocks: str | None = None,
    seed: int,
    clues: int | None = None,
    pattern: str | None = None,
    effort: int = EFFORT,
    threads: int = 1,
    return_proofs: bool = False,
    rules: AnyRules | None = None,
    start: int = 0,
    positions: Sequence[int] | None = None,
) -> Boards | tuple[Boards, NDArray[np.int64]]:
    """Make one puzzle from each full board, with that board as its only solution, in the same shape.

    Clues are tried in random order, and each is removed if the solution stays unique. In the end no clue can be
    removed: the puzzle is *minimal*. Above size 16 that proof takes too long (MINIMAL_SIZES): there a clue is removed
    only if the proof that it can be takes no guess, so the puzzle has one solution but need not be minimal.

    With `clues` the carving stops at that many. If an order ends above it, up to 100 orders are tried (10 above size 9,
    where one takes up to about 0.1 s), and the puzzle with the fewest clues is returned: count them. At 9x9, without
    a pattern, a search follows. It exchanges clues until every unavoidable set that it knows has one, and adds
    a clue when `effort` exchanges do not lead to a puzzle. By default nearly every board reaches 19 clues if `clues`
    asks for them, and one in a few reaches 18; more effort finds 18 more often, if such puzzles exist.

    With `pattern`, one of PATTERNS that fits the blocks (`engine.tables.patterns_of_shape`), the clues keep
    that symmetry: clues that its turns and mirrors map to each other are removed together or not at all. No such group
    can then be removed, though a single clue often could (ask `minimal`); and if groups cannot meet a number of
    clues, the puzzle has a few more.

    With `return_proofs` it also returns the cost of each puzzle, `int64 (n,)`, or a scalar array for a single board:
    how often it was proven whether a clue can go, and how many choices of few clues were searched for other solutions.

    The puzzle depends only on the board and the arguments, not on the number of `threads`.

    Boards under `rules`, taken as by `engine.solve`, come from the seed from `start` on, or at the `positions`;
    their puzzles are minimal, without `clues` or `effort`; above 9x9 as far as few guesses prove it.

    ValueError for a board that is not full or breaks the rules, `clues` outside 1 .. S*S, `effort` outside 1 .. 10**8,
    a seed outside 0 .. 2**63 - 1, an unknown pattern or one that does not fit the blocks.
    """
    if rules is not None:
        if clues is not None or return_proofs:
            raise ValueError("puzzles under rules are minimal: leave out clues and proofs")
        under = ruled(boards, rules, blocks)
        assert under is not None
        how = {"positions": positions, "pattern": pattern, "threads": threads}
        puzzles = variants.carve_ruled(board_of(under.rules), under.puzzles, seed=seed, start=start, **how)  # type: ignore[arg-type]
        return reshaped(puzzles, boards)
    batch = Batch.full(boards, blocks)
    check_seed(seed)
    cells = batch.shape.cells
    if clues is not None:
        check_within("clues", clues, 1, cells)
    if not 1 <= index(effort) <= 10**8:
        raise ValueError(f"effort {effort} is not in 1 .. 10**8")
    images = check_pattern(pattern, batch.shape)
    puzzles, proofs = np.empty_like(batch.rows), np.zeros(len(batch), np.int64)
    searched = clues if clues is not None and batch.shape == Shape.of(9) and pattern is None else None
    above = np.ones(len(batch), np.bool_)
    if searched is None or searched >= CARVED_CLUES:
        batch.run(core.carve, seed, clues or 0, images, puzzles, proofs, threads=threads)
        above = np.count_nonzero(puzzles, axis=1) > (searched or cells)
    if searched is not None and above.any():
        hard, few = batch.rows[above], max(searched, FEWEST_CLUES)
        found, more = np.empty_like(hard), np.empty(len(hard), np.int64)
        run(core.few_clues, batch.shape, hard, seed, few, effort, found, more, threads=threads)
        puzzles[above] = found
        proofs[above] += more
    shaped = reshaped(batch.shaped(puzzles), boards)
    return (shaped, batch.shaped(proofs)) if return_proofs else shaped


def minimal(puzzles: ArrayLike, *, blocks: str | None = None, threads: int = 1) -> NDArray[np.bool_]:
    """Whether each puzzle is minimal: it has one solution, and more without any one of its clues.

    `bool (n,)`, or a scalar array for a single puzzle, the same for any number of `threads`. Above size 16 it is True
    only if the proof takes no guess, which is rare. ValueError as in `engine.boards.check_puzzles`.
    """
    batch = Batch.of(puzzles, blocks)
    answer: NDArray[np.bool_] = count_solutions(batch.rows, blocks=batch.shape.blocks, threads=threads) == 1
    proper = batch.rows[answer]
    answer[answer] = ((proper == 0) | _necessary(proper, batch.shape, threads)).all(axis=1)
    return batch.shaped(answer)


def _necessary(puzzles: Boards, shape: Shape, threads: int) -> NDArray[np.bool_]:
    """Which clues of puzzles with one solution are proven necessary, `bool (n, S*S)`; False for empty cells."""
    necessary = np.zeros(puzzles.shape, np.bool_)
    if shape.size > 9:  # most searches are long there, and knowing the solution makes them shorter
        solutions = solve(puzzles, blocks=shape.blocks, threads=threads)
        run(core.necessary, shape, puzzles, solutions, necessary, threads=threads)
        return necessary
    row, cell = np.nonzero(puzzles)
    without = puzzles[row]
    without[np.arange(len(row)), cell] = 0
    necessary[row, cell] = count_solutions(without, blocks=shape.blocks, threads=threads) == 2
    return necessary


# --- Fair samples --------------------------------------------------------------------------------------------------

FAIR_SIZES = (4, 9)
"""Sizes of which `fair_puzzles` and `carve_weighted` make puzzles."""


class FairSample(NamedTuple):
    """The result of `fair_puzzles`, one row per puzzle."""

    boards: Boards
    puzzles: Boards
    weights: NDArray[np.float64]
    attempts: NDArray[np.int32]


def carve_weighted(boards: ArrayLike, *, seed: int) -> tuple[Boards, NDArray[np.float64]]:
    """Make the puzzles of `carve` with this seed, and say how many minimal puzzles of its board each counts for.

    Carving favours some puzzles, mostly those with few clues. The weight corrects that: for any figure of a puzzle,
    the mean of figure times weight over many seeds is the sum of the figure over all minimal puzzles of the board, and
    the mean weight is how many there are. If m clues went, and r(t) could go alone after t had gone, it is
    r(0) * r(1) * ... * r(m-1) / m! (Horvitz and Thompson 1952; Knuth 1975). Weights differ by many powers of ten: at
    size 9, means over 1,000 puzzles are about as good as over two or three of `fair_puzzles`.

    Returns the puzzles in the shape given and `float64 (n,)`, or a scalar array for a single board. ValueError for a
    board that is not full, a size other than 4 and 9, or a seed outside 0 .. 2**63 - 1.
    """
    batch = Batch.full(boards)
    if batch.shape.size not in FAIR_SIZES:
        raise ValueError(f"weights are for sizes 4 and 9, not {batch.shape.size}")
    puzzles, weights = carve(batch.rows, seed=seed), np.empty(len(batch))
    batch.run(core.weigh, puzzles, seed, weights)
    return reshaped(batch.shaped(puzzles), boards), batch.shaped(weights)


def fair_puzzles(count: int, *, size: int = 9, seed: int, start: int = 0) -> FairSample:
    """Make the puzzles `start .. start+count-1` of a seed: a fair sample of all minimal puzzles there are.

    An attempt carves a uniform random board (method "uniform" of `generate`), and is accepted with a probability in
    proportion to its weight (`carve_weighted`). Attempts heavier than a bound are always accepted, and `weights` says
    how many times each puzzle counts because of that: 1 for most, never less. Means over the sample need the weights.
    `attempts` says how many attempts each puzzle took, about 220 at size 9.

    Puzzle k depends on the seed and k alone. All puzzles are minimal, and their boards are their only solutions. The
    boards are not uniform: each is as likely as it has minimal puzzles.

    ValueError for a size other than 4 and 9, or a seed or puzzles outside 0 .. 2**63 - 1.
    """
    if size not in FAIR_SIZES:
        raise ValueError(f"fair samples are for sizes 4 and 9, not {size}")
    check_seed(seed)
    start, count = check_range(start, count)
    sample = FairSample(
        np.empty((count, size * size), np.uint8),
        np.empty((count, size * size), np.uint8),
        np.empty(count, np.float64),
        np.empty(count, np.int32),
    )
    core.fair_puzzles(Shape.of(size), seed, start, *sample)
    return sample
