"""Puzzles of the catalogue through the API: lists, counts, one by its number, some drawn at random, tags."""

import json
import secrets
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ... import catalogue
from ...engine import LEVELS, PATTERNS, Grid, Variant, score, time_limit
from ...engine.grades import Grade, Level, why_unscored
from ...engine.rules.formats import constraint_text
from ...engine.shape import Shape
from ..errors import CatalogueError
from ..pages.boards import constraints_of, line_of
from ..pages.contents import Offers, game_key, practices
from ..puzzles.columns import FORMER, Range, parsed_number
from ..puzzles.game import Game
from ..puzzles.kinds import Depth, near_techniques
from ..puzzles.stored import grid_of
from ..puzzles.techniques import NUMBERS_OF_PEOPLE, SCORED_NUMBERS, TECHNIQUE_NUMBERS, scored_name
from ..requests.selection import Selection
from ..runs.importing.checks import Refusal
from ..verbs.export import with_rules
from ..verbs.looking import (
    USUAL,
    Found,
    Opened,
    hardest_counts,
    histograms,
    last_board,
    newest,
    puzzle_of,
    state,
    unscored,
    whose_hardest_is,
)
from ..verbs.query import TagRequest, TagsRequest, tag, tags
from .api import described, schema_of, truth, whole_in
from .listings import (
    BOUNDS,
    NAMES,
    Listing,
    View,
    check_numbers,
    histograms_of,
    listed,
    techniques_of,
    total_of,
    view_of,
)
from .site import Data, Site, json_of, site_of
from .solving import puzzle_in

KINDS = ("level", "technique", "grade")
"""The parameters of an address that say which puzzles a person wants; a technique is that of the hardest step."""

_STARTS = 4  # places of the catalogue where a draw looks
_MOST_DRAWN = 100

_NUMBERS = NUMBERS_OF_PEOPLE | SCORED_NUMBERS


def offers_of(site: Site, store: Opened) -> Offers:
    """Return what the catalogue offers to play, counted once for each of its states."""

    def counted() -> Offers:
        levels = {level: count for level, count in histograms(store, View().criteria).levels.items() if count}
        named = [(scored_name(number), count) for number, count in hardest_counts(store).items()]
        return Offers(levels, practices(named), unscored(store))

    return site.remembered.get(("offers", state(store)), counted)


def offers_for(request: Request) -> Offers:
    """The choices of the catalogue of a request; nothing without one."""
    site = site_of(request)
    if not site.has_boards():
        return Offers({}, [], 0)
    with site.readers.store() as store:
        return offers_of(site, store)


class LevelOf(NamedTuple):
    """The level of a puzzle, by the path that a page shows, with its score."""

    name: str
    score: int


_SECONDS_TO_SCORE = 2


def level_of(found: Found) -> LevelOf | None:
    """Return the level of a puzzle: the one that is stored, or else found now; None if that takes too long."""
    if found.row["level"]:
        return LevelOf(found.row["level"], found.row["score"])
    if why_unscored(found.grid.size):
        return None
    try:
        with time_limit(_SECONDS_TO_SCORE):
            record = score(found.variant or found.grid)
    except TimeoutError:
        return None
    return LevelOf(LEVELS[int(record["level"])], int(record["score"]))


def how_to_score(site: Site) -> str:
    """The command that gives the puzzles of this catalogue their levels."""
    home = "" if str(site.config.home) == "data" else f" --home {shlex.quote(str(site.config.home))}"
    return f"catalogue rate --rate score{home}"


def kind_in(parameters: Mapping[str, str]) -> dict[str, str]:
    """Read from an address which puzzles a person wants, by KINDS."""
    return {name: parameters[name] for name in KINDS if parameters.get(name)}


def drawn_rows(store: Opened, kind: Mapping[str, str], most: int) -> list[dict[str, Any]]:
    """Draw puzzles of a kind at random, with what the API says of each. ValueError for an unknown name.

    There are fewer than `most` if the catalogue has no more, or if those that were found lie in few places.
    """
    view = view_of(QueryParams({name: value for name, value in kind.items() if name != "technique"}))
    puzzles, last, game = view.puzzles(store), last_board(store), store.settings.game
    if technique := kind.get("technique", "").removeprefix("score:"):
        if technique not in _NUMBERS:
            raise ValueError(f"no technique is called {technique!r}; {near_techniques(technique, _NUMBERS)}")
        puzzles = replace(puzzles, criteria=whose_hardest_is(_NUMBERS[technique], puzzles.criteria))
    found: dict[str, dict[str, Any]] = {}
    for begin in (*(str(secrets.randbelow(last + 1)) for _ in range(_STARTS)), None):
        left = most if begin is None else -(-most // _STARTS) + 1  # at the end from the first on, if some are missing
        if len(found) >= most:
            break
        columns = ("id", "givens", "constraints", "level")
        for number, givens, constraints, level in puzzles.page(left, after=begin, columns=columns):
            variant = game.variant(givens, constraints)
            found[str(number)] = {
                "id": str(number),
                "givens": givens,
                "constraints": constraints_of(variant) if variant else None,
                "level": level,
                "blocks": game.blocks,
                "key": game_key(variant or grid_of(givens, game.blocks)),
            }
    some = list(found.values())
    secrets.SystemRandom().shuffle(some)
    return some[:most]


def _draw(request: Request) -> Data:
    """Puzzles of a level, or with a technique as their hardest step, drawn at random."""
    parameters = request.query_params
    count = whole_in(parameters, "count", 10, 1, _MOST_DRAWN)
    with site_of(request).readers.store() as store:
        found = drawn_rows(store, kind_in(parameters), count) if last_board(store) >= 0 else []
    return {"puzzles": found}


_SHOWN = ("total", "columns")
_COLUMNS = (*(name for name in USUAL if name != "id"), "rules", "constraints")


def listing_as_json(request: Request) -> Response:
    """A page of the puzzles that meet all filters; with `total=1` also how many there are."""
    query, site = request.query_params, site_of(request)
    view, counted = view_of(query, _SHOWN), truth(query, "total")
    asked = [name for name in query.get("columns", "").split(",") if name]
    names = [FORMER.get(name, name) for name in asked if name != "id"]
    if unknown := [name for name in names if name not in _COLUMNS]:
        raise ValueError(f"no column is called {unknown[0]!r}: they are id, {', '.join(_COLUMNS)}")
    columns = tuple(dict.fromkeys(names)) if asked else _COLUMNS
    with site.readers.store() as store:
        found = listed_with_rules(store, view, columns)
        total = total_of(site, store, view) if counted else None
    shown = urlencode({name: query[name] for name in _SHOWN if query.get(name)})

    def address(page: str | None) -> str | None:
        return None if page is None else f"{request.url.path}?{'&'.join(filter(None, (page, shown)))}"

    pages = {"previous": address(found.previous), "next": address(found.next)}
    return JSONResponse({"puzzles": list(found.objects()), "total": total, **pages})


def listed_with_rules(store: Opened, view: View, columns: Sequence[str]) -> Listing:
    """Read the page that a view asks for; the column of constraints has all that a puzzle obeys."""
    found = listed(store, view, columns)
    return found._replace(rows=list(with_rules(found.rows, found.columns, store.settings)))


def _histograms(request: Request) -> Data:
    """How many puzzles meet the filters, by clues, by rating, by grade and by level."""
    view = view_of(request.query_params)
    with site_of(request).readers.store() as store:
        found = histograms_of(site_of(request), store, view)
    return {
        "puzzles": found.puzzles,
        "clues": {str(clues): count for clues, count in found.clues.items()},
        "ratings": {f"{rating / 10:.1f}": count for rating, count in found.ratings.items()},
        "grades": found.grades,
        "levels": found.levels,
    }


def _techniques(request: Request) -> Data:
    """How many of the puzzles that meet the filters use each technique."""
    view = view_of(request.query_params)
    with site_of(request).readers.store() as store:
        return {"techniques": techniques_of(site_of(request), store, view)}


FILTERS: dict[str, Any] = {name: schema for name, schema in schema_of(Selection).items() if name in (*BOUNDS, *NAMES)}
"""The filters of every list of puzzles."""

_MINIMAL = "1: only minimal puzzles, without any one clue they have several solutions."
FILTERS["minimal"] = {"type": "integer", "description": _MINIMAL, "enum": [0, 1]}
FILTERS["only_technique"] |= {"enum": list(SCORED_NUMBERS)}
for _name, _values in (("grade", Grade), ("level", Level), ("pattern", PATTERNS), ("technique", TECHNIQUE_NUMBERS)):
    FILTERS[_name] |= {"items": {"type": "string", "enum": list(_values)}}
FILTERS["without_technique"] |= {"items": FILTERS["technique"]["items"]}


def _board(request: Request) -> Data:
    """A puzzle by its number, with its solution, its tags and the techniques on its path."""
    number = number_in(request.path_params)
    with site_of(request).readers.store() as store:
        return puzzle_of(store, number) | {"blocks": store.settings.shape.blocks}


def number_in(parameters: Mapping[str, str]) -> Range:
    """The number of a puzzle in an address; HTTPException 404 for another text."""
    number = parsed_number(parameters["number"])
    if number is None:
        raise HTTPException(404, f"{parameters['number']!r} is not a number of a puzzle, such as 12 or 12.1")
    return number


def _tags(request: Request) -> Data:
    """How many puzzles have each tag."""
    with site_of(request).readers.store() as store:
        return tags(store, TagsRequest()).data()


def _tag(request: Request) -> Data:
    """Tag the puzzles with these `numbers` or of a `query`; with `remove` take the tag from them."""
    data = json_of(request)
    numbers, query = data.get("numbers"), data.get("query")
    if (numbers is None) == (query is None):
        raise ValueError("give either numbers or query")
    if query is not None:
        chosen = view_of(QueryParams(query)).fields
    elif numbers:
        chosen = {"numbers": list(map(str, numbers))}
        check_numbers(chosen["numbers"])
    else:
        raise ValueError("numbers are not a list of numbers of puzzles, such as 12 or 12.1")
    asked = TagRequest(name=data["name"], remove=bool(data.get("remove")), **chosen)
    return {"changed": tag(site_of(request).config.home, asked).changed}


def _add(request: Request) -> Data:
    """Add a puzzle with exactly one solution to the catalogue, unless it has it already, and rate it."""
    return added(site_of(request), puzzle_in(json_of(request)))


def added(site: Site, puzzle: Grid | Variant, notes: Mapping[str, str] | None = None) -> Data:
    """Add a puzzle, perhaps with its title, author and description; return its number, and whether it is new.

    ValueError for one that is refused, CatalogueError for one that the catalogue has no room for.
    """
    line = puzzle.line() if isinstance(puzzle, Grid) else constraint_text.write(puzzle)
    game = Game(Shape.of(puzzle.size))  # which the puzzle makes, if there is no catalogue
    if site.exists():
        with site.readers.store() as store:
            game = store.settings.game
    _check_fits(game, puzzle)
    depth = Depth.none if game.why_unrated() else Depth.fast  # as far as puzzles of the catalogue have ratings
    with TemporaryDirectory() as folder:
        file, form = Path(folder) / "pasted.txt", "line" if isinstance(puzzle, Grid) else "constraints"
        if notes:
            rules = {"constraints": constraints_of(puzzle)} if isinstance(puzzle, Variant) else {}
            line, form = json.dumps([{"puzzle": line_of(puzzle), **rules, **notes}]), "json"
        file.write_text(f"{line}\n", encoding="utf-8")
        refused: list[Refusal] = []
        opened = catalogue.open(site.config.home)
        report = opened.import_file(file, format=form, rate=depth, on_refusals=refused.extend)
    if report.new:
        with site.readers.store() as store:
            return {"number": newest(store), "is_new": True}
    if refused and refused[0].number is not None:
        return {"number": refused[0].number, "is_new": False}
    raise ValueError(refused[0].reason if refused else "the puzzle was not added")


def _check_fits(game: Game, puzzle: Grid | Variant) -> None:
    """CatalogueError for another size or rules than the game has, ValueError for other blocks.

    Checked before the import, which would make a catalogue that is missing.
    """
    shape = game.shape
    if puzzle.size != shape.size:
        raise CatalogueError(f"the puzzle has size {puzzle.size}, and boards of this catalogue have size {shape.size}")
    if isinstance(puzzle, Grid):
        if puzzle.blocks != shape.blocks:
            raise ValueError(f"blocks are {puzzle.blocks}, and those of the catalogue are {shape.blocks}")
        return
    try:
        game.own_of(constraint_text.write(puzzle))
    except ValueError as error:
        raise CatalogueError(str(error)) from error


operations = described(
    {
        "GET /api/puzzles": listing_as_json,
        "POST /api/puzzles": _add,
        "GET /api/puzzles/histograms": _histograms,
        "GET /api/puzzles/techniques": _techniques,
        "GET /api/boards/{number}": _board,
        "GET /api/tags": _tags,
        "POST /api/tags": _tag,
        "GET /api/draw": _draw,
    },
    FILTERS=FILTERS,
)
