"""The rating of a puzzle."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import engine
from catalogue.web.api.operation import BLOCKS, EXAMPLE, PUZZLE, Operation, counts, number, or_null, record, text
from catalogue.web.boards.positions import puzzle_in
from catalogue.web.handling import json_of
from engine import TECHNIQUES, RatingStatus
from engine.rating.grades import Grade, grade_of
from engine.rating.techniques import technique_of

_SECONDS = 60  # the hardest puzzles known take 12


def _rate(request: Request) -> Response:
    """The rating of a puzzle on the scale of Sudoku Explainer, and how many steps use each technique."""
    puzzle = puzzle_in(json_of(request))
    rating = engine.rate(puzzle, blocks=puzzle.blocks)
    status = RatingStatus(int(rating["status"]))
    is_rated = status is RatingStatus.RATED
    hardest = int(rating["hardest"])
    return JSONResponse(
        {
            "status": status.name.lower(),
            **{name: int(rating[name]) / 10 if is_rated else None for name in ("rating", "pearl", "diamond")},
            "grade": grade_of(int(rating["rating"])),
            "hardest": technique_of(hardest).name if is_rated and hardest >= 0 else None,
            "techniques": {each.name: int(rating[each.name]) for each in TECHNIQUES if rating[each.name]},
        }
    )


operations = [
    Operation(
        path="/api/rate",
        method="POST",
        work=_rate,
        computes=True,
        body=record({"puzzle": PUZZLE, "blocks": BLOCKS}, needs=["puzzle"]),
        answer=record(
            {
                "status": text("How the rating ended.", enum=[status.name.lower() for status in RatingStatus]),
                "rating": or_null(number("The hardest step; null unless the status is rated.")),
                "pearl": or_null(number("The hardest step up to the first placement.")),
                "diamond": or_null(number("The first step.")),
                "grade": or_null(text(f"One of {', '.join(Grade)}.")),
                "hardest": or_null(text("The technique of the first step of that rating.")),
                "techniques": counts("How many steps use each."),
            },
            needs=["status", "rating", "pearl", "diamond", "grade", "hardest", "techniques"],
        ),
        example={"puzzle": EXAMPLE},
        seconds=_SECONDS,
    )
]
