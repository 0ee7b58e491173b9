"""The actors of every long run: what a fill, an import, a rating and a verification have in common.

    source        crew                 checker          crew              keeper
    items()  ->   work(item)      ->   turn(made)  ->   finish(due)  ->   keep(done)
    one thread    threads             one thread       the same           one thread
                  (or workers)                         threads

A message is a batch of up to about a thousand boards or puzzles: Python runs a few times a batch, and the kernels do
the rest without the interpreter lock. The crew works at several batches side by side. What it has done goes through
bounded queues, and comes out of them in the order in which the source gave the batches: that order is their ticket. So
what a run stores does not depend on how many threads or workers compute, nor on how they were scheduled. Work that may
take long stops by time (`in_time`) and gives back a `Part`: the rest of its batch is the next in the order, so that
something is kept every second, whatever a puzzle takes.

Only `turn` and `keep` may touch a catalogue. `work` and `finish` are pure; if workers of a cluster compute, the
threads of the crew wait for them.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from ... import engine
from ...engine.threads import ThreadPool, check_room

Item = TypeVar("Item")
Made = TypeVar("Made")
Due = TypeVar("Due")
Done = TypeVar("Done")
Result = TypeVar("Result")

ROOM = 4  # batches that may be under way or wait in a queue, beyond one for each thread
PERIOD = 0.1  # seconds between two looks at the progress, at `stop`, and at the number of workers
LIMIT = 0.25  # seconds after which work is to give back what it has done


@dataclass(frozen=True)
class Part(Generic[Item, Result]):
    """The results of the beginning of a batch, and the rest of it, as batches in their order."""

    made: Result
    rest: Sequence[Item]


def in_time(count: int, work: Callable[[slice], Result]) -> list[Result]:
    """Call `work` for one piece of `count` things after the other until LIMIT has passed; return what it returned.

    The first piece is one thing. Later ones are as long as the time allows at the speed so far, at most four times as
    long as the one before; the kernels of a piece that takes longer are ended, and it begins again, shorter. So one
    thing at least is done, and things that take long among others that do not cost little time.
    """
    # Nothing says beforehand how long a thing takes. Pieces grow so that a kernel gets many things in a call; they
    # shrink 16-fold on a timeout, because each failed try costs a whole LIMIT.
    found: list[Result] = []
    begin = time.monotonic()
    first, length, spent = 0, 1, 0.0
    while first < count and (not found or spent < LIMIT):
        piece = slice(first, min(first + length, count))
        try:
            with nullcontext() if length == 1 else engine.time_limit(LIMIT):
                found.append(work(piece))
        except TimeoutError:
            if length == 1:
                raise
            length = max(1, length // 16)
            continue
        first = piece.stop
        spent = time.monotonic() - begin
        fitting = first * max(0.0, LIMIT / max(spent, 1e-9) - 1)
        length = max(1, min(4 * length, int(fitting)))
    return found


class Run(ABC, Generic[Item, Made, Due, Done]):
    """The work of one long run on each batch; `run` does it for all of them."""

    @abstractmethod
    def items(self) -> Iterator[Item]:
        """Yield the batches in order, in the thread of the source."""

    def work(self, item: Item) -> Made | Part[Item, Made]:
        """Compute what needs no turn; called in any thread, in any order. By default nothing is computed."""
        return cast(Made, item)

    def turn(self, made: Made) -> Due | None:
        """Take the results of `work` one by one, in order: claim what is new, by default nothing.

        None: the batch is not wanted.
        """
        return cast(Due, made)

    @abstractmethod
    def finish(self, due: Due) -> Done | Part[Due, Done]:
        """Compute what is left to do; called in any thread, in any order."""

    @abstractmethod
    def keep(self, done: Done) -> None:
        """Take the results of `finish` one by one, in order, in the thread of the keeper."""

    def end(self) -> None:
        """Do what is to be done last; called in the thread of the keeper, whatever ends the run."""

    def is_open(self) -> bool:
        """Whether more batches are wanted. Once this says no, the run ends with those that had their turn."""
        return True


def run(
    run: Run[Item, Made, Due, Done],
    *,
    threads: int,
    ahead: Callable[[], int] | None = None,
    stop: threading.Event | None = None,
    look: Callable[[], None] = lambda: None,
) -> None:
    """Run to the end, with `threads` in the crew, and call `look` now and then, the last time when all is kept.

    `ahead` says how many batches may be under way, by default a few more than there are threads. Setting `stop`
    ends the run early, without waiting for the crew: batches that are finished are kept, up to the first that is not.
    The first failure of any actor ends the run in the same way, and is raised. The crew may continue for a moment
    after the end; it changes nothing, and the interpreter waits for it before it exits.
    """
    _Actors(run, threads, ahead or (lambda: threads + ROOM), stop or threading.Event()).run(look)


def in_order(
    items: Iterable[Item], work: Callable[[Item], Result | Part[Item, Result]], threads: int
) -> Iterator[Result]:
    """Yield the results of work, done in some threads, in the order of the items, each as soon as it is there.

    Items are taken in the thread of the caller. Raises what the work raises, in its turn.
    """
    crew = Crew(threads)
    queue = InOrder(crew, work, lambda: 2 * threads)
    try:
        for item in items:
            while queue.is_due():
                yield queue.get()
            queue.put(item)
        queue.close()
        while not queue.is_empty():
            yield queue.get()
    finally:
        queue.cut()
        crew.end(wait=True)


class Crew:
    """Threads that work for several queues: what is nearer to the end of a run goes first, so that it is soon kept."""

    def __init__(self, threads: int) -> None:
        self._executor = ThreadPool(threads, "crew")
        self._queues: list[InOrder[Any, Any]] = []

    def serve(self, queue: InOrder[Any, Any]) -> None:
        """Work for one queue more, before those that it works for already."""
        self._queues.insert(0, queue)

    def call(self) -> None:
        """Have one of the threads work at one batch; there is a call for each."""
        self._executor.submit(lambda: any(queue.work_at_one() for queue in self._queues))

    def end(self, *, wait: bool) -> None:
        """Take nothing more up, and perhaps wait for what is under way."""
        self._executor.shutdown(wait=wait, cancel_futures=True)


class Ended(Exception):
    """Nothing more goes into a queue, or comes out of it."""


@dataclass(eq=False)
class _Task:
    """A batch in a queue, and what has become of it."""

    item: Any
    is_begun: bool = False
    is_done: bool = False
    results: list[Any] = field(default_factory=list)  # one, once it is done
    failure: BaseException | None = None


class InOrder(Generic[Item, Result]):
    """A bounded queue of work under way, for one thread that puts and one that gets: results come out in order."""

    def __init__(
        self, crew: Crew, work: Callable[[Item], Result | Part[Item, Result]], room: Callable[[], int]
    ) -> None:
        """`room` says how many items may be under way, or wait to be taken; it may change."""
        self._crew, self._work, self._room = crew, work, room
        self._changed = threading.Condition()
        self._tasks: deque[_Task] = deque()
        self._is_closed = self._is_cut = False
        self._failure: BaseException | None = None  # of the queue itself: no result will come
        crew.serve(self)

    def put(self, item: Item) -> None:
        """Wait for room, then let the crew work. Raises Ended."""
        with self._changed:
            while not self._changed.wait_for(lambda: self._is_cut or len(self._tasks) < self._room(), PERIOD):
                pass  # there may be more workers than before
            if self._is_cut:
                raise Ended
            self._tasks.append(_Task(item))
            self._crew.call()

    def get(self) -> Result:
        """Wait for the next result. Raises Ended after the last one, and the failure of the work or of its thread."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._is_cut or self._is_next_done() or (self._is_closed and not self._tasks)
            )
            if not self._is_next_done():
                raise self._failure or Ended
            task = self._tasks.popleft()
            self._changed.notify_all()
        if task.failure:
            raise task.failure
        return cast(Result, task.results[0])

    def is_empty(self) -> bool:
        """Whether no work is under way, and no result waits."""
        return not self._tasks

    def is_due(self) -> bool:
        """Whether a result is there, or has to be waited for because there is no room for more."""
        with self._changed:
            return self._is_next_done() or len(self._tasks) >= self._room()

    def close(self) -> None:
        """Say that nothing more will be put."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def cut(self) -> None:
        """Close now: results that are there in order still come out, and whatever is put later is refused."""
        with self._changed:
            self._is_cut = True
            self._changed.notify_all()

    def _is_next_done(self) -> bool:
        return bool(self._tasks) and self._tasks[0].is_done

    def work_at_one(self) -> bool:
        """Work at the first batch that nothing has begun, in a thread of the crew; return whether there is one.

        Failures of the work itself are results.
        """
        with self._changed:
            task = None if self._is_cut else next((each for each in self._tasks if not each.is_begun), None)
            if task is None:
                return False
            task.is_begun = True
        rest: Sequence[Any] = ()
        try:
            result: Any = self._work(task.item)
            if isinstance(result, Part):
                result, rest = result.made, result.rest
            task.results.append(result)
        except BaseException as failure:
            task.failure = failure
        try:
            with self._changed:
                self._insert_behind(task, rest)
                task.is_done = True
                self._changed.notify_all()
        except BaseException as failure:  # no result may come out in place of the rest
            self._failure = failure
            self.cut()
        return True

    def _insert_behind(self, task: _Task, rest: Sequence[Any]) -> None:
        """Put the rest of a batch before the next one, which it keeps back if the queue is cut."""
        for place, item in enumerate(rest, self._tasks.index(task) + 1):
            self._tasks.insert(place, _Task(item))
            if not self._is_cut:
                self._crew.call()


class Actor(threading.Thread):
    """A thread of a run: it takes batches from one queue, puts them into another, and says what went wrong."""

    def __init__(
        self, name: str, work: Callable[[], None], on_failure: Callable[[BaseException], None], end: Callable[[], None]
    ) -> None:
        super().__init__(name=name)
        self._work, self._on_failure, self._end = work, on_failure, end

    def start(self) -> None:
        """Begin. RuntimeError if the system starts no more threads, MemoryError if there is no room for one."""
        check_room()
        super().start()

    def run(self) -> None:
        """Work until a queue ends."""
        try:
            self._work()
        except Ended:
            pass
        except BaseException as failure:
            self._on_failure(failure)
        self._end()


class _Actors(Generic[Item, Made, Due, Done]):
    """The threads of one run and the queues between them."""

    def __init__(
        self, run: Run[Item, Made, Due, Done], threads: int, ahead: Callable[[], int], stop: threading.Event
    ) -> None:
        self._run, self._stop = run, stop
        self._failure: BaseException | None = None
        self._crew = Crew(threads)
        self._made: InOrder[Item, Made | None] = InOrder(self._crew, self._work_if_open, ahead)
        self._done: InOrder[Due, Done] = InOrder(self._crew, run.finish, ahead)
        self._actors = [
            Actor("source", self._feed, self._fail, self._made.close),
            Actor("checker", self._check, self._fail, self._end_checks),
            Actor("keeper", self._keep, self._fail, self._done.cut),
        ]

    def run(self, look: Callable[[], None]) -> None:
        """Start all, look on until the keeper has ended, and raise the first failure."""
        started = []
        try:
            for actor in self._actors:
                actor.start()
                started.append(actor)
            keeper, is_over = self._actors[-1], False
            while not is_over:
                keeper.join(PERIOD)
                is_over = not keeper.is_alive()
                look()
                if self._stop.is_set() or self._failure:
                    self._cut()
        finally:
            self._cut()
            for actor in started:
                actor.join()
            self._crew.end(wait=False)
        if self._failure:
            raise self._failure

    def _feed(self) -> None:
        for item in self._run.items():
            if not self._is_open():
                return
            self._made.put(item)

    def _work_if_open(self, item: Item) -> Any:
        return self._run.work(item) if self._is_open() else None

    def _check(self) -> None:
        while self._is_open():
            made = self._made.get()
            if made is not None and self._is_open() and (due := self._run.turn(made)) is not None:
                self._done.put(due)

    def _end_checks(self) -> None:
        self._made.cut()  # the source may wait for room
        self._done.close()

    def _keep(self) -> None:
        try:
            while True:
                self._run.keep(self._done.get())
        except Ended:
            pass
        except BaseException as failure:
            self._failure = self._failure or failure  # before `end` makes others fail, too
            raise
        finally:
            self._run.end()

    def _is_open(self) -> bool:
        return not self._stop.is_set() and self._failure is None and self._run.is_open()

    def _fail(self, failure: BaseException) -> None:
        self._failure = self._failure or failure
        self._cut()

    def _cut(self) -> None:
        self._made.cut()
        self._done.cut()


class Stopwatch(Counter[str]):
    """Processor seconds of work, stage by stage; several threads may add to it."""

    def __init__(self) -> None:
        super().__init__()
        self._adding = threading.Lock()

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the processor time that the thread takes for the block to a stage."""
        begin = time.thread_time()
        yield
        self.add({stage: time.thread_time() - begin})

    def add(self, seconds: dict[str, float]) -> None:
        """Add seconds that were measured elsewhere, stage by stage."""
        with self._adding:
            self.update(seconds)
