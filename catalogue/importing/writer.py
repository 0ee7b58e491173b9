"""The last stage of an import: one thread that inserts rows, which numbers the puzzles."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from catalogue.actors.ticket_queue import TicketQueue
from catalogue.fill.stages.writer import BatchWriter
from catalogue.importing.checker import Checked
from catalogue.importing.recording import Source, record_import
from catalogue.importing.report import DUPLICATE, Refusal
from catalogue.store import Store
from catalogue.store.writing import further_puzzles


@dataclass(frozen=True)
class Imported:
    """Sums over the puzzles that an import has looked at."""

    looked_at: int = 0
    new: int = 0
    new_boards: int = 0
    duplicates: int = 0
    unsound: int = 0

    @property
    def refused(self) -> int:
        """Puzzles that were not imported."""
        return self.duplicates + self.unsound


class ImportWriter(BatchWriter[Checked, Imported]):
    """Writes new puzzles, and hands on what was refused, in the order of the file. A dry run keeps nothing."""

    def __init__(
        self,
        store: Store,
        first: int,
        source: Source,
        puzzles: int,
        on_refusals: Callable[[Sequence[Refusal]], None],
        dry: bool,
        inbox: TicketQueue[Checked | None],
        on_end: Callable[[BaseException | None], None],
    ) -> None:
        """`first` is the next number of a board, `puzzles` how many the source has."""
        super().__init__(store, first, Imported(), inbox, on_end)
        self._source, self._puzzles, self._on_refusals, self._dry = source, puzzles, on_refusals, dry
        self._next_puzzle = first + further_puzzles(store)
        self._looked_at = source.position

    def _write(self, batch: Checked) -> None:
        rows = batch.rows
        with self.watch.timed("rows"):
            is_all = batch.end == self._puzzles
            record_import(self._store, self._source, self._next, self._next_puzzle, batch.end, is_all, rows)
        self._next += len(rows.board_solutions)
        self._next_puzzle += len(rows.board_ids)
        self._on_refusals(batch.refusals)
        self._add_up(batch)

    def _add_up(self, batch: Checked) -> None:
        sums, rows = self.written, batch.rows
        duplicates = sum(refusal.reason == DUPLICATE for refusal in batch.refusals)
        self.written = Imported(
            batch.end - self._source.position,
            sums.new + len(rows.board_ids),
            sums.new_boards + len(rows.board_solutions),
            sums.duplicates + duplicates,
            sums.unsound + len(batch.refusals) - duplicates,
        )
        self.clues.update({value: count for metric, value, count in rows.puzzles.tally if metric == "clues"})

    def _commit(self) -> None:
        if self._dry:
            self.committed = self.written
        else:
            super()._commit()
