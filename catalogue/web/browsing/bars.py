"""Histograms as lists of bars; each bar leads to the puzzles that it counts, or back from them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from catalogue.statistics import Histograms
from catalogue.web.browsing.filters import View
from engine import TECHNIQUES


@dataclass(frozen=True)
class Bar:
    """A kind of puzzle and how many there are."""

    name: str
    puzzles: int
    percent: float
    """Of the longest bar of its histogram."""
    address: str
    """The query of the list with its filter; without it, where the list has it already."""
    is_chosen: bool


@dataclass(frozen=True)
class Histogram:
    """Bars under a heading."""

    name: str
    bars: list[Bar]
    has_long_names: bool = False


def histogram_bars(found: Histograms, view: View) -> list[Histogram]:
    """The histograms of clues, ratings and grades; those without puzzles are left out."""
    clues = [
        (str(clues), count, _bounded(view, "clues", str(clues), str(clues))) for clues, count in found.clues.items()
    ]
    whole = Counter[int]()
    for rating, count in found.ratings.items():
        whole[rating // 10] += count
    ratings = [
        (f"{unit}.0 to {unit}.9", count, _bounded(view, "rating", f"{unit}.0", f"{unit}.9"))
        for unit, count in whole.items()
    ]
    grades = [(grade, count, _named(view, "grade", grade)) for grade, count in found.grades.items() if count]
    drawn = (_histogram("Clues", clues), _histogram("Grade", grades), _histogram("Rating", ratings))
    return [histogram for histogram in drawn if histogram.bars]


def technique_bars(counts: Mapping[str, int], view: View) -> Histogram:
    """The histogram of techniques, the easiest first."""
    order = {technique.name: technique.rating for technique in TECHNIQUES}
    names = sorted(counts, key=lambda name: order.get(name, 0))
    rows = [(name, counts[name], _named(view, "technique", name)) for name in names]
    return replace(_histogram("Techniques used", rows), has_long_names=True)


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
