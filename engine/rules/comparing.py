"""Compare puzzles on the same board: by the places of their clues, and by their own rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from ..boards import Boards
from ..shape import Shape
from ..symmetry import automorphisms, board_automorphisms, canonical, symmetries_of
from .model import Constraint, Rules, cells_of, with_cells
from .symmetry import Symmetries, images_of, least_images, names_do_not_count, normal, with_digits, words_of
from .variant import Variant


def forms_ruled(
    symmetries: Symmetries, boards: Boards, puzzles: Boards, own: Sequence[Sequence[Constraint]] | None = None
) -> list[bytes]:
    """Return what tells puzzles of the same least board apart: the places of clues, and the constraints they have.

    Two puzzles are the same up to the symmetries exactly if their boards have the same least image and their forms are
    equal; but an image may look new if its rules count in cells beside the grid (full rank). `own` are the constraints
    of each puzzle besides the rules. If the symmetries rename digits in any way, and the constraints of a puzzle say
    more of digits than which are equal, only the image whose digits they have counts.
    """
    least = words_of(least_images(symmetries, boards))
    forms: list[bytes | None] = [None] * len(boards)
    renamings = [None] if symmetries.digits is None else symmetries.digits.tolist()
    moves = [(cells, names) for cells in symmetries.cells for names in renamings]
    for (cells, names), image in zip(moves, images_of(symmetries, boards), strict=True):
        for row in np.flatnonzero(words_of(image) == least).tolist():
            of_row = own[row] if own else None
            form = _form(boards[row], puzzles[row], of_row, cells, names)
            before = forms[row]
            forms[row] = form if before is None else min(before, form)
    return [form or b"" for form in forms]


def forms_beside(shape: Shape, symmetry: str, boards: Boards, puzzles: Boards, rules: Sequence[Rules]) -> list[bytes]:
    """Return forms as `forms_ruled` does, of puzzles with `rules` of their own on plain boards of a shape.

    ValueError for a symmetry that is unknown, and for "full" where it has too many images.
    """
    shared = Variant.of(shape.size, blocks=shape.blocks).rules
    known = {*shared.houses, *shared.constraints}
    own = [[one for one in (*each.houses, *each.constraints) if one not in known] for each in rules]
    if symmetry != "full":
        return forms_ruled(symmetries_of(shared, symmetry), boards, puzzles, own)
    return [
        min(_form(board, puzzle, constraints, cells) for cells in _to_least(board, shape))
        for board, puzzle, constraints in zip(boards, puzzles, own, strict=True)
    ]


def _to_least(board: Boards, shape: Shape) -> Iterator[NDArray[np.int64]]:
    """Where each cell of the least image of a board comes from, in every way that leads there: `(cells,)`."""
    _, way = canonical(board, symmetry="full", blocks=shape.blocks, return_transform=True)
    several = automorphisms(board, blocks=shape.blocks) > 1
    own = board_automorphisms(board, shape) if several else [(False, np.arange(shape.size), np.arange(shape.size))]
    places = np.arange(shape.cells).reshape(shape.size, shape.size)
    for transposes, rows, columns in own:
        image = (places.T if transposes else places)[rows][:, columns]
        turned = image.T if way.transposed else image
        yield turned[way.rows][:, way.columns].ravel()


def _form(
    board: Boards,
    puzzle: Boards,
    own: Sequence[Constraint] | None,
    cells: NDArray[np.int64],
    names: Sequence[int] | None = None,
) -> bytes:
    """Return the form of a puzzle in one image: a bit for each cell, 1 for a clue, and a digest of its constraints.

    No `names`: the digits of the image are renamed so that its first row is 1, 2, 3, ...
    """
    clues, size = np.packbits(puzzle[cells] != 0).tobytes(), round(len(board) ** 0.5)
    if own is None:
        return clues
    beside = range(len(cells), max((cell + 1 for one in own for cell in cells_of(one)), default=0))
    goes_to, identity = [*np.argsort(cells).tolist(), *beside], (*range(size + 1),)
    if names is not None or all(names_do_not_count(one, size) for one in own):
        return clues + _digest(own, goes_to, names or identity, size)
    first, reverse = board[cells][:size].tolist(), (0, *range(size, 0, -1))  # under others a sum is no sum
    return clues + min(_digest(own, goes_to, way, size, [way[d] for d in first]) for way in (identity, reverse))


def _digest(
    own: Sequence[Constraint], cells: Sequence[int], digits: Sequence[int], size: int, first: Sequence[int] = ()
) -> bytes:
    """16 bytes that say which constraints the image has, and which digits are in its first row if that matters."""
    images = sorted(repr(_sorted(normal(with_cells(with_digits(one, digits), cells), size))) for one in own)
    return sha256("\n".join([*images, *map(str, first)]).encode()).digest()[:16]


def _sorted(value: object) -> object:
    """The same with sets in a fixed order."""
    if isinstance(value, frozenset):
        return sorted(map(_sorted, value), key=repr)
    return [_sorted(part) for part in value] if isinstance(value, tuple) else value
