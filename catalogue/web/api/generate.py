"""New puzzles, which the catalogue does not keep."""

import secrets
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import engine
from catalogue.formats.digits import as_lines
from catalogue.web.api.operation import BLOCKS, Operation, record, several, text, whole
from catalogue.web.handling import json_of
from engine.batch.boards import Boards
from engine.board.shape import LARGEST_SIZE, Shape
from engine.rating.graded_puzzle import puzzle_of_grade
from engine.rating.grades import Grade

_MOST = 100
_SEEDS = 2**32


def _generate(request: Request) -> Response:
    """New puzzles with one solution each; the same seed always gives the same ones.

    They have `clues` clues, or as few as carving leaves. With a `grade` it is one puzzle of that grade.
    """
    data = json_of(request)
    shape = _shape(data)
    seed = _whole(data, "seed", 0, _SEEDS - 1)
    chosen = secrets.randbelow(_SEEDS) if seed is None else seed
    puzzles = _puzzles(data, shape, chosen)
    found = zip(as_lines(puzzles), as_lines(engine.solve(puzzles, blocks=shape.blocks)), strict=True)
    return JSONResponse(
        {
            "seed": chosen,
            "size": shape.size,
            "blocks": shape.blocks,
            "puzzles": [{"givens": givens, "solution": solution} for givens, solution in found],
        }
    )


def _puzzles(data: Mapping[str, Any], shape: Shape, seed: int) -> Boards:
    grade, count = data.get("grade"), _whole(data, "count", 1, _MOST)
    clues = _whole(data, "clues", 1, shape.cells)
    if grade is None:
        boards = engine.generate(count or 1, size=shape.size, blocks=shape.blocks, seed=seed)
        return engine.carve(boards, blocks=shape.blocks, seed=seed, clues=clues)
    if clues is not None or (count or 1) != 1:
        raise ValueError("a grade goes with neither clues nor a count")
    return puzzle_of_grade(str(grade), size=shape.size, blocks=shape.blocks, seed=seed)[None]


def _shape(data: Mapping[str, Any]) -> Shape:
    blocks = data.get("blocks")
    if not isinstance(blocks, str | None):
        raise ValueError("blocks are not a text such as 3x2")
    return Shape.of(_whole(data, "size", 1, LARGEST_SIZE), blocks)


def _whole(data: Mapping[str, Any], name: str, least: int, most: int) -> int | None:
    value = data.get(name)
    if value is not None and (type(value) is not int or not least <= value <= most):
        raise ValueError(f"{name} is not a whole number in {least} .. {most}")
    return value


operations = [
    Operation(
        path="/api/generate",
        method="POST",
        work=_generate,
        computes=True,
        body=record(
            {
                "count": whole("Puzzles. Default: 1.", minimum=1, maximum=_MOST),
                "clues": whole("Clues of each. Default: as few as carving leaves.", minimum=1),
                "grade": text("Its grade, for one puzzle.", enum=list(Grade)),
                "size": whole("Cells in a row. Default: 9.", minimum=1, maximum=LARGEST_SIZE),
                "blocks": BLOCKS,
                "seed": whole("The same seed always gives the same puzzles.", minimum=0, maximum=_SEEDS - 1),
            }
        ),
        answer=record(
            {
                "seed": whole("The one asked for, or a random one."),
                "size": whole("Cells in a row."),
                "blocks": BLOCKS,
                "puzzles": several(
                    record(
                        {"givens": text("A character a cell."), "solution": text("Its solution.")},
                        needs=["givens", "solution"],
                    ),
                    "As many as asked for.",
                ),
            },
            needs=["seed", "size", "blocks", "puzzles"],
        ),
        example={"grade": "medium", "seed": 1},
    )
]
