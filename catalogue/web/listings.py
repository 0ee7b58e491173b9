"""Lists of puzzles: what an address asks for, a page of it, its filters and its figures."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from ...engine import TECHNIQUES
from ...engine.paths import technique_in_words
from ...engine.words import ENGLISH, words_in
from ..pages.rendering import Translate, translator
from ..puzzles.columns import NUMBER_COLUMNS
from ..puzzles.filters import Criteria
from ..puzzles.numbers import SCORED_PREFIX
from ..puzzles.techniques import BY_WORTH, SCORED_NUMBERS, TECHNIQUE_NUMBERS
from ..requests.selection import Selection
from ..verbs.looking import Histograms, Opened, histograms, state, technique_counts
from ..verbs.puzzles import Puzzles
from .api import truth, whole_in
from .site import Site

BOUNDS = tuple(f"{side}_{name}" for name in NUMBER_COLUMNS for side in ("min", "max"))
NAMES = (
    *("level", "grade", "pattern", "technique", "without_technique", "only_technique"),
    *("tag", "without_tag", "source", "about", "rules", "without_rules", "minimal"),
)
"""Filters by names, of which there may be several but of the only technique, and whether puzzles are minimal."""

USUAL_LIMIT, MOST = 50, 500
"""Puzzles on a page."""

_MOST_NAMES = 50
"""Of one filter: each takes part in every look at a puzzle."""

_MOST_PLACES = 10**15 - 1
_ORDER = ("sort", "desc", "limit", "after", "before", "last", "from")
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
    last: bool = False
    """Whether the page is the last one."""
    place: int | None = None
    """Of the first puzzle of the page in the list, from 1; None if it is not known."""

    def puzzles(self, store: Opened) -> Puzzles:
        """All puzzles of the view, in its order."""
        return Puzzles(store, self.criteria, self.sort, self.descending)

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of a `Selection` that asks for the same puzzles in the same order."""
        return fields_of(self.filters) | {"sort": self.sort, "desc": self.descending}

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
    is_last = truth(order, "last")
    if bool(order.get("after")) + bool(order.get("before")) + is_last > 1:
        raise ValueError("give one of after, before and last")
    is_first = not (order.get("after") or order.get("before") or is_last)
    return View(
        filters,
        criteria_of(filters),
        _sort(order.get("sort", "id")),
        truth(order, "desc"),
        whole_in(order, "limit", USUAL_LIMIT, 1, MOST),
        order.get("after"),
        order.get("before"),
        is_last,
        1 if is_first else whole_in(order, "from", 0, 1, _MOST_PLACES) or None,
    )


def criteria_of(filters: Filters) -> Criteria:
    """Return what puzzles have to meet. ValueError for an unknown value."""
    return Selection(**fields_of(filters)).criteria()


def fields_of(filters: Filters) -> dict[str, Any]:
    """Return filters of an address as fields of a `Selection`. ValueError for too many values, and for wrong ones."""
    for name, values in filters.items():
        if len(values) > _MOST_NAMES:
            raise ValueError(f"{name} is given {len(values)} times: {_MOST_NAMES} are the most")
    found: dict[str, Any] = {
        name: _bound(name, _single(name, values)) if name in BOUNDS else list(dict.fromkeys(values))
        for name, values in filters.items()
    }
    if "minimal" in filters:
        found["minimal"] = truth({"minimal": _single("minimal", filters["minimal"])}, "minimal")
    if "only_technique" in filters:
        found["only_technique"] = _single("only_technique", filters["only_technique"])
    return found


@dataclass(frozen=True)
class Wrong:
    """A fault of a filter, and the name of its field."""

    field: str
    message: str


def wrong_filter(parameters: QueryParams) -> tuple[View, Wrong] | None:
    """The filters of an address as they were given, and the first that is wrong; None if they are right."""
    filters: dict[str, list[str]] = {}
    for name, value in parameters.multi_items():
        if value and name in (*BOUNDS, *NAMES):
            filters.setdefault(name, []).append(value)
    together = [(f"min_{name}", f"max_{name}") for name in NUMBER_COLUMNS]
    for names in (*((name,) for name in filters), *together):
        try:
            criteria_of({name: filters[name] for name in names if name in filters})
        except ValueError as error:
            message = str(error).removeprefix(f"{names[-1]} ")
            if len(names) == 2:  # each is right alone; the page has labels in place of their names
                message = f"the least {names[0].removeprefix('min_')} is above the greatest"
            return View(filters), Wrong(names[-1], message)
    return None


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


@dataclass(frozen=True)
class Listing:
    """A page of a view."""

    columns: Sequence[str]
    """The first is `id`."""
    rows: Sequence[Sequence[Any]]
    previous: str | None
    """The query of the address of the page before; None on the first page."""
    next: str | None
    """The same of the page after it; None on the last page."""

    def objects(self) -> Iterator[dict[str, Any]]:
        """The rows as objects by column."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)


def listed(store: Opened, view: View, columns: Sequence[str], *, placed: bool = False) -> Listing:
    """Read the page that a view asks for; `placed`: the addresses of other pages say where in the list they begin."""
    most = view.limit
    rows = view.puzzles(store).page(
        most + 1, after=view.after, before=view.before, last=view.last, columns=("id", *columns)
    )
    has_more = len(rows) > most
    is_backwards = view.last or view.before is not None
    rows = rows[-most:] if is_backwards else rows[:most]
    has_previous, has_next = (has_more, not view.last) if is_backwards else (bool(view.after), has_more)
    place = view.place if placed else None
    before, behind = (None, None) if place is None else (max(1, place - most), place + len(rows))
    return Listing(
        ("id", *columns),
        rows,
        view.address(before=str(rows[0][0]), **{"from": _text(before)}) if rows and has_previous else None,
        view.address(after=str(rows[-1][0]), **{"from": _text(behind)}) if rows and has_next else None,
    )


def _text(place: int | None) -> str | None:
    return None if place is None else str(place)


@dataclass(frozen=True)
class Chip:
    """A filter of a list."""

    text: str
    address: str
    """The query of the list without it."""


def chips(view: View, language: str = ENGLISH) -> list[Chip]:
    """Return the filters of a view: its bounds, then its names."""
    found, translate = [], translator(language)
    for name in NUMBER_COLUMNS:
        low, high = ("".join(view.filters.get(f"{side}_{name}", ())) for side in ("min", "max"))
        if low or high:
            without = view.address(**{f"min_{name}": None, f"max_{name}": None})
            found.append(Chip(f"{translate(name.replace('_', ' '))} {_span(low, high, translate)}", without))
    for name in NAMES:
        values = view.filters.get(name, ())
        for value in values:
            others = [each for each in values if each != value]
            found.append(
                Chip(
                    f"{translate(name.replace('_', ' '))} {_in_words(name, value, language)}",
                    view.address(**{name: others or None}),
                )
            )
    return found


def _in_words(name: str, value: str, language: str) -> str:
    if name.endswith("technique"):
        return stored_technique_in_words(value, language) if value in {*TECHNIQUE_NUMBERS, *SCORED_NUMBERS} else value
    return words_in(language).tables["levels"].get(value, value) if name in ("level", "grade") else value


def stored_technique_in_words(name: str, language: str = ENGLISH) -> str:
    """A technique of a catalogue in words, as hints name it; one of ratings says so."""
    rating = f" ({_OF_RATING})" if name in _RATED else ""
    return f"{technique_in_words(plain_name(name), language)}{rating}"


_RATED = {technique.name for technique in TECHNIQUES}
_OF_RATING = "Sudoku Explainer"


def plain_name(name: str) -> str:
    """The name of a technique on its own scale."""
    return name.removeprefix(SCORED_PREFIX)


def _span(low: str, high: str, translate: Translate) -> str:
    if low == high:
        return low
    if low and high:
        return translate("{low} to {high}", low=low, high=high)
    return translate("from {low}", low=low) if low else translate("up to {high}", high=high)


@dataclass(frozen=True)
class Bar:
    """A kind of puzzle and how many there are."""

    name: str
    puzzles: int
    percent: float
    """Of the longest bar of its histogram."""
    address: str
    """The query of the list with its filter; without it, if the list has it already."""
    is_chosen: bool


@dataclass(frozen=True)
class Histogram:
    """Bars under a heading."""

    name: str
    bars: list[Bar]
    has_long_names: bool = False


@dataclass(frozen=True)
class Facets:
    """How many puzzles there are by each kind of filter.

    Each is counted without the filter itself, so that another value of it can be chosen beside the first.
    """

    puzzles: int
    """Those that meet all filters."""
    clues: Mapping[int, int]
    ratings: Mapping[int, int]
    grades: Mapping[str, int]
    levels: Mapping[str, int]


def facets_of(site: Site, store: Opened, view: View) -> Facets:
    """Count the puzzles of a view by clues, rating, grade and level."""
    by_clues = histograms_of(site, store, _without(view, "min_clues", "max_clues"))
    by_rating = histograms_of(site, store, _without(view, "min_rating", "max_rating"))
    by_grade = histograms_of(site, store, _without(view, "grade"))
    by_level = histograms_of(site, store, _without(view, "level"))
    puzzles = histograms_of(site, store, view).puzzles
    return Facets(puzzles, by_clues.clues, by_rating.ratings, by_grade.grades, by_level.levels)


def _without(view: View, *names: str) -> View:
    filters = {name: values for name, values in view.filters.items() if name not in names}
    return view if len(filters) == len(view.filters) else replace(view, filters=filters, criteria=criteria_of(filters))


def histogram_bars(found: Facets, view: View, language: str = ENGLISH) -> tuple[list[Histogram], list[Histogram]]:
    """The histograms of levels and clues, and those of Sudoku Explainer; those without puzzles are left out."""
    clues = [
        (str(clues), count, _bounded(view, "clues", str(clues), str(clues))) for clues, count in found.clues.items()
    ]
    whole, translate, words = Counter[int](), translator(language), words_in(language)
    for rating, count in found.ratings.items():
        whole[rating // 10] += count
    ratings = [
        (
            _span(words.decimal(f"{unit}.0"), words.decimal(f"{unit}.9"), translate),
            count,
            _bounded(view, "rating", f"{unit}.0", f"{unit}.9"),
        )
        for unit, count in whole.items()
    ]
    grades = [
        (words.say("levels", grade), count, _named(view, "grade", grade))
        for grade, count in found.grades.items()
        if count
    ]
    levels = [
        (words.say("levels", level), count, _named(view, "level", level))
        for level, count in found.levels.items()
        if count
    ]
    drawn = ({"Level": levels, "Clues": clues}, {"Grade": grades, "Rating": ratings})
    usual, explainer = ([_histogram(name, rows) for name, rows in some.items() if rows] for some in drawn)
    return usual, explainer


def technique_bars(
    counts: Mapping[str, int], view: View, language: str = ENGLISH
) -> tuple[list[Histogram], list[Histogram]]:
    """The histogram of the techniques of scores, easy ones first, and that of ratings; one without bars is left out."""
    ratings = {technique.name: technique.rating for technique in TECHNIQUES}
    order = {number: place for place, number in enumerate(BY_WORTH)}
    names = [name for name in counts if name not in ratings]
    of_score = sorted(names, key=lambda name: order.get(TECHNIQUE_NUMBERS.get(name, 0), len(order)))
    of_rating = sorted(counts.keys() & ratings.keys(), key=lambda name: (ratings[name], name))
    usual, explainer = (_histogram_of_techniques(counts, view, names, language) for names in (of_score, of_rating))
    return usual, explainer


def _histogram_of_techniques(
    counts: Mapping[str, int], view: View, names: Sequence[str], language: str
) -> list[Histogram]:
    rows = [
        (technique_in_words(plain_name(name), language), counts[name], _named(view, "technique", name))
        for name in names
    ]
    return [replace(_histogram("Steps that the path takes", rows), has_long_names=True)] if rows else []


_Link = tuple[str, bool]
"""A query, and whether the list has its filter already."""


def _histogram(name: str, rows: Iterable[tuple[str, int, _Link]]) -> Histogram:
    listed = list(rows)
    most = max((count for _, count, _ in listed), default=0)
    return Histogram(name, [Bar(label, count, 100 * count / most, *link) for label, count, link in listed])


def _bounded(view: View, name: str, least: str, most: str) -> _Link:
    low, high = f"min_{name}", f"max_{name}"
    is_chosen = list(view.filters.get(low, ())) == [least] and list(view.filters.get(high, ())) == [most]
    return view.address(**({low: None, high: None} if is_chosen else {low: least, high: most})), is_chosen


def _named(view: View, name: str, value: str) -> _Link:
    chosen = view.filters.get(name, ())
    is_chosen = value in chosen
    values = [each for each in chosen if each != value] if is_chosen else [*chosen, value]
    return view.address(**{name: values or None}), is_chosen


def histograms_of(site: Site, store: Opened, view: View) -> Histograms:
    """The histograms of the puzzles of a view."""
    return site.remembered.get(("histograms", *_key(store, view)), partial(histograms, store, view.criteria))


def total_of(site: Site, store: Opened, view: View) -> int:
    """How many puzzles a view has."""
    return site.remembered.get(("total", *_key(store, view)), lambda: len(view.puzzles(store)))


def techniques_of(site: Site, store: Opened, view: View) -> Mapping[str, int]:
    """How many puzzles of a view use each technique."""
    return site.remembered.get(("techniques", *_key(store, view)), partial(technique_counts, store, view.criteria))


def _key(store: Opened, view: View) -> tuple[object, ...]:
    filters = tuple(sorted((name, tuple(sorted(values))) for name, values in view.filters.items()))
    return filters, state(store)
