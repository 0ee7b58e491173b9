"""The commands that make, keep and look after the puzzles of a catalogue."""

from __future__ import annotations

import gc
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import typer

from .. import formats
from ..errors import CatalogueError
from ..puzzles.kinds import Depth
from ..requests import shared
from ..requests.request import ignore
from ..verbs import VERBS
from ..verbs.sections import counted
from .calls import FILE, FORMATS_OF_MANY, HOME, SWITCH, TEXT_OR_JSON, Call, Own, command, format_option, usage_errors
from .terminal import Show, ended_by_ctrl_c, notice, progress

# --- fill -------------------------------------------------------------------------------------------------------------

GAVE_UP = 3
"""The exit status of a fill that gives up before its goal."""

FILES_IN = "--files-in"
"""The option that replaces --files when that has a value: typer has no option with and without one."""


def _rewritten(words: Sequence[str]) -> list[str]:
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


@command(
    rewritten=_rewritten,
    request=None,
    files_in=Own(kind=Path, more={"hidden": True}),
    format=TEXT_OR_JSON,
    verbose=SWITCH,
    quiet=SWITCH,
    home=HOME,
)
def fill(call: Call) -> int:
    """Return GAVE_UP for a fill that ends before its goal."""
    request = call.request
    if call.quiet and (call.verbose or call.format == "json"):
        raise typer.BadParameter("--quiet prints nothing: leave out --verbose and --format json")
    if request.rules:  # a fault of theirs is one of an option, not of a catalogue
        with usage_errors():
            shared.rulebook_of(request.rules, request.size, request.blocks)
    call.request = replace(request, files=call.files_in or request.files, on_notice=notice)
    report = _filled(call)
    stages = {"stages": dict(report.stages)} if call.verbose else None
    call.tell(report, call.verb.sections(report, request, call.home, stages=call.verbose), more=stages)
    return GAVE_UP if report.given_up else 0


def _filled(call: Call) -> Any:
    stop, shows = threading.Event(), list[Show]()
    with ExitStack() as ended:  # Ctrl-C ends the program until the fill begins, and then asks it to end

        def look(now: Any) -> None:
            if not shows:
                ended.enter_context(ended_by_ctrl_c(stop))
                shows.append(ended.enter_context(progress("boards", quiet=call.quiet)))
            elif now.seconds:
                tried = f"{now.written + now.duplicates + now.unwanted:,} tried, " if call.request.selects else ""
                shows[0](now.written, now.wanted, f"{tried}{now.duplicates:,} duplicates")

        return call.done(stop=stop, on_progress=look)


# --- import, rate, measure --------------------------------------------------------------------------------------------


@command(request=None, format=TEXT_OR_JSON, quiet=SWITCH, home=HOME)
def import_(call: Call) -> int:
    """Import the files one after another. Return 1 if lines are not puzzles."""
    call.check_quiet()
    # Statements with a thousand keys leave garbage in cycles, a hundred megabytes in a million lines.
    gc.set_threshold(10_000)
    paths = call.request.paths
    stdin = formats.opening.STANDARD_INPUT
    first = stdin if stdin in paths else paths[0]
    with formats.opening.kept_standard_input(first, call.request.input_format):
        done = call.done("puzzles", lambda now: (now.done, now.wanted, f"{now.refused:,} refused"), stops=True)
    call.tell(done, done.sections(call.request))
    if not done.unreadable or call.request.skip_bad:
        return 0
    lines = counted(done.unreadable, "line")
    notice(f"skipped {lines}; --refused FILE lists them, --skip-bad allows it, --strict stops there")
    return 1


@command(
    puzzle=Own(),
    blocks=Own(),
    base=Own(kind=int),
    rules=Own(),
    trust=SWITCH,
    request=None,
    format=format_option(*FORMATS_OF_MANY),
    output=FILE,
    force=SWITCH,
    strict=SWITCH,
    quiet=SWITCH,
    home=HOME,
)
def rate(call: Call) -> int:
    """Rate the puzzles of the catalogue, or write each of those that are named with its rating. Return 1 for faults."""
    asked = call.request
    if not call.puzzle:
        if call.format or call.output or call.rules is not None or call.blocks is not None:
            raise typer.BadParameter("--format, --output, --blocks and --rules need a PUZZLE")
        _go_on(call)
        return 0
    if asked.workers:
        raise typer.BadParameter("--workers rates the puzzles of the catalogue: leave out PUZZLE, or import it first")
    target = call.target_of_many()
    call.verb = VERBS["rate_puzzles"]
    usual = Depth.full if target.format == "line" else Depth.all  # a line has the rating alone
    named = {name: getattr(call, name) for name in ("puzzle", "blocks", "base", "rules", "trust")}
    with usage_errors():
        call.request = call.verb.request(**named, rate=asked.rate, usual=usual, threads=asked.threads, on_notice=notice)
    return int(not call.write_rows(call.done(), target))


def _go_on(call: Call) -> None:
    call.tell(call.done("puzzles", lambda now: (now.done, now.wanted), stops=True))


measure = command("measure", quiet=SWITCH, home=HOME)(_go_on)


# --- verify, backup, restore, tag -------------------------------------------------------------------------------------


@command(format=TEXT_OR_JSON, quiet=SWITCH, home=HOME)
def verify(call: Call) -> None:
    """Verify the catalogue, and repair it on request. CatalogueError for faults that are left."""
    call.check_quiet()
    on_notice = ignore if call.quiet else notice
    done = call.done("boards", lambda done, wanted, seconds: (done, wanted), on_notice=on_notice)
    call.tell(done, indent=1)
    if done.dry_run and done.repaired:
        raise CatalogueError(f"{counted(len(done.repaired), 'fault')} would be repaired: leave out --dry-run")
    if left := done.faults:
        computable = sum(fault.repair is not None for fault in left)
        advice = "restore them with: catalogue restore FILE"
        if computable and (call.request.dry_run or not call.request.repair):
            advice = f"repair them with: catalogue verify --repair --home {call.home}"
        raise CatalogueError(f"{counted(len(left), 'fault')}, {computable:,} of them can be computed; {advice}")


def _tell(call: Call) -> None:
    call.tell(call.done())


backup = command("backup", home=HOME)(lambda call: call.tell(call.done("pages")))
restore, tag = (command(name, home=HOME)(_tell) for name in ("restore", "tag"))
