"""Boards on which some cells have another value than their digit: doublers, negators, and cells of either shade.

The rule "other values" has a second cell for each one: it holds the digit again where the value is another one, else 0.
A shade has a second cell too, with 1 or 2. So a value is the digit, `plus`, and `factor` times the second cell, and
sums of values stay sums.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby, pairwise, product
from typing import NamedTuple

from ..frame import Cells, Frame, related, with_other_values
from ..named.rule import Use, number_of
from .layers import COUNTED, SHADES, with_layer
from .making import Ground, PartOfRule
from .patterns import Meaning

UNITS, EACH_DIGIT, VALUE = "one modified cell in each unit", "modified cells of each digit", "value of modified cells"
OF_SHADE = "value of a shade"
OTHER_VALUES = "other values"
FACTORS = {"twice": 1, "negative": -2}
"""How many times the second cell is added to the digit."""
_SCOPES = frozenset({"sums", "cages", "arrows", "diagonals", "thermometer"})
"""Where the other values count, if a text says that they count there alone."""


class Modifier(NamedTuple):
    """What a text says of the cells with another value; one is in each row, column and region."""

    factor: int
    each_digit: bool
    """Whether their digits are all different."""
    scopes: frozenset[str] = frozenset()
    """The rules in which alone they have their value, "sums" for all sums; none for all rules."""
    plus: int = 0

    @staticmethod
    def of(meanings: Sequence[Meaning]) -> "Modifier":
        """Return what these meanings say. PartOfRule if it is not all, or not one thing."""
        flags, rules = {flag for one in meanings for flag in one.flags}, {one.rule for one in meanings}
        factors = FACTORS.keys() & flags
        if rules == {OF_SHADE}:
            return Modifier._of_shades(meanings)
        if len(factors) == 1 and UNITS in rules and OF_SHADE not in rules:
            return Modifier(FACTORS[factors.pop()], "each" in flags or EACH_DIGIT in rules, _SCOPES & flags)
        raise PartOfRule("nothing says which cells have another value, or which value they have")

    @staticmethod
    def _of_shades(meanings: Sequence[Meaning]) -> "Modifier":
        """What is added to the digits of shaded cells and to those of others."""
        said = {("unshaded" in one.flags, (one.value or 0) * (-1 if "less" in one.flags else 1)) for one in meanings}
        if len(said) != 2 or {is_unshaded for is_unshaded, _ in said} != {False, True}:
            raise PartOfRule("nothing says which value shaded cells and others have")
        (_, shaded), (_, unshaded) = sorted(said)
        return Modifier(unshaded - shaded, False, plus=2 * shaded - unshaded)

    @property
    def is_of_shades(self) -> bool:
        """Whether all cells have another value, by their shade."""
        return bool(self.plus)

    @property
    def sign(self) -> str:
        """What stands behind a total of values."""
        return "±1" if self.is_of_shades else "\u00d72" if self.factor > 0 else "±"

    def kinds(self, size: int) -> list[tuple[Cells, int, int]]:
        """Return what a second cell may hold, with the factor of the digit and what is added to it."""
        if self.is_of_shades:
            return [((shade,), 1, self.plus + self.factor * shade) for shade in (1, 2)]
        return [((0,), 1, 0), (tuple(range(1, size + 1)), 1 + self.factor, 0)]


def frame_of(size: int, meanings: Sequence[Meaning] = ()) -> Frame:
    """Return the frame of a square board with second cells.

    Where they hold digits again, those begin with 0, which the grid does not use.
    """
    if any(one.rule == OF_SHADE for one in meanings):
        more = ""
        with suppress(PartOfRule):
            (_, _, shaded), (_, _, unshaded) = Modifier.of(meanings).kinds(size)
            more = f", where digits count {shaded:+d}, 2 for others: {unshaded:+d}"
        return with_layer(Frame.square(size), SHADES, more)
    return with_other_values(Frame(size, size, size + 1, 0))


def by_values(meanings: Sequence[Meaning], uses: Sequence[Use], ground: Ground) -> tuple[list[Use], list[str]]:
    """Return rules by the values of cells, and what is left over of them. PartOfRule as from `Modifier.of`."""
    modifier = Modifier.of(meanings)
    made = [] if modifier.is_of_shades else [Use(OTHER_VALUES, value=int(modifier.each_digit))]
    left = []
    for use in uses:
        try:
            has_seconds = any(cell >= ground.size**2 for cell in use.cells)
            made += [use] if has_seconds else with_values(use, modifier, ground)
        except PartOfRule as problem:
            left.append(str(problem))
    return made, left


def with_values(use: Use, modifier: Modifier, ground: Ground) -> Iterator[Use]:
    """Yield what a rule says of values, by their cells. PartOfRule for a rule that is not known to be about values."""
    scopes = {use.rule} if use.rule in _OF_PAIRS else {"sums", _SUMS_OF.get(use.rule, "sums")}
    if use.rule in OF_DIGITS:
        yield use
    elif modifier.scopes and not scopes & modifier.scopes:
        named = " and ".join(sorted(modifier.scopes))
        raise PartOfRule(f"the rule {use.rule} is not read where cells have other values for {named} alone")
    elif use.rule == "cage":
        yield Use("all different", use.cells, title=use.rule)
        if use.value is not None:
            yield _sum(use, [1] * len(use.cells), number_of(use), modifier, ground)
    elif use.rule in _FACTORS and not isinstance(use.value, tuple):
        pill = number_of(use) if use.rule == "pill arrow" else 1
        total = number_of(use) if use.rule in ("sum", "little killer") else 0
        yield _sum(use, _FACTORS[use.rule](len(use.cells), pill), total, modifier, ground)
    elif use.rule in ("equal sums", "region sum", "zipper"):
        first, *others = _groups(use, ground)
        for other in others:
            both = Use("sum", (*first, *other))
            yield _sum(both, [1] * len(first) + [-1] * len(other), 0, modifier, ground)
    elif use.rule in _OF_PAIRS:
        for low, high in _pairs(use):
            rule = "inequality" if use.rule == "thermometer" else use.rule  # as which it is drawn
            rule += f": {use.value}" if isinstance(use.value, int) else ""
            yield _pair(rule, (low, high), _OF_PAIRS[use.rule](use), modifier, ground)
    else:
        raise PartOfRule(f"the rule {use.rule} is not read where cells have other values than their digits")


OF_DIGITS = {
    *("all different", "diagonal", "windoku", "disjoint groups", "argyle", "anti-knight", "anti-king", "digits"),
    *("quadruple", "odd", "even", "different along the line", *COUNTED),
}
"""Rules, and meanings of sentences, that are about digits and not values."""
_FACTORS: dict[str, Callable[[int, int], list[int]]] = {
    "sum": lambda count, _: [1] * count,
    "little killer": lambda count, _: [1] * count,
    "arrow": lambda count, _: [-1] + [1] * (count - 1),
    "pill arrow": lambda count, pill: [-(10**place) for place in range(pill)][::-1] + [1] * (count - pill),
    "double arrow": lambda count, _: [-1] + [1] * (count - 2) + [-1],
}
"""The factors of the cells of rules that are a sum, by their number and that of the cells of a pill."""
_SUMS_OF = {"cage": "cages", "sum": "cages", "arrow": "arrows", "pill arrow": "arrows", "little killer": "diagonals"}
"""What a text calls some of these rules where it gives values to them alone."""
_OF_PAIRS: dict[str, Callable[[Use], Callable[[int, int], bool]]] = {
    "white dot": lambda use: lambda a, b: abs(a - b) == 1,
    "black dot": lambda use: lambda a, b: a == 2 * b or b == 2 * a,
    "x": lambda use: lambda a, b: a + b == 10,
    "v": lambda use: lambda a, b: a + b == 5,
    "inequality": lambda use: lambda a, b: a > b,
    "thermometer": lambda use: lambda a, b: a > b,
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
    if use.rule == "thermometer":
        return pairwise(use.cells[::-1])
    return pairwise(use.cells)


def _sum(use: Use, factors: Sequence[int], total: int, modifier: Modifier, ground: Ground) -> Use:
    more, seconds = [factor * modifier.factor for factor in factors], (ground.size**2 + cell for cell in use.cells)
    title = use.rule if use.rule not in ("sum", "pill arrow") else ""  # the rule as which it is drawn, with its number
    if title and total:
        title = f"{title}: {total} {modifier.sign}"
    return Use("sum", (*use.cells, *seconds), (total - modifier.plus * sum(factors), *factors, *more), title=title)


def _pair(rule: str, cells: Cells, holds: Callable[[int, int], bool], modifier: Modifier, ground: Ground) -> Use:
    """Two cells, each with its digit for its value or with another one."""
    size, (one, other), ways = ground.size, cells, []
    lowest = int(modifier.is_of_shades)
    for (some, x, p), (others, y, q) in product(modifier.kinds(size), repeat=2):

        def hold(a: int, b: int, x: int = x, y: int = y, p: int = p, q: int = q) -> bool:
            return holds((a - 1 + lowest) * x + p, (b - 1 + lowest) * y + q)

        table = related(size + 1 - lowest, hold)
        seconds = (Use("digits", (size**2 + one,), some), Use("digits", (size**2 + other,), others))
        ways.append((*seconds, Use("table", (one, other), table)))
    return Use("or", alternatives=tuple(ways), title=rule)
