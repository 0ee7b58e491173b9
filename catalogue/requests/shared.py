"""The options that several requests have, each declared once, and where output goes: one rule for all verbs."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from ... import engine
from ...engine.grades import Grade, Level
from ...engine.names import CLASSES, MARKS
from ...engine.shape import LARGEST_SIZE, NoUsualBlocks, Shape
from .. import formats, runs
from ..formats import FORMATS, readable
from ..puzzles.columns import COLUMNS, MEANINGS, Range, other_names, own_names
from ..puzzles.kinds import DEPTHS_HELP, Depth
from ..runs.how import MOST_THREADS
from ..storage.whole_files import PACKED, check_output, ending_of, packed, packed_output
from .request import Goal, Mark, Option, Ranges, choice, goal, number_ranges, one_of, read_whole, several, text, whole

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


_MARKS: dict[str, Mark] = {
    **{f"{scale}:{mark}": mark for scale, marks in (("grade", Grade), ("level", Level)) for mark in marks},
    **{str(mark): mark for mark in (*Grade, *Level)},  # levels are last: a name of both is that of a level
}


def mark_named(name: str) -> Mark:
    """Return the level or grade of a name; grade:hard is the grade. ValueError for an unknown one."""
    return name if isinstance(name, Level | Grade) else _MARKS[one_of(_MARKS)(name)]


def total(text: str) -> int | Goal:
    """Parse a whole number, or one of a level or grade such as hard=500 or grade:hard=500."""
    name, equals, number = str(text).rpartition("=")
    many = read_whole(1)(number)
    return Goal(mark_named(name), many) if equals else many


TOTAL = Option(read=total, least=1, metavar="N|LEVEL=N")


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

# --- Where output goes ------------------------------------------------------------------------------------------------

# The ending of `output` decides the format, and `format` overrules it. `-` is the standard output. A name that ends in
# `.gz` is compressed. `.txt` holds what the screen would show, unless a verb has the format txt.

STANDARD_OUTPUT = Path("-")

_TEXT = ".txt"
_BINARY = ("pdf",)  # which only books have


@dataclass(frozen=True)
class Target:
    """A file, or the standard output, and the format that it gets."""

    path: Path | None
    """None: the standard output."""
    format: str
    force: bool = False

    @property
    def is_binary(self) -> bool:
        """Whether it takes bytes, not text."""
        return self.format in _BINARY or (self.format in FORMATS and FORMATS[self.format].is_binary)

    @property
    def is_data(self) -> bool:
        """Whether it is for programs, which want every character of a text."""
        return self.format in FORMATS and self.format != "table"

    @contextmanager
    def opened(self) -> Iterator[Any]:
        """Give a file for text, or for bytes if the format is binary; it appears whole or not at all."""
        if self.path is None and not self.is_data:
            yield sys.stdout  # for people, in a pipe too
            return
        with packed_output(self.path, binary=self.is_binary, force=self.force) as file:
            yield file

    @contextmanager
    def printed(self) -> Iterator[None]:
        """Let what is printed go there."""
        with self.opened() as file, redirect_stdout(file):
            yield

    @contextmanager
    def growing(self) -> Iterator[TextIO]:
        """Give a file for text that keeps what was flushed, whatever comes later: for work that may be stopped."""
        if self.path is None:
            yield sys.stdout
            return
        is_packed = self.path.name.lower().endswith(PACKED)
        with self.path.open("wb") as file, packed(file) if is_packed else nullcontext(file) as raw:
            text = io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
            yield text
            text.detach()

    def write(self, content: str | bytes) -> None:
        """Write all of it."""
        with self.opened() as file:
            file.write(content)


def target_of(
    output: Path | None, format: str | None, formats: Sequence[str], *, default: str, force: bool = False
) -> Target:
    """Return where output goes and in which of the formats: the default if neither the ending nor `format` names one.

    ValueError for an ending that no format has, and for bytes on a terminal. CatalogueError if no output may go.
    """
    path = None if output == STANDARD_OUTPUT else output
    check_output(path, force=force)
    target = Target(path, format or (_by_ending(path, formats, default) if path else default), force)
    if target.is_binary and path is None and sys.stdout.isatty():
        raise ValueError(f"{target.format} is not for a terminal; name a file with `output`")
    return target


def _by_ending(path: Path, formats: Sequence[str], default: str) -> str:
    ending = ending_of(path).lower().removesuffix(PACKED)
    if not ending:
        return default
    endings = {each: name for name in formats for each in _endings(name)}
    found = endings.get(ending, default if ending == _TEXT else None)
    if found is None:
        known = ", ".join(dict.fromkeys([*endings, _TEXT]))
        raise ValueError(f"{path.name}: no format here ends in {ending}; use {known}, or name a `format`")
    return found


def _endings(format: str) -> tuple[str, ...]:
    if format in FORMATS:
        return FORMATS[format].endings
    return () if format == "text" else (f".{format}",)
