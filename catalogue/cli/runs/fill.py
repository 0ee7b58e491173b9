"""`catalogue fill`: generate boards and store them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import typer

from catalogue.cli.commands.fill import GAVE_UP, MAX_TRIES, TRIES_EACH, Options
from catalogue.cli.opening import open_to_write
from catalogue.cli.options import ADD_BLOCKS, shape_of
from catalogue.cli.puzzle_kinds import chosen_techniques
from catalogue.cli.runs.fill_report import print_report
from catalogue.cli.terminal import Show
from catalogue.cli.terminal.interruption import ended_by_ctrl_c, leave
from catalogue.cli.terminal.progress import progress
from catalogue.fill import FillReport, FillRequest, Progress, fill
from catalogue.home import with_files
from catalogue.library.new_catalogue import Choices, DifferentCatalogue
from catalogue.library.opening import open_to_fill
from catalogue.rating.grades import DEFAULT_DEPTH, Depth
from catalogue.rating.target import Kind
from catalogue.store import Store
from engine.batch.carving import EFFORT
from engine.board.shape import NoUsualBlocks
from engine.rating.grades import Grade


def run(options: Options) -> int:
    """Fill the catalogue, and return the exit status. After Ctrl-C the program ends with 130."""
    quotas = _quotas(options)
    if [options.count is None, options.total is None, not quotas].count(False) != 1:
        raise typer.BadParameter("give one of --count, --total and --grade GRADE=N")
    kind = _kind(options)
    _check_fitting(options, kind)
    depth = Depth.full if kind else options.rate or DEFAULT_DEPTH
    request = _request(options, quotas, depth, kind)
    with _opened(options, request) as store:
        settings = store.settings
        report = _fill(store, options, request)
    if not options.quiet:
        print_report(report, options, settings)
    if report.interrupted:
        leave()
    return GAVE_UP if report.given_up else 0


def _opened(options: Options, request: FillRequest) -> Store:
    """The catalogue; BadParameter for options that do not suit it."""
    choices = Choices(
        size=options.size,
        blocks=shape_of(options.size, options.blocks).blocks if options.blocks else None,
        symmetry=options.symmetry,
        method=options.method,
        sampling=options.sampling,
        files=options.files,
    )
    opener = partial(open_to_write, wait=options.wait)
    try:
        home = with_files(options.home, options.files_in or options.files)
        return open_to_fill(home, choices, request, opener=opener, durable=options.durable)
    except DifferentCatalogue as error:
        raise typer.BadParameter(f"{error}; name another --home") from None
    except NoUsualBlocks as error:
        raise typer.BadParameter(error.advised(ADD_BLOCKS)) from None
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def _request(options: Options, quotas: dict[Grade, int], depth: Depth, kind: Kind | None) -> FillRequest:
    return FillRequest(
        boards=quotas or options.count,
        total=options.total,
        seed=options.seed,
        clues=options.clues,
        effort=options.effort or EFFORT,
        pattern=options.pattern,
        rate=depth,
        kind=kind,
        strict=options.strict,
        max_tries=(options.max_tries or _most_tries(options, quotas)) if kind or options.strict else None,
        generators=options.generators,
        checkers=options.checkers,
        workers=options.workers,
    )


def _fill(store: Store, options: Options, request: FillRequest) -> FillReport:
    with ended_by_ctrl_c() as stop, _progress(options.quiet) as show:
        return fill(
            store,
            request,
            stop=stop,
            on_progress=lambda now: show(now.written, now.wanted, now.seconds, _refused(now)),
            on_notice=lambda line: print(line, file=sys.stderr, flush=True),
        )


def _most_tries(options: Options, quotas: dict[Grade, int]) -> int:
    return max(MAX_TRIES, TRIES_EACH * (options.count or options.total or sum(quotas.values())))


@contextmanager
def _progress(quiet: bool) -> Iterator[Show]:
    if quiet:
        yield lambda done, wanted, seconds, remark: None
    else:
        with progress("boards") as show:
            yield show


def _refused(now: Progress) -> str:
    skipped = f", {now.unwanted:,} skipped" if now.unwanted else ""
    return f"{now.duplicates:,} duplicates{skipped}"


# --- What is asked for --------------------------------------------------------------------------------------------


def _quotas(options: Options) -> dict[Grade, int]:
    """How many puzzles of each grade to add, where the options say so; BadParameter where they say it of some only."""
    goals = options.grade or []
    quotas = {goal.grade: goal.number for goal in goals if goal.number is not None}
    if quotas and len(quotas) < len(goals):
        raise typer.BadParameter("give every --grade a number of its own, or none; and each grade once")
    return quotas


def _kind(options: Options) -> Kind | None:
    """The kind of puzzle to store; BadParameter for one that does not exist."""
    grades = tuple(dict.fromkeys(goal.grade for goal in options.grade or ()))
    if not grades and not options.technique:
        return None
    try:
        return Kind(grades, chosen_techniques("--technique", options.technique))
    except ValueError as error:
        raise typer.BadParameter(f"--grade and --technique exclude each other: {error}") from None


def _check_fitting(options: Options, kind: Kind | None) -> None:
    """BadParameter for options that do not go with each other."""
    if options.strict and options.clues is None:
        raise typer.BadParameter("--strict needs --clues")
    if options.max_tries is not None and not kind and not options.strict:
        raise typer.BadParameter("--max-tries needs --grade or --technique, or --strict")
    if kind and options.rate not in (None, Depth.full):
        raise typer.BadParameter(f"--grade and --technique rate puzzles in full, not --rate {options.rate}")
    if options.quiet and (options.verbose or options.format == "json"):
        raise typer.BadParameter("--quiet prints nothing: leave out --verbose and --format json")
