"""A Dask cluster of two workers that the tests share, and clusters of one odd worker that each has for itself."""

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from board_catalogue.catalogue.runs.cluster import local_cluster

ODD_CLUSTER = Path(__file__).with_name("odd_cluster.py")


@pytest.fixture(scope="session")
def cluster():
    """The address of a scheduler with two workers."""
    with local_cluster(2) as scheduler:
        yield scheduler


@pytest.fixture
def processes_of(cluster):
    """The numbers of the processes of the workers, which may have been killed and started again."""

    from distributed import Client  # takes half a second

    def look():
        with Client(cluster, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=30)
            return list(client.run(os.getpid).values())

    return look


@pytest.fixture
def odd_cluster():
    """A scheduler with one worker in one process: `odd_cluster("--rating-version", 0)` gives process and address.

    With `--scheduler ADDRESS` the worker joins that scheduler, and there is no other.
    """

    @contextmanager
    def start(*words):
        command = [sys.executable, str(ODD_CLUSTER), *map(str, words)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            address = process.stdout.readline().strip()
            assert address
            yield process, address
        finally:
            process.kill()
            process.wait()
            process.stdout.close()

    return start
