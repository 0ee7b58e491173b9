"""A symmetry of boards as something to hold: it is applied to boards, and says what it does."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.batch.boards import Boards, check_puzzles


class Transform(NamedTuple):
    """A symmetry for each of n boards of size S; without the first axis for a single board.

    The image has `digits[board[rows[r], columns[c]]]` in row r and column c, counted from 0; where `transposed`, with
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
        checked = check_puzzles(boards)
        size = self.rows.shape[-1]
        if checked.shape[:-1] != self.transposed.shape or checked.shape[-1] != size * size:
            raise ValueError(
                f"boards have shape {checked.shape}, not {(*self.transposed.shape, size * size)} as these symmetries"
            )
        rows = self.rows[..., :, None].astype(np.intp)
        columns = self.columns[..., None, :].astype(np.intp)
        source = np.where(self.transposed[..., None, None], columns * size + rows, rows * size + columns)
        moved = np.take_along_axis(checked, source.reshape(checked.shape), axis=-1)
        return np.take_along_axis(self.digits, moved.astype(np.intp), axis=-1).reshape(np.shape(boards))
