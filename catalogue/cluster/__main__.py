"""A Dask cluster on this machine: `python -m catalogue.cluster N` runs N workers until its standard input ends.

It prints the address of the scheduler. It is a process of its own, so that the scheduler does not share the interpreter
lock of the program that started it. However that program ends, the input ends with it.
"""

import sys
import warnings
from multiprocessing import forkserver

_LOADED = ["distributed", "catalogue.fill.remote.worker", "catalogue.importing.computing"]
"""What every worker needs: loaded once, before they are forked."""


def main() -> None:
    """Run a cluster of as many workers as the first argument says."""
    forkserver.set_forkserver_preload(_LOADED)
    forkserver.ensure_running()  # it loads these while the scheduler starts
    import dask
    from distributed import LocalCluster

    dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"})
    # Without a dashboard, the scheduler still opens the dashboard's port, or another one.
    warnings.filterwarnings("ignore", r"Port \d+ is already in use")
    with LocalCluster(
        n_workers=int(sys.argv[1]), threads_per_worker=1, memory_limit=0, dashboard_address=None
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
