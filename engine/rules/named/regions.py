"""Meanings of rules of connected cells, of regions to be found, of digits that these lack, and of ranks."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product

from ..automata import automaton
from ..frame import Cells, Frame, Group, box_sides, columns, ray, rows
from ..model import CannotHold, Connected, Constraint, House, Mask, Pairs
from . import Meanings
from .rule import Board, Use, number_of
from .words import near

REGIONS = Meanings()

CHAOS = "CC"
"""The group with the region of each cell of the grid."""


@REGIONS.means("connected")
def _connected(board: Board, use: Use) -> Iterator[Constraint]:
    count, *digits = use.value if isinstance(use.value, tuple) else (-1,)
    if count < 0 or not digits or not all(digit in board.values for digit in digits):
        raise ValueError(f"connected has {use.value!r} where the number of cells and digits are needed")
    _, across = board.frame.group_cells(board.frame.place(use.cells[0])[0])
    yield Connected(use.cells, across, board.set_of(digits), count)


# --- Regions that are to be found ---


def with_chaos(frame: Frame) -> Frame:
    """Return the frame with a cell for the region of each cell."""
    return frame.with_groups(Group(CHAOS, frame.cells, frame.columns, "Chaos regions"))


@REGIONS.means("chaos construction")
def _chaos_construction(board: Board, use: Use) -> Iterator[Constraint]:
    size, cells = number_of(use), board.frame.cells
    if size < 2 or cells % size or cells // size > board.size:
        raise ValueError(f"chaos construction with regions of {size} cells does not fit a board of {cells}")
    regions, count = tuple(_regions(board)), cells // size
    for region in regions:
        yield Mask(region, (1 << count) - 1)
    for number in range(count):
        yield Connected(regions, board.frame.columns, 1 << number, size)
    yield Pairs(tuple(range(cells)), regions, count if size == board.size else 0)
    yield _in_order(board, regions, count)


def _in_order(board: Board, regions: Cells, count: int) -> Constraint:
    """The automaton that numbers regions in the order of their first cells, so that one board is one solution."""

    def step(known: int, region: int) -> int | None:
        number = region - board.values[0] + 1
        return max(known, number) if number <= min(known + 1, count) else None

    return automaton(board.values, regions, 0, step, lambda found: found == count)


def _regions(board: Board) -> range:
    try:
        return board.frame.group_cells(CHAOS)[0]
    except ValueError:
        raise ValueError("this rule needs a board with chaos construction") from None


@REGIONS.means("chaos arrow")
def _chaos_arrow(board: Board, use: Use) -> Iterator[Constraint]:
    arms, control = use.groups or _cross(board, use.cells[0]), use.cells[0]
    if len({arm[0] for arm in arms}) != 1:
        raise ValueError("the arms of a chaos arrow begin in different cells")
    line = [arms[0][0], *(cell for arm in arms for cell in arm[1:])]
    begins = {sum(len(arm) - 1 for arm in arms[:number]) + 1 for number in range(len(arms))}
    offset = number_of(use)

    def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        if not state:
            return (digit, 1, 1, True)
        region, read, run, goes_on = state
        if read == len(line):
            return _READ if digit == run - offset else None
        goes_on = (goes_on or read in begins) and digit == region
        return (region, read + 1, run + goes_on, goes_on)

    yield automaton(board.values, (*line, control), (), step, lambda state: state == _READ)


_READ = (-1,)
"""The state after the last cell."""


def _cross(board: Board, cell: int) -> tuple[Cells, ...]:
    """The regions of the cells left, right, above and below a cell, from it on."""
    frame, regions = board.frame, _regions(board)
    row, column = divmod(cell, frame.columns)
    ways = ((0, -1), (0, 1), (-1, 0), (1, 0))
    arms = (ray(frame.rows, (row, column), way, frame.columns) for way in ways)
    return tuple(tuple(regions[one] for one in arm) for arm in arms)


@REGIONS.means("chaos count")
def _chaos_count(board: Board, use: Use) -> Iterator[Constraint]:
    cells = use.groups[0] if use.groups else _around(board, use.cells[0])
    offset = number_of(use)

    def step(state: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        if not state:
            return (digit, 1, 1)
        region, read, seen = state
        if read == len(cells):
            return _READ if digit == seen - offset else None
        return (region, read + 1, seen + (digit == region))

    yield automaton(board.values, (*cells, use.cells[0]), (), step, lambda state: state == _READ)


def _around(board: Board, cell: int) -> Cells:
    """The regions of a cell and of those that touch it."""
    frame, regions = board.frame, _regions(board)
    steps = sorted(product((-1, 0, 1), (-1, 0, 1)), key=lambda way: way != (0, 0))
    return tuple(regions[one] for one in near(cell, frame, *steps))


# --- Digits that regions lack ---

DOPPELGANGER = ("DGZ", "DGR", "DGC", "DGB")
"""Groups: the digit 0, and the digits that columns, rows and boxes lack."""


def with_doppelgangers(frame: Frame) -> Frame:
    """Return the frame with the digits that columns, rows and boxes lack beside the grid."""
    sides = box_sides(frame.rows, frame.columns, max(frame.rows, frame.columns))
    boxes = frame.cells // max(frame.rows, frame.columns) if sides else 0
    counts = (1, frame.columns, frame.rows, boxes)
    across = (0, 0, 0, frame.columns // sides[1] if sides else 0)
    labels = ("zero", "columns lack", "rows lack", "boxes lack")
    some = zip(DOPPELGANGER, counts, across, labels, strict=True)
    return frame.with_groups(*(Group(prefix, count, wide, label) for prefix, count, wide, label in some if count))


@REGIONS.means("doppelganger")
def _doppelganger(board: Board, use: Use) -> Iterator[Constraint]:
    frame, size = board.frame, board.frame.rows
    if frame.columns != size or board.values != range(size + 1):
        raise ValueError("doppelganger needs a square board with the digits 0 to its size")
    zero = frame.group_cells("DGZ")[0].start
    lacks: list[list[int]] = [[] for _ in range(frame.cells)]  # of each cell
    kinds: list[tuple[str, Sequence[Cells]]] = [("DGC", rows(size)), ("DGR", columns(size))]
    if board.regions:
        kinds.append(("DGB", board.regions))
    yield Mask(zero, board.set_of((0,)))
    for prefix, lines in kinds:
        missing = frame.group_cells(prefix)[0]
        if len(missing) != len(lines):
            raise ValueError("doppelganger needs a board with boxes, or without regions")
        yield House((*missing, zero))
        for line, lacked in zip(lines, missing, strict=True):
            yield House((*line, lacked))
            for cell in line:
                lacks[cell].append(lacked)
    if not board.regions and box_sides(size, size, size):
        yield from (Mask(cell, board.set_of((0,))) for cell in frame.group_cells("DGB")[0])
    for cell, lacked_here in enumerate(lacks):
        for pair in combinations(lacked_here, 2):
            yield _differ_at_zero(board, cell, pair)


def _differ_at_zero(board: Board, cell: int, pair: tuple[int, int]) -> Constraint:
    def step(read: str | int, digit: int) -> str | int | None:
        if read == "start":
            return "zero" if digit == 0 else "any"
        if read == "zero":
            return digit
        return "any" if read == "any" or read != digit else None

    return automaton(board.values, (cell, *pair), "start", step, lambda read: True)


# --- Ranks of rows and columns ---

TIES = ("none", "only-unclued", "any")


@REGIONS.means("full rank")
def _full_rank(board: Board, use: Use) -> Iterator[Constraint]:
    size = _size_of_ranks(board)
    rank = number_of(use)
    if not 1 <= rank <= 4 * size:
        raise CannotHold(f"full rank {rank}: places go from 1 to {4 * size}")
    own = next((number for number, side in enumerate(_sides(size)) if use.cells in side), None)
    if own is None:
        raise ValueError("full rank needs a whole row or column")
    digit, below = divmod(rank - 1, 4)  # of each side one line begins with the digit
    yield Mask(use.cells[0], 1 << digit)
    ties = any(one.rule == "full rank ties" and one.value == "any" for one in board.uses)
    others = [side for number, side in enumerate(_sides(size)) if number != own]
    for own_cell, side in zip((-1, -2, -3), others, strict=True):  # 2 where the line of the side comes before
        yield Mask(own_cell, 3)
        for line in side:
            yield _before(board, (line, use.cells), own_cell, board.values[digit], ties=ties)
    yield board.weighted(dict.fromkeys((-1, -2, -3), 1), below + 3 + 3 * (board.values[0] - 1))


def _before(board: Board, both: tuple[Cells, Cells], own_cell: int, begin: int, *, ties: bool) -> Constraint:
    """The automaton of two lines, read in turn: if the first begins with the digit, the own cell says which is less."""
    first, second = board.values[0], board.values[1]
    line, clued = both

    end = 2 * len(line) - 1

    def step(state: tuple[int, str, int], here: int) -> tuple[int, str, int] | None:
        read, found, held = state
        if read == 0:
            return (1, "same" if here == begin else "else", 0)
        if read == end:
            says = {"less": here == second, "more": here == first, "same": ties and here == first}
            return (end + 1, "", 0) if says.get(found, True) else None
        if found == "same" and read % 2 == 0:
            found = "less" if held < here else "more" if held > here else "same"
        return (read + 1, found, here if found == "same" and read % 2 else 0)

    cells = (line[0], *chain.from_iterable(zip(line[1:], clued[1:], strict=True)))
    return automaton(board.values, (*cells, own_cell), (0, "", 0), step, lambda state: state[0] > end)


@REGIONS.means("full rank ties")
def _full_rank_ties(board: Board, use: Use) -> Iterator[Constraint]:
    if use.value not in TIES:
        raise ValueError(f"full rank ties has {str(use.value)[:20]!r}: it takes {', '.join(TIES)}")
    if use.value != "none":
        return
    for one, other in combinations(_sides(_size_of_ranks(board)), 2):
        for line in one:
            for another in other:
                yield from _not_the_same(board, line, another)


def _not_the_same(board: Board, line: Cells, other: Cells) -> Iterator[Constraint]:
    pairs = [(a, b) for a, b in zip(line, other, strict=True) if a != b]

    def step(state: tuple[int, bool, int], digit: int) -> tuple[int, bool, int]:
        read, differs, held = state
        if not differs and read % 2:
            differs = held != digit
        return (read + 1, differs, 0 if differs or read % 2 else digit)

    cells = tuple(cell for pair in pairs for cell in pair)
    if set(line) != set(other):  # a line read from its other end begins with another digit
        yield automaton(board.values, cells, (0, False, 0), step, lambda state: state[1])


def _size_of_ranks(board: Board) -> int:
    if not (board.frame.rows == board.frame.columns == board.size):
        raise ValueError("full rank needs a square board with as many digits")
    return board.size


def _sides(size: int) -> list[list[Cells]]:
    """The lines that begin at each side."""
    across, down = rows(size), columns(size)
    return [across, [line[::-1] for line in across], down, [line[::-1] for line in down]]
