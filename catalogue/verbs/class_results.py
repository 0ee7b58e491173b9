"""Reads what the pupils of a class have solved: one file a pupil, the history that the page exports."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any, ClassVar

from ..errors import CatalogueError, on_one_line
from .sections import Report, Sections, Table, line

_KIND = "board-catalogue history"
"""As static/history.js writes it."""


@dataclass(frozen=True)
class Pupil(Report):
    """The games of a file, which has the name of the pupil."""

    pupil: str
    solved: int
    alone: int
    """Solved without a hint and a step."""
    hints: int
    steps: int
    seconds: int
    """All that the solved puzzles took."""
    begun: int
    """Puzzles that are not solved yet."""


@dataclass(frozen=True)
class ClassReport(Report):
    """The pupils of a class, by name."""

    pupils: Sequence[Pupil]
    columns: ClassVar[Sequence[str]] = tuple(each.name for each in fields(Pupil))

    def data(self) -> dict[str, Any]:
        """Return the figures for programs."""
        return {"pupils": [each.data() for each in self.pupils]}

    def rows(self) -> list[Sequence[object]]:
        """Return a row for each pupil, by `columns`."""
        return [astuple(each) for each in self.pupils]

    def sections(self) -> Sections:
        """Return the table for people, and what it counts."""
        names = (*self.columns[:5], "time", "begun")
        rows = [(*row[:5], f"{row[5] // 60}:{row[5] % 60:02}", row[6]) for row in map(astuple, self.pupils)]
        return [Table(rows, names), line("alone: without hints and steps; time: minutes of all that is solved")]


def results_of(folder: Path) -> ClassReport:
    """Read the files of a folder. CatalogueError if it has none, or one that is no exported history."""
    files = sorted(folder.glob("*.json"))
    if not files:
        raise CatalogueError(f"{folder}: there is no file .json, such as pupils export in Play under Your history")
    return ClassReport([_pupil(path) for path in files])


def _pupil(path: Path) -> Pupil:
    try:
        history = json.loads(path.read_bytes())
        if history["kind"] != _KIND:
            raise ValueError
        solved = list({game["id"]: game for game in history["solved"]}.values())
        helps = [(int(game.get("hints") or 0), int(game.get("steps") or 0)) for game in solved]
        seconds = sum(max(0, int(game["elapsed"])) for game in solved) // 1000
        begun = len(history.get("begun", {}))
    except OSError as error:
        raise CatalogueError(f"{path}: it cannot be read: {error.strerror}") from error
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, OverflowError):
        raise CatalogueError(
            f"{on_one_line(str(path))}: this is no history that Play exports; have it exported again, or remove it"
        ) from None
    alone, (hints, steps) = helps.count((0, 0)), (sum(each) for each in zip((0, 0), *helps, strict=True))
    return Pupil(on_one_line(path.stem), len(solved), alone, hints, steps, seconds, begun)
