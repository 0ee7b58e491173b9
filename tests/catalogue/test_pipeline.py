"""The actors of a run: order, room, and how a run ends, whichever part of it does."""

import random
import threading
import time

import pytest

from board_catalogue.catalogue.runs.pipeline import ROOM, Actor, Crew, InOrder, Part, Run, Stopwatch, in_order, run

BATCHES = 60
PATIENCE = 60


class Recorded(Run):
    """A run of numbers that notes what happens; parts of it can be replaced."""

    def __init__(self, batches=BATCHES, **parts):
        self.batches, self.parts = batches, parts
        self.given, self.turns, self.kept, self.ended = [], [], [], 0

    def items(self):
        for item in range(self.batches):
            self.given.append(item)
            yield item

    def work(self, item):
        return self.parts.get("work", lambda item: item)(item)

    def turn(self, made):
        self.turns.append(made)
        return self.parts.get("turn", lambda made: made)(made)

    def finish(self, due):
        return self.parts.get("finish", lambda due: due)(due)

    def keep(self, done):
        self.parts.get("keep", lambda done: None)(done)
        self.kept.append(done)

    def end(self):
        self.ended += 1

    def is_open(self):
        return self.parts.get("is_open", lambda: True)()


@pytest.fixture(autouse=True)
def no_actor_is_left():
    yield
    assert not [thread for thread in threading.enumerate() if isinstance(thread, Actor)]


def slow(seed):
    """A step that takes any time."""
    delay = random.Random(seed)

    def step(item):
        time.sleep(delay.random() / 300)
        return item

    return step


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("seed", range(3))
def test_each_batch_has_its_turn_and_is_kept_in_order(threads, seed):
    recorded = Recorded(work=slow(seed), finish=slow(seed + 10))
    run(recorded, threads=threads)
    assert recorded.turns == recorded.kept == list(range(BATCHES))
    assert recorded.ended == 1


def test_the_crew_works_side_by_side_and_both_steps_share_it():
    meeting = threading.Barrier(2)

    def meet(item):
        if item == (0, "work") or item == (1, "work"):
            meeting.wait(PATIENCE)

    run(Recorded(2, work=lambda item: meet((item, "work")) or item), threads=2)
    assert not meeting.broken


def test_no_more_batches_are_under_way_than_there_is_room_for():
    let_go = threading.Event()
    recorded = Recorded(10_000, work=lambda item: item if let_go.wait(PATIENCE) else None)
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    run(recorded, threads=3, stop=stop)
    let_go.set()
    assert len(recorded.given) == 3 + ROOM + 1  # one is in the hand of the source
    assert recorded.turns == recorded.kept == []


def test_a_keeper_that_lags_holds_up_the_source():
    most = 0

    def keep(done):
        nonlocal most
        time.sleep(0.002)
        most = max(most, len(recorded.given) - done)

    recorded = Recorded(keep=keep)
    run(recorded, threads=2)
    assert most <= 2 * (2 + ROOM) + 4  # two queues, and a batch in each hand


def test_what_has_no_turn_is_not_finished():
    recorded = Recorded(turn=lambda made: made if made % 2 else None)
    run(recorded, threads=2)
    assert recorded.kept == list(range(1, BATCHES, 2))


def test_a_run_that_wants_no_more_ends_with_those_that_had_their_turn():
    recorded = Recorded(10**9, is_open=lambda: len(recorded.turns) < 20)
    run(recorded, threads=2)
    assert recorded.kept == recorded.turns == list(range(20))


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("part", ["work", "turn", "finish", "keep"])
def test_the_first_failure_ends_the_run_and_is_raised(part, threads):
    error = RuntimeError("struck by lightning")

    def fail(item):
        if item == 25:
            raise error
        return item

    recorded = Recorded(10**9, **{part: fail})
    with pytest.raises(RuntimeError) as caught:
        run(recorded, threads=threads)
    assert caught.value is error
    assert recorded.kept == list(range(len(recorded.kept)))
    assert len(recorded.kept) <= 25
    assert recorded.ended == 1


def test_a_rest_for_which_no_thread_starts_ends_the_queue_and_nothing_comes_out_in_its_place():
    class Refusing(Crew):
        def call(self):
            if threading.current_thread().name.startswith("crew"):
                raise RuntimeError("can't start new thread")
            super().call()

    def work(item):
        let_go.wait(PATIENCE)
        return Part("begun", ["rest"]) if item == 0 else item

    let_go = threading.Event()
    crew = Refusing(2)
    queue = InOrder(crew, work, lambda: 4)
    timer = threading.Timer(PATIENCE, queue.cut)  # it would wait without end
    timer.start()
    queue.put(0)
    queue.put(1)
    let_go.set()
    with pytest.raises(RuntimeError, match="can't start"):
        queue.get()
    timer.cancel()
    crew.end(wait=True)


def test_a_source_that_fails_ends_the_run():
    class Broken(Recorded):
        def items(self):
            yield from range(5)
            raise OSError("the file has gone")

    recorded = Broken()
    with pytest.raises(OSError, match="has gone"):
        run(recorded, threads=2)
    assert recorded.kept == list(range(len(recorded.kept)))


@pytest.mark.parametrize("part", ["work", "finish"])
def test_a_run_that_is_stopped_does_not_wait_for_the_crew(part):
    stop, let_go, entered = threading.Event(), threading.Event(), threading.Event()

    def hang(item):
        if item == 10:
            entered.set()
            assert let_go.wait(PATIENCE)
        return item

    threading.Thread(target=lambda: entered.wait(PATIENCE) and stop.set()).start()
    recorded = Recorded(10**9, **{part: hang})
    run(recorded, threads=2, stop=stop)
    kept = list(recorded.kept)
    let_go.set()
    assert kept == list(range(len(kept)))
    assert len(kept) <= 10
    assert recorded.kept == kept


def test_a_run_that_is_stopped_before_it_begins_does_nothing():
    stop = threading.Event()
    stop.set()
    recorded = Recorded()
    run(recorded, threads=2, stop=stop)
    assert (recorded.turns, recorded.kept, recorded.ended) == ([], [], 1)


def test_an_observer_that_fails_ends_the_run():
    def look():
        raise KeyboardInterrupt

    recorded = Recorded(10**9)
    with pytest.raises(KeyboardInterrupt):
        run(recorded, threads=2, look=look)
    assert recorded.ended == 1


@pytest.mark.parametrize("name", ["source", "checker", "keeper"])
def test_an_actor_that_does_not_start_ends_the_run(name, monkeypatch):
    start = Actor.start

    def refuse(actor):
        if actor.name == name:
            time.sleep(0.05)  # the others have filled their queues
            raise RuntimeError("can't start new thread")
        start(actor)

    monkeypatch.setattr(Actor, "start", refuse)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        run(Recorded(10**9), threads=2)


def test_workers_that_come_later_get_work():
    room, under_way, most = 1, 0, 0
    guard = threading.Lock()

    def work(item):
        nonlocal room, under_way, most
        with guard:
            under_way += 1
            most = max(most, under_way)
        time.sleep(0.02)
        with guard:
            under_way -= 1
        if item == 5:
            room = 4
        return item

    run(Recorded(40, work=work), threads=8, ahead=lambda: room)
    assert 1 < most <= 8


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_results_come_in_order_as_they_are_there(threads):
    assert list(in_order(range(200), slow(threads), threads)) == list(range(200))


def test_a_result_is_given_before_the_next_item_is_there():
    given = threading.Event()

    def items():
        yield 1
        time.sleep(0.1)  # its result is there by now
        yield 2
        assert given.wait(PATIENCE)
        yield 3

    results = in_order(items(), lambda item: item, 1)
    assert next(results) == 1
    given.set()
    assert list(results) == [2, 3]


def test_what_fails_is_raised_in_its_turn():
    results = in_order(range(10), lambda item: 1 / (item - 3), 4)
    assert [next(results) for _ in range(3)] == [-1 / 3, -1 / 2, -1]
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_a_stopwatch_counts_processor_time_of_its_thread_and_no_waiting():
    watch = Stopwatch()
    busy = threading.Event()
    other = threading.Thread(target=lambda: sum(iter(lambda: not busy.is_set(), False)))
    other.start()
    with watch.timed("waiting"):
        time.sleep(0.2)
    busy.set()
    other.join()
    with watch.timed("working"):
        begin = time.thread_time()
        while time.thread_time() < begin + 0.05:
            pass
    assert watch["waiting"] < 0.02
    assert 0.05 <= watch["working"] < 0.1
