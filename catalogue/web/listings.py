"""Lists of puzzles: what an address asks for, a page of it, its filters and its figures."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from ...engine import TECHNIQUES
from ...engine.paths import technique_in_words
from ...engine.words import ENGLISH, words_in
from ..pages.rendering import Translate, translator
from ..puzzles.columns import FORMER, FORMER_BOUNDS, NUMBER_COLUMNS, SCORED_PREFIX, parsed_number
from ..puzzles.kinds import Criteria
from ..puzzles.techniques import BY_WORTH, SCORED_NUMBERS, TECHNIQUE_NUMBERS
from ..requests.selection import Selection
from ..verbs.looking import Histograms, Opened, histograms, state, technique_counts
from ..verbs.puzzles import Puzzles
from .api import truth, whole_in
from .site import Site

BOUNDS = tuple(f"{side}_{name}" for name in NUMBER_COLUMNS for side in ("min", "max"))
NAMES = (
    *("level", "grade", "pattern", "technique", "without_technique", "only_technique"),
    *("tag", "without_tag", "source", "about", "rules", "without_rules", "minimal", "trial_depth"),
)
"""Filters by names, of which there may be several but of the only technique, and whether puzzles are minimal."""

_USUAL_LIMIT, MOST = 50, 500
"""Puzzles on a page."""

_MOST_NAMES = 50
"""Of one filter: each takes part in every look at a puzzle."""

_MOST_PLACES = 10**15 - 1
_ORDER = ("sort", "desc", "limit", "after", "before", "last", "from")
_NUMBER = re.compile(r"\d{1,15}(\.\d)?", re.ASCII)

Filters = Mapping[str, Sequence[str]]


# --- What an address asks for ---


@dataclass(frozen=True)
class View:
    """Puzzles as an address asks for them: which, in which order, and which page of them."""

    filters: Filters = field(default_factory=dict)
    """As the address has them, without those that are empty."""
    criteria: Criteria = field(default_factory=Criteria)
    sort: str = "id"
    descending: bool = False
    limit: int = _USUAL_LIMIT
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
        return _fields_of(self.filters) | {"sort": self.sort, "desc": self.descending}

    def address(self, **changes: str | Sequence[str] | None) -> str:
        """The query of an address with the same filters and order; `after`, `before` and others as they change."""
        given: dict[str, Any] = {
            **self.filters,
            "sort": None if self.sort == "id" else self.sort,
            "desc": "1" if self.descending else None,
            "limit": None if self.limit == _USUAL_LIMIT else str(self.limit),
            **changes,
        }
        return urlencode({name: value for name, value in given.items() if value is not None}, doseq=True)

    def without(self, *names: str) -> "View":
        """The view without some of its filters."""
        filters = {name: values for name, values in self.filters.items() if name not in names}
        return (
            self if len(filters) == len(self.filters) else replace(self, filters=filters, criteria=_criteria(filters))
        )


def view_of(parameters: QueryParams, others: Sequence[str] = ()) -> View:
    """Return what an address asks for; `others` are parameters that mean something else.

    ValueError for an unknown name or value. Parameters that are empty count as missing: a form sends them.
    """
    given: dict[str, list[str]] = {}
    for name, value in _parameters(parameters):
        if name not in (*BOUNDS, *NAMES, *_ORDER, *others):
            known = f"{', '.join(NAMES)}; also {', '.join(_ORDER)}"
            raise ValueError(f"no filter is called {name!r}: they are min_ or max_ before a number, and {known}")
        if value and name not in others:
            given.setdefault(name, []).append(value)
    filters = {name: values for name, values in given.items() if name not in _ORDER}
    order = {name: _single(name, values) for name, values in given.items() if name in _ORDER}
    is_last = truth(order, "last")
    turns = bool(order.get("after")) + bool(order.get("before")) + is_last
    if turns > 1:
        raise ValueError("give one of after, before and last")
    criteria, sort = _criteria(filters), order.get("sort", "id")
    sort = FORMER.get(sort, sort)
    if sort not in NUMBER_COLUMNS:
        raise ValueError(f"sort {sort!r} is not one of {', '.join(NUMBER_COLUMNS)}")
    return View(
        filters,
        criteria,
        sort,
        truth(order, "desc"),
        whole_in(order, "limit", _USUAL_LIMIT, 1, MOST),
        order.get("after"),
        order.get("before"),
        is_last,
        whole_in(order, "from", 0, 1, _MOST_PLACES) or None if turns else 1,
    )


def _parameters(parameters: QueryParams) -> Iterator[tuple[str, str]]:
    """The parameters of an address, where bounds may have the names of before."""
    for name, value in parameters.multi_items():
        yield FORMER_BOUNDS.get(name, name), value


def _criteria(filters: Filters) -> Criteria:
    return Selection(**_fields_of(filters)).criteria()


def _fields_of(filters: Filters) -> dict[str, Any]:
    """Return filters of an address as fields of a `Selection`. ValueError for too many values, and for wrong ones."""
    found: dict[str, Any] = {}
    for name, values in filters.items():
        if len(values) > _MOST_NAMES:
            raise ValueError(f"{name} is given {len(values)} times: {_MOST_NAMES} are the most")
    for name, values in filters.items():
        if name in BOUNDS:
            found[name] = _bound(name, _single(name, values))
        elif name not in ("minimal", "only_technique"):
            found[name] = list(dict.fromkeys(values))
    if "minimal" in filters:
        found["minimal"] = truth({"minimal": _single("minimal", filters["minimal"])}, "minimal")
    if "only_technique" in filters:
        found["only_technique"] = _single("only_technique", filters["only_technique"])
    return found


def _single(name: str, values: Sequence[str]) -> str:
    if len(values) != 1:
        raise ValueError(f"{name} is given {len(values)} times")
    return values[0]


def _bound(name: str, text: str) -> float:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"{name} {text!r} is not a number such as 24, or 7.1 for a rating")
    return float(text) if "." in text else int(text)


def wrong_filter(parameters: QueryParams) -> tuple[View, Mapping[str, str]] | None:
    """The filters of an address as they were given, with the first wrong `field` and a `message`; None if none is."""
    filters: dict[str, list[str]] = {}
    for name, value in _parameters(parameters):
        if value and name in (*BOUNDS, *NAMES):
            filters.setdefault(name, []).append(value)
    together = [(f"min_{name}", f"max_{name}") for name in NUMBER_COLUMNS]
    for names in (*((name,) for name in filters), *together):
        try:
            _criteria({name: filters[name] for name in names if name in filters})
        except ValueError as error:
            message = str(error).removeprefix(f"{names[-1]} ")
            if len(names) == 2:  # each is right alone; the page has labels in place of their names
                message = f"the least {names[0].removeprefix('min_')} is above the greatest"
            return View(filters), {"field": names[-1], "message": message}
    return None


def check_numbers(names: Sequence[str]) -> None:
    """ValueError for a text that is no number of a puzzle, and for more than MOST."""
    if len(names) > MOST:
        raise ValueError(f"{len(names):,} numbers of puzzles: {MOST} are the most; use filters for more")
    if unknown := [name for name in names if parsed_number(name) is None]:
        raise ValueError(f"{unknown[0]!r} is not a number of a puzzle, such as 12 or 12.1")


# --- A page of a list ---


class Listing(NamedTuple):
    """A page of a view: its `columns`, of which the first is `id`, and the queries of the pages beside it."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    previous: str | None
    next: str | None

    def objects(self) -> Iterator[dict[str, Any]]:
        """The rows as objects by column."""
        return (dict(zip(self.columns, row, strict=True)) for row in self.rows)


def listed(store: Opened, view: View, columns: Sequence[str], *, placed: bool = False) -> Listing:
    """Read the page that a view asks for; `placed`: the addresses of other pages say where in the list they begin."""
    most, columns = view.limit, ("id", *columns)
    rows = view.puzzles(store).page(most + 1, after=view.after, before=view.before, last=view.last, columns=columns)
    has_more = len(rows) > most
    is_backwards = view.last or view.before is not None
    rows = rows[-most:] if is_backwards else rows[:most]
    has_previous, has_next = (has_more, not view.last) if is_backwards else (bool(view.after), has_more)
    before = behind = None
    if placed and view.place is not None:
        before, behind = str(max(1, view.place - most)), str(view.place + len(rows))
    return Listing(
        columns,
        rows,
        view.address(before=str(rows[0][0]), **{"from": before}) if rows and has_previous else None,
        view.address(after=str(rows[-1][0]), **{"from": behind}) if rows and has_next else None,
    )


def chips(view: View, language: str = ENGLISH) -> list[dict[str, str]]:
    """Return the `text` of each filter of a view, bounds before names, and the `address` of the list without it."""
    found, translate = [], translator(language)

    def add(name: str, said: str, without: Mapping[str, Any]) -> None:
        found.append({"text": f"{translate(name.replace('_', ' '))} {said}", "address": view.address(**without)})

    for name in NUMBER_COLUMNS:
        low, high = ("".join(view.filters.get(f"{side}_{name}", ())) for side in ("min", "max"))
        if low or high:
            add(name, _span(low, high, translate), {f"min_{name}": None, f"max_{name}": None})
    for name in NAMES:
        values = view.filters.get(name, ())
        for value in values:
            words = words_in(language)
            said = words.tables["levels"].get(value, value) if name in ("level", "grade") else value
            if name.endswith("rules"):
                said = words.rule(value)
            if name.endswith("technique") and value in {*TECHNIQUE_NUMBERS, *SCORED_NUMBERS}:
                said = stored_technique_in_words(value, language)
            add(name, said, {name: [each for each in values if each != value] or None})
    return found


_RATED = {technique.name: technique.rating for technique in TECHNIQUES}


def stored_technique_in_words(name: str, language: str = ENGLISH) -> str:
    """A technique of a catalogue in words, as hints name it; one of ratings says so."""
    words = technique_in_words(plain_name(name), language)
    return f"{words} (Sudoku Explainer)" if name in _RATED else words


def plain_name(name: str) -> str:
    """The name of a technique on its own scale."""
    return name.removeprefix(SCORED_PREFIX)


def _span(low: str, high: str, translate: Translate) -> str:
    if low == high:
        return low
    if low and high:
        return translate("{low} to {high}", low=low, high=high)
    return translate("from {low}", low=low) if low else translate("up to {high}", high=high)


# --- Figures ---


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


def figures(site: Site, store: Opened, view: View, language: str) -> dict[str, Any]:
    """The values of figures.html: histograms of levels and clues, and those of Sudoku Explainer.

    Each is counted without its own filter, so that another value of it can be chosen beside the first.
    """
    translate, words = translator(language), words_in(language)

    def counted(*without: str) -> Histograms:
        return histograms_of(site, store, view.without(*without))

    def named(name: str, counts: Mapping[str, int]) -> list[_Row]:
        return [(words.say("levels", each), count, _named(view, name, each)) for each, count in counts.items() if count]

    whole = Counter[int]()
    for rating, count in counted("min_rating", "max_rating").ratings.items():
        whole[rating // 10] += count
    clues = counted("min_clues", "max_clues").clues.items()
    ratings = []
    for unit, count in whole.items():
        least, most = f"{unit}.0", f"{unit}.9"
        label = _span(words.decimal(least), words.decimal(most), translate)
        ratings.append((label, count, _bounded(view, "rating", least, most)))
    usual = {
        "Level": named("level", counted("level").levels),
        "Clues": [(str(each), count, _bounded(view, "clues", str(each), str(each))) for each, count in clues],
    }
    explainer = {"Grade": named("grade", counted("grade").grades), "Rating": ratings}
    return {"count": counted().puzzles, "histograms": _drawn(usual), "of_ratings": _drawn(explainer)}


def technique_figures(site: Site, store: Opened, view: View, language: str) -> dict[str, Any]:
    """The values of techniques.html: the techniques of scores, easy ones first, and those of ratings."""
    counts = techniques_of(site, store, view)
    order = {number: place for place, number in enumerate(BY_WORTH)}
    of_score = [name for name in counts if name not in _RATED]
    of_score.sort(key=lambda name: order.get(TECHNIQUE_NUMBERS.get(name, 0), len(order)))
    of_rating = sorted(counts.keys() & _RATED.keys(), key=lambda name: (_RATED[name], name))

    def drawn(names: Iterable[str]) -> list[dict[str, Any]]:
        said = ((technique_in_words(plain_name(name), language), name) for name in names)
        rows = [(words, counts[name], _named(view, "technique", name)) for words, name in said]
        return _drawn({"Steps that the path takes": rows}, has_long_names=True)

    return {"techniques": drawn(of_score), "of_ratings_too": drawn(of_rating)}


_Link = tuple[str, bool]
"""The query of the list with a filter, or without it if the list has it already, and whether it has."""

_Row = tuple[str, int, _Link]


def _drawn(rows_of: Mapping[str, Sequence[_Row]], *, has_long_names: bool = False) -> list[dict[str, Any]]:
    """Bars under headings, as the templates take them; a heading without bars is left out."""
    found = []
    for name, rows in rows_of.items():
        most = max((count for _, count, _ in rows), default=0)
        bars = [
            {"name": label, "puzzles": count, "percent": 100 * count / most, "address": address, "is_chosen": is_chosen}
            for label, count, (address, is_chosen) in rows
        ]
        if bars:
            found.append({"name": name, "bars": bars, "has_long_names": has_long_names})
    return found


def _bounded(view: View, name: str, least: str, most: str) -> _Link:
    low, high = f"min_{name}", f"max_{name}"
    is_chosen = list(view.filters.get(low, ())) == [least] and list(view.filters.get(high, ())) == [most]
    return view.address(**({low: None, high: None} if is_chosen else {low: least, high: most})), is_chosen


def _named(view: View, name: str, value: str) -> _Link:
    chosen = view.filters.get(name, ())
    is_chosen = value in chosen
    values = [each for each in chosen if each != value] if is_chosen else [*chosen, value]
    return view.address(**{name: values or None}), is_chosen
