"""The threads of a run end however one of them does."""

import threading
import time

import pytest

from catalogue.actors.actor import Actor
from catalogue.actors.crews import Crews

TICKETS = 40


class Maker(Actor):
    def __init__(self, outbox, on_end):
        super().__init__(on_end)
        self._outbox = outbox

    def work(self):
        for ticket in range(TICKETS):
            self._outbox.put(ticket, ticket)


class Passer(Actor):
    """A checker or a filer that passes everything on."""

    def __init__(self, *queues_and_end):
        *_, self._inbox, self._outbox, on_end = queues_and_end
        super().__init__(on_end)

    def work(self):
        while (message := self._inbox.get()) is not None:
            self._outbox.put(*message)


class Taker(Actor):
    def __init__(self, inbox, on_end):
        super().__init__(on_end)
        self._inbox, self.taken = inbox, []

    def work(self):
        while (message := self._inbox.get()) is not None:
            self.taken.append(message[1])


class Unstartable(Taker):
    """A writer whose thread does not start, when the others have filled their queues."""

    def start(self):
        time.sleep(0.1)
        raise RuntimeError("can't start new thread")


@pytest.mark.parametrize("filer", [None, Passer])
def test_what_is_made_reaches_the_writer_in_order(filer):
    crews = Crews(threading.Event(), [Maker], [Passer, Passer], Taker, filer)
    crews.run(lambda: None, lambda: None)
    assert crews.writer.taken == list(range(TICKETS))
    assert not any(actor.is_alive() for actor in crews.actors)


@pytest.mark.parametrize("filer", [None, Passer])
def test_a_writer_that_does_not_start_ends_the_run(filer):
    crews = Crews(threading.Event(), [Maker], [Passer, Passer], Unstartable, filer)
    forgotten = []
    with pytest.raises(RuntimeError, match="can't start new thread"):
        crews.run(lambda: None, lambda: forgotten.append(True))
    assert forgotten
    assert not any(actor.is_alive() for actor in crews.actors)
