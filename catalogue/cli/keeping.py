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

from ..errors import CatalogueError
from ..formats.opening import STANDARD_INPUT, kept_standard_input
from ..puzzles.kinds import Depth
from ..requests import shared
from ..requests.request import Option, ignore, text
from ..verbs import VERBS
from ..verbs.sections import counted
from .calls import Call, command
from .options import FORCE, FORMATS_OF_MANY, HOME, OUTPUT, QUIET, TEXT_OR_JSON, Own, format_option, switch, usage_errors
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
    files_in=Own(text("The folder of --files DIR.", read=Path, metavar="DIR"), more={"hidden": True}),
    format=TEXT_OR_JSON,
    verbose=switch("Also print the processor seconds of each stage."),
    quiet=QUIET,
    home=HOME,
)
def fill(call: Call) -> int:
    """Generate new boards and store them with their puzzles.

    No two boards are the same; --symmetry says which count as the same. Each board gets a number, a puzzle with that
    one solution, its metrics, and a file boards/N.txt. Ctrl-C ends a fill early and loses nothing; the next fill
    continues from there.

    With --rules, a new catalogue holds variants: puzzles with more rules than Sudoku's, as catalogue create makes them.

    With --grade, --level, --technique or --strict, only boards with such a puzzle are stored. The exit status is 0 when
    the goal is reached or all possible boards are stored, 3 when the fill gives up first (--max-tries), and 130 after
    Ctrl-C.

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
    """Do the work; Ctrl-C ends the program until the fill begins, and then asks it to end."""
    stop, shows = threading.Event(), list[Show]()
    with ExitStack() as ended:

        def look(now: Any) -> None:
            if not shows:
                ended.enter_context(ended_by_ctrl_c(stop))
                shows.append(ended.enter_context(progress("boards", quiet=call.quiet)))
            elif now.seconds:
                duplicates = f"{now.duplicates:,} duplicates"
                tried = f"{now.written + now.duplicates + now.unwanted:,} tried, " if call.request.selects else ""
                shows[0](now.written, now.wanted, tried + duplicates)

        return call.done(stop=stop, on_progress=look)


# --- import, rate, measure --------------------------------------------------------------------------------------------


@command(request=None, format=TEXT_OR_JSON, quiet=QUIET, home=HOME)
def import_(call: Call) -> None:
    """Store puzzles from files.

    Every puzzle is proven to have one solution, compared with those in the catalogue, measured and numbered. A puzzle
    that is new, up to the symmetry of the catalogue, gets a number: N if its board is new, N.1, N.2, ... if board N is
    already stored. Others are refused, with their lines. A missing catalogue is created.

    The format of a file is detected from its content and name; it may also be a .gz, a .zip with one file, or UTF-16. A
    file catalogue.db merges that catalogue. Titles, authors and other columns are kept. If a line of a file is not a
    puzzle, nothing is imported, unless --skip-bad skips the line. Ctrl-C ends an import early and loses nothing; the
    same command continues it.

    \b
    Examples:
      catalogue import puzzles.csv
      catalogue import puzzles.csv --rate full --refused refused.csv
      catalogue import puzzles.csv --symmetry full --home different
      catalogue import puzzles.csv --encoding cp1252 --column givens --skip-bad
      catalogue import other/catalogue.db --dry-run
    """
    call.check_quiet()
    # Statements with a thousand keys leave garbage in cycles, a hundred megabytes in a million lines.
    gc.set_threshold(10_000)
    paths = call.request.paths
    with kept_standard_input(STANDARD_INPUT if STANDARD_INPUT in paths else paths[0], call.request.input_format):
        done = call.done("puzzles", lambda now: (now.done, now.wanted, f"{now.refused:,} refused"), stops=True)
    call.tell(done, done.sections(call.request))


@command(
    puzzle=Option(
        help="File with puzzles in any format, - for standard input, the number of a puzzle, or its cells.",
        metavar="[PUZZLE]",
        is_argument=True,
    ),
    blocks=shared.BLOCKS,
    base=shared.BASE,
    rules=shared.RULES_OF_PUZZLE,
    request=None,
    format=format_option("For PUZZLE. Default: line.", *FORMATS_OF_MANY),
    output=OUTPUT,
    force=FORCE,
    quiet=QUIET,
    home=HOME,
)
def rate(call: Call) -> None:
    """Rate the puzzles that have no rating yet.

    A puzzle's rating is that of its hardest step, on the scale of Sudoku Explainer. Its score is the sum of all steps
    that a person takes, on the scale of HoDoKu, which also gives it a level; puzzles under rules, and of other sizes,
    have further techniques on that scale. --rate chooses which of them to compute.

    Ctrl-C ends the command early and loses nothing; the next one continues from there. With PUZZLE, that puzzle, or
    every puzzle of a file, is rated in place of the catalogue. Each line has a puzzle and its rating, ER/EP/ED: the
    hardest step, the hardest up to the first placement, and the first step. With --rate score it has the score and the
    level, with all both; csv and jsonl also say whether named techniques alone solve it (logical). Puzzles of any rules
    have a score and a level; a rating only if all their rules are houses, as in a diagonal, windoku, disjoint groups or
    a jigsaw. They are read as by catalogue solve.

    \b
    Examples:
      catalogue rate --rate fast
      catalogue rate
      catalogue rate --rate score
      catalogue rate puzzles.csv --format csv
      catalogue rate puzzle.txt --rules diagonal
    """
    if call.puzzle:
        _rate_puzzles(call)
        return
    if call.format or call.output or call.rules is not None or call.blocks is not None:
        raise typer.BadParameter("--format, --output, --blocks and --rules need a PUZZLE")
    call.tell(call.done("puzzles", lambda now: (now.done, now.wanted), stops=True))


def _rate_puzzles(call: Call) -> None:
    """Write each puzzle with its rating: as a line alone, else with its score too where it has one."""
    if call.request.workers:
        raise typer.BadParameter("--workers rates the puzzles of the catalogue: leave out PUZZLE, or import it first")
    target = call.target_of_many()
    call.verb = VERBS["rate_puzzles"]
    with usage_errors():
        call.request = call.verb.request(
            puzzle=call.puzzle,
            rate=call.request.rate,
            usual=Depth.full if target.format == "line" else Depth.all,
            blocks=call.blocks,
            base=call.base,
            rules=call.rules,
            threads=call.request.threads,
            on_notice=notice,
        )
    call.write_rows(call.done(), target)


@command(quiet=QUIET, home=HOME)
def measure(call: Call) -> None:
    """Measure the puzzles by the textbook search.

    The textbook search takes the empty cells row by row and the digits of a cell in ascending order, and infers
    nothing. It counts the digits that it tests (textbook_comparisons), the cells that it empties again
    (textbook_backtracks) and the most cells that it fills (textbook_depth); query and export have them as columns. A
    search is cut short after 1,000,000,000 comparisons, above 9x9 after 10,000,000; its counts are then lower bounds.

    Puzzles that are already measured stay as they are. Ctrl-C ends the command early and loses nothing; the next one
    continues from there.

    \b
    Examples:
      catalogue measure
    """
    call.tell(call.done("puzzles", lambda now: (now.done, now.wanted), stops=True))


@command(home=HOME)
def tag(call: Call) -> None:
    """Tag puzzles, so that none is used twice.

    Name puzzles by their numbers, or choose them with the options of catalogue query, or both; the tag comes last. The
    filters --tag and --without-tag of query, export and book find tagged puzzles. catalogue stats lists the tags.

    \b
    Examples:
      catalogue tag 0-199 book-2025
      catalogue tag --grade easy --without-tag book-2025 --limit 50 book-2026
      catalogue tag all book-2025 --remove
    """
    call.tell(call.done())


# --- verify, backup, restore ------------------------------------------------------------------------------------------


@command(format=TEXT_OR_JSON, quiet=QUIET, home=HOME)
def verify(call: Call) -> None:
    """Prove the catalogue: compute everything again and compare it.

    Boards are made again from their seeds, puzzles from their boards, metrics from their puzzles; counts, keys, files
    and the database itself are checked too. Each fault is a line; the exit status is 1 if there is any. A fill may run
    at the same time.

    \b
    Examples:
      catalogue verify
      catalogue verify --full --format json
      catalogue verify --repair
    """
    call.check_quiet()
    on_notice = ignore if call.quiet else notice
    done = call.done("boards", lambda done, wanted, seconds: (done, wanted), on_notice=on_notice)
    call.tell(done, indent=1)
    if left := done.faults:
        computable = sum(fault.repair is not None for fault in left)
        advice = "restore them with: catalogue restore FILE"
        if computable and not call.request.repair:
            advice = f"repair them with: catalogue verify --repair --home {call.home}"
        raise CatalogueError(f"{counted(len(left), 'fault')}, {computable:,} of them can be computed; {advice}")


@command(home=HOME)
def backup(call: Call) -> None:
    """Copy the database to a file, also while a fill runs.

    The copy is one file and holds every board that was committed when the command began, with all its numbers. The
    files boards/N.txt are not in it: catalogue restore writes them from the boards.

    \b
    Examples:
      catalogue backup boards-2026.db
      catalogue backup --force latest.db
    """
    call.tell(call.done("pages"))


@command(home=HOME)
def restore(call: Call) -> None:
    """Restore the catalogue from a backup.

    The backup is checked first. The files boards/N.txt are written from its boards; others that were there move to a
    folder before-repair-N of the catalogue.

    \b
    Examples:
      catalogue restore boards-2026.db --home again
      catalogue restore --force latest.db
    """
    call.tell(call.done())
