import random
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue.actors.ticket_queue import Aborted, TicketQueue, Turnstile

PATIENCE = 60
A_MOMENT = 0.05  # long enough for a thread that does not wait as it should to show it


def in_threads(*works):
    """Run the works side by side; their results, or what they raised."""
    results = [None] * len(works)

    def run(place, work):
        try:
            results[place] = work()
        except BaseException as error:
            results[place] = error

    threads = [threading.Thread(target=run, args=pair, daemon=True) for pair in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive(), "a thread waits for ever"
    return results


def waiting(work):
    """A thread that has begun the work and has not come back from it."""
    outcome = []

    def run():
        try:
            outcome.append(work())
        except Aborted:
            outcome.append(Aborted)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(A_MOMENT)
    assert thread.is_alive(), "it did not wait"

    def result():
        thread.join(PATIENCE)
        assert not thread.is_alive(), "it waits for ever"
        return outcome[0]

    return result


@given(st.integers(1, 9).flatmap(lambda n: st.permutations(range(n))))
def test_items_come_out_by_ticket_however_they_went_in(order):
    queue = TicketQueue(room=len(order))
    for ticket in order:
        queue.put(ticket, f"item {ticket}")
    queue.close()
    got = [queue.get() for _ in order]
    assert got == [(ticket, f"item {ticket}") for ticket in range(len(order))]
    assert queue.get() is None


@pytest.mark.parametrize("seed", range(5))
def test_many_threads_put_and_get_every_item_in_order_within_the_room(seed):
    room, count, putters, getters = 3, 200, 4, 3
    queue = TicketQueue(room)
    tickets = iter(range(count))
    guard = threading.Lock()
    sleep = threading.Event().wait
    taken = 0
    most_ahead = 0

    def put():
        delay = random.Random(seed)
        nonlocal most_ahead
        while True:
            with guard:
                ticket = next(tickets, None)
            if ticket is None:
                return
            sleep(delay.random() / 2000)
            queue.put(ticket, -ticket)
            # `taken` is read after the put, and only grows: what is seen is never more than what was true.
            most_ahead = max(most_ahead, ticket - taken)

    got = []

    def get():
        nonlocal taken
        delay = random.Random(seed + 1)
        mine = []
        while (message := queue.get()) is not None:
            with guard:
                taken += 1
            mine.append(message)
            sleep(delay.random() / 2000)
        got.append(mine)

    def close_after(works):
        assert in_threads(*works) == [None] * len(works)
        queue.close()

    results = in_threads(lambda: close_after([put] * putters), *[get] * getters)
    assert results == [None] * (1 + getters)
    assert sorted(message for mine in got for message in mine) == [(i, -i) for i in range(count)]
    for mine in got:  # one thread sees the tickets grow
        assert mine == sorted(mine)
    # An item that was taken may not be counted yet by its getter.
    assert most_ahead < room + getters


def test_a_put_waits_while_its_ticket_is_as_far_ahead_as_there_is_room():
    queue = TicketQueue(room=2)
    queue.put(1, "b")
    put = waiting(lambda: queue.put(2, "c"))
    queue.put(0, "a")  # the next one to go out never waits
    assert queue.get() == (0, "a")
    assert put() is None
    queue.close()
    assert [queue.get(), queue.get(), queue.get()] == [(1, "b"), (2, "c"), None]


def test_a_get_waits_for_the_next_ticket_though_later_ones_are_there():
    queue = TicketQueue(room=5)
    queue.put(1, "b")
    get = waiting(queue.get)
    queue.put(0, "a")
    assert get() == (0, "a")


def test_closing_lets_everyone_go_who_waits_for_items():
    queue = TicketQueue(room=1)
    gets = [waiting(queue.get) for _ in range(3)]
    queue.close()
    assert [get() for get in gets] == [None] * 3


def test_aborting_wakes_who_waits_and_refuses_who_comes():
    queue = TicketQueue(room=1)
    get = waiting(queue.get)
    put = waiting(lambda: queue.put(1, "b"))
    queue.abort()
    assert get() is Aborted
    assert put() is Aborted
    with pytest.raises(Aborted):
        queue.get()
    with pytest.raises(Aborted):
        queue.put(0, "a")


@pytest.mark.parametrize("seed", range(5))
def test_threads_pass_the_turnstile_one_by_one_in_the_order_of_their_tickets(seed):
    turnstile = Turnstile()
    tickets = list(range(60))
    random.Random(seed).shuffle(tickets)
    sleep = threading.Event().wait
    passed = []
    inside = 0
    most_inside = 0

    def passing(ticket):
        def work():
            nonlocal inside, most_inside
            with turnstile.turn(ticket):
                inside += 1
                most_inside = max(most_inside, inside)
                sleep(0.0005)
                passed.append(ticket)
                inside -= 1

        return work

    assert in_threads(*map(passing, tickets)) == [None] * 60
    assert passed == list(range(60))
    assert most_inside == 1


def test_a_failure_in_the_turnstile_keeps_it_closed_until_the_abort():
    turnstile = Turnstile()

    def passing(ticket):
        with turnstile.turn(ticket):
            if ticket == 0:
                raise ZeroDivisionError

    next_one = waiting(lambda: passing(1))
    with pytest.raises(ZeroDivisionError):
        passing(0)
    turnstile.abort()
    assert next_one() is Aborted
    with pytest.raises(Aborted):
        passing(2)
