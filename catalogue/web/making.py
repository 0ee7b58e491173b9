"""New puzzles through the API, with rules or without."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ... import engine
from ...engine import Rulebook
from ...engine.boards import Boards, as_lines
from ...engine.grades import Grade
from ...engine.rating import puzzle_of_grade
from ...engine.shape import LARGEST_SIZE, Shape
from .operation import BLOCKS, Operation, record, several, text, whole
from .site import json_of

_MOST_BOARDS = 100
_SEEDS = 2**32


def _generate(request: Request) -> Response:
    """New puzzles with one solution each; the same seed always gives the same ones.

    They have `clues` clues, or as few as carving leaves. With a `grade` it is one puzzle of that grade, with `rules`
    each puzzle has its constraints.
    """
    data = json_of(request)
    seed = _whole(data, "seed", 0, _SEEDS - 1)
    chosen = secrets.randbelow(_SEEDS) if seed is None else seed
    if data.get("rules") is not None:
        return JSONResponse(_with_rules(data, chosen))
    shape = _shape(data)
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


def _with_rules(data: Mapping[str, Any], seed: int) -> dict[str, Any]:
    rules, blocks, count = data["rules"], data.get("blocks"), _whole(data, "count", 1, _MOST_BOARDS)
    if not isinstance(rules, str) or not isinstance(blocks, str | None):
        raise ValueError("rules are not a text such as diagonal,killer, or blocks none such as 3x2")
    if data.get("grade") is not None or data.get("clues") is not None:
        raise ValueError("rules go with neither a grade nor clues")
    return generated(rules, count=count or 1, seed=seed, size=_whole(data, "size", 1, LARGEST_SIZE), blocks=blocks)


def generated(rules: str, *, count: int, seed: int, size: int | None, blocks: str | None) -> dict[str, Any]:
    """New puzzles under rules. ValueError for rules that cannot be made."""
    book = Rulebook.read(rules, size, blocks)
    boards, _attempts = book.boards(count, seed=seed)
    puzzles, own = book.carve(boards, seed=seed, positions=range(count))
    found: Sequence[tuple[str, str, str | None]] = list(
        zip(as_lines(puzzles), as_lines(boards), own or [None] * count, strict=True)
    )
    return {
        "seed": seed,
        "size": book.shape.size,
        "blocks": book.shape.blocks,
        "puzzles": [
            {"givens": givens, "solution": solution, "constraints": book.constraints(text)}
            for givens, solution, text in found
        ],
    }


def _puzzles(data: Mapping[str, Any], shape: Shape, seed: int) -> Boards:
    grade, count = data.get("grade"), _whole(data, "count", 1, _MOST_BOARDS)
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
                "count": whole("Puzzles. Default: 1.", minimum=1, maximum=_MOST_BOARDS),
                "clues": whole("Clues of each. Default: as few as carving leaves.", minimum=1),
                "grade": text("Its grade, for one puzzle.", enum=list(Grade)),
                "size": whole("Cells in a row. Default: 9.", minimum=1, maximum=LARGEST_SIZE),
                "blocks": BLOCKS,
                "rules": text(
                    "Rules of variants, with commas between, such as diagonal,killer: those of catalogue fill --rules."
                ),
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
                        {
                            "givens": text("One character per cell."),
                            "solution": text("Its solution."),
                            "constraints": text("With rules: all that it obeys, as constraint text."),
                        },
                        needs=["givens", "solution"],
                    ),
                    "As many as asked for.",
                ),
            },
            needs=["seed", "size", "blocks", "puzzles"],
        ),
        example={"grade": "medium", "seed": 1},
    ),
]
