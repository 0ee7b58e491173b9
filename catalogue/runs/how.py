"""How a run computes, and whom it tells: what every request that may take long has."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..puzzles.kinds import Depth

MOST_THREADS = 64
"""More threads only wait for each other."""


def _processors() -> int:
    """Those that this process may use, which may be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


PROCESSORS = min(MOST_THREADS, _processors())


def ignore(*_: Any) -> None:
    """Take a report of progress, or a notice, and do nothing."""


@dataclass(frozen=True, kw_only=True)
class How:
    """A run takes it whole. Requests with options for the threads or the workers have fields of these names."""

    stop: threading.Event | None = field(default=None, compare=False, repr=False)
    """Setting it ends the work early, without waiting for kernels that run; what is finished is kept."""
    on_progress: Callable[..., None] = field(default=ignore, compare=False, repr=False)
    """Gets what is done so far, now and then, in the thread of the caller."""
    on_notice: Callable[[str], None] = field(default=ignore, compare=False, repr=False)
    """Gets a line about what may take long, or is waited for, and about workers that are refused or do not answer."""

    @property
    def threads(self) -> int:
        """How many threads compute."""
        return PROCESSORS

    @property
    def workers(self) -> str | None:
        """A Dask cluster that computes in place of the threads: "local:4", or the address of a scheduler."""
        return None

    @property
    def is_stopped(self) -> bool:
        """Whether the work is to end."""
        return self.stop is not None and self.stop.is_set()


@dataclass(frozen=True, kw_only=True)
class HowToImport(How):
    """How puzzles are imported, besides."""

    on_refusals: Callable[..., None] = field(default=ignore, compare=False, repr=False)
    """Gets the name of a file and its next puzzles that are refused, in order and from another thread."""

    @property
    def depth(self) -> Depth:
        """How far new puzzles are rated."""
        return Depth.none

    @property
    def dry_run(self) -> bool:
        """Whether the work stays in a transaction that the caller must not commit."""
        return False
