"""`catalogue fill`: make boards and keep them."""

import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from catalogue.cli.charts import histogram, tell
from catalogue.cli.interruption import ended_by_ctrl_c
from catalogue.cli.options import (
    DEFAULT_HOME,
    MOST_THREADS,
    GradeOption,
    Home,
    Pattern,
    Technique,
    check_pattern,
    check_techniques,
)
from catalogue.cli.progress import progress
from catalogue.rating.grades import DEFAULT_DEPTH, FAST_CEILING, Depth, Grade

if TYPE_CHECKING:
    from catalogue.fill import FillReport, Progress
    from catalogue.rating.target import Kind
    from catalogue.store import Settings

_CHANGES = {  # what each symmetry may do to a board
    "d4": "turning and mirroring",
    "d4+relabel": "turning, mirroring and renaming digits",
    "full": "transposing, permuting rows and columns, and renaming digits",
}
_MAX_TRIES = 1_000_000


def command(
    count: Annotated[int | None, typer.Option(help="How many boards to add.", min=1)] = None,
    total: Annotated[int | None, typer.Option(help="How many boards there shall be in all.", min=1)] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Which boards: a seed makes the same ones ever again. Default: the catalogue's own, drawn when new.",
            min=0,
            max=2**63 - 1,
        ),
    ] = None,
    size: Annotated[int | None, typer.Option(help="Size of the boards: 4, 9, 16 or 25. New catalogue: 9.")] = None,
    symmetry: Annotated[
        str | None,
        typer.Option(
            help="What makes no other board: d4 (turning, mirroring), d4+relabel (and renaming digits) or full (and"
            " permuting rows and columns). New catalogue: d4."
        ),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            help="How boards are made: wfc, wfc+singles or wfc+backtrack. New catalogue: wfc at sizes 4 and 9,"
            " wfc+backtrack at 16 and 25."
        ),
    ] = None,
    clues: Annotated[
        int | None,
        typer.Option(help="Stop carving at this many clues. Without it until no clue can go.", min=1),
    ] = None,
    pattern: Pattern = None,
    rate: Annotated[
        Depth | None,
        typer.Option(
            help=f"Rate the puzzles: full, or fast, which stops at the first step above {FAST_CEILING} and marks the"
            " puzzle as above. Full takes five times as long as all else.",
            show_default=DEFAULT_DEPTH.value,
        ),
    ] = None,
    grade: GradeOption = None,
    technique: Technique = None,
    max_tries: Annotated[
        int | None,
        typer.Option(
            help="With --grade or --technique: give up after so many boards.", min=1, show_default=f"{_MAX_TRIES:,}"
        ),
    ] = None,
    generators: Annotated[int, typer.Option(help="Threads that make boards.", min=1, max=MOST_THREADS)] = 1,
    checkers: Annotated[
        int,
        typer.Option(
            help="Threads that compare, carve and measure.", min=1, max=MOST_THREADS, show_default="processors"
        ),
    ] = min(MOST_THREADS, os.cpu_count() or 1),
    home: Home = DEFAULT_HOME,
) -> None:
    """Make boards, no two of them the same, and keep them.

    The same is what --symmetry says, by default turned or mirrored. Each board gets a number, a puzzle with that one
    solution, its measures, and a file boards/N.txt. Ctrl-C ends a fill early and loses nothing; the next one goes on
    from there.

    With --grade or --technique boards are made until so many have a puzzle of that kind; others are passed over.

    \b
    Example:
      catalogue fill --count 50000
      catalogue fill --total 60000 --clues 30
      catalogue fill --count 1000 --pattern rotate180
      catalogue fill --count 5000 --symmetry full --home essentially-different
      catalogue fill --count 500 --rate full
      catalogue fill --count 500 --grade hard
      catalogue fill --count 20 --technique swordfish --max-tries 100000
    """
    import engine  # numpy and SQLAlchemy take a while to import: not for a --help
    from catalogue.fill import FillRequest, fill
    from catalogue.store import Settings, Store
    from catalogue.store.store import database_path
    from engine.rating.scale import RATING_VERSION

    if (count is None) == (total is None):
        raise typer.BadParameter("give either --count or --total")
    if size is not None and size not in engine.SIZES:
        raise typer.BadParameter(f"--size {size} is not one of {', '.join(map(str, engine.SIZES))}")
    if pattern is not None:
        check_pattern(pattern)
    if symmetry not in (None, *engine.SYMMETRIES):
        raise typer.BadParameter(f"--symmetry {symmetry} is not one of {', '.join(engine.SYMMETRIES)}")
    if method not in (None, *engine.METHODS):
        raise typer.BadParameter(f"--method {method} is not one of {', '.join(engine.METHODS)}")
    kind = _kind(grade, technique)
    if kind and rate not in (None, Depth.full):
        raise typer.BadParameter(f"with --grade and --technique puzzles are rated in full, not --rate {rate}")
    if max_tries is not None and not kind:
        raise typer.BadParameter("--max-tries is for --grade and --technique")
    depth = Depth.full if kind else rate or DEFAULT_DEPTH
    new = Settings(
        size=size or 9,
        symmetry=symmetry or "d4",
        seed=secrets.randbits(32) if seed is None else seed,
        metrics_version=engine.METRICS_VERSION,
        method=method or engine.default_method(size or 9),
        rating_version=RATING_VERSION,
    )
    if not database_path(home).exists():
        _check_clues(clues, new)
        _check_rating(depth, new)
    with Store.write(home, new) as store:
        settings = store.settings
        if size not in (None, settings.size):
            raise typer.BadParameter(f"{home} holds boards of size {settings.size}, not {size}; name another --home")
        if symmetry not in (None, settings.symmetry):
            raise typer.BadParameter(
                f"{home} compares boards up to {settings.symmetry}, not {symmetry}; name another --home"
            )
        if method not in (None, settings.method):
            raise typer.BadParameter(f"{home} makes boards by {settings.method}, not {method}; name another --home")
        _check_clues(clues, settings)
        _check_rating(depth, settings)
        with ended_by_ctrl_c() as stop, progress("boards") as show:
            request = FillRequest(
                boards=count,
                total=total,
                seed=seed,
                clues=clues,
                pattern=pattern,
                rate=depth,
                kind=kind,
                max_tries=(max_tries or _MAX_TRIES) if kind else None,
                generators=generators,
                checkers=checkers,
            )
            report = fill(
                store,
                request,
                stop=stop,
                on_progress=lambda now: show(now.written, now.wanted, now.seconds, _refused(now)),
            )
    _tell(report, home, settings, kind)
    if report.interrupted:
        raise typer.Exit(130)


def _check_clues(clues: int | None, settings: "Settings") -> None:
    if clues is not None and clues > settings.size**2:
        raise typer.BadParameter(f"--clues {clues} is more than the {settings.size**2} cells of a board")


def _check_rating(depth: Depth, settings: "Settings") -> None:
    if depth is not Depth.none and settings.size != 9:
        raise typer.BadParameter(
            f"--rate, --grade and --technique are for boards of size 9, and these are of size {settings.size}"
        )


def _kind(grade: Grade | None, technique: list[str] | None) -> "Kind | None":
    if grade is None and not technique:
        return None
    from catalogue.rating.target import Kind

    try:
        return Kind(grade, check_techniques("--technique", technique))
    except ValueError as error:
        raise typer.BadParameter(f"--grade and --technique exclude each other: {error}") from None


def _refused(now: "Progress") -> str:
    passed_over = f", {now.unwanted:,} passed over" if now.unwanted else ""
    return f"{now.duplicates:,} duplicates{passed_over}"


def _tell(report: "FillReport", home: Path, settings: "Settings", kind: "Kind | None") -> None:
    figures = [
        ("boards added", f"{report.boards:,}"),
        ("boards in all", f"{report.total:,}"),
        *([("boards tried", f"{report.looked_at:,}")] if kind else []),
        ("attempts per board", f"{report.attempts / report.looked_at:.2f}" if report.looked_at else "-"),
        ("duplicates refused", f"{report.duplicates:,}"),
        *([("boards passed over", f"{report.unwanted:,}")] if kind else []),
        *((f"seconds: {stage}", f"{seconds:.2f}") for stage, seconds in report.stages.items()),
        ("seconds in all", f"{report.seconds:.2f}"),
        ("boards per second", f"{report.boards / report.seconds:,.0f}"),
        ("seed", str(report.seed)),
    ]
    tell(figures)
    if report.clues:
        print("\n" + histogram(report.clues, "clues"))
    if report.exhausted:
        print(
            f"\nThe space is exhausted: all {report.total:,} boards of size {settings.size}"
            f" that differ by more than {_CHANGES[settings.symmetry]} are in {home}."
        )
    if report.given_up:
        print(
            f"\nGave up after {report.looked_at:,} boards: {report.boards:,} of the {report.wanted:,} wanted are of"
            " that kind. The next fill goes on from here."
        )
    if report.interrupted:
        print("\nInterrupted; the next fill goes on from here.")
