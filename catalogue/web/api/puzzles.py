"""Puzzles of the catalogue by the filters of `catalogue query`, and how they are spread."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from catalogue.metrics import NUMBER_COLUMNS, PUZZLE_METRICS, TEXTBOOK_METRICS
from catalogue.store.reading.queries import COLUMNS
from catalogue.web.api.operation import (
    NUMBER,
    Operation,
    Schema,
    counts,
    flag,
    number,
    or_null,
    record,
    several,
    text,
    whole,
)
from catalogue.web.browsing.figures import histograms_of, techniques_of
from catalogue.web.browsing.filters import BOUNDS, MOST, USUAL_LIMIT, view_of
from catalogue.web.browsing.listing import listed
from catalogue.web.site import site_of
from engine import PATTERNS, TECHNIQUES
from engine.rating.grades import Grade

_COLUMNS = tuple(name for name in COLUMNS if name != "id")


def listing_as_json(request: Request) -> Response:
    """A page of the puzzles that meet all filters."""
    view = view_of(request.query_params)
    with site_of(request).readers.store() as store:
        found = listed(store, view, _COLUMNS)
    path = request.url.path
    return JSONResponse(
        {
            "puzzles": list(found.objects()),
            "previous": None if found.previous is None else f"{path}?{found.previous}",
            "next": None if found.next is None else f"{path}?{found.next}",
        }
    )


def _histograms(request: Request) -> Response:
    """How many puzzles meet the filters, by clues, by rating and by grade."""
    view = view_of(request.query_params)
    with site_of(request).readers.store() as store:
        found = histograms_of(site_of(request), store, view)
    return JSONResponse(
        {
            "puzzles": found.puzzles,
            "clues": {str(clues): count for clues, count in found.clues.items()},
            "ratings": {f"{rating / 10:.1f}": count for rating, count in found.ratings.items()},
            "grades": found.grades,
        }
    )


def _techniques(request: Request) -> Response:
    """How many of the puzzles that meet the filters use each technique."""
    view = view_of(request.query_params)
    with site_of(request).readers.store() as store:
        return JSONResponse({"techniques": techniques_of(site_of(request), store, view)})


def _bound(name: str) -> Schema:
    side, _, label = name.partition("_")
    which = "Least" if side == "min" else "Greatest"
    if label == "rating":
        return number(f"{which} rating, such as 7.1.")
    metric = (PUZZLE_METRICS | TEXTBOOK_METRICS).get(NUMBER_COLUMNS[label])
    return whole(f"{which} {label}: {metric.meaning}." if metric else f"{which} board number.")


def _names(description: str, names: list[str] | None = None) -> Schema:
    return several({"type": "string", **({"enum": names} if names else {})}, description)


FILTERS: dict[str, Schema] = {
    **{name: _bound(name) for name in BOUNDS},
    "grade": _names("Grade; repeat it to accept several.", list(Grade)),
    "pattern": _names("Symmetry of the clues; repeat it to accept several.", list(PATTERNS)),
    "technique": _names("Technique that the path uses; repeat it to require several.", [t.name for t in TECHNIQUES]),
    "without_technique": _names("Technique that the path avoids.", [t.name for t in TECHNIQUES]),
    "tag": _names("Tag of the puzzle; repeat it to require several."),
    "without_tag": _names("Tag that the puzzle lacks."),
}
"""The filters of every list of puzzles."""

_ORDER: dict[str, Schema] = {
    "sort": text("Sort by this, ties by board number. Default: id.", enum=list(NUMBER_COLUMNS)),
    "desc": whole("1: greatest first.", enum=[0, 1]),
    "limit": whole(f"Puzzles on a page. Default: {USUAL_LIMIT}.", minimum=1, maximum=MOST),
    "after": {**NUMBER, "description": "The page directly behind this puzzle."},
    "before": {**NUMBER, "description": "The page directly before this puzzle."},
}

_METRICS = {name: whole(metric.meaning) for name, metric in PUZZLE_METRICS.items()}

PUZZLE_FIELDS: dict[str, Schema] = {
    "id": {"type": ["integer", "string"], "description": "Its number: 12, or as text 12.1."},
    **_METRICS,
    **{name: or_null(whole(f"{metric.meaning}; null: not measured.")) for name, metric in TEXTBOOK_METRICS.items()},
    "minimal": flag("Whether no clue can go."),
    "pattern": or_null(text("Symmetry of the clues.")),
    "rating_status": or_null(text("How its rating ended; null: not rated.")),
    **{name: or_null(number(meaning)) for name, meaning in (
        ("rating", "The hardest step, on the scale of Sudoku Explainer."),
        ("pearl", "The hardest step up to the first placement."),
        ("diamond", "The first step."),
    )},
    "grade": or_null(text("Its grade.")),
    "hardest": or_null(text("The hardest technique on its path.")),
    "givens": text("The puzzle, a character a cell: 1 .. 9, A .. P, a full stop where it is empty."),
    "solution": text("Its solution."),
}  # fmt: skip
"""A puzzle of the catalogue in an answer."""

_ADDRESS = or_null(text("Its address; null where there is none."))

operations = [
    Operation(
        path="/api/puzzles",
        work=listing_as_json,
        parameters=FILTERS | _ORDER,
        answer=record(
            {
                "puzzles": several(record(PUZZLE_FIELDS, needs=list(PUZZLE_FIELDS)), "In the order asked for."),
                "previous": _ADDRESS,
                "next": _ADDRESS,
            },
            needs=["puzzles", "previous", "next"],
        ),
        example={"max_clues": 24, "sort": "rating", "desc": 1, "limit": 3},
    ),
    Operation(
        path="/api/puzzles/histograms",
        work=_histograms,
        parameters=FILTERS,
        answer=record(
            {
                "puzzles": whole("All of them."),
                "clues": counts("By the number of clues."),
                "ratings": counts("By rating, such as 7.1."),
                "grades": counts("By grade."),
            },
            needs=["puzzles", "clues", "ratings", "grades"],
        ),
        example={"grade": "hard"},
    ),
    Operation(
        path="/api/puzzles/techniques",
        work=_techniques,
        parameters=FILTERS,
        answer=record({"techniques": counts("By technique.")}, needs=["techniques"]),
        example={"grade": "fiendish"},
    ),
]
