"""An import from its file to its report."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING

from catalogue.actors.crews import Crews
from catalogue.cluster.opened import opened_pool
from catalogue.errors import CatalogueError
from catalogue.fill.durability import begin_files, check_after_restart
from catalogue.fill.leftovers import clear_leftovers
from catalogue.fill.pipeline import BATCH, SHARE, SLOW_SHARE
from catalogue.fill.stages.filer import filer_of
from catalogue.importing.checker import ImportChecker
from catalogue.importing.claims import Claims
from catalogue.importing.computing import Kernels
from catalogue.importing.job import Job
from catalogue.importing.listing import Found, Listing
from catalogue.importing.proving import forms_of
from catalogue.importing.reader import Reader
from catalogue.importing.recording import source_of
from catalogue.importing.report import ImportProgress, ImportReport, Refusal
from catalogue.importing.writer import ImportWriter
from catalogue.processors import MOST_THREADS, PROCESSORS
from catalogue.rating.grades import Depth
from catalogue.store import Store
from catalogue.store.opening.versions import check_metrics, check_rating
from catalogue.store.writing import forget_unfinished, next_number
from engine.rating.stored import why_unrated

if TYPE_CHECKING:
    from catalogue.cluster.pool import Pool

LISTED = 20  # refusals that a report keeps


def import_puzzles(
    store: Store,
    listing: Listing | Found,
    *,
    depth: Depth = Depth.none,
    threads: int = PROCESSORS,
    workers: str | None = None,
    dry_run: bool = False,
    stop: threading.Event | None = None,
    on_notice: Callable[[str], None] = lambda line: None,
    on_progress: Callable[[ImportProgress], None] = lambda progress: None,
    on_refusals: Callable[[Sequence[Refusal]], None] = lambda refusals: None,
) -> ImportReport:
    """Add the puzzles of a file to a catalogue open for writing, and report what was done.

    New puzzles are those that no symmetry of the catalogue maps to one that it has. Those on new boards get the
    next numbers, the others the next places N.k on their boards. An import of the file that was interrupted is
    continued. Threads compute, or the `workers` of a Dask cluster: "local:4", or the address of a scheduler.
    `on_notice` gets a line about what may take long, and about a worker that is refused or does not answer.
    `on_refusals` is called from another thread with the puzzles that are refused, in the order of the file. A `dry_run`
    leaves its work in a transaction that the caller must not commit. Setting `stop` ends the run early; what is
    finished is committed.

    CatalogueError where the puzzles are of another size than the catalogue's boards, cannot be rated as asked for, or
    cannot be written, where its database is damaged, and where the workers cannot be had.
    """
    begin = time.perf_counter()
    store.check_sound()
    _check(store, listing, depth)
    forget_unfinished(store)
    first = next_number(store)
    source = source_of(store, listing)
    wanted = listing.puzzles - source.position
    settings = store.settings
    symmetry, blocks = settings.symmetry, settings.shape.blocks
    claims = Claims(store, first, lambda puzzles: forms_of(puzzles, symmetry, blocks))
    stop = stop or threading.Event()
    share = SHARE.get(settings.size, SLOW_SHARE if depth is Depth.full else 1)
    if not dry_run:
        clear_leftovers(store, wanted, stop)
        check_after_restart(store, first, stop, on_notice)
        if settings.files and store.board_files:
            begin_files(store.board_files, first, is_durable=store.is_durable)
    listed: list[Refusal] = []

    def keep_refusals(refusals: Sequence[Refusal]) -> None:
        listed.extend(refusals[: LISTED - len(listed)])
        on_refusals(refusals)

    kernels = Kernels(symmetry, blocks, depth)
    with opened_pool(workers, on_notice) as pool:
        job = Job(settings, claims, kernels if pool is None else _remote(kernels, pool), stop)
        crews = Crews(
            stop,
            [partial(Reader, listing, source.position, BATCH // share, job.is_open)],
            [partial(ImportChecker, job)] * (threads if pool is None else MOST_THREADS),
            partial(ImportWriter, store, first, source, listing.puzzles, keep_refusals, dry_run),
            None if dry_run else filer_of(store, first),
        )

        def look() -> None:
            now = crews.writer.committed
            on_progress(ImportProgress(now.looked_at, wanted, now.refused, time.perf_counter() - begin))

        def is_cut() -> bool:
            return crews.writer.written.looked_at < wanted

        def forget() -> None:
            if is_cut() and not dry_run:
                forget_unfinished(store)

        with nullcontext() if dry_run else store.files_are_numbered_in_the_end():
            crews.run(look, forget)
    done = crews.writer.written
    return ImportReport(
        name=listing.name,
        format=listing.found_format,
        skipped=source.position,
        looked_at=done.looked_at,
        new=done.new,
        new_boards=done.new_boards,
        duplicates=done.duplicates,
        unsound=done.unsound,
        refusals=listed,
        boards=first + done.new_boards,
        interrupted=is_cut(),
        clues=crews.writer.clues,
        stages=crews.watch,
        seconds=time.perf_counter() - begin,
    )


def _remote(kernels: Kernels, pool: Pool) -> Kernels:
    from catalogue.importing.remote import RemoteKernels

    return RemoteKernels(kernels, pool)


def _check(store: Store, listing: Listing | Found, depth: Depth) -> None:
    size = store.settings.size
    if listing.size != size:
        raise CatalogueError(
            f"{listing.name} has puzzles of size {listing.size}, and {store.home} holds boards of size {size};"
            " name another --home"
        )
    if depth is not Depth.none and (reason := why_unrated(size)):
        raise CatalogueError(f"{reason}; leave out --rate")
    check_metrics(store)
    if depth is not Depth.none:
        check_rating(store)
