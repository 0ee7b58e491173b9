"""The content of the page of a technique."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...engine.paths.examples import LESSONS, Lesson, example_of
from ...engine.paths.styles import as_data
from ...engine.shape import DIGITS
from ...engine.words import ENGLISH
from .boards import drawn, grid_view, legend
from .moments import start_of
from .translating import translator


def lesson_values(lesson: Lesson, lessons: Sequence[Lesson] = LESSONS, language: str = ENGLISH) -> dict[str, Any]:
    """Return the values of lesson.html but for `practice`, among all lessons that there are. It may take seconds."""
    place, said = lessons.index(lesson), lesson.said_in(language)
    values: dict[str, Any] = {
        "lesson": said,
        "names": lesson.names,
        "before": lessons[place - 1].said_in(language) if place else None,
        "after": lessons[place + 1].said_in(language) if place + 1 < len(lessons) else None,
        "grid": None,
        "legend": legend(language),
    }
    example = example_of(lesson.name)
    if example is None:
        return values
    step, position = example.step, example.position
    board = {
        "puzzle": example.puzzle.line(),
        "values": "".join(DIGITS[value] for value in position.values),
        "candidates": position.masks,
        "step": as_data(step, language) | drawn(position, step, language),
        "start": start_of(position, step),
    }
    name = translator(language)("An example of {title}", title=said.title)
    return values | {"grid": grid_view(example.puzzle, name, language), "example": board}
