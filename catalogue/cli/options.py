"""Options that several commands share, each declared once."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from board_catalogue.catalogue.cli.values import (
    GREATEST,
    Goal,
    Ranges,
    goal,
    home,
    number_ranges,
    one_of,
    seconds,
    several,
    usage_errors,
    whole,
)
from board_catalogue.catalogue.puzzles.numbers import COLUMNS, MEANINGS, MOST_THREADS, other_names
from board_catalogue.catalogue.runs.cluster import check_workers
from board_catalogue.catalogue.storage.home import POSTGRESQL
from board_catalogue.catalogue.storage.home import Home as Place
from board_catalogue.engine.grades import Grade, Level, Style
from board_catalogue.engine.names import CLASSES, MARKS, SYMMETRIES
from board_catalogue.engine.shape import LARGEST_SIZE, USUAL_BLOCKS, Shape

if TYPE_CHECKING:
    from board_catalogue.engine import Rulebook

DEFAULT_HOME: Place = Path("data")


def number(
    help: str, least: int = 0, greatest: int = GREATEST, metavar: str = "N", names: Sequence[str] = (), **style: Any
) -> Any:
    """An option for a whole number within bounds."""
    return typer.Option(*names, help=help, parser=whole(least, greatest), metavar=metavar, **style)


def choice(
    help: str, values: Iterable[object], metavar: str | None = None, names: Sequence[str] = (), **style: Any
) -> Any:
    """An option for one of some values, which the shell completes."""
    words = [str(value) for value in values]
    return typer.Option(
        *names,
        help=help,
        parser=one_of(values),
        metavar=metavar or f"[{'|'.join(words)}]",
        autocompletion=lambda incomplete: [word for word in words if word.startswith(incomplete)],
        **style,
    )


def looked_up(help: str, values: Callable[[], Iterable[str]], metavar: str = "NAME") -> Any:
    """An option for one of some values that are slow to import: only a value that is given needs them."""
    return typer.Option(
        help=help,
        parser=lambda text: one_of(values())(text),
        metavar=metavar,
        autocompletion=lambda incomplete: [name for name in values() if name.startswith(incomplete)],
    )


def format_choice(help: str, *formats: str, metavar: str | None = None) -> Any:
    """The option --format of a command that writes these formats."""
    return choice(help, formats, metavar=metavar, names=("--format", "-f"))


def _workers(text: str) -> str:
    with usage_errors():
        return check_workers(text)


Workers = Annotated[
    str | None,
    typer.Option(
        help="Compute on a Dask cluster in place of threads: the address of its scheduler, such as tcp://host:8786, or"
        " local:4 for four processes on this machine.",
        parser=_workers,
        metavar="ADDRESS|local:N",
    ),
]


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

SameUpTo = Annotated[
    str, choice("What may differ between puzzles that count as the same: see the text above.", SYMMETRIES)
]

TextFormat = Annotated[str, format_choice("text for people, json for programs.", "text", "json")]

Threads = Annotated[int, number("Threads that compute.", least=1, greatest=MOST_THREADS, show_default="processors")]

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]

Size = Annotated[
    int | None, number(f"Cells in a row of the board, 1 to {LARGEST_SIZE}.", least=1, greatest=LARGEST_SIZE)
]

Blocks = Annotated[
    str | None,
    typer.Option(
        help="Rows and columns of a block, such as 3x2; none for a Latin square, of any size. Default: those usual for"
        f" the size: {', '.join(f'{rows}x{columns} for {size}' for size, (rows, columns) in USUAL_BLOCKS.items())}.",
        metavar="RxC|none",
    ),
]


Base = Annotated[
    int | None,
    number(
        "In a file of lines row column value: whether rows and columns count from 0 or from 1. Default: as the heading"
        " or the numbers show.",
        greatest=1,
        metavar="0|1",
    ),
]


Rules = Annotated[
    str | None,
    typer.Option(
        help="Rules of a variant, separated by commas: rules of the whole board, such as diagonal,"
        " windoku or anti-knight; jigsaw, with regions at random or jigsaw=AAAB...; killer; or lines and dots:"
        f" {', '.join(MARKS)}.",
        metavar="NAME,...",
    ),
]


RulesOfPuzzle = Annotated[
    str | None,
    typer.Option(
        "--rules",
        help="Further rules of a puzzle or file that names none: rules of the whole board, such as diagonal or"
        " windoku,anti-king, and jigsaw=AAAB... with a letter for each cell.",
        metavar="NAME,...",
    ),
]


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


Seed = Annotated[int | None, number("The same seed always gives the same result. Default: random.")]

ClassNumber = Annotated[
    int | None,
    typer.Option(
        "--class",
        help=f"Number of a class of 9x9 boards up to symmetry, from 0 to {CLASSES - 1}.",
        parser=whole(0, CLASSES - 1),
        metavar="N",
    ),
]

Effort = Annotated[
    int | None,
    number(
        "With --clues below 23 at size 9: exchange this many clues in the search before it takes one clue more."
        " Default: 100,000, a few tenths of a second.",
        least=1,
        greatest=10**8,
    ),
]


def technique_names(incomplete: str) -> list[str]:
    """Return the names of techniques that begin so."""
    from board_catalogue.engine.rating import TECHNIQUES

    return [technique.name for technique in TECHNIQUES if technique.name.startswith(incomplete)]


StyleChoice = Annotated[
    Style | None,
    choice(
        "Which steps: score takes those of HoDoKu, as people solve, with their scores; rating takes those of Sudoku"
        " Explainer, with their ratings. Default: score, or rating for boards other than 9x9.",
        Style,
    ),
]

Technique = Annotated[
    list[str] | None,
    typer.Option(
        help="Technique that the path uses, such as xy-wing; repeat it to require several. A name on both scales means"
        " that of the rating; score:xy-wing is HoDoKu's. catalogue techniques lists them.",
        metavar="NAME",
        autocompletion=technique_names,
    ),
]

Goals = list[Goal] | None


def goals(help: str, marks: type[Grade] | type[Level], *, numbered: bool = False) -> Any:
    """An option for grades or levels, each with a number of puzzles if all have to be `numbered`."""
    words = [f"{mark}=" if numbered else mark for mark in marks]
    return typer.Option(
        help=help,
        parser=goal(marks),
        metavar=f"{marks.__name__.upper()}{'=N' if numbered else '[=N]'}",
        autocompletion=lambda incomplete: [word for word in words if word.startswith(incomplete)],
    )


LevelGoals = Annotated[
    Goals,
    goals(
        f"HoDoKu level of the puzzle, by its score and its steps: {', '.join(Level)}. Repeat it to accept"
        " several; hard=5 takes five of that level.",
        Level,
    ),
]

OnlyTechnique = Annotated[
    str | None,
    typer.Option(
        "--only-technique",
        help="HoDoKu technique, such as skyscraper, that the path uses with nothing else but singles and pairs. ",
        metavar="NAME",
        autocompletion=technique_names,
    ),
]

Numbers = Annotated[
    list[Ranges] | None,
    typer.Argument(
        help="Numbers of puzzles such as 3,5.1, of boards such as 10-20, or all.",
        metavar="[N...]",
        parser=number_ranges,
    ),
]


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

Wait = Annotated[
    float,
    typer.Option(
        help="Wait up to this many seconds while another process writes to the catalogue.",
        parser=seconds,
        metavar="SECONDS",
    ),
]

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
        parser=several(_column),
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


PuzzleSource = Annotated[
    str,
    typer.Argument(
        help="Number of a puzzle (N, or N.1, N.2, ... for further ones of board N), its cells such as 53..7...6, or a"
        " file in any format; - for standard input.",
        metavar="PUZZLE",
    ),
]
