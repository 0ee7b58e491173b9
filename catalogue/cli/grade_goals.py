"""Grades with numbers of puzzles, as options have them."""

from typing import NamedTuple

from catalogue.cli.values import one_of, whole
from engine.rating.grades import Grade


class GradeGoal(NamedTuple):
    """A grade that is wanted, perhaps with how many puzzles of it."""

    grade: Grade
    number: int | None


def grade_goal(text: str) -> GradeGoal:
    """Parse a grade such as hard, or with a number such as hard=500."""
    name, equals, count = text.partition("=")
    return GradeGoal(one_of(Grade)(name), whole(1)(count) if equals else None)
