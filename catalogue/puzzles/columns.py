"""The columns of puzzles, each once, and the numbers of puzzles and of techniques as people write them.

The schema, the SQL, the options, the headings, the types of files and the fields of the API follow from `TABLE`. It
imports neither numpy nor SQLAlchemy, for the help of a command names columns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

TEXTBOOK = "textbook_"
"""The beginning of the names of the columns of the textbook search."""


@dataclass(frozen=True)
class Column:
    """A column of puzzles."""

    name: str
    meaning: str
    kind: type = str
    """Of its values: int, float, bool, str, list or dict."""
    is_bounded: bool = False
    """Whether puzzles are chosen and sorted by it: `--min-NAME`, `--max-NAME` and `--sort NAME`."""
    is_null: bool = False
    """Whether it is null for some puzzles."""
    is_metric: bool = False
    """Whether `engine.measure` counts it, or `solving.textbook`."""
    is_note: bool = False
    """Whether a file that puzzles are imported from says it."""
    is_extra: bool = False
    """Whether it is returned only when it is asked for."""
    former: str | None = None
    """A name that it had, which is still understood."""
    field: str | None = None
    """Its name in the database, in data sets and in `engine.measure`, if that is another one."""

    @property
    def stored(self) -> str:
        """Its name in the database, in data sets and in the arrays of the engine."""
        return self.field or self.name


def _metric(name: str, meaning: str, **more: Any) -> Column:
    return Column(name, meaning, int, is_bounded=True, is_metric=True, **more)


def _textbook(name: str, meaning: str) -> Column:
    return _metric(f"{TEXTBOOK}{name}", meaning, is_null=True)


def _rating(name: str, meaning: str, *, is_bounded: bool = False) -> Column:
    return Column(name, meaning, float, is_bounded, is_null=True)


def _note(name: str) -> Column:
    return Column(name, f"{name} that the puzzle was imported with", is_null=True, is_note=True, is_extra=True)


# fmt: off
TABLE: Sequence[Column] = (
    Column("id", "number of the puzzle: N for the first one of board N, N.1, N.2, ... for further ones",
           is_bounded=True),
    _metric("clues", "filled cells of the puzzle"),
    _metric("backtracks", "dead ends of the reference search"),
    _metric("depth", "most guesses of the reference search on one branch", former="max_depth", field="max_depth"),
    _metric("comparisons", "digits that the reference search tests in cells"),
    _metric("filled", "cells that singles fill before the first guess"),
    _metric("hidden_rounds", "searches for hidden singles before the first guess", former="rounds"),
    _textbook("comparisons", "digits that the textbook search tests in cells"),
    _textbook("backtracks", "cells that the textbook search empties again"),
    _textbook("depth", "most cells that the textbook search fills"),
    Column("minimal", "whether every clue is necessary: without any one of them there are several solutions", bool),
    Column("pattern", "symmetry of the cells of the clues", is_null=True),
    Column("rating_status", "how far the puzzle is rated; empty if it is not", is_null=True),
    _rating("rating", "rating on the scale of Sudoku Explainer: that of the hardest step", is_bounded=True),
    _rating("pearl", "rating of the hardest step up to the first digit that is placed"),
    _rating("diamond", "rating of the first step"),
    Column("grade", "grade of the puzzle, by its rating", is_null=True),
    Column("hardest", "technique of the hardest step", is_null=True),
    Column("score", "score on the scale of HoDoKu: the sum over all steps", int, is_bounded=True, is_null=True),
    Column("level", "level of HoDoKu, by the score and the hardest step", is_null=True),
    Column("givens", "clues, one character per cell, a full stop if it is empty"),
    Column("solution", "solution, one character per cell"),
    Column("techniques", "how many steps of the solution use each technique", dict, is_null=True, is_extra=True),
    Column("tags", "tags of the puzzle", list, is_extra=True),
    _note("title"),
    _note("author"),
    _note("description"),
    Column("source", "file that the puzzle was imported from", is_null=True, is_extra=True),
    Column("rules", "names of the rules of a variant, such as diagonal,killer", is_null=True, is_extra=True),
    Column("constraints", "what a variant obeys besides the rules of all, as constraint text", is_null=True,
           is_extra=True),
    Column("class", "number of the solution's class up to symmetry, of 9x9 boards", int, is_null=True, is_extra=True),
    Column("band", "number of the solution's least band, 1 to 416, of 9x9 boards", int, is_null=True, is_extra=True),
    Column("unavoidable", "unavoidable sets of up to 9 cells that the solution has, of 9x9 boards", int, is_null=True,
           is_extra=True),
    Column("trial_depth", "how deep trial and error with singles has to look, T&E(n), of 9x9 puzzles; -1: over 3", int,
           is_null=True, is_extra=True),
    Column("key", "id of the puzzle up to symmetry, the same in every catalogue", is_null=True, is_extra=True),
    Column("board", "number of the board", int, is_extra=True),
    Column("place", "place of the puzzle among those of its board: 0 for the first", int, is_extra=True),
)
# fmt: on

BY_NAME: Mapping[str, Column] = {each.name: each for each in TABLE}

COLUMNS = tuple(BY_NAME)
"""The names of all columns."""

MEANINGS: Mapping[str, str] = {each.name: each.meaning for each in TABLE}
"""The meaning of each column, by its name."""

PUZZLE_METRICS: dict[str, Column] = {each.stored: each for each in TABLE if each.is_metric and not each.is_null}
"""Each metric by its column of `puzzles`. All but `clues` are fields of `engine.measure`; its guesses and nodes are not
stored: if a guess is between two digits, there are as many guesses as backtracks, and twice as many nodes."""

TEXTBOOK_METRICS: dict[str, Column] = {each.name: each for each in TABLE if each.is_metric and each.is_null}
"""Fields of `engine.solving.textbook` by their columns of `puzzles`, which are null if they were not measured."""

NOTES = tuple(each.name for each in TABLE if each.is_note)
"""The columns of notes: a file of puzzles to import may say them of each."""

NUMBER_COLUMNS = tuple(each.name for each in TABLE if each.is_bounded)
"""The columns that can be bounded and sorted by."""

FORMER = {each.former: each.name for each in TABLE if each.former}
"""The columns whose name was another one, by that."""

FORMER_BOUNDS = {f"{side}_{before}": f"{side}_{name}" for before, name in FORMER.items() for side in ("min", "max")}
"""Their bounds, such as min_depth, by the names of before."""


def other_names() -> Mapping[str, str]:
    """Return our columns by the names that data sets have for them, and by those that they had here."""
    from ...engine.reading.tables import PUZZLE_COLUMNS, SOLUTION_COLUMNS

    known = {"givens": PUZZLE_COLUMNS, "solution": SOLUTION_COLUMNS}
    return {name: column for column, names in known.items() for name in names if name != column} | FORMER


def own_names(columns: Sequence[str]) -> Sequence[str]:
    """Return our names of columns, which may be given by other names of theirs."""
    if set(columns) <= set(COLUMNS):
        return columns
    others = other_names()  # slow to import, and rarely used
    return [others.get(name, name) for name in columns]


# --- Numbers ----------------------------------------------------------------------------------------------------------


class Range(NamedTuple):
    """Numbers of boards, from the first to the last (None: to the end of the catalogue), with some of their puzzles."""

    first: int
    last: int | None
    place: int | None = None
    """Which puzzle of each board: 0 the first, k puzzle N.k; None: all of them."""


def number_of(board: int, place: int) -> str:
    """A puzzle's number as people write it: 12, or 12.1."""
    return f"{board}.{place}" if place else str(board)


def parsed_number(text: str) -> Range | None:
    """The puzzle with a number such as 12 or 12.1; None for another text."""
    match = re.fullmatch(r"(\d{1,19})(?:\.([1-9]\d{0,8}))?", text, re.ASCII)
    return Range(int(match[1]), int(match[1]), int(match[2] or 0)) if match else None


RANDOM = "random"
"""The name of a random order."""

NAMED = "named"
"""The name of the order in which numbers name puzzles."""


FIRST_SCORED = 100
"""The stored numbers of HoDoKu's techniques begin here: theirs in `engine.SOLVING_TECHNIQUES`, and this."""

FIRST_OF_PEOPLE = 1000
"""The stored numbers of the techniques of people that HoDoKu does not have begin here: theirs in
`engine.paths.people`, and this."""

SCORED_PREFIX = "score:"
"""The prefix of a technique of the score whose name the rating has too."""
