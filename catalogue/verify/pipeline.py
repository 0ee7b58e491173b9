"""The threads that prove a catalogue, and the queues between them."""

import threading
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from itertools import count

from catalogue.actors.actor import Actor
from catalogue.actors.crews import Crews, OnEnd
from catalogue.actors.ticket_queue import TicketQueue, Turnstile
from catalogue.verify.checks.proving import Proof, Stored, prove
from catalogue.verify.ground import Ground
from catalogue.verify.rows import COLUMNS, PLACE, Row, value
from catalogue.verify.snapshot import Snapshot
from catalogue.verify.survey import Survey
from engine.rating.techniques import TECHNIQUES

BATCH = 1024  # boards in a message
SLOW_BATCH = 128  # where their puzzles are rated, or are larger than 9x9
LEAST = -(2**63)


class Reader(Actor):
    """Reads the rows of the boards in the order of their numbers."""

    def __init__(self, ground: Ground, snapshot: Snapshot, outbox: TicketQueue[Stored], on_end: OnEnd) -> None:
        super().__init__(on_end)
        self._ground, self._snapshot, self._outbox = ground, snapshot, outbox

    def work(self) -> None:
        """Read to the last one."""
        slow = self._ground.rates_some or self._ground.settings.size > 9
        query = "SELECT id, seed, position, solution FROM boards WHERE id > ? ORDER BY id LIMIT ?"
        before = LEAST
        for ticket in count():
            rows = self._snapshot.rows(query, (before, SLOW_BATCH if slow else BATCH))
            if not rows:
                return
            numbers, seeds, positions, solutions = zip(*rows, strict=True)
            last = numbers[-1]
            puzzles, further = self._puzzles(before, last) if self._ground.recompute else ({}, [])
            uses = self._uses(puzzles, further) if self._ground.rate else {}
            self._outbox.put(ticket, Stored(numbers, seeds, positions, solutions, puzzles, further, uses))
            before = last

    def _puzzles(self, before: int, last: int) -> tuple[dict[int, list[Row]], list[Row]]:
        """The first puzzles by their boards, and the further ones."""
        found: dict[int, list[Row]] = defaultdict(list)
        further = []
        board, place = PLACE["board_id"], PLACE["place"]
        query = (
            f"SELECT {', '.join(COLUMNS)} FROM puzzles WHERE board_id > ? AND board_id <= ? ORDER BY board_id, place"
        )
        for row in self._snapshot.rows(query, (before, last)):
            if row[place] == 0:
                found[row[board]].append(row)
            else:
                further.append(row)
        return found, further

    def _uses(self, puzzles: dict[int, list[Row]], further: list[Row]) -> dict[int, dict[int, int]]:
        first = [value(row, "id") for rows in puzzles.values() for row in rows]
        return uses_of(self._snapshot, first) | uses_of(self._snapshot, [value(row, "id") for row in further])


class Prover(Actor):
    """Proves batches of boards until there are no more."""

    def __init__(
        self,
        ground: Ground,
        snapshot: Snapshot,
        turnstile: Turnstile,
        inbox: TicketQueue[Stored],
        outbox: TicketQueue[Proof],
        on_end: OnEnd,
    ) -> None:
        super().__init__(on_end)
        self._ground, self._snapshot, self._inbox, self._outbox = ground, snapshot, inbox, outbox

    def work(self) -> None:
        """Every ticket is passed on, in any order."""
        while (message := self._inbox.get()) is not None:
            ticket, stored = message
            self._outbox.put(ticket, prove(self._ground, self._snapshot, stored))


class Surveyor(Actor):
    """Takes over the proofs in the order of the numbers."""

    def __init__(self, inbox: TicketQueue[Proof], on_end: OnEnd) -> None:
        super().__init__(on_end)
        self._inbox = inbox
        self.survey = Survey()

    def work(self) -> None:
        """Survey all boards."""
        while (message := self._inbox.get()) is not None:
            self.survey.add(message[1])


def survey_boards(ground: Ground, snapshot: Snapshot, threads: int, look: Callable[[int], None]) -> Survey:
    """Prove all boards in some threads; `look` is called now and then with how many are done.

    Raises the first failure of any thread.
    """
    crews = Crews(
        threading.Event(),
        [partial(Reader, ground, snapshot)],
        [partial(Prover, ground, snapshot)] * threads,
        Surveyor,
    )
    survey = crews.writer.survey
    crews.run(lambda: look(survey.boards), lambda: None)
    return survey


def uses_of(snapshot: Snapshot, ids: list[int]) -> dict[int, dict[int, int]]:
    """The rows of `uses` of some puzzles that lie near each other: technique and how often, by the id of the puzzle."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    if ids:
        known = ", ".join(str(technique.number) for technique in TECHNIQUES)
        query = (
            f"SELECT technique, puzzle_id, times FROM uses WHERE technique IN ({known}) AND puzzle_id BETWEEN ? AND ?"
        )
        for technique, puzzle, times in snapshot.rows(query, (min(ids), max(ids))):
            found[puzzle][technique] = times
    return found
