"""What the page of a technique shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from board_catalogue.catalogue.pages.boards import LEGEND, drawn, grid_view
from board_catalogue.catalogue.pages.moments import start_of
from board_catalogue.engine.paths.examples import LESSONS, Lesson, example_of
from board_catalogue.engine.paths.styles import as_data
from board_catalogue.engine.shape import DIGITS


def lesson_values(lesson: Lesson, lessons: Sequence[Lesson] = LESSONS) -> dict[str, Any]:
    """Return the values of lesson.html but for `practice`, among all lessons that there are. It may take seconds."""
    place = lessons.index(lesson)
    values: dict[str, Any] = {
        "lesson": lesson,
        "names": lesson.names,
        "before": lessons[place - 1] if place else None,
        "after": lessons[place + 1] if place + 1 < len(lessons) else None,
        "grid": None,
        "legend": LEGEND,
    }
    example = example_of(lesson.name)
    if example is None:
        return values
    step, position = example.step, example.position
    board = {
        "puzzle": example.puzzle.line(),
        "values": "".join(DIGITS[value] for value in position.values),
        "candidates": position.masks,
        "step": as_data(step) | drawn(position, step),
        "start": start_of(position, step),
    }
    return values | {"grid": grid_view(example.puzzle, f"An example of {lesson.title}"), "example": board}
