"""Options that several commands share, each declared once."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from board_catalogue.catalogue.cli.requests import option_for
from board_catalogue.catalogue.cli.values import home, parser, usage_errors
from board_catalogue.catalogue.puzzles.columns import COLUMNS, MEANINGS, other_names
from board_catalogue.catalogue.storage.home import POSTGRESQL
from board_catalogue.catalogue.storage.home import Home as Place
from board_catalogue.catalogue.verbs import shared
from board_catalogue.catalogue.verbs.values import (
    GREATEST,
    Goal,
    Ranges,
    one_of,
    several,
    whole,
)
from board_catalogue.engine.grades import Grade, Level
from board_catalogue.engine.shape import Shape

if TYPE_CHECKING:
    from board_catalogue.engine import Rulebook

DEFAULT_HOME: Place = Path("data")


def number(
    help: str, least: int = 0, greatest: int = GREATEST, metavar: str = "N", names: Sequence[str] = (), **style: Any
) -> Any:
    """An option for a whole number within bounds."""
    return typer.Option(*names, help=help, parser=parser(whole(least, greatest)), metavar=metavar, **style)


def choice(
    help: str, values: Iterable[object], metavar: str | None = None, names: Sequence[str] = (), **style: Any
) -> Any:
    """An option for one of some values, which the shell completes."""
    words = [str(value) for value in values]
    return typer.Option(
        *names,
        help=help,
        parser=parser(one_of(values)),
        metavar=metavar or f"[{'|'.join(words)}]",
        autocompletion=lambda incomplete: [word for word in words if word.startswith(incomplete)],
        **style,
    )


def looked_up(help: str, values: Callable[[], Iterable[str]], metavar: str = "NAME") -> Any:
    """An option for one of some values that are slow to import: only a value that is given needs them."""
    return typer.Option(
        help=help,
        parser=parser(lambda text: one_of(values())(text)),
        metavar=metavar,
        autocompletion=lambda incomplete: [name for name in values() if name.startswith(incomplete)],
    )


def format_choice(help: str, *formats: str, metavar: str | None = None) -> Any:
    """The option --format of a command that writes these formats."""
    return choice(help, formats, metavar=metavar, names=("--format", "-f"))


Workers = Annotated[str | None, option_for("workers", shared.WORKERS)]


Home = Annotated[
    Any,  # a `catalogue.storage.home.Home`: typer knows no unions
    typer.Option(
        help=f"Folder of the catalogue, or its database, such as {POSTGRESQL}.",
        envvar="CATALOGUE_HOME",
        metavar="DIR|URL",
        parser=home,
    ),
]

FORMATS_OF_MANY = ("line", "csv", "tsv", "json", "jsonl")
"""The formats of commands that write a line for each puzzle of a file."""

FormatOfMany = Annotated[
    str | None, format_choice("Format of what is written, a line for each puzzle. Default: line.", *FORMATS_OF_MANY)
]

TextFormat = Annotated[str, format_choice("text for people, json for programs.", "text", "json")]

Threads = Annotated[int, option_for("threads", shared.THREADS)]

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]

Size = Annotated[int | None, option_for("size", shared.SIZE)]

Blocks = Annotated[str | None, option_for("blocks", shared.BLOCKS)]


Base = Annotated[int | None, option_for("base", shared.BASE)]


Rules = Annotated[str | None, option_for("rules", shared.RULES)]


RulesOfPuzzle = Annotated[str | None, option_for("rules", shared.RULES_OF_PUZZLE)]


def rulebook_of(rules: str, size: int | None, blocks: str | None) -> "Rulebook":
    """The rules that --rules names; BadParameter for rules that cannot be made, or not together, or of this shape."""
    from board_catalogue.engine.rules.rulebook import Rulebook

    if blocks is not None or size is not None:
        shape_of(size, blocks)  # options that name no shape are not a fault of the rules
    with usage_errors("--rules: "):
        return Rulebook.read(rules, size, blocks)


def shape_of(size: int | None, blocks: str | None) -> Shape:
    """The shape that --size and --blocks name, 9x9 without them; BadParameter says which exist."""
    with usage_errors("--blocks: "):
        return Shape.of(size, blocks)


def check_clues(option: str, clues: int, shape: Shape) -> None:
    """BadParameter with the reason if no puzzle of a shape has so few clues."""
    from board_catalogue.engine.names import check_clues

    with usage_errors(f"{option}: "):
        check_clues(clues, shape)


Seed = Annotated[int | None, option_for("seed", shared.SEED)]

ClassNumber = Annotated[int | None, option_for("class", shared.CLASS_NUMBER)]

Effort = Annotated[int | None, option_for("effort", shared.EFFORT)]


Technique = Annotated[list[str] | None, option_for("technique", shared.TECHNIQUE)]

Goals = list[Goal] | None


def goals(help: str, marks: type[Grade] | type[Level], *, numbered: bool = False) -> Any:
    """An option for grades or levels, each with a number of puzzles if all have to be `numbered`."""
    return option_for(marks.__name__.lower(), shared.goals(help, marks, numbered=numbered))


OnlyTechnique = Annotated[str | None, option_for("only_technique", shared.ONLY_TECHNIQUE)]

Numbers = Annotated[Sequence[Ranges] | None, shared.NUMBERS]


Plot = Annotated[Path | None, typer.Option(help="Also draw a plot, as .png or .svg.", metavar="FILE")]

Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        help="Write to this file; its ending chooses the format, also before .gz. - is the standard output.",
        metavar="FILE",
    ),
]

Wait = Annotated[float, option_for("wait", shared.WAIT)]

Force = Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")]


def _column(text: str) -> str:
    return text if text in COLUMNS else one_of((*COLUMNS, *other_names()))(text)


def _columns_after(incomplete: str) -> list[str]:
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in COLUMNS if name.startswith(last)]


Columns = Annotated[
    Sequence[str] | None,
    typer.Option(
        help=f"Columns, in this order: {', '.join(COLUMNS)}. Names of other data sets work too: puzzle, question and"
        f" quizzes for givens, answer for solution. pearl: {MEANINGS['pearl']}; diamond: {MEANINGS['diamond']}.",
        parser=parser(several(_column)),
        metavar="NAME,...",
        autocompletion=_columns_after,
    ),
]

Watch = Annotated[
    bool,
    typer.Option(
        "--watch", help="Show the work as an animation. Keys: space pauses, s takes one step, + and - change the speed."
    ),
]


def frame_delay(milliseconds: int) -> Any:
    """The option --delay of an animation."""
    return number(f"Milliseconds between two frames of --watch. Default: {milliseconds}.", metavar="MS")
