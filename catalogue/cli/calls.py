"""A command as it is called: it does the work of its verb, shows how far it has come, and prints the report."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import IO, TYPE_CHECKING, Any

import typer

from ..formats import FORMATS
from ..requests.request import option_of
from ..requests.shared import STANDARD_OUTPUT, Target, target_of
from ..verbs import VERBS, Verb
from ..verbs.sections import Sections
from .options import FORMATS_OF_MANY, Own, usage_errors
from .terminal import ended_by_ctrl_c, leave, progress, text

if TYPE_CHECKING:
    from ..requests.named import Row, Rows  # with the door, which many commands do without


class Call(SimpleNamespace):
    """The values of the options of a command, by name, its request, and its verb."""

    verb: Verb
    request: Any = None
    home: Any = None
    quiet: bool = False
    format: str | None = None
    output: Path | None = None
    force: bool = False

    def done(
        self,
        things: str = "",
        told: Callable[..., tuple[Any, ...]] = lambda done, wanted: (done, wanted),
        *,
        stops: bool = False,
        **watched: Any,
    ) -> Any:
        """Do the work of the verb, and return its report. BadParameter for a wrong request.

        `told` makes of a report of progress how many of the things are done, how many are wanted, and perhaps a remark.
        If it `stops`, the first Ctrl-C asks the work to end.
        """
        with ExitStack() as during:
            if stops:
                watched["stop"] = during.enter_context(ended_by_ctrl_c())
            if things:
                show = during.enter_context(progress(things, quiet=self.quiet))
                watched["on_progress"] = lambda *now: show(*told(*now))
            during.enter_context(usage_errors())
            return self.verb.done(self.home, replace(self.request, **watched))

    def tell(self, report: Any, sections: Sections | None = None, *, indent: int = 2, more: Any = None) -> None:
        """Print a report as text or JSON, unless the call is quiet; end the program if the work was interrupted.

        JSON of one object has `more` too.
        """
        if self.format == "json":
            data = report.data()
            print(json.dumps({**data, **more} if more else data, indent=indent))
        elif not self.quiet:
            print(text(self.verb.sections(report) if sections is None else sections))
        if getattr(report, "interrupted", False):
            leave()

    def check_quiet(self) -> None:
        """BadParameter for --quiet with JSON."""
        if self.quiet and self.format == "json":
            raise typer.BadParameter("--quiet prints nothing: leave out --format json")

    def target(self, formats: Sequence[str], default: str, *, by_ending: bool = False) -> Target:
        """Return where output goes, in which of the formats, perhaps by its ending alone; BadParameter for a fault."""
        with usage_errors():
            format = None if by_ending else self.format
            return target_of(self.output, format, formats, default=default, force=self.force)

    def target_of_many(self) -> Target:
        """Return where the rows of puzzles go: as lines if neither --format nor the ending names a format."""
        return self.target(FORMATS_OF_MANY, "line")

    @contextmanager
    def report_aside(self) -> Iterator[None]:
        """If the standard output is for the result alone, a format without a file or `-`, print the rest on stderr."""
        is_for_programs = self.output == STANDARD_OUTPUT or (self.format is not None and self.output is None)
        with redirect_stdout(sys.stderr if is_for_programs else sys.stdout):
            yield

    def write_rows(self, found: Rows, target: Target) -> None:
        """Write rows as they come. An error before the first one leaves no file. BadParameter for a wrong request."""
        batches = found.batches
        with usage_errors():
            first = next(batches, ())
            with target.opened() as file:
                FORMATS[target.format].write(_shown(chain([first], batches), target, file), found.columns, file)


def _shown(batches: Iterable[Sequence[Row]], target: Target, file: IO[Any]) -> Iterator[Sequence[Any]]:
    """Yield the rows of batches; each batch is in the file, or in the pipe, before the next one is computed."""
    for rows in batches:
        yield from (row.words() if target.format == "line" else row.values(target.format) for row in rows)
        file.flush()


# --- Declarations -----------------------------------------------------------------------------------------------------

Words = Callable[[Sequence[str]], list[str]]
"""Changes the words of a call before they are read."""


@dataclass(frozen=True)
class Command:
    """A command: its function, and its options besides the request of its verb."""

    run: Callable[[Call], int | None]
    options: Mapping[str, Own | None]
    """By name in the order of the help; None stands for the rest of the request, which comes first otherwise."""
    verb: Verb | None
    rewritten: Words = list


def command(
    named: str = "", *, rewritten: Words = list, **options: Own | None
) -> Callable[[Callable[[Call], int | None]], Command]:
    """Declare a function to be the command, and the verb, of its name, or of another one."""

    def declared(run: Callable[[Call], int | None]) -> Command:
        command = named or run.__name__.rstrip("_")
        own: dict[str, Own | None] = {} if "request" in options else {"request": None}
        for name, each in options.items():
            own[name] = each and replace(each, option=option_of(name, [f"catalogue {command}"], each.kind, each.option))
        return Command(run, own, VERBS.get(command), rewritten)

    return declared


def clock() -> Callable[[], float]:
    """Return a function that says how many seconds have passed."""
    begin = time.monotonic()
    return lambda: time.monotonic() - begin
