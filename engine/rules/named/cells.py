"""Named rules of cages, of single cells and groups of cells, and of marks between two cells."""

from collections.abc import Iterator
from itertools import combinations, pairwise

from ...names import KILLER
from ..automata import automaton
from ..frame import Frame, neighbours
from ..model import AnyOf, Constraint, House, Mask
from . import fields, figures, pads, values, words
from .figures import Mark
from .pads import Pad
from .row import Dot, Table, Technique
from .rule import Board, Use, equal_sums, number_of, pair_of, relations

CELL_RULES = Table("cells")
"""The rules of this kind by their names."""


def _write_cage(use: Use, frame: Frame) -> str:
    return words.said("Cage", 0 if use.value is None else use.value, *words.texts_of(use.cells, frame))


def _read_cage(rule: str, parts: words.Parts, names: words.Names) -> list[Use]:
    total = words.integer_in("Cage", parts[0] or "0")
    return [Use(rule, names.cells(parts[1:]), total or None)]


@CELL_RULES.rule(
    "cage",
    "Cells of a cage hold different digits that add up to its number.",
    "[sum]",
    technique=Technique(1, "cage-combinations", 30, "cage", 45),
    f_puzzles=fields.cells("killercage", kind="cage"),
    text=(words.Word("Cage", _write_cage, _read_cage),),
    mark=figures.CAGE,
    sudokupad=pads.said(
        "Digits in a cage cannot repeat and must sum to the number in the top left corner, if given.",
        pads.cage(unique=True),
    ),
    kind=KILLER,
)
def _cage(board: Board, use: Use) -> Iterator[Constraint]:
    yield House(tuple(dict.fromkeys(use.cells)))  # a cell that the cage names twice counts twice in its sum
    if use.value is not None:
        yield board.total(use.cells, (), number_of(use))


@CELL_RULES.rule(
    "sum",
    "The cells add up to the number, some of them times a factor.",
    "sum",
    technique=Technique(26, "sum-combinations", 35, "sum", 60),
    text=words.number("Sum"),
    mark=figures.CAGE,
    takes=values.FACTORS,
    sudokupad=pads.said(
        "Digits in a cage sum to the number in the corner. Digits may repeat in a cage.", pads.cage(unique=False)
    ),
)
def _sum(board: Board, use: Use) -> Iterator[Constraint]:
    if isinstance(use.value, tuple):
        total, *factors = use.value
        if len(factors) != len(use.cells):
            raise ValueError(f"sum has {len(use.cells)} cells and {len(factors)} factors")
        coefficients = dict.fromkeys(use.cells, 0)
        for cell, factor in zip(use.cells, factors, strict=True):
            coefficients[cell] += factor
        yield board.weighted(coefficients, total)
    else:
        yield board.total(use.cells, (), number_of(use))


@CELL_RULES.rule(
    "all different",
    "The cells hold different digits.",
    plural=False,
    technique=Technique(28, "all-different", 0, "all different cells", 0),
    f_puzzles=fields.cells("extraregion", "#cfcfcf", kind="shaded cell", valued=False),
    text=words.cells("AllDifferent"),
    mark=figures.shade("#f3e9b5", "#d5ecd0", "#e6dbf3", "#f6d9d3"),
    sudokupad=pads.said("Digits cannot repeat in an extra region.", pads.extra_region),
)
def _all_different(board: Board, use: Use) -> Iterator[Constraint]:
    yield House(use.cells)


@CELL_RULES.rule(
    "odd",
    "The marked cells hold odd digits.",
    plural=False,
    technique=Technique(43, "odd-cells", 4, "odd cells", 0),
    f_puzzles=fields.each_cell("odd", "#cfcfcf", kind="circle"),
    text=words.cells("Odd", own=True),
    mark=Mark(figures.discs),
    sudokupad=pads.said("Grey circles contain odd digits.", pads.in_cells(0.7, "#cfcfcf")),
)
def _odd(board: Board, use: Use) -> Iterator[Constraint]:
    for cell in use.cells:
        yield Mask(cell, board.set_of(digit for digit in board.values if digit % 2))


@CELL_RULES.rule(
    "even",
    "The marked cells hold even digits.",
    plural=False,
    technique=Technique(44, "even-cells", 4, "even cells", 0),
    f_puzzles=fields.each_cell("even", "#cfcfcf", kind="square"),
    text=words.cells("Even", own=True),
    mark=Mark(figures.squares),
    sudokupad=pads.said("Grey squares contain even digits.", pads.in_cells(0.7, "#cfcfcf", rounded=False)),
)
def _even(board: Board, use: Use) -> Iterator[Constraint]:
    for cell in use.cells:
        yield Mask(cell, board.set_of(digit for digit in board.values if digit % 2 == 0))


@CELL_RULES.rule(
    "digits",
    "The cells hold some of these digits.",
    "digits",
    technique=Technique(45, "given-digits", 4, "cells with given digits", 0),
    f_puzzles=fields.pencil_marks(),
    text=words.given_digits(),
    mark=figures.LABELS,
    takes=values.listed(),
    sudokupad=Pad(pads.pencil_marks),
)
def _digits(board: Board, use: Use) -> Iterator[Constraint]:
    for cell in use.cells:
        yield Mask(cell, board.set_of(digits_of(board, use)))


def digits_of(board: Board, use: Use) -> tuple[int, ...]:
    """Return the digits that a rule takes. ValueError for digits that the board does not have."""
    digits = (use.value,) if isinstance(use.value, int) else use.value
    if not isinstance(digits, tuple) or not all(digit in board.values for digit in digits):
        raise ValueError(f"{use.rule} has {use.value!r}: digits go from {board.values[0]} to {board.values[-1]}")
    return digits


def _write_square(use: Use, frame: Frame) -> str | None:
    """The word for 2x2 cells; None for others."""
    if not isinstance(use.value, tuple) or tuple(sorted(use.cells)) != words.square(min(use.cells), frame):
        return None
    return words.said("Quad", frame.cell_text(min(use.cells)), *use.value)


def _read_square(rule: str, parts: words.Parts, names: words.Names) -> list[Use]:
    cells = words.square(names.cell(parts[0]), names.frame)
    if len(cells) < 4:
        raise ValueError(f"Quad begins at {words.shortened(parts[0])}, where no four cells meet")
    digits = tuple(words.integer_in("Quad", digit) for digit in parts[1:])
    if not digits:
        raise ValueError("Quad is not complete: it has no digits")
    return [Use(rule, cells, digits)]


@CELL_RULES.rule(
    "quadruple",
    "The cells around a circle hold each of its digits, one that it names twice two times.",
    "digits",
    technique=Technique(29, "quadruple", 30, "quadruple", 45),
    f_puzzles=fields.digits_on_corners("quadruple", "#ffffff"),
    text=(words.Word("Quad", _write_square, _read_square), *words.digits("Quadruple", own=True)),
    mark=Mark(over=figures.digits_in_circle),
    takes=values.DIGITS,
    sudokupad=pads.said(
        "Digits in a white circle on a corner must appear in the four surrounding cells.", pads.circle_with_digits
    ),
    there="contains",
)
def _quadruple(board: Board, use: Use) -> Iterator[Constraint]:
    wanted = tuple(sorted(digits_of(board, use)))
    if len(wanted) > len(use.cells):
        raise ValueError(f"a quadruple of {len(wanted)} digits has {len(use.cells)} cells")

    def step(left: object, digit: int) -> object:
        rest = list(left) if isinstance(left, tuple) else []
        if digit in rest:
            rest.remove(digit)
        return tuple(rest)

    yield automaton(board.values, use.cells, wanted, step, lambda left: left == ())


@CELL_RULES.rule(
    "counting circles",
    "A digit in a circle is the number of circles that hold it.",
    technique=Technique(30, "counting-circles", 70, "circles", 90),
    text=words.cells("CountingCircles"),
    mark=Mark(over=figures.rings),
    sudokupad=pads.said(
        "A digit in a yellow circle indicates how many yellow circles contain that digit.",
        pads.in_cells(0.8, pads.COLOURS["yellow"]),
    ),
)
def _counting_circles(board: Board, use: Use) -> Iterator[Constraint]:
    count = len(use.cells)
    every = [digit for digit in board.values if digit]
    chosen = [some for n in every for some in combinations(every, n) if sum(some) == count]
    yield AnyOf(
        tuple(
            (
                *(Mask(cell, board.set_of(some)) for cell in use.cells),
                board.total(use.cells, (), sum(digit * digit for digit in some)),
                *(_so_many(board, use.cells, digit) for digit in some),
            )
            for some in chosen
        )
    )


def _so_many(board: Board, cells: tuple[int, ...], wanted: int) -> Constraint:
    """The automaton that counts a digit: it stands in so many of the cells as it says."""

    def step(seen: object, here: int) -> object:
        after = int(str(seen)) + (here == wanted)
        return after if after <= wanted else None

    return automaton(board.values, cells, 0, step, lambda seen: seen == wanted)


@CELL_RULES.rule(
    "clone",
    "Groups of one form hold the same digits at the same places.",
    technique=Technique(16, "clone", 20, "clone", 0),
    f_puzzles=fields.two_groups("clone", "cloneCells"),
    text=words.sets_of_one("SameValues") + words.groups("Clone", own=True),
    mark=figures.shade_groups("#d9e6d9", "#dbe4f3", "#f3e3d3", "#eadcee"),
    where="groups",
)
def _clone(board: Board, use: Use) -> Iterator[Constraint]:
    for first, second in pairwise(use.groups):
        if len(first) != len(second):
            raise ValueError("clones have different numbers of cells")
        yield from relations(board, [p for p in zip(first, second, strict=True) if p[0] != p[1]], lambda a, b: a == b)


@CELL_RULES.rule(
    "equal sums",
    "Each group has the same sum.",
    technique=Technique(27, "equal-sums", 50, "equal sums", 90),
    text=words.groups("EqualSum"),
    mark=figures.shade_each_group(*figures.GROUPS),
    where="groups",
)
def _equal_sums(board: Board, use: Use) -> Iterator[Constraint]:
    yield from equal_sums(board, use.groups)


@CELL_RULES.rule(
    "minimum",
    "A marked cell holds less than every neighbour that is not marked.",
    names_digits=True,
    technique=Technique(12, "minimum", 20, "minimum", 0),
    f_puzzles=fields.each_cell("minimum"),
    text=words.cells("Minimum", own=True),
    mark=figures.shade(figures.SHADE, over=figures.pointers(inward=True)),
)
def _minimum(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, _edges_of(board, use), lambda a, b: a < b)


@CELL_RULES.rule(
    "maximum",
    "A marked cell holds more than every neighbour that is not marked.",
    names_digits=True,
    technique=Technique(13, "maximum", 20, "maximum", 0),
    f_puzzles=fields.each_cell("maximum"),
    text=words.cells("Maximum", own=True),
    mark=figures.shade(figures.SHADE, over=figures.pointers(inward=False)),
)
def _maximum(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, _edges_of(board, use), lambda a, b: a > b)


def _edges_of(board: Board, use: Use) -> list[tuple[int, int]]:
    marked = {cell for other in board.uses if other.rule == use.rule for cell in other.cells} | set(use.cells)
    edges = list(neighbours(board.frame.rows, board.frame.columns))
    both = [*edges, *((b, a) for a, b in edges)]
    return [(a, b) for a, b in both if a in use.cells and b not in marked]


@CELL_RULES.rule(
    "inequality",
    "Of two cells the one at the point of the sign holds less: the second.",
    technique=Technique(11, "inequality", 20, "inequality", 0),
    text=words.pairs("GreaterThan", ordered=True),
    mark=figures.chevron(),
    sudokupad=pads.said("Inequality signs point to the smaller digit.", pads.chevron),
    where="pair",
)
def _inequality(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, [pair_of(use)], lambda a, b: a > b)


@CELL_RULES.rule(
    "white dot",
    "Cells with a white dot between them are consecutive, or differ by its number.",
    "[difference]",
    technique=Technique(7, "white-dot", 20, "white dot", 60),
    f_puzzles=fields.cells("difference", "#ffffff", kind="dot"),
    text=words.pairs("WhiteDot") + words.number("Difference", own=True),
    mark=figures.dot(figures.WHITE, figures.INK, "○"),
    takes=values.UNLABELLED,
    sudokupad=pads.dot(
        "White dots separate consecutive digits.", "#FFFFFF", ("yellow", "differ by {}"), borderColor="#000000"
    ),
    kind="kropki",
    random=Dot(lambda low, high: high - low == 1),
    where="pair",
)
def _white_dot(board: Board, use: Use) -> Iterator[Constraint]:
    by = 1 if use.value is None else number_of(use)
    yield from relations(board, [pair_of(use)], lambda a, b: abs(a - b) == by)


@CELL_RULES.rule(
    "black dot",
    "Of cells with a black dot between them one is twice the other, or its number times.",
    "[ratio]",
    technique=Technique(8, "black-dot", 20, "black dot", 60),
    f_puzzles=fields.cells("ratio", "#000000", kind="dot"),
    text=words.pairs("BlackDot") + words.number("Ratio", own=True),
    mark=figures.dot(figures.INK, figures.WHITE, "●"),
    takes=values.UNLABELLED,
    sudokupad=pads.dot("Black dots separate digits in a 1:2 ratio.", "#000000", ("red", "are in a 1:{} ratio")),
    kind="kropki",
    random=Dot(lambda low, high: high == 2 * low),
    where="pair",
)
def _black_dot(board: Board, use: Use) -> Iterator[Constraint]:
    by = 2 if use.value is None else number_of(use)
    yield from relations(board, [pair_of(use)], lambda a, b: a == by * b or b == by * a)


@CELL_RULES.rule(
    "x",
    "Cells with an X between them add up to 10.",
    technique=Technique(9, "x-sum-of-ten", 20, "x", 60),
    f_puzzles=fields.letters("xv"),
    text=words.pairs("X"),
    mark=figures.letter("X"),
    sudokupad=pads.letter("Digits separated by an X sum to 10.", "X"),
    kind="xv",
    random=Dot(lambda low, high: low + high == 10),
    where="pair",
)
def _x(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, [pair_of(use)], lambda a, b: a + b == 10)


@CELL_RULES.rule(
    "v",
    "Cells with a V between them add up to 5.",
    technique=Technique(10, "v-sum-of-five", 20, "v", 60),
    f_puzzles=fields.letters("xv"),
    text=words.pairs("V"),
    mark=figures.letter("V"),
    sudokupad=pads.letter("Digits separated by a V sum to 5.", "V"),
    kind="xv",
    random=Dot(lambda low, high: low + high == 5),
    where="pair",
)
def _v(board: Board, use: Use) -> Iterator[Constraint]:
    yield from relations(board, [pair_of(use)], lambda a, b: a + b == 5)
