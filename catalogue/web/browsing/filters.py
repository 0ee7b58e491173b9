"""The filters and the order of puzzles in an address: the options of `catalogue query`, under the library's names."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from catalogue.library.filters import criteria
from catalogue.library.puzzles import Puzzles
from catalogue.metrics import NUMBER_COLUMNS
from catalogue.store import Store
from catalogue.store.reading.queries import Criteria

BOUNDS = tuple(f"{side}_{name}" for name in NUMBER_COLUMNS for side in ("min", "max"))
NAMES = ("grade", "pattern", "technique", "without_technique", "tag", "without_tag")
"""Filters by names, of which there may be several."""

USUAL_LIMIT, MOST = 50, 500
"""Puzzles on a page."""

_MOST_NAMES = 50
"""Of one filter: each takes part in every look at a puzzle."""

_TRUTHS = {"1": True, "true": True, "0": False, "false": False}
_ORDER = ("sort", "desc", "limit", "after", "before")
_NUMBER = re.compile(r"\d{1,15}(\.\d)?", re.ASCII)

Filters = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class View:
    """Puzzles as an address asks for them: which, in which order, and which page of them."""

    filters: Filters = field(default_factory=dict)
    """As the address has them, without those that are empty."""
    criteria: Criteria = field(default_factory=Criteria)
    sort: str = "id"
    descending: bool = False
    limit: int = USUAL_LIMIT
    after: str | None = None
    before: str | None = None

    def puzzles(self, store: Store) -> Puzzles:
        """All puzzles of the view, in its order."""
        return Puzzles(store, self.criteria, self.sort, self.descending)

    def address(self, **changes: str | Sequence[str] | None) -> str:
        """The query of an address with the same filters and order; `after`, `before` and others as they change."""
        given: dict[str, Any] = dict(self.filters)
        if self.sort != "id":
            given["sort"] = self.sort
        if self.descending:
            given["desc"] = "1"
        if self.limit != USUAL_LIMIT:
            given["limit"] = str(self.limit)
        given |= changes
        return urlencode({name: value for name, value in given.items() if value is not None}, doseq=True)


def view_of(parameters: QueryParams, others: Sequence[str] = ()) -> View:
    """Return what an address asks for; `others` are parameters that mean something else.

    ValueError for an unknown name or value. Parameters that are empty count as missing: a form sends them.
    """
    given: dict[str, list[str]] = {}
    for name, value in parameters.multi_items():
        if name not in (*BOUNDS, *NAMES, *_ORDER, *others):
            raise ValueError(f"no filter is called {name!r}: they are min_ or max_ before a number, and {_known()}")
        if value and name not in others:
            given.setdefault(name, []).append(value)
    filters = {name: values for name, values in given.items() if name not in _ORDER}
    order = {name: _single(name, values) for name, values in given.items() if name in _ORDER}
    if order.get("after") and order.get("before"):
        raise ValueError("give either after or before")
    return View(
        filters,
        criteria_of(filters),
        _sort(order.get("sort", "id")),
        truth(order, "desc"),
        _limit(order.get("limit", str(USUAL_LIMIT))),
        order.get("after"),
        order.get("before"),
    )


def criteria_of(filters: Filters) -> Criteria:
    """Return what puzzles have to meet. ValueError for an unknown value."""
    for name, values in filters.items():
        if len(values) > _MOST_NAMES:
            raise ValueError(f"{name} is given {len(values)} times: {_MOST_NAMES} are the most")
    keywords: dict[str, Any] = {
        name: _bound(name, _single(name, values)) if name in BOUNDS else list(dict.fromkeys(values))
        for name, values in filters.items()
    }
    return criteria(**keywords)


def truth(parameters: Mapping[str, str], name: str, *, default: bool = False) -> bool:
    """Whether a parameter says yes. ValueError for a value that says neither yes nor no."""
    value = parameters.get(name) or str(int(default))
    if value not in _TRUTHS:
        raise ValueError(f"{name} is 1 or 0, not {value!r}")
    return _TRUTHS[value]


def _known() -> str:
    return f"{', '.join(NAMES)}; also {', '.join(_ORDER)}"


def _single(name: str, values: Sequence[str]) -> str:
    if len(values) != 1:
        raise ValueError(f"{name} is given {len(values)} times")
    return values[0]


def _bound(name: str, text: str) -> float:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{name} {text!r} is not a number such as 24, or 7.1 for a rating")
    return float(text) if "." in text else int(text)


def _sort(name: str) -> str:
    if name not in NUMBER_COLUMNS:
        raise ValueError(f"sort {name!r} is not one of {', '.join(NUMBER_COLUMNS)}")
    return name


def _limit(text: str) -> int:
    if not _NUMBER.fullmatch(text) or not text.isdigit() or not 1 <= int(text) <= MOST:
        raise ValueError(f"limit {text!r} is not a whole number in 1 .. {MOST}")
    return int(text)
