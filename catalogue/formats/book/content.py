"""The content of a book, and its words; where things are on a page, in points from its lower left corner."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from .... import engine
from ....engine.grades import Grade, Level
from ....engine.shape import Shape
from ....engine.words import ENGLISH, LANGUAGES, words_in
from ...errors import CatalogueError

# --- Words -----------------------------------------------------------------------------------------------------------

_LANGUAGES = Path(__file__).parent / "languages"


@cache
def _english() -> Mapping[str, str]:
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


class Words(SimpleNamespace):
    """The words of a book, by default in English, and the line of each further rule by the names in `engine.RULES`."""

    def __init__(self, *, rules: Mapping[str, str] | None = None, **texts: str) -> None:
        """Take the texts of another language by the names that words.toml has."""
        super().__init__(**{**_english(), **texts}, rules=rules or {})

    @property
    def texts(self) -> Iterator[str]:
        """All of them, one after the other."""
        for value in vars(self).values():
            yield from [value] if isinstance(value, str) else value.values()

    def rule_in_words(self, rule: str) -> str:
        """Return the line of a further rule, its name and what it says."""
        return str(self.rules.get(rule) or f"{rule.capitalize()}: {engine.RULES[rule].words}")

    def grade(self, grade: Grade | Level) -> str:
        """Return the name of a grade or a level."""
        return str(getattr(self, grade.value))

    def number(self, number: int) -> str:
        """Return a number with its thousands separated."""
        return f"{number:,}".replace(",", self.thousands)

    def count(self, count: int, grade: Grade | Level | None = None) -> str:
        """Say how many puzzles there are, perhaps all of one grade or level."""
        name = f"{'one' if count == 1 else 'several'}{'_graded' if grade else ''}_puzzle{'' if count == 1 else 's'}"
        text: str = getattr(self, name)
        return text.format(count=self.number(count), grade=self.grade(grade) if grade else "")

    def span(self, first: int, last: int) -> str:
        """Return the first and the last of some numbers, or the only one."""
        one, other = self.number(first), self.number(last)
        return one if first == last else str(self.from_to).format(first=one, last=other)


def languages() -> list[str]:
    """Return the languages whose words are known, by their codes: English first."""
    return [ENGLISH, *sorted(path.stem for path in _LANGUAGES.glob("*.toml"))]


def read_words(path: Path) -> Words:
    """Read the words of a language, or of a TOML file with lines such as `contents = "Inhalt"`.

    Those that are not there stay English. CatalogueError for a file that cannot be read, an unknown name, and a text
    that lacks what its braces are for.
    """
    found: dict[str, Any] = {}
    rules: dict[str, str] = {}
    if str(path) == ENGLISH:
        return Words()
    if str(path) in languages():
        if str(path) in LANGUAGES:
            tables = words_in(str(path)).tables
            found, rules = dict(tables["levels"]), dict(tables["rules"])
        path = _LANGUAGES / f"{path}.toml"
    try:
        found |= tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        *others, last = languages()
        own = f"{', '.join(others)} or {last}"
        raise CatalogueError(f"{path}: {error.strerror or error}; name a file of words, or {own}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CatalogueError(f'{path}: {error}; write lines such as contents = "Inhalt"') from error
    try:
        own_rules = found.pop("rules", {})
        _check_rules(own_rules)
        _check_texts(found)
    except ValueError as error:
        raise CatalogueError(f"{path}: {error}") from None
    return Words(rules=rules | own_rules, **found)


def _check_rules(found: Any) -> None:
    if not isinstance(found, dict):
        raise ValueError('rules is no table; write [rules] and lines such as cage = "Käfig: ..."')
    for name, line in found.items():
        if name not in engine.RULES:
            raise ValueError(f"no rule is called {name}; there are {', '.join(engine.RULES)}")
        if not isinstance(line, str):
            raise ValueError(f'the rule {name} is not text; write {name} = "Name: what it says."')


def _check_texts(found: Mapping[str, Any]) -> None:
    known = _english()
    for name, text in found.items():
        if name not in known:
            raise ValueError(f"no word is called {name}; there are {', '.join(known)}")
        if not isinstance(text, str):
            raise ValueError(f'{name} is not text; write {name} = "{known[name]}"')
        if (wrong := _places(text)) != (right := _places(known[name])):
            raise ValueError(f"{name} has {wrong} where it needs {right}")


def _places(text: str) -> str:
    """The fields in braces: their names, with the formats that a text or a number may refuse."""
    try:
        places = {
            f"{{{name}{f'!{conversion}' if conversion else ''}{f':{form}' if form else ''}}}"
            for _, name, form, conversion in string.Formatter().parse(text)
            if name is not None
        }
    except ValueError:
        places = {"{a single brace}"}
    return ", ".join(sorted(places)) or "no braces"


def check_isbn(text: str) -> str:
    """Return an ISBN as it is written; ValueError if its check digit is wrong."""
    digits = re.sub(r"[\s-]", "", text).upper()
    if re.fullmatch(r"\d{13}", digits):
        sums = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits)) % 10
    elif re.fullmatch(r"\d{9}[\dX]", digits):
        values = [10 if digit == "X" else int(digit) for digit in digits]
        sums = sum(value * (10 - place) for place, value in enumerate(values)) % 11
    else:
        raise ValueError(f"{text!r} does not have 13 or 10 digits, as an ISBN does")
    if sums:
        raise ValueError(f"{text!r} is not an ISBN: its check digit is wrong")
    return text


# --- What it has -----------------------------------------------------------------------------------------------------

STARS = {str(mark): stars for marks in (Grade, Level) for stars, mark in enumerate(marks, 1)}
"""How many stars each grade and each level has."""

MOST_STARS = max(STARS.values())


class BookPuzzle(NamedTuple):
    """A puzzle of a book, one character per cell, with its grade or level, and its rules, if it has them."""

    puzzle: str
    solution: str
    grade: Grade | Level | None
    variant: engine.Variant | None = None

    @classmethod
    def marked(cls, puzzle: str, solution: str, grade: str | None, level: str | None, *, by_grade: bool) -> BookPuzzle:
        """A puzzle with its level, or with its grade if that is wanted or all there is."""
        if level and not (by_grade and grade):
            return cls(puzzle, solution, Level(level))
        return cls(puzzle, solution, Grade(grade) if grade else None)


@dataclass(frozen=True)
class Chapter:
    """Puzzles under one heading."""

    name: str
    puzzles: Sequence[BookPuzzle]
    grade: Grade | Level | None = None
    """The grade or level of all its puzzles, if it was chosen."""


@dataclass(frozen=True)
class Book:
    """A book: every puzzle of one shape, numbered from 1 through all chapters."""

    title: str
    shape: Shape
    chapters: Sequence[Chapter]
    author: str = ""
    copyright: str = ""
    isbn: str = ""
    words: Words = field(default_factory=Words)
    fonts: Sequence[Path] = ()
    """Font files: one for all text, the second for bold text; without any, Bitstream Vera."""
    are_different: bool = True
    """Whether no two puzzles are the same."""
    has_credit: bool = False
    """Whether it says what it was made with."""

    @property
    def count(self) -> int:
        """How many puzzles it has."""
        return sum(len(chapter.puzzles) for chapter in self.chapters)

    def numbered(self) -> Iterator[tuple[Chapter, int]]:
        """Each chapter with the number of its first puzzle."""
        first = 1
        for chapter in self.chapters:
            yield chapter, first
            first += len(chapter.puzzles)


# --- Where things are ------------------------------------------------------------------------------------------------

MM = 72 / 25.4

PAPERS = {
    "a4": (210 * MM, 297 * MM),
    "a5": (148 * MM, 210 * MM),
    "b5": (176 * MM, 250 * MM),
    "letter": (8.5 * 72, 11 * 72),
    **{f"{width:g}x{height:g}": (width * 72, height * 72) for width, height in ((5, 8), (5.5, 8.5), (6, 9), (7, 10))},
    **{f"{width:g}x{height:g}": (width * 72, height * 72) for width, height in ((8, 10), (8.5, 8.5))},
}
"""Width and height in points; some are named after their inches."""

GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 12: (3, 4)}
"""Columns and rows for each number of puzzles per page."""

SOLUTION_GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4), 20: (4, 5), 30: (5, 6)}
"""Columns and rows for each number of solutions per page."""

SOLUTIONS = {1: 4, 2: 6, 4: 12, 6: 12, 12: 20}
"""Solutions per page by puzzles per page: solutions are about two thirds as large."""

LARGE_SOLUTIONS = {1: 2, 2: 4, 4: 6, 6: 9, 12: 12}
"""The same for boards above 9x9."""


_INNER, _OUTER, _TOP, _BOTTOM = 22 * MM, 16 * MM, 25 * MM, 22 * MM
_SMALLEST_GAP = 7 * MM


class Area(NamedTuple):
    """A rectangle."""

    left: float
    bottom: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def top(self) -> float:
        """Its upper edge."""
        return self.bottom + self.height

    @property
    def middle(self) -> float:
        """Half way from left to right."""
        return self.left + self.width / 2


@dataclass(frozen=True)
class Paper:
    """The paper of a book that is bound at the left of its odd pages, after it is trimmed."""

    width: float
    height: float
    bleed: float = 0.0
    """The margin that is cut off around it."""

    def text(self, page: int) -> Area:
        """The box inside the margins of a page; the inner margin is the wider one."""
        scale = min(1, self.width / PAPERS["a4"][0])  # small books have small margins
        inner, outer, top, bottom = (scale * margin for margin in (_INNER, _OUTER, _TOP, _BOTTOM))
        left = inner if page % 2 else outer
        return Area(left, bottom, self.width - inner - outer, self.height - top - bottom)


def places(area: Area, columns: int, rows: int, label: float) -> Iterator[Area]:
    """Squares for boards in columns and rows, row by row, each with room for a label of some height above it.

    Space that is left over is shared between and around them; the outer ones are at the edges if there is none.
    """
    gap_across, gap_down = _SMALLEST_GAP, _SMALLEST_GAP * (0.6 if rows > 3 else 1)
    side = min(
        (area.width - gap_across * (columns - 1)) / columns,
        (area.height - gap_down * (rows - 1)) / rows - label,
    )
    lefts = list(_starts(columns, side, area.width - side * columns, gap_across))
    for down in _starts(rows, side + label, area.height - (side + label) * rows, gap_down):
        for across in lefts:
            yield Area(area.left + across, area.top - down - label - side, side, side)


def _starts(count: int, step: float, over: float, least_gap: float) -> Iterator[float]:
    gap = max(over / (count + 1), least_gap)
    for place in range(count):
        yield (over - gap * (count - 1)) / 2 + place * (step + gap)
