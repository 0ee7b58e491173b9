"""The run that proves a catalogue: rows in the order of the boards' numbers, proven side by side, surveyed in order."""

from collections import defaultdict
from collections.abc import Callable, Iterator

from catalogue import pipeline
from catalogue.pipeline import Run
from catalogue.verify.checks.proving import Proof, Stored, prove
from catalogue.verify.ground import Ground
from catalogue.verify.rows import COLUMNS, PLACE, Row, value
from catalogue.verify.snapshot import Snapshot
from catalogue.verify.survey import Survey
from engine.rating.techniques import TECHNIQUES

BATCH = 1024  # boards in a message
SLOW_BATCH = 128  # where their puzzles are rated, or are larger than 9x9
LEAST = -(2**63)


class _Verification(Run[Stored, Proof, Proof, Proof]):
    """Tickets are boards by their numbers. Nothing is claimed."""

    def __init__(self, ground: Ground, snapshot: Snapshot) -> None:
        self._ground, self._snapshot = ground, snapshot
        self.survey = Survey()

    def items(self) -> Iterator[Stored]:
        """Read all boards with their puzzles."""
        slow = self._ground.rates_some or self._ground.settings.size > 9
        query = "SELECT id, seed, position, solution FROM boards WHERE id > ? ORDER BY id LIMIT ?"
        before = LEAST
        while rows := self._snapshot.rows(query, (before, SLOW_BATCH if slow else BATCH)):
            numbers, seeds, positions, solutions = zip(*rows, strict=True)
            last = numbers[-1]
            puzzles, further = self._puzzles(before, last) if self._ground.recompute else ({}, [])
            uses = self._uses(puzzles, further) if self._ground.rate else {}
            yield Stored(numbers, seeds, positions, solutions, puzzles, further, uses)
            before = last

    def work(self, item: Stored) -> Proof:
        """Prove them."""
        return prove(self._ground, self._snapshot, item)

    def turn(self, made: Proof) -> Proof:
        """Nothing is claimed."""
        return made

    def finish(self, due: Proof) -> Proof:
        """All is done."""
        return due

    def keep(self, done: Proof) -> None:
        """Take over the proofs."""
        self.survey.add(done)

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


def survey_boards(ground: Ground, snapshot: Snapshot, threads: int, look: Callable[[int], None]) -> Survey:
    """Prove all boards in some threads; `look` is called now and then with how many are done.

    Raises the first failure of any thread.
    """
    run = _Verification(ground, snapshot)
    pipeline.run(run, threads=threads, look=lambda: look(run.survey.boards))
    return run.survey


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
