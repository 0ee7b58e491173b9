"""The threads that prove a catalogue, and the queues between them."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import count

from catalogue.fill.actor import Actor
from catalogue.fill.ticket_queue import TicketQueue
from catalogue.verify.ground import Ground
from catalogue.verify.proving import Proof, Stored, prove
from catalogue.verify.rows import COLUMNS, PLACE, Row
from catalogue.verify.snapshot import Snapshot
from engine.rating.techniques import TECHNIQUES

BATCH = 1024  # boards in a message
SLOW_BATCH = 128  # where their puzzles are rated, or are larger than 9x9
ROOM = 4  # batches by which a stage may be ahead of the next, beyond one for each thread
LEAST = -(2**63)

OnEnd = Callable[[BaseException | None], None]


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
            puzzles = self._puzzles(before, last) if self._ground.recompute else {}
            uses = self._uses(puzzles) if self._ground.rate else {}
            self._outbox.put(ticket, Stored(numbers, seeds, positions, solutions, puzzles, uses))
            before = last

    def _puzzles(self, before: int, last: int) -> dict[int, list[Row]]:
        found: dict[int, list[Row]] = defaultdict(list)
        place = PLACE["board_id"]
        query = f"SELECT {', '.join(COLUMNS)} FROM puzzles WHERE board_id > ? AND board_id <= ? ORDER BY board_id, id"
        for row in self._snapshot.rows(query, (before, last)):
            found[row[place]].append(row)
        return found

    def _uses(self, puzzles: dict[int, list[Row]]) -> dict[int, dict[int, int]]:
        return uses_of(self._snapshot, [row[PLACE["id"]] for rows in puzzles.values() for row in rows])


class Prover(Actor):
    """Proves batches of boards until there are no more."""

    def __init__(
        self,
        ground: Ground,
        snapshot: Snapshot,
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


def proofs(ground: Ground, snapshot: Snapshot, threads: int) -> Iterator[Proof]:
    """Prove all boards in some threads, and give the proofs in the order of the numbers.

    Raises the first failure of any thread.
    """
    read: TicketQueue[Stored] = TicketQueue(threads + ROOM)
    proven: TicketQueue[Proof] = TicketQueue(threads + ROOM)
    failures: list[BaseException] = []

    def end_of(members: int, outbox: TicketQueue[Stored] | TicketQueue[Proof]) -> OnEnd:
        left = count(members - 1, -1)

        def on_end(failure: BaseException | None) -> None:
            if failure:
                failures.append(failure)
                read.abort()
            if next(left) == 0 or failure:
                outbox.close()

        return on_end

    read_all, proven_all = end_of(1, read), end_of(threads, proven)
    actors: list[Actor] = [Reader(ground, snapshot, read, read_all)]
    actors += [Prover(ground, snapshot, read, proven, proven_all) for _ in range(threads)]
    for actor in actors:
        actor.start()
    try:
        while (message := proven.get()) is not None:
            yield message[1]
    finally:
        read.abort()
        proven.abort()
        for actor in actors:
            actor.join()
    if failures:
        raise failures[0]


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
