"""Puzzles carved from full boards: minimal ones, in patterns, of few clues; fair samples; puzzles near another one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice, permutations
from operator import index
from typing import Any, Literal, NamedTuple, TypedDict, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import rules as variants
from .boards import Batch, Boards, check_range, check_seed, check_within, reshaped, run
from .native import check_pattern, core
from .shape import Shape
from .solving import AnyRules, board_of, count_solutions, ruled, solve, true_candidates

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
    only if the proof that it can be takes no guess. The puzzle depends only on the board and the arguments.

    With `clues` the carving stops at that many. If an order ends above it, up to 100 orders are tried (10 above size
    9), and the puzzle with the fewest clues is returned: count them. At 9x9, without a pattern, a search follows. It
    exchanges clues until every unavoidable set that it knows has one, and adds a clue when `effort` exchanges do not
    lead to a puzzle. Nearly every board reaches 19 clues so; more effort finds 18 more often.

    With `pattern`, one of PATTERNS that fits the blocks (`engine.native.patterns_of_shape`), the clues keep
    that symmetry: clues that its turns and mirrors map to each other are removed together or not at all. No such group
    can then be removed, though a single clue often could.

    With `return_proofs` it also returns the cost of each puzzle, `int64 (n,)`, or a scalar array for a single board:
    how often it was proven whether a clue can go, and how many choices of few clues were searched for other solutions.

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


def pattern_of(puzzles: ArrayLike, *, blocks: str | None = None) -> NDArray[np.object_]:
    """Return the name of the pattern that the clues of each puzzle form, the one with most symmetries; or None.

    `object (n,)`, or a scalar array for a single puzzle. ValueError as in `engine.boards.check_puzzles`.
    """
    batch = Batch.of(puzzles, blocks)
    found = np.empty(len(batch), np.uint8)
    names = {images: name for name, images in core.patterns.items()}
    batch.run(core.clue_symmetries, found)
    return batch.shaped(np.array([names.get(images) for images in range(256)], np.object_)[found])


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
    the mean weight is how many there are (Horvitz and Thompson 1952; Knuth 1975; `core/carving/fair.hpp`).

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

    An attempt carves a uniform random board, and is accepted with a probability in proportion to its weight
    (`carve_weighted`). Attempts heavier than a bound are always accepted, and `weights` says how many times each puzzle
    counts because of that: 1 for most, never less. Means over the sample need the weights. `attempts` says how many
    attempts each puzzle took. Puzzle k depends on the seed and k alone. The boards are not uniform: each is as likely
    as it has minimal puzzles.

    ValueError for a size other than 4 and 9, or a seed or puzzles outside 0 .. 2**63 - 1.
    """
    if size not in FAIR_SIZES:
        raise ValueError(f"fair samples are for sizes 4 and 9, not {size}")
    check_seed(seed)
    start, count = check_range(start, count)
    boards, puzzles = np.empty((2, count, size * size), np.uint8)
    sample = FairSample(boards, puzzles, np.empty(count, np.float64), np.empty(count, np.int32))
    core.fair_puzzles(Shape.of(size), seed, start, *sample)
    return sample


# --- The fewest clues of a board ------------------------------------------------------------------------------------

PARTS_AT_A_TIME = 64
"""Parts of an exhaustive search between two calls of `progress`."""


class Progress(NamedTuple):
    """How far an exhaustive search is; it can resume from here."""

    clues: int
    """The number of clues that it looks for, or fewer."""
    part: int
    """Parts that are done."""
    parts: int


def fewest_clues(
    board: ArrayLike,
    rules: AnyRules | None = None,
    *,
    seed: int = 0,
    progress: Callable[[Progress], object] | None = None,
    resume: Progress | None = None,
    prove: bool = False,
) -> Boards:
    """Return a puzzle with the fewest clues that a full board has: `uint8 (S*S,)`. Its clues are proven the fewest.

    A search like that of `carve` finds a puzzle of few clues. Then `puzzle_within` looks for one with a clue less, as
    long as there is one. That takes from seconds to hours: see there, also for `rules`, `progress`, `resume`, `prove`.

    ValueError for anything but one full board that obeys the rules: of size 9, or up to that under rules.
    """
    checked, _search, variant = _of_one_board(board, rules)
    if variant is not None:
        puzzles = variants.carve_ruled(variant, np.repeat(checked[None], CARVED_UNDER_RULES, axis=0), seed=seed)
        puzzle: Boards = puzzles[np.count_nonzero(puzzles, axis=1).argmin()]
    else:
        puzzle = carve(checked, seed=seed, clues=resume.clues + 1 if resume else FEWEST_CLUES)
    while (clues := int(np.count_nonzero(puzzle))) > (0 if prove or variant else FEWEST_CLUES):
        start = resume if resume is not None and resume.clues == clues - 1 else None
        fewer = puzzle_within(checked, clues - 1, rules, progress=progress, resume=start, prove=prove)
        if fewer is None:
            break
        puzzle = fewer
    return puzzle


CARVED_UNDER_RULES = 20
"""Puzzles that are carved under rules before the search: the one of fewest clues is where it begins."""


def puzzle_within(
    board: ArrayLike,
    clues: int,
    rules: AnyRules | None = None,
    *,
    progress: Callable[[Progress], object] | None = None,
    resume: Progress | None = None,
    prove: bool = False,
) -> Boards | None:
    """Find a puzzle of at most that many clues on a full board, `uint8 (S*S,)`, or prove that there is none: None.

    All ways to place the clues are tried, each with a clue in every known unavoidable set of the board, after Gary
    McGuire, Bastian Tugemann and Gilles Civario, "There is no 16-Clue Sudoku" (2012). Below 17 clues their theorem
    spares the search, unless it is to `prove` that of this board. `progress` is called now and then; an exception that
    it raises ends the search. With the last value that it was given as `resume`, the search continues from there.

    The board is of size 9, or up to that under `rules`, which are taken as by `solve` and may be any. A solution under
    them that is not the board is one more unavoidable set. The theorem does not hold there, so all is searched.

    ValueError for anything but one such full board that obeys the rules, or a `resume` of another search.
    """
    checked, begin, variant = _of_one_board(board, rules)
    if variant is None and index(clues) < FEWEST_CLUES and not prove:
        return None
    search = begin(min(clues, len(checked)))
    parts = search.parts
    if resume is not None and ((resume.clues, resume.parts) != (clues, parts) or not 0 <= resume.part <= parts):
        raise ValueError(f"{resume} is not from this search: it has clues {clues} and {parts} parts")
    puzzle = np.zeros_like(checked)
    step = 1 if variant else PARTS_AT_A_TIME  # a part takes longer under rules
    for part in range(resume.part if resume else 0, parts, step):
        end = min(part + step, parts)
        if search.run(part, end, puzzle):
            return puzzle
        if progress is not None:
            progress(Progress(clues, end, parts))
    return None


def _of_one_board(
    board: ArrayLike, rules: AnyRules | None
) -> tuple[Boards, Callable[[int], Any], variants.Variant | None]:
    """One full board, what begins a search on it, and its rules."""
    under = ruled(board, rules)
    if under is None:
        plain = Batch.full(board).only("full board")
        return plain, lambda clues: core.exhaustive(plain[None], np.zeros_like(plain[None]), clues), None
    variant = board_of(under.rules)
    numbers = variants.program(variant)
    if not under.is_single or variant.size > Shape.of(9).size or numbers[1] != variant.size**2:
        raise ValueError("the search is for one full board of up to 81 cells, and rules without cells of their own")
    full = variants.obeying(variant, under.puzzles)[0]
    return full, lambda clues: core.exhaustive_ruled(numbers, full, clues), variant


def completions(puzzles: ArrayLike) -> Iterator[Boards]:
    """Yield for each 9x9 puzzle its completions: all puzzles with one solution that have one clue more.

    `uint8 (m, 81)` each, in the order of cells and digits, m from 0. For a puzzle with one solution, that is every clue
    of the solution. ValueError as in `engine.boards.check_puzzles`, and for another size.
    """
    batch = Batch.of(puzzles)
    if batch.shape.size != 9:
        raise ValueError("completions are for boards of size 9")
    for start in range(0, len(batch), 1024):
        part = batch.rows[start : start + 1024]
        unique = np.empty((len(part), 81 * 9), np.uint8)
        core.completions(Shape.of(9), part, unique)
        for puzzle, row in zip(part, unique, strict=True):
            (added,) = np.nonzero(row)
            completed = np.repeat(puzzle[None], len(added), axis=0)
            completed[np.arange(len(added)), added // 9] = added % 9 + 1
            yield completed


# --- Puzzles near another one --------------------------------------------------------------------------------------

REMOVALS_AT_A_TIME = 32
"""Choices of the clues that go, searched together in the lanes of the processor."""


def vicinity(puzzle: ArrayLike, *, remove: int, add: int, rules: AnyRules | None = None) -> Iterator[Boards]:
    """Yield the puzzles with one solution that come from a 9x9 puzzle: `remove` clues go and `add` others come.

    `uint8 (m, 81)`, m from 0, for every few choices of the clues that go. `add` is 1 or 2. The clues that come may be
    any, on any board; those that went do not come back, and one that comes may be superfluous. The search is
    exhaustive. `rules` are as in `solve`; it takes some hundred times as long under them.

    ValueError for what is not one puzzle of size 9, `add` outside 1 .. 2, or `remove` outside 1 .. the number of clues.
    """
    checked = Batch.of(puzzle).only("puzzle")
    clues = np.flatnonzero(checked)
    if add not in (1, 2):
        raise ValueError(f"add {add} is not 1 or 2")
    check_within("remove", remove, 1, len(clues))
    choices = combinations(clues, remove)
    while some := list(islice(choices, REMOVALS_AT_A_TIME)):
        starts: list[Boards] = []
        for gone in some:
            rest = checked.copy()
            rest[list(gone)] = 0
            starts += [rest] if add == 1 else _with_a_clue_more(rest)
        batch = np.array(starts, np.uint8).reshape(-1, 81)  # none if no clue fits what is left
        found = np.unique(
            np.concatenate([batch[:0], *(completions(batch) if rules is None else _completed(batch, rules))]), axis=0
        )
        kept = ((found == checked) & (checked != 0)).sum(axis=1)
        yield found[kept == len(clues) - remove]


def _completed(puzzles: Boards, rules: AnyRules) -> Iterator[Boards]:
    """Yield the completions of puzzles under rules, as `completions` does for plain ones."""
    for puzzle in puzzles[count_solutions(puzzles, rules, limit=1) == 1] if len(puzzles) else puzzles:
        candidates = true_candidates(puzzle, rules)
        cell, digit = np.nonzero((candidates[:, None] >> np.arange(9) & 1) * (puzzle == 0)[:, None])
        more = np.tile(puzzle, (len(cell), 1))
        more[np.arange(len(cell)), cell] = digit + 1
        yield more[count_solutions(more, rules, limit=2) == 1] if len(more) else more


def _with_a_clue_more(puzzle: Boards) -> Iterator[Boards]:
    """The puzzles with one clue more, which sees no clue of the same digit."""
    peers = Shape.of(9).peers
    for cell in np.flatnonzero(puzzle == 0).tolist():
        for digit in set(range(1, 10)).difference(puzzle[list(peers[cell])].tolist()):
            more = puzzle.copy()
            more[cell] = digit
            yield more


LEAST, MOST = 4, 11
"""The sizes of sets that are searched for: no set has fewer cells than four."""


def unavoidable_sets(board: ArrayLike, *, largest: int = 9, blocks: str | None = None) -> NDArray[np.bool_]:
    """Return all minimal unavoidable sets of a full board with at most `largest` cells: `bool (n, S*S)`.

    The digits in such a set can be exchanged among its cells and leave the board valid, so a puzzle without a clue in
    it has several solutions. No set holds another one. The smallest come first, then the order is that of their cells.

    Each digit of a set has at least two cells in it, so sets of up to `largest` cells have at most half as many digits:
    the cells of so many digits are filled in all other ways that change few enough cells. ValueError for a board that
    is not full or above size 9, several boards, and `largest` outside 4 .. 11.
    """
    check_within("largest", largest, LEAST, MOST)
    batch = Batch.full(board, blocks)
    shape = batch.shape
    if batch.axes or shape.size > 9:
        raise ValueError("unavoidable sets are those of one board of size 9 or less")
    values: list[int] = batch.rows[0].tolist()
    found = {
        changed
        for digits in combinations(range(1, shape.size + 1), min(largest // 2, shape.size))
        for changed in _other_ways(values, shape, digits, largest)
    }
    minimal: list[frozenset[int]] = []
    for each in sorted(found, key=lambda cells: (len(cells), sorted(cells))):
        if not any(other < each for other in minimal):
            minimal.append(each)
    sets = np.zeros((len(minimal), shape.cells), bool)
    for row, cells in zip(sets, minimal, strict=True):
        row[list(cells)] = True
    return sets


def _other_ways(values: Sequence[int], shape: Shape, digits: Sequence[int], largest: int) -> Iterator[frozenset[int]]:
    """Yield the cells that change when some digits are placed otherwise, at most so many of them."""
    size = shape.size
    below = list(enumerate(shape.units))[size:]  # the columns and blocks: a row has each digit once anyway
    units_of = [[number for number, unit in below if cell in unit] for cell in range(shape.cells)]
    rows = [[cell for cell in range(row * size, (row + 1) * size) if values[cell] in digits] for row in range(size)]
    ways = [_ways_of_row(values, cells, units_of) for cells in rows]

    def filled(row: int, used: int, changed: tuple[int, ...]) -> Iterator[frozenset[int]]:
        if row == size:
            if changed:
                yield frozenset(changed)
            return
        for marks, moved in ways[row]:
            if not marks & used and len(changed) + len(moved) <= largest:
                yield from filled(row + 1, used | marks, changed + moved)

    return filled(0, 0, ())


def _ways_of_row(
    values: Sequence[int], cells: Sequence[int], units_of: Sequence[Sequence[int]]
) -> list[tuple[int, tuple[int, ...]]]:
    """The ways to place the digits of some cells of a row: a bit for each unit and digit, and the cells that change."""
    found = []
    for order in permutations([values[cell] for cell in cells]):
        marks = 0
        for cell, digit in zip(cells, order, strict=True):
            for unit in units_of[cell]:
                marks |= 1 << unit * 10 + digit
        found.append((marks, tuple(cell for cell, digit in zip(cells, order, strict=True) if values[cell] != digit)))
    return found
