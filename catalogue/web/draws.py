"""Puzzles to play by level or by their hardest step: what the catalogue offers, and some drawn at random."""

import secrets
import shlex
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ...engine import LEVELS, score, time_limit
from ...engine.grades import Grade, Level, why_unscored
from ..pages.boards import constraints_of
from ..pages.contents import Offers, game_key, practices
from ..puzzles.kinds import near_techniques
from ..puzzles.stored import grid_of
from ..puzzles.techniques import NUMBERS_OF_PEOPLE, SCORED_NUMBERS, scored_name
from ..verbs.looking import Counts, Found, Opened, last_board, state, with_hardest
from ..verbs.puzzles import Puzzles
from .listings import View, view_of
from .operation import BLOCKS, NUMBER, Operation, or_null, record, several, text, whole
from .site import Site, site_of

KINDS = ("level", "technique", "grade")
"""The parameters of an address that say which puzzles a person wants; a technique is that of the hardest step."""

_STARTS = 4  # places of the catalogue where a draw looks
_MOST_DRAWN = 100

_NUMBERS = NUMBERS_OF_PEOPLE | SCORED_NUMBERS


def offers_of(site: Site, store: Opened) -> Offers:
    """Return what the catalogue offers to play, counted once for each of its states."""
    return site.remembered.get(("offers", state(store)), lambda: _offers(store))


def offers_for(request: Request) -> Offers:
    """The choices of the catalogue of a request; nothing without one."""
    site = site_of(request)
    if not site.has_boards():
        return Offers({}, [], 0)
    with site.readers.store() as store:
        return offers_of(site, store)


def _offers(store: Opened) -> Offers:
    counts = Counts(store, View().criteria)
    levels = {level: count for level, count in counts.histograms().levels.items() if count}
    named = [(scored_name(number), count) for number, count in counts.hardest().items()]
    return Offers(levels, practices(named), counts.unscored)


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


def puzzles_of(store: Opened, kind: Mapping[str, str]) -> Puzzles:
    """Return the puzzles of a kind. ValueError for an unknown name."""
    view = view_of(QueryParams({name: value for name, value in kind.items() if name != "technique"}))
    found = view.puzzles(store)
    if technique := kind.get("technique", "").removeprefix("score:"):
        if technique not in _NUMBERS:
            raise ValueError(f"no technique is called {technique!r}; {near_techniques(technique, _NUMBERS)}")
        found = replace(found, criteria=with_hardest(found.criteria, _NUMBERS[technique]))
    return found


def drawn_rows(store: Opened, kind: Mapping[str, str], most: int) -> list[dict[str, Any]]:
    """Draw puzzles of a kind at random, with what the API says of each. ValueError as `puzzles_of`.

    There are fewer than `most` if the catalogue has no more, or if those that were found lie in few places.
    """
    columns = ("id", "givens", "constraints", "level")
    puzzles, last = puzzles_of(store, kind), last_board(store)
    found: dict[str, dict[str, Any]] = {}
    for begin in (*(str(secrets.randbelow(last + 1)) for _ in range(_STARTS)), None):
        left = most if begin is None else -(-most // _STARTS) + 1  # at the end from the first on, if some are missing
        if len(found) < most:
            rows = puzzles.page(left, after=begin, columns=columns)
            found |= {str(row[0]): _drawn(store, dict(zip(columns, row, strict=True))) for row in rows}
    some = list(found.values())
    secrets.SystemRandom().shuffle(some)
    return some[:most]


def _drawn(store: Opened, row: dict[str, Any]) -> dict[str, Any]:
    game, givens = store.settings.game, row["givens"]
    variant = game.variant(givens, row["constraints"])
    return row | {
        "id": str(row["id"]),
        "constraints": constraints_of(variant) if variant else None,
        "blocks": game.blocks,
        "key": game_key(variant or grid_of(givens, game.blocks)),
    }


def _draw(request: Request) -> Response:
    """Puzzles of a level, or with a technique as their hardest step, drawn at random."""
    parameters = request.query_params
    if unknown := set(parameters) - {*KINDS, "count"}:
        raise ValueError(f"no parameter is called {min(unknown)!r}: they are {', '.join(KINDS)}, count")
    count = parameters.get("count") or "10"
    if not (count.isascii() and count.isdigit() and len(count) < 4 and 1 <= int(count) <= _MOST_DRAWN):
        raise ValueError(f"count {count!r} is not a whole number in 1 .. {_MOST_DRAWN}")
    with site_of(request).readers.store() as store:
        found = drawn_rows(store, kind_in(parameters), int(count)) if last_board(store) >= 0 else []
    return JSONResponse({"puzzles": found})


operations = [
    Operation(
        path="/api/draw",
        work=_draw,
        parameters={
            "level": text("Only puzzles of this level.", enum=list(Level)),
            "technique": text("Only puzzles whose hardest step is this technique of the score."),
            "grade": text("Only puzzles of this grade.", enum=list(Grade)),
            "count": whole("At most so many. Default: 10.", minimum=1, maximum=_MOST_DRAWN),
        },
        answer=record(
            {
                "puzzles": several(
                    record(
                        {
                            "id": NUMBER,
                            "givens": text("One character per cell."),
                            "constraints": or_null(text("All rules of a variant, as constraint text.")),
                            "level": or_null(text("Its level; null: not scored.", enum=[*Level, None])),
                            "blocks": BLOCKS,
                            "key": text("The key of the puzzle in the history that a browser keeps."),
                        },
                        needs=["id", "givens", "constraints", "level", "blocks", "key"],
                        title="Drawn",
                    ),
                    "In no order.",
                )
            },
            needs=["puzzles"],
        ),
        example={"level": "easy", "count": 3},
    )
]
