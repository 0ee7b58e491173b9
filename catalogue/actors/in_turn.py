"""Work done elsewhere, some batches ahead, whose results are taken in the order of the batches."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

PERIOD = 0.1  # seconds between two looks at whether more is wanted


def in_turn(
    items: Iterator[Item],
    submit: Callable[[Item], "Future[Result]"],
    ahead: Callable[[], int],
    is_open: Callable[[], bool],
) -> Iterator[tuple[Item, Result]]:
    """Yield items with their results, in the order of the items; up to `ahead()` of them are under way.

    Once `is_open` says no, only results that are there are still yielded. Raises what the work raises.
    """
    under_way: deque[tuple[Item, Future[Result]]] = deque()

    def take() -> None:
        while is_open() and len(under_way) < ahead():
            try:
                item = next(items)
            except StopIteration:
                return
            under_way.append((item, submit(item)))

    try:
        take()
        while under_way:
            item, future = under_way[0]
            while not future.done() and is_open():
                wait([future], PERIOD)
                take()  # there may be more workers than before
            if not future.done():
                return
            yield item, future.result()
            under_way.popleft()
            take()
    finally:
        for _, future in under_way:
            future.cancel()
