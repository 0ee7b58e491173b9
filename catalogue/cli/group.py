"""The commands of the program, and how the chosen one is loaded.

`commands.txt` lists the commands in sections, each with its module, the options that people use, and its help. A
command is a function of its name; those that are one idea share a module. A name that is a keyword of Python has an
underscore after it. Its options are the fields of the request of its verb, and its own. `--help` fits a screen, and
`--help-all` has everything but the filters, which many commands share and `catalogue help filters` lists. What is slow
to import loads at its first use, so help loads no arrays and no database.
"""

import gc
import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from inspect import Parameter, Signature
from keyword import iskeyword
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_args

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from ... import engine


class Listed(NamedTuple):
    """A command as `commands.txt` lists it: its module, the options that people use, and its help."""

    module: str
    used: list[str]
    help: str

    @property
    def line(self) -> str:
        """The first line of the help."""
        return self.help.partition("\n")[0]

    @property
    def examples(self) -> list[str]:
        """The calls that the help ends with."""
        return [line.strip() for line in self.help.partition("Examples:\n")[2].splitlines()]


def _listed(block: str) -> tuple[str, Listed]:
    heading, _, text = block.partition("\n\n")
    name, module, *used = heading.split()
    # The parser folds paragraphs, but for those that begin so.
    return name, Listed(module.strip("():"), used, text.strip("\n").replace("\nExamples:\n", "\n\b\nExamples:\n"))


def _sections() -> dict[str, dict[str, Listed]]:
    text = Path(__file__).with_name("commands.txt").read_text("utf-8")
    parts = (part.split("\n## ") for part in f"\n{text}".split("\n# ")[1:])
    return {title.strip(): dict(map(_listed, blocks)) for title, *blocks in parts}


SECTIONS = _sections()
"""The commands in the order of the help."""

COMMANDS = {name: listed for commands in SECTIONS.values() for name, listed in commands.items()}

_FILTERS = (
    *("pattern", "grade", "level", "technique", "only_technique", "tag", "minimal", "source", "about", "rules"),
    *("sort", "desc", "seed", "limit"),
)

STYLE: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 80}


# --- Names that are meant ---------------------------------------------------------------------------------------------


def _synonyms() -> dict[str, list[str]]:
    """Other common names of options and commands, by the one that is meant if a command has it."""
    lines = Path(__file__).with_name("synonyms.txt").read_text("utf-8").splitlines()
    return {right: guesses.split() for right, _, guesses in (line.partition(": ") for line in lines)}


def _meant_by(guess: str) -> list[str]:
    return [right for right, guesses in _synonyms().items() if guess.lower() in guesses]


def meant(error: Any) -> str | None:
    """Return the message of a usage error with the name that was meant; None if none is known."""
    context, option = getattr(error, "ctx", None), getattr(error, "option_name", None)
    if option and context and type(error).__name__ == "NoSuchOption":
        known = {name for parameter in context.command.params for name in parameter.opts}
        for right in _meant_by(option):
            if known.issuperset(word for word in right.split() if word.startswith("--")):
                return f"No such option: {option}; use {right}"
    return None


# --- Commands as typer takes them -------------------------------------------------------------------------------------


class _OwnParser:
    """An option whose value its own parser reads, or else its class.

    From 0.29 on typer does so with pydantic, whose import takes a fifth of the time of a query.
    """

    def process_value(self, context: Any, value: Any) -> Any:
        """Return what the words of the command line say."""
        option: Any = self
        described = option.type_descriptor
        if option.value_is_missing(value):
            if option.required:
                return super().process_value(context, value)  # type: ignore[misc]
        else:
            kind = get_args(described.annotation)[0] if described.is_list else described.annotation
            parse = described.parameter_info.parser or kind
            value = [parse(each) for each in value] if described.is_list else parse(value)
        return option.callback(context, option, value) if option.callback else value


class _Option(_OwnParser, TyperOption):
    pass


class _Argument(_OwnParser, TyperArgument):
    pass


@cache
def _with_own_parser(option: Any) -> Any:
    if not hasattr(option, "type_descriptor"):  # before typer 0.29 each does
        return option
    own: Any = object.__new__(_Argument if isinstance(option, TyperArgument) else _Option)
    own.__dict__.update(vars(option))
    return own


class OwnParsers:
    """A command, or a group, whose options parse their values with their own parser, or with their class."""

    def get_params(self, context: Any) -> list[Any]:
        """Return the options and arguments."""
        return list(map(_with_own_parser, super().get_params(context)))  # type: ignore[misc]


_HELP_SECTIONS = ("Arguments", "Options", "Filters", "Output", "Catalogue")
_WHOLE = "board_catalogue.whole_help"
_FIRST_EXAMPLES = 3


class LazyGroup(OwnParsers, TyperGroup):
    """A group that knows the name and the first line of each command, and loads the one that is called."""

    def resolve_command(self, context: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Return the name of the command, the command, and its arguments."""
        for right in _meant_by(args[0]) if args and args[0] not in COMMANDS else ():
            context.fail(f"No such command {args[0]!r}; use catalogue {right}")
        name, known, rest = super().resolve_command(context, args)
        return name, load(name) if known and name else None, rest

    def format_options(self, context: Any, formatter: Any) -> None:
        """Write the commands, and in the whole help the options after them."""
        self.format_commands(context, formatter)
        if is_whole(context):
            with formatter.section("Options"):
                formatter.write_dl([each.get_help_record(context) for each in self.get_params(context)])

    def format_commands(self, context: Any, formatter: Any) -> None:
        """Write the commands that people begin with, and the others by what one wants to do."""
        first, *others = SECTIONS
        width = max(map(len, COMMANDS))
        for title in SECTIONS if is_whole(context) else (first,):
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), listed.line) for name, listed in SECTIONS[title].items()])
        if not is_whole(context):
            with formatter.section("Then, by what you want to do"):
                formatter.write_dl([(title, ", ".join(SECTIONS[title])) for title in others])
            formatter.write("\ncatalogue help COMMAND explains a command, catalogue help --all lists all of them.\n")


def is_whole(context: Any) -> bool:
    """Whether the help that is written has everything."""
    return bool(context.meta.get(_WHOLE))


def whole(context: Any) -> Any:
    """Make the help of a context have everything, and return the context."""
    context.meta[_WHOLE] = True
    return context


def _show_whole(context: typer.Context, wanted: bool) -> None:
    if wanted:
        print(whole(context).get_help())
        raise typer.Exit


HELP_ALL: Any = Annotated[
    bool, typer.Option("--help-all", help="Show everything.", is_eager=True, callback=_show_whole)
]


class SortedCommand(OwnParsers, TyperCommand):
    """A command whose help lists its options in sections, and names arguments alike with every version of typer."""

    rewritten: Callable[[Sequence[str]], list[str]] = list
    """Changes the words of a call before they are read."""

    def parse_args(self, context: Any, words: list[str]) -> list[str]:
        """Read the words of the command line."""
        rest: list[str] = super().parse_args(context, self.rewritten(words))
        return rest

    def collect_usage_pieces(self, context: Any) -> list[str]:
        """Return what the usage names after the command."""
        arguments = [str(option.metavar) for option in self.get_params(context) if option.param_type_name == "argument"]
        return ["[OPTIONS]", *arguments]

    def format_help(self, context: Any, formatter: Any) -> None:
        """Write the whole help, or a screen of it: three examples, and the options that people use."""
        if is_whole(context):
            super().format_help(context, formatter)
            return
        listed = COMMANDS[str(self.name)]
        self.format_usage(context, formatter)
        formatter.write(f"\n  {listed.line}\n")
        with formatter.section("Examples"):
            formatter.write("".join(f"  {line}\n" for line in listed.examples[:_FIRST_EXAMPLES]))
        known = {each.name: each for each in self.get_params(context)}
        used = [known[name] for name in listed.used]
        heads = [_head(option, context) for option in used]
        with formatter.section("Options"):
            room = formatter.width - 2 - max(map(len, heads)) - 2
            formatter.write_dl([(head, _clause(each.help, room)) for head, each in zip(heads, used, strict=True)])
        known_options: list[Any] = self.params
        rest = sum(not each.hidden for each in known_options if each.param_type_name == "option") - len(used)
        more = f"and {rest} further options" if rest > 1 else "and more"
        formatter.write(f"\n  --help-all explains it in full, with all examples {more}.\n")

    def format_options(self, context: Any, formatter: Any) -> None:
        """Write the options: what is asked, the filters, the output, and where the catalogue is."""
        from .calls import ADVANCED, is_rare  # the list of commands needs none

        sections: dict[str, list[Any]] = {title: [] for title in (*_HELP_SECTIONS, ADVANCED)}
        for parameter in self.get_params(context):
            if record := parameter.get_help_record(context):
                if parameter.param_type_name == "argument":
                    sections["Arguments"].append((parameter.metavar, record[1]))
                else:
                    section = ADVANCED if is_rare(parameter) else _section_of(parameter.name, self.params)
                    sections[section].append(record)
        for title, records in sections.items():
            if title == "Filters" and records:
                formatter.write("\nFilters: those of catalogue help filters\n")
            elif records:
                with formatter.section(title):
                    formatter.write_dl(records)


def _head(option: Any, context: Any) -> str:
    """The names of an option and its value, where a long list of values is a word."""
    head = option.get_help_record(context)[0]
    return re.sub(r"\[[^\]]{9,}\]", option.name.upper(), head)


def _clause(help: str, room: int) -> str:
    """The first clause of a help that fits the room."""
    clause = re.split(r"[.:;](?:\s|$)", help, maxsplit=1)[0]
    while len(clause) >= room and ", " in clause:
        clause = clause.rpartition(", ")[0]
    return clause


_OF_FILTERS = (
    "Filters choose puzzles of the catalogue. All bounds are inclusive. Those on ratings, grades and techniques find"
    " rated puzzles only, those on scores and levels scored ones only: see catalogue rate."
)


def filters() -> str:
    """Return the help of the filters, which all commands that choose puzzles share."""
    command = load("query")
    with typer.Context(command) as context:
        formatter = context.make_formatter()
        formatter.write_text(_OF_FILTERS)
        options = command.get_params(context)
        found = [each.get_help_record(context) for each in options if _section_of(each.name, options) == "Filters"]
        with formatter.section("Filters"):
            formatter.write_dl([record for record in found if record])
    return str(formatter.getvalue().rstrip())


def _section_of(option: str | None, options: Sequence[Any]) -> str:
    """The section of an option; those that choose puzzles are filters if a command has all of them."""
    if option in ("format", "output", "force", "quiet", "verbose", "columns", "plot"):
        return "Output"
    if option == "home":
        return "Catalogue"
    chooses = any(other.name == "without_tag" for other in options)
    is_filter = option is not None and (option.startswith(("min_", "max_", "without_")) or option in _FILTERS)
    is_exact = option == "clues" and any(other.name == "numbers" for other in options)  # elsewhere it is what is made
    return "Filters" if chooses and (is_filter or is_exact) else "Options"


def command_named(name: str) -> Any:
    """Import a command: a `calls.Command`."""
    module = import_module(f"{__package__}.{COMMANDS[name].module}")
    return getattr(module, f"{name}_" if iskeyword(name) else name)


@cache
def load(name: str) -> Any:
    """Return a command as typer has it: its options, its help and its work."""
    from .calls import (
        Call,  # the list of commands needs none
        own_values,
        parameter,
        parameters_of,
        request_from,
    )

    known = command_named(name)
    own = {name: each for name, each in known.options.items() if each}
    request = known.verb and known.verb.request
    asked = {each.name: each for each in (parameters_of(request) if request else ())}
    parameters = [Parameter("help_all", Parameter.KEYWORD_ONLY, default=False, annotation=HELP_ALL)]
    for option, each in known.options.items():
        rest = [asked[field] for field in asked if field not in own] if each is None else [parameter(option, each)]
        parameters += rest

    def callback(**values: Any) -> Any:
        called = Call(verb=known.verb, **own_values(own, values))
        if request:
            called.request = request_from(request, values)
        if not gc.isenabled():  # see `catalogue.__main__`
            gc.freeze()
            gc.enable()
        return known.run(called)

    callback.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    callback.__annotations__ = {each.name: each.annotation for each in parameters}
    only = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    only.command(name, cls=SortedCommand, help=COMMANDS[name].help, context_settings=STYLE)(callback)
    command: Any = typer.main.get_command(only)
    command.rewritten = known.rewritten
    return command


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"catalogue {engine.__version__}")
        raise typer.Exit


def _main(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_print_version)
    ] = False,
    help_all: HELP_ALL = False,
) -> None:
    """Sudoku boards by the hundred thousand: unique, proven, measured, numbered and queryable."""


def _in_its_module() -> None:
    """The place of a command in the group until it is loaded."""


_app = typer.Typer(
    name="catalogue",
    cls=LazyGroup,
    callback=_main,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=STYLE,
)
for _name, _each in COMMANDS.items():
    _app.command(_name, help=_each.line)(_in_its_module)

program: Any = typer.main.get_command(_app)
"""The group of all commands, made once."""
