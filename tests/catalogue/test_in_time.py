"""Work that stops by time: what is done of a batch comes out, and the rest of it is the next in the order."""

import threading
import time
from itertools import chain

import pytest

from board_catalogue import engine
from board_catalogue.catalogue.puzzles.game import game_of
from board_catalogue.catalogue.puzzles.kinds import Depth
from board_catalogue.catalogue.runs.pipeline import LIMIT, Part, Stopwatch, in_order, in_time, run
from board_catalogue.catalogue.runs.rating import RatingJob
from board_catalogue.engine.boards import from_lines
from board_catalogue.engine.shape import Shape
from tests.catalogue.test_pipeline import Recorded

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""It takes some 0.1 s of the processor to rate it."""


def slow_from(first):
    """Work on a range whose things take a fifth of a second from one of them on."""

    def work(some):
        for each in range(some.start, some.stop):
            if each >= first:
                time.sleep(0.2)
                engine.native.check_time()
        return list(range(some.start, some.stop))

    return work


@pytest.mark.parametrize("count", [1, 2, 5, 100, 5000])
def test_quick_work_is_done_whole_in_few_pieces(count):
    found = in_time(count, slow_from(count))
    assert list(chain.from_iterable(found)) == list(range(count))
    assert len(found) <= 10


@pytest.mark.parametrize("first", [0, 1, 40])
def test_slow_work_ends_in_time_wherever_it_begins(first):
    begin = time.monotonic()
    found = list(chain.from_iterable(in_time(300, slow_from(first))))
    assert time.monotonic() - begin < 6 * LIMIT
    assert found == list(range(len(found)))
    assert 1 <= len(found) <= first + 4


def test_a_thing_is_done_however_long_it_takes():
    assert in_time(3, lambda some: time.sleep(2 * LIMIT) or some.stop) == [1]


@pytest.mark.slow
def test_kernels_are_ended_at_the_limit():
    puzzles = from_lines([HARD] * 400)
    begin = time.process_time()
    ratings = RatingJob(game_of(Shape.of(9)), Depth.full).in_time(puzzles, Stopwatch())[0]
    assert time.process_time() - begin < 12 * LIMIT
    assert 1 <= len(ratings) < 100
    assert (ratings == engine.rate(puzzles[:1])).all()


class Parted(Recorded):
    """A run of ranges of numbers; each step takes a few at a time."""

    def items(self):
        yield from (range(first, first + 10) for first in range(0, 60, 10))

    def work(self, item):
        return Part(list(item[:3]), [item[first : first + 3] for first in range(3, len(item), 3)])

    def finish(self, due):
        return Part(due[:1], [due[1:]]) if len(due) > 1 else due


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_parts_of_a_batch_come_in_order_before_the_next_batch(threads):
    parted = Parted()
    run(parted, threads=threads)
    assert list(chain.from_iterable(parted.turns)) == list(range(60))
    assert parted.kept == [[number] for number in range(60)]


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 3])
def test_a_part_is_given_before_the_rest_is_done(threads):
    begun = []

    def work(item):
        begun.append(item)
        time.sleep(0.05)
        return Part(item[0], [item[place : place + 1] for place in range(1, len(item))])

    results = in_order(iter([list(range(40))]), work, threads)
    assert next(results) == 0
    assert len(begun) < 20
    assert list(results) == list(range(1, 40))


@pytest.mark.parametrize("threads", [2, 5])
def test_a_run_that_is_stopped_keeps_nothing_behind_a_batch_that_is_cut(threads):
    stop = threading.Event()

    class Stopped(Parted):
        def finish(self, due):
            if due[0] == 4:
                stop.set()
                time.sleep(0.3)  # the queues are cut, and later batches are done
            return super().finish(due)

    parted = Stopped()
    run(parted, threads=threads, stop=stop)
    kept = list(chain.from_iterable(parted.kept))
    assert kept == list(range(len(kept)))
    assert len(kept) < 60


@pytest.mark.slow
def test_what_is_nearer_to_the_end_is_done_first():
    done = []

    class Watched(Parted):
        def work(self, item):
            done.append("work")
            time.sleep(0.03)  # long beside what a busy machine takes to wake a thread
            return Part(list(item[:1]), [item[first : first + 1] for first in range(1, len(item))])

        def finish(self, due):
            done.append("finish")
            return due

    run(Watched(), threads=1)
    waits = [done[:place].count("work") - done[:place].count("finish") for place in range(len(done))]
    assert max(waits) < 10  # of 60 pieces
