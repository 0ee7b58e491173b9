"""Solve puzzles through the API: solutions, rating, hints, mistakes, path; and new puzzles."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ... import engine
from ...engine import LEVELS, TECHNIQUES, RatingStatus, Rulebook, Variant
from ...engine.boards import Boards, as_lines
from ...engine.grades import Grade, Style, grade_of
from ...engine.paths import (
    Position,
    Step,
    as_data,
    first_cells,
    meaning_of,
    next_of,
    path_from,
    path_of,
    possible_now,
    rating_of,
    style_of,
    title_of,
    to_next_digit,
    weight_of,
    where_to_look,
)
from ...engine.rating import puzzle_of_grade
from ...engine.rules.conflicts import broken_rules
from ...engine.rules.solving import solutions_ruled
from ...engine.shape import LARGEST_SIZE, Shape
from ...engine.tables import technique_of
from ...engine.teaching.search import solutions
from ..pages.boards import blocks_of, constraints_of, drawn, line_of, room_above
from ..pages.rendering import translator
from ..verbs import VERBS
from ..verbs.path import PathRequest
from .given import Begun, cells_of, language_in, position_in, puzzle_in
from .operation import (
    BLOCKS,
    CONSTRAINTS,
    EXAMPLE,
    LANGUAGE,
    PUZZLE,
    STEP,
    Operation,
    counts,
    flag,
    number,
    or_null,
    record,
    schema_of,
    several,
    text,
    whole,
)
from .site import json_of

_MOST_SOLUTIONS = 100


def _solve(request: Request) -> Response:
    """Up to `most` solutions of a puzzle: none, one, or several if it is not proper."""
    data = json_of(request)
    most = data.get("most", 2)
    if type(most) is not int or not 1 <= most <= _MOST_SOLUTIONS:
        raise ValueError(f"most is not a whole number in 1 .. {_MOST_SOLUTIONS}")
    puzzle = puzzle_in(data)
    every = solutions_ruled(puzzle) if isinstance(puzzle, Variant) else solutions(puzzle)
    found = [as_lines(cells.reshape(1, -1))[0] for cells in islice(every, most)]
    answer = {"puzzle": line_of(puzzle), "size": puzzle.size, "blocks": blocks_of(puzzle), "solutions": found}
    return JSONResponse(answer | ({"constraints": constraints_of(puzzle)} if isinstance(puzzle, Variant) else {}))


def _rate(request: Request) -> Response:
    """The rating of a puzzle on the scale of Sudoku Explainer, and how many steps use each technique.

    A variant has one only if its rules are houses.
    """
    puzzle = puzzle_in(json_of(request))
    rating = engine.rate(cells_of(puzzle), blocks=None if isinstance(puzzle, Variant) else puzzle.blocks)
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


def _path(request: Request) -> Response:
    """All steps to the solution, from the puzzle or a position; `drawn` true adds a drawing to each, and its branches.

    In the style `rating` with the rating and the grade, in the style `score` with the score and the level.
    """
    data = json_of(request)
    given, style, language = position_in(data), _style_in(data), language_in(data)
    style_of(given.cells, given.blocks, style)
    if wrong := _wrong_in(given, language):
        return JSONResponse(wrong)
    position = given.position()
    is_begun = any(given.candidates) or any(
        value and not position.is_clue(cell) for cell, value in enumerate(given.values)
    )
    found = (
        path_from(given.cells, given.values, given.candidates, given.blocks, style)
        if is_begun
        else path_of(given.cells, given.blocks, style)
    )
    listed, above = [], room_above(given.puzzle)
    for step in found:
        listed.append(_as_data(step, position, language, above if data.get("drawn") is True else None))
        position.take(step)
    return JSONResponse({"steps": listed, "is_solved": position.is_solved} | _worth(found, position))


def _as_data(step: Step, position: Position, language: str, above: float | None) -> dict[str, Any]:
    """A step, drawn unless `above`, which is that of `drawn`, is None."""
    return as_data(step, language) | ({} if above is None else drawn(position, step, language, above=above))


def _worth(path: Sequence[Step], position: Position) -> dict[str, Any]:
    """Return a path's weight on its scale; nulls if it does not end in the solution, or has steps without a rating."""
    found: dict[str, Any] = dict.fromkeys(("rating", "grade", "score", "level"))
    levels = [LEVELS.index(step.level) for step in path if step.level]
    if position.is_solved and levels:
        return found | {"score": sum(step.worth for step in path), "level": LEVELS[max(levels)]}
    rating = rating_of(path) if position.is_solved else None
    return found if rating is None else found | {"rating": rating / 10, "grade": grade_of(rating)}


def _style_in(data: Mapping[str, Any]) -> Style | None:
    """The style of a path that a request asks for. ValueError for an unknown one."""
    style = data.get("style")
    if style not in (None, *Style):
        raise ValueError(f"style is one of {', '.join(Style)}")
    return Style(style) if style else None


def _steps(request: Request) -> Response:
    """All steps that a position allows now, the easiest technique first, each conclusion once a technique.

    In the style `rating` these are the first step of each technique. Of a technique with many steps there are the first
    20. With mistakes there are only these, in `mistakes`. Under rules that are no houses, they are what each house and
    each rule by itself removes or places.
    """
    data = json_of(request)
    given, style, language = position_in(data), _style_in(data), language_in(data)
    style_of(given.cells, given.blocks, style)
    if wrong := _wrong_in(given, language):
        return JSONResponse(wrong)
    found = possible_now(given.cells, given.values, given.candidates, given.blocks, style)
    position, above = given.position(), room_above(given.puzzle) if data.get("drawn") is True else None
    return JSONResponse({"steps": [_as_data(step, position, language, above) for step in found]})


_SECONDS = 60  # the hardest puzzles known take 12


DEPTHS = ("where", "technique", "all")


def _hint(request: Request) -> Response:
    """Where to look; with depth `technique` also the technique, with `all` the step and its drawing.

    Without a step there is only the reason, in `none`; with mistakes only these, in `mistakes`. For a variant,
    `steps` are all that the next digit needs.
    """
    data = json_of(request)
    depth = data.get("depth", "all")
    if depth not in DEPTHS:
        raise ValueError(f"depth is one of {', '.join(DEPTHS)}")
    given, style, language = position_in(data), _style_in(data), language_in(data)
    style_of(given.cells, given.blocks, style)
    if wrong := _wrong_in(given, language):
        return JSONResponse(wrong)
    steps = _hints(given, style)
    if not steps:
        why = "the board is full" if all(given.values) else "no technique applies"
        return JSONResponse({"none": translator(language)(why)})
    return JSONResponse(_hint_as_data(steps, given, DEPTHS.index(depth), language))


def _hints(given: Begun, style: Style | None) -> Sequence[Step]:
    """The next step; of a variant all that the next digit needs."""
    if isinstance(given.puzzle, Variant):
        return to_next_digit(given.puzzle, given.values, given.candidates, given.blocks, style)
    step = next_of(given.cells, given.values, given.candidates, given.blocks, style)
    return [step] if step else []


def _hint_as_data(steps: Sequence[Step], given: Begun, depth: int, language: str) -> dict[str, Any]:
    step, position = steps[0], given.position()
    found: dict[str, Any] = {
        "where": where_to_look(step, given.puzzle.size, language),
        "units": step.units,
        "cells": [] if step.units else first_cells(step),
    }
    if depth >= DEPTHS.index("technique"):
        found |= {
            "technique": step.technique,
            "title": title_of(step, position.shape, language),
            "worth": weight_of(step, language),
            "meaning": meaning_of(step, language).rstrip("."),
        }
    if depth == DEPTHS.index("all"):
        listed, above = [], room_above(given.puzzle)
        for each in steps:
            listed.append(_as_data(each, position, language, above))
            position.take(each)
        found |= {"step": listed[0]} | ({"steps": listed} if isinstance(given.puzzle, Variant) else {})
    return found


def _mistakes(request: Request) -> Response:
    """The digits and marks that rule out the solution, without the right ones; for a variant what is broken, too."""
    data = json_of(request)
    return JSONResponse(_checked(position_in(data), language_in(data)))


def _wrong_in(given: Begun, language: str) -> dict[str, Any] | None:
    found = _checked(given, language)
    return found if found["mistakes"] else None


def _checked(given: Begun, language: str) -> dict[str, Any]:
    mistakes = engine.mistakes(given.cells, given.values, given.candidates, blocks=given.blocks, language=language)
    found: dict[str, Any] = {"mistakes": list(map(asdict, mistakes))}
    if isinstance(given.puzzle, Variant):
        found["conflicts"] = [each._asdict() for each in broken_rules(given.puzzle, given.values, language)]
    return found


_CONFLICTS = several(
    record(
        {
            "sentence": text("What is broken, in words."),
            "rule": text("The rule; row, column or region for a house of those."),
            "cells": several(whole("Numbered row by row from 0."), "The cells of the house or rule."),
        },
        needs=["sentence", "rule", "cells"],
        title="Conflict",
    ),
    "In a variant: each house and each rule that no digits in the empty cells can satisfy.",
)
_PUZZLE = {"puzzle": PUZZLE, "blocks": BLOCKS, "constraints": CONSTRAINTS}
_POSITION = {
    "puzzle": PUZZLE,
    "blocks": BLOCKS,
    "values": text("The board as it is now, one character per cell. Default: the puzzle."),
    "candidates": several(
        whole("A mask of digits, bit 0 for digit 1; 0 for no marks."), "The pencil marks, one number per cell."
    ),
    "constraints": CONSTRAINTS,
    "language": LANGUAGE,
}
_MISTAKES = several(
    record(
        {
            "cell": whole("Numbered row by row from 0."),
            "digit": whole("The wrong digit in it; 0 if its marks lack the right one."),
            "sentence": text("The same in words."),
        },
        needs=["cell", "digit", "sentence"],
        title="Mistake",
    ),
    "What is wrong already; then there is nothing else.",
)
_STYLE = schema_of(PathRequest)["style"]
_DRAWN = flag("Add a drawing to each step. Default: false.")
_EXAMPLE = {"puzzle": EXAMPLE}


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
        path=str(VERBS["solve"].address),
        method="POST",
        work=_solve,
        computes=True,
        body=record(
            _PUZZLE | {"most": whole("Default: 2.", minimum=1, maximum=_MOST_SOLUTIONS)},
            needs=["puzzle"],
        ),
        answer=record(
            {
                "puzzle": text("The puzzle as it was read, one character per cell."),
                "size": whole("Cells in a row."),
                "blocks": BLOCKS,
                "constraints": text("The rules of a variant, without givens."),
                "solutions": several(text("One character per cell."), "At most as many as asked for."),
            },
            needs=["puzzle", "size", "blocks", "solutions"],
        ),
        example={"puzzle": EXAMPLE},
    ),
    Operation(
        path=str(VERBS["rate_puzzles"].address),
        method="POST",
        work=_rate,
        computes=True,
        body=record(_PUZZLE, needs=["puzzle"]),
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
    ),
    Operation(
        path=str(VERBS["path"].address),
        method="POST",
        work=_path,
        computes=True,
        body=record(_POSITION | {"style": _STYLE, "drawn": _DRAWN}, needs=["puzzle"]),
        answer=record(
            {
                "mistakes": _MISTAKES,
                "conflicts": _CONFLICTS,
                "steps": several(STEP, "In their order."),
                "is_solved": flag("Whether the known techniques solve the puzzle."),
                "rating": or_null(number("The hardest step.")),
                "grade": or_null(text("Its grade.")),
                "score": or_null(whole("The sum of the steps.")),
                "level": or_null(text("The hardest level of a step.", enum=[*LEVELS, None])),
            },
        ),
        example={"puzzle": EXAMPLE},
        seconds=_SECONDS,
    ),
    Operation(
        path="/api/steps",
        method="POST",
        work=_steps,
        computes=True,
        body=record(_POSITION | {"style": _STYLE, "drawn": _DRAWN}, needs=["puzzle"]),
        answer=record(
            {"mistakes": _MISTAKES, "conflicts": _CONFLICTS, "steps": several(STEP, "The easiest technique first.")}
        ),
        example={"puzzle": EXAMPLE},
    ),
    Operation(
        path=str(VERBS["hint"].address),
        method="POST",
        work=_hint,
        computes=True,
        body=record(
            _POSITION | {"style": _STYLE, "depth": text("How much to say. Default: all.", enum=list(DEPTHS))},
            needs=["puzzle"],
        ),
        answer=record(
            {
                "mistakes": _MISTAKES,
                "conflicts": _CONFLICTS,
                "none": text("Why there is no step."),
                "where": text("Where to look."),
                "units": several(text('Such as "row 3".'), "The units to look at."),
                "cells": several(whole("Numbered row by row from 0."), "The cells to look at."),
                "technique": text("The technique."),
                "title": text("The technique in words."),
                "worth": text("Its rating, or its score and level, in words."),
                "meaning": text("What the technique is."),
                "step": STEP,
                "steps": several(STEP, "In a variant: those that lead to the next digit, the first of them `step`."),
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
        answer=record({"mistakes": _MISTAKES, "conflicts": _CONFLICTS}, needs=["mistakes"]),
        example=_EXAMPLE,
    ),
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
