"""The commands that find puzzles of a catalogue, take them out and count them."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import typer

from ...engine.grades import Grade, Level
from ..errors import CatalogueError
from ..formats import FORMATS
from ..formats.opening import kept_standard_input
from ..requests.request import text, whole
from ..requests.shared import goals_of
from ..verbs import VERBS
from .calls import Call, clock, command
from .options import FORCE, HOME, OUTPUT, PLOT, QUIET, Own, format_option, switch, usage_errors
from .printing import text as printed
from .terminal import leave, notice

FORMATS_OF_ROWS = ("table", *(name for name, form in FORMATS.items() if form.keeps_columns and name != "table"), "line")
"""The formats that take any columns, and the one that is for solvers."""


@command(
    format=format_option("line prints one puzzle per line, as solvers read it. Default: table.", *FORMATS_OF_ROWS),
    output=OUTPUT,
    force=FORCE,
    home=HOME,
)
def query(call: Call) -> None:
    """Find puzzles by their properties.

    All bounds are inclusive. Filters on ratings, grades and techniques find rated puzzles only, filters on scores and
    levels scored ones only: see catalogue rate.

    \b
    Examples:
      catalogue query --min-clues 17 --max-clues 24
      catalogue query --min-backtracks 10 --sort comparisons --desc --limit 5
      catalogue query --max-backtracks 0 --format line --output singles.txt
      catalogue query --pattern rotate180 --pattern rotate90 --limit 5
      catalogue query --min-rating 2.0 --max-rating 4.5 --technique xy-wing
      catalogue query --grade easy --grade medium --sort random --seed 1 --limit 9
      catalogue query --level easy --level medium --max-score 600
      catalogue query --grade hard --columns id,rating,hardest,givens
    """
    target = call.target(FORMATS_OF_ROWS, "table")
    with call.done() as found:
        if call.request.count_only:
            replace(target, format="table").write(f"{found.count}\n")
            return
        columns = call.request.columns or _columns(target.format, found)
        with usage_errors():
            rows = found.rows(columns)
        first = next(rows, None)
        with target.opened() as file:
            FORMATS[target.format].write(chain([first] if first else [], rows), columns, file)
    if first is None:
        notice("No matching puzzles.")


def _columns(format: str, found: Any) -> Sequence[str]:
    """The columns if none are named: a terminal has 80 characters, and a line is for programs that solve."""
    if format == "line":
        return ("givens",)
    if format != "table":
        columns: Sequence[str] = found.columns
        return columns
    if found.is_rated or found.is_scored:
        rating = ("rating", "grade", "hardest") if found.is_rated else ()
        score = ("score", "level") if found.is_scored else ()
        minimal = ("minimal",) if found.has_rules else ()  # those of a level often are not
        return ("id", "clues", *minimal, *rating, *score, "pattern", *(() if rating and score else ("backtracks",)))
    return ("id", "clues", "pattern", "backtracks", "max_depth", "comparisons", "filled")


@command(home=HOME)
def export(call: Call) -> None:
    """Write puzzles and their solutions.

    Name boards by their numbers, or choose puzzles with the options of catalogue query, or both. The ending of --output
    chooses the format: catalogue/formats/README.md lists them.

    \b
    Examples:
      catalogue export 123
      catalogue export 3,5 10-20 --format line --no-solution --output puzzles.txt
      catalogue export all --max-clues 22 --format csv
      catalogue export all --columns quizzes,solutions --output sudoku.csv
      catalogue export all --output sudoku.parquet --split train=0.9,test=0.1
      catalogue export 0-99 --hints --output hints.db
      catalogue export 7 --format link --service sudokuwiki
      catalogue export --grade easy --sort random --seed 1 --limit 9 --format txt
    """
    request = call.request
    if not request.names_puzzles:
        raise typer.BadParameter("name board numbers, all, or options that choose puzzles")
    # How many steps are found is shown on stderr, unless the puzzles appear on the screen themselves.
    is_long = request.hints and not (request.path is None and sys.stdout.isatty())
    report = call.done("puzzles" if is_long else "", lambda done, wanted, seconds: (done, wanted))
    if report.shares:
        print(", ".join(f"{name} {count:,}" for name, count in report.shares.items()))
    if not report.puzzles and report.format != "files":
        notice("No matching puzzles.")


@command(home=HOME)
def book(call: Call) -> None:
    """Make a PDF book of puzzles, with solutions at the back.

    Each --grade or --level makes a chapter with that many puzzles. Without them, one chapter has all puzzles that the
    other options choose, or all of a file. The book is refused if there are fewer puzzles than asked for.

    --language de makes a German book, fr a French and es a Spanish one. For another language it names a file with lines
    such as contents = "Inhalt"; catalogue/README.md lists the words. --font names the font that has their letters.

    \b
    Examples:
      catalogue book --grade easy=2 --grade medium=12 --output book.pdf
      catalogue book puzzles.csv --paper 6x9 --author "A. Name" --output mine.pdf
      catalogue book --limit 24 --per-page 6 --paper letter --output train.pdf
      catalogue book --grade hard=9 --title "On the train" --output x.pdf
      catalogue book --level medium=24 --level unfair=6 --output levels.pdf
    """
    request = call.request
    for option, wanted in (("--grade", goals_of(request.grade, Grade)), ("--level", goals_of(request.level, Level))):
        for mark, count in wanted:
            if count is None:
                raise typer.BadParameter(f"{option} {mark} needs a number, such as {mark}=50")
    path = Path(request.puzzles or "")
    with kept_standard_input(path):
        call.done(puzzles=request.puzzles and path)


@command(quiet=QUIET, home=HOME)
def site(call: Call) -> None:
    """Write a site of puzzles to play, as plain files without a server.

    FOLDER gets index.html, the player, the puzzles with their solution paths, lists and lessons on techniques. Put it
    on any web host, or on a USB stick: a browser opens index.html from there, and nothing is loaded from elsewhere.
    Hints follow the path of the puzzle. Where a player leaves it, the page finds singles and subsets itself, and leads
    back. Opened by https or from this machine, it can be installed, and works offline.

    The options of catalogue query choose the puzzles. Default: all. A second call replaces the site. A folder with
    other files is refused.

    \b
    Examples:
      catalogue site site --level easy --limit 100
      catalogue site class-7 --numbers 3,5,10-20 --title "Puzzles of class 7"
      catalogue site train --sort random --seed 1 --limit 1000
    """
    passed = clock()
    report = call.done("puzzles")
    call.tell(report, report.sections(passed()))


@command(
    request=None,
    weighted=switch("Estimate the figures of all minimal puzzles."),
    format=format_option("text for people, json for programs.", "text", "json"),
    output=OUTPUT,
    plot=PLOT,
    force=FORCE,
    home=HOME,
)
def stats(call: Call) -> None:
    """Summarize the catalogue: counts, metrics and ratings.

    With --weighted, it estimates the figures of all minimal puzzles from a catalogue filled with --sampling fair. Each
    mean and share comes with its standard error.

    \b
    Examples:
      catalogue stats
      catalogue stats --format json
      catalogue stats --plot stats.svg
    """
    target = call.target(("text", "json"), "text")
    if call.weighted:
        if call.plot:
            raise typer.BadParameter("--plot does not go with --weighted")
        call.verb = VERBS["estimate"]
        call.request = call.verb.request()
    figures = call.done()
    is_text = target.format == "text"
    target.write(f"{printed(call.verb.sections(figures)) if is_text else json.dumps(figures.data(), indent=2)}\n")


@command(
    format=format_option("text for people, csv and json for programs. Default: text.", "text", "csv", "json"),
    output=OUTPUT,
    home=HOME,
)
def report(call: Call) -> None:
    """Test whether fewer clues mean more backtracking.

    Makes 9x9 puzzles with every number of clues and solves them by the textbook search: cells in order, digits in
    order, no inference. Prints the quartiles of its backtracks by number of clues, and Spearman's rank correlation of
    clues and backtracks with its 95 % confidence interval. Each puzzle is on a different board; the same seed always
    gives the same report. Few boards yield a puzzle with 18 clues in the time allowed: puzzles of the others have 19 or
    20.

    If there is a catalogue, a second table shows which of its metrics measure the same: the rank correlation of every
    two, and of each with the rating and the textbook search. CSV has the rows of both tables, with the name of the
    table before each.

    \b
    Examples:
      catalogue report
      catalogue report --clues 20-30 --puzzles 500 --plot report.png
      catalogue report --format json --output report.json
    """
    call.force = call.request.force
    target = call.target(("text", "csv", "json"), "text")
    call.quiet = not sys.stderr.isatty()
    found = call.done("numbers of clues")
    with target.printed():
        if target.format == "json":
            print(json.dumps(found.data(), indent=2))
        elif target.format == "csv":
            FORMATS["csv"].write(found.rows(), found.columns, sys.stdout)
        else:
            print(printed(found.sections()))


@command(
    port=Own(whole("Port to listen on; 0 for any free one.", greatest=65_535, metavar="PORT"), default=8000),
    host=Own(text("Address to listen on.", metavar="HOST"), default="127.0.0.1"),
    read_only=switch("Refuse to fill, tag or change anything."),
    allow_origin=Own(
        text("Let pages of this origin, or * for all, read the API. Repeat it to allow several.", metavar="ORIGIN"),
        Sequence[str],
    ),
    open=switch("Open the page in the browser."),
    home=HOME,
)
def serve(call: Call) -> None:
    """Serve the catalogue as a page for the browser, and as an API.

    The server answers this machine alone, unless --host names another address. Then everyone who reaches it can read,
    and the address that it prints has a token that lets a browser write. Ctrl-C ends it. catalogue/web/README.md has
    the rest.

    \b
    Examples:
      catalogue serve --open
      catalogue serve --home mine --port 8080 --read-only
    """
    try:
        from ..web import serving  # which needs libraries that no other command does
    except ModuleNotFoundError as error:
        if error.name not in ("anyio", "jinja2", "starlette", "uvicorn"):
            raise
        raise CatalogueError(
            f"the page needs {error.name}; install it with: pip install 'board-catalogue[web]'"
        ) from None
    serving.serve(
        call.home,
        host=call.host,
        port=call.port,
        read_only=call.read_only,
        open_browser=call.open,
        readers=call.allow_origin or (),
    )
    if any(thread is not threading.main_thread() and not thread.daemon for thread in threading.enumerate()):
        leave(0)  # a fill that was started from the page, whose kernels are still at work
