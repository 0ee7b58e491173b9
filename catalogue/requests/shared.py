"""The options that several requests have, each declared once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ... import engine
from ...engine.grades import Grade, Level
from ...engine.names import CLASSES, MARKS
from ...engine.shape import LARGEST_SIZE, NoUsualBlocks, Shape
from .. import formats, runs
from ..formats import readable
from ..puzzles.columns import COLUMNS, MEANINGS, other_names, own_names
from ..puzzles.kinds import DEPTHS_HELP, Depth
from ..puzzles.numbers import MOST_THREADS, Range
from .request import Option, choice, text, whole
from .values import Goal, Mark, Ranges, goal, number_ranges, one_of, several

# --- Boards ---

SIZE = whole(1, LARGEST_SIZE)

INPUT_FORMAT = choice(readable())

RULES_OPTION = text(words={"marks": ", ".join(MARKS)})
"""Rules of puzzles that are made."""


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


CLASS_NUMBER = whole(greatest=CLASSES - 1, name="class")

# --- Kinds of puzzles ---

DEPTH = choice(Depth, words={"depths": DEPTHS_HELP})

TECHNIQUE = text(choices=lambda: [technique.name for technique in engine.TECHNIQUES], is_closed=False)
"""The name of a technique of the rating, which the shell completes."""


def goals(marks: type[Grade] | type[Level], *, numbered: bool = False, **more: Any) -> Option:
    """A field for grades or levels, each with a number of puzzles if all have to be `numbered`."""
    names = [f"{mark}=" if numbered else str(mark) for mark in marks]
    return Option(read=goal(marks), choices=lambda: names, is_closed=False, **more)


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

NUMBERS = Option(read=number_ranges)


def ranges_of(numbers: Sequence[Ranges | int | str]) -> tuple[Range, ...]:
    """Return the ranges that numbers name: 3, "5.1", "10-20", "all". ValueError for other text."""
    return tuple(one for each in numbers for one in (each if isinstance(each, Ranges) else number_ranges(str(each))))


# --- Columns of each puzzle ---


def _column(text: str) -> str:
    return text if text in COLUMNS else one_of((*COLUMNS, *other_names()))(text)


COLUMNS_OF_PUZZLES = Option(
    read=several(_column), choices=lambda: COLUMNS, is_closed=False, is_joined=True, words=MEANINGS
)


def check_columns(names: Iterable[str]) -> None:
    """ValueError for a name that no column has, of ours or of another data set."""
    if unknown := next((name for name in own_names(list(names)) if name not in COLUMNS), None):
        raise ValueError(f"no column is called {unknown!r}; there are {', '.join(COLUMNS)}")


# --- Where and how it is done ---


def _services() -> Sequence[str]:
    return tuple(formats.applications.SERVICES)


SERVICE = text(read=lambda text: one_of(_services())(text), choices=_services)

THREADS = whole(1, MOST_THREADS, default="processors")

WORKERS = text(read=lambda value: runs.check_workers(value))
"""A Dask cluster; `runs` loads when an address is read."""
