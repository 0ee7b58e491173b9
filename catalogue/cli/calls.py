"""A command as it is called: options of the command line, the work of its verb, how far it has come, and the report.

There is an option for each field of a request, and those that only commands have. What is wrong with a value is a wrong
call, with the reason.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import MISSING, dataclass, field, fields, replace
from inspect import Parameter
from itertools import chain
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import IO, TYPE_CHECKING, Annotated, Any, TypeVar, get_args, get_origin

import typer

from ...engine.shape import NoUsualBlocks
from ..errors import CatalogueError, DifferentCatalogue
from ..formats import FORMATS
from ..requests.named import Faulty
from ..requests.request import LongRequest, Option, Request, choice, hints_of, made, option_of, options_of, whole
from ..requests.shared import STANDARD_OUTPUT, Target, target_of
from ..storage.home import Home, home_of
from ..verbs import VERBS, Verb
from ..verbs.sections import Sections, counted
from .terminal import ended_by_ctrl_c, leave, notice, progress, text

if TYPE_CHECKING:
    from ..requests.named import Row, Rows  # with the door, which many commands do without

T = TypeVar("T")

ADVANCED = "Advanced"
"""The heading of the options that few need."""

ADD_BLOCKS = "add --blocks"
"""The advice for a size without usual blocks."""


# --- Values -----------------------------------------------------------------------------------------------------------


def in_dashes(text: str) -> str:
    """Write the names of fields of a request as options: `max_clues` is --max-clues."""
    return re.sub(r"`(\w+)`", lambda match: f"--{match[1].replace('_', '-')}", text)


@contextmanager
def usage_errors(before: str = "") -> Iterator[None]:
    """Turn a ValueError into a BadParameter with the same line, after `before`."""
    try:
        yield
    except DifferentCatalogue as error:
        raise typer.BadParameter(f"{error}; name another --home") from None
    except NoUsualBlocks as error:
        raise typer.BadParameter(error.advised(ADD_BLOCKS)) from None
    except ValueError as error:
        raise typer.BadParameter(f"{before}{in_dashes(str(error))}") from None


def parser(read: Callable[[str], T], former: Mapping[str, str] = MappingProxyType({})) -> Callable[[str], T]:
    """Make a reader of values one whose ValueError is a BadParameter, and that warns of former names of values."""

    def parse(text: str) -> T:
        if text in former:
            notice(f"{text} is called {former[text]} now; the old name still works")
        with usage_errors():
            return read(text)

    return parse


def home(name: str | Home) -> Home:
    """Parse the place of a catalogue: the name of a folder, or the URL of a database. ValueError for an empty name."""
    if not str(name):
        raise ValueError("the name of the folder is empty")
    return home_of(name)


# --- Options that requests do not have --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Own:
    """An option that a command has besides the fields of its request; `options.txt` has its help."""

    option: Option | None = None
    """Facts of the option beside its type."""
    kind: Any = str
    default: Any = None
    more: Mapping[str, Any] = field(default_factory=dict)
    """Further settings of typer."""


def format_option(*names: str, default: str | None = None, **more: Any) -> Own:
    """The option --format of a command that writes these formats."""
    return Own(choice(names, **more), default=default)


def delay(milliseconds: int) -> Own:
    """The option --delay of an animation."""
    return Own(whole(words={"usual": milliseconds}))


FORMATS_OF_MANY = ("line", "csv", "tsv", "json", "jsonl")
"""The formats of commands that write a line for each puzzle of a file."""

HOME = Own(Option(read=home), default=Path("data"), more={"envvar": "CATALOGUE_HOME"})
FILE = Own(kind=Path)
SWITCH = Own(kind=bool, default=False)
TEXT_OR_JSON = format_option("text", "json", default="text")


# --- Options as typer takes them --------------------------------------------------------------------------------------


def is_rare(parameter: Any) -> bool:
    """Whether few need an option of a command."""
    return getattr(parameter, "rich_help_panel", None) == ADVANCED


def parameters_of(request: type[Request]) -> list[Parameter]:
    """Return the options that stand for a request, in the order of its fields."""
    defaults = {each.name: each.default for each in fields(request)}
    hints, found = hints_of(request), []
    for name, option in options_of(request).items():
        found.append(parameter(name, Own(option, hints[name], defaults[name])))
        if option.former:
            hidden = typer.Option(
                f"--{option.former.replace('_', '-')}", parser=parser(option.read), hidden=True, help=option.help
            )
            found.append(_keyword(option.former, str | None, hidden, None))
    return found


def parameter(name: str, own: Own) -> Parameter:
    """Return an option, or an argument, as the parameter of a function that typer reads."""
    option, hint, default = own.option or Option(), own.kind, own.default
    is_list, is_flag = _is_list(hint) and not option.is_joined, hint is bool or bool in get_args(hint)
    kind: Any = bool | None if is_flag else list[str] | None if is_list else str | None
    if default is MISSING:
        default, kind = Parameter.empty, list[str] if is_list else str
    elif is_list:
        default = None
    elif is_flag and not option.switches_off:
        kind = bool
    return _keyword(name, kind, _declared(name, option, is_flag, dict(own.more)), default)


def _keyword(name: str, kind: Any, declared: Any, default: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, declared])


def _is_list(hint: Any) -> bool:
    kinds = get_args(hint) if get_origin(hint) is not None else ()
    return any(getattr(get_origin(kind) or kind, "__name__", "") in ("Sequence", "tuple") for kind in (hint, *kinds))


def _declared(name: str, option: Option, is_flag: bool, more: dict[str, Any]) -> Any:
    style: dict[str, Any] = {"help": in_dashes(option.help)}
    if option.is_argument:
        return typer.Argument(metavar=option.metavar, parser=parser(option.read), **style)
    long = f"--{(option.name or name).replace('_', '-')}"
    letter = (option.letter,) if option.letter else ()
    if option.is_rare:
        style["rich_help_panel"] = ADVANCED
    if is_flag:
        return typer.Option(f"{long}/--no-{long[2:]}" if option.switches_off else long, *letter, **style)
    if option.default is not None or option.is_joined:
        style["show_default"] = option.default or False
    if option.choices:
        style["autocompletion"] = lambda incomplete: _completed(option, incomplete)
    elif name in ("tag", "without_tag"):
        style["autocompletion"] = _tag_names
    metavar = option.metavar or (f"[{'|'.join(map(str, option.choices()))}]" if option.choices else None)
    names = (long, *more.pop("names", letter))
    return typer.Option(*names, parser=parser(option.read, option.others), metavar=metavar, **(style | more))


def _tag_names(context: typer.Context, incomplete: str) -> list[str]:
    """The tags of the catalogue that begin so; none if it cannot be read."""
    verb = VERBS["tags"]
    try:
        place = home(context.params.get("home") or os.environ.get("CATALOGUE_HOME") or "data")
        return [name for name in verb.done(place, verb.request()).puzzles if name.startswith(incomplete)]
    except (CatalogueError, ValueError):
        return []


def _completed(option: Option, incomplete: str) -> list[str]:
    """Complete a value, or the last of several with commas between them."""
    before, comma, last = incomplete.rpartition(",") if option.is_joined else ("", "", incomplete)
    names = map(str, option.choices()) if option.choices else ()
    return [f"{before}{comma}{name}" for name in names if name.startswith(last)]


# --- The request that they make ---------------------------------------------------------------------------------------


def request_from(request: type[Request], values: Mapping[str, Any]) -> Request:
    """Make the request of the values of its options; what was not given is by default. BadParameter for a fault."""
    former = {option.former: name for name, option in options_of(request).items() if option.former}
    names = {*(each.name for each in fields(request)), *former}
    given = own_values([name for name in values if name in names], values)
    for name in former:
        if given.get(name) is not None:
            notice(in_dashes(f"`{name}` is called `{former[name]}` now; the old name still works"))
    if issubclass(request, LongRequest):
        given["on_notice"] = notice
    with usage_errors():
        return made(request, given)


def own_values(names: Iterable[str], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return some values of options by name, as requests take them."""
    return {name: tuple(values[name]) if isinstance(values[name], list) else values[name] for name in names}


# --- A call -----------------------------------------------------------------------------------------------------------


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

    def write_rows(self, found: Rows, target: Target) -> bool:
        """Write rows as they come, and return whether all are; a faulty puzzle is told, and the rest goes on.

        An error before the first one leaves no file. BadParameter for a wrong request. CatalogueError at the first
        faulty one with the option `strict`, and if all are.
        """
        written = _Written(target, getattr(self, "strict", False))
        with usage_errors():
            batches = _begun(found.batches)
            with target.opened() as file:
                FORMATS[target.format].write(written.values(batches, file), found.columns, file)
        if written.faulty:
            notice(f"{counted(written.faulty, 'puzzle')} cannot be read or answered; --strict stops at the first")
        return not written.faulty


def _begun(batches: Iterator[Sequence[Row | Faulty]]) -> Iterator[Sequence[Row | Faulty]]:
    """The same batches, of which the first row is computed. CatalogueError for the first puzzle if all are faulty."""
    early: list[Sequence[Row | Faulty]] = []
    for rows in batches:
        early.append(rows)
        if any(not isinstance(row, Faulty) for row in rows):
            return chain(early, batches)
    for row in chain.from_iterable(early):
        raise CatalogueError(str(row))
    return iter(early)


_MOST_TOLD = 20  # faulty puzzles of a file


class _Written:
    """Rows on their way to a file or a pipe, and how many puzzles were faulty."""

    def __init__(self, target: Target, is_strict: bool) -> None:
        self._target, self._is_strict, self.faulty = target, is_strict, 0

    def values(self, batches: Iterable[Sequence[Row | Faulty]], file: IO[Any]) -> Iterator[Any]:
        """Yield the rows of batches; each batch is in the file, or in the pipe, before the next one is computed."""
        format = self._target.format
        for rows in batches:
            for row in rows:
                if not isinstance(row, Faulty):
                    yield row.words() if format == "line" else row.values(format)
                elif self._is_strict:
                    raise CatalogueError(str(row))
                else:
                    yield from self._told(row)
            file.flush()

    def _told(self, row: Faulty) -> Iterator[Any]:
        self.faulty += 1
        if self.faulty <= _MOST_TOLD:
            notice(str(row) if self.faulty < _MOST_TOLD else "further faults are not listed")
        if self._target.format in ("json", "jsonl"):
            yield {"line": row.line, "error": row.error}


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
