"""Options that several commands share, each declared once."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...engine.shape import Shape
from ..requests import shared
from ..requests.values import GREATEST, one_of, whole
from ..storage.home import POSTGRESQL
from ..storage.home import Home as Place
from .requests import option_for
from .values import home, parser, usage_errors

if TYPE_CHECKING:
    from ...engine import Rulebook

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


def format_choice(help: str, *formats: str, metavar: str | None = None) -> Any:
    """The option --format of a command that writes these formats."""
    return choice(help, formats, metavar=metavar, names=("--format", "-f"))


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

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]

Size = Annotated[int | None, option_for("size", shared.SIZE)]

Blocks = Annotated[str | None, option_for("blocks", shared.BLOCKS)]


Base = Annotated[int | None, option_for("base", shared.BASE)]


RulesOfPuzzle = Annotated[str | None, option_for("rules", shared.RULES_OF_PUZZLE)]


def rulebook_of(rules: str, size: int | None, blocks: str | None) -> "Rulebook":
    """The rules that --rules names; BadParameter for rules that cannot be made, or not together, or of this shape."""
    from ...engine.rules.rulebook import Rulebook

    if blocks is not None or size is not None:
        shape_of(size, blocks)  # options that name no shape are not a fault of the rules
    with usage_errors("--rules: "):
        return Rulebook.read(rules, size, blocks)


def shape_of(size: int | None, blocks: str | None) -> Shape:
    """The shape that --size and --blocks name, 9x9 without them; BadParameter says which exist."""
    with usage_errors("--blocks: "):
        return Shape.of(size, blocks)


Seed = Annotated[int | None, option_for("seed", shared.SEED)]

Plot = Annotated[Path | None, option_for("plot", shared.PLOT)]

Output = Annotated[Path | None, option_for("output", shared.OUTPUT)]

Force = Annotated[bool, option_for("force", shared.FORCE, is_flag=True)]

Watch = Annotated[
    bool,
    typer.Option(
        "--watch", help="Show the work as an animation. Keys: space pauses, s takes one step, + and - change the speed."
    ),
]


def frame_delay(milliseconds: int) -> Any:
    """The option --delay of an animation."""
    return number(f"Milliseconds between two frames of --watch. Default: {milliseconds}.", metavar="MS")
