"""A Dask cluster on this machine (`catalogue.cluster.__main__`), in a session of its own: Ctrl-C does not reach it."""

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
    command = [sys.executable, "-P", "-m", __package__, str(workers)]
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
        import distributed  # noqa: F401  (here, while the process starts)

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
