"""Puzzles of few clues: the fewest that a board has and the sets that need one, completions, puzzles near another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice, permutations
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .boards import Batch, Boards, check_within
from .carving import FEWEST_CLUES, carve
from .native import core
from .shape import Shape

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
    *,
    seed: int = 0,
    progress: Callable[[Progress], object] | None = None,
    resume: Progress | None = None,
) -> Boards:
    """Return a puzzle with the fewest clues that a full 9x9 board has: `uint8 (81,)`. Its clues are proven the fewest.

    A search like that of `carve` finds a puzzle of few clues. Then `puzzle_within` looks for one with a clue less, as
    long as there is one. That takes from seconds to hours: see there, also for `progress` and `resume`.

    ValueError for anything but one full board of size 9.
    """
    checked = Batch.full(board).only("full board")
    puzzle = carve(checked, seed=seed, clues=resume.clues + 1 if resume else FEWEST_CLUES)
    while (clues := int(np.count_nonzero(puzzle))) > FEWEST_CLUES:
        start = resume if resume is not None and resume.clues == clues - 1 else None
        fewer = puzzle_within(checked, clues - 1, progress=progress, resume=start)
        if fewer is None:
            break
        puzzle = fewer
    return puzzle


def puzzle_within(
    board: ArrayLike,
    clues: int,
    *,
    progress: Callable[[Progress], object] | None = None,
    resume: Progress | None = None,
) -> Boards | None:
    """Find a puzzle of at most that many clues on a full 9x9 board, `uint8 (81,)`, or prove that there is none: None.

    All ways to place the clues are tried, each with a clue in every known unavoidable set of the board, after Gary
    McGuire, Bastian Tugemann and Gilles Civario, "There is no 16-Clue Sudoku" (2012), whose result spares the search
    below 17 clues. 17 take about five times as long as 16, and 18 ten times as long as 17.

    `progress` is called now and then; an exception that it raises ends the search. With the last value that it was
    given as `resume`, the search continues from there.

    ValueError for anything but one full board of size 9, or a `resume` of another search.
    """
    checked = Batch.full(board).only("full board")
    if index(clues) < FEWEST_CLUES:
        return None
    search = core.exhaustive(checked[None], np.zeros_like(checked[None]), min(clues, 81))
    parts = search.parts
    if resume is not None and ((resume.clues, resume.parts) != (clues, parts) or not 0 <= resume.part <= parts):
        raise ValueError(f"{resume} is not from this search: it has clues {clues} and {parts} parts")
    return _search_parts(search, clues, resume.part if resume else 0, progress)


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


def _search_parts(
    search: Any, clues: int, first: int, progress: Callable[[Progress], object] | None
) -> NDArray[np.uint8] | None:
    puzzle = np.zeros(81, np.uint8)
    for part in range(first, search.parts, PARTS_AT_A_TIME):
        end = min(part + PARTS_AT_A_TIME, search.parts)
        if search.run(part, end, puzzle):
            return puzzle
        if progress is not None:
            progress(Progress(clues, end, search.parts))
    return None


# --- Puzzles near another one --------------------------------------------------------------------------------------

REMOVALS_AT_A_TIME = 32
"""Choices of the clues that go, searched together in the lanes of the processor."""


def vicinity(puzzle: ArrayLike, *, remove: int, add: int) -> Iterator[Boards]:
    """Yield the puzzles with one solution that come from a 9x9 puzzle: `remove` clues go and `add` others come.

    `uint8 (m, 81)`, m from 0, for every few choices of the clues that go. `add` is 1 or 2. The clues that come may be
    any, on any board; those that went do not come back, and one that comes may be superfluous. The search is
    exhaustive. For a puzzle of 17 clues, one processor takes a few milliseconds for -1+1, and seconds for -2+2.

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
        found = np.unique(np.concatenate([batch[:0], *completions(batch)]), axis=0)
        kept = ((found == checked) & (checked != 0)).sum(axis=1)
        yield found[kept == len(clues) - remove]


def _with_a_clue_more(puzzle: Boards) -> Iterator[Boards]:
    """The puzzles with one clue more, which sees no clue of the same digit."""
    square = puzzle.reshape(9, 9)
    for cell in np.flatnonzero(puzzle == 0):
        row, column = divmod(int(cell), 9)
        top, left = row // 3 * 3, column // 3 * 3
        seen = {*square[row], *square[:, column], *square[top : top + 3, left : left + 3].flat}
        for digit in set(range(1, 10)) - seen:
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
    the cells of so many digits are filled in all other ways that change few enough cells. At 9x9 that takes tenths of a
    second for 9 cells and ten seconds for 11. Sizes up to 9. ValueError for a board that is not full, several boards, a
    larger size, and `largest` outside 4 .. 11.
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
