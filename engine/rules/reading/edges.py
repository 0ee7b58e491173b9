"""Marks between two cells: what they say of the digits, and what it means that all of them are given."""

from collections.abc import Callable, Collection, Iterator, Sequence

from ..geometry import Cells, neighbours, related
from ..named.rule import Use
from .meanings import Meaning

Holds = Callable[[int, int], bool]

_RELATIONS: dict[str, Callable[[int], Holds]] = {
    "sum": lambda n: lambda a, b: a + b == n,
    "consecutive": lambda _: lambda a, b: abs(a - b) == 1,
    "non_consecutive": lambda _: lambda a, b: abs(a - b) != 1,
    "difference": lambda n: lambda a, b: abs(a - b) == n,
    "at_least": lambda n: lambda a, b: abs(a - b) >= n,
    "ratio": lambda _: lambda a, b: a == 2 * b or b == 2 * a,
    "times": lambda n: lambda a, b: a == n * b or b == n * a,
    "x_or_v": lambda _: lambda a, b: a + b in (5, 10),
    "odd_and_even": lambda _: lambda a, b: a % 2 != b % 2,
    "same_parity": lambda _: lambda a, b: a % 2 == b % 2,
}
"""The test of two digits that each relation makes of its number."""


def holds(meaning: Meaning) -> Holds:
    """Return what a meaning says of two digits: all of its relations, or with the flag "or" any of them."""
    every = [_RELATIONS[name](number) for name, number in meaning.relations]
    quantifier = any if "or" in meaning.flags else all
    return lambda a, b: quantifier(one(a, b) for one in every)


def use_of(meaning: Meaning, cells: Cells, size: int) -> Use:
    """Return the rule of a mark between two cells: a named one where there is one, else a table."""
    match meaning.relations:
        case (("consecutive", _),):
            return Use("white dot", cells)
        case (("ratio", _),):
            return Use("black dot", cells)
        case (("sum", 10),):
            return Use("x", cells)
        case (("sum", 5),):
            return Use("v", cells)
        case (("difference", number),):
            return Use("white dot", cells, number)
        case (("times", number),):
            return Use("black dot", cells, number)
    return Use("table", cells, related(size, holds(meaning)))


_NAMED = {
    (("consecutive", 0), ("ratio", 0)): "all kropki",
    (("consecutive", 0),): "all white dots",
    (("ratio", 0),): "all ratios",
    (("sum", 5), ("sum", 10)): "all xv",
}
"""The rule that all marks are given, by what the marks say."""


def nowhere_else(meanings: Sequence[Meaning], marked: Collection[Cells], size: int, all_named: bool) -> Iterator[Use]:
    """Yield: two neighbours without a mark do not do what the marks say.

    `marked` are the pairs that have a mark of any of these kinds. `all_named` says that no other mark of the same kind
    is there, so that a named rule means the same.
    """
    said = tuple(sorted({relation for meaning in meanings for relation in meaning.relations}))
    if all_named and said in _NAMED and all(len(meaning.relations) == 1 for meaning in meanings):
        yield Use(_NAMED[said])
        return
    every = [holds(meaning) for meaning in meanings]
    table = related(size, lambda a, b: not any(one(a, b) for one in every))
    taken = {frozenset(cells) for cells in marked}
    for pair in neighbours(size):
        if frozenset(pair) not in taken:
            yield Use("table", pair, table)
