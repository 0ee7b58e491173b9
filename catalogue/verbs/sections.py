"""Sections of a report, as data: titles, figures, tables, bars and lines. A face prints them, all in the same way.

Between two sections there is an empty line; sections in a list stand together without one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple


class Lines(NamedTuple):
    """Lines of text."""

    lines: Sequence[str]
    folds: bool = False
    """Whether a line that is too long for the place where it is shown is wrapped."""


class Figures(NamedTuple):
    """Names with their numbers. One without a number is left out."""

    rows: Sequence[tuple[str, str | int | None]]


class Table(NamedTuple):
    """Rows under their headings."""

    rows: Sequence[Sequence[object]]
    headings: Sequence[str]
    sides: Sequence[str] = ()
    """Where the cells of each column are flush; the first left, the others right, if it is not said."""


class Bars(NamedTuple):
    """A bar for each value, with its count of puzzles and its share, in the order given."""

    heading: str
    counts: Mapping[Any, int]


Section = Lines | Figures | Table | Bars
Sections = Sequence[Section | Sequence[Section]]


class Report:
    """The base of a report that gives its fields to programs, but for those that `repr` leaves out."""

    def data(self) -> dict[str, Any]:
        """Return the figures for programs."""
        record: Any = self
        return {each.name: _plain(getattr(self, each.name)) for each in fields(record) if each.repr}


def _plain(value: Any) -> Any:
    if isinstance(value, str | Path):
        return str(value)
    return dict(value) if isinstance(value, Mapping) else list(value) if isinstance(value, Sequence) else value


def speed(things: str, number: int, seconds: float) -> list[tuple[str, str]]:
    """Figures of the time that work on so many things has taken."""
    return [("seconds", f"{seconds:.2f}"), (f"{things} per second", f"{number / seconds:,.0f}")]


def line(text: str) -> Lines:
    """A line alone."""
    return Lines([text])


def histogram(heading: str, counts: Mapping[int, int]) -> list[Bars]:
    """Bars in the order of their values; no section without any."""
    return [Bars(heading, dict(sorted(counts.items())))] if counts else []


def counted(number: int, thing: str) -> str:
    """Say how many there are of a thing."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
