"""The pattern that the clues of a puzzle form: the largest set of turns and mirrors that leaves their cells in place.

Puzzles of before get theirs too; at 9x9 clues that were not arranged almost never form one.
"""

from math import isqrt

import numpy as np
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_CHUNK = 10_000  # rows read at a time

_IMAGES = {  # of squares on the last two axes
    "half": lambda squares: squares[..., ::-1, ::-1],
    "quarter": lambda squares: squares.swapaxes(-1, -2)[..., ::-1],
    "mirror": lambda squares: squares[..., ::-1],
    "flip": lambda squares: squares[..., ::-1, :],
    "diagonal": lambda squares: squares.swapaxes(-1, -2),
    "antidiagonal": lambda squares: squares[..., ::-1, ::-1].swapaxes(-1, -2),
}

_NAMES = {
    frozenset(): None,
    frozenset({"half"}): "rotate180",
    frozenset({"half", "quarter"}): "rotate90",
    frozenset({"mirror"}): "mirror",
    frozenset({"flip"}): "flip",
    frozenset({"diagonal"}): "diagonal",
    frozenset({"antidiagonal"}): "antidiagonal",
    frozenset({"half", "mirror", "flip"}): "mirrors",
    frozenset({"half", "diagonal", "antidiagonal"}): "diagonals",
    frozenset(_IMAGES): "all",
}


def patterns(givens: list[str]) -> list[str | None]:
    """Return the pattern of each puzzle, a line of one character a cell with a full stop for an empty one."""
    size = isqrt(len(givens[0]))
    clues = (np.frombuffer("".join(givens).encode(), np.uint8) != ord(".")).reshape(-1, size, size)
    kept = {name: (image(clues) == clues).all(axis=(1, 2)).tolist() for name, image in _IMAGES.items()}
    return [_NAMES[frozenset(name for name in kept if kept[name][which])] for which in range(len(givens))]


def upgrade() -> None:
    with op.batch_alter_table("puzzles", recreate="always") as puzzles:
        puzzles.add_column(sa.Column("pattern", sa.String), insert_after="minimal")
    run = op.get_bind().exec_driver_sql
    last = 0
    while chunk := run("SELECT id, givens FROM puzzles WHERE id > ? ORDER BY id LIMIT ?", (last, _CHUNK)).all():
        numbers, givens = zip(*chunk, strict=True)
        if formed := [both for both in zip(patterns(givens), numbers, strict=True) if both[0]]:
            run("UPDATE puzzles SET pattern = ? WHERE id = ?", formed)
        last = numbers[-1]
