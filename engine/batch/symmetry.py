"""Canonical forms and exact keys: which boards are the same up to a symmetry."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.batch.boards import Boards, check_complete, check_size, size_of
from engine.native import core

_CANONICAL = {
    "d4": core.canonical_d4,
    "d4+relabel": core.canonical_d4_relabel,
    "full": core.canonical_full,
}

SYMMETRIES = tuple(_CANONICAL)
"""Groups of changes after which a board counts as the same, each within the next."""


def check_symmetry(symmetry: str) -> str:
    """Return the symmetry; ValueError unless it is one of SYMMETRIES."""
    if symmetry not in SYMMETRIES:
        raise ValueError(f"symmetry {symmetry!r} is not one of {', '.join(SYMMETRIES)}")
    return symmetry


def canonical(boards: ArrayLike, *, symmetry: str = "d4") -> Boards:
    """Return the least image of each full board, compared row by row, in the same shape.

    The images of each `symmetry`:

    - `"d4"`: the 4 rotations and their 4 mirror images;
    - `"d4+relabel"`: each of these with the digits renamed in any way;
    - `"full"`: every image that is a board: rows permuted within bands and columns within stacks, bands and stacks
      permuted, transposed or not, and the digits renamed; 3,359,232 x 9! of them at size 9. Two boards are *essentially
      different* when these forms differ (5,472,730,538 are, as Ed Russell and Frazer Jarvis counted in "Mathematics of
      Sudoku II", 2006).

    All are exact. ValueError for an unknown symmetry, or a board that is not full.
    """
    least_image = _CANONICAL[check_symmetry(symmetry)]
    checked = check_complete(boards)
    least = np.empty_like(checked)
    least_image(size_of(checked), np.atleast_2d(checked), np.atleast_2d(least))
    return least.reshape(np.shape(boards))


def automorphisms(boards: ArrayLike) -> NDArray[np.int64]:
    """Count the symmetries that map each full board to itself, `int64 (n,)`, or `()` for one.

    These are the ways to permute rows within bands, columns within stacks, bands and stacks, and to transpose, that
    some renaming of the digits undoes. The identity always counts, and most boards have no other; the most at size 9 is
    648 (Ed Russell and Frazer Jarvis, "Mathematics of Sudoku II", 2006). ValueError for a board that is not full.
    """
    checked = check_complete(boards)
    counts = np.empty(checked.shape[:-1], np.int64)
    core.automorphisms(size_of(checked), np.atleast_2d(checked), np.atleast_1d(counts))
    return counts


def pack(boards: ArrayLike) -> NDArray[np.uint8]:
    """Pack full boards in few bytes: `uint8 (n, k)`, or `(k,)` for one; k is 2, 19, 85 or 252 at size 4, 9, 16 or 25.

    Exact, and in order: packed boards compare as bytes just as the boards do row by row. Each row but the last is
    written as its rank among the permutations of its digits. ValueError for a board that is not full.
    """
    return _packed(check_complete(boards))


def unpack(packed: ArrayLike, *, size: int = 9) -> Boards:
    """Return the boards of packed bytes; ValueError for bytes that `pack` never returns."""
    given = np.ascontiguousarray(packed)
    width = core.key_bytes[check_size(size)]
    if given.ndim not in (1, 2) or given.shape[-1] != width or given.dtype != np.uint8:
        raise ValueError(f"packed boards of size {size} are uint8 (n, {width}), not {given.dtype} {given.shape}")
    boards = np.empty((*given.shape[:-1], size * size), np.uint8)
    core.unpack(size, np.atleast_2d(given), np.atleast_2d(boards))
    try:  # to pack the boards again is the whole check, because their packed bytes are unique
        known = np.array_equal(pack(boards), given)
    except ValueError:
        known = False
    if not known:
        raise ValueError("these bytes are not packed boards")
    return boards


def keys(boards: ArrayLike, *, symmetry: str = "d4") -> NDArray[np.uint8]:
    """Return packed canonical boards: two boards have the same key exactly if they are the same up to the symmetry.

    Symmetries as in `canonical`, shape and errors as in `pack`.
    """
    return _packed(canonical(check_complete(boards), symmetry=symmetry))


def _packed(boards: Boards) -> NDArray[np.uint8]:
    packed = np.empty((*boards.shape[:-1], core.key_bytes[size_of(boards)]), np.uint8)
    core.pack(size_of(boards), np.atleast_2d(boards), np.atleast_2d(packed))
    return packed
