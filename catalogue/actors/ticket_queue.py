"""Bounded queues whose items carry a ticket and come out in the order of the tickets."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Aborted(Exception):
    """The run has failed somewhere else; stop."""


class TicketQueue(Generic[Item]):
    """Takes items in any order and hands them out by ticket: 0, 1, 2, …

    A put waits while its ticket is `room` or more ahead of the next one to go out. The next one itself never waits, so
    however threads are scheduled, the queue cannot fill up with tickets that are not yet wanted.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._changed = threading.Condition()
        self._items: dict[int, Item] = {}
        self._next = 0
        self._closed = False
        self._cut = False
        self._aborted = False

    def put(self, ticket: int, item: Item) -> None:
        """Wait for room, then hand the item over. Raises Aborted."""
        with self._changed:
            self._changed.wait_for(lambda: self._aborted or self._cut or ticket < self._next + self._room)
            if self._aborted or self._cut:
                raise Aborted
            self._items[ticket] = item
            self._changed.notify_all()

    def get(self) -> tuple[int, Item] | None:
        """Wait for the next ticket; None once the queue is closed and empty. Raises Aborted."""
        with self._changed:
            self._changed.wait_for(lambda: self._aborted or self._closed or self._next in self._items)
            if self._aborted:
                raise Aborted
            if self._next not in self._items:
                return None
            ticket = self._next
            self._next += 1
            self._changed.notify_all()
            return ticket, self._items.pop(ticket)

    def close(self) -> None:
        """Say that every ticket has been put."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def cut(self) -> None:
        """Close early: items that are next still come out, later puts raise Aborted."""
        with self._changed:
            self._closed = self._cut = True
            self._changed.notify_all()

    def abort(self) -> None:
        """Wake all waiting threads with Aborted."""
        with self._changed:
            self._aborted = True
            self._changed.notify_all()


class Turnstile:
    """Lets threads through in the order of their tickets, each when the one before has left."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._next = 0
        self._inside = False
        self._aborted = False

    @contextmanager
    def turn(self, ticket: int) -> Iterator[None]:
        """Wait for the ticket's turn and hold it. Raises Aborted."""
        with self._changed:
            self._changed.wait_for(lambda: self._aborted or self._next == ticket)
            if self._aborted:
                raise Aborted
            self._inside = True
        try:
            yield
            self._next += 1
        finally:
            with self._changed:
                self._inside = False
                self._changed.notify_all()

    def cut(self) -> None:
        """Let no other thread in, and wait until the one inside has left."""
        with self._changed:
            self._aborted = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._inside)

    def abort(self) -> None:
        """Wake all waiting threads with Aborted."""
        with self._changed:
            self._aborted = True
            self._changed.notify_all()
