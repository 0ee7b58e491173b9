"""A step for programs and for a person who wants to know less than all of it."""

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from engine import Step
from engine.board.cell import cell_name
from engine.rating.explanations.explanation import EXPLANATION_VERSION
from engine.rating.techniques import TECHNIQUES


def as_data(step: Step) -> dict[str, Any]:
    """A step for programs: the version of its fields, then these, with the rating as people write it."""
    return {"version": EXPLANATION_VERSION} | asdict(step) | {"rating": step.rating / 10}


def field_names() -> Sequence[str]:
    """The fields of `as_data`, in their order."""
    return ["version", *(field.name for field in fields(Step))]


def where_to_look(step: Step, size: int) -> str:
    """A sentence with the units of the step, or else its cells."""
    cells = step.cells or (step.placement or (0,))[:1]
    return f"Look at {', '.join(step.units or [cell_name(*divmod(cell, size)) for cell in cells])}."


def meaning_of(technique: str) -> str:
    """What a technique is, in a few words. StopIteration for a name that no technique has."""
    return next(each.meaning for each in TECHNIQUES if each.name == technique)
