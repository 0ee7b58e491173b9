"""`catalogue fill`: generate boards and store them."""

import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

import engine
from catalogue.cli.commands.fill import GAVE_UP, MAX_TRIES, TRIES_EACH, Options
from catalogue.cli.opening import open_to_write
from catalogue.cli.options import shape_of
from catalogue.cli.puzzle_kinds import chosen_techniques
from catalogue.cli.runs.fill_report import print_report
from catalogue.cli.terminal import Show
from catalogue.cli.terminal.interruption import ended_by_ctrl_c, leave
from catalogue.cli.terminal.progress import progress
from catalogue.fill import FillReport, FillRequest, Progress, fill
from catalogue.fill.generator import FAIR, method_of, sampling_of
from catalogue.rating.grades import DEFAULT_DEPTH, Depth
from catalogue.rating.target import Kind
from catalogue.store import Settings, Store
from catalogue.store.store import database_path
from engine.batch.carving import EFFORT
from engine.batch.patterns import check_pattern
from engine.rating.grades import Grade
from engine.rating.rater import RATING_VERSION
from engine.rating.stored import why_unrated


def run(options: Options) -> int:
    """Fill the catalogue, and return the exit status. After Ctrl-C the program ends with 130."""
    quotas = _quotas(options)
    if [options.count is None, options.total is None, not quotas].count(False) != 1:
        raise typer.BadParameter("give one of --count, --total and --grade GRADE=N")
    kind = _kind(options)
    _check_fitting(options, kind)
    depth = Depth.full if kind else options.rate or DEFAULT_DEPTH
    new = _new_settings(options)
    if not database_path(options.home).exists():
        _check_suited(options, depth, new)
    with open_to_write(options.home, options.wait, new) as store:
        settings = store.settings
        _check_same(options, settings)
        _check_suited(options, depth, settings)
        if options.files not in (None, settings.files):
            store.keep_files(bool(options.files))
        if options.durable:
            store.sync_every_commit()
        report = _fill(store, options, quotas, depth, kind)
    if not options.quiet:
        print_report(report, options, settings)
    if report.interrupted:
        leave()
    return GAVE_UP if report.given_up else 0


def _fill(store: Store, options: Options, quotas: dict[Grade, int], depth: Depth, kind: Kind | None) -> FillReport:
    request = FillRequest(
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
    )
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


def _new_settings(options: Options) -> Settings:
    """The settings of a catalogue that this fill creates."""
    shape = shape_of(options.size, options.blocks)
    try:
        method = method_of(options.sampling, options.method, shape)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return Settings(
        size=shape.size,
        blocks=shape.blocks,
        symmetry=options.symmetry or "d4",
        seed=secrets.randbits(32) if options.seed is None else options.seed,
        metrics_version=engine.METRICS_VERSION,
        method=method,
        rating_version=RATING_VERSION,
        files=options.files is not False,
    )


def _check_same(options: Options, settings: Settings) -> None:
    """BadParameter for an option that an existing catalogue contradicts."""
    home = options.home
    blocks = shape_of(options.size, options.blocks).blocks if options.blocks else None
    for asked, is_, fault in (
        (options.size, settings.size, f"{home} holds boards of size {settings.size}"),
        (blocks, settings.blocks, f"{home} holds boards with blocks of {settings.blocks}"),
        (options.symmetry, settings.symmetry, f"{home} compares boards up to {settings.symmetry}"),
        (options.method, settings.method, f"{home} generates boards by {settings.method}"),
        (options.sampling, sampling_of(settings.method), f"puzzles of {home} are {sampling_of(settings.method)}"),
    ):
        if asked not in (None, is_):
            raise typer.BadParameter(f"{fault}, not {asked}; name another --home")


def _check_suited(options: Options, depth: Depth, settings: Settings) -> None:
    """BadParameter for what boards of the catalogue's size cannot have."""
    if settings.method == FAIR and (options.clues is not None or options.pattern is not None):
        raise typer.BadParameter("--sampling fair has minimal puzzles of any pattern: leave out --clues and --pattern")
    if options.clues is not None and options.clues > settings.size**2:
        raise typer.BadParameter(f"--clues {options.clues} is more than the {settings.size**2} cells of a board")
    for pattern in options.pattern or ():
        try:
            check_pattern(pattern, settings.shape)
        except ValueError as error:
            raise typer.BadParameter(f"--pattern: {error}") from None
    if depth is not Depth.none and (reason := why_unrated(settings.size)):
        raise typer.BadParameter(f"{reason}; leave out --rate, --grade and --technique")
