"""The commands that find puzzles of a catalogue, take them out and count them, and those for data sets of them."""

from __future__ import annotations

import json
import shutil
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import Any

import typer

from ...engine.grades import Grade, Level
from ...engine.reading.tables import Given
from .. import formats
from ..errors import CatalogueError
from ..formats import FORMATS
from ..formats.door import grid_of
from ..requests.request import ignore
from ..requests.shared import Target, goals_of
from ..verbs import VERBS
from .calls import FILE, HOME, SWITCH, TEXT_OR_JSON, Call, Own, clock, command, format_option, usage_errors
from .terminal import leave, markdown, notice
from .terminal import text as printed

FORMATS_OF_ROWS = ("table", *(name for name, form in FORMATS.items() if form.keeps_columns and name != "table"), "line")
"""The formats that take any columns, and the one that is for solvers."""


@command(format=format_option(*FORMATS_OF_ROWS), output=FILE, force=SWITCH, home=HOME)
def query(call: Call) -> None:
    """Print the puzzles that match, or their number."""
    target = call.target(FORMATS_OF_ROWS, "table")
    with call.done() as found:
        if call.request.count_only:
            replace(target, format="table").write(f"{found.count}\n")
            return
        columns = call.request.columns or _columns(target.format, found)
        with usage_errors():
            rows = found.rows(columns)
        first = next(rows, None)
        is_free = call.format is None and call.request.limit is None
        is_cut = is_free and target.format == "table" and _is_on_screen(target)
        with target.opened() as file:
            shown = chain([first] if first else [], rows)
            FORMATS[target.format].write(islice(shown, ON_SCREEN) if is_cut else shown, columns, file)
        if is_cut and (more := found.count - ON_SCREEN) > 0:
            print(f"… {more:,} more: --limit, --output")
    if first is None:
        notice("No matching puzzles.")


ON_SCREEN = 20
"""Rows of a query on a terminal, if nothing says how many."""


def has_screen() -> bool:
    """Whether a person reads the standard output."""
    return sys.stdout.isatty()


def _is_on_screen(target: Target) -> bool:
    return target.path is None and has_screen()


def _columns(format: str, found: Any) -> Sequence[str]:
    """The columns if none are named: a terminal has 80 characters, and a line is for programs that solve."""
    if format == "line":
        return ("givens",)
    if format != "table":
        return list(found.columns)
    rating = ("rating", "grade", "hardest") if found.is_rated else ()
    score = ("score", "level") if found.is_scored else ()
    if not rating and not score:
        return ("id", "clues", "pattern", "backtracks", "depth", "comparisons", "filled")
    minimal = ("minimal",) if found.has_rules else ()  # those of a level often are not
    return ("id", "clues", *minimal, *rating, *score, "pattern", *(() if rating and score else ("backtracks",)))


@command(home=HOME)
def export(call: Call) -> None:
    """Write the boards to a file or to the standard output."""
    request = call.request
    if not request.names_puzzles:
        raise typer.BadParameter("name board numbers, all, or options that choose puzzles")
    if request.path is None and request.format is None and has_screen() and _shown_beside(call):
        return
    # How many steps are found is shown on stderr, unless the puzzles appear on the screen themselves.
    is_long = request.hints and not (request.path is None and sys.stdout.isatty())
    report = call.done("puzzles" if is_long else "", lambda done, wanted, seconds: (done, wanted))
    if report.shares:
        print(", ".join(f"{name} {count:,}" for name, count in report.shares.items()))
    if not report.puzzles and report.format != "files":
        notice("No matching puzzles.")


def _shown_beside(call: Call) -> bool:
    """Draw the one puzzle that is asked for beside its solution, if it is one, plain, and there is room."""
    request = call.request
    columns = ("givens", "solution", "rules", "title", "author", "id")
    verb = VERBS["query"]
    asked = verb.request(numbers=request.numbers, limit=2, columns=columns)
    if request.chooses or request.columns or not request.solution or request.hints or request.split:
        return False
    with usage_errors(), verb.done(call.home, asked) as found:
        rows = list(found.rows(columns))
        blocks = found.puzzles.store.settings.shape.blocks
    if len(rows) != 1 or rows[0][2]:
        return False
    givens, solution, _, title, author, number = rows[0]
    left, right = (str(grid_of(Given(cells, blocks=blocks))).splitlines() for cells in (givens, solution))
    if 2 * len(left[0]) + 4 > shutil.get_terminal_size().columns:
        return False
    print(" by ".join(filter(None, (title or f"puzzle {number}", author))))
    print(f"{'puzzle':{len(left[0])}}    solution")
    print(*(f"{one}    {other}" for one, other in zip(left, right, strict=True)), sep="\n")
    return True


@command(home=HOME)
def book(call: Call) -> None:
    """Write the book."""
    request = call.request
    for option, wanted in (("--grade", goals_of(request.grade, Grade)), ("--level", goals_of(request.level, Level))):
        for mark, count in wanted:
            if count is None:
                raise typer.BadParameter(f"{option} {mark} needs a number, such as {mark}=50")
    path = Path(request.puzzles or "")
    with formats.opening.kept_standard_input(path):
        call.done(puzzles=request.puzzles and path)


@command(quiet=SWITCH, home=HOME)
def site(call: Call) -> None:
    """Write the site."""
    passed = clock()
    report = call.done("puzzles")
    call.tell(report, report.sections(passed()))


@command(
    request=None,
    weighted=SWITCH,
    all=SWITCH,
    format=format_option("text", "json"),
    output=FILE,
    plot=FILE,
    force=SWITCH,
    home=HOME,
)
def stats(call: Call) -> None:
    """Print the figures as text or as JSON, and draw the plot on request."""
    target = call.target(("text", "json"), "text")
    if call.weighted:
        if call.plot:
            raise typer.BadParameter("--plot does not go with --weighted")
        call.verb = VERBS["estimate"]
        call.request = call.verb.request()
    figures = call.done()
    if target.format == "json":
        target.write(f"{json.dumps(figures.data(), indent=2)}\n")
        return
    is_short = _is_on_screen(target) and not call.all and not call.weighted
    short = {"short": True} if is_short else {}
    target.write(f"{printed(call.verb.sections(figures, **short))}\n")
    if is_short:
        print("--all shows every metric, technique, rule and tag")


@command(format=format_option("text", "csv", "json"), output=FILE, home=HOME)
def report(call: Call) -> None:
    """Print the tables and the answer, and draw the plot on request."""
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


# --- Data sets, to train and test models on ---------------------------------------------------------------------------

_MANY = 20  # faults that are listed one by one


@command(quiet=SWITCH)
def dataset(call: Call) -> None:
    """Make a data set, or prove one."""
    passed, folder = clock(), call.request.folder
    on_notice = ignore if call.quiet else notice
    result = call.done("positions" if call.request.verify else "puzzles", on_notice=on_notice)
    if not call.request.verify:
        call.tell(result, result.sections(passed()))
        return
    if result.faults:
        more = [f"{len(result.faults) - _MANY:,} more"] if len(result.faults) > _MANY else []
        print("\n".join([*result.faults[:_MANY], *more]))
        raise CatalogueError(
            f"{folder} is not proven: it has changed since it was made, or another version made it; make it in"
            " a new folder and compare"
        )
    if not call.quiet:
        print(f"{folder}: every row and every file is proven")


@command(
    format=format_option("text", "json", "markdown", default="text"),
)
def audit(call: Call) -> None:
    """Look at the files and print the report."""
    report = call.done("rows", lambda file, done, wanted: (done, max(done, wanted), file))
    if call.format == "markdown":
        print(markdown(report.overview()))
    else:
        call.tell(report)


@command(format=TEXT_OR_JSON, output=FILE, force=SWITCH, quiet=SWITCH)
def check(call: Call) -> None:
    """Score the answers, print the report, and write the answers as rows if that is wanted."""
    formats = ("csv", "tsv", "json", "jsonl", "parquet")
    target = None if call.output is None else call.target(formats, "csv", by_ending=True)
    report = call.done("answers")
    if target:
        rows = ([row.data()[name] for name in report.columns] for row in report.rows)
        with target.opened() as file:
            FORMATS[target.format].write(rows, report.columns, file)
    print(json.dumps(report.data(), indent=2) if call.format == "json" else printed(report.sections()))


# --- The page ---------------------------------------------------------------------------------------------------------


@contextmanager
def _with_extra(what: str, extra: str) -> Iterator[None]:
    """Say of a library that is missing which extra has it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("board_catalogue"):
            raise
        say = f"{what} needs {error.name}; install it with: pip install 'board-catalogue[{extra}]'"
        raise CatalogueError(say) from None


@command(
    port=Own(kind=int, default=8000),
    host=Own(default="127.0.0.1"),
    read_only=SWITCH,
    allow_origin=Own(kind=Sequence[str]),
    allow_frame=Own(kind=Sequence[str]),
    open=SWITCH,
    home=HOME,
)
def serve(call: Call) -> None:
    """Serve until Ctrl-C."""
    with _with_extra("the page", "web"):
        from ..web import serving  # which needs libraries that no other command does
    serving.serve(
        call.home,
        host=call.host,
        port=call.port,
        read_only=call.read_only,
        open_browser=call.open,
        readers=call.allow_origin or (),
        frames=call.allow_frame or (),
    )
    if any(thread is not threading.main_thread() and not thread.daemon for thread in threading.enumerate()):
        leave(0)  # a fill that was started from the page, whose kernels are still at work


@command(home=HOME)
def mcp(call: Call) -> None:
    """Answer a language model's client until stdin ends."""
    with _with_extra("the server for language models", "mcp"):
        from ..web import agents
    agents.run(call.home)
