"""The workers of a Dask cluster as an executor: it computes pure functions and survives the loss of any worker.

Dask runs the work of a worker that dies on another one. This module adds what Dask leaves open: work goes only to
workers that have the versions of this program, what does not come back in time is given to another worker as well, and
a scheduler that does not answer ends the run with an error.
"""

import asyncio
import hashlib
import logging
import pickle
import threading
import time
from collections.abc import Callable, Collection, Coroutine, Mapping
from concurrent.futures import CancelledError, Future
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from types import TracebackType
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

from distributed import Client
from distributed import Future as Answer
from distributed.comm import CommClosedError
from distributed.scheduler import KilledWorker

from ... import engine
from ...engine.threads import check_room
from ..errors import CatalogueError

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")

PATIENCE = 60.0
"""Seconds after which a call is given to another worker as well, unless calls are known to take long."""

_TIMES = 10  # the slowest call so far, in place of PATIENCE if that is longer
_EACH = 3  # calls under way for each thread of a worker: one at work, the others on their way to it or from it


class _Copy(NamedTuple):
    answer: Answer
    workers: set[str]
    """Those that may compute it."""
    begin: float


class Pool:
    """An executor whose threads belong to the workers at a Dask scheduler; use it as a context manager."""

    def __init__(self, scheduler: str, on_notice: Callable[[str], None] = lambda line: None) -> None:
        """`on_notice` gets a line about a worker that is refused or does not answer, from another thread."""
        self._scheduler, self._on_notice = scheduler, on_notice
        self._slowest = 0.0
        self._is_ending = False
        self._calls: set[asyncio.Task[Any]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="cluster")

    def submit(self, function: Callable[[*Arguments], Result], *arguments: *Arguments) -> "Future[Result]":
        """Have a worker call a pure function of a module that it can import.

        The future raises what the function raises; CatalogueError if the cluster fails.
        """
        return asyncio.run_coroutine_threadsafe(self._call(function, arguments), self._loop)

    def ahead(self) -> int:
        """Return how many calls keep all workers busy."""
        return _EACH * max(1, self._workers.threads)

    def __enter__(self) -> "Pool":
        """CatalogueError if no scheduler answers."""
        check_room()
        self._levels = {log: log.level for log in map(logging.getLogger, ("distributed", "distributed.client"))}
        for log in self._levels:
            log.setLevel(logging.CRITICAL)  # what they say of lost connections is raised here, in one line
        self._loop.set_exception_handler(lambda loop, context: None)  # a call that fails says so when it is awaited
        self._thread.start()
        try:
            self._run(self._connect())
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Cancel what is under way."""
        try:
            self._run(self._disconnect())
        finally:
            self._end()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        for log, level in self._levels.items():
            log.setLevel(level)

    async def _connect(self) -> None:
        try:
            self._client = await Client(
                self._scheduler, asynchronous=True, set_as_default=False, timeout=ANSWER_SECONDS
            )
        except (OSError, ValueError) as error:
            raise CatalogueError(
                f"no Dask scheduler answers at {self._scheduler} ({error}); start one with: dask scheduler"
            ) from None
        self._workers = Workers(self._client, self._scheduler, self._on_notice)
        self._watch = asyncio.ensure_future(self._workers.watch())

    async def _disconnect(self) -> None:
        self._is_ending = True
        ending: set[asyncio.Task[Any]] = {self._watch, *self._calls}
        while ending:
            for task in ending:
                task.cancel()
            _, ending = await asyncio.wait(ending, timeout=1)  # before Python 3.12 wait_for may lose a cancellation
        await self._client.close(timeout=1)

    async def _call(self, function: Callable[..., Result], arguments: tuple[Any, ...]) -> Result:
        """Return the answer of a call; it is submitted again if Dask gives up the connection it waits for."""
        while True:
            try:
                return await self._answer(function, arguments)
            except asyncio.CancelledError:
                if self._is_ending:
                    raise

    async def _answer(self, function: Callable[..., Result], arguments: tuple[Any, ...]) -> Result:
        """Submit a call, again if it is late or its workers have left, and return the first answer."""
        this = asyncio.current_task()
        assert this
        self._calls.add(this)
        copies: dict[asyncio.Task[Result], _Copy] = {}
        patience = max(PATIENCE, _TIMES * self._slowest)
        try:
            await self._workers.any()
            while True:
                if workers := self._workers.accepted:
                    answer = self._client.submit(
                        function, *arguments, workers=workers, pure=False, priority=len(copies)
                    )
                    copies[asyncio.ensure_future(answer.result())] = _Copy(answer, set(workers), time.monotonic())
                if first := await self._first(copies, patience):
                    self._slowest = max(self._slowest, time.monotonic() - copies[first].begin)
                    return first.result()
                patience *= 2
        except (CancelledError, CommClosedError):  # Dask's ways to say that a future, or the scheduler, is lost
            raise lost(self._scheduler) from None
        except KilledWorker as error:
            raise CatalogueError(
                f"{error.allowed_failures + 1} workers died at the same boards, the last one at"
                f" {error.last_worker.address}; give them more memory, or see their logs"
            ) from None
        finally:
            self._calls.discard(this)
            for task, copy in copies.items():
                task.cancel()
                copy.answer.release()

    async def _first(
        self, copies: Mapping[asyncio.Task[Result], _Copy], patience: float
    ) -> asyncio.Task[Result] | None:
        """Wait for the first of some copies; None if another one is needed.

        Dask itself gives the work of a worker that leaves to another one of those that the copy was submitted for.
        """
        workers, end = self._workers, time.monotonic() + patience
        while any(copy.workers.intersection(workers.accepted) for copy in copies.values()) or not workers.accepted:
            either: set[asyncio.Future[Any]] = {*copies, workers.failed, workers.change}
            await asyncio.wait(either, timeout=end - time.monotonic(), return_when=asyncio.FIRST_COMPLETED)
            if workers.failed.done():
                workers.failed.result()
            for task in copies:
                if task.done():
                    return task
            if time.monotonic() >= end:
                await workers.doubt([copy.answer.key for copy in copies.values()], patience)
                break
        return None


# --- Which workers there are ---

ANSWER_SECONDS = 15.0
"""Seconds in which a scheduler has to answer."""

_PERIOD = 1.0  # seconds between two looks at the workers


class Workers:
    """Keeps up to date which workers get tickets. Everything here runs in the event loop of the client."""

    def __init__(self, client: Client, scheduler: str, on_notice: Callable[[str], None]) -> None:
        self._client, self._scheduler, self._on_notice = client, scheduler, on_notice
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._refused: dict[str, str] = {}
        self._accepted: dict[str, int] = {}
        self._has_worked = self._has_waited = False
        self.threads = 0
        """Of all accepted workers."""
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Gets a CatalogueError when the cluster can compute nothing more."""
        self.change: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when a worker has come or left; then another future takes its place."""

    @property
    def accepted(self) -> list[str]:
        """The addresses of those that get tickets."""
        return list(self._accepted)

    async def any(self) -> None:
        """Wait until there is one. CatalogueError if there cannot be any."""
        while not self._accepted and not self.failed.done():
            await asyncio.wait({self.change, self.failed}, return_when=asyncio.FIRST_COMPLETED)
        if self.failed.done():
            self.failed.result()

    async def watch(self) -> None:
        """Look regularly which workers there are, until the scheduler does not answer."""
        try:
            while True:
                found = await asyncio.wait_for(self._client.scheduler.identity(n_workers=-1), ANSWER_SECONDS)
                self._look(found["workers"])
                await asyncio.sleep(_PERIOD)
        except Exception:
            self._fail(lost(self._scheduler))
        finally:
            for check in self._checks.values():
                check.cancel()

    async def doubt(self, keys: Collection[str], seconds: float) -> None:
        """Give nothing more to the workers that have had some tasks for so long, until they answer again."""
        for address, at_work in (await self._client.processing()).items():
            if address in self._accepted and not set(keys).isdisjoint(at_work):
                self._on_notice(f"worker {address} has not answered for {seconds:.0f} s; others do its work as well")
                self._forget(address)  # the next look finds it as if it were new

    def _look(self, present: Mapping[str, Mapping[str, Any]]) -> None:
        for address in self._checks.keys() - present.keys():
            self._forget(address)
        for address in present.keys() - self._checks.keys():
            self._checks[address] = asyncio.ensure_future(self._check(address, present[address]["nthreads"]))
        if self._has_worked or self._accepted:
            return
        if present and present.keys() == self._refused.keys():
            self._fail(CatalogueError("; ".join(self._refused.values())))
        elif not present and not self._has_waited:
            self._has_waited = True
            self._on_notice(f"waiting for workers: start some with: dask worker {self._scheduler}")

    async def _check(self, address: str, threads: int) -> None:
        """Accept a worker, or refuse it by name. One that is gone or hangs leaves this waiting."""
        answer = self._client.submit(identity, workers=[address], pure=False, priority=1)
        try:
            reason = difference(identity(), await answer.result())
        except Exception as error:  # anything that a worker with another program may answer
            reason = f"a program that does not know the question ({error})"
        if reason:
            self._refused[address] = (
                f"worker {address} is refused: it has {reason}; install the same board-catalogue there"
            )
            self._on_notice(self._refused[address])
        else:
            self._accepted[address] = threads
            self._has_worked = True
            self._count()

    def _forget(self, address: str) -> None:
        self._checks.pop(address).cancel()
        self._refused.pop(address, None)
        if self._accepted.pop(address, None):
            self._count()

    def _count(self) -> None:
        self.threads = sum(self._accepted.values())
        self.change.set_result(None)
        self.change = asyncio.get_running_loop().create_future()

    def _fail(self, error: CatalogueError) -> None:
        if not self.failed.done():
            self.failed.set_exception(error)
            self.failed.exception()  # so that asyncio does not warn if no ticket was under way


def lost(scheduler: str) -> CatalogueError:
    """The error for a scheduler that no longer answers."""
    return CatalogueError(
        f"the Dask scheduler at {scheduler} does not answer any more; what was reported done is stored, and the same"
        " command continues from there"
    )


# --- Versions ---

MESSAGES = 2
"""Version of what workers and this program send each other."""

_SAMPLE = 16  # boards


@cache
def identity() -> dict[str, str]:
    """Return the versions of this process, by name, and a digest of what its kernels answer to a small sample.

    The digest also tells apart engines whose versions are the same by mistake.
    """
    try:
        package = version("board-catalogue")
    except PackageNotFoundError:
        package = "not installed"
    boards = engine.generate(_SAMPLE, seed=1)
    puzzles = engine.carve(boards, seed=1)
    digest = hashlib.sha256()
    for answer in (
        boards,
        engine.keys(boards, symmetry="full"),
        puzzles,
        engine.measure(puzzles),
        engine.rate(puzzles),
    ):
        digest.update(answer.tobytes())
    return {
        "board-catalogue": package,
        "metrics": str(engine.native.METRICS_VERSION),
        "ratings": str(engine.grades.RATING_VERSION),
        "scores": str(engine.grades.SCORE_VERSION),
        "messages": str(MESSAGES),
        "pickle protocol": str(pickle.HIGHEST_PROTOCOL),
        "answers of the kernels": digest.hexdigest()[:16],
    }


def difference(ours: dict[str, str], theirs: dict[str, str]) -> str | None:
    """Say in a few words how a worker differs; None if it does not."""
    said = (f"{name} {theirs.get(name)}, not {our}" for name, our in ours.items() if theirs.get(name) != our)
    return next(said, None)
