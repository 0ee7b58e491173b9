"""`N.txt`: a full board, one line a row, digits separated by a space."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.batch.boards import size_of


def board_texts(boards: NDArray[np.uint8]) -> Sequence[bytes]:
    """Return the contents of the files of many boards, `(n, S*S)`."""
    size = size_of(boards)
    if size > 9:  # digits of two characters: no common width
        return [row_lines(board.reshape(size, size).tolist()).encode() for board in boards]
    text = np.full((len(boards), size, size, 2), ord(" "), np.uint8)
    text[..., 0] = boards.reshape(-1, size, size) + ord("0")
    text[:, :, -1, 1] = ord("\n")
    width = 2 * size * size
    whole = text.tobytes()
    return [whole[i : i + width] for i in range(0, len(whole), width)]


def row_lines(rows: Sequence[Sequence[int]]) -> str:
    """One line a row, digits separated by a space; also for puzzles, 0 for an empty cell."""
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)
