"""The next step from where a person is, as deep as they want to know it, and what is wrong already."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from catalogue.rating.explaining import as_data, meaning_of, where_to_look
from catalogue.web.api.operation import BLOCKS, EXAMPLE, PUZZLE, STEP, Operation, number, record, several, text, whole
from catalogue.web.boards.positions import Given, position_in
from catalogue.web.boards.step_drawing import drawn
from catalogue.web.handling import json_of
from engine import Step, mistakes, next_step
from engine.rating.position import Position

DEPTHS = ("where", "technique", "all")


def _hint(request: Request) -> Response:
    """Where to look; with depth `technique` also the technique, with `all` the step and its drawing.

    Without a step there is only the reason, in `none`; with mistakes only these, in `mistakes`.
    """
    data = json_of(request)
    depth = data.get("depth", "all")
    if depth not in DEPTHS:
        raise ValueError(f"depth is one of {', '.join(DEPTHS)}")
    given = position_in(data)
    if wrong := _mistakes_in(given):
        return JSONResponse({"mistakes": wrong})
    step = next_step(given.puzzle, given.values, given.candidates, blocks=given.puzzle.blocks)
    if step is None:
        return JSONResponse({"none": "the board is full" if all(given.values) else "no technique applies"})
    return JSONResponse(_told(step, given, DEPTHS.index(depth)))


def _told(step: Step, given: Given, depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {
        "where": where_to_look(step, given.puzzle.size),
        "units": step.units,
        "cells": [] if step.units else step.cells or (step.placement or ())[:1],
    }
    if depth >= DEPTHS.index("technique"):
        found |= {
            "technique": step.technique,
            "rating": step.rating / 10,
            "meaning": meaning_of(step.technique),
        }
    if depth == DEPTHS.index("all"):
        position = Position.marked(given.puzzle, given.values, given.candidates)
        found |= {"step": as_data(step) | drawn(position, step)}
    return found


def _mistakes(request: Request) -> Response:
    """The digits and marks that rule out the solution, without the right ones."""
    return JSONResponse({"mistakes": _mistakes_in(position_in(json_of(request)))})


def _mistakes_in(given: Given) -> list[dict[str, Any]]:
    puzzle = given.puzzle
    found = mistakes(puzzle, given.values, given.candidates, blocks=puzzle.blocks)
    return [{"cell": each.cell, "digit": each.digit, "sentence": each.sentence} for each in found]


_POSITION = {
    "puzzle": PUZZLE,
    "blocks": BLOCKS,
    "values": text("The board as it is now, a character a cell. Default: the puzzle."),
    "candidates": several(
        whole("A mask of digits, bit 0 for digit 1; 0 for no marks."), "The pencil marks, a number a cell."
    ),
}
_MISTAKES = several(
    record(
        {
            "cell": whole("Numbered row by row from 0."),
            "digit": whole("The wrong digit in it; 0 if its marks lack the right one."),
            "sentence": text("The same in words."),
        },
        needs=["cell", "digit", "sentence"],
    ),
    "What is wrong already.",
)
_EXAMPLE = {"puzzle": EXAMPLE}

operations = [
    Operation(
        path="/api/hint",
        method="POST",
        work=_hint,
        computes=True,
        body=record(_POSITION | {"depth": text("How much to say. Default: all.", enum=list(DEPTHS))}, needs=["puzzle"]),
        answer=record(
            {
                "mistakes": _MISTAKES,
                "none": text("Why there is no step."),
                "where": text("Where to look."),
                "units": several(text('Such as "row 3".'), "The units to look at."),
                "cells": several(whole("Numbered row by row from 0."), "The cells to look at."),
                "technique": text("The technique."),
                "rating": number("Its rating."),
                "meaning": text("What the technique is."),
                "step": STEP,
            }
        ),
        example=_EXAMPLE | {"depth": "technique"},
    ),
    Operation(
        path="/api/mistakes",
        method="POST",
        work=_mistakes,
        computes=True,
        body=record(_POSITION, needs=["puzzle"]),
        answer=record({"mistakes": _MISTAKES}, needs=["mistakes"]),
        example=_EXAMPLE,
    ),
]
