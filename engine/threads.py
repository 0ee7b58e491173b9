"""Threads that start, or fail to start with an error: if there is no memory, Python alone waits without end.

`Thread.start` waits until the new thread says that it runs, and a thread that finds no memory to begin does not say so
(python/cpython#140746). So each start asks first whether there is room.
"""

import mmap
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

_ROOM = 16 << 20  # bytes: 8 MB for the stack of a thread, the rest for what Python allocates when it begins


def check_room() -> None:
    """MemoryError if a thread that starts now might find no memory to begin."""
    try:
        mmap.mmap(-1, _ROOM).close()  # addresses alone: no page of it is touched
    except OSError as error:
        raise MemoryError("no room for the stack of a thread") from error


class ThreadPool(ThreadPoolExecutor):
    """An executor whose threads start if there is room for them."""

    def submit(
        self, work: Callable[Arguments, Result], /, *given: Arguments.args, **named: Arguments.kwargs
    ) -> Future[Result]:
        """Have a thread call `work`. RuntimeError if the system starts no more threads, MemoryError without room."""
        check_room()
        return super().submit(work, *given, **named)
