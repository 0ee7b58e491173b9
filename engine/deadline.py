"""A limit for the time that kernels take."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

from engine.native import set_deadline


def current_deadline() -> float:
    """Return when the kernels of this thread are to end, in seconds of `time.monotonic`; infinity without a limit."""
    deadline = set_deadline(inf)
    set_deadline(deadline)
    return deadline


def check_time() -> None:
    """Raise TimeoutError where the time limit has passed: for work in many small steps, whose kernels never ask."""
    if time.monotonic() >= current_deadline():
        raise TimeoutError("the time limit has passed")


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Limit the kernels that run in a `with` block: they raise TimeoutError after so many seconds.

    It ends what `solve`, `count_solutions`, `carve` and other functions that may take long are doing, within about a
    tenth of a second. A call that ends sooner is not affected, and a block inside another one cannot extend its limit.
    ValueError for a negative number of seconds or nan.
    """
    if not seconds >= 0:
        raise ValueError(f"seconds {seconds} is not a number from 0 on")
    before = current_deadline()
    set_deadline(min(before, time.monotonic() + seconds))
    try:
        yield
    finally:
        set_deadline(before)
