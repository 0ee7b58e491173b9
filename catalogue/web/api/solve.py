"""The solution of a puzzle."""

from itertools import islice

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from catalogue.formats.digits import as_lines
from catalogue.web.api.operation import BLOCKS, EXAMPLE, PUZZLE, Operation, record, several, text, whole
from catalogue.web.boards.positions import puzzle_in
from catalogue.web.handling import json_of
from engine.teaching.listing import solutions

_MOST = 100


def _solve(request: Request) -> Response:
    """Up to `most` solutions of a puzzle: none, one, or several where it is not proper."""
    data = json_of(request)
    puzzle, most = puzzle_in(data), data.get("most", 2)
    if type(most) is not int or not 1 <= most <= _MOST:
        raise ValueError(f"most is not a whole number in 1 .. {_MOST}")
    found = [as_lines(cells.reshape(1, -1))[0] for cells in islice(solutions(puzzle), most)]
    return JSONResponse(
        {"puzzle": puzzle.line(), "size": puzzle.size, "blocks": puzzle.blocks, "solutions": found},
    )


operations = [
    Operation(
        path="/api/solve",
        method="POST",
        work=_solve,
        computes=True,
        body=record(
            {"puzzle": PUZZLE, "blocks": BLOCKS, "most": whole("Default: 2.", minimum=1, maximum=_MOST)},
            needs=["puzzle"],
        ),
        answer=record(
            {
                "puzzle": text("The puzzle as it was read, a character a cell."),
                "size": whole("Cells in a row."),
                "blocks": BLOCKS,
                "solutions": several(text("A character a cell."), "At most as many as asked for."),
            },
            needs=["puzzle", "size", "blocks", "solutions"],
        ),
        example={"puzzle": EXAMPLE},
    )
]
