"""`catalogue import`: store puzzles from files."""

import csv
import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial

import typer

from catalogue.cli.commands.import_ import Options
from catalogue.cli.opening import open_to_write
from catalogue.cli.runs.import_report import print_report
from catalogue.cli.standard_input import STANDARD_INPUT, kept_standard_input
from catalogue.cli.terminal import Show
from catalogue.cli.terminal.interruption import ended_by_ctrl_c, leave
from catalogue.cli.terminal.progress import progress
from catalogue.cluster.opened import scheduler_of
from catalogue.errors import CatalogueError
from catalogue.importing import ImportReport, Listing, Refusal, import_puzzles, survey
from catalogue.library.new_catalogue import Choices, DifferentCatalogue
from catalogue.library.opening import check_not_itself, opened_to_import
from catalogue.store import Store
from catalogue.whole_files import check_output, output_file


def run(options: Options) -> None:
    """Import the files one after another. After Ctrl-C the program ends with 130."""
    if options.quiet and options.report == "json":
        raise typer.BadParameter("--quiet prints nothing: leave out --report json")
    if options.files.count(STANDARD_INPUT) > 1:
        raise typer.BadParameter("the standard input can be imported only once")
    check_output(options.refused, force=options.force)
    # Statements with a thousand keys leave garbage in cycles, a hundred megabytes in a million lines.
    gc.set_threshold(10_000)
    with kept_standard_input(next(filter(STANDARD_INPUT.__eq__, options.files), options.files[0]), options.format):
        for path in options.files:
            check_not_itself(options.home, path)
        listings = [survey(path, options.format) for path in options.files]
        for listing in listings[1:]:
            if listing.size != listings[0].size:
                raise CatalogueError(
                    f"{listing.name} has puzzles of size {listing.size}, and {listings[0].name} of size"
                    f" {listings[0].size}; import them into catalogues of their own"
                )
        with _store(options, listings[0].size) as store, scheduler_of(options.workers) as scheduler:
            reports = list(_reports(store, listings, options, scheduler))
    if not options.quiet:
        print_report(reports, options)
    if reports[-1].interrupted:
        leave()


def _reports(
    store: Store, listings: Sequence[Listing], options: Options, scheduler: str | None
) -> Iterator[ImportReport]:
    """Import the files until one is interrupted."""
    with ended_by_ctrl_c() as stop, _refusals(options) as refuse, _progress(options.quiet) as show:
        for listing in listings:
            report = import_puzzles(
                store,
                listing,
                depth=options.rate,
                threads=options.threads,
                workers=scheduler,
                dry_run=options.dry_run,
                stop=stop,
                on_progress=lambda now: show(now.done, now.wanted, now.seconds, f"{now.refused:,} refused"),
                on_notice=lambda line: print(line, file=sys.stderr, flush=True),
                on_refusals=partial(refuse, listing.name),
            )
            yield report
            if report.interrupted:
                return


@contextmanager
def _store(options: Options, size: int) -> Iterator[Store]:
    """The catalogue; BadParameter where it compares puzzles in another way."""
    choices = Choices(size=size, symmetry=options.symmetry)
    opener = partial(open_to_write, wait=options.wait)
    with ExitStack() as stack:
        opened = opened_to_import(options.home, choices, opener=opener, dry_run=options.dry_run)
        try:
            store = stack.enter_context(opened)
        except DifferentCatalogue as error:
            raise typer.BadParameter(f"{error}; name another --home") from None
        yield store


@contextmanager
def _refusals(options: Options) -> Iterator[Callable[[str, Sequence[Refusal]], None]]:
    """Give a function that writes what is refused to the file of --refused, where there is one."""
    if options.refused is None:
        yield lambda name, refusals: None
        return
    with output_file(options.refused, force=options.force) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("source", *Refusal._fields))
        yield lambda name, refusals: writer.writerows((name, *refusal) for refusal in refusals)


@contextmanager
def _progress(quiet: bool) -> Iterator[Show]:
    if quiet:
        yield lambda done, wanted, seconds, remark: None
    else:
        with progress("puzzles") as show:
            yield show
