"""A puzzle solved step by step."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from catalogue.rating.explaining import as_data
from catalogue.web.handling import answered, json_of
from catalogue.web.positions import puzzle_in
from catalogue.web.step_drawing import drawn
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

routes = [answered("/api/path", _path, methods=["POST"], seconds=_SECONDS)]
