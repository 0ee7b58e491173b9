"""The second stage of an import: puzzles are proven and compared; new ones are rated and measured."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from catalogue.actors.actor import Actor
from catalogue.actors.ticket_queue import TicketQueue, Turnstile
from catalogue.fill.finishing import puzzle_rows
from catalogue.formats.board_file import board_texts
from catalogue.formats.digits import from_lines
from catalogue.importing.claims import Claim
from catalogue.importing.job import Job
from catalogue.importing.listing import Batch
from catalogue.importing.proving import Proven, proven
from catalogue.importing.recording import ImportRows
from catalogue.importing.report import DUPLICATE, Refusal
from catalogue.puzzle_numbers import number_of


@dataclass(frozen=True)
class Checked:
    """A batch with the rows of its new puzzles, the files of its new boards, and what was refused, by line."""

    end: int
    rows: ImportRows
    files: Sequence[bytes]
    refusals: list[Refusal]


class ImportChecker(Actor):
    """Proves batches, claims what is new in the order of the tickets, then rates and measures."""

    def __init__(
        self,
        job: Job,
        turnstile: Turnstile,
        inbox: TicketQueue[Batch],
        outbox: TicketQueue[Checked | None],
        on_end: Callable[[BaseException | None], None],
    ) -> None:
        super().__init__(on_end)
        self._job, self._turnstile, self._inbox, self._outbox = job, turnstile, inbox, outbox

    def work(self) -> None:
        """Check batches until there are no more. Every ticket is passed on: the next stage waits for each in turn."""
        while (message := self._inbox.get()) is not None:
            ticket, batch = message
            found = self._prove(batch)
            with self._turnstile.turn(ticket):
                claims = self._claim(found) if self._job.is_open() else None
            self._outbox.put(ticket, None if claims is None else self._finish(found, claims))

    def _prove(self, batch: Batch) -> Proven:
        puzzles = from_lines([record.puzzle for record in batch.records])
        return proven(batch, puzzles, self._job.kernels.proof(puzzles, self.watch))

    def _claim(self, found: Proven) -> list[Claim]:
        with self.watch.timed("claim"):
            return self._job.claims.claim(found.board_keys, found.forms)

    def _finish(self, found: Proven, claims: list[Claim]) -> Checked:
        new = [row for row, claim in enumerate(claims) if claim.is_new]
        duplicates = [
            Refusal(record.line, DUPLICATE, number_of(claim.board, claim.place), record.puzzle)
            for record, claim in zip(found.records, claims, strict=True)
            if not claim.is_new
        ]
        rows = self._rows(found, claims, new)
        with self.watch.timed("rows"):
            boards = rows.board_solutions if self._job.settings.files else []
            files = board_texts(from_lines(boards)) if boards else []
        refusals = sorted([*found.refusals, *duplicates], key=lambda refusal: refusal.line)
        return Checked(found.batch.start + len(found.batch.records), rows, files, refusals)

    def _rows(self, found: Proven, claims: list[Claim], new: list[int]) -> ImportRows:
        puzzles, blocks = found.puzzles[new], self._job.settings.shape.blocks
        values = self._job.kernels.values(puzzles, self.watch)
        with self.watch.timed("rows"):
            first = [row for row in new if claims[row].place == 0]
            return ImportRows(
                board_solutions=[found.solutions[row] for row in first],
                board_ids=[claims[row].board for row in new],
                places=[claims[row].place for row in new],
                solutions=[found.solutions[row] if claims[row].place else None for row in new],
                lines=[found.records[row].line for row in new],
                details=[_details(found.records[row].columns) for row in new],
                puzzles=puzzle_rows(puzzles, blocks, values.minimal, values.metrics, values.ratings),
            )


def _details(columns: object) -> str | None:
    return json.dumps(columns, ensure_ascii=False) if columns else None
