"""The rule of a mark, or of several marks together, once its meaning is known."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations, groupby, pairwise

from ..frame import LONGEST
from ..geometry import Cells, beside
from ..named.rule import Use
from .composing import COMPOSED, PartOfRule
from .drawing import LETTER, OUTSIDE, Element
from .edges import use_of
from .meanings import EDGE, Meaning


def uses_of(
    rule: str,
    marks: Sequence[Element],
    meanings: Sequence[Meaning],
    size: int,
    regions: tuple[Cells, ...],
    silent: Collection[str],
) -> list[Use]:
    """Return the rules of marks that have these meanings, all of one rule.

    `silent` names meanings of the text that only say how others are meant. PartOfRule where the sentence is not enough.
    """
    mark, meaning = marks[0], meanings[0]
    if rule == EDGE:
        return [use_of(one, mark.cells, size) for one in meanings]
    if len({one.value for one in meanings} - {None}) > 1:
        raise PartOfRule("two sentences give it different numbers")
    meaning = next((one for one in meanings if one.value is not None), meaning)
    if rule in COMPOSED:
        if mark.text and mark.kind not in (LETTER, OUTSIDE):
            raise PartOfRule("nothing says what the text in it means")
        return [use for one in meanings for use in COMPOSED[rule](mark, one, size)]
    if rule == "cage":
        return _cage(mark, meanings, silent)
    if rule in UNITED and len(marks) > 1:
        return [united(rule, marks, regions)]
    if rule in _OF_LINES:
        if mark.text:
            raise PartOfRule("nothing says what the text on it means")
        return _line(rule, mark, meaning, regions, silent)
    if rule in ("odd", "even", "minimum", "maximum", "counting circles", "all different"):
        if any(one.text for one in marks):
            raise PartOfRule("nothing says what the text in it means")
        cells = tuple(dict.fromkeys(cell for one in marks for cell in one.cells))
        if rule == "all different" and len(cells) > size:
            raise PartOfRule(f"an area of {len(cells)} cells cannot hold different digits")
        return [Use(rule, cells)]
    if rule == "clone":
        return [_clones({cell for one in marks for cell in one.cells}, size)]
    if rule == "inequality":
        return [Use(rule, mark.cells)]
    if rule == "quadruple":
        digits = tuple(int(digit) for digit in re.findall(r"\d", mark.text)) if size < 10 else ()
        if not digits or re.sub(r"[\d\s,.]", "", mark.text) or len(digits) > 4:
            raise PartOfRule("its text is no list of digits")
        return [Use(rule, mark.cells, digits)]
    if not re.fullmatch(r"\d{1,3}", mark.text) or not mark.cells:
        raise PartOfRule("it is no number beside a row, a column or a diagonal")
    return [Use(rule, mark.cells, int(mark.text))]


def one_of(
    marks: Sequence[Element],
    meaning: Meaning,
    each: int | None,
    size: int,
    regions: tuple[Cells, ...],
    silent: Collection[str],
) -> list[Use]:
    """Return the rules of lines that each obey one of several; `each` rule belongs to so many lines, if it is given.

    PartOfRule for another number of lines, or too many ways.
    """
    choices = sorted(meaning.choices, key=lambda choice: choice.rule not in UNITED)  # long rules are written less often
    made = [[tuple(uses_of(one.rule, [mark], [one], size, regions, silent)) for one in choices] for mark in marks]
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


def _cage(mark: Element, meanings: Sequence[Meaning], silent: Collection[str]) -> list[Use]:
    flags = {flag for meaning in meanings for flag in meaning.flags}
    said = next((meaning.value for meaning in meanings if meaning.value is not None), None)
    unique = "unique" in flags or (mark.unique is True and "cage may repeat" not in silent)
    if mark.text and "sum" not in flags:
        raise PartOfRule("no sentence says what its text means")
    if mark.text and not mark.text.isdecimal():
        sums = _sums(mark.text, flags, len(mark.cells))
        rule = "cage" if unique else "sum"
        return [Use("or", alternatives=tuple((Use(rule, mark.cells, one),) for one in sums))]
    value = int(mark.text) if mark.text else said
    if unique:
        return [Use("cage", mark.cells, value)]
    return [] if value is None else [Use("sum", mark.cells, value)]


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


def form_of(cells: Collection[int], size: int) -> tuple[tuple[int, int], ...]:
    """Return the steps from the first cell of an area to each: equal for areas of one form."""
    first, *_ = places = sorted(divmod(cell, size) for cell in cells)
    return tuple((row - first[0], column - first[1]) for row, column in places)


def _clones(cells: set[int], size: int) -> Use:
    """The rule that the areas of cells which touch hold the same digits at the same places."""
    rest, areas = set(cells), []
    while rest:
        area = [rest.pop()]
        for cell in area:
            area += rest & set(beside(size)[cell])
            rest -= set(area)
        areas.append(tuple(sorted(area)))
    if len(areas) < 2:
        raise PartOfRule("no other area has its form")
    return Use("clone", groups=tuple(sorted(areas)))


UNITED = ("renban", "nabner", "region sum")
"""Rules that say something of all cells of a figure, so that lines which touch may be one."""


def united(rule: str, lines: Sequence[Element], regions: tuple[Cells, ...]) -> Use:
    """Return the rule of lines as one figure."""
    cells = tuple(dict.fromkeys(cell for one in lines for cell in one.cells))
    if rule != "region sum":
        return Use(rule, cells)
    region_of = {cell: number for number, region in enumerate(regions) for cell in region}
    steps = [pair for one in lines for pair in pairwise(one.cells) if region_of.get(pair[0]) == region_of.get(pair[1])]
    groups: list[set[int]] = []
    for some in [*({cell} for cell in cells), *map(set, steps)]:
        near = [group for group in groups if group & some]
        groups = [group for group in groups if not group & some] + [some.union(*near)]
    return Use("equal sums", groups=tuple(tuple(sorted(group)) for group in groups))


# --- Lines --------------------------------------------------------------------------------------------------------


def _line(rule: str, mark: Element, meaning: Meaning, regions: tuple[Cells, ...], silent: Collection[str]) -> list[Use]:
    is_loop = len(mark.cells) > 2 and mark.cells[0] == mark.cells[-1]
    if rule == "region sum":
        return [
            _region_sum(
                mark.cells, is_loop, regions, "segments" in meaning.flags or "segments of region sums" in silent
            )
        ]
    if rule == "arrow":
        pill = mark.circles
        return [Use("arrow", mark.cells) if pill == 1 else Use("pill arrow", mark.cells, pill)]
    if rule == "sum line" and is_loop:
        return [Use("sum loop", mark.cells[:-1], meaning.value)]
    if is_loop:
        form = _OF_LINES[rule]
        if form is None:
            raise PartOfRule(f"a closed line of the rule {rule} has no first cell")
        return [Use(rule, form(mark.cells), meaning.value)]
    cells = tuple(dict.fromkeys(mark.cells)) if rule in ("renban", "nabner") else mark.cells
    return [Use(rule, cells, meaning.value)]


_OF_LINES: dict[str, Callable[[Cells], Cells] | None] = {
    "thermometer": None,
    "slow thermometer": None,
    "arrow": None,
    "palindrome": None,
    "between": None,
    "lockout": None,
    "double arrow": None,
    "zipper": None,
    "region sum": None,
    "sum line": None,
    "renban": lambda cells: tuple(dict.fromkeys(cells)),
    "nabner": lambda cells: tuple(dict.fromkeys(cells)),
    "whispers": lambda cells: cells,
    "entropic": lambda cells: cells + cells[1:2],
    "modular": lambda cells: cells + cells[1:2],
}
"""Rules of lines, with the cells that a closed line has; None where a closed one is not known."""


def _region_sum(cells: Cells, is_loop: bool, regions: tuple[Cells, ...], by_segment: bool) -> Use:
    if not regions:
        raise PartOfRule("the board has no regions to sum in")
    region_of = {cell: number for number, region in enumerate(regions) for cell in region}
    if is_loop:
        cells = cells[:-1]
        turn = next((i for i in range(len(cells)) if region_of.get(cells[i]) != region_of.get(cells[i - 1])), 0)
        cells = cells[turn:] + cells[:turn]
    visits = [region for region, _ in groupby(cells, region_of.get)]
    if len(set(visits)) < len(visits) and not by_segment:
        raise PartOfRule("the line enters a box twice, and no sentence says whether each visit has a sum of its own")
    return Use("region sum", cells)
