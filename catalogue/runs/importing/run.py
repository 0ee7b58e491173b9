"""Import existing puzzles: proven, compared, rated, measured and numbered, as a fill does.

A file is read to its end once before its import begins. So nothing is imported from a file that cannot be read,
and the import knows how many puzzles are to come.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ....engine.reading.tables import Given
from ....engine.shape import Shape
from ...errors import CatalogueError
from ...formats import rules_of
from ...puzzles.columns import number_of
from ...puzzles.game import Game, Own, chosen_of
from ...puzzles.kinds import Depth
from ...puzzles.stored import from_lines, rows_of
from ...storage.store import Store
from ...storage.writing import check_metrics, check_scales, forget_unfinished, next_number
from ..filling import BATCH, RULED_BATCH, SHARE, SLOW_SHARE
from ..how import HowToImport
from ..keeping import KeptRun, carried_out, prepare_files
from ..making import Measured, puzzle_rows
from ..pipeline import Part
from .checks import (
    DUPLICATE,
    UNSOUND,
    Claim,
    Claims,
    ImportRows,
    Proven,
    Refusal,
    Row,
    Source,
    Values,
    details_of,
    is_kept,
    join,
    proof,
    proven,
    source_of,
    values,
    write_rows,
)
from .source import CATALOGUE, Batch, Found, Listing

if TYPE_CHECKING:
    from ..workers import Pool

LISTED = 20  # refusals that a report keeps


# --- Reports ---


@dataclass(frozen=True)
class ImportProgress:
    """A running import: how many puzzles of how many are done and committed, and how many of them were refused."""

    done: int
    wanted: int
    refused: int
    seconds: float


@dataclass(frozen=True)
class ImportReport:
    """The result of an import of one file."""

    name: str
    format: str
    skipped: int
    """Puzzles that an earlier import of the file, which was interrupted, had looked at."""
    looked_at: int
    new: int
    new_boards: int
    """Boards that were not in the catalogue; the other new puzzles are further ones of boards that were."""
    duplicates: int
    unsound: int
    """Puzzles without exactly one solution, or with another one than the file says."""
    unreadable: int
    """Lines that are not puzzles; with the field `strict` the first one is an error."""
    refusals: Sequence[Refusal]
    """The first refusals, and the first lines that are not puzzles, of which `on_notice` gets each."""
    boards: int
    """In the catalogue now; a dry run counts those that it would have added."""
    interrupted: bool
    clues: Counter[int]
    stages: Counter[str]
    seconds: float
    ruled: int = 0
    """New puzzles with rules of their own."""
    unrated: int = 0
    """New puzzles whose rules have no rating, if one was asked for."""
    added: Mapping[str, int] = field(default_factory=dict)
    """Additions to puzzles that were there, counted by kind: sources, ratings, scores, textbook counts, tags."""
    differing: Sequence[str] = ()
    """The first values of this source that differ from those of puzzles that were there, which stay."""

    def data(self) -> dict[str, object]:
        """Return the figures for programs."""
        refusals = [refusal._asdict() for refusal in self.refusals]
        return vars(self) | {"clues": dict(sorted(self.clues.items())), "refusals": refusals}


_COUNTS = ("looked_at", "new", "new_boards", "duplicates", "unsound", "unreadable", "ruled", "unrated")

# --- The run ---


def import_puzzles(store: Store, listing: Listing | Found, how: HowToImport) -> ImportReport:
    """Add the puzzles of a file to a catalogue open for writing, and report what was done.

    New puzzles are those that no symmetry of the catalogue maps to one that it has. Those on new boards get the
    next numbers, the others the next places N.k on their boards. An import of the file that was interrupted is
    continued. `on_progress` gets an `ImportProgress`.

    CatalogueError if the puzzles are of another size than the catalogue's boards, cannot be rated as asked for, or
    cannot be written, if its database is damaged, or if the workers are not available.
    """
    begin = time.perf_counter()
    _check(store, listing, how.depth)
    forget_unfinished(store)
    source = source_of(store, listing)
    if not how.dry_run:
        prepare_files(store, next_number(store), listing.puzzles - source.position, how)
    with nullcontext() if how.dry_run else store.files_are_numbered_in_the_end():
        run = carried_out(partial(_Import, store, listing, source, how), how, begin)
    if run.unkept:
        how.on_notice(
            f"{listing.name}: {run.unkept:,} puzzles came with texts that hold NUL or half of a surrogate pair;"
            " U+FFFD stands in its place"
        )
    return run.report(time.perf_counter() - begin)


@dataclass(frozen=True)
class _Claimed:
    """Puzzles that have one solution, and the number of each."""

    found: Proven
    claims: list[Claim]

    def cut(self, rows: Sequence[int]) -> list[_Claimed]:
        """Cut the batch before each of these rows."""
        claims = [self.claims[slice(*ends)] for ends in pairwise([0, *rows, len(self.claims)])]
        return list(map(_Claimed, self.found.cut(rows), claims))


class _Import(KeptRun[Batch, Proven, _Claimed, ImportRows]):
    """Tickets are batches of a file, in its order."""

    def __init__(
        self, store: Store, listing: Listing | Found, source: Source, how: HowToImport, pool: Pool | None
    ) -> None:
        super().__init__(store, pool, files=not how.dry_run, commits=not how.dry_run)
        settings = store.settings
        self._listing, self._source, self._how = listing, source, how
        self._existing = next_number(store)
        share = SHARE.get(settings.size, SLOW_SHARE if how.depth in (Depth.all, Depth.full) else 1)
        self._batch = RULED_BATCH if listing.has_rules or settings.game.is_slow else BATCH // share
        self._game = settings.game
        self._symmetry = settings.symmetry
        self._claims = Claims(store, self._existing)
        self.unkept = 0
        self._listed: list[Refusal] = []
        self._faults: list[Refusal] = []
        self._added: Counter[str] = Counter()
        self._differing: list[str] = []

    def items(self) -> Iterator[Batch]:
        batches = self._listing.batches(self._source.position, self._batch)
        while True:
            with self.watch.timed("read"):
                batch = next(batches, None)
            if batch is None:
                return
            yield batch

    def work(self, item: Batch) -> Proven:
        puzzles = from_lines([record.puzzle for record in item.records])
        own, others = own_of(self._game, item.records)
        found = self.computed(proof, self._game, self._symmetry, puzzles, own)
        return proven(item, puzzles, own, found, others)

    def turn(self, made: Proven) -> _Claimed:
        with self.watch.timed("claim"):
            return _Claimed(made, self._claims.claim(made.board_keys, made.forms))

    def finish(self, due: _Claimed) -> ImportRows | Part[_Claimed, ImportRows]:
        """Rate and measure the new puzzles, up to the first for which there is no time."""
        new = [row for row, claim in enumerate(due.claims) if claim.is_new]
        given = due.found.puzzles[new], chosen_of(due.found.own, new)
        found = self.computed(values, self._game, self._how.depth, *given)
        done = len(found.metrics)
        if done == len(new):
            return self._rows(due, new, found)
        now, *rest = due.cut(new[done::done])
        return Part(self._rows(now, new[:done], found), rest)

    def _rows(self, due: _Claimed, new: Sequence[int], values: Values) -> ImportRows:
        found, known = due.found, due.found.batch.known
        with self.watch.timed("rows"):
            rows = [
                Row(claim.board, claim.place, record.line, details_of(record.columns), known.get(record.line))
                for record, claim in zip(found.records, due.claims, strict=True)
            ]
            duplicates = [
                Refusal(record.line, DUPLICATE, number_of(claim.board, claim.place), record.puzzle)
                for record, claim in zip(found.records, due.claims, strict=True)
                if not claim.is_new
            ]
            clues, own = found.puzzles[new], chosen_of(found.own, new)
            measured = Measured(clues[:0], clues, values.minimal, values.metrics, own=own)
            return ImportRows(
                end=found.batch.start + len(found.batch.records),
                new=[rows[row] for row in new],
                met=[row for row, claim in zip(rows, due.claims, strict=True) if not claim.is_new],
                puzzles=puzzle_rows(measured, self._game, rows_of(values.ratings, values.scores, values.rated)),
                solutions=[found.solutions[row] for row in new],
                refusals=sorted([*found.refusals, *duplicates], key=lambda refusal: refusal.line),
                unkept=sum(not is_kept(found.records[row].columns) for row in new),
                unrated=values.unrated,
            )

    def keep(self, done: ImportRows) -> None:
        """Write new puzzles, and hand on what was refused."""
        kinds = {DUPLICATE: "duplicates", **dict.fromkeys(UNSOUND, "unsound")}
        solutions = list(done.boards.values())
        counts = {
            **Counter(kinds.get(refusal.reason, "unreadable") for refusal in done.refusals),
            "refused": len(done.refusals),
            "looked_at": done.end - self._source.position - self.keeper.written["looked_at"],
            "new": len(done.new),
            "new_boards": len(solutions),
            "ruled": sum(names is not None for names in done.puzzles.rules or ()),
            "unrated": done.unrated,
        }
        self.keeper.keep(partial(self._record, done, done.end == self._listing.puzzles), counts, from_lines(solutions))
        self.count_clues(done.puzzles.tally)
        self.unkept += done.unkept
        for refusal in done.refusals:
            listed = self._faults if refusal.is_fault else self._listed
            if len(listed) < LISTED:
                listed.append(refusal)
                if refusal.is_fault:
                    self._how.on_notice(f"{self._listing.name}: line {refusal.line}: {refusal.reason}")
        self._how.on_refusals(self._listing.name, done.refusals)

    def _record(self, done: ImportRows, is_all: bool) -> range:
        """Keep the rows of a batch, and add to puzzles that were there what they lack."""
        numbers = write_rows(self._store, self._source, done, is_all)
        joined = join(self._store, self._source.id, done.met)
        self._added += joined.added
        self._differing += joined.differing[: LISTED - len(self._differing)]
        return numbers

    def progress(self, seconds: float) -> ImportProgress:
        now = self.keeper.committed
        return ImportProgress(now["looked_at"], self._wanted, now["refused"], seconds)

    @property
    def _wanted(self) -> int:
        return self._listing.puzzles - self._source.position

    @property
    def is_cut(self) -> bool:
        return self.keeper.written["looked_at"] < self._wanted

    def report(self, seconds: float) -> ImportReport:
        counts: dict[str, Any] = {name: self.keeper.written[name] for name in _COUNTS}
        return ImportReport(
            name=self._listing.name,
            format=self._listing.found_format,
            skipped=self._source.position,
            **counts,
            refusals=sorted([*self._listed, *self._faults], key=lambda refusal: refusal.line),
            boards=self._existing + counts["new_boards"],
            interrupted=self.is_cut,
            clues=self.clues,
            stages=self.watch,
            seconds=seconds,
            added=dict(self._added),
            differing=self._differing,
        )


# --- Its parts ---


def _check(store: Store, listing: Listing | Found, depth: Depth) -> None:
    """Errors as from `import_puzzles`, before anything is changed."""
    store.check_sound()
    settings = store.settings
    size = settings.size
    if listing.size != size:
        raise CatalogueError(
            f"{listing.name} has puzzles of size {listing.size}, and {store.home} holds boards of size {size};"
            " name another --home"
        )
    if listing.blocks not in (None, settings.shape.blocks):
        raise CatalogueError(
            f"{listing.name} has puzzles of {Shape.of(size, listing.blocks)}, and {store.home} holds boards of"
            f" {settings.shape}; name another --home"
        )
    if depth is not Depth.none and (reason := settings.why_unfilled(depth)):
        raise CatalogueError(f"{reason}; leave out --rate")
    _check_rules(store, listing)
    check_metrics(store)
    check_scales(store, Depth.all if listing.found_format == CATALOGUE else depth)  # whose ratings are kept


def _check_rules(store: Store, listing: Listing | Found) -> None:
    """CatalogueError, with its line, for the first puzzle that does not obey the shared rules.

    If such puzzles are skipped, only if all are.
    """
    if not listing.has_rules:
        return
    for batch in listing.batches(0, BATCH):
        others = own_of(store.settings.game, batch.records)[1]
        if listing.skips and len(others) < len(batch.records):
            return
        for line, reason in others.items():
            rules = f" with --rules {store.settings.rules}" if store.settings.rules else ""
            advice = "name another --home" if listing.skips else "name another --home, or leave out --strict"
            raise CatalogueError(f"{listing.name}: line {line}: {reason}; {store.home} is a catalogue{rules}; {advice}")


def own_of(game: Game, records: Sequence[Given]) -> tuple[Own, dict[int, str]]:
    """Return the rules that each record has besides the rules of all, and the lines that lack the rules of all."""
    texts = list(map(rules_of, records))
    if not any(texts):
        return None, {}
    own: list[str | None] = []
    others: dict[int, str] = {}
    for record, text in zip(records, texts, strict=True):
        try:
            own.append(game.own_of(text))
        except ValueError as error:
            own.append(None)
            others[record.line] = str(error)
    return own, others
