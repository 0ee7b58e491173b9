"""Batches shared out among threads: the kernels release the interpreter lock, so the pieces run side by side."""

from collections.abc import Callable
from operator import index

from engine.deadline import current_deadline
from engine.native import set_deadline

_MOST = 1024  # rows in a piece: enough that a call costs nothing, few enough that the threads end together


def in_pieces(work: Callable[[slice], object], rows: int, threads: int) -> None:
    """Call `work` for slices that together are all rows, in so many threads; raises what the first failed call raises.

    ValueError for less than one thread.
    """
    if index(threads) < 1:
        raise ValueError(f"threads {threads} is below 1")
    if threads == 1:
        work(slice(0, rows))
        return
    from concurrent.futures import ThreadPoolExecutor  # slow to import, and most calls use one thread

    length = max(1, min(_MOST, -(-rows // (4 * threads))))
    with ThreadPoolExecutor(threads, initializer=set_deadline, initargs=(current_deadline(),)) as pool:
        pieces = [pool.submit(work, slice(first, first + length)) for first in range(0, rows, length)]
        try:
            for piece in pieces:
                piece.result()
        finally:  # after a failure, or Ctrl-C, those that have not begun are not needed
            pool.shutdown(cancel_futures=True)
