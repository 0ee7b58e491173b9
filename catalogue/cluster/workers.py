"""The workers at a Dask scheduler: who is there, and who has the versions of this program."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from typing import Any

from distributed import Client

from catalogue.cluster.identity import difference, identity
from catalogue.errors import CatalogueError

ANSWER_SECONDS = 15.0
"""Seconds in which a scheduler has to answer."""

_PERIOD = 1.0  # seconds between two looks at who is there


class Workers:
    """Keeps up to date which workers get tickets. Everything here runs in the event loop of the client."""

    def __init__(self, client: Client, scheduler: str, on_notice: Callable[[str], None]) -> None:
        self._client, self._scheduler, self._on_notice = client, scheduler, on_notice
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._refused: dict[str, str] = {}
        self._accepted: dict[str, int] = {}
        self._any = asyncio.Event()
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
        """Wait until there is one. CatalogueError where there cannot be any."""
        waiting = asyncio.ensure_future(self._any.wait())
        either: set[asyncio.Future[Any]] = {waiting, self.failed}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
        if self.failed.done():
            self.failed.result()

    async def watch(self) -> None:
        """Look again and again who is there, until the scheduler does not answer."""
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
        except Exception as error:  # whatever a worker says that has another program
            reason = f"no program that knows what it is asked ({error})"
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
        if self._accepted:
            self._any.set()
        else:
            self._any.clear()

    def _fail(self, error: CatalogueError) -> None:
        if not self.failed.done():
            self.failed.set_exception(error)
            self.failed.exception()  # so that asyncio does not warn where no ticket was under way


def lost(scheduler: str) -> CatalogueError:
    """The error where a scheduler does not answer any more."""
    return CatalogueError(
        f"the Dask scheduler at {scheduler} does not answer any more; what was reported done is stored, and the same"
        " command continues from there"
    )
