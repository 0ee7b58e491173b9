"""List the solving techniques, or explain one with an example."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, ClassVar

from ...engine.words import ENGLISH
from ..errors import CatalogueError
from ..puzzles.kinds import near_techniques
from ..requests.option import text
from ..requests.request import Request
from ..requests.shared import LANGUAGE

if TYPE_CHECKING:
    from ...engine.paths.examples import Lesson

COLUMNS = ("name", "other_name", "title", "score", "level", "rating", "highest_rating", "meaning", "example")
"""The facts listed for each technique."""


@dataclass(frozen=True, kw_only=True)
class TechniquesRequest(Request):
    """Which technique; all of them without a name."""

    technique: Annotated[
        str | None, text("Name of a technique, on either scale.", metavar="[NAME]", is_argument=True)
    ] = field(default=None, kw_only=False)
    language: Annotated[str, LANGUAGE] = ENGLISH


@dataclass(frozen=True)
class TechniquesReport:
    """Techniques, the easiest first."""

    lessons: Sequence[Lesson]
    columns: ClassVar[Sequence[str]] = COLUMNS

    def rows(self) -> list[Sequence[object]]:
        """Return a row of `COLUMNS` for each technique."""
        return [_row(lesson) for lesson in self.lessons]

    def data(self) -> list[dict[str, object]]:
        """Return an object for each technique, for programs."""
        return [dict(zip(COLUMNS, row, strict=True)) for row in self.rows()]


def techniques(request: TechniquesRequest) -> TechniquesReport:
    """Return all techniques, of rules too, or one by its name. CatalogueError for a name that none has."""
    from ...engine.paths.examples import LESSONS, lesson_of
    from ...engine.people.lessons import PEOPLE_LESSONS

    every = (*LESSONS, *PEOPLE_LESSONS)
    if request.technique is None:
        return TechniquesReport([lesson.said_in(request.language) for lesson in every])
    if mine := [lesson for lesson in PEOPLE_LESSONS if lesson.name == request.technique]:
        return TechniquesReport([lesson.said_in(request.language) for lesson in mine])
    try:
        return TechniquesReport([lesson_of(request.technique).said_in(request.language)])
    except ValueError as error:
        known = [each for lesson in every for each in lesson.names]
        raise CatalogueError(f"{error}; {near_techniques(request.technique, known)}") from error


def _row(lesson: Lesson) -> Sequence[object]:
    from ...engine.paths.examples import RATED, SCORED
    from ...engine.people.lessons import puzzles_of_examples

    other = next(iter(lesson.names[1:]), None)
    ratings = [None if tenths is None else tenths / 10 for tenths in (lesson.rating, lesson.highest)]
    facts = (lesson.name, other, lesson.title, lesson.score, lesson.level, *ratings, lesson.meaning)
    plain = SCORED.get(lesson.name) or RATED.get(lesson.names[-1])
    return (*facts, plain or puzzles_of_examples().get(lesson.name))
