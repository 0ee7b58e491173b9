"""The verbs on a puzzle that a request brings: solve, rate, hint, path, all steps, mistakes; and new puzzles."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar, cast

from starlette.requests import Request

from ... import engine
from ...engine import LEVELS, Grid, Variant
from ...engine.boards import as_lines
from ...engine.grades import Style, grade_of
from ...engine.paths import Position, Step, as_data, rating_of
from ...engine.shape import VALUES
from ...engine.words import ENGLISH
from ..pages.boards import blocks_of, constraints_of, drawn, hinted, line_of, room_above
from ..pages.rendering import translator
from ..requests.named import Marked
from ..requests.shared import rulebook_of
from ..verbs.create import CreatedWithRules, CreateRequest, create
from ..verbs.path import HintRequest, NoStep, PathRequest, hint, mistakes, path, steps
from ..verbs.rate import RatePuzzlesRequest, RatingRow, rate_puzzles
from ..verbs.solve import SolveRequest, solve
from .api import described, request_in, schema_of
from .given import puzzle_in
from .site import json_of

R = TypeVar("R", bound=PathRequest)


def _solve(request: Request) -> dict[str, Any]:
    """Up to `most` solutions of a puzzle: none, one, or several if it is not proper."""
    data = json_of(request)
    puzzle = puzzle_in(data)
    found = solve(None, SolveRequest(puzzle=puzzle, limit=data.get("most") or 2, method="fast"))
    rules = {"constraints": constraints_of(puzzle)} if isinstance(puzzle, Variant) else {}
    told = {"puzzle": line_of(puzzle), "size": puzzle.size, "blocks": blocks_of(puzzle), **rules}
    return told | {"solutions": found.lines, "count": found.count, "is_exact": found.is_exact}


def _rate(request: Request) -> dict[str, Any]:
    """The rating of a puzzle on the scale of Sudoku Explainer, how many steps use each technique, and its score.

    A variant has a rating only if its rules are houses.
    """
    rows = rate_puzzles(None, RatePuzzlesRequest(puzzle=puzzle_in(json_of(request)), threads=1))
    row = cast(RatingRow, next(iter(rows)))
    told = dict(zip(rows.columns, row.values("json"), strict=True))
    return told | {"status": str(told["status"]).replace(" ", "_"), "techniques": row.techniques}


# --- Boards that a person has ---


class Asked(NamedTuple):
    """A board that a person has, and how to speak of it."""

    puzzle: Grid | Variant
    board: Marked
    style: Style | None
    language: str

    def of(self, request: type[R], board: Marked | None) -> R:
        """Return the request of a verb for the puzzle, and the board if that has been begun."""
        return request(puzzle=self.puzzle, board=board, style=self.style, language=self.language)


def asked_in(data: Mapping[str, Any]) -> Asked:
    """The board of a request: its puzzle, and perhaps `values` and `candidates`. ValueError says what is wrong."""
    puzzle = puzzle_in(data)
    style = Style(data["style"]) if data.get("style") else None
    return Asked(puzzle, _board_in(data, line_of(puzzle), puzzle.size), style, data.get("language") or ENGLISH)


def _board_in(data: Mapping[str, Any], puzzle: str, size: int) -> Marked:
    text, masks = data.get("values"), data.get("candidates") or [0] * size**2
    text = puzzle if text is None else text
    if len(text) != size**2 or not set(text) <= set(VALUES):
        raise ValueError(f"values are not a text of {size**2} characters, one a cell")
    if len(masks) != size**2 or not all(mask < 2**size for mask in masks):
        raise ValueError(f"candidates are not a list of {size**2} whole numbers in 0 .. {2**size - 1}, masks of digits")
    return Marked([VALUES[symbol] for symbol in text], masks)


def _path(request: Request) -> dict[str, Any]:
    """All steps to the solution, from the puzzle or a position; `drawn` true adds a drawing to each, and its branches.

    In the style `rating` with the rating and the grade, in the style `score` with the score and the level.
    """
    data = json_of(request)
    asked = asked_in(data)
    if wrong := _wrong_in(asked):
        return wrong
    start = Position.of(asked.puzzle, *asked.board)
    is_begun = any(asked.board.marks) or start.values != Position.of(asked.puzzle).values
    found = path(None, asked.of(PathRequest, asked.board if is_begun else None))
    listed = _as_data(found.steps, start, asked, is_drawn=data.get("drawn") is True)
    return {"steps": listed, "is_solved": found.end.is_solved} | _worth(found.steps, found.end)


def _as_data(some: Sequence[Step], position: Position, asked: Asked, *, is_drawn: bool) -> list[dict[str, Any]]:
    """Steps one after the other from a position, which they change; perhaps drawn."""
    listed, above = [], room_above(asked.puzzle)
    for step in some:
        shown = drawn(position, step, asked.language, above=above) if is_drawn else {}
        listed.append(as_data(step, asked.language) | shown)
        position.take(step)
    return listed


def _worth(path: Sequence[Step], position: Position) -> dict[str, Any]:
    """Return a path's weight on its scale; nulls if it does not end in the solution, or has steps without a rating."""
    found: dict[str, Any] = dict.fromkeys(("rating", "grade", "score", "level"))
    levels = [LEVELS.index(step.level) for step in path if step.level]
    if position.is_solved and levels:
        return found | {"score": sum(step.worth for step in path), "level": LEVELS[max(levels)]}
    rating = rating_of(path) if position.is_solved else None
    return found if rating is None else found | {"rating": rating / 10, "grade": grade_of(rating)}


def _steps(request: Request) -> dict[str, Any]:
    """All steps that a position allows now, the easiest technique first, each conclusion once a technique.

    In the style `rating` these are the first step of each technique. Of a technique with many steps there are the first
    20. With mistakes there are only these, in `mistakes`. Under rules that are no houses, they are what each house and
    each rule by itself removes or places.
    """
    data = json_of(request)
    asked = asked_in(data)
    if wrong := _wrong_in(asked):
        return wrong
    found, above = steps(None, asked.of(PathRequest, asked.board)), room_above(asked.puzzle)
    is_drawn = data.get("drawn") is True
    return {
        "steps": [
            as_data(step, asked.language)
            | (drawn(found.position, step, asked.language, above=above) if is_drawn else {})
            for step in found.steps
        ]
    }


DEPTHS = ("where", "technique", "all")
_TOLD = {"where": ("where", "units", "cells"), "technique": ("technique", "title", "worth", "meaning")}


def _hint(request: Request) -> dict[str, Any]:
    """Where to look; with depth `technique` also the technique, with `all` the step and its drawing.

    Without a step there is only the reason, in `none`; with mistakes only these, in `mistakes`. For a variant,
    `steps` are all that the next digit needs.
    """
    data = json_of(request)
    asked, depth = asked_in(data), data.get("depth") or "all"
    if wrong := _wrong_in(asked):
        return wrong
    try:
        found = hint(None, asked.of(HintRequest, asked.board))
    except NoStep as error:
        return {"none": translator(asked.language)(error.why)}
    told = hinted(found.step, asked.language)
    if depth != "all":
        return {name: told[name] for each in DEPTHS[: DEPTHS.index(depth) + 1] for name in _TOLD[each]}
    listed = _as_data(found.steps, found.position, asked, is_drawn=True)
    return told | {"step": listed[0]} | ({"steps": listed} if isinstance(asked.puzzle, Variant) else {})


def _mistakes(request: Request) -> dict[str, Any]:
    """The digits and marks that rule out the solution, without the right ones; for a variant what is broken, too."""
    asked = asked_in(json_of(request))
    return mistakes(None, asked.of(PathRequest, asked.board))


def _wrong_in(asked: Asked) -> dict[str, Any] | None:
    """The mistakes of a board, if it has any."""
    found = mistakes(None, asked.of(PathRequest, asked.board))
    return found if found["mistakes"] else None


# --- New puzzles ---


def _generate(request: Request) -> dict[str, Any]:
    """New puzzles with one solution each, as `catalogue create` makes them; the same seed always gives the same ones.

    Without anything that chooses them they have `clues` clues, or as few as carving leaves, and there may be several
    of them. With `rules` each puzzle has its constraints.
    """
    data = json_of(request)
    count, plain = data.get("count") or 1, {name: each for name, each in data.items() if name != "count"}
    asked = request_in(data if data.get("rules") else plain, CreateRequest)
    seed = asked.with_seed()
    shape = rulebook_of(asked.rules, asked.size, asked.blocks).shape if asked.rules else asked.shape
    told = {"seed": seed, "size": shape.size, "blocks": shape.blocks}
    if {name for name, each in data.items() if each is not None} <= {"clues", "count", "seed", "size", "blocks"}:
        boards = engine.generate(count, size=shape.size, blocks=shape.blocks, seed=seed)
        puzzles = engine.carve(boards, blocks=shape.blocks, seed=seed, clues=asked.clues)
        pairs = zip(as_lines(puzzles), as_lines(boards), strict=True)
        return told | {"puzzles": [{"givens": givens, "solution": solution} for givens, solution in pairs]}
    report = create(replace(asked, seed=seed))
    if isinstance(report, CreatedWithRules):
        return told | {"puzzles": list(map(_with_rules, report.puzzles))}
    if count != 1:
        raise ValueError(f"{asked.what_chooses[0] if asked.what_chooses else 'this'} goes with one puzzle: no count")
    return told | {"puzzles": [{"givens": report.grid.line(), "solution": report.solution.line()}]}


def _with_rules(variant: Variant) -> dict[str, Any]:
    (solution,) = as_lines(engine.solve([variant]))
    return {"givens": line_of(variant), "solution": solution, "constraints": constraints_of(variant)}


operations = described(
    {
        "POST /api/solve": _solve,
        "POST /api/rate": _rate,
        "POST /api/path": _path,
        "POST /api/steps": _steps,
        "POST /api/hint": _hint,
        "POST /api/mistakes": _mistakes,
        "POST /api/generate": _generate,
    },
    STYLE=schema_of(PathRequest, "style"),
    CREATE=schema_of(CreateRequest),
)
