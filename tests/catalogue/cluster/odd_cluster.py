"""A worker that is not as it should be, at a scheduler of its own or at another one. Prints its address."""

import argparse
import asyncio
import logging
from pathlib import Path

from distributed import Scheduler, Worker


def make_odd(options):
    if options.level is not None:  # before anything imports the engine
        import board_catalogue.engine._core as core

        core.processor_level = lambda: options.level
    if options.rating_version is not None:
        from board_catalogue import engine

        assert options.rating_version != engine.grades.RATING_VERSION  # and so its names are loaded
        engine.grades.RATING_VERSION = options.rating_version
    if options.given is not None:
        from board_catalogue.catalogue.runs import making

        making.answered = lambda question: options.given.touch()


async def run(options):
    if options.scheduler is None:
        async with Scheduler(host="127.0.0.1", port=0, dashboard_address=":0") as scheduler, _worker(scheduler.address):
            print(scheduler.address, flush=True)
            await asyncio.Event().wait()
    async with _worker(options.scheduler) as worker:
        print(worker.address, flush=True)
        await asyncio.Event().wait()


def _worker(scheduler):
    return Worker(scheduler, nthreads=1, memory_limit=0, dashboard=False)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--scheduler")
    parser.add_argument("--rating-version", type=int)
    parser.add_argument("--level")
    parser.add_argument("--given", type=Path, help="made where the worker is given a ticket")
    options = parser.parse_args()
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    make_odd(options)
    asyncio.run(run(options))
