"""The rules of marks, once their meanings are known: named ones, and those that setters write and that have no name.

Those without a name are made of those that have one: sums, tables, expressions, "or".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby, pairwise
from math import isqrt

from ..frame import LONGEST, Cells, apart, around, beside, columns, neighbours, related, rows
from ..named.rule import Use
from ..variant import RULES
from .drawing import LETTER, OUTSIDE, Element
from .patterns import ALONG, EDGE, Meaning
from .sentences import english


class PartOfRule(ValueError):
    """A mark has something that its sentence says nothing of."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What marks stand on, besides their own sentences."""

    size: int
    regions: tuple[Cells, ...]
    silent: Collection[str]
    """Meanings of the text that only say how others are meant."""

    @property
    def region_of(self) -> dict[int, int]:
        """The number of the region of each cell."""
        return {cell: number for number, region in enumerate(self.regions) for cell in region}


Maker = Callable[[Element, Meaning, Ground], Iterator[Use]]
Holds = Callable[[int, int], bool]


def uses_of(marks: Sequence[Element], meanings: Sequence[Meaning], ground: Ground) -> list[Use]:
    """Return the rules of marks that have these meanings, all of one rule.

    PartOfRule where the sentence is not enough.
    """
    mark, rule = marks[0], meanings[0].rule
    if rule == EDGE:
        return [use_of(with_number(one, mark.text), mark.cells, ground.size) for one in meanings]
    if len({one.value for one in meanings} - {None}) > 1:
        raise PartOfRule("two sentences give it different numbers")
    if rule == MAGIC:
        return [*magic_square({cell for one in marks for cell in one.cells}, "unique" in meanings[0].flags, ground)]
    if rule in MAKERS:
        check_text(mark.kind in (LETTER, OUTSIDE) or not mark.text, "in")
        return [use for one in meanings for use in MAKERS[rule](mark, one, ground)]
    if rule == "cage":
        return _cage(mark, meanings, ground.silent)
    row = RULES[rule]
    if row.joins and len(marks) > 1:
        return [united(rule, marks, ground)]
    if row.where == "line":
        check_text(not mark.text, "on")
        return [_line(mark, next((one for one in meanings if one.value is not None), meanings[0]), ground)]
    if row.where == "groups":
        return [_clones({cell for one in marks for cell in one.cells}, ground.size)]
    if row.where == "pair":
        return [Use(rule, mark.cells)]
    if row.value == "digits":
        return [Use(rule, mark.cells, _digits_in(mark.text, ground.size))]
    if row.where == "cells":
        check_text(not any(one.text for one in marks), "in")
        cells = tuple(dict.fromkeys(cell for one in marks for cell in one.cells))
        if rule == "all different" and len(cells) > ground.size:
            raise PartOfRule(f"an area of {len(cells)} cells cannot hold different digits")
        return [Use(rule, cells)]
    if not re.fullmatch(r"\d{1,3}", mark.text) or not mark.cells:
        raise PartOfRule("it is no number beside a row, a column or a diagonal")
    return [Use(rule, mark.cells, int(mark.text))]


def check_text(is_known: bool, where: str) -> None:
    """PartOfRule for a text in or on a mark that no sentence speaks of."""
    if not is_known:
        raise PartOfRule(f"nothing says what the text {where} it means")


def _digits_in(text: str, size: int) -> tuple[int, ...]:
    if size > 9 or not re.fullmatch(r"[\s,.]*(?:\d[\s,.]*){1,4}", text):
        raise PartOfRule("its text is no list of digits")
    return tuple(int(digit) for digit in re.findall(r"\d", text))


# --- Lines that each obey one of several rules --------------------------------------------------------------------


def one_of(marks: Sequence[Element], meaning: Meaning, each: int | None, ground: Ground) -> list[Use]:
    """Return the rules of lines that each obey one of several; `each` rule belongs to so many lines, if it is given.

    PartOfRule for another number of lines, or too many ways.
    """
    # the long rules first: they are written less often
    choices = sorted(meaning.choices, key=lambda choice: not RULES[choice.rule].joins)
    made = [[tuple(uses_of([mark], [one], ground)) for one in choices] for mark in marks]
    if each is None:
        return [Use("or", alternatives=tuple(of_mark)) for of_mark in made]
    if each * len(choices) != len(marks):
        raise PartOfRule(f"{each} lines of each of {len(choices)} types are not {len(marks)} lines")
    if len(marks) > MOST_OF_TYPES:
        raise PartOfRule("the lines can have their types in too many ways")
    return list(_shared_out(made, each, range(len(marks)), 0))


MOST_OF_TYPES = 8
"""The most lines that share several rules of which each belongs to a number of lines."""


def _shared_out(made: Sequence[Sequence[tuple[Use, ...]]], each: int, rest: Sequence[int], turn: int) -> Iterator[Use]:
    """The rules from `turn` on for the lines that are left: some of them obey the first, the others the next ones."""
    if turn == len(made[0]) - 1:
        yield from (use for line in rest for use in made[line][turn])
        return
    ways = []
    for some in combinations(rest, each):
        others = [line for line in rest if line not in some]
        ways.append((*(use for line in some for use in made[line][turn]), *_shared_out(made, each, others, turn + 1)))
    yield Use("or", alternatives=tuple(ways))


# --- Cages and areas ----------------------------------------------------------------------------------------------


def _cage(mark: Element, meanings: Sequence[Meaning], silent: Collection[str]) -> list[Use]:
    flags = {flag for meaning in meanings for flag in meaning.flags}
    said = next((meaning.value for meaning in meanings if meaning.value is not None), None)
    unique = "unique" in flags or (mark.unique is True and "cage may repeat" not in silent)
    rule = "cage" if unique else "sum"
    if mark.text and "sum" not in flags:
        raise PartOfRule("no sentence says what its text means")
    if mark.text and not mark.text.isdecimal():
        sums = _sums(mark.text, flags, len(mark.cells))
        return [Use("or", alternatives=tuple((Use(rule, mark.cells, one),) for one in sums))]
    value = int(mark.text) if mark.text else said
    return [Use(rule, mark.cells, value)] if unique or value is not None else []


_SUM = re.compile(r"([<>]?)\s*(\d{1,3}|\?\??)")


def _sums(text: str, flags: Collection[str], cells: int) -> range:
    """The sums that a text such as "<12", "?" or ">??" gives a cage; its cells cannot have each of them."""
    match = _SUM.fullmatch(text)
    needed = {"<": "less", ">": "greater"}
    if not match or not {needed.get(match[1], "sum"), "unknown" if "?" in match[2] else "sum"} <= set(flags):
        raise PartOfRule("no sentence says what its text means")
    low, high = {"?": (1, 9), "??": (10, 99)}.get(match[2]) or (int(match[2]), int(match[2]))
    if match[1] == "<":
        low, high = 0, high - 1  # less than some number that the text may stand for
    elif match[1] == ">":
        low, high = low + 1, cells * LONGEST
    return range(low, high + 1)


MAGIC = "magic square"


def magic_square(cells: Collection[int], unique: bool, ground: Ground) -> Iterator[Use]:
    """Yield: rows, columns and diagonals of a square area have one sum. PartOfRule for another area."""
    side, size = isqrt(len(cells)), ground.size
    first = min(cells, default=0)
    lines = [tuple(first + size * row + column for column in range(side)) for row in range(side)]
    if side < 2 or set(cells) != {cell for line in lines for cell in line}:
        raise PartOfRule("it is no square area")
    diagonals = (tuple(line[step] for step, line in enumerate(some)) for some in (lines, lines[::-1]))
    yield Use("equal sums", groups=(*lines, *zip(*lines, strict=True), *diagonals))
    if unique:
        yield Use("all different", tuple(sorted(cells)))


def form_of(cells: Collection[int], size: int) -> tuple[tuple[int, int], ...]:
    """Return the steps from the first cell of an area to each: equal for areas of one form."""
    first, *_ = places = sorted(divmod(cell, size) for cell in cells)
    return tuple((row - first[0], column - first[1]) for row, column in places)


def _clones(cells: set[int], size: int) -> Use:
    """The rule that the areas of cells which touch hold the same digits at the same places."""
    touching = (pair for pair in neighbours(size) if cells.issuperset(pair))
    areas = _joined([*((cell,) for cell in cells), *touching])
    if len(areas) < 2:
        raise PartOfRule("no other area has its form")
    return Use("clone", groups=tuple(sorted(areas)))


def united(rule: str, lines: Sequence[Element], ground: Ground) -> Use:
    """Return the rule of lines as one figure."""
    cells = tuple(dict.fromkeys(cell for one in lines for cell in one.cells))
    if rule != "region sum":
        return Use(rule, cells)
    region_of = ground.region_of
    steps = [pair for one in lines for pair in pairwise(one.cells) if region_of.get(pair[0]) == region_of.get(pair[1])]
    return Use("equal sums", groups=_joined([*((cell,) for cell in cells), *steps]))


def _joined(parts: Iterable[Cells]) -> tuple[Cells, ...]:
    """Parts that share cells put together."""
    groups: list[set[int]] = []
    for some in map(set, parts):
        near = [group for group in groups if group & some]
        groups = [group for group in groups if not group & some] + [some.union(*near)]
    return tuple(tuple(sorted(group)) for group in groups)


# --- Lines --------------------------------------------------------------------------------------------------------


def _line(mark: Element, meaning: Meaning, ground: Ground) -> Use:
    rule, cells = meaning.rule, mark.cells
    closed, joins = RULES[rule].closed, RULES[rule].joins
    is_loop = len(cells) > 2 and cells[0] == cells[-1]
    if rule == "region sum":
        by_segment = "segments" in meaning.flags or "segments of region sums" in ground.silent
        return _region_sum(cells, is_loop, by_segment, ground)
    if rule == "arrow":
        return Use(rule, cells) if mark.circles == 1 else Use("pill arrow", cells, mark.circles)
    if rule == "sum line" and is_loop:
        return Use("sum loop", cells[:-1], meaning.value)
    if is_loop and not closed:
        raise PartOfRule(f"a closed line of the rule {rule} has no first cell")
    return Use(rule, closed(cells) if closed and (is_loop or joins) else cells, meaning.value)


def _region_sum(cells: Cells, is_loop: bool, by_segment: bool, ground: Ground) -> Use:
    if not ground.regions:
        raise PartOfRule("the board has no regions to sum in")
    region_of = ground.region_of
    if is_loop:
        cells = cells[:-1]
        turn = next((i for i in range(len(cells)) if region_of.get(cells[i]) != region_of.get(cells[i - 1])), 0)
        cells = cells[turn:] + cells[:turn]
    visits = [region for region, _ in groupby(cells, region_of.get)]
    if len(set(visits)) < len(visits) and not by_segment:
        raise PartOfRule("the line enters a box twice, and no sentence says whether each visit has a sum of its own")
    return Use("region sum", cells)


# --- Rules without a name of their own ----------------------------------------------------------------------------


def _halves(mark: Element, meaning: Meaning, ground: Ground) -> Iterator[Use]:
    """The first N digits of a line have the sum of its last N."""
    count = meaning.value if meaning.value is not None else len(mark.cells) // 2
    if len(mark.cells) < 2 * count or (meaning.value is None and len(mark.cells) % 2):
        raise PartOfRule(f"a line of {len(mark.cells)} cells has no two parts of {count or 'as many'} cells")
    yield Use("equal sums", groups=(mark.cells[:count], mark.cells[-count:]))


def _either_way(mark: Element, meaning: Meaning, ground: Ground) -> Iterator[Use]:
    """Digits rise from one end to the other, from which is not said; in a Fibonacci line as sums of the two before."""
    if len(set(mark.cells)) < len(mark.cells):
        raise PartOfRule("a line that crosses or closes itself does not rise")
    ways = []
    for cells in (mark.cells, mark.cells[::-1]):
        sums = range(2, len(cells) if meaning.rule == "fibonacci" else 0)
        ways.append((Use("thermometer", cells), *(Use("arrow", (cells[i], cells[i - 2], cells[i - 1])) for i in sums)))
    yield Use("or", alternatives=tuple(ways))


def _one_parity(mark: Element, meaning: Meaning, ground: Ground) -> Iterator[Use]:
    """All digits of a line are odd, or all are even."""
    kinds = (tuple(range(first, ground.size + 1, 2)) for first in (1, 2))
    cells = dict.fromkeys(mark.cells)
    yield Use("or", alternatives=tuple(tuple(Use("digits", (cell,), kind) for cell in cells) for kind in kinds))


def _same_steps(mark: Element, meaning: Meaning, ground: Ground) -> Iterator[Use]:
    """From digit to digit of a line the difference is the same, in a sequence in the same direction, too."""
    size, is_sequence = ground.size, meaning.rule == "sequence"
    steps = range(1 - size if is_sequence else 0, size)

    def table_of(step: int) -> tuple[int, ...]:
        return related(size, lambda a, b: b - a == step or (not is_sequence and a - b == step))

    tables = map(table_of, steps)
    yield Use(
        "or", alternatives=tuple(tuple(Use("table", pair, one) for pair in pairwise(mark.cells)) for one in tables)
    )


def _prime_sum(mark: Element, meaning: Meaning, ground: Ground) -> Iterator[Use]:
    """The digits of a cage have a prime sum."""
    primes = [n for n in range(2, len(mark.cells) * ground.size + 1) if all(n % by for by in range(2, n))]
    rule = "cage" if mark.unique or "unique" in meaning.flags else "sum"
    yield Use("or", alternatives=tuple((Use(rule, mark.cells, prime),) for prime in primes))


def _counting(mark: Element, meaning: Meaning, ground: Ground) -> Iterator[Use]:
    """The digit counts the cells around it, or beside it, with smaller, larger, odd or even digits."""
    size, counts = ground.size, next(test for name, test in _COUNTED.items() if name in meaning.flags)
    _check_symbols(size)
    for cell in mark.cells:
        counted_cells = (beside if "beside" in meaning.flags else around)(size)[cell]
        ways = []
        for digit in range(1, min(size, len(counted_cells)) + 1):
            counted = [other for other in range(1, size + 1) if counts(other, digit)]
            others = [other for other in range(1, size + 1) if other not in counted]
            if counted:
                rest = f"{_any_of(others)}*" if others else ""
                ways.append(f"{_any_of([digit])}{rest}({_any_of(counted)}{rest}){{{digit}}}")
        yield Use("regular expression", (cell, *counted_cells), "|".join(ways))


_COUNTED: dict[str, Holds] = {
    "smaller": lambda other, digit: other < digit,
    "larger": lambda other, digit: other > digit,
    "odd": lambda other, digit: other % 2 == 1,
    "even": lambda other, digit: other % 2 == 0,
}


def _any_of(digits: Sequence[int]) -> str:
    return f"[{''.join(map(str, digits))}]" if len(digits) > 1 else str(digits[0])


def _check_symbols(size: int) -> None:
    if size > 9:
        raise PartOfRule("it is read for digits up to 9")


def _same_kind(mark: Element, meaning: Meaning, ground: Ground) -> Iterator[Use]:
    """The digit is of the same kind as each one that a chess piece reaches from it."""
    size = ground.size
    if "parity" in meaning.flags:
        table = related(size, lambda a, b: a % 2 == b % 2)
    elif size % 3:
        raise PartOfRule("low, middle and high digits need a size of three equal parts")
    else:
        table = related(size, lambda a, b: (a - 1) * 3 // size == (b - 1) * 3 // size)
    knight = sorted({*apart(size, 1, 2), *apart(size, 2, 1)})
    for cell in mark.cells:
        by_knight = sorted(a + b - cell for a, b in knight if cell in (a, b))
        reached = around(size)[cell] if "king" in meaning.flags else by_knight
        yield from (Use("table", (cell, other), table) for other in reached)


def _beside_all(rule: str, holds: Holds) -> Maker:
    """The digit is the least, or the greatest, among those beside it."""

    def made(mark: Element, meaning: Meaning, ground: Ground) -> Iterator[Use]:
        table = related(ground.size, holds)
        pairs = ((cell, other) for cell in mark.cells for other in beside(ground.size)[cell])
        yield from (Use("table", pair, table, title=rule) for pair in pairs)

    return made


def _first_cells(mark: Element, meaning: Meaning, ground: Ground) -> Iterator[Use]:
    """The first cells from a clue outside on hold its digits, or have its sum."""
    cells, is_sum = mark.cells[: meaning.value], "sum" in meaning.flags
    numbers = r"\d{1,3}" if is_sum else r"\d{1,3}(?:[ ,]+\d{1,2})*"
    if not re.fullmatch(numbers, mark.text) or len(cells) != meaning.value or ground.size > 9:
        raise PartOfRule("it is no number beside a row or a column")
    digits = tuple(int(digit) for digit in re.findall(r"\d", mark.text))
    if not is_sum and (len(digits) > len(cells) or not set(digits) <= set(range(1, ground.size + 1))):
        raise PartOfRule("its digits do not go into so many cells")
    yield Use("sum", cells, int(mark.text)) if is_sum else Use("contains", cells, digits)


def _index_line(mark: Element, meaning: Meaning, ground: Ground) -> Iterator[Use]:
    """Cell N of a line holds D if and only if cell D holds N, counted from the only end that has a mark."""
    cells, size = mark.cells, ground.size
    if mark.circles != 1 or not len(set(cells)) == len(cells) <= size:
        raise PartOfRule("nothing says at which of its ends it begins")
    if len(cells) < size:
        yield from (Use("digits", (cell,), tuple(range(1, len(cells) + 1))) for cell in cells)
    for (n, one), (d, other) in combinations(enumerate(cells, 1), 2):
        yield Use("table", (one, other), related(size, _both_or_neither(d, n)))


def _both_or_neither(first: int, second: int) -> Holds:
    return lambda a, b: (a == first) == (b == second)


def _difference_counts(mark: Element, meaning: Meaning, ground: Ground) -> Iterator[Use]:
    """A difference D between neighbours on a line is that of exactly D pairs of neighbours on it."""
    pairs, size = [*pairwise(mark.cells)], ground.size
    orders = [*_counted_orders(len(pairs), {})] if len(pairs) <= MOST_COUNTED else []
    if not orders:
        raise PartOfRule(f"a line of {len(mark.cells)} cells has too many differences to count")
    tables = {step: related(size, _RELATIONS["difference"](step)) for step in range(1, len(pairs) + 1)}
    every = (zip(pairs, order, strict=True) for order in orders)
    yield Use("or", alternatives=tuple(tuple(Use("table", pair, tables[n]) for pair, n in one) for one in every))


MOST_COUNTED = 7
"""So many pairs of neighbours on a line have up to 169 orders of differences."""


def _counted_orders(count: int, used: dict[int, int]) -> Iterator[tuple[int, ...]]:
    """Yield numbers in order, each as often as it says; `used` says how often those before are."""
    missing = sum(number - times for number, times in used.items())
    if not count:
        yield from [()] if not missing else []
        return
    for number in range(1, count + sum(used.values()) + 1):
        times = used.get(number, 0)
        if times < number and (times or number + missing <= count):
            yield from ((number, *rest) for rest in _counted_orders(count - 1, used | {number: times + 1}))


def _along(mark: Element, meaning: Meaning, ground: Ground) -> Iterator[Use]:
    """What a sentence says of two digits holds for each two neighbours on a line."""
    if takes_number(meaning):
        raise PartOfRule("a line has no number in it")
    yield from (use_of(meaning, pair, ground.size) for pair in pairwise(mark.cells))


def _different(mark: Element, meaning: Meaning, ground: Ground) -> Iterator[Use]:
    """The digits of a line, or of each of several, are different."""
    cells = tuple(dict.fromkeys(mark.cells))
    if len(cells) > ground.size:
        raise PartOfRule(f"a line of {len(cells)} cells cannot hold different digits")
    yield Use("all different", cells)


MAKERS: dict[str, Maker] = {
    "index line": _index_line,
    "different along the line": _different,
    "difference counts": _difference_counts,
    ALONG: _along,
    "decoration": lambda mark, meaning, ground: iter(()),
    "equal halves": _halves,
    "rising either way": _either_way,
    "fibonacci": _either_way,
    "one parity": _one_parity,
    "sequence": _same_steps,
    "same difference": _same_steps,
    "prime cage": _prime_sum,
    "counting around": _counting,
    "same kind a move away": _same_kind,
    "least of its neighbours": _beside_all("minimum", lambda a, b: a < b),
    "greatest of its neighbours": _beside_all("maximum", lambda a, b: a > b),
    "first cells": _first_cells,
}
"""Rules of one mark."""


def _threes(size: int, meaning: Meaning) -> Iterator[Use]:
    """No three digits in a row are all odd or all even, along rows and columns."""
    _check_symbols(size)
    odd, even = (_any_of(range(first, size + 1, 2)) for first in (1, 2))
    runs = f"{odd}{{0,2}}({even}{{1,2}}{odd}{{1,2}})*{even}{{0,2}}"
    yield from (Use("regular expression", line, runs) for line in (*rows(size), *columns(size)))


def _indexing_columns(size: int, meaning: Meaning) -> Iterator[Use]:
    """The digits of columns or rows 1, 5 and 9, or of those that are named, say where their number is."""
    every = {"first": 1, "fifth": 5, "ninth": 9}
    named = [number for flag, number in every.items() if flag in meaning.flags] or [*every.values()]
    rule, lines = ("indexing row", rows(size)) if "of_rows" in meaning.flags else ("indexing column", columns(size))
    yield from (Use(rule, lines[number - 1]) for number in named if number <= size)


def _never(size: int, meaning: Meaning) -> Iterator[Use]:
    """No two neighbours have one of the sums 5 and 10 that are named."""
    sums = {5: "five", 10: "ten"}
    table = related(size, lambda a, b: sums.get(a + b) not in meaning.flags)
    yield from (Use("table", pair, table) for pair in neighbours(size))


def _differ(size: int, meaning: Meaning) -> Iterator[Use]:
    """Any two neighbours differ by a number at least, or at most."""
    bound, is_most = meaning.value or 0, "or_less" in meaning.flags
    table = related(size, lambda a, b: abs(a - b) <= bound if is_most else abs(a - b) >= bound)
    yield from (Use("table", pair, table) for pair in neighbours(size))


BOARD_MAKERS: dict[str, Callable[[int, Meaning], Iterator[Use]]] = {
    "no three of a parity": _threes,
    "indexing columns 1, 5 and 9": _indexing_columns,
    "neighbours never": _never,
    "neighbours differ": _differ,
}
"""Rules of the whole board."""


def sum_of_cages(cages: Sequence[Element], total: int) -> Use:
    """Return the rule that the numbers in cages, read from the left or the top, add up to a total."""
    factors: Counter[int] = Counter()
    for cage in cages:
        factors.update({cell: 10**place for place, cell in enumerate(sorted(cage.cells, reverse=True))})
    cells = tuple(sorted(factors))
    return Use("sum", cells, (total, *(factors[cell] for cell in cells)))


# --- Marks between two cells --------------------------------------------------------------------------------------

_RELATIONS: dict[str, Callable[[int], Holds]] = {
    "sum": lambda n: lambda a, b: a + b == n,
    "consecutive": lambda _: lambda a, b: abs(a - b) == 1,
    "consecutive_or_ratio": lambda _: lambda a, b: abs(a - b) == 1 or a == 2 * b or b == 2 * a,
    "at_most": lambda n: lambda a, b: abs(a - b) <= n,
    "non_consecutive": lambda _: lambda a, b: abs(a - b) != 1,
    "difference": lambda n: lambda a, b: abs(a - b) == n,
    "exactly": lambda n: lambda a, b: abs(a - b) == n,
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
    rules = english()["edges"]["rules"]
    if len(meaning.relations) == 1:
        ((name, number),) = meaning.relations
        if (whole := _said(name, number)) in rules:
            return Use(rules[whole], cells)
        if name in rules:
            return Use(rules[name], cells, number)
    return Use("table", cells, related(size, holds(meaning)))


GIVEN = " given"


def with_number(meaning: Meaning, text: str) -> Meaning:
    """Return a meaning of a mark between two cells with the number that stands in it, where the sentence says so."""
    said = ((name.removesuffix(GIVEN), int(text) if name.endswith(GIVEN) else n) for name, n in meaning.relations)
    return replace(meaning, relations=tuple(said))


def takes_number(meaning: Meaning) -> bool:
    """Whether a sentence says what the number in a mark between two cells means."""
    return any(name.endswith(GIVEN) for name, _ in meaning.relations)


def _said(name: str, number: int) -> str:
    return f"{name} {number}" if number else name


def nowhere_else(meanings: Sequence[Meaning], marked: Collection[Cells], size: int, all_named: bool) -> Iterator[Use]:
    """Yield: two neighbours without a mark do not do what the marks say.

    `marked` are the pairs that have a mark of any of these kinds. `all_named` says that no other mark of the same kind
    is there, so that a named rule means the same.
    """
    said = sorted({relation for meaning in meanings for relation in meaning.relations})
    rule = english()["edges"]["rules_of_all"].get(", ".join(_said(*relation) for relation in said))
    if all_named and rule and all(len(meaning.relations) == 1 for meaning in meanings):
        yield Use(rule)
        return
    every = [holds(meaning) for meaning in meanings]
    table = related(size, lambda a, b: not any(one(a, b) for one in every))
    taken = {frozenset(cells) for cells in marked}
    for pair in neighbours(size):
        if frozenset(pair) not in taken:
            yield Use("table", pair, table)
