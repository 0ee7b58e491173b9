"""Named rules that count: digits that some cells hold, how often, how many, and how they balance."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..automata import automaton
from ..frame import Cells
from ..model import Automaton, CannotHold, Constraint, House, Mask, Relation
from . import figures, values, words
from .cells import digits_of
from .outside import sandwiched
from .row import Table
from .rule import Board, Use, number_of

COUNT_RULES = Table("cells")
"""The rules of this kind by their names."""


@COUNT_RULES.rule(
    "contains",
    "The cells hold each of the digits at least as often as they are listed.",
    "digits",
    plural=False,
    names_digits=True,
    text=words.digits("ContainAtLeast"),
    mark=figures.shade(figures.SHADE),
    takes=values.listed(),
)
def _contains(board: Board, use: Use) -> Iterator[Constraint]:
    yield _counted(board, use.cells, Counter(digits_of(board, use)), exactly=False)


@COUNT_RULES.rule(
    "contains exactly",
    "The cells hold each of the digits just as often as they are listed.",
    "digits",
    plural=False,
    names_digits=True,
    text=words.digits("ContainExact"),
    mark=figures.shade(figures.SHADE),
    takes=values.listed("="),
)
def _contains_exactly(board: Board, use: Use) -> Iterator[Constraint]:
    yield _counted(board, use.cells, Counter(digits_of(board, use)), exactly=True)


@COUNT_RULES.rule(
    "look and say",
    "The number is read in pairs: how often the cells hold a digit, and the digit.",
    "pairs of a number and a digit",
    plural=False,
    names_digits=True,
    text=words.text("LookAndSay"),
    mark=figures.shade(figures.SHADE),
    takes=values.WORD,
)
def _look_and_say(board: Board, use: Use) -> Iterator[Constraint]:
    clue = str(use.value)
    if not clue.isascii() or not clue.isdecimal() or len(clue) % 2:
        raise ValueError(f"look and say has {clue[:20]!r} where pairs of a number and a digit are needed")
    wanted: dict[int, int] = {}
    for count, digit in zip(clue[::2], clue[1::2], strict=True):
        if wanted.setdefault(int(digit), int(count)) != int(count):
            raise CannotHold(f"look and say {clue[:20]} counts {digit} twice")
        if int(digit) not in board.values and int(count):
            raise CannotHold(f"look and say {clue[:20]}: digits go from {board.values[0]} to {board.values[-1]}")
    yield _counted(board, use.cells, Counter(wanted), exactly=True)


def _counted(board: Board, cells: Cells, wanted: Counter[int], *, exactly: bool) -> Automaton:
    """The automaton of what is still wanted of each digit."""
    if sum(wanted.values()) > len(cells):
        raise CannotHold(f"{sum(wanted.values())} digits in {len(cells)} cells")
    digits = tuple(wanted)

    def step(left: object, digit: int) -> object:
        rest = list(left) if isinstance(left, tuple) else []
        if digit in wanted:
            place = digits.index(digit)
            if exactly and not rest[place]:
                return None
            rest[place] = max(rest[place] - 1, 0)
        return tuple(rest)

    start = tuple(wanted.values())
    return automaton(board.values, cells, start, step, lambda left: not isinstance(left, tuple) or not any(left))


@COUNT_RULES.rule(
    "count distinct",
    "The digit in the first cell is how many different ones the others hold.",
    plural=False,
    names_digits=True,
    text=words.cells("CountDistinct"),
    mark=figures.shade(figures.SHADE),
)
def _count_distinct(board: Board, use: Use) -> Iterator[Constraint]:
    if len(use.cells) < 2:
        raise ValueError("count distinct has one cell")
    count = len(use.cells) - 1

    def step(state: object, digit: int) -> object:
        seen, read = state if isinstance(state, tuple) else (0, 0)
        if read == count:
            return (seen == digit,)
        seen = seen | 1 << digit
        return (seen.bit_count(), count) if read + 1 == count else (seen, read + 1)

    yield automaton(board.values, (*use.cells[1:], use.cells[0]), (0, 0), step, lambda state: state == (True,))


@COUNT_RULES.rule(
    "same digits",
    "Each group holds the same digits, each as often as every other group does.",
    names_digits=True,
    text=words.sets("SameValues", "clone"),
    mark=figures.shade_each_group(*figures.GROUPS),
    where="groups",
)
def _same_digits(board: Board, use: Use) -> Iterator[Constraint]:
    if len({len(group) for group in use.groups}) > 1:
        raise ValueError("same digits has groups of different numbers of cells")
    yield from same_digits(board, use.groups)


def same_digits(board: Board, groups: Sequence[Cells]) -> Iterator[Constraint]:
    """Yield: groups hold the same digits, each as often. Pairs of groups of one cell are relations."""
    for first, second in pairwise(groups):
        repeats = len(set(first)) < len(first) or len(set(second)) < len(second)
        common = set() if repeats else set(first) & set(second)
        one, other = ([cell for cell in cells if cell not in common] for cells in (first, second))
        if len(one) == 1:
            yield Relation(one[0], other[0], board.table_of(lambda a, b: a == b))
        elif one:
            yield board.total(one, other)
            yield from (_as_often(board, one, other, digit) for digit in board.values)


def _as_often(board: Board, one: Sequence[int], other: Sequence[int], wanted: int) -> Automaton:
    """The automaton that reads one group, then the other, and compares how often they hold a digit."""
    half = len(one)

    def step(state: object, digit: int) -> object:
        read, seen = state if isinstance(state, tuple) else (0, 0)
        seen += (digit == wanted) * (1 if read < half else -1)
        return None if seen < 0 else (read + 1, seen)

    cells = (*one, *other)
    return automaton(board.values, cells, (0, 0), step, lambda state: isinstance(state, tuple) and state[1] == 0)


@COUNT_RULES.rule(
    "rellik cage",
    "The cells hold different digits, and no one or more of them add up to the number.",
    "sum",
    names_digits=True,
    text=words.number("RellikCage"),
    mark=figures.CAGE,
    takes=values.signed("≠"),
)
def _rellik_cage(board: Board, use: Use) -> Iterator[Constraint]:
    banned = number_of(use)
    if banned < 1:
        raise ValueError(f"rellik cage has {banned}: it takes a number from 1 on")
    reach = (1 << (banned + 1)) - 1

    def step(sums: object, digit: int) -> object:
        here = int(str(sums))
        after = (here | here << digit) & reach
        return None if after >> banned & 1 else after

    yield House(use.cells)
    yield automaton(board.values, use.cells, 1, step, lambda sums: True)


@COUNT_RULES.rule(
    "equality cage",
    "The cells hold different digits: as many odd as even ones, and as many low as high ones.",
    names_digits=True,
    text=words.cells("EqualityCage"),
    mark=figures.CAGE,
)
def _equality_cage(board: Board, use: Use) -> Iterator[Constraint]:
    half = board.size // 2
    low, high = board.values[:half], board.values[board.size - half :]

    def step(state: object, digit: int) -> object:
        odd, lows = state if isinstance(state, tuple) else (0, 0)
        if digit not in low and digit not in high:
            return None
        return odd + (1 if digit % 2 else -1), lows + (1 if digit in low else -1)

    yield House(use.cells)
    yield automaton(board.values, use.cells, (0, 0), step, lambda state: state == (0, 0))


@COUNT_RULES.rule(
    "lunchbox",
    "The cells hold different digits; those between the least and the greatest add up to the number.",
    "sum",
    names_digits=True,
    text=words.number("Lunchbox"),
    mark=figures.line("#d8d8d8"),
    where="line",
)
def _lunchbox(board: Board, use: Use) -> Iterator[Constraint]:
    yield House(use.cells)
    yield from sandwiched(board, use.cells, number_of(use), "lunchbox")


@COUNT_RULES.rule(
    "value indexing",
    "The digit of the first cell stands again N cells after the second one, which holds N.",
    plural=False,
    names_digits=True,
    text=words.cells("ValueIndexing"),
    mark=figures.line("#9fb8d9", ends="circle"),
    where="line",
)
def _value_indexing(board: Board, use: Use) -> Iterator[Constraint]:
    first, second, *line = use.cells
    if not line:
        raise ValueError("value indexing has a line of two cells")
    for place, cell in enumerate(line, 1):

        def step(read: object, digit: int, n: int = place) -> object:
            before = read if isinstance(read, tuple) else ()
            if len(before) == 2 and before[1] == n and before[0] != digit:
                return None
            return (*before, digit) if len(before) < 2 else "read"

        yield automaton(board.values, (first, second, cell), (), step, lambda read: read == "read")
    yield Mask(second, board.set_of(range(1, len(line) + 1)))
