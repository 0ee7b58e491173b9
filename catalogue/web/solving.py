"""The puzzle that a request brings, and the verbs on it: solve, rate, hint, path, all steps, mistakes; new puzzles."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar, cast

from starlette.requests import Request

from ... import engine
from ...engine import LEVELS, Grid, Variant
from ...engine.boards import as_lines
from ...engine.grades import Style, grade_of
from ...engine.paths import Position, Step, as_data, rating_of
from ...engine.paths.drawing import Room
from ...engine.reading.reader import MOST_BYTES
from ...engine.rules.rulebook import blocks_ruled, under
from ...engine.rules.variant import usual_regions
from ...engine.shape import VALUES, NoUsualBlocks
from ...engine.words import ENGLISH
from ..formats import How
from ..formats.door import given_in, grid_of
from ..formats.variants import is_ruled, with_givens
from ..pages.boards import blocks_of, constraints_of, drawn, hinted, line_of, room_of
from ..pages.rendering import translator
from ..requests.named import Marked
from ..requests.shared import rulebook_of
from ..verbs.create import CreatedWithRules, CreateRequest, create, seed_of
from ..verbs.path import HintRequest, NoStep, PathRequest, hint, mistakes, path, steps
from ..verbs.rate import RatePuzzlesRequest, RatingRow, rate_puzzles
from ..verbs.solve import SolveRequest, solve
from .api import described, request_in, schema_of
from .site import Data, json_of

# --- The puzzle of a request ---


def puzzle_of(text: str, blocks: str | None = None, base: int | None = None) -> Grid | Variant:
    """Read one puzzle in any form that `door.given_in` takes. ValueError says what is wrong.

    Blocks come from a drawing or are named, else they are the usual ones of the size. `base` is the first number of
    rows and columns in lines of triples; None: as they show it.
    """
    _check_short("paste", text)
    try:
        given = given_in(text, How() if is_ruled(text) else How(blocks=blocks, base=base))
    except NoUsualBlocks as error:
        raise ValueError(error.advised("choose the blocks,")) from error
    return grid_of(given) if given.variant is None or _is_plain(given.variant) else _ruled(given.variant, blocks)


def _check_short(verb: str, *texts: str) -> None:
    if any(len(text.encode("utf-8", "replace")) > MOST_BYTES for text in texts):
        raise ValueError(f"longer than {MOST_BYTES:,} bytes: {verb} one puzzle")


def _is_plain(variant: Variant) -> bool:
    return not variant.uses and variant.regions == usual_regions(variant.size)


def _ruled(variant: Variant, blocks: str | None) -> Variant:
    if blocks is not None:
        raise ValueError("constraints name the regions: leave out blocks")
    return variant


def read_puzzle(text: str, blocks: str | None = None, base: int | None = None) -> Grid:
    """Read one plain puzzle, as `puzzle_of` does. ValueError for one with rules."""
    puzzle = puzzle_of(text, blocks, base)
    if isinstance(puzzle, Variant):
        raise ValueError("the puzzle of this link has more rules than those of Sudoku")
    return puzzle


def puzzle_in(data: Mapping[str, Any]) -> Grid | Variant:
    """The puzzle of a request: `puzzle` in any format of text, with its `blocks` if they are not the usual ones.

    Its rules are `constraints` beside the cells of the puzzle, or the puzzle itself is constraint text or a link.
    ValueError says what is wrong.
    """
    text, rules, blocks = data.get("puzzle") or "", data.get("constraints") or "", data.get("blocks")
    _check_short("send", text, rules)
    variant = with_givens(rules, text) if rules else None
    if variant is None or _is_plain(variant):
        return puzzle_of(text, blocks, data.get("base"))
    return _ruled(variant, blocks)


def read_with_rules(text: str, rules: str = "", blocks: str | None = None) -> Variant | Grid:
    """Read a puzzle that was pasted, with its own rules or those that are named, such as "diagonal,anti-king".

    ValueError says what is wrong.
    """
    puzzle = puzzle_of(text) if is_ruled(text) else puzzle_of(text, blocks or blocks_ruled(rules))
    if isinstance(puzzle, Variant):
        if rules or blocks:
            raise ValueError(f"the puzzle names its {'rules' if rules else 'regions'} itself: leave this field empty")
        return puzzle
    return under(rules, puzzle.to_numpy().ravel().tolist(), puzzle.blocks) if rules else puzzle


# --- Solve and rate ---


def _solve(request: Request) -> Data:
    """Up to `most` solutions of a puzzle: none, one, or several if it is not proper."""
    data = json_of(request)
    puzzle = puzzle_in(data)
    found = solve(None, SolveRequest(puzzle=puzzle, limit=data.get("most") or 2, search="fast"))
    rules = {"constraints": constraints_of(puzzle)} if isinstance(puzzle, Variant) else {}
    told = {"puzzle": line_of(puzzle), "size": puzzle.size, "blocks": blocks_of(puzzle), **rules}
    return told | {"solutions": found.lines, "count": found.count, "is_exact": found.is_exact}


def _rate(request: Request) -> Data:
    """The rating of a puzzle on the scale of Sudoku Explainer, how many steps use each technique, and its score.

    A variant has a rating only if its rules are houses.
    """
    rows = rate_puzzles(None, RatePuzzlesRequest(puzzle=puzzle_in(json_of(request)), threads=1))
    row = cast(RatingRow, next(iter(rows)))
    told = dict(zip(rows.columns, row.values("json"), strict=True))
    return told | {"status": str(told["status"]).replace(" ", "_"), "techniques": row.techniques}


# --- Boards that a person has ---

R = TypeVar("R", bound=PathRequest)


@dataclass(frozen=True)
class Asked:
    """A board that a person has, and how to speak of it."""

    puzzle: Grid | Variant
    board: Marked
    style: Style | None
    language: str
    is_drawn: bool

    def of(self, request: type[R]) -> R:
        """Return the request of a verb for the puzzle, and the board."""
        return request(puzzle=self.puzzle, board=self.board, style=self.style, language=self.language)

    def wrong(self) -> Data:
        """The digits and marks that rule out the solution, and for a variant what is broken."""
        return mistakes(None, self.of(PathRequest))

    def told(self, step: Step, position: Position) -> Data:
        """A step from a position as data, perhaps drawn."""
        shown = drawn(position, step, self.language, room=self._room) if self.is_drawn else {}
        return as_data(step, self.language) | shown

    def all_told(self, some: Sequence[Step], position: Position) -> Iterator[Data]:
        """Steps one after the other from a position, which they change."""
        for step in some:
            yield self.told(step, position)
            position.take(step)

    @cached_property
    def _room(self) -> Room:
        return room_of(self.puzzle)


def asked_in(data: Mapping[str, Any], *, is_drawn: bool = False) -> Asked:
    """The board of a request: its puzzle, and perhaps `values` and `candidates`. ValueError says what is wrong."""
    puzzle = puzzle_in(data)
    size, style = puzzle.size, Style(data["style"]) if data.get("style") else None
    text, masks = data.get("values"), data.get("candidates") or [0] * size**2
    text = line_of(puzzle) if text is None else text
    if len(text) != size**2 or not set(text) <= set(VALUES):
        raise ValueError(f"values are not a text of {size**2} characters, one a cell")
    if len(masks) != size**2 or not all(mask < 2**size for mask in masks):
        raise ValueError(f"candidates are not a list of {size**2} whole numbers in 0 .. {2**size - 1}, masks of digits")
    board = Marked([VALUES[symbol] for symbol in text], masks)
    return Asked(puzzle, board, style, data.get("language") or ENGLISH, is_drawn or data.get("drawn") is True)


def _path(request: Request) -> Data:
    """All steps to the solution, from the puzzle or a position; `drawn` true adds a drawing to each, and its branches.

    In the style `rating` with the rating and the grade, in the style `score` with the score and the level; the style
    `eye` leads to neither.
    """
    asked = asked_in(json_of(request))
    if (wrong := asked.wrong())["mistakes"]:
        return wrong
    start = Position.of(asked.puzzle, *asked.board)
    is_begun = any(asked.board.marks) or start.values != Position.of(asked.puzzle).values
    found = path(None, asked.of(PathRequest) if is_begun else replace(asked.of(PathRequest), board=None))
    listed = list(asked.all_told(found.steps, start))
    return {"steps": listed, "is_solved": found.end.is_solved} | _worth(found.steps, found.end, asked.style)


def _worth(path: Sequence[Step], position: Position, style: Style | None) -> Data:
    """Return a path's weight on its scale; nulls if it does not end in the solution, or has steps without a rating."""
    found: Data = dict.fromkeys(("rating", "grade", "score", "level"))
    if style is Style.eye:
        return found
    levels = [LEVELS.index(step.level) for step in path if step.level]
    if position.is_solved and levels:
        return found | {"score": sum(step.worth for step in path), "level": LEVELS[max(levels)]}
    rating = rating_of(path) if position.is_solved else None
    return found if rating is None else found | {"rating": rating / 10, "grade": grade_of(rating)}


def _steps(request: Request) -> Data:
    """All steps that a position allows now, the easiest technique first, each conclusion once a technique.

    In the style `rating` these are the first step of each technique. Of a technique with many steps there are the first
    20. With mistakes there are only these, in `mistakes`. Under rules that are no houses, they are what each house and
    each rule by itself removes or places.
    """
    asked = asked_in(json_of(request))
    if (wrong := asked.wrong())["mistakes"]:
        return wrong
    found = steps(None, asked.of(PathRequest))
    return {"steps": [asked.told(step, found.position) for step in found.steps]}


_TOLD = {"where": ("where", "units", "cells"), "technique": ("technique", "title", "worth", "meaning")}


def _hint(request: Request) -> Data:
    """Where to look; with depth `technique` also the technique, with `all` the step and its drawing.

    Without a step there is only the reason, in `none`; with mistakes only these, in `mistakes`. For a variant,
    `steps` are all that the next digit needs.
    """
    data = json_of(request)
    asked, depth = asked_in(data, is_drawn=True), data.get("depth") or "all"
    if (wrong := asked.wrong())["mistakes"]:
        return wrong
    try:
        found = hint(None, asked.of(HintRequest))
    except NoStep as error:
        return {"none": translator(asked.language)(error.why)}
    told = hinted(found.step, asked.language)
    if depth != "all":
        names = _TOLD["where"] + (_TOLD["technique"] if depth == "technique" else ())
        return {name: told[name] for name in names}
    listed = list(asked.all_told(found.steps, found.position))
    return told | {"step": listed[0]} | ({"steps": listed} if isinstance(asked.puzzle, Variant) else {})


def _mistakes(request: Request) -> Data:
    """The digits and marks that rule out the solution, without the right ones; for a variant what is broken, too."""
    return asked_in(json_of(request)).wrong()


# --- New puzzles ---


def _generate(request: Request) -> Data:
    """New puzzles with one solution each, as `catalogue create` makes them; the same seed always gives the same ones.

    Without anything that chooses them they have `clues` clues, or as few as carving leaves, and there may be several
    of them. With `rules` each puzzle has its constraints.
    """
    data = json_of(request)
    count, plain = data.get("count") or 1, {name: each for name, each in data.items() if name != "count"}
    asked = request_in(data if data.get("rules") else plain, CreateRequest)
    seed = seed_of(asked)
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


def _with_rules(variant: Variant) -> Data:
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
