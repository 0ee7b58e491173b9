"""Named rules of cells that hang together, of regions that are to be found, and of digits that regions lack."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from ..automata import automaton
from ..frame import Cells, Frame, Group, box_sides, columns, rows
from ..model import CannotHold, Connected, Constraint, House, Mask, Pairs
from . import figures, values, words
from .row import Table
from .rule import Board, Use, number_of

REGION_RULES = Table("cells")
"""The rules of this kind by their names."""

CHAOS = "CC"
"""The group with the region of each cell of the grid."""


def _write_connected(use: Use, frame: Frame) -> str | None:
    if not isinstance(use.value, tuple):
        return None
    count, *digits = use.value
    prefix = frame.place(use.cells[0])[0]
    return words.said("ConnectedValues", prefix, "_".join(map(str, digits)), *([count] if count else []))


def _read_connected(rule: str, parts: words.Parts, names: words.Names) -> list[Use]:
    words.no_more("ConnectedValues", parts[3:])
    members, _ = names.frame.group_cells(parts[0])
    digits = words.integers_in("ConnectedValues", parts[1])
    count = words.integer_in("ConnectedValues", parts[2]) if len(parts) > 2 and parts[2] else 0
    return [Use(rule, tuple(members), (count, *digits))]


@REGION_RULES.rule(
    "connected",
    "The cells with the digits hang together by their edges; the number in front says how many they are, 0 any.",
    "number of cells, then digits",
    plural=False,
    names_digits=True,
    text=(words.Word("ConnectedValues", _write_connected, _read_connected),),
    mark=figures.shade(figures.SHADE),
    takes=values.COUNTED,
)
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


@REGION_RULES.rule(
    "chaos construction",
    "The board is cut into regions of this many cells that hang together by their edges and hold different digits.",
    "cells of a region",
    names_digits=True,
    text=words.of_board("ChaosConstruction"),
    takes=values.SPELLED_NUMBER,
    where="frame",
)
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
    lowest = board.values[0]

    def step(found: object, region: int) -> object:
        known = int(str(found))
        number = region - lowest + 1
        return known if number <= known else number if number == known + 1 <= count else None

    return automaton(board.values, regions, 0, step, lambda found: found == count)


def _regions(board: Board) -> range:
    try:
        return board.frame.group_cells(CHAOS)[0]
    except ValueError:
        raise ValueError("this rule needs a board with chaos construction") from None


@REGION_RULES.rule(
    "chaos arrow",
    "The digit counts the cells of the arms, from the first on, to the end of its region; 1 leaves out the first.",
    "0 or 1",
    names_digits=True,
    text=words.offset("ChaosArrow"),
    mark=figures.shade(figures.SHADE),
)
def _chaos_arrow(board: Board, use: Use) -> Iterator[Constraint]:
    arms, control = use.groups or _cross(board, use.cells[0]), use.cells[0]
    if len({arm[0] for arm in arms}) != 1:
        raise ValueError("the arms of a chaos arrow begin in different cells")
    line = [arms[0][0], *(cell for arm in arms for cell in arm[1:])]
    begins = {sum(len(arm) - 1 for arm in arms[:number]) + 1 for number in range(len(arms))}
    offset = number_of(use)

    def step(state: object, digit: int) -> object:
        if not isinstance(state, tuple):
            return (digit, 1, 1, True)
        region, read, run, goes_on = state
        if read == len(line):
            return digit == run - offset or None
        goes_on = (goes_on or read in begins) and digit == region
        return (region, read + 1, run + goes_on, goes_on)

    yield automaton(board.values, (*line, control), "start", step, lambda state: state is True)


def _cross(board: Board, cell: int) -> tuple[Cells, ...]:
    """The regions of the cells left, right, above and below a cell, from it on."""
    frame, start = board.frame, _regions(board).start
    row, column = divmod(cell, frame.columns)
    arms = []
    for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        places = [(row + down * n, column + right * n) for n in range(max(frame.rows, frame.columns))]
        inside = [(r, c) for r, c in places if 0 <= r < frame.rows and 0 <= c < frame.columns]
        arms.append(tuple(start + r * frame.columns + c for r, c in inside))
    return tuple(arms)


@REGION_RULES.rule(
    "chaos count",
    "The digit counts the cells that are in the region of the first of them; 1 leaves out the first.",
    "0 or 1",
    names_digits=True,
    text=words.offset("ChaosCount"),
    mark=figures.shade(figures.SHADE),
)
def _chaos_count(board: Board, use: Use) -> Iterator[Constraint]:
    cells = use.groups[0] if use.groups else _around(board, use.cells[0])
    offset = number_of(use)

    def step(state: object, digit: int) -> object:
        if not isinstance(state, tuple):
            return (digit, 1, 1)
        region, read, seen = state
        if read == len(cells):
            return digit == seen - offset or None
        return (region, read + 1, seen + (digit == region))

    yield automaton(board.values, (*cells, use.cells[0]), "start", step, lambda state: state is True)


def _around(board: Board, cell: int) -> Cells:
    """The regions of a cell and of those that touch it."""
    frame, start = board.frame, _regions(board).start
    row, column = divmod(cell, frame.columns)
    steps = sorted(((d, r) for d in (-1, 0, 1) for r in (-1, 0, 1)), key=lambda way: way != (0, 0))
    around = ((row + down, column + right) for down, right in steps)
    return tuple(start + r * frame.columns + c for r, c in around if 0 <= r < frame.rows and 0 <= c < frame.columns)


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


@REGION_RULES.rule(
    "doppelganger",
    "Rows, columns and boxes hold 0 and lack one other digit each, no two of a kind the same; "
    "at each 0 its row, column and box lack different digits.",
    names_digits=True,
    text=words.of_board("Doppelganger"),
    where="frame",
)
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
    def step(read: object, digit: int) -> object:
        if read == "start":
            return "zero" if digit == 0 else "any"
        if read == "zero":
            return digit
        return "any" if read == "any" or read != digit else None

    return automaton(board.values, (cell, *pair), "start", step, lambda read: True)


# --- Ranks of rows and columns ---

TIES = ("none", "only-unclued", "any")


@REGION_RULES.rule(
    "full rank",
    "Of all rows and columns, read from both ends as numbers, the line has this place in ascending order.",
    "place",
    names_digits=True,
    text=words.ends("FullRank"),
    where="outside",
)
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

    def step(state: object, here: int) -> object:
        read, found, held = state if isinstance(state, tuple) else (0, "", 0)
        if read == 0:
            return (1, "same" if here == begin else "else", 0)
        if read == 2 * len(line) - 1:
            says = {"less": here == second, "more": here == first, "same": ties and here == first}
            return True if says.get(found, True) else None
        if found == "same" and read % 2 == 0:
            found = "less" if held < here else "more" if held > here else "same"
        return (read + 1, found, here if found == "same" and read % 2 else 0)

    cells = [line[0]]
    for one, other in zip(line[1:], clued[1:], strict=True):
        cells += [one, other]
    return automaton(board.values, (*cells, own_cell), (0, "", 0), step, lambda state: state is True)


def _read_ties(rule: str, parts: words.Parts, names: words.Names) -> list[Use]:
    words.no_more("FullRankTies", parts[1:])
    return [Use(rule, value=parts[0])]


@REGION_RULES.rule(
    "full rank ties",
    "Which rows and columns may read the same: none, only-unclued or any.",
    "which",
    names_digits=True,
    text=(words.Word("FullRankTies", lambda use, frame: words.said("FullRankTies", use.value), _read_ties),),
    takes=values.SPELLED_WORD,
    where="frame",
)
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

    def step(state: object, digit: int) -> object:
        read, differs, held = state if isinstance(state, tuple) else (0, False, 0)
        if not differs and read % 2:
            differs = held != digit
        return (read + 1, differs, 0 if differs or read % 2 else digit)

    cells = tuple(cell for pair in pairs for cell in pair)
    if set(line) != set(other):  # a line read from its other end begins with another digit
        yield automaton(board.values, cells, (0, False, 0), step, lambda state: isinstance(state, tuple) and state[1])


def _size_of_ranks(board: Board) -> int:
    if not (board.frame.rows == board.frame.columns == board.size):
        raise ValueError("full rank needs a square board with as many digits")
    return board.size


def _sides(size: int) -> list[list[Cells]]:
    """The lines that begin at each side."""
    across, down = rows(size), columns(size)
    return [across, [line[::-1] for line in across], down, [line[::-1] for line in down]]
