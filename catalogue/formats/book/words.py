"""The words of a book: in English, in one of `languages`, or in another language that a file has."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from .... import engine
from ....engine.grades import Grade, Level
from ....engine.words import ENGLISH, LANGUAGES, words_in
from ...errors import CatalogueError


@dataclass(frozen=True)
class Words:
    """The words of a book, by default in English. A name in braces stands for a number or a name."""

    contents: str = "Contents"
    puzzles: str = "Puzzles"
    solutions: str = "Solutions"
    how_to_solve: str = "How to solve"
    one_puzzle: str = "1 Sudoku puzzle"
    several_puzzles: str = "{count} Sudoku puzzles"
    one_graded_puzzle: str = "1 {grade} Sudoku puzzle"
    several_graded_puzzles: str = "{count} {grade} Sudoku puzzles"
    from_grade_to_grade: str = "{count} Sudoku puzzles from {first} to {last}"
    from_to: str = "{first} to {last}"
    thousands: str = ","
    rule: str = "Fill the empty cells so that every row, every column and every block has {digits}, each once."
    rule_without_blocks: str = "Fill the empty cells so that every row and every column has {digits}, each once."
    rule_with_regions: str = (
        "Fill the empty cells so that every row, every column and every region with a thick border has {digits}, each"
        " once."
    )
    digits: str = "1 to {last}"
    digits_and_letters: str = "1 to 9 and A to {last}"
    one_solution: str = "Every puzzle has exactly one solution."
    all_different: str = "Every puzzle in this book has exactly one solution, and no two are the same."
    where_solutions_are: str = "Solutions are at the end, with the digits to be found in bold."
    what_grades_are: str = "Grades follow the ratings of Sudoku Explainer: the hardest step that a puzzle needs."
    what_levels_are: str = "Levels follow the scores of all steps that a puzzle needs, and the hardest of them."
    easy: str = "easy"
    medium: str = "medium"
    hard: str = "hard"
    fiendish: str = "fiendish"
    diabolical: str = "diabolical"
    unfair: str = "unfair"
    extreme: str = "extreme"
    isbn: str = "ISBN {isbn}"
    credit: str = "Made with Board Catalogue."
    rules: Mapping[str, str] = field(default_factory=dict)
    """The line of each further rule, its name and what it says, by the names in `engine.RULES`."""

    @property
    def texts(self) -> Iterator[str]:
        """All of them, one after the other."""
        for value in vars(self).values():
            yield from [value] if isinstance(value, str) else value.values()

    def rule_in_words(self, rule: str) -> str:
        """Return the line of a further rule."""
        return self.rules.get(rule) or f"{rule.capitalize()}: {engine.RULES[rule].words}"

    def grade(self, grade: Grade | Level) -> str:
        """Return the name of a grade or a level."""
        return str(getattr(self, grade.value))

    def number(self, number: int) -> str:
        """Return a number with its thousands separated."""
        return f"{number:,}".replace(",", self.thousands)

    def count(self, count: int, grade: Grade | Level | None = None) -> str:
        """Say how many puzzles there are, perhaps all of one grade or level."""
        one, several = self.one_puzzle, self.several_puzzles
        if grade:
            one, several = self.one_graded_puzzle, self.several_graded_puzzles
        text = one if count == 1 else several
        return text.format(count=self.number(count), grade=self.grade(grade) if grade else "")

    def span(self, first: int, last: int) -> str:
        """Return the first and the last of some numbers, or the only one."""
        if first == last:
            return self.number(first)
        return self.from_to.format(first=self.number(first), last=self.number(last))


_LANGUAGES = Path(__file__).parent / "languages"


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
    rules = rules | _rules_in(path, found.pop("rules", {}))
    known = {field.name: str(field.default) for field in fields(Words) if field.name != "rules"}
    for name, text in found.items():
        if name not in known:
            raise CatalogueError(f"{path}: no word is called {name}; there are {', '.join(known)}")
        if not isinstance(text, str):
            raise CatalogueError(f'{path}: {name} is not text; write {name} = "{known[name]}"')
        if (wrong := _places(text)) != (right := _places(known[name])):
            raise CatalogueError(f"{path}: {name} has {_named(wrong)} where it needs {_named(right)}")
    return Words(**found, rules=rules)


def _rules_in(path: Path, found: Any) -> dict[str, str]:
    """The lines of rules; CatalogueError for an unknown rule, and for what is no line."""
    if not isinstance(found, dict):
        raise CatalogueError(f'{path}: rules is no table; write [rules] and lines such as cage = "Käfig: ..."')
    for name, line in found.items():
        if name not in engine.RULES:
            raise CatalogueError(f"{path}: no rule is called {name}; there are {', '.join(engine.RULES)}")
        if not isinstance(line, str):
            raise CatalogueError(f'{path}: the rule {name} is not text; write {name} = "Name: what it says."')
    return found


def _places(text: str) -> set[str]:
    """Return the fields in braces: their names, with the formats that a text or a number may refuse."""
    try:
        return {
            f"{name}{f'!{conversion}' if conversion else ''}{f':{form}' if form else ''}"
            for _, name, form, conversion in string.Formatter().parse(text)
            if name is not None
        }
    except ValueError:
        return {"a single brace"}


def _named(places: set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(places)) or "no braces"


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
