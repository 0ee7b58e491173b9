"""A Dask cluster on this machine (`catalogue.cluster.__main__`), in a session of its own: Ctrl-C does not reach it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from catalogue.errors import CatalogueError

_SECONDS_TO_END = 10
_DEFAULTS = {  # Dask gives them to the workers, too late for those that are forked from a process that is there
    "MALLOC_TRIM_THRESHOLD_": "65536",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
_SETTINGS = {
    "DASK_LOGGING__DISTRIBUTED": "critical",  # what matters reaches the program as an error
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
}

_NEEDS_DASK = "workers need Dask; install it with: pip install 'board-catalogue[dask]'"


def import_dask() -> None:
    """CatalogueError where Dask is not installed."""
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise CatalogueError(_NEEDS_DASK) from None


@contextmanager
def local_cluster(workers: int) -> Iterator[str]:
    """Start a scheduler and so many workers, each a process that runs one kernel at a time; give the address.

    They have ended when the block has. CatalogueError where they cannot be started.
    """
    if find_spec("distributed") is None:
        raise CatalogueError(_NEEDS_DASK)
    command = [sys.executable, "-P", "-m", __package__, str(workers)]
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
