"""Boards on which some cells have another value than their digit: doublers and negators.

The rule "other values" has a second cell for each one: it holds the digit again where the value is another one, else 0.
So a value is the digit and `factor` times the second cell, and sums of values stay sums.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise, product
from typing import NamedTuple

from ..frame import Cells, Frame, related, with_other_values
from ..named.rule import Use, number_of
from .making import Ground, PartOfRule
from .meanings import Meaning

UNITS, EACH_DIGIT, VALUE = "one modified cell in each unit", "modified cells of each digit", "value of modified cells"
OTHER_VALUES = "other values"
FACTORS = {"twice": 1, "negative": -2}
"""How many times the second cell is added to the digit."""


class Modifier(NamedTuple):
    """What a text says of the cells with another value; one is in each row, column and region."""

    factor: int
    each_digit: bool
    """Whether their digits are all different."""
    in_sums: bool
    """Whether they have their value in sums alone."""

    @staticmethod
    def of(meanings: Sequence[Meaning]) -> "Modifier":
        """Return what these meanings say. PartOfRule if it is not all, or not one thing."""
        flags = {flag for one in meanings for flag in one.flags}
        if (factors := FACTORS.keys() & flags) and len(factors) == 1 and UNITS in {one.rule for one in meanings}:
            each_digit = "each" in flags or EACH_DIGIT in {one.rule for one in meanings}
            return Modifier(FACTORS[factors.pop()], each_digit, "sums" in flags)
        raise PartOfRule("nothing says which cells have another value, or which value they have")


def frame_of(size: int) -> Frame:
    """Return the frame of a square board with second cells; its digits begin with 0, which the grid does not use."""
    return with_other_values(Frame(size, size, size + 1, 0))


def with_values(use: Use, modifier: Modifier, ground: Ground) -> Iterator[Use]:
    """Yield what a rule says of values, by their cells. PartOfRule for a rule that is not known to be about values."""
    if use.rule in _OF_DIGITS:
        yield use
    elif use.rule == "cage":
        yield Use("all different", use.cells)
        if use.value is not None:
            yield _sum(use.cells, [1] * len(use.cells), number_of(use), modifier, ground)
    elif use.rule in _FACTORS and not isinstance(use.value, tuple):
        pill = number_of(use) if use.rule == "pill arrow" else 1
        total = number_of(use) if use.rule in ("sum", "little killer") else 0
        yield _sum(use.cells, _FACTORS[use.rule](len(use.cells), pill), total, modifier, ground)
    elif use.rule in ("equal sums", "region sum", "zipper"):
        first, *others = _groups(use, ground)
        for other in others:
            yield _sum((*first, *other), [1] * len(first) + [-1] * len(other), 0, modifier, ground)
    elif use.rule in _OF_PAIRS and not modifier.in_sums:
        for low, high in _pairs(use):
            yield _pair(low, high, _OF_PAIRS[use.rule](use), modifier, ground)
    else:
        raise PartOfRule(f"the rule {use.rule} is not read where cells have other values than their digits")


_OF_DIGITS = {
    *("all different", "diagonal", "windoku", "disjoint groups", "argyle", "anti-knight", "anti-king", "digits"),
    *("quadruple", "odd", "even"),
}
_FACTORS: dict[str, Callable[[int, int], list[int]]] = {
    "sum": lambda count, _: [1] * count,
    "little killer": lambda count, _: [1] * count,
    "arrow": lambda count, _: [-1] + [1] * (count - 1),
    "pill arrow": lambda count, pill: [-(10**place) for place in range(pill)][::-1] + [1] * (count - pill),
    "double arrow": lambda count, _: [-1] + [1] * (count - 2) + [-1],
}
"""The factors of the cells of rules that are a sum, by their number and that of the cells of a pill."""
_OF_PAIRS: dict[str, Callable[[Use], Callable[[int, int], bool]]] = {
    "white dot": lambda use: lambda a, b: abs(a - b) == 1,
    "black dot": lambda use: lambda a, b: a == 2 * b or b == 2 * a,
    "x": lambda use: lambda a, b: a + b == 10,
    "v": lambda use: lambda a, b: a + b == 5,
    "inequality": lambda use: lambda a, b: a > b,
    "thermometer": lambda use: lambda a, b: a < b,
    "slow thermometer": lambda use: lambda a, b: a <= b,
    "palindrome": lambda use: lambda a, b: a == b,
    "whispers": lambda use: lambda a, b: abs(a - b) >= number_of(use),
}
"""What the values of two cells do, of rules that say it of pairs."""


def _groups(use: Use, ground: Ground) -> list[Cells]:
    """The cells of which each group has the same sum."""
    cells, half = use.cells, len(use.cells) // 2
    if use.rule == "region sum":
        region_of = ground.region_of
        return [tuple(some) for _, some in groupby(cells, region_of.get)]
    pairs = [(cells[place], cells[-1 - place]) for place in range(half)]
    return list(use.groups) or pairs + ([(cells[half],)] if len(cells) % 2 else [])


def _pairs(use: Use) -> Iterator[tuple[int, int]]:
    if use.rule == "palindrome":
        return zip(use.cells[: len(use.cells) // 2], use.cells[::-1], strict=False)
    return pairwise(use.cells)


def _sum(cells: Cells, factors: Sequence[int], total: int, modifier: Modifier, ground: Ground) -> Use:
    more = [factor * modifier.factor for factor in factors]
    return Use("sum", (*cells, *(ground.size**2 + cell for cell in cells)), (total, *factors, *more))


def _pair(one: int, other: int, holds: Callable[[int, int], bool], modifier: Modifier, ground: Ground) -> Use:
    """Two cells, each with its digit for its value or with another one."""
    size, ways = ground.size, []
    for kinds in product((0, modifier.factor), repeat=2):
        digits = [tuple(range(1, size + 1)) if kind else (0,) for kind in kinds]
        first, second = (1 + kind for kind in kinds)
        table = related(size + 1, lambda a, b, x=first, y=second: holds((a - 1) * x, (b - 1) * y))  # type: ignore[misc]
        seconds = [Use("digits", (size**2 + cell,), some) for cell, some in zip((one, other), digits, strict=True)]
        ways.append((*seconds, Use("table", (one, other), table)))
    return Use("or", alternatives=tuple(ways))
