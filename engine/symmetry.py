"""Compare boards and puzzles: least images, keys, symmetries to keep and apply, and a puzzle's own symmetries."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from math import factorial
from typing import Literal, NamedTuple, TypedDict, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import rules as variants
from .boards import Batch, Boards, check_puzzles, check_seed, reshaped
from .names import check_symmetry
from .native import core
from .shape import Shape
from .solving import AnyRules, model_of, only_solutions, ruled, solve


class Transform(NamedTuple):
    """A symmetry for each of n boards of size S; without the first axis for a single board.

    The image has `digits[board[rows[r], columns[c]]]` in row r and column c, counted from 0; if `transposed`, with
    `board[columns[c], rows[r]]` in its place.
    """

    transposed: NDArray[np.bool_]
    """Whether rows become columns: `bool (n,)`."""
    rows: NDArray[np.uint8]
    """Of which row each row of the image is made: `uint8 (n, S)`."""
    columns: NDArray[np.uint8]
    """Of which column each column of the image is made: `uint8 (n, S)`."""
    digits: NDArray[np.uint8]
    """The new name of each digit, 0 first, which stays: `uint8 (n, S + 1)`."""

    def apply(self, boards: ArrayLike) -> Boards:
        """Return the image of each board or puzzle, in the same shape; ValueError for another number or size."""
        size = self.rows.shape[-1]
        checked = check_puzzles(boards, f"1x{size}")  # any board of the size: only lines move
        if checked.shape[:-1] != self.transposed.shape:
            raise ValueError(
                f"boards have shape {checked.shape}, not {(*self.transposed.shape, size * size)} as these symmetries"
            )
        rows = self.rows[..., :, None].astype(np.intp)
        columns = self.columns[..., None, :].astype(np.intp)
        source = np.where(self.transposed[..., None, None], columns * size + rows, rows * size + columns)
        moved = np.take_along_axis(checked, source.reshape(checked.shape), axis=-1)
        return reshaped(np.take_along_axis(self.digits, moved.astype(np.intp), axis=-1), boards)


class _Options(TypedDict, total=False):
    symmetry: str
    blocks: str | None
    threads: int


@overload
def canonical(
    boards: ArrayLike,
    *,
    return_transform: Literal[False] = False,
    rules: AnyRules | None = None,
    **options: Unpack[_Options],
) -> Boards: ...
@overload
def canonical(
    boards: ArrayLike, *, return_transform: Literal[True], **options: Unpack[_Options]
) -> tuple[Boards, Transform]: ...
def canonical(
    boards: ArrayLike,
    *,
    symmetry: str = "d4",
    blocks: str | None = None,
    threads: int = 1,
    return_transform: bool = False,
    rules: AnyRules | None = None,
) -> Boards | tuple[Boards, Transform]:
    """Return the least image of each full board, or the canonical form of each puzzle, in the same shape.

    The images of each `symmetry`:

    - `"d4"`: the 4 rotations and their 4 mirror images; only the 4 that keep rows as rows if blocks are not square;
    - `"d4+relabel"`: each of these with the digits renamed in any way;
    - `"full"`: every image that is a board: rows permuted within bands and columns within stacks, bands and stacks
      permuted, transposed or not if that keeps the blocks, and the digits renamed; 3,359,232 x 9! of them at size
      9. In a Latin square, any rows and columns may be permuted. Two boards are *essentially different* when these
      forms differ.

    Images are compared row by row. For puzzles with one solution, the images are those that lead to the least image of
    the solution, and the least of them, 0 for an empty cell, is the form: two puzzles have the same one exactly when
    they are the same up to the symmetry. With `return_transform`, also a symmetry that leads to each form, as a
    `Transform`. Full boards under `rules`, taken as by `engine.solve`, are compared up to those images that map the
    rules to themselves.

    ValueError for an unknown symmetry, a puzzle without exactly one solution, or a board above size 16 that is so
    regular that `"full"` would take minutes.
    """
    check_symmetry(symmetry)
    if under := ruled(boards, rules, blocks):
        return reshaped(variants.canonical_ruled(model_of(under.rules), under.puzzles, symmetry), boards)
    batch = Batch.of(boards, blocks)
    if not return_transform and batch.first_incomplete < 0:
        return reshaped(batch.shaped(_least_images(batch, symmetry, threads)), boards)
    if batch.rows.all():
        batch.refuse_incomplete()
    solutions = only_solutions(batch, threads)
    ways = np.empty((len(batch), 1 + 2 * batch.shape.size) if return_transform else (0, 0), np.uint8)
    form = reshaped(batch.shaped(_forms(batch, solutions, symmetry, ways, threads)), boards)
    if not return_transform:
        return form
    return form, Transform(*map(batch.shaped, _transform(ways, solutions, renames=symmetry != "d4")))


_KERNELS = {"d4": "d4", "d4+relabel": "d4_relabel", "full": "full"}


def _least_images(batch: Batch, symmetry: str, threads: int) -> Boards:
    least = np.empty_like(batch.rows)
    batch.run(getattr(core, f"canonical_{_KERNELS[symmetry]}"), least, threads=threads)
    return least


def _forms(batch: Batch, solutions: Boards, symmetry: str, ways: NDArray[np.uint8], threads: int) -> Boards:
    """The canonical forms of puzzles; `ways` gets the symmetries that lead to them, if it has rows."""
    least = np.empty_like(batch.rows)
    kernel = getattr(core, f"canonical_puzzles_{_KERNELS[symmetry]}")
    batch.run(kernel, solutions, least, ways, threads=threads)
    return least


def _transform(ways: NDArray[np.uint8], solutions: Boards, *, renames: bool) -> Transform:
    """The symmetries that the kernels write as bytes; if digits are renamed, the first row reads 1, 2, 3, …."""
    size = ways.shape[1] // 2
    transposed, rows, columns = ways[:, 0] != 0, ways[:, 1 : 1 + size], ways[:, 1 + size :]
    names = np.arange(size + 1, dtype=np.uint8)
    digits = np.tile(names, (len(ways), 1))
    if renames:
        first_row = Transform(transposed, rows, columns, digits).apply(solutions)[:, :size]
        np.put_along_axis(digits, first_row.astype(np.intp), names[None, 1:], axis=1)
    return Transform(transposed, rows, columns, digits)


def symmetries_of(rules: AnyRules, symmetry: str = "full") -> variants.Symmetries:
    """Return the symmetries of rules: all of them, or with "d4" or "d4+relabel" those that turn and mirror the board.

    "d4" renames no digits. Rules are a model, a variant, or names such as "diagonal", then of 9x9. ValueError for
    another symmetry, if there are too many to list: above `engine.rules.symmetry.MOST_IMAGES`, and for rules with other
    cells than a square board. TypeError for what are no rules.
    """
    return variants.symmetries(model_of(rules), symmetry)


def puzzle_keys(
    puzzles: ArrayLike,
    *,
    solutions: ArrayLike | None = None,
    symmetry: str = "d4",
    blocks: str | None = None,
    threads: int = 1,
) -> NDArray[np.uint8]:
    """Keys of puzzles with one solution: two have the same key exactly when they are the same up to the symmetry.

    `uint8 (n, k + m)`, or `(k + m,)` for one: the key of the solution, k bytes as in `keys`, and one bit for each cell
    of the canonical puzzle, 1 for a clue; m is a byte for 8 cells: 2, 5, 11, 32 or 79 at size 4, 6, 9, 16 or 25.
    ValueError as in `canonical`.

    With `solutions`, full boards that have the clues of the puzzles, puzzles of any number of solutions are compared as
    clues of these boards. ValueError if a puzzle and its board differ.
    """
    batch = Batch.of(puzzles, blocks)
    check_symmetry(symmetry)
    if solutions is None:
        full = Batch(only_solutions(batch, threads), batch.shape, batch.axes)
    else:
        full = Batch.full(solutions, batch.shape.blocks)
        if batch.rows.shape != full.rows.shape or ((batch.rows != 0) & (batch.rows != full.rows)).any():
            raise ValueError("a puzzle has clues that its solution does not have")
    least = _forms(batch, full.rows, symmetry, np.empty((0, 0), np.uint8), threads)
    boards = _packed(_least_images(full, symmetry, threads), batch.shape)
    return batch.shaped(np.concatenate([boards, np.packbits(least != 0, axis=-1)], axis=-1))


def random_images(
    boards: ArrayLike, seed: int, *, start: int = 0, blocks: str | None = None, threads: int = 1
) -> Boards:
    """Return an image of each board or puzzle under a random symmetry, in the same shape.

    The symmetries are the group `symmetry="full"` (see `canonical`), each as likely as any other. That of row k depends
    on `seed` and `start` + k alone: puzzles and their solutions stay together if both are given with the same seed.

    ValueError for a seed or start that is not in 0 .. 2**63 - 1, and as in `canonical`.
    """
    batch = Batch.of(boards, blocks)
    check_seed(start, "start")
    images, numbers = np.empty_like(batch.rows), range(start, start + len(batch))
    batch.run(core.random_images, check_seed(seed), numbers, images, threads=threads)
    return reshaped(batch.shaped(images), boards)


def automorphisms(boards: ArrayLike, *, blocks: str | None = None, threads: int = 1) -> NDArray[np.int64]:
    """Count the symmetries that map each full board to itself, `int64 (n,)`, or `()` for one.

    These are the ways to permute rows within bands, columns within stacks, bands and stacks, and to transpose, that
    some renaming of the digits undoes. The identity always counts, and most boards have no other; the most at size 9 is
    648 (Ed Russell and Frazer Jarvis, "Mathematics of Sudoku II", 2006). ValueError for a board that is not full.
    """
    batch = Batch.full(boards, blocks)
    counts = np.empty(len(batch), np.int64)
    batch.run(core.automorphisms, counts, threads=threads)
    return batch.shaped(counts)


def pack(boards: ArrayLike, *, blocks: str | None = None) -> NDArray[np.uint8]:
    """Pack full boards in few bytes: `uint8 (n, k)`, or `(k,)` for one.

    k is 2, 7, 19, 85 or 252 at size 4, 6, 9, 16 or 25. Exact, and in order: packed boards compare as bytes just as the
    boards do row by row. Each row but the last is written as its rank among the permutations of its digits. ValueError
    for a board that is not full.
    """
    batch = Batch.full(boards, blocks)
    return batch.shaped(_packed(batch.rows, batch.shape))


def unpack(packed: ArrayLike, *, size: int | None = None, blocks: str | None = None) -> Boards:
    """Return the boards of packed bytes; ValueError for bytes that `pack` never returns."""
    given = np.array(packed, order="C")  # a copy: another thread may change what was given
    shape = Shape.of(size, blocks)
    width = core.key_bytes[shape.size]
    if given.ndim not in (1, 2) or given.shape[-1] != width or given.dtype != np.uint8:
        raise ValueError(f"packed boards of size {shape.size} are uint8 (n, {width}), not {given.dtype} {given.shape}")
    boards = np.empty((*given.shape[:-1], shape.cells), np.uint8)
    core.unpack(shape, np.atleast_2d(given), np.atleast_2d(boards))
    try:  # to pack the boards again is the whole check, because their packed bytes are unique
        known = np.array_equal(pack(boards, blocks=shape.blocks), given)
    except ValueError:
        known = False
    if not known:
        raise ValueError("these bytes are not packed boards")
    return boards


def keys(boards: ArrayLike, *, symmetry: str = "d4", blocks: str | None = None, threads: int = 1) -> NDArray[np.uint8]:
    """Return packed canonical boards: two boards have the same key exactly if they are the same up to the symmetry.

    Symmetries as in `canonical`, shape and errors as in `pack`.
    """
    batch = Batch.full(boards, blocks)
    return batch.shaped(_packed(_least_images(batch, check_symmetry(symmetry), threads), batch.shape))


def _packed(boards: Boards, shape: Shape) -> NDArray[np.uint8]:
    packed = np.empty((len(boards), core.key_bytes[shape.size]), np.uint8)
    core.pack(shape, boards, packed)
    return packed


# --- The symmetries of a puzzle -------------------------------------------------------------------------------------
#
# Most boards have none but the identity, which a kernel counts. The few others are searched for here: a row arrangement
# and the column that comes first decide which digits are renamed how, and then where every column goes.

MOST = 10_000
"""Row arrangements that are looked at. Boards of 9x9 with blocks of 3x3 have 1,296, larger ones millions."""


def puzzle_automorphisms(puzzles: ArrayLike, *, blocks: str | None = None) -> NDArray[np.int64]:
    """Count the symmetries that map each puzzle with one solution to itself, `int64 (n,)`, or `()` for one.

    They are as in `automorphisms`, but of the cells with the clues and the digits in them; the identity counts.
    ValueError if the solution has symmetries of its own and more than MOST row arrangements, as above size 9.
    """
    batch = Batch.of(puzzles, blocks)
    shape = batch.shape
    boards = solve(batch.rows, blocks=shape.blocks)
    counts = automorphisms(boards, blocks=shape.blocks)
    for place in np.flatnonzero((counts > 1) & (batch.rows == 0).any(axis=1)).tolist():
        if factorial(len(shape.bands)) * factorial(shape.rows) ** len(shape.bands) > MOST:
            raise ValueError(f"the solution of board [{place}] has symmetries, too many to look for at {shape}")
        clues = (batch.rows[place] != 0).reshape(shape.size, shape.size)
        counts[place] = sum(
            np.array_equal((clues.T if transposes else clues)[rows][:, columns], clues)
            for transposes, rows, columns in board_automorphisms(boards[place], shape)
        )
    return batch.shaped(counts)


def board_automorphisms(board: Boards, shape: Shape) -> Iterator[tuple[bool, NDArray[np.intp], NDArray[np.intp]]]:
    """Yield each symmetry of a full board, `uint8 (S*S,)`: whether it transposes, then the rows, then the columns."""
    grid = board.reshape(shape.size, shape.size)
    own = {column.tobytes(): place for place, column in enumerate(grid.T.copy())}
    inner = list(product(*map(permutations, shape.bands)))
    orders = permutations(range(len(shape.bands)))  # of lines, those of a band together
    rows = [np.concatenate([lines[band] for band in order]) for order in orders for lines in inner]
    stack_of = np.array([place for place, stack in enumerate(shape.stacks) for _ in stack])
    for transposes in (False, True) if shape.transposed == shape else (False,):
        turned = np.ascontiguousarray(grid.T if transposes else grid)
        for order in rows:
            moved = turned[order]
            for first in range(shape.size):
                names = np.zeros(shape.size + 1, np.uint8)
                names[moved[:, first]] = grid[:, 0]
                places = [own.get(column.tobytes()) for column in names[moved].T.copy()]
                if None in places:
                    continue
                columns = np.argsort(np.array(places, np.intp))
                stacks = stack_of[columns].reshape(len(shape.stacks), -1)
                if (stacks == stacks[:, :1]).all():  # columns that were in one stack are in one stack again
                    yield transposes, order, columns
