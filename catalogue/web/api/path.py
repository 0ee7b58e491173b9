"""A puzzle solved step by step."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from catalogue.rating.explaining import as_data
from catalogue.web.api.operation import (
    BLOCKS,
    EXAMPLE,
    PUZZLE,
    STEP,
    Operation,
    flag,
    number,
    or_null,
    record,
    several,
    text,
)
from catalogue.web.boards.positions import puzzle_in
from catalogue.web.boards.step_drawing import drawn
from catalogue.web.handling import json_of
from engine import steps
from engine.rating.grades import grade_of
from engine.rating.position import Position


def _path(request: Request) -> Response:
    """All steps, the rating and the grade; `drawn` true adds a drawing to each step, and its branches in words."""
    data = json_of(request)
    puzzle = puzzle_in(data)
    position, listed = Position(puzzle), []
    found = steps(puzzle, blocks=puzzle.blocks)
    for step in found:
        listed.append(as_data(step) | (drawn(position, step) if data.get("drawn") is True else {}))
        position.take(step)
    hardest = max((step.rating for step in found), default=0)
    return JSONResponse(
        {
            "steps": listed,
            "is_solved": position.grid.is_solved,
            "rating": hardest / 10 if position.grid.is_solved else None,
            "grade": grade_of(hardest) if position.grid.is_solved else None,
        }
    )


_SECONDS = 60  # the hardest puzzles known take 12

operations = [
    Operation(
        path="/api/path",
        method="POST",
        work=_path,
        computes=True,
        body=record(
            {"puzzle": PUZZLE, "blocks": BLOCKS, "drawn": flag("Add a drawing to each step. Default: false.")},
            needs=["puzzle"],
        ),
        answer=record(
            {
                "steps": several(STEP, "In their order."),
                "is_solved": flag("Whether the known techniques solve the puzzle."),
                "rating": or_null(number("The hardest step.")),
                "grade": or_null(text("Its grade.")),
            },
            needs=["steps", "is_solved", "rating", "grade"],
        ),
        example={"puzzle": EXAMPLE},
        seconds=_SECONDS,
    )
]
