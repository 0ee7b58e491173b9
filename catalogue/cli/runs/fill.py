"""`catalogue fill`: generate boards and store them."""

import secrets
from pathlib import Path

import typer

import engine
from catalogue.cli.commands.fill import MAX_TRIES, Options
from catalogue.cli.puzzle_kinds import chosen_techniques
from catalogue.cli.terminal.charts import histogram, print_figures
from catalogue.cli.terminal.interruption import ended_by_ctrl_c
from catalogue.cli.terminal.progress import progress
from catalogue.fill import FillReport, FillRequest, Progress, fill
from catalogue.fill.generator import FAIR, method_of, sampling_of
from catalogue.rating.grades import DEFAULT_DEPTH, Depth
from catalogue.rating.target import Kind
from catalogue.store import Settings, Store
from catalogue.store.store import database_path
from engine.batch.carving import EFFORT
from engine.rating.rater import RATING_VERSION

_CHANGES = {  # what each symmetry may do to a board
    "d4": "rotating and mirroring",
    "d4+relabel": "rotating, mirroring and renaming digits",
    "full": "transposing, permuting rows and columns, and renaming digits",
}


def run(options: Options) -> int:
    """Fill the catalogue, and return the exit status: 130 where Ctrl-C ended the fill."""
    if (options.count is None) == (options.total is None):
        raise typer.BadParameter("give either --count or --total")
    kind = _kind(options)
    depth = Depth.full if kind else options.rate or DEFAULT_DEPTH
    new = _new_settings(options)
    if not database_path(options.home).exists():
        _check_suited(options, depth, new)
    with Store.write(options.home, new) as store:
        settings = store.settings
        _check_same(options, settings)
        _check_suited(options, depth, settings)
        report = _fill(store, options, depth, kind)
    _print(report, options.home, settings, kind)
    return 130 if report.interrupted else 0


def _fill(store: Store, options: Options, depth: Depth, kind: Kind | None) -> FillReport:
    request = FillRequest(
        boards=options.count,
        total=options.total,
        seed=options.seed,
        clues=options.clues,
        effort=options.effort or EFFORT,
        pattern=options.pattern,
        rate=depth,
        kind=kind,
        max_tries=(options.max_tries or MAX_TRIES) if kind else None,
        generators=options.generators,
        checkers=options.checkers,
    )
    with ended_by_ctrl_c() as stop, progress("boards") as show:
        return fill(
            store,
            request,
            stop=stop,
            on_progress=lambda now: show(now.written, now.wanted, now.seconds, _refused(now)),
        )


# --- What is asked for --------------------------------------------------------------------------------------------


def _kind(options: Options) -> Kind | None:
    """The kind of puzzle to store; BadParameter for one that does not exist, or for options that do not go with it."""
    if options.grade is None and not options.technique:
        if options.max_tries is not None:
            raise typer.BadParameter("--max-tries needs --grade or --technique")
        return None
    if options.rate not in (None, Depth.full):
        raise typer.BadParameter(f"--grade and --technique rate puzzles in full, not --rate {options.rate}")
    try:
        return Kind(options.grade, chosen_techniques("--technique", options.technique))
    except ValueError as error:
        raise typer.BadParameter(f"--grade and --technique exclude each other: {error}") from None


def _new_settings(options: Options) -> Settings:
    """The settings of a catalogue that this fill creates."""
    size = options.size or 9
    try:
        method = method_of(options.sampling, options.method, size)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return Settings(
        size=size,
        symmetry=options.symmetry or "d4",
        seed=secrets.randbits(32) if options.seed is None else options.seed,
        metrics_version=engine.METRICS_VERSION,
        method=method,
        rating_version=RATING_VERSION,
    )


def _check_same(options: Options, settings: Settings) -> None:
    """BadParameter for an option that an existing catalogue contradicts."""
    home = options.home
    for asked, is_, fault in (
        (options.size, settings.size, f"{home} holds boards of size {settings.size}"),
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
    if depth is not Depth.none and settings.size != 9:
        raise typer.BadParameter(
            f"--rate, --grade and --technique need boards of size 9; these are of size {settings.size}"
        )


# --- What is printed ----------------------------------------------------------------------------------------------


def _refused(now: Progress) -> str:
    skipped = f", {now.unwanted:,} skipped" if now.unwanted else ""
    return f"{now.duplicates:,} duplicates{skipped}"


def _print(report: FillReport, home: Path, settings: Settings, kind: Kind | None) -> None:
    figures = [
        ("boards added", f"{report.boards:,}"),
        ("boards in total", f"{report.total:,}"),
        *([("boards tried", f"{report.looked_at:,}")] if kind else []),
        ("attempts per board", f"{report.attempts / report.looked_at:.2f}" if report.looked_at else "-"),
        ("duplicates refused", f"{report.duplicates:,}"),
        *([("boards skipped", f"{report.unwanted:,}")] if kind else []),
        *((f"seconds: {stage}", f"{seconds:.2f}") for stage, seconds in report.stages.items()),
        ("seconds in total", f"{report.seconds:.2f}"),
        ("boards per second", f"{report.boards / report.seconds:,.0f}"),
        ("seed", str(report.seed)),
    ]
    print_figures(figures)
    if report.clues:
        print("\n" + histogram(report.clues, "clues"))
    for message in _messages(report, home, settings):
        print("\n" + message)


def _messages(report: FillReport, home: Path, settings: Settings) -> list[str]:
    """How the fill ended, where that was not at its goal."""
    messages = []
    if report.exhausted:
        messages.append(
            f"All possible boards are already stored, the space is exhausted: {home} has all {report.total:,} boards"
            f" of size {settings.size} that differ by more than {_CHANGES[settings.symmetry]}."
        )
    if report.given_up:
        messages.append(
            f"Gave up after {report.looked_at:,} boards: {report.boards:,} of {report.wanted:,} puzzles found."
            " The next fill continues from here."
        )
    if report.interrupted:
        messages.append("Interrupted; the next fill continues from here.")
    return messages
