"""Generate new boards and store them with their puzzles.

No two boards are the same; --symmetry says which count as the same. Each board gets a number, a puzzle with that one
solution, its metrics, and a file boards/N.txt. Ctrl-C ends a fill early and loses nothing; the next fill continues from
there.

With --rules, a new catalogue holds variants: puzzles with more rules than Sudoku's, as catalogue create makes them.

With --grade, --level, --technique or --strict, only boards with such a puzzle are stored. The exit status is 0 when the
goal is reached or all possible boards are stored, 3 when the fill gives up first (--max-tries), and 130 after Ctrl-C.

\b
Examples:
  catalogue fill --count 50000
  catalogue fill --total 60000 --clues 30
  catalogue fill --count 100 --clues 19
  catalogue fill --count 1000 --pattern rotate180
  catalogue fill --count 5000 --symmetry full --home essentially-different
  catalogue fill --count 5000 --method class --home no-two-alike
  catalogue fill --count 500 --method class-order --seed 1000000 --home listed
  catalogue fill --count 500 --rate full
  catalogue fill --count 1000 --sampling fair --home fair
  catalogue fill --count 500 --grade hard --grade fiendish
  catalogue fill --grade easy=20 --grade medium=200
  catalogue fill --count 20 --technique swordfish --max-tries 1e5
  catalogue fill --level medium=50 --level hard=50
  catalogue fill --count 100 --only-technique skyscraper --max-tries 1e5
  catalogue fill --count 1000 --rules windoku --home windoku
  catalogue fill --count 50 --rules killer --home killers
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from board_catalogue.catalogue.cli.options import (
    DEFAULT_HOME,
    Blocks,
    Effort,
    Goals,
    Home,
    LevelGoals,
    OnlyTechnique,
    Quiet,
    Rules,
    Size,
    Technique,
    TextFormat,
    Threads,
    Wait,
    Workers,
    choice,
    goals,
    number,
    rulebook_of,
)
from board_catalogue.catalogue.cli.selection import quotas_of
from board_catalogue.catalogue.cli.terminal import (
    Show,
    ended_by_ctrl_c,
    histogram,
    leave,
    notice,
    print_figures,
    progress,
)
from board_catalogue.catalogue.cli.values import Mark, usage_errors
from board_catalogue.catalogue.puzzles.kinds import DEFAULT_DEPTH, DEPTHS_HELP, Depth
from board_catalogue.catalogue.puzzles.numbers import PROCESSORS
from board_catalogue.catalogue.storage.home import Home as Place
from board_catalogue.engine.grades import Grade, Level
from board_catalogue.engine.names import METHODS, PATTERNS, SAMPLINGS, SYMMETRIES

if TYPE_CHECKING:
    from board_catalogue.catalogue.runs.filling import FillReport, Progress

Quotas = dict[Mark, int]

MAX_TRIES = 1_000_000
"""How many boards a fill that selects puzzles generates at most, unless --max-tries is given."""

TRIES_EACH = 1_000
"""The same for each puzzle wanted, if that is more."""

GAVE_UP = 3
"""The exit status of a fill that gives up before its goal."""


FILES_IN = "--files-in"
"""What the command reads in place of --files if that has a value: typer has no option with and without one."""

_CHANGES = {  # what each symmetry may do to a board
    "d4": "rotating and mirroring",
    "d4+relabel": "rotating, mirroring and renaming digits",
    "full": "transposing, permuting rows and columns, and renaming digits",
}


def rewritten(words: Sequence[str]) -> list[str]:
    """Return the words of a call with `--files DIR` as the two options that it is."""
    found: list[str] = []
    for before, word in pairwise(["", *words]):
        if word.startswith("--files="):
            found += ["--files", FILES_IN, word.partition("=")[2]]
        elif before == "--files" and not word.startswith("-"):
            found += [FILES_IN, word]
        else:
            found.append(word)
    return found


@dataclass(frozen=True, kw_only=True)
class Options:
    """What a fill is asked for."""

    count: Annotated[int | None, number("Number of boards to add.", least=1, names=("--count", "-n"))] = None
    total: Annotated[int | None, number("Stop when the catalogue holds this many.", least=1)] = None
    seed: Annotated[
        int | None,
        number("The same seed always gives the same boards. Default: the catalogue's own seed, random when it is new."),
    ] = None
    size: Size = None
    blocks: Blocks = None
    rules: Rules = None
    symmetry: Annotated[
        str | None,
        choice(
            "Which boards count as the same: rotated and mirrored ones (d4), also with digits renamed (d4+relabel),"
            " also with rows and columns permuted (full). New catalogue: d4.",
            SYMMETRIES,
        ),
    ] = None
    method: Annotated[
        str | None,
        choice(
            "How boards are generated. uniform, at sizes 4 and 9, makes every board equally likely. permutation shifts"
            " one random block, which is always the same board with other digits. class, at size 9, takes"
            " all boards that differ under every symmetry in a random order, none twice; class-order by their numbers,"
            " from the number that --seed says. New catalogue: wfc up to size 9, wfc+backtrack above.",
            METHODS,
        ),
    ] = None
    sampling: Annotated[
        str | None,
        choice(
            "How puzzles are chosen. carved favours few clues. fair, at sizes 4 and 9, makes every minimal puzzle"
            " equally likely, takes about 10 ms a puzzle, and stores the weight that stats --weighted uses. New"
            " catalogue: carved.",
            SAMPLINGS,
        ),
    ] = None
    clues: Annotated[
        int | None, number("Stop removing clues at this many. Default: remove every clue that can go.", least=1)
    ] = None
    effort: Effort = None
    strict: Annotated[
        bool, typer.Option("--strict", help="With --clues: store only puzzles that have exactly that many.")
    ] = False
    pattern: Annotated[
        list[str] | None,
        choice(
            f"Symmetry of the clues: {', '.join(PATTERNS[:-1])} or {PATTERNS[-1]}. Repeat it and boards take the"
            " patterns in turn.",
            PATTERNS,
            metavar="NAME",
        ),
    ] = None
    rate: Annotated[
        Depth | None,
        choice(
            f"Rate the puzzles: {DEPTHS_HELP} full takes about five times as long as everything else. Default:"
            f" {DEFAULT_DEPTH}.",
            Depth,
        ),
    ] = None
    measure: Annotated[
        str | None,
        choice(
            "Measure the puzzles by the textbook search too: its comparisons, backtracks and depth. At 9x9 that takes"
            " about 2 ms a puzzle, and longer with fewer clues. catalogue measure does it later.",
            ("textbook",),
        ),
    ] = None
    grade: Annotated[
        Goals,
        goals(
            f"Grade of the puzzles: {', '.join(Grade)}. Repeat it to accept several; hard=500 adds 500 of that"
            " grade, without --count.",
            Grade,
        ),
    ] = None
    level: LevelGoals = None
    technique: Technique = None
    only_technique: OnlyTechnique = None
    max_tries: Annotated[
        int | None,
        number(
            "With --grade, --level, --technique or --strict: give up after this many boards. Default:"
            f" {MAX_TRIES:,}, or {TRIES_EACH:,} for each puzzle wanted.",
            least=1,
        ),
    ] = None
    threads: Threads = PROCESSORS
    workers: Workers = None
    files: Annotated[
        bool | None,
        typer.Option(
            "--files/--no-files",
            help="Write a file boards/N.txt for each board, or none, from now on. New catalogue: --files."
            " catalogue export --format files makes them later. On a database server, boards get files only with"
            " --files DIR, which writes DIR/N.txt.",
        ),
    ] = None
    files_in: Annotated[
        Path | None, typer.Option(FILES_IN, help="The folder of --files DIR.", hidden=True, metavar="DIR")
    ] = None
    durable: Annotated[
        bool,
        typer.Option(
            "--durable",
            help="Lose no board even in a power cut: each commit waits for the disk. Without it, a power cut may undo"
            " the last commits, and the next fill writes damaged files again.",
        ),
    ] = False
    format: TextFormat = "text"
    verbose: Annotated[bool, typer.Option("--verbose", help="Also print the processor seconds of each stage.")] = False
    quiet: Quiet = False
    wait: Wait = 0.0
    home: Home = DEFAULT_HOME


def run(options: Options) -> int:
    """Fill the catalogue, and return the exit status. After Ctrl-C the program ends with 130."""
    quotas = quotas_of(options)
    if [options.count is None, options.total is None, not quotas].count(False) != 1:
        raise typer.BadParameter("give one of --count, --total, --grade GRADE=N and --level LEVEL=N")
    _check_fitting(options)
    if options.rules:
        rulebook_of(options.rules, options.size, options.blocks)  # the fault of an option, not of a catalogue
    report = _fill(options, quotas)
    if not options.quiet:
        _print_report(report, options)
    if report.interrupted:
        leave()
    return GAVE_UP if report.given_up else 0


def _check_fitting(options: Options) -> None:
    """BadParameter for options that do not go with each other."""
    if options.strict and options.clues is None:
        raise typer.BadParameter("--strict needs --clues")
    if options.max_tries is not None and not _selects(options):
        raise typer.BadParameter("--max-tries needs --grade, --level or --technique, or --strict")
    if _names_kind(options) and options.rate in (Depth.fast, Depth.none):
        raise typer.BadParameter(f"--grade, --level and --technique rate puzzles in full, not --rate {options.rate}")
    if options.quiet and (options.verbose or options.format == "json"):
        raise typer.BadParameter("--quiet prints nothing: leave out --verbose and --format json")


def _names_kind(options: Options) -> bool:
    return bool(options.grade or options.level or options.technique or options.only_technique)


def _selects(options: Options) -> bool:
    """Whether boards are stored only with puzzles that are asked for."""
    return _names_kind(options) or options.strict


def _fill(options: Options, quotas: Quotas) -> FillReport:
    """Fill; BadParameter for what cannot be made, or does not suit the catalogue."""
    from board_catalogue import catalogue

    numbers: dict[str, int] = dict(quotas.items())
    numbered = type(next(iter(quotas), None))
    stop = threading.Event()
    shows: list[Show] = []
    with ExitStack() as ended:

        def look(now: Progress) -> None:
            if not shows:  # it begins; before, Ctrl-C ends the program
                ended.enter_context(ended_by_ctrl_c(stop))
                shows.append(ended.enter_context(progress("boards", quiet=options.quiet)))
            elif now.seconds:
                shows[0](now.written, now.wanted, now.seconds, _remark(now, options))

        with usage_errors():
            return catalogue.open(options.home).fill(
                numbers or options.count,
                total=options.total,
                rate=options.rate or DEFAULT_DEPTH,
                grade=[] if numbered is Grade else [goal.mark for goal in options.grade or ()],
                level=[] if numbered is Level else [goal.mark for goal in options.level or ()],
                technique=options.technique or (),
                only_technique=options.only_technique,
                size=options.size,
                blocks=options.blocks,
                symmetry=options.symmetry,
                method=options.method,
                sampling=options.sampling,
                rules=options.rules,
                files=options.files_in or options.files,
                durable=options.durable,
                wait=options.wait,
                stop=stop,
                on_progress=look,
                on_notice=notice,
                seed=options.seed,
                clues=options.clues,
                **({"effort": options.effort} if options.effort else {}),
                pattern=options.pattern,
                textbook=options.measure == "textbook",
                strict=options.strict,
                max_tries=(options.max_tries or _most_tries(options, quotas)) if _selects(options) else None,
                threads=options.threads,
                workers=options.workers,
            )


def _most_tries(options: Options, quotas: Quotas) -> int:
    return max(MAX_TRIES, TRIES_EACH * (options.count or options.total or sum(quotas.values())))


def _remark(now: Progress, options: Options) -> str:
    duplicates = f"{now.duplicates:,} duplicates"
    if not _selects(options):
        return duplicates
    return f"{now.written + now.duplicates + now.unwanted:,} tried, {duplicates}"


# --- What it prints at its end -------------------------------------------------------------------------------------


def _print_report(report: FillReport, options: Options) -> None:
    """Print what a fill has done, as text or as JSON."""
    if options.format == "json":
        import json

        stages = {"stages": dict(report.stages)} if options.verbose else {}
        print(json.dumps({**report.data(options.clues), **stages}, indent=2))
        return
    print_figures(_figures(report, options))
    if report.clues:
        print("\n" + histogram(report.clues, "clues"))
    for message in _messages(report, options):
        print("\n" + message)


def _figures(report: FillReport, options: Options) -> list[tuple[str, str]]:
    selects = _selects(options)
    stages = report.stages.items() if options.verbose else ()
    return [
        ("boards added", f"{report.boards:,}"),
        ("boards in total", f"{report.total:,}"),
        *([("boards tried", f"{report.looked_at:,}")] if selects else []),
        *([(f"with {options.clues} clues", f"{report.clues[options.clues]:,}")] if options.clues else []),
        ("attempts per board", f"{report.attempts / report.looked_at:.2f}" if report.looked_at else "-"),
        ("duplicates refused", f"{report.duplicates:,}"),
        *([("boards skipped", f"{report.unwanted:,}")] if selects else []),
        *((f"processor seconds: {stage}", f"{seconds:.2f}") for stage, seconds in stages),
        ("seconds in total", f"{report.seconds:.2f}"),
        ("boards per second", f"{report.boards / report.seconds:,.0f}"),
        ("seed", str(report.seed)),
    ]


def _messages(report: FillReport, options: Options) -> list[str]:
    """How the fill ended, if that was not at its goal."""
    messages = []
    if options.clues and (missed := report.boards - report.clues[options.clues]):
        messages.append(
            f"{missed:,} of {report.boards:,} puzzles have more than {options.clues} clues: the search did not reach"
            " that many. --strict stores only puzzles that do; at 9x9 a greater --effort reaches it more often."
        )
    if report.exhausted:
        messages.append(_exhausted(report, options.home))
    if report.given_up:
        messages.append(
            f"Gave up after {report.looked_at:,} boards: {report.boards:,} of {report.wanted:,} puzzles found."
            " The next fill continues from here."
        )
    if report.interrupted:
        messages.append("Interrupted; the next fill continues from here.")
    return messages


def _exhausted(report: FillReport, home: Place) -> str:
    from board_catalogue import catalogue
    from board_catalogue.catalogue.runs.distinct_boards import PERMUTATION

    with catalogue.open(home) as filled:
        settings = filled.settings
    boards = f"boards of {settings.shape} that differ by more than {_CHANGES[settings.symmetry]}"
    if settings.method == PERMUTATION:
        return f"All boards that the method permutation makes are stored: {home} has all {boards}."
    return f"All possible boards are already stored, the space is exhausted: {home} has all {report.total:,} {boards}."
