"""A Dask cluster in place of threads: what `--workers` can name, and workers on this machine.

`main` runs a scheduler and its workers until the standard input ends, and prints the address of the scheduler. It has a
process of its own, so that the scheduler does not share the interpreter lock of the program that started it, in a
session of its own: Ctrl-C does not reach it. However that program ends, the input ends with it.

The commands read their options by this module, so what it needs is imported where it is used.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ..errors import CatalogueError
from .how import MOST_THREADS

if TYPE_CHECKING:
    from .workers import Pool

_LOCAL = "local:"
_SECONDS_TO_END = 10
_DEFAULTS = {  # Dask gives them to the workers, too late for those that are forked from a running process
    "MALLOC_TRIM_THRESHOLD_": "65536",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
_SETTINGS = {
    "DASK_LOGGING__DISTRIBUTED": "critical",  # what matters reaches the program as an error
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
}

MOST_WAITING = 1024
"""Threads of this process that may wait for workers together."""

_NEEDS_DASK = "workers need Dask; install it with: pip install 'board-catalogue[dask]'"


def check_workers(text: str) -> str:
    """Return the text; ValueError if it is neither `local:N` nor an address."""
    if local_workers(text):
        return text
    if text.startswith(_LOCAL):
        raise ValueError(f"{text!r} is not local:N with N from 1 to {MOST_THREADS}")
    if not all(text.partition("://")):
        raise ValueError(f"{text!r} is neither local:N nor an address such as tcp://host:8786")
    return text


def local_workers(text: str) -> int | None:
    """How many workers on this machine the text asks for; None if it is no such text."""
    found = re.fullmatch(f"{_LOCAL}([0-9]+)", text)
    return int(found[1]) if found and 1 <= int(found[1]) <= MOST_THREADS else None


@contextmanager
def scheduler_of(workers: str | None) -> Iterator[str | None]:
    """Give the address of a scheduler; a cluster on this machine runs while the block does.

    ValueError for what names no workers. CatalogueError if Dask is not installed, or does not start.
    """
    own = local_workers(check_workers(workers)) if workers else None
    if own is not None:
        with local_cluster(own) as scheduler:
            yield scheduler
    else:
        if workers:
            import_dask()
        yield workers


@contextmanager
def opened_pool(workers: str | None, on_notice: Callable[[str], None]) -> Iterator[Pool | None]:
    """Give the workers as an executor, or None if none are asked for; errors as above.

    `on_notice` gets a line about each worker that is refused or does not answer. CatalogueError if no scheduler
    answers.
    """
    with scheduler_of(workers) as scheduler:
        if scheduler is None:
            yield None
            return
        from .workers import Pool

        with Pool(scheduler, on_notice) as pool:
            yield pool


# --- Workers on this machine ---


def import_dask() -> None:
    """CatalogueError if Dask is not installed."""
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise CatalogueError(_NEEDS_DASK) from None


@contextmanager
def local_cluster(workers: int) -> Iterator[str]:
    """Start a scheduler and this many workers, each a process that runs one kernel at a time; give the address.

    They have ended when the block has. CatalogueError if they cannot be started.
    """
    import subprocess

    if find_spec("distributed") is None:
        raise CatalogueError(_NEEDS_DASK)
    # With -m the workers, which have this module already, would warn that they run it once more.
    command = [sys.executable, "-P", "-c", f"from {__name__} import main; main()", str(workers)]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=_DEFAULTS | os.environ | _SETTINGS,
    )
    assert process.stdin and process.stdout
    try:
        import_dask()  # while the process does the same
        address = process.stdout.readline().strip()
        if not address:
            raise CatalogueError("the workers on this machine did not start; see above, or leave out --workers")
        yield address
    finally:
        process.stdin.close()
        try:
            process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()  # Dask's workers end with their parent
            process.wait()
        process.stdout.close()


# --- The process of those workers ---

_LOADED = ["distributed", "board_catalogue.catalogue.runs.making", "board_catalogue.catalogue.runs.importing.checks"]
"""The modules that every worker needs: loaded once, before they are forked."""


def main() -> None:
    """Run a cluster of as many workers as the first argument says."""
    import warnings
    from multiprocessing import forkserver

    forkserver.set_forkserver_preload(_LOADED)
    with _silent():  # workers say what goes wrong by their answers; they may outlive the reader of their output
        forkserver.ensure_running()  # it loads these while the scheduler starts
    import dask
    from distributed import LocalCluster

    dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"})
    # Without a dashboard, the scheduler still opens the dashboard's port, or another one.
    warnings.filterwarnings("ignore", r"Port \d+ is already in use")
    with LocalCluster(
        n_workers=int(sys.argv[1]), threads_per_worker=1, memory_limit=0, dashboard_address=None
    ) as cluster:
        try:
            print(cluster.scheduler_address, flush=True)
            sys.stdin.read()
        finally:  # the program that began this has ended, or does not listen any more
            _silence(1, 2)


def _silence(*streams: int) -> None:
    """Print nothing more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        os.dup2(nowhere, stream)
    os.close(nowhere)


@contextmanager
def _silent() -> Iterator[None]:
    """Have processes that are started within the block print nothing."""
    before = os.dup(2)
    _silence(2)
    try:
        yield
    finally:
        os.dup2(before, 2)
        os.close(before)
