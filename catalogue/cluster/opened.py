"""What `--workers` names, opened: the scheduler at an address, or a cluster on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from catalogue.cluster.local import import_dask, local_cluster
from catalogue.cluster.names import check_workers, local_workers

if TYPE_CHECKING:
    from catalogue.cluster.pool import Pool


@contextmanager
def scheduler_of(workers: str | None) -> Iterator[str | None]:
    """Give the address of a scheduler; a cluster on this machine runs while the block does.

    ValueError for what names no workers. CatalogueError where Dask is not installed, or does not start.
    """
    if workers is None:
        yield None
        return
    own = local_workers(check_workers(workers))
    if own is None:
        import_dask()
        yield workers
        return
    with local_cluster(own) as scheduler:
        yield scheduler


@contextmanager
def opened_pool(workers: str | None, on_notice: Callable[[str], None]) -> Iterator[Pool | None]:
    """Give the workers as an executor, or None where none are asked for; errors as above.

    `on_notice` gets a line about each worker that is refused or does not answer. CatalogueError where no scheduler
    answers.
    """
    with scheduler_of(workers) as scheduler:
        if scheduler is None:
            yield None
            return
        from catalogue.cluster.pool import Pool

        with Pool(scheduler, on_notice) as pool:
            yield pool
