"""The filters of a list as people read them, each with the list that lacks it."""

from dataclasses import dataclass

from catalogue.numbers import NUMBER_COLUMNS
from catalogue.web.browsing.filters import NAMES, View


@dataclass(frozen=True)
class Chip:
    """A filter of a list."""

    text: str
    address: str
    """The query of the list without it."""


def chips(view: View) -> list[Chip]:
    """Return the filters of a view: its bounds, then its names."""
    found = []
    for name in NUMBER_COLUMNS:
        low, high = ("".join(view.filters.get(f"{side}_{name}", ())) for side in ("min", "max"))
        if low or high:
            without = view.address(**{f"min_{name}": None, f"max_{name}": None})
            found.append(Chip(f"{name} {_span(low, high)}", without))
    for name in NAMES:
        values = view.filters.get(name, ())
        for value in values:
            others = [each for each in values if each != value]
            found.append(Chip(f"{name.replace('_', ' ')} {value}", view.address(**{name: others or None})))
    return found


def _span(low: str, high: str) -> str:
    if low == high:
        return low
    if low and high:
        return f"{low} to {high}"
    return f"from {low}" if low else f"up to {high}"
