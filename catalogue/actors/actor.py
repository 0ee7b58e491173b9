"""A thread of the pipeline: it works until its inbox ends, and a failure of one stops all."""

import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from catalogue.actors.ticket_queue import Aborted


class Stopwatch(Counter[str]):
    """Seconds of work, stage by stage."""

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time of the block to a stage."""
        begin = time.perf_counter()
        yield
        self[stage] += time.perf_counter() - begin  # type: ignore[assignment]


class Actor(threading.Thread, ABC):
    """Base of generator, checker, filer and writer: subclasses say in `work` what they do."""

    def __init__(self, on_end: Callable[[BaseException | None], None]) -> None:
        """`on_end` is called in the thread when its work is over, with what went wrong, if anything did."""
        super().__init__()
        self._on_end = on_end
        self.watch = Stopwatch()

    @abstractmethod
    def work(self) -> None:
        """Take batches until there are no more."""

    def run(self) -> None:
        """Work, then report the end or the failure."""
        failure: BaseException | None = None
        try:
            self.work()
        except Aborted:
            pass
        except BaseException as error:
            failure = error
        self._on_end(failure)
