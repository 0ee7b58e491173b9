"""Store puzzles from files.

Every puzzle is proven to have one solution, compared with those in the catalogue, measured and numbered. A puzzle
that is new, up to the symmetry of the catalogue, gets a number: N if its board is new, N.1, N.2, ... if board N is
already stored. Others are refused, with their lines. A missing catalogue is created.

The format of a file is detected from its content and name; it may also be a .gz, a .zip with one file, or UTF-16. A
file catalogue.db merges that catalogue. Titles, authors and other columns are kept. If a line of a file is not a
puzzle, nothing is imported, unless --skip-bad skips the line. Ctrl-C ends an import early and loses nothing; the same
command continues it.

\b
Examples:
  catalogue import puzzles.csv
  catalogue import puzzles.csv --rate full --refused refused.csv
  catalogue import puzzles.csv --symmetry full --home different
  catalogue import puzzles.csv --encoding cp1252 --column givens --skip-bad
  catalogue import other/catalogue.db --dry-run
"""

from __future__ import annotations

import csv
import gc
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from board_catalogue.catalogue.cli.options import (
    DEFAULT_HOME,
    Base,
    Force,
    Home,
    Quiet,
    Rules,
    TextFormat,
    Threads,
    Wait,
    Workers,
    choice,
    rulebook_of,
)
from board_catalogue.catalogue.cli.puzzles import STANDARD_INPUT, kept_standard_input
from board_catalogue.catalogue.cli.terminal import ended_by_ctrl_c, histogram, leave, notice, print_figures, progress
from board_catalogue.catalogue.cli.values import usage_errors
from board_catalogue.catalogue.errors import CatalogueError
from board_catalogue.catalogue.formats import readable
from board_catalogue.catalogue.puzzles.kinds import DEFAULT_DEPTH, DEPTHS_HELP, Depth
from board_catalogue.catalogue.puzzles.numbers import PROCESSORS
from board_catalogue.catalogue.storage.whole_files import check_output, output_file
from board_catalogue.engine.names import SYMMETRIES

if TYPE_CHECKING:
    from board_catalogue.catalogue.runs.importing.checks import Refusal
    from board_catalogue.catalogue.runs.importing.run import ImportReport
    from board_catalogue.catalogue.runs.importing.source import Listing
    from board_catalogue.catalogue.storage.store import Store


@dataclass(frozen=True, kw_only=True)
class Options:
    """Which files to import, and how."""

    files: Annotated[list[Path], typer.Argument(help="Files with puzzles; - for standard input.", metavar="FILE...")]
    input_format: Annotated[
        str | None,
        choice(
            f"Format of the files: {', '.join(readable())}. Default: detected for each.", readable(), metavar="NAME"
        ),
    ] = None
    encoding: Annotated[
        str | None,
        typer.Option(
            help="Encoding of the text, such as cp1252 of Windows. Default: UTF-8; UTF-16 is detected.",
            metavar="NAME",
        ),
    ] = None
    column: Annotated[
        str | None,
        typer.Option(help="Column with the puzzles. Default: by its name, or the one with boards.", metavar="NAME"),
    ] = None
    base: Base = None
    skip_bad: Annotated[
        bool,
        typer.Option(
            "--skip-bad", help="Skip lines that are not puzzles, import the rest, and name each skipped line."
        ),
    ] = False
    rate: Annotated[
        Depth,
        choice(f"Rate the new puzzles: {DEPTHS_HELP}", Depth),
    ] = DEFAULT_DEPTH
    symmetry: Annotated[
        str | None,
        choice(
            "Which puzzles count as the same: rotated and mirrored ones (d4), also with digits renamed (d4+relabel),"
            " also with rows and columns permuted (full). New catalogue: d4.",
            SYMMETRIES,
        ),
    ] = None
    rules: Rules = None
    refused: Annotated[
        Path | None,
        typer.Option(help="Write every puzzle that is refused to this CSV file, with its line.", metavar="FILE"),
    ] = None
    force: Force = False
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Report what would be done, and change nothing.")] = False
    threads: Threads = PROCESSORS
    format: TextFormat = "text"
    quiet: Quiet = False
    workers: Workers = None
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME


def run(options: Options) -> None:
    """Import the files one after another. After Ctrl-C the program ends with 130."""
    from board_catalogue.catalogue.runs.cluster import scheduler_of
    from board_catalogue.catalogue.runs.importing.source import FileForm, survey
    from board_catalogue.catalogue.runs.opening import check_not_itself
    from board_catalogue.catalogue.storage.store import database_at

    if options.quiet and options.format == "json":
        raise typer.BadParameter("--quiet prints nothing: leave out --format json")
    if options.files.count(STANDARD_INPUT) > 1:
        raise typer.BadParameter("the standard input can be imported only once")
    check_output(options.refused, force=options.force)
    # Statements with a thousand keys leave garbage in cycles, a hundred megabytes in a million lines.
    gc.set_threshold(10_000)
    with kept_standard_input(
        next(filter(STANDARD_INPUT.__eq__, options.files), options.files[0]), options.input_format
    ):
        for path in options.files:
            check_not_itself(options.home, path)
        form = FileForm(
            format=options.input_format,
            encoding=options.encoding,
            column=options.column,
            base=options.base,
            skip_bad=options.skip_bad,
        )
        listings = [survey(path, form) for path in options.files]
        for listing in listings[1:]:
            if listing.size != listings[0].size:
                raise CatalogueError(
                    f"{listing.name} has puzzles of size {listing.size}, and {listings[0].name} of size"
                    f" {listings[0].size}; import them into catalogues of their own"
                )
        is_new = not database_at(options.home).exists()
        ruled = next((listing for listing in listings if listing.has_rules), None)
        if ruled and not options.rules and is_new:
            raise CatalogueError(f"{ruled.name} has variants: name the rules of all of them with --rules")
        if options.rules:
            rulebook_of(options.rules, listings[0].size, None)
        with _store(options, listings) as store, scheduler_of(options.workers) as scheduler:
            symmetry = store.settings.symmetry
            reports = list(_reports(store, listings, options, scheduler))
    if not options.quiet:
        _print_report(reports, options)
        if is_new and options.symmetry is None and options.format == "text":
            print(_symmetry_taken(symmetry))
    if reports[-1].interrupted:
        leave()


def _reports(
    store: Store, listings: Sequence[Listing], options: Options, scheduler: str | None
) -> Iterator[ImportReport]:
    """Import the files until one is interrupted."""
    from board_catalogue.catalogue.runs.importing.run import import_puzzles

    with ended_by_ctrl_c() as stop, _refusals(options) as refuse, progress("puzzles", quiet=options.quiet) as show:
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
                on_notice=notice,
                on_refusals=partial(refuse, listing.name),
            )
            yield report
            if report.interrupted:
                return


@contextmanager
def _store(options: Options, listings: Sequence[Listing]) -> Iterator[Store]:
    """The catalogue; BadParameter if it compares puzzles in another way."""
    from board_catalogue.catalogue.runs.opening import Choices, opened_to_import
    from board_catalogue.catalogue.storage.store import Store

    blocks = None if options.rules else next((listing.blocks for listing in listings if listing.blocks), None)
    choices = Choices(size=listings[0].size, blocks=blocks, symmetry=options.symmetry, rules=options.rules)
    opener = partial(Store.write, wait=options.wait, on_wait=notice)
    with ExitStack() as stack:
        opened = opened_to_import(options.home, choices, opener=opener, dry_run=options.dry_run)
        with usage_errors():
            store = stack.enter_context(opened)
        yield store


@contextmanager
def _refusals(options: Options) -> Iterator[Callable[[str, Sequence[Refusal]], None]]:
    """Give a function that writes what is refused to the file of --refused, if there is one."""
    if options.refused is None:
        yield lambda name, refusals: None
        return
    from board_catalogue.catalogue.runs.importing.checks import Refusal

    with output_file(options.refused, force=options.force) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("source", *Refusal._fields))
        yield lambda name, refusals: writer.writerows((name, *refusal) for refusal in refusals)


# --- What it prints at its end -------------------------------------------------------------------------------------


def _print_report(reports: Sequence[ImportReport], options: Options) -> None:
    """Print what was done with each file, as text or as JSON."""
    if options.format == "json":
        print(json.dumps([_data(report) for report in reports], indent=2))
        return
    for place, report in enumerate(reports):
        print(("\n" if place else "") + f"{report.name} ({report.format})")
        _print_one(report, options)


def _symmetry_taken(symmetry: str) -> str:
    others = " or ".join(f"--symmetry {each}" for each in SYMMETRIES if each != symmetry)
    return f"\nThe new catalogue compares puzzles up to {symmetry};\nmake it with {others} for another comparison."


def _data(report: ImportReport) -> dict[str, object]:
    refusals = [refusal._asdict() for refusal in report.refusals]
    return vars(report) | {"clues": dict(sorted(report.clues.items())), "refusals": refusals}


def _print_one(report: ImportReport, options: Options) -> None:
    skipped = [("looked at before", f"{report.skipped:,}")] if report.skipped else []
    print_figures(
        [
            *skipped,
            ("puzzles looked at", f"{report.looked_at:,}"),
            ("new", f"{report.new:,}"),
            ("  on new boards", f"{report.new_boards:,}"),
            ("  on boards already there", f"{report.new - report.new_boards:,}"),
            ("duplicates refused", f"{report.duplicates:,}"),
            ("refused without one solution", f"{report.unsound:,}"),
            *([("skipped, not puzzles", f"{report.unreadable:,}")] if options.skip_bad else []),
            ("boards in total", f"{report.boards:,}"),
            ("seconds", f"{report.seconds:.2f}"),
            ("puzzles per second", f"{report.looked_at / report.seconds:,.0f}"),
        ]
    )
    if report.clues:
        print("\n" + histogram(report.clues, "clues"))
    if report.refusals:
        print()
        for refusal in report.refusals:
            print(_sentence(refusal))
        if more := report.duplicates + report.unsound + report.unreadable - len(report.refusals):
            where = f"are in {options.refused}" if options.refused else "are listed with --refused FILE"
            print(f"{more:,} more {where}")
    if options.dry_run:
        print("\nDry run: nothing was changed.")
    elif report.interrupted:
        print("\nInterrupted; the same command continues from here.")


def _sentence(refusal: Refusal) -> str:
    if refusal.number is not None:
        return f"line {refusal.line}: the same as puzzle {refusal.number}"
    return f"line {refusal.line}: {refusal.reason}"
