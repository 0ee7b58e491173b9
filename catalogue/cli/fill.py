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
  catalogue fill --count 20 --rules thermo,xv --pattern rotate180 --home own
  catalogue fill --count 100 --rules diagonal --level easy --home news
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..storage.home import Home as Place
from ..verbs.fill import FillRequest, fill
from .options import DEFAULT_HOME, Home, Quiet, TextFormat, rulebook_of
from .terminal import Show, bars, ended_by_ctrl_c, histogram, leave, notice, print_figures, progress
from .values import usage_errors

if TYPE_CHECKING:
    from ..runs.filling import FillReport, Progress

GAVE_UP = 3
"""The exit status of a fill that gives up before its goal."""


FILES_IN = "--files-in"
"""The option that replaces --files when that has a value: typer has no option with and without one."""

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
    """The request of a fill, and how the fill is shown."""

    request: FillRequest
    files_in: Annotated[
        Path | None, typer.Option(FILES_IN, help="The folder of --files DIR.", hidden=True, metavar="DIR")
    ] = None
    format: TextFormat = "text"
    verbose: Annotated[bool, typer.Option("--verbose", help="Also print the processor seconds of each stage.")] = False
    quiet: Quiet = False
    home: Home = DEFAULT_HOME


def run(options: Options) -> int:
    """Fill the catalogue, and return the exit status. After Ctrl-C the program ends with 130."""
    request = options.request
    if options.quiet and (options.verbose or options.format == "json"):
        raise typer.BadParameter("--quiet prints nothing: leave out --verbose and --format json")
    if request.rules:
        rulebook_of(request.rules, request.size, request.blocks)  # the fault of an option, not of a catalogue
    report = _fill(replace(request, files=options.files_in or request.files), options)
    if not options.quiet:
        _print_report(report, options)
    if report.interrupted:
        leave()
    return GAVE_UP if report.given_up else 0


def _fill(request: FillRequest, options: Options) -> FillReport:
    """Fill; BadParameter for what cannot be made, or does not suit the catalogue."""
    stop = threading.Event()
    shows: list[Show] = []
    with ExitStack() as ended:

        def look(now: Progress) -> None:
            if not shows:  # it begins; before, Ctrl-C ends the program
                ended.enter_context(ended_by_ctrl_c(stop))
                shows.append(ended.enter_context(progress("boards", quiet=options.quiet)))
            elif now.seconds:
                shows[0](now.written, now.wanted, now.seconds, _remark(now, request))

        with usage_errors():
            return fill(options.home, replace(request, stop=stop, on_progress=look, on_notice=notice))


def _remark(now: Progress, request: FillRequest) -> str:
    duplicates = f"{now.duplicates:,} duplicates"
    if not request.selects:
        return duplicates
    return f"{now.written + now.duplicates + now.unwanted:,} tried, {duplicates}"


# --- What it prints at its end -------------------------------------------------------------------------------------


def _print_report(report: FillReport, options: Options) -> None:
    """Print what a fill has done, as text or as JSON."""
    if options.format == "json":
        import json

        stages = {"stages": dict(report.stages)} if options.verbose else {}
        print(json.dumps({**report.data(), **stages}, indent=2))
        return
    print_figures(_figures(report, options))
    if report.clues:
        print("\n" + histogram(report.clues, "clues"))
    for scale, counts in report.marks.items():
        print("\n" + bars(counts, scale))
    for message in _messages(report, options):
        print("\n" + message)


def _figures(report: FillReport, options: Options) -> list[tuple[str, str]]:
    request, selects = options.request, options.request.selects
    stages = report.stages.items() if options.verbose else ()
    return [
        ("boards added", f"{report.boards:,}"),
        ("boards in total", f"{report.total:,}"),
        *([("boards tried", f"{report.looked_at:,}")] if selects else []),
        *([(f"with {request.clues} clues", f"{report.clues[request.clues]:,}")] if request.clues else []),
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
    clues = options.request.clues
    if clues and (missed := report.boards - report.clues[clues]):
        messages.append(
            f"{missed:,} of {report.boards:,} puzzles have more than {clues} clues: the search did not reach"
            " that many. --strict stores only puzzles that do; at 9x9 a greater --effort reaches it more often."
        )
    if report.exhausted:
        messages.append(_exhausted(report, options.home))
    if report.given_up:
        messages.append(
            f"Gave up after {report.looked_at:,} boards: {report.boards:,} of {report.wanted:,} puzzles found."
            f" {_why_few(options)}The next fill continues from here."
        )
    if report.interrupted:
        messages.append("Interrupted; the next fill continues from here.")
    return messages


def _why_few(options: Options) -> str:
    """Why puzzles of a level are rare under rules."""
    from ... import catalogue

    if not options.request.level and not isinstance(options.request.count, Mapping):
        return ""
    with catalogue.open(options.home) as filled:
        rules = filled.settings.rules
    if not rules:
        return ""
    return f"Few minimal puzzles under the rules {rules} are that hard, and further clues only make them easier. "


def _exhausted(report: FillReport, home: Place) -> str:
    from ... import catalogue
    from ..runs.distinct_boards import PERMUTATION, permutation_boards

    with catalogue.open(home) as filled:
        settings = filled.settings
    changes = _CHANGES[settings.symmetry]
    if settings.method == PERMUTATION:
        count = permutation_boards(settings.shape, settings.symmetry)
        return (
            f"All boards that the method permutation makes are stored: {home} has one board of {settings.shape} with"
            f" its digits exchanged, {count:,} board{'s' * (count > 1)} up to {changes}. Other methods make others."
        )
    boards = f"{report.total:,} boards of {settings.shape} that differ by more than {changes}"
    return f"All possible boards are already stored, the space is exhausted: {home} has all {boards}."
