"""The options that several requests have, each declared once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ... import engine
from ...engine.grades import Grade, Level, Style
from ...engine.names import CLASSES, MARKS, SYMMETRIES
from ...engine.shape import LARGEST_SIZE, USUAL_BLOCKS, NoUsualBlocks, Shape
from ...engine.words import LANGUAGES
from .. import formats, runs
from ..formats import readable
from ..puzzles.columns import COLUMNS, MEANINGS, other_names, own_names
from ..puzzles.numbers import MOST_THREADS, Range
from .request import Option, choice, flag, text, whole
from .values import Goal, Mark, Ranges, goal, number_ranges, one_of, seconds, several

# --- Boards ---

PUZZLE = text(
    "Number of a puzzle (N, or N.1, N.2, ... for further ones of board N), its cells such as 53..7...6, or a"
    " file in any format; - for standard input.",
    metavar="PUZZLE",
    is_argument=True,
    is_local=True,
)

SIZE = whole(f"Cells in a row of the board, 1 to {LARGEST_SIZE}.", least=1, greatest=LARGEST_SIZE)

_BLOCKS = "Rows and columns of a block, such as 3x2; none for a Latin square, of any size."

BLOCKS = text(f"{_BLOCKS} Default: those usual for the size.", metavar="RxC|none")

BLOCKS_IN_FULL = text(
    f"{_BLOCKS} Default: those usual for the size:"
    f" {', '.join(f'{rows}x{columns} for {size}' for size, (rows, columns) in USUAL_BLOCKS.items())}.",
    metavar="RxC|none",
)
"""The same with the list, which one command shows."""

INPUT_FORMAT = choice(
    f"Format of the files: {', '.join(readable())}. Default: detected for each.", readable(), metavar="NAME"
)

ENCODING = text("Encoding of the text, such as cp1252 of Windows. Default: UTF-8; UTF-16 is detected.", metavar="NAME")

BASE = whole(
    "In a file of lines row column value: whether rows and columns count from 0 or from 1. Default: as the heading"
    " or the numbers show.",
    greatest=1,
    metavar="0|1",
)

RULES_OPTION = text(
    "Rules of a variant, separated by commas: rules of the whole board, such as diagonal,"
    " windoku or anti-knight; jigsaw, with regions at random or jigsaw=AAAB...; killer; and lines and dots:"
    f" {', '.join(MARKS)}. thermo=12 draws so many, kropki=all and xv=all every dot of the board.",
    metavar="NAME,...",
)

RULES_OF_PUZZLE = text(
    "Further rules of a puzzle or file that names none: rules of the whole board, such as diagonal or"
    " windoku,anti-king, and jigsaw=AAAB... with a letter for each cell.",
    metavar="NAME,...",
)


def shape_of(size: int | None, blocks: str | None) -> Shape:
    """Return the shape that `size` and `blocks` name, 9x9 without them. ValueError says which exist."""
    try:
        return Shape.of(size, blocks)
    except NoUsualBlocks:
        raise
    except ValueError as error:
        raise ValueError(f"`blocks`: {error}") from error


def rulebook_of(rules: str, size: int | None, blocks: str | None) -> engine.Rulebook:
    """Return the rules that `rules` names. ValueError for rules that cannot be made, or not together, or of a shape."""
    if blocks is not None or size is not None:
        shape_of(size, blocks)  # fields that name no shape are not a fault of the rules
    try:
        return engine.Rulebook.read(rules, size, blocks)
    except ValueError as error:
        raise ValueError(f"`rules`: {error}") from error


SAME_UP_TO = choice("What may differ between puzzles that count as the same: see the text above.", SYMMETRIES)

SEED = whole("The same seed always gives the same result. Default: random.")

CLASS_NUMBER = whole(
    f"Number of a class of 9x9 boards up to symmetry, from 0 to {CLASSES - 1}.", greatest=CLASSES - 1, name="class"
)

EFFORT = whole(
    "With `clues` below 23 at size 9: exchange this many clues in the search before it takes one clue more."
    " Default: 100,000, a few tenths of a second.",
    least=1,
    greatest=10**8,
    is_rare=True,
)

# --- Kinds of puzzles ---


def technique_names() -> Iterable[str]:
    """Return the names of the techniques of the rating."""
    return [technique.name for technique in engine.TECHNIQUES]


def technique_field(help: str) -> Option:
    """A field for the name of a technique, which the shell completes."""
    return text(help, metavar="NAME", choices=technique_names, is_closed=False)


TECHNIQUE = technique_field(
    "Technique that the path uses, such as xy-wing; repeat it to require several. A name on both scales means"
    " that of the rating; score:xy-wing is HoDoKu's. catalogue techniques lists them."
)

ONLY_TECHNIQUE = technique_field(
    "HoDoKu technique, such as skyscraper, that the path uses with nothing else but singles and pairs."
)

STYLE = choice(
    "Which steps: score takes those of HoDoKu, as people solve, with their scores; rating takes those of Sudoku"
    " Explainer, with their ratings. Default: score, or rating for plain boards of other sizes up to 12x12.",
    Style,
)


LANGUAGE = choice("Language of the sentences and of the names of techniques.", LANGUAGES)


def goals(help: str, marks: type[Grade] | type[Level], *, numbered: bool = False) -> Option:
    """A field for grades or levels, each with a number of puzzles if all have to be `numbered`."""
    return Option(
        help=help,
        read=goal(marks),
        metavar=f"{marks.__name__.upper()}{'=N' if numbered else '[=N]'}",
        choices=lambda: [f"{mark}=" if numbered else mark for mark in marks],
        is_closed=False,
    )


LEVEL = goals(
    f"HoDoKu level of the puzzle, by its score and its steps: {', '.join(Level)}. Repeat it to accept"
    " several; hard=5 takes five of that level.",
    Level,
)


def goals_of(wanted: str | Sequence[str | Goal] | None, marks: type[Grade] | type[Level]) -> Sequence[Goal]:
    """Return grades or levels with their numbers, from one name or several. ValueError for an unknown name."""
    named = [wanted] if isinstance(wanted, str) else wanted or ()
    return [each if isinstance(each, Goal) else goal(marks)(each) for each in named]


def quotas_of(grades: Sequence[Goal], levels: Sequence[Goal]) -> dict[Mark, int]:
    """Return how many puzzles of each grade, or of each level, are wanted; nothing if no number is given.

    ValueError if some have a number and others none, for one that is named twice, and for numbers of both.
    """
    by_grade, by_level = _numbered("grade", grades), _numbered("level", levels)
    if by_grade and by_level:
        raise ValueError("give numbers to `grade` or to `level`, not to both")
    return by_grade or by_level


def _numbered(name: str, wanted: Sequence[Goal]) -> dict[Mark, int]:
    quotas = {mark: number for mark, number in wanted if number is not None}
    if quotas and len(quotas) < len(wanted):
        raise ValueError(f"give every `{name}` a number of its own, or none; and each {name} once")
    return quotas


# --- Puzzles of a catalogue by their numbers ---

NUMBERS = Option(
    help="Numbers of puzzles such as 3,5.1, of boards such as 10-20, or all.",
    metavar="[N...]",
    read=number_ranges,
    is_argument=True,
)


def ranges_of(numbers: Sequence[Ranges | int | str]) -> tuple[Range, ...]:
    """Return the ranges that numbers name: 3, "5.1", "10-20", "all". ValueError for other text."""
    return tuple(one for each in numbers for one in (each if isinstance(each, Ranges) else number_ranges(str(each))))


# --- Columns of each puzzle ---


def _column(text: str) -> str:
    return text if text in COLUMNS else one_of((*COLUMNS, *other_names()))(text)


COLUMNS_OF_PUZZLES = Option(
    help=f"Columns, in this order: {', '.join(COLUMNS)}. Names of other data sets work too: puzzle, question and"
    f" quizzes for givens, answer for solution. pearl: {MEANINGS['pearl']}; diamond: {MEANINGS['diamond']}.",
    read=several(_column),
    metavar="NAME,...",
    choices=lambda: COLUMNS,
    is_closed=False,
    is_joined=True,
)


def check_columns(names: Iterable[str]) -> None:
    """ValueError for a name that no column has, of ours or of another data set."""
    if unknown := next((name for name in own_names(list(names)) if name not in COLUMNS), None):
        raise ValueError(f"no column is called {unknown!r}; there are {', '.join(COLUMNS)}")


# --- Where it is written ---

OUTPUT = Option(
    help="Write to this file; its ending chooses the format, also before .gz. - is the standard output.",
    read=Path,
    metavar="FILE",
    letter="-o",
    is_local=True,
)

FORCE = flag("Overwrite the file if it exists.", is_local=True)

PLOT = text("Also draw a plot, as .png or .svg.", read=Path, metavar="FILE", is_local=True)


def _services() -> Sequence[str]:
    return tuple(formats.applications.SERVICES)


def _service(text: str) -> str:
    return one_of(_services())(text)


SERVICE = text(
    "For `format` link: sudokupad, the default, f-puzzles, sudokuwiki or opensudoku.",
    read=_service,
    choices=_services,
    metavar="NAME",
)

# --- How it is done ---

THREADS = whole("Threads that compute.", least=1, greatest=MOST_THREADS, default="processors", is_local=True)


def read_workers(value: str) -> str:
    """Read the address of a cluster, or how many processes."""
    return runs.check_workers(value)


WORKERS = text(
    "Compute on a Dask cluster in place of threads: the address of its scheduler, such as tcp://host:8786, or"
    " local:4 for four processes on this machine.",
    read=read_workers,
    metavar="ADDRESS|local:N",
    is_local=True,
    is_rare=True,
)

WAIT = Option(
    help="Wait up to this many seconds while another process writes to the catalogue.",
    read=seconds,
    metavar="SECONDS",
    is_local=True,
    is_rare=True,
)
