"""The second stage of an import: puzzles are proven and compared; new ones are rated and measured."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

import engine
from catalogue.actors.actor import Actor
from catalogue.actors.ticket_queue import TicketQueue, Turnstile
from catalogue.fill.finishing import puzzle_rows
from catalogue.formats.board_file import board_texts
from catalogue.formats.digits import from_lines
from catalogue.importing.claims import Claim
from catalogue.importing.job import Job
from catalogue.importing.listing import Batch
from catalogue.importing.proving import Proven, prove
from catalogue.importing.recording import ImportRows
from catalogue.importing.report import DUPLICATE, Refusal
from catalogue.puzzle_numbers import number_of
from catalogue.rating.rows import CEILINGS


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
        """Check batches until there are no more. Every ticket is passed on: the writer waits for each in turn."""
        while (message := self._inbox.get()) is not None:
            ticket, batch = message
            proven = prove(batch, self._job.settings, self.watch)
            with self._turnstile.turn(ticket):
                claims = self._claim(proven) if self._job.is_open() else None
            self._outbox.put(ticket, None if claims is None else self._finish(proven, claims))

    def _claim(self, proven: Proven) -> list[Claim]:
        with self.watch.timed("claim"):
            return self._job.claims.claim(proven.board_keys, proven.forms)

    def _finish(self, proven: Proven, claims: list[Claim]) -> Checked:
        new = [row for row, claim in enumerate(claims) if claim.is_new]
        duplicates = [
            Refusal(record.line, DUPLICATE, number_of(claim.board, claim.place), record.puzzle)
            for record, claim in zip(proven.records, claims, strict=True)
            if not claim.is_new
        ]
        rows = self._rows(proven, claims, new)
        with self.watch.timed("rows"):
            boards = rows.board_solutions if self._job.settings.files else []
            files = board_texts(from_lines(boards)) if boards else []
        refusals = sorted([*proven.refusals, *duplicates], key=lambda refusal: refusal.line)
        return Checked(proven.batch.start + len(proven.batch.records), rows, files, refusals)

    def _rows(self, proven: Proven, claims: list[Claim], new: list[int]) -> ImportRows:
        puzzles, blocks = proven.puzzles[new], self._job.settings.shape.blocks
        with self.watch.timed("rate"):
            depth = self._job.depth
            ratings = engine.rate(puzzles, blocks=blocks, ceiling=CEILINGS[depth]) if self._job.rates else None
        with self.watch.timed("measure"):
            minimal = engine.minimal(puzzles, blocks=blocks) if len(new) else np.ones(0, np.bool_)
            measured = engine.measure(puzzles, blocks=blocks)
        with self.watch.timed("rows"):
            first = [row for row in new if claims[row].place == 0]
            return ImportRows(
                board_solutions=[proven.solutions[row] for row in first],
                board_ids=[claims[row].board for row in new],
                places=[claims[row].place for row in new],
                solutions=[proven.solutions[row] if claims[row].place else None for row in new],
                lines=[proven.records[row].line for row in new],
                details=[_details(proven.records[row].columns) for row in new],
                puzzles=puzzle_rows(puzzles, blocks, minimal, measured, ratings),
            )


def _details(columns: object) -> str | None:
    return json.dumps(columns, ensure_ascii=False) if columns else None
