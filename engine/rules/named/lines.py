"""Named rules of lines of cells."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise

from ..automata import automaton
from ..frame import Cells, Frame
from ..model import AnyOf, Constraint, House, Mask
from . import fields, figures, pads, values, words
from .figures import Mark
from .row import Line, Table, Technique, Values
from .rule import Board, Use, equal_sums, number_of, relations

LINE_RULES = Table("line")
"""The rules of this kind by their names."""


def _without_repeats(cells: Cells) -> Cells:
    return tuple(dict.fromkeys(cells))  # a line may close or cross itself


def _rise(values: Values, size: int) -> bool:
    return all(low < high for low, high in pairwise(values))


@LINE_RULES.rule(
    "thermometer",
    "Digits rise from the bulb on.",
    technique=Technique(2, "thermometer-bounds", 20, "thermometer", 0),
    f_puzzles=fields.lines("thermometer", "#cfcfcf", kind="thermometer"),
    text=words.cells("Thermo"),
    mark=figures.thermometer(),
    sudokupad=pads.said("Digits along a grey thermometer increase from the bulb end.", pads.thermometer("#cfcfcf")),
    kind="thermo",
    random=Line(12, _rise, turns=True, reverses=True),
)
def _thermometer(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, list(pairwise(use.cells)), lambda a, b: a < b)


@LINE_RULES.rule(
    "slow thermometer",
    "Digits rise from the bulb on or stay the same.",
    technique=Technique(3, "slow-thermometer-bounds", 20, "slow thermometer", 0, 90),
    f_puzzles=fields.lines("slowthermometer", "#cfcfcf", kind="thermometer"),
    text=words.cells("SlowThermo", own=True),
    mark=figures.thermometer(rim=True),
    sudokupad=pads.said(
        "Digits along an orange thermometer increase or stay the same from the bulb end.", pads.thermometer("#ffc890")
    ),
)
def _slow_thermometer(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, list(pairwise(use.cells)), lambda a, b: a <= b)


def _fit_in_circle(values: Values, size: int) -> bool:
    return sum(values[1:]) <= values[0]


def _fill_circle(values: Values) -> bool:
    return sum(values[1:]) == values[0]


@LINE_RULES.rule(
    "arrow",
    "The digits along an arrow add up to the one in its circle, the first.",
    technique=Technique(4, "arrow-sum", 30, "arrow", 60),
    f_puzzles=fields.arrows("arrow", "#c1c1c1"),
    text=words.cells("Arrow"),
    mark=Mark(figures.arrow),
    sudokupad=pads.said("Digits along an arrow sum to the digit in its circle.", pads.arrow),
    random=Line(7, _fit_in_circle, _fill_circle),
)
def _arrow(board: Board, use: Use) -> Iterator[Constraint]:
    yield board.total(use.cells[1:], use.cells[:1])


def _write_pill(use: Use, frame: Frame) -> str | None:
    pill = list(use.cells[: number_of(use)])
    return words.said("PillArrow", use.value, *words.texts_of(use.cells, frame)) if pill == sorted(pill) else None


def _read_pill(rule: str, parts: words.Parts, names: words.Names) -> list[Use]:
    length, cells = words.integer_in("PillArrow", parts[0]), names.cells(parts[1:])
    return [Use(rule, (*sorted(cells[:length]), *cells[length:]), length)]


@LINE_RULES.rule(
    "pill arrow",
    "The digits along an arrow add up to the number in its pill of several cells.",
    "cells of the pill",
    technique=Technique(5, "pill-arrow-sum", 45, "pill arrow", 70),
    f_puzzles=fields.arrows("arrow", "#c1c1c1"),
    text=(words.Word("PillArrow", _write_pill, _read_pill), *words.number("Pill", own=True)),
    mark=Mark(figures.arrow),
    takes=values.UNLABELLED,
    sudokupad=pads.said(
        "Digits along an arrow sum to the number in its pill. Pills are read left to right or top to bottom.",
        pads.arrow,
    ),
)
def _pill_arrow(board: Board, use: Use) -> Iterator[Constraint]:
    length = number_of(use)
    if not 2 <= length < len(use.cells) or length > 3:
        raise ValueError(f"a pill of {length} cells on a line of {len(use.cells)}")
    coefficients = dict.fromkeys(use.cells, 0)
    for place, cell in enumerate(use.cells):
        coefficients[cell] += -(10 ** (length - 1 - place)) if place < length else 1
    yield board.weighted(coefficients, 0)
    if board.values[-1] > 9:
        for cell in use.cells[1:length]:
            yield Mask(cell, board.set_of(range(10)))


@LINE_RULES.rule(
    "double arrow",
    "The digits between the two circles add up to the sum of those in them.",
    technique=Technique(6, "double-arrow-sum", 45, "double arrow", 70),
    f_puzzles=fields.lines("doublearrow", "#c1c1c1", circles=2),
    text=words.cells("DoubleArrow"),
    mark=figures.line("#c9c9c9", ends="circle"),
    sudokupad=pads.line(
        "red", "Digits on a {} line between two circles sum to the sum of the digits in the circles.", circles=True
    ),
)
def _double_arrow(board: Board, use: Use) -> Iterator[Constraint]:
    yield board.total(use.cells[1:-1], (use.cells[0], use.cells[-1]))


def _half(size: int) -> int:
    return (size + 1) // 2


def _read_whispers(rule: str, parts: words.Parts, names: words.Names) -> list[Use]:
    if parts and parts[0][:1] in "Rr":
        return [Use(rule, names.cells(parts), 5)]
    return [Use(rule, names.cells(parts[1:]), words.integer_in("Whisper", parts[0]))]


def _differ(values: Values, size: int) -> bool:
    return all(abs(one - other) >= _half(size) for one, other in pairwise(values))


@LINE_RULES.rule(
    "whispers",
    "Neighbours on the line differ by at least 5, or the number given.",
    "[difference]",
    usual=5,
    default=_half,
    technique=Technique(14, "whispers", 25, "whispers line", 80, 70),
    f_puzzles=fields.lines("whispers", "#67f067"),
    closed=lambda cells: cells,
    text=(replace(words.number("Whisper")[0], read=_read_whispers),),
    mark=figures.line("#5fc36b"),
    sudokupad=pads.line("green", "Adjacent digits on a {} line differ by at least {}.", default=_half),
    random=Line(7, _differ, reverses=True),
)
def _whispers(board: Board, use: Use) -> Iterator[Constraint]:
    least = (board.size + 1) // 2 if use.value is None else number_of(use)
    yield from relations(board, list(pairwise(use.cells)), lambda a, b: abs(a - b) >= least)


def _runs(count: int, size: int) -> Iterator[tuple[int, ...]]:
    return (tuple(range(first, first + count)) for first in range(1, size - count + 2))


def _are_consecutive(values: Values, size: int) -> bool:
    return len(set(values)) == len(values) == max(values) - min(values) + 1


@LINE_RULES.rule(
    "renban",
    "The digits of the line are different and follow on each other, in any order.",
    technique=Technique(17, "renban-range", 35, "renban line", 60),
    f_puzzles=fields.lines("renban", "#f067f0"),
    closed=_without_repeats,
    joins=True,
    text=words.cells("Renban"),
    mark=figures.line("#d489e0"),
    sudokupad=pads.line("purple", "Digits on a {} line form a set of consecutive digits in any order."),
    random=Line(7, _are_consecutive, reverses=True),
    sets=_runs,
)
def _renban(board: Board, use: Use) -> Iterator[Constraint]:
    cells = _without_repeats(use.cells)
    count = len(cells)
    yield House(cells)
    yield from relations(board, list(combinations(cells, 2)), lambda a, b: a != b and abs(a - b) < count)
    if count < board.size:
        runs = [board.set_of(range(low, low + count)) for low in board.values[: board.size - count + 1]]
        yield AnyOf(tuple(tuple(Mask(cell, run) for cell in cells) for run in runs))


@LINE_RULES.rule(
    "nabner",
    "The digits of the line are different, and no two of them follow on each other.",
    f_puzzles=fields.lines("nabner", "#c9c883"),
    closed=_without_repeats,
    joins=True,
    text=words.cells("Nabner", own=True),
    mark=figures.line("#cfc96a"),
    sudokupad=pads.line("yellow", "No two digits on a {} line may be consecutive, and digits may not repeat."),
)
def _nabner(board: Board, use: Use) -> Iterator[Constraint]:
    yield House(use.cells)
    yield from relations(board, list(combinations(use.cells, 2)), lambda a, b: abs(a - b) > 1)


@LINE_RULES.rule(
    "palindrome",
    "The line reads the same from both ends.",
    technique=Technique(15, "palindrome", 20, "palindrome", 0),
    f_puzzles=fields.lines("palindrome", "#c1c1c1"),
    text=words.cells("Palindrome"),
    mark=figures.line("#b4b4b4"),
    sudokupad=pads.line("grey", "Digits on a {} line read the same in both directions."),
)
def _palindrome(board: Board, use: Use) -> Iterator[Constraint]:
    half = len(use.cells) // 2
    pairs = zip(use.cells[:half], use.cells[::-1], strict=False)
    yield from relations(board, [(a, b) for a, b in pairs if a != b], lambda a, b: a == b)


@LINE_RULES.rule(
    "between",
    "Digits on the line lie between those at its two ends.",
    plural=False,
    technique=Technique(18, "between-bounds", 40, "between line"),
    f_puzzles=fields.lines("betweenline", "#c1c1c1", circles=2),
    text=words.cells("Between"),
    mark=figures.line("#c8b48c", ends="circle"),
    sudokupad=pads.line(
        "grey", "Digits on a {} line lie strictly between the digits in the circles at its ends.", circles=True
    ),
)
def _between(board: Board, use: Use) -> Iterator[Constraint]:
    def inside(first: int, here: int, last: int) -> bool:
        return min(first, last) < here < max(first, last)

    for cell in use.cells[1:-1]:
        yield _of_three(board, (use.cells[0], cell, use.cells[-1]), inside)


@LINE_RULES.rule(
    "lockout",
    "The two ends differ by at least 4, or the number given, and no digit of the line lies between them.",
    "[difference]",
    usual=4,
    default=lambda size: 4,
    technique=Technique(19, "lockout-bounds", 45, "lockout line"),
    f_puzzles=fields.lines("lockout", "#2ecbff", circles=2),
    text=words.number("Lockout"),
    mark=figures.line("#8fc3d9", ends="diamond"),
)
def _lockout(board: Board, use: Use) -> Iterator[Constraint]:
    least = 4 if use.value is None else number_of(use)

    def beyond(first: int, here: int, last: int) -> bool:
        return abs(first - last) >= least and not min(first, last) <= here <= max(first, last)

    ends = (use.cells[0], use.cells[-1])
    yield from relations(board, [ends], lambda a, b: abs(a - b) >= least)
    for cell in use.cells[1:-1]:
        yield _of_three(board, (ends[0], cell, ends[1]), beyond)


def _of_three(board: Board, cells: tuple[int, ...], holds: Callable[[int, int, int], bool]) -> Constraint:
    """The automaton of a condition on three digits."""

    def step(read: object, digit: int) -> object:
        before = read if isinstance(read, tuple) else ()
        if len(before) < 2:
            return (*before, digit)
        return (0,) * 3 if holds(before[0], before[1], digit) else None

    return automaton(board.values, cells, (), step, lambda read: isinstance(read, tuple) and len(read) == 3)


@LINE_RULES.rule(
    "region sum",
    "The line has the same sum in each region that it passes through.",
    technique=Technique(20, "region-sum", 60, "region sum line", 90),
    f_puzzles=fields.lines("regionsumline", "#2ecbff"),
    joins=True,
    text=words.cells("RegionSumLine"),
    mark=figures.line("#69b4f0"),
    sudokupad=pads.line(
        "blue", "Box borders divide a {} line into segments with the same sum. Different lines may have different sums."
    ),
)
def _region_sum(board: Board, use: Use) -> Iterator[Constraint]:
    region_of = {cell: number for number, region in enumerate(board.regions) for cell in region}
    groups: list[list[int]] = []
    before = None
    for cell in use.cells:
        if (region := region_of.get(cell)) != before or not groups:
            groups.append([])
        groups[-1].append(cell)
        before = region
    if not board.regions:
        raise ValueError("region sum needs a board with regions")
    yield from equal_sums(board, groups)


def _read_sum_line(rule: str, parts: words.Parts, names: words.Names) -> list[Use]:
    value = words.integer_in("SumLine", parts[0])
    if parts[-1] == "LOOP":
        return [Use("sum loop", names.cells(parts[1:-1]), value)]
    return [Use(rule, names.cells(parts[1:]), value)]


def _write_sum_loop(use: Use, frame: Frame) -> str:
    return words.said("SumLine", use.value, *words.texts_of(use.cells, frame), "LOOP")


@LINE_RULES.rule(
    "sum line",
    "The line can be cut into pieces that each have the sum.",
    "sum",
    technique=Technique(21, "sum-line", 60, "sum line", 90),
    text=(replace(words.number("SumLine")[0], read=_read_sum_line),),
    mark=figures.line("#e6a96b"),
    sudokupad=pads.line("orange", "Each {} line can be divided into segments that each sum to {}."),
)
def _sum_line(board: Board, use: Use) -> Iterator[Constraint]:
    goal = number_of(use)

    def step(sofar: object, digit: int) -> object:
        after = int(str(sofar)) + digit
        return after % goal if after <= goal else None

    yield automaton(board.values, use.cells, 0, step, lambda sofar: sofar == 0)


@LINE_RULES.rule(
    "sum loop",
    "The closed line can be cut into pieces that each have the sum.",
    "sum",
    technique=Technique(22, "sum-loop", 70, "sum loop", 90),
    text=(words.Word("SumLine", _write_sum_loop),),
    mark=figures.line("#e6a96b", closed=True),
)
def _sum_loop(board: Board, use: Use) -> Iterator[Constraint]:
    goal, cells = number_of(use), use.cells
    turns = [cells[turn:] + cells[:turn] for turn in range(min(len(cells), goal))]
    yield AnyOf(tuple(tuple(_sum_line(board, Use(use.rule, turn, goal))) for turn in turns))


@LINE_RULES.rule(
    "zipper",
    "Cells equally far from the middle of the line have the same sum, which the middle cell holds.",
    technique=Technique(23, "zipper", 50, "zipper", 90),
    f_puzzles=fields.lines("zipperline", "#cdb1ec"),
    text=words.cells("Zipper"),
    mark=figures.line("#b99be8"),
    sudokupad=pads.line(
        "purple",
        "Digits an equal distance from the centre of a {} line sum to the same total. For lines of odd length, the "
        "total is the digit in the centre.",
    ),
)
def _zipper(board: Board, use: Use) -> Iterator[Constraint]:
    half, cells = len(use.cells) // 2, use.cells
    pairs: list[Cells] = [(cells[i], cells[-1 - i]) for i in range(half)]
    if len(cells) % 2:
        pairs.append((cells[half],))
    yield from equal_sums(board, pairs)


@LINE_RULES.rule(
    "modular",
    "Three cells in a row on the line have different remainders divided by 3, or the number.",
    "[modulus]",
    usual=3,
    default=lambda size: 3,
    plural=False,
    names_digits=True,
    technique=Technique(24, "modular-sets", 35, "modular line", 80, 80),
    f_puzzles=fields.lines("modularline", "#33bbbb"),
    closed=lambda cells: cells + cells[1:2],
    text=words.number("Modular"),
    mark=figures.line("#4fc4c4"),
    sudokupad=pads.line(
        "red",
        "Any three adjacent digits on a {} line have different remainders when divided by 3.",
        only=("SudokuPad has modular lines of 3", lambda use, size: use.value in (None, 3)),
    ),
)
def _modular(board: Board, use: Use) -> Iterator[Constraint]:
    by = 3 if use.value is None else number_of(use)
    if by < 1:
        raise ValueError(f"modular has {by}: it takes a number from 1 on")
    yield from _in_turn(board, use.cells, lambda digit: digit % by, by)


@LINE_RULES.rule(
    "entropic",
    "Three cells in a row on the line hold a low, a middle and a high digit.",
    plural=False,
    names_digits=True,
    technique=Technique(25, "entropic-sets", 35, "entropic line", 80, 80),
    f_puzzles=fields.lines("entropicline", "#ffccaa"),
    closed=lambda cells: cells + cells[1:2],
    text=words.cells("Entropic"),
    mark=figures.line("#f0a884"),
    sudokupad=pads.line(
        "orange",
        "Any three adjacent digits on a {} line include a low (123), a medium (456) and a high (789) digit.",
        only=("SudokuPad has entropic lines on boards of size 9", lambda use, size: size == 9),
    ),
)
def _entropic(board: Board, use: Use) -> Iterator[Constraint]:
    if board.size % 3:
        raise ValueError("entropic needs a size of three equal parts")
    yield from _in_turn(board, use.cells, lambda digit: (digit - board.values[0]) * 3 // board.size, 3)


def _in_turn(board: Board, cells: tuple[int, ...], kind: Callable[[int], int], kinds: int) -> Iterator[Constraint]:
    """Any so many cells in a row are of different kinds, so those that far apart are of the same."""
    for i, first in enumerate(cells):
        for j in range(i + 1, len(cells)):
            if first == cells[j]:
                continue
            if (j - i) % kinds == 0:
                yield from relations(board, [(first, cells[j])], lambda a, b: kind(a) == kind(b))
            elif j - i < kinds:
                yield from relations(board, [(first, cells[j])], lambda a, b: kind(a) != kind(b))
