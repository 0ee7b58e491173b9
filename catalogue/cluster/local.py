"""A Dask cluster on this machine: `python -m catalogue.cluster.local N` runs it until its standard input ends.

It is a process of its own in a session of its own, so that Ctrl-C reaches only the program that started it, and so that
the scheduler does not share that program's interpreter lock. However that program ends, the input ends with it.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from catalogue.errors import CatalogueError

_SECONDS_TO_END = 10
_SETTINGS = {
    "DASK_LOGGING__DISTRIBUTED": "critical",  # what matters reaches the program as an error
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
}


@contextmanager
def local_cluster(workers: int) -> Iterator[str]:
    """Start a scheduler and so many workers, each a process that runs one kernel at a time; give the address.

    They have ended when the block has. CatalogueError where they cannot be started.
    """
    command = [sys.executable, "-P", "-m", __name__, str(workers)]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=os.environ | _SETTINGS,
    )
    assert process.stdin and process.stdout
    try:
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


def main() -> None:
    """Run a cluster of as many workers as the first argument says."""
    import dask
    from distributed import LocalCluster

    dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"})
    with LocalCluster(
        n_workers=int(sys.argv[1]), threads_per_worker=1, memory_limit=0, dashboard_address=None
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
